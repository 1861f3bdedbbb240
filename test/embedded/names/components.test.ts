/** Names of components, whose templates use what their scripts declare. */

import { answers } from "./cases.js";

describe("definitions", () => {
  answers("definition", [
    [
      "What Vue's script declares",
      "a.vue",
      "<script setup>\nconst ⟦count⟧ = 1\n</script>\n<template>\n<p>{{ ┃count }}</p>\n</template>\n",
    ],
    [
      "A directive of a template before its script",
      "a.vue",
      '<template>\n<p :class="{ active: ┃count }"></p>\n</template>\n<script setup>\nconst ⟦count⟧ = 1\n</script>\n',
    ],
    [
      "A handler of several statements",
      "a.vue",
      '<script setup>\nfunction ⟦save⟧() {}\n</script>\n<template>\n<p @click="a++; ┃save()"></p>\n</template>\n',
    ],
    [
      "The item of a loop, from an attribute before it",
      "a.vue",
      "<script setup>\nconst item = 1\n</script>\n<template>\n" +
        '<p :key="┃item.id" v-for="(⟦item⟧, i) in [1]"></p>\n<p>{{ item }}</p>\n</template>\n',
    ],
    [
      "The list of a loop",
      "a.vue",
      '<script setup lang="ts">\nconst ⟦items⟧: string[] = []\n</script>\n<template>\n' +
        '<p v-for="{ a, b } of ┃items"></p>\n</template>\n',
    ],
    [
      "What a slot gives",
      "a.vue",
      "<script setup>\nconst row = 1\n</script>\n<template>\n<X>\n" +
        '<template #default="{ ⟦row⟧ }">{{ ┃row.a }}</template>\n</X>\n</template>\n',
    ],
    [
      "A component is the file that is imported",
      "a.vue",
      "<script setup>\nimport Item from './b.vue'\n</script>\n<template>\n<┃Item />\n</template>\n",
      "b.vue",
      "⟦⟧<template>\n<p/>\n</template>\n",
    ],
    [
      "A name that is imported from a module",
      "a.vue",
      "<script setup>\nimport { total } from './b'\n</script>\n<template>\n{{ ┃total }}\n</template>\n",
      "b.ts",
      "export const ⟦total⟧ = 1;\n",
    ],
    [
      "An option of Vue's object",
      "a.vue",
      '<template>\n<p @click="┃save"></p>\n</template>\n<script>\nexport default {\n' +
        "  methods: {\n    ⟦save⟧() {},\n  },\n}\n</script>\n",
    ],
    [
      "An option by the object of its functions",
      "a.vue",
      "<script>\nexport default {\n  watch: { rows() {} },\n  data() {\n    return { ⟦rows⟧: [] }\n  },\n" +
        "  methods: { save() { return this.┃rows } },\n}\n</script>\n",
    ],
    [
      "What is watched",
      "a.vue",
      "<script>\nexport default {\n  watch: { ┃rows() {} },\n  data() {\n    return { ⟦rows⟧: [] }\n  },\n}\n</script>\n",
    ],
    [
      "What data returns",
      "a.vue",
      "<template>\n<p>{{ ┃rows }}</p>\n</template>\n<script>\nexport default {\n  data() {\n" +
        "    return { ⟦rows⟧: [] }\n  },\n}\n</script>\n",
    ],
    [
      "A prop of a type",
      "a.vue",
      '<script setup lang="ts">\ninterface Props { ⟦size⟧?: number }\ndefineProps<Props>()\n' +
        '</script>\n<template>\n<p :a="┃size"></p>\n</template>\n',
    ],
    [
      "A prop of an object",
      "a.vue",
      "<script setup>\ndefineProps({ size: Number, ⟦title⟧: String })\n</script>\n<template>\n" +
        "{{ ┃title }}\n</template>\n",
    ],
    [
      "A prop of a component that it extends",
      "a.vue",
      "<template>\n{{ ┃size }}\n</template>\n<script>\nimport Base from './b.vue';\n" +
        "export default {\n  extends: Base,\n}\n</script>\n",
      "b.vue",
      "<script>\nimport mixin from './c';\nexport default {\n  mixins: [mixin],\n}\n</script>\n",
      "c.js",
      "export default {\n  props: { ⟦size⟧: Number },\n};\n",
    ],
    [
      "A component by its name in kebab-case",
      "a.vue",
      "<script setup>\nimport MyButton from './b.vue'\n</script>\n<template>\n<my-┃button>x</my-button>\n</template>\n",
      "b.vue",
      "⟦⟧<template>\n<p/>\n</template>\n",
    ],
    [
      "A component in kebab-case that is imported by name",
      "a.vue",
      "<script>\nimport { myButton } from './b'\nexport default { components: { myButton } }\n</script>\n<template>\n<┃my-button />\n</template>\n",
      "b.ts",
      "export const ⟦myButton⟧ = 1;\n",
    ],
    [
      "A prop of a component, by its name in kebab-case",
      "a.vue",
      "<script setup>\nimport MyButton from './b.vue'\nconst mySize = 1\n</script>\n<template>\n<MyButton :my-┃size=\"mySize\" />\n</template>\n",
      "b.vue",
      "<script setup>\ndefineProps({ ⟦mySize⟧: Number })\n</script>\n<template>\n<p/>\n</template>\n",
    ],
    [
      "A prop of a type, of a component in kebab-case",
      "a.vue",
      "<script setup>\nimport MyButton from './b.vue'\n</script>\n<template>\n<my-button ┃my-size='a' />\n</template>\n",
      "b.vue",
      '<script setup lang="ts">\ndefineProps<{ ⟦mySize⟧?: string }>()\n</script>\n',
    ],
    [
      "A prop among the options of a component",
      "a.vue",
      "<script setup>\nimport MyButton from './b.vue'\n</script>\n<template>\n<my-button v-bind:┃size='a' />\n</template>\n",
      "b.vue",
      "<script>\nexport default {\n  props: ['other', '⟦size⟧'],\n}\n</script>\n",
    ],
    [
      "An event of a component",
      "a.vue",
      "<script setup>\nimport MyButton from './b.vue'\n</script>\n<template>\n<my-button @item-┃added='a' />\n</template>\n",
      "b.vue",
      '<script setup lang="ts">\nconst emit = defineEmits<{ ⟦itemAdded⟧: [id: number] }>()\n</script>\n',
    ],
    [
      "An event that is declared by its name in kebab-case",
      "a.vue",
      "<script setup>\nimport MyButton from './b.vue'\n</script>\n<template>\n<MyButton @┃item-added='a' />\n</template>\n",
      "b.vue",
      "<script setup>\nconst emit = defineEmits(['other', '⟦item-added⟧'])\n</script>\n",
    ],
    [
      "A prop that a component of Svelte exports",
      "a.svelte",
      "<script>\nimport Child from './b.svelte';\nlet size = 1;\n</script>\n<Child ┃size={size} />\n",
      "b.svelte",
      "<script>\nexport let ⟦size⟧;\n</script>\n<p/>\n",
    ],
    [
      "A prop that a component of Svelte takes",
      "a.svelte",
      "<script>\nimport Child from './b.svelte';\n</script>\n<Child bind:┃size={a} />\n",
      "b.svelte",
      "<script>\nlet { other = 1, ⟦size⟧ = 2 } = $props();\n</script>\n<p/>\n",
    ],
    [
      "A prop of a component of Astro",
      "a.astro",
      "---\nimport Card from './b.astro';\n---\n<Card ┃title='a' />\n",
      "b.astro",
      "---\ninterface Props { ⟦title⟧: string }\nconst { title } = Astro.props;\n---\n<p/>\n",
    ],
    [
      "What Svelte's script declares",
      "a.svelte",
      '<script>\nlet ⟦name⟧ = 1;\n</script>\n<p title="a {┃name}">don\'t</p>\n',
    ],
    [
      "The item of a block with an index and a key",
      "a.svelte",
      "<script>\nlet item = 1;\n</script>\n{#each [1] as { ⟦item⟧ }, i (item.id)}\n<p>{┃item}</p>\n{/each}\n{item}\n",
    ],
    [
      "A name after a block that declares it",
      "a.svelte",
      "<script>\nlet ⟦item⟧ = 1;\n</script>\n{#each [1] as item}\n<p>{item}</p>\n{/each}\n{┃item}\n",
    ],
    [
      "What a promise gives",
      "a.svelte",
      "<script>\nlet load, value;\n</script>\n{#await load()}\n{value}\n{:then ⟦value⟧}\n" +
        "{┃value}\n{:catch e}\n{value}\n{/await}\n",
    ],
    [
      "A snippet, and its parameter",
      "a.svelte",
      "<script>\nlet a;\n</script>\n{#snippet ⟦figure⟧(image)}\n{image}\n{/snippet}\n{@render ┃figure(a)}\n",
    ],
    [
      "A store by its mark",
      "a.svelte",
      "<script>\nimport { count } from './stores';\n</script>\n<p>{$┃count}</p>\n",
      "stores.js",
      "export const ⟦count⟧ = 1;\n",
    ],
    ["A rune is no store", "a.svelte", "<script>\nlet ⟦a⟧ = $state(0);\n</script>\n<p>{┃a}</p>\n"],
    [
      "What a reactive statement declares",
      "a.svelte",
      "<script>\nlet a = 1;\n$: ⟦twice⟧ = a * 2;\n</script>\n<p>{┃twice}</p>\n",
    ],
    [
      "What Astro's script declares",
      "a.astro",
      "---\nconst ⟦name⟧: Array<string> = [];\n---\n<p title={┃name}>don't</p>\n<script>const name = 1;</script>\n",
    ],
    [
      "The parameter of a function in Astro's markup, behind a tag without an end",
      "a.astro",
      "---\nconst item = 1;\n---\n<meta charset=utf-8>\n{[1].map((⟦item⟧) => <li><img src={item}> {┃item}</li>)}\n",
    ],
    [
      "A component that Astro's script imports",
      "a.astro",
      "---\nimport { ⟦Layout⟧ } from 'other';\n---\n<┃Layout>x</Layout>\n",
    ],
    [
      "An action, and a binding without a value",
      "a.svelte",
      "<script>\nlet ⟦value⟧;\nfunction fade() {}\n</script>\n<input use:fade={{ a: 1 }} bind:┃value>\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "Of a function of Vue's script, in its template",
      "a.vue",
      "<script setup>\nfunction ⟦┃save⟧() {}\n</script>\n<template>\n" +
        '<p @click="⟦save⟧" :a="() => ⟦save⟧(1)"></p>\n<p v-for="save in [1]">{{ save }}</p>\n' +
        "</template>\n",
    ],
    [
      "Of what a module declares, in the templates that use it",
      "b.ts",
      "export function ⟦┃total⟧() {}\n",
      "a.vue",
      "<script setup>\nimport { ⟦total⟧ } from './b'\n</script>\n<template>\n{{ ⟦total⟧() }}\n</template>\n",
      "a.svelte",
      "<script>\nimport { ⟦total⟧ as ⟦sum⟧ } from './b';\n</script>\n{⟦sum⟧()} {total()}\n",
    ],
    [
      "Of an option of Vue's object",
      "a.vue",
      '<template>\n<p @click="⟦save⟧"></p>\n</template>\n<script>\nexport default {\n' +
        "  methods: {\n    ⟦┃save⟧() {},\n  },\n}\n</script>\n",
    ],
    [
      "Of a component, its tags in kebab-case",
      "a.vue",
      "<script setup>\nimport ⟦┃MyButton⟧ from './b.vue'\n</script>\n<template>\n<⟦my-button⟧>x</⟦my-button⟧>\n</template>\n",
      "b.vue",
      "<template>\n<p/>\n</template>\n",
    ],
    [
      "Of a prop, the attributes of its component alone",
      "b.vue",
      "<script setup>\ndefineProps({ ⟦┃mySize⟧: Number })\n</script>\n<template>\n<p :a='⟦mySize⟧' />\n</template>\n",
      "a.vue",
      "<script setup>\nimport MyButton from './b.vue'\nimport Other from './c.vue'\n</script>\n<template>\n<my-button ⟦my-size⟧='a' />\n<other my-size='a' :my-size='b' />\n</template>\n",
      "c.vue",
      "<script setup>\ndefineProps({ mySize: Number })\n</script>\n",
    ],
    [
      "Of a component, its tags",
      "a.svelte",
      "<script>\nimport ⟦┃Child⟧ from './b.svelte';\n</script>\n<⟦Child⟧>x</⟦Child⟧>\n",
      "b.svelte",
      "<p/>\n",
    ],
  ]);
});
