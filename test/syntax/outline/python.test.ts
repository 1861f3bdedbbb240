/** Outlines of Python; names and kinds as in pyright. */

import { draws, lists } from "./check.js";

test("The outline of a module in Python is as listed.", () =>
  lists(
    "python",
    `import os
from typing import Final as F, overload

# The limit.
LIMIT: F[int] = 3
_COUNT = total = 0
first, (second, *_), *rest = 1, (2, 3), 4
[left, _] = 5, 6
later: str
total = 1
os.name = "x"
cache[0] = 2

type Pair[T] = tuple[T, T]
type Id = int

@decorated(1)
class Shop[T](Base, metaclass=Meta):
    """A shop."""

    name: str = "x"
    A, b = 1, 2

    # Opens.
    def __init__(self, size: int = 1, *goods, **more) -> None:
        self.size = size
        self.size = 2
        self.a, self.c = 1, 2
        self.name = "again"
        self.declared: int
        other.size = 3

    # Sells.
    @property
    @cached
    def sell(self, n):
        local = 1
        def inner(): pass
        return local

    @sell.setter
    def sell(self, n): self._sold = n

    @staticmethod
    def make(): ...

    @overload
    async def go(self, a: int) -> int: ...
    async def go(self, a): ...

    if DEBUG:
        def trace(self): pass

    class Inner:
        class Innermost: x = 1

def f(a, b=lambda q: q): return a

async def größe(
    a,
    b,
):
    for i, (j, _) in enumerate(a): pass
    for k in b: pass
    async with open(a) as file, open(b) as (g, h): pass
    try: pass
    except ValueError as error: pass
    while (n := next(a)): pass
    square = lambda x: x * x
    def nested():
        deep = 1
        class Local:
            field = 1
    return [x for x, y in b if (last := x)]

if LIMIT:
    match f(1, 2):
        case Point(x=0, y=there) as whole: pass
        case [head, *tail] | {"a": value, **others}: pass
        case os.name: pass
        case anything: pass
        case _: pass

def f(a): pass
`,
    `
constant LIMIT 4/5
constant _COUNT 6
variable total 6
variable first 7
variable second 7
variable rest 7
variable left 8
variable later 9
variable Pair 14
variable Id 15
class Shop 17-55
  variable name 21
  constant A 22
  variable b 22
  method __init__ [(self, size: int = 1, *goods, **more)] 24/25-31
  variable size 26
  variable a 28
  variable c 28
  variable declared 30
  method sell [(self, n)] 33/34-39
    ~variable local 37
    function inner [()] 38
  method sell [(self, n)] 41-42
  variable _sold 42
  method make [()] 44-45
  method go [(self, a: int)] 47-48
  method go [(self, a)] 49
  method trace [(self)] 52
  class Inner 54-55
    class Innermost 55
      variable x 55
function f [(a, b=lambda q: q)] 57
function größe [( a, b, )] 59-74
  ~variable i 63
  ~variable j 63
  ~variable k 64
  ~variable file 65
  ~variable g 65
  ~variable h 65
  ~variable error 67
  ~variable n 68
  ~variable square 69
  function nested [()] 70-73
    ~variable deep 71
    class Local 72-73
      variable field 73
  ~variable last 74
variable there 78
variable whole 78
variable head 79
variable tail 79
variable value 79
variable others 79
variable anything 81
function f [(a)] 84
`,
  ));

test("The outline of Python with \\r\\n line ends is the same.", () =>
  lists(
    "python",
    "# 💣\r\nx = 1\r\n\r\nclass A:\r\n    # Runs.\r\n    def run(self):\r\n        self.y = 1\r\n\r\ndef f(): pass",
    `
variable x 1/2
class A 4-7
  method run [(self)] 5/6-7
  variable y 7
function f [()] 9
`,
  ));

test("Declarations around a syntax error stay in the outline of Python.", () =>
  lists(
    "python",
    `class A:
    def one(self): pass

    def two(self, :
        x = (

def three(): pass

class B:
    y = 1
`,
    `
class A 1-5
  method one [(self)] 2
  method two [(self,] 4-5
function three [()] 7
class B 9-10
  variable y 10
`,
  ));

test.each([
  ["Shop", "# c\n\n⟦@a\n@b(1,\n   2)\nclass ┃Shop:\n    pass⟧\nx = 1\n"],
  [
    "Shop/f",
    "class Shop:\n    «# Why.\n    # And how.\n    ⟦@a\n    async def ┃f(self):\n        return 1⟧\n\n    y = 2\n",
  ],
  ["Shop/g", "class Shop:\n    def f(self): pass # behind\n    ⟦def ┃g(self): pass⟧ # its block's\n"],
  ["Shop/x", "class Shop:\n    def f(self):\n        «# Kept.\n        ⟦self.┃x: int = (\n            1\n        )⟧\n"],
  ["x", "«# 💣\n⟦┃x = 1⟧ # behind\n"],
  ["a", "y = 1 # of y\n⟦┃a⟧, b = 1, 2\n"],
  ["b", "a = ⟦┃b⟧ = 1\n"],
  ["i", "# Each.\nfor ⟦┃i⟧ in range(3): pass\n"],
  ["f", "x = 1; y = 2\n\n⟦def ┃f[T](a: T) -> T:\n    return a⟧"],
  ["z", "x = 1; ⟦┃z = 2⟧"],
])("In the outline of Python, %s is where it is drawn: %j", (path, drawn) => draws("python", path, drawn));
