/** Outlines of JSON. */

import { draws, lists } from "./check.js";

test("The outline of a file with comments in JSON is as listed.", () =>
  lists(
    "json",
    `{
  // Where it comes from.
  "name": "x", "version": 1.5,
  "private": true,
  "none": null,
  "scripts": {
    "build": "tsc", /* first */ "a.b": {}
  },
  "files": ["a", 2, { "deep": [[false], null] }, /* and */ "b"],
  "": 1,
  "esc\\"aped": 2,
  "💣": "é",
  "twice": 1, "twice": 2
}
`,
    `
string name 2/3
number version 3
boolean private 4
variable none 5
module scripts 6-8
  string build 7
  module a.b 7
array files 9
  string 0 9
  number 1 9
  module 2 9
    array deep 9
      array 0 9
        boolean 0 9
      variable 1 9
  string 3 9
property "" 10
property esc\\"aped 11
string 💣 12
number twice 13
number twice 13
`,
  ));

test("The outline of JSON with an array and a superfluous comma is as listed.", () =>
  lists(
    "json",
    `[1, // one
 {"a": [true,],},
]
`,
    `
number 0 1
module 1 2
  array a 2
    boolean 0 2
`,
  ));

test("Declarations around a syntax error stay in the outline of JSON.", () =>
  lists(
    "json",
    `{
  "before": 1,
  "broken" 2,
  "after": {"x": [1]}
}
`,
    `
number before 2
module after 4
  array x 4
    number 0 4
`,
  ));

test.each([
  ["b", '{"a": 1, ⟦"┃b": {"c": 2}⟧}'],
  ["b", '{\r\n  "a": 1, // behind\r\n  «// 💣\r\n  ⟦"┃b": [1]⟧, // behind\r\n}'],
  ["b/1/c", '{"b": [1, {⟦"┃c": 2⟧}]}'],
  ["b/1", '{"b": [1, ⟦┃{"c": 2}⟧]}'],
  ['x\\"y', '{⟦"┃x\\"y": 2⟧}'],
])("In the outline of JSON, %s is where it is drawn: %j", (path, drawn) => draws("json", path, drawn));
