/** What Python declares. */

import { draws, lists } from "./check.js";

test("a module", () =>
  lists(
    "python",
    `import os

# The limit.
LIMIT = 3

@decorated(1)
class Shop(Base):
    name = "x"

    # Sells.
    @property
    def sell(self, n):
        local = 1
        def inner(): pass
        return local

def f(a, b): return a
`,
    `
variable LIMIT 3/4
class Shop 6-15
  variable name 8
  method sell [(self, n)] 10/11-15
    ~variable local 13
    function inner [()] 14
function f [(a, b)] 17
`,
  ));

test.each([
  ["Shop", "# c\n\n⟦@a\nclass ┃Shop:\n    pass⟧\nx = 1\n"],
  ["Shop/f", "class Shop:\n    «# Why.\n    ⟦@a\n    def ┃f(self):\n        return 1⟧\n\n    y = 2\n"],
  ["x", "«# 💣\n⟦┃x = 1⟧ # behind\n"],
])("%s: %j", (path, drawn) => draws("python", path, drawn));
