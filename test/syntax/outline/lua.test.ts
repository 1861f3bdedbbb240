/** Outlines of Lua; names as in lua-language-server. */

import { draws, lists } from "./check.js";

test("The outline of a module in Lua is as listed.", () =>
  lists(
    "lua",
    `#!/usr/bin/lua
-- The module.
local M = {}
LIMIT = 3
local a, b <const>, c <close> = 1, 2
local later
LIMIT = 4
M.version = "1"
M.a.b = 2
M[1] = 2
local config = {
  name = "x",
  ["quoted key"] = 1,
  [1] = 2,
  "positional",
  run = function(self, z) local w = 1 end,
  nested = { deep = true },
}

--- Sells.
---@param x number
function M.sell(x, ...)
  local l = 1
  l = 2
  made = 3
end
function M:bar() self.field = 1; self.a.b = 2 end
function M.a.b.c() end
function M.a:d() end
local function inner() local function innermost() end end
function global() end
M.assigned = function(a) end
local anonymous = function() end
M.one, M.two = function() end, 2
for i = 1, 2 do local q end
for k, v in pairs(config) do end
::done::
describe("it", function() local inside = 1 end)
return { exported = M, fn = function() end }
`,
    `
variable M 2/3
variable LIMIT 4
variable a 5
variable b 5
variable c 5
variable later 6
field M.version 8
field M.a.b 9
variable config 11-18
  field name 12
  field quoted key 13
  method run [(self, z)] 16
    ~variable w 16
  field nested 17
    field deep 17
function M.sell [(x, ...)] 20/22-26
  ~variable l 23
  ~variable made 25
method M:bar [()] 27
  ~field self.field 27
  ~field self.a.b 27
function M.a.b.c [()] 28
method M.a:d [()] 29
function inner [()] 30
  function innermost [()] 30
function global [()] 31
function M.assigned [(a)] 32
function anonymous [()] 33
field M.one 34
field M.two 34
variable i 35
variable q 35
variable k 36
variable v 36
function (function) [()] 38
  ~variable inside 38
field exported 39
method fn [()] 39
`,
  ));

test("The outline of Lua with \\r\\n line ends is the same.", () =>
  lists(
    "lua",
    "-- 💣\r\nx = 1\r\n\r\n--[[ Runs.\r\n]]\r\nlocal function run()\r\n  local y = 1\r\nend\r\n\r\nfunction f() end",
    `
variable x 1/2
function run [()] 4/6-8
  ~variable y 7
function f [()] 10
`,
  ));

test("Declarations around a syntax error stay in the outline of Lua.", () =>
  lists(
    "lua",
    `function one() end
local x = = 1
function two(a, ) local y = 1 end
function three() end
`,
    `
function one [()] 1
variable x 2
function two [(a, )] 3
  ~variable y 3
function three [()] 4
`,
  ));

test.each([
  ["f", "-- c\n\n⟦local function ┃f()\nend⟧ -- behind\n"],
  ["M.f", "x = 1 -- x\n«--- Why.\n--- And how.\n⟦function M.┃f(a)\nend⟧\n"],
  ["M:g", "⟦function M:┃g() end⟧"],
  ["f", "«-- 💣\n⟦local ┃f = function()\nend⟧\n"],
  ["t/a", "t = {\n  b = 1, -- b\n  ⟦┃a = {\n    1,\n  }⟧,\n}\n"],
  ["b", "local ⟦a, ┃b = 1, 2⟧\n"],
])("In the outline of Lua, %s is where it is drawn: %j", (path, drawn) => draws("lua", path, drawn));
