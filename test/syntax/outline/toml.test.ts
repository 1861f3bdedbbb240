/** Outlines of TOML. */

import { draws, lists } from "./check.js";

test("The outline of a file in TOML is as listed.", () =>
  lists(
    "toml",
    `# A licence.

# What it is called.
title = "x"
"quoted key" = 1.5
a.b.c = true
'lit'.d = 1979-05-27

# Who owns it.
[owner] # here
name = "Tom"
born = 1979-05-27T07:32:00Z
inline = { x = 1, y = { z = [1, { q = 2 }] } }
list = [
  1, # one
  [2, 3],
  "größe",
]

# The ports.
[servers.alpha]
port = 1
[ servers . "beta two" ]
port = 2

[[products]]
name = "H"
[[products.parts]]
n = 1
[[products]]

[empty]
`,
    `
string title 3/4
number quoted key 5
boolean a.b.c 6
field 'lit'.d 7
struct owner 9/10-18
  string name 11
  field born 12
  struct inline 13
    number x 13
    struct y 13
      array z 13
        number 0 13
        struct 1 13
          number q 13
  array list 14-18
    number 0 15
    array 1 16
      number 0 16
      number 1 16
    string 2 17
struct servers.alpha 20/21-22
  number port 22
struct servers . "beta two" 23-24
  number port 24
struct products 26-27
  string name 27
struct products.parts 28-29
  number n 29
struct products 30
struct empty 32
`,
  ));

test("Declarations around a syntax error stay in the outline of TOML.", () =>
  lists(
    "toml",
    `before = 1
broken = = 2
[after]
x = 1
`,
    `
number before 1
struct after 3-4
  number x 4
`,
  ));

test.each([
  ["a", "x = 1\n\n«# Why.\n⟦[┃a] # behind\ny = 1\n\nz = 2⟧\n\n# The next.\n[b]\n"],
  ["a.b/y", '[a.b]\r\nx = 1 # behind\r\n«# 💣\r\n⟦"┃y" = [1]⟧ # behind\r\n'],
  ["p", "⟦[[┃p]]\nx = 1⟧\n[[p]]\n"],
  ["a/1", "a = [1, ⟦┃{ x = 1 }⟧]"],
  ["b", "a = 1\n⟦┃b = 2⟧"],
])("In the outline of TOML, %s is where it is drawn: %j", (path, drawn) => draws("toml", path, drawn));
