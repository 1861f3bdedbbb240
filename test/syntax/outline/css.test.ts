/** Outlines of CSS. */

import { draws, lists } from "./check.js";

test("The outline of a style sheet in CSS is as listed.", () =>
  lists(
    "css",
    `@charset "utf-8";
@import url("x.css") screen;
@namespace svg url(http://www.w3.org/2000/svg);
/* The colours. */
:root { --main-color: #fff; color: red }

.foo > .bar, #id:hover::before,
a[href^="x"] { color: red; background: url(x) }
* {}
svg|a, .größe:not(.y) {}
@media screen and (max-width: 100px) {
  .in { c: d }
}
@media print { p { x: y } }
@keyframes spin { from { a: b } 50% { c: d } to { e: f } }
@-webkit-keyframes spun { to { a: b } }
@font-face { font-family: "X"; }
@supports (display: grid) { div { display: grid } }
@layer one, two;
@layer base { h1 { a: b } }
@layer { h2 { a: b } }
@property --x { syntax: "<length>"; }
@page { margin: 1in }
@scope (.a) to (.b) { img { a: b } }
.parent {
  color: blue;
  &:hover { a: b }
  > .x { --deep: 1 }
}
`,
    `
class :root 4/5
  variable --main-color 5
class .foo > .bar 7-8
class #id:hover::before 7-8
class a[href^="x"] 7-8
class * 9
class svg|a 10
class .größe:not(.y) 10
module @media screen and (max-width: 100px) 11-13
  class .in 12
module @media print 14
  class p 14
class @keyframes spin 15
class @keyframes spun 16
class @font-face 17
module @supports (display: grid) 18
  class div 18
module @layer base 20
  class h1 20
class @layer 21
  class h2 21
module @property --x 22
class @page 23
module @scope .a → .b 24
  class img 24
class .parent 25-29
  class &:hover 27
  class > .x 28
    variable --deep 28
`,
  ));

test("A syntax error leaves the rest of the outline of CSS.", () =>
  lists("css", ".a { color: red }\n.b { color }}\n.c { x: y }\n", "\nclass .a 1\nclass .b 2\nclass .c 3\n"));

test.each([
  [".a", "«/* 💣 */\n⟦┃.a { b: c }⟧ /* behind */"],
  [".b", "/* c */\n\n⟦.a,\n┃.b { c: d }⟧\n"],
  ["@media print/.a", "@media print {\r\n  «/* c */\r\n  ⟦┃.a {\r\n  }⟧\r\n}"],
  ["@media print", "«/* c */\n⟦@media ┃print {\n}⟧\n"],
  ["@layer base", "⟦┃@layer base {}⟧"],
  [":root/--x", ":root { ⟦┃--x: 1;⟧ }"],
])("In the outline of CSS, %s is where it is drawn: %j", (path, drawn) => draws("css", path, drawn));
