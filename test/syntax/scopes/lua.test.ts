/** What names mean in Lua. */

import { declared, free, imported, renamable, stands } from "./check.js";

const lua = "lua";

// Parameters and loops
declared(lua, "function f(⟦a⟧, b) return ┃a end", "local");
declared(lua, "local function f(⟦a⟧, ...) return ┃a end", "local");
declared(lua, "g(function(⟦a⟧) return ┃a end)", "local");
declared(lua, "t = { f = function(⟦a⟧) return ┃a end }", "local");
declared(lua, "for ⟦i⟧ = 1, 9 do print(┃i) end", "local");
declared(lua, "for k, ⟦v⟧ in pairs(t) do print(k, ┃v) end", "local");
declared(lua, "local ⟦t⟧ = {} for t in pairs(┃t) do end", "file");
free(lua, "for i = 1, ┃i do end");
declared(lua, "function M.f(⟦M⟧) return ┃M end", "local");
declared(lua, "local ⟦M⟧ = {} function ┃M.f(M) end", "file");

// Locals are seen from behind their statement
declared(lua, "function f() local ⟦a⟧ <const> = 1 return ┃a end", "local");
declared(lua, "function f() local a, ⟦b⟧ return ┃b end", "local");
declared(lua, "function f(⟦a⟧) local a = ┃a return a end", "local");
declared(lua, "function f(a) local ⟦a⟧ = a return ┃a end", "local");
declared(lua, "function f() local a = 1 local ⟦a⟧ = 2 return ┃a end", "local");
declared(lua, "function f() local ⟦a⟧ = 1 g(┃a) local a = 2 end", "local");
declared(lua, "local ⟦a⟧ = 1 do local a = 2 end print(┃a)", "file");
declared(lua, "do local ⟦a⟧ = 1 print(┃a) end", "local");
declared(lua, "if a then local ⟦b⟧ = 1 print(┃b) elseif b then local b else local b end", "local");
free(lua, "if a then local b = 1 elseif ┃b then end");
free(lua, "while x do local a end print(┃a)");
free(lua, "print(┃a) local a = 1");
declared(lua, "repeat local ⟦a⟧ = f() until ┃a", "local");
declared(lua, "function f() local ⟦a⟧ return function() return ┃a end end", "local");
declared(lua, "do local function ⟦f⟧() return ┃f() end end", "local");
free(lua, "do local f = function() return ┃f() end end");
stands(lua, "function f() local ⟦a⟧ = 1 ⟦a⟧ = ⟦┃a⟧ + t.a + t[⟦a⟧] end");

// Globals
declared(lua, "⟦x⟧ = 1 print(┃x)", "file");
declared(lua, "function f() ⟦x⟧ = 1 end print(┃x)", "file");
declared(lua, "print(┃f()) function ⟦f⟧() end", "file");
declared(lua, "do local ⟦f⟧ function ⟦f⟧() return ┃f end end", "local");
declared(lua, "⟦x⟧ = 1 f(┃x) local x = 2", "file");
stands(lua, "⟦x⟧ = 1 ⟦┃x⟧ = 2 local x = 3 x = 4");
free(lua, "print(┃x)");

// Names asked of something
free(lua, "local a = 1 print(t.┃a)");
free(lua, "local a = 1 t:┃a()");
free(lua, "local a = 1 t = { ┃a = 2 }");
declared(lua, "local ⟦a⟧ = 1 t = { [┃a] = 2, a }", "file");
free(lua, "local M = {} function M.┃f() end");
declared(lua, "function M:f⟦(⟧) return ┃self.x end", "local");
declared(lua, "function M.f(⟦self⟧) return ┃self.x end", "local");
declared(lua, "function M:f(⟦a⟧) return ┃a end", "local");
free(lua, "function M.f() return ┃self end");
free(lua, "function M:f┃(a) end");

// Labels
declared(lua, "for i = 1, 9 do goto ┃next ::⟦next⟧:: end", "local");
declared(lua, "local next = 1 do goto ┃next ::⟦next⟧:: end", "local");

// Modules
imported(lua, 'local m = require "a.b" print(┃m)', "a.b");
imported(lua, "local m = require('a.b') print(┃m)", "a.b");
imported(lua, 'local f = require("a.b").g ┃f()', "a.b", "g");
imported(lua, 'local f = require("a.b").┃g', "a.b", "g");
imported(lua, 'require "a.┃b"', "a.b");
declared(lua, 'local ⟦m⟧ = demand "a.b" print(┃m)', "file");

// Which can be renamed
renamable(lua, "function f(┃a) end", true);
renamable(lua, "local ┃a = 1", true);
renamable(lua, "local ┃f function f() end", true);
renamable(lua, "local ┃m = require 'm'", true);
renamable(lua, "┃a = 1", false);
renamable(lua, "function ┃f() end", false);
renamable(lua, "function M:f() return ┃self end", false);

// Text of all kinds
declared(lua, 'function f(⟦a⟧)\r\n  -- 💣\r\n  return "💣" .. ┃a\r\nend\r\n', "local");
