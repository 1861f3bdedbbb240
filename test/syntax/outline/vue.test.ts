/** Outlines of Vue components: blocks, elements of the template, scripts and styles. */

import { draws, lists } from "./check.js";

test("The outline of a component in Vue is as listed.", () =>
  lists(
    "vue",
    `<script>
export default { name: "A", data() { return { n: 1 }; } };
</script>

<!-- The component. -->
<script setup lang="ts">
import x from "y";
interface Props { a: number }
const props = defineProps<Props>();
function go(): void { const local = 1; }
</script>
<script lang='tsx'>const t: number = 1;</script>

<template>
  <div id="app" v-if="x" class="c" @click="go">
    <MyComponent :a="b" ref="r"/>{{ x }}
  </div>
</template>

<style scoped>.a { color: red }</style>
<style lang="scss">.b { .c { d: e } }</style>
<style lang="sass">
.d
  e: f
</style>
<i18n>{"a": 1}</i18n>
`,
    `
module script 1-3
  constant default 2
    property name 2
    method data [()] 2
      ~property n 2
module script setup 5/6-11
  interface Props 8
    property a 8
  constant props 9
  function go [()] 10
    ~constant local 10
module script 12
  constant t 12
module template 14-18
  field div#app.c 15-17
    field MyComponent 16
module style scoped 20
  class .a 20
module style 21
  class .b 21
    class .c 21
module style 22-25
field i18n 26
`,
  ));

test("A syntax error leaves the rest of the outline of Vue.", () =>
  lists(
    "vue",
    "<template>\n  <p>{{ x </p>\n</template>\n<script>\nfunction g() {}\nconst x = ;\n</script>\n<style>.a { b: c }</style>\n",
    "\nmodule template 1-3\n  field p 2\nmodule script 4-7\n  function g [()] 5\n  constant x 6\nmodule style 8\n  class .a 8\n",
  ));

test.each([
  ["script setup", '«<!-- c -->\n⟦<┃script lang="ts" setup>\nlet x;\n</script>⟧ <!-- behind -->\n'],
  ["script/f", "<script>\r\n«// 💣\r\n⟦export function ┃f() {}⟧ // behind\r\n</script>"],
  ["template/p", "<template>⟦<┃p>é</p>⟧</template>"],
])("In the outline of Vue, %s is where it is drawn: %j", (path, drawn) => draws("vue", path, drawn));
