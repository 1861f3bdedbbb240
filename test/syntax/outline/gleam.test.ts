/** Outlines of Gleam. */

import { draws, lists } from "./check.js";

test("The outline of a module in Gleam is as listed.", () =>
  lists(
    "gleam",
    `//// The module.

import gleam/io.{print}

/// The limit.
pub const limit: Int = 3
const hidden = "x"

/// A shape.
pub type Shape {
  /// A circle.
  Circle(radius: Float)
  Square(Float, side: Float)
  Empty
}
pub opaque type Op(a) { Op(inner: a) }
pub type Alias = List(Int)
type External

@external(erlang, "lists", "reverse")
pub fn reverse(list: List(a)) -> List(a)

pub fn add(a: Int, b b: Int) -> Int {
  let x = 1
  let assert Ok(y) = foo()
  let #(p, q) = z
  use item <- each(list)
  let f = fn(n) { let inner = n inner }
  case x { w -> w  Circle(r) as whole -> r }
  a + b
}
`,
    `
constant limit 5/6
constant hidden 7
class Shape 9/10-15
  enum_member Circle 11/12
    field radius 12
  enum_member Square 13
    field side 13
  enum_member Empty 14
class Op 16
  enum_member Op 16
    field inner 16
class Alias 17
class External 18
function reverse [(list: List(a))] 20-21
function add [(a: Int, b b: Int)] 23-31
  ~variable x 24
  ~variable y 25
  ~variable p 26
  ~variable q 26
  ~variable item 27
  ~variable f 28
    ~variable inner 28
  ~variable r 29
  ~variable whole 29
`,
  ));

test("Declarations around a syntax error stay in the outline of Gleam.", () =>
  lists(
    "gleam",
    "fn f() { 1 }\r\nconst x = = 1\r\nfn g() { 2 }",
    "\nfunction f [()] 1\nconstant x 2\nfunction g [()] 3\n",
  ));

test.each([["f", 'const x = 1 // x\n\n«/// Why. 💣\n⟦@deprecated("x")\npub fn ┃f(a) {\n  a\n}⟧ // behind\n']])(
  "%s: %j",
  (path, drawn) => draws("gleam", path, drawn),
);
