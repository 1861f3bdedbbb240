/** Outlines of Julia. */

import { draws, lists } from "./check.js";

test("The outline of a module in Julia is as listed.", () =>
  lists(
    "julia",
    `module Shop
export f
using Base: x

"Does f."
function f(a, b::Int=1; kw=2) where T
  loc = 1
  local kept = 2
  for i in 1:3 end
  let q = 1 end
  x, y = call(1, key=2)
  g(z) = z
end

# The limit.
const LIMIT = 3
const A, B = 1, 2
global shared = 1
x::Int = 1
x = 2
h(a) = a + 1
h(a::T) where {T} = a
Base.show(io::IO, x) = 1
function Base.print(x)::Int end
+(a, b) = 1
größe! = x -> x
abstract type Shape <: Any end
primitive type Bits 8 end
struct Point{T} <: Shape
  x::Int
  y
  Point(x) = new(x, 1)
  function Point(a, b) new(a, b) end
end
mutable struct Changing
  const c::Int
end
Base.@kwdef struct Options
  a::Int = 1
end
macro mac(ex) end
@enum Color red green=2
@inline function fast() end
module Inner end
function empty end
end
`,
    `
module Shop 1-46
  function f [(a, b::Int=1; kw=2)] 5/6-13
    ~variable loc 7
    ~variable kept 8
    ~variable i 9
    ~variable q 10
    ~variable x 11
    ~variable y 11
    function g [(z)] 12
  constant LIMIT 15/16
  constant A 17
  constant B 17
  variable shared 18
  variable x 19
  function h [(a)] 21
  function h [(a::T)] 22
  function Base.show [(io::IO, x)] 23
  function Base.print [(x)] 24
  function + [(a, b)] 25
  variable größe! 26
  interface Shape 27
  struct Bits 28
  struct Point 29-34
    field x 30
    field y 31
    function Point [(x)] 32
    function Point [(a, b)] 33
  struct Changing 35-37
    field c 36
  struct Options 38-40
    field a 39
  function mac [(ex)] 41
  enum Color 42
    enum_member red 42
    enum_member green 42
  function fast [()] 43
  module Inner 44
  function empty 45
`,
  ));

test("Declarations around a syntax error stay in the outline of Julia.", () =>
  lists("julia", "f(x) = 1\r\ny = = 1\r\ng(x) = 2", "\nfunction f [(x)] 1\nvariable y 2\nfunction g [(x)] 3\n"));

test.each([
  ["f", 'x = 1\n\n«"""\nWhy. 💣\n"""\n⟦@inline function ┃f(a)\n  a\nend⟧ # behind\n'],
  ["Base.f", "⟦Base.┃f(x) = 1⟧"],
])("In the outline of Julia, %s is where it is drawn: %j", (path, drawn) => draws("julia", path, drawn));
