/** Outlines of Rholang. */

import { draws, lists } from "./check.js";

test("The outline of contracts and channels in Rholang is as listed.", () =>
  lists(
    "rholang",
    `new stdout(\`rho:io:stdout\`), MakeCell in {
  // Makes a cell.
  // It has one value.
  contract MakeCell(@init, get, set) = {
    new store in {
      store!(init) |
      contract get(ack) = { for (@v <- store) { store!(v) | ack!(v) } } |
      /* Replaces the value. */
      contract set(@next, ack) = { for (_ <- store) { new inner in { inner!(next) } | ack!(true) } }
    }
  } |
  contract @"log"(@line, ...@rest) = { let out = line in { stdout!(out) } } |
  contract @"log"() = { Nil } |
  contract @{*stdout | *MakeCell}(x) = { Nil } |
  new myGet, mySet in {
    MakeCell!(1, *myGet, *mySet) |
    for (@{"k": v} <- myGet) { new deep in { deep!(v) } } |
    match 1 { 1 => { new other in { Nil } } }
  }
}
`,
    `
variable stdout [\`rho:io:stdout\`] 1
variable MakeCell 1
function MakeCell [(@init, get, set)] 2/4-11
  ~variable store 5
  function get [(ack)] 7
  function set [(@next, ack)] 8/9
    ~variable inner 9
function log [(@line, ...@rest)] 12
  ~variable out 12
function log [()] 13
function @{*stdout | *MakeCell} [(x)] 14
variable myGet 15
variable mySet 15
~variable deep 17
~variable other 18
`,
  ));

test.each([
  ["foo", "«// 💣 Why.\n⟦contract ┃foo(x) = { Nil }⟧ // after\n"],
  ["foo", "x!(1) |\r\n«/* Why. */\r\n⟦contract ┃foo(x) = { Nil }⟧ | y!(2)"],
  ["foo", '⟦contract @"┃foo"(x) = {\n  Nil\n}⟧'],
  ["f/g", "contract f(x) = {\n  x!(1) |\n  «// inner\n  ⟦contract ┃g() = { Nil }⟧\n}\n"],
  ["y", "new x, ⟦┃y⟧ in { Nil }"],
])("In the outline of Rholang, %s is where it is drawn: %j", (path, drawn) => draws("rholang", path, drawn));

test("Contracts around a syntax error stay in the outline of Rholang.", () =>
  lists(
    "rholang",
    `new c in {
  contract first(x) = { x!(1) } |
  contract broken(x) = { for (y <- ) { y!( } } |
  contract last(x) = { Nil }
}
contract after(x) = { Nil }
`,
    `
variable c 1
function first [(x)] 2
function broken [(x)] 3
function last [(x)] 4
function after [(x)] 6
`,
  ));

test("Contracts that are not finished stay in the outline of Rholang.", () =>
  lists(
    "rholang",
    `contract first(x) = { x!(1) } |
contract @"second"(@amount, return) = {
  for (@x <- amount) {
    contract third(y) = {
      return!(`,
    `
function first [(x)] 1
function second [(@amount, return)] 2
function third [(y)] 4
`,
  ));
