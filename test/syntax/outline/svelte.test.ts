/** Outlines of Svelte components: elements, snippets, scripts and styles. */

import { draws, lists } from "./check.js";

test("The outline of a component in Svelte is as listed.", () =>
  lists(
    "svelte",
    `<script context="module" lang="ts">
  export const shared: number = 1;
</script>

<script>
  export let name;
  $: doubled = name * 2;
  function go() { const local = 1; }
</script>

<!-- The title. -->
<h1 id="t" class="x">Hello {name}</h1>
{#if name}
  <p>a</p>
{:else}
  <Größe/>
{/if}
{#each items as item, i (item.id)}
  <li>{item}</li>
{/each}
{#snippet figure(image)}
  <img src={image.src} />
{/snippet}
<style>h1 { color: red }</style>
`,
    `
module script 1-3
  constant shared 2
module script 5-9
  variable name 6
  variable doubled 7
  function go [()] 8
    ~constant local 8
field h1#t.x 11/12
field p 14
field Größe 16
field li 19
function figure 21-23
  ~field img 22
module style 24
  class h1 24
`,
  ));

test.each([
  ["p", "«<!-- c -->\n⟦<┃p>💣</p>⟧ <!-- behind -->"],
  ["script/f", "<script>\r\n  «// c\r\n  ⟦export function ┃f() {}⟧\r\n</script>\r\n"],
  ["row", "⟦{#snippet ┃row(x)}\n{x}\n{/snippet}⟧"],
])("In the outline of Svelte, %s is where it is drawn: %j", (path, drawn) => draws("svelte", path, drawn));
