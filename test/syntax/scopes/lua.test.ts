/** Scopes and names of Lua. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const lua = "lua";

// Parameters and loops
declares(lua, "function f(⟦a⟧, b) return ┃a end", "local");
declares(lua, "local function f(⟦a⟧, ...) return ┃a end", "local");
declares(lua, "g(function(⟦a⟧) return ┃a end)", "local");
declares(lua, "t = { f = function(⟦a⟧) return ┃a end }", "local");
declares(lua, "for ⟦i⟧ = 1, 9 do print(┃i) end", "local");
declares(lua, "for k, ⟦v⟧ in pairs(t) do print(k, ┃v) end", "local");
declares(lua, "local ⟦t⟧ = {} for t in pairs(┃t) do end", "file");
isFree(lua, "for i = 1, ┃i do end");
declares(lua, "function M.f(⟦M⟧) return ┃M end", "local");
declares(lua, "local ⟦M⟧ = {} function ┃M.f(M) end", "file");

// Locals are visible after their statement
declares(lua, "function f() local ⟦a⟧ <const> = 1 return ┃a end", "local");
declares(lua, "function f() local a, ⟦b⟧ return ┃b end", "local");
declares(lua, "function f(⟦a⟧) local a = ┃a return a end", "local");
declares(lua, "function f(a) local ⟦a⟧ = a return ┃a end", "local");
declares(lua, "function f() local a = 1 local ⟦a⟧ = 2 return ┃a end", "local");
declares(lua, "function f() local ⟦a⟧ = 1 g(┃a) local a = 2 end", "local");
declares(lua, "local ⟦a⟧ = 1 do local a = 2 end print(┃a)", "file");
declares(lua, "do local ⟦a⟧ = 1 print(┃a) end", "local");
declares(lua, "if a then local ⟦b⟧ = 1 print(┃b) elseif b then local b else local b end", "local");
isFree(lua, "if a then local b = 1 elseif ┃b then end");
isFree(lua, "while x do local a end print(┃a)");
isFree(lua, "print(┃a) local a = 1");
declares(lua, "repeat local ⟦a⟧ = f() until ┃a", "local");
declares(lua, "function f() local ⟦a⟧ return function() return ┃a end end", "local");
declares(lua, "do local function ⟦f⟧() return ┃f() end end", "local");
isFree(lua, "do local f = function() return ┃f() end end");
occurs(lua, "function f() local ⟦a⟧ = 1 ⟦a⟧ = ⟦┃a⟧ + t.a + t[⟦a⟧] end");

// Globals
declares(lua, "⟦x⟧ = 1 print(┃x)", "file");
declares(lua, "function f() ⟦x⟧ = 1 end print(┃x)", "file");
declares(lua, "print(┃f()) function ⟦f⟧() end", "file");
declares(lua, "do local ⟦f⟧ function ⟦f⟧() return ┃f end end", "local");
declares(lua, "⟦x⟧ = 1 f(┃x) local x = 2", "file");
occurs(lua, "⟦x⟧ = 1 ⟦┃x⟧ = 2 local x = 3 x = 4");
isFree(lua, "print(┃x)");

// Names with a receiver
isFree(lua, "local a = 1 print(t.┃a)");
isFree(lua, "local a = 1 t:┃a()");
isFree(lua, "local a = 1 t = { ┃a = 2 }");
declares(lua, "local ⟦a⟧ = 1 t = { [┃a] = 2, a }", "file");
isFree(lua, "local M = {} function M.┃f() end");
declares(lua, "function M:f⟦(⟧) return ┃self.x end", "local");
declares(lua, "function M.f(⟦self⟧) return ┃self.x end", "local");
declares(lua, "function M:f(⟦a⟧) return ┃a end", "local");
isFree(lua, "function M.f() return ┃self end");
isFree(lua, "function M:f┃(a) end");

// Labels
declares(lua, "for i = 1, 9 do goto ┃next ::⟦next⟧:: end", "local");
declares(lua, "local next = 1 do goto ┃next ::⟦next⟧:: end", "local");

// Modules
imports(lua, 'local m = require "a.b" print(┃m)', "a.b");
imports(lua, "local m = require('a.b') print(┃m)", "a.b");
imports(lua, 'local f = require("a.b").g ┃f()', "a.b", "g");
imports(lua, 'local f = require("a.b").┃g', "a.b", "g");
imports(lua, 'require "a.┃b"', "a.b");
declares(lua, 'local ⟦m⟧ = demand "a.b" print(┃m)', "file");

// Renaming
checkRenamable(lua, "function f(┃a) end", true);
checkRenamable(lua, "local ┃a = 1", true);
checkRenamable(lua, "local ┃f function f() end", true);
checkRenamable(lua, "local ┃m = require 'm'", true);
checkRenamable(lua, "┃a = 1", false);
checkRenamable(lua, "function ┃f() end", false);
checkRenamable(lua, "function M:f() return ┃self end", false);

// Unusual texts
declares(lua, 'function f(⟦a⟧)\r\n  -- 💣\r\n  return "💣" .. ┃a\r\nend\r\n', "local");
