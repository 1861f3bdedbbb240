/** Outlines of HTML: elements, scripts and styles. */

import { draws, lists } from "./check.js";

test("The outline of a page in HTML is as listed.", () =>
  lists(
    "html",
    `<!DOCTYPE html>
<html lang="en">
<head>
  <title>T</title>
  <link rel="x" href="y">
  <script>
    const inScript = 1;
    function f() { var local; }
  </script>
  <script type="module">export class K { m() {} }</script>
  <script lang="ts">interface I { x: number }</script>
  <script type="text/x-unknown">function none() {}</script>
  <script src="x.js"></script>
  <style>
    .a { color: red }
    @media print { b { c: d } }
  </style>
</head>
<body class="x">
  <!-- The main part. -->
  <div id="main" class="c"><p>text</p><br/><img src="a"></div>
  <div class=c id=main></div>
  <größe-element data-x id="é"></größe-element>
  <svg><path id="p" d="M0"/></svg>
</body>
</html>
`,
    `
field html 2-26
  field head 3-18
    field title 4
    field link 5
    field script 6-9
      constant inScript 7
      function f [()] 8
        ~variable local 8
    field script 10
      class K 10
        method m [()] 10
    field script 11
      interface I 11
        property x 11
    field script 12
    field script 13
    field style 14-17
      class .a 15
      module @media print 16
        class b 16
  field body.x 19-25
    field div#main.c 20/21
      field p 21
      field br 21
      field img 21
    field div#main.c 22
    field größe-element#é 23
    field svg 24
      field path#p 24
`,
  ));

test("A syntax error leaves the rest of the outline of HTML.", () =>
  lists("html", "<div id=a>\n<p>x\n</div>\n</b>\n<i>y</i>\n", "\nfield div#a 1-3\n  field p 2\nfield i 5\n"));

test.each([
  ["div#a", "«<!-- 💣 -->\n⟦<┃div id='a'>\n</div>⟧ <!-- behind -->\n<p></p>"],
  ["ul/li", "<ul>\r\n  ⟦<┃li>x</li>⟧\r\n</ul>"],
  ["script/f", "<script>\r\n  «// c\r\n  ⟦function ┃f() {}⟧\r\n</script>"],
  ["style/.a", "<style>\n«/* c */\n⟦┃.a { b: c }⟧</style>"],
])("In the outline of HTML, %s is where it is drawn: %j", (path, drawn) => draws("html", path, drawn));
