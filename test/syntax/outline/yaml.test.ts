/** Outlines of YAML. */

import { draws, lists } from "./check.js";

test("The outline of three documents in YAML is as listed.", () =>
  lists(
    "yaml",
    `# A licence.
%YAML 1.2
---
name: x
version: 1
# Where it comes from.
jobs: &jobs
  build:
    steps:
      - uses: checkout
      - name: "test"
        run: |
          npm test
          npm run lint
      -
        late: true
      - - nested
  "quoted key": true
  'none': null
  empty:
list: [1, { d: 2, "e f": 3 }, [x]]
flow: {}
<<: *jobs
? complex
: 1.5
größe: 💣
...
---
name: second
---
- top
- k: v
`,
    `
string name 4
number version 5
module jobs 6/7-20
  module build 8-17
    array steps 9-17
      module 0 10
        string uses 10
      module 1 11-14
        string name 11
        string run 12-14
      module 2 15-16
        boolean late 16
      array 3 17
        string 0 17
  boolean quoted key 18
  variable none 19
  variable empty 20
array list 21
  string 0 21
  module 1 21
    string d 21
    string e f 21
  array 2 21
    string 0 21
module flow 22
string << 23
number complex 24-25
string größe 26
string name 29
string 0 31
module 1 32
  string k 32
`,
  ));

test("Declarations before a syntax error stay in the outline of YAML.", () =>
  lists(
    "yaml",
    `before: 1
with: "x" y
after:
  x: 1
`,
    `
number before 1
string with 2
`,
  ));

test.each([
  ["a", "«# Why.\n⟦┃a:\n  b: 1⟧\n\nc: 2\n"],
  ["a/b", 'a:\r\n  x: 1 # behind\r\n  «# 💣\r\n  ⟦"┃b": &anchor\r\n    - 1⟧ # behind\r\nc: 2\r\n'],
  ["a/1", "a:\n  - 1\n  ⟦- ┃b: 2\n    c: 3⟧\n"],
  ["a/0", "a: [⟦┃1⟧, 2]"],
  ["c", "a: |\n  b: 1\n⟦┃c: d⟧"],
])("In the outline of YAML, %s is where it is drawn: %j", (path, drawn) => draws("yaml", path, drawn));
