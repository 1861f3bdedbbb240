/** Scopes and names of Ruby. */

import { checkRenamable, declares, isFree, occurs } from "./check.js";

const ruby = "ruby";
const inMethod = (body: string) => `def m(p)\n${body}\nend`;

// A local variable exists from its first assignment on; before that, its name calls a method
declares(ruby, inMethod("⟦a⟧ = 1\n┃a"), "local");
isFree(ruby, inMethod("┃a\na = 1"));
declares(ruby, inMethod("⟦a⟧, (b, *c) = p\n┃a"), "local");
declares(ruby, inMethod("a, (b, *⟦c⟧) = p\n┃c"), "local");
declares(ruby, inMethod("⟦a⟧ ||= 1\n┃a += 1"), "local");
declares(ruby, inMethod("if x\n⟦a⟧ = 1\nend\n┃a"), "local");
declares(ruby, inMethod("for ⟦i⟧ in p do ┃i end"), "local");
declares(ruby, inMethod("begin\nrescue A => ⟦e⟧\n┃e\nend"), "local");
declares(ruby, inMethod("⟦a⟧ = x rescue nil\n┃a"), "local");
declares(ruby, inMethod('⟦a⟧ = "💣"\r\n"💣 #{┃a} 💣"\r\n'), "local");
declares(ruby, inMethod("⟦a⟧ = 1\n<<~EOS\n 💣 #{┃a}\nEOS"), "local");
declares(ruby, "⟦a⟧ = 1\n┃a", "file");
isFree(ruby, "a = 1\ndef m\n┃a\nend");
isFree(ruby, "a = 1\nclass A\n┃a\nend");
declares(ruby, "class A\n⟦a⟧ = 1\nuse(┃a)\nend", "local");
isFree(ruby, inMethod("a = 1\nx.┃a"));

// Parameters
declares(ruby, "def m(⟦a⟧)\n┃a\nend", "local");
declares(ruby, "def m(a, ⟦b⟧ = a)\n┃b\nend", "local");
declares(ruby, "def m(⟦a⟧, b = ┃a)\nend", "local");
declares(ruby, "def m(*⟦rest⟧, k:, **o, &b)\n┃rest\nend", "local");
declares(ruby, "def m(k:, ⟦o⟧: 1)\n┃o\nend", "local");
declares(ruby, "def m(**⟦o⟧)\n┃o\nend", "local");
declares(ruby, "def m(&⟦b⟧)\n┃b.call\nend", "local");
declares(ruby, "def self.m(⟦a⟧) = ┃a", "local");
isFree(ruby, inMethod("x(┃p: 1)"));

// Blocks see outer names, and keep the ones they declare
declares(ruby, "def m(⟦a⟧)\nx.each { |b| ┃a }\nend", "local");
declares(ruby, inMethod("x.each { |⟦a⟧| ┃a }"), "local");
declares(ruby, inMethod("x.each { |(a, ⟦b⟧)| ┃b }"), "local");
declares(ruby, inMethod("a = 1\nx.each { |b; ⟦a⟧| ┃a }"), "local");
declares(ruby, inMethod("⟦a⟧ = 1\nx.each { ⟦a⟧ = 2 }\n┃a"), "local");
isFree(ruby, inMethod("x.each { a = 2 }\n┃a"));
declares(ruby, inMethod("a = 1\nx.each { |⟦a⟧| ┃a }"), "local");
declares(ruby, inMethod("->(⟦a⟧) { ┃a }"), "local");
isFree(ruby, inMethod("x.each { ┃it + _1 }"));

// Patterns
declares(ruby, inMethod("case p\nin [⟦a⟧, *] then ┃a\nend"), "local");
declares(ruby, inMethod("case p\nin [a, *⟦b⟧] then ┃b\nend"), "local");
declares(ruby, inMethod("case p\nin {⟦name⟧:} then ┃name\nend"), "local");
declares(ruby, inMethod("case p\nin {k: ⟦v⟧} then ┃v\nend"), "local");
declares(ruby, inMethod("case p\nin Integer => ⟦n⟧ if ┃n > 1 then 1\nend"), "local");
declares(ruby, inMethod("⟦a⟧ = 1\ncase p\nin ^┃a then 1\nend"), "local");
declares(ruby, inMethod("p => {⟦a⟧:}\n┃a"), "local");

// Members
declares(ruby, "class A\ndef ⟦m⟧; end\ndef n; ┃m; end\nend", "member");
declares(ruby, "class A\ndef ⟦m⟧; end\ndef n; self.┃m(1); end\nend", "member");
declares(ruby, "class A\nattr_reader :⟦x⟧\ndef n; ┃x; end\nend", "member");
declares(ruby, "class A\ndef initialize; ⟦@x⟧ = 1; end\ndef n; ┃@x; end\nend", "member");
declares(ruby, "class A\n⟦@@x⟧ = 1\ndef n; ┃@@x; end\nend", "member");
declares(ruby, "class A\ndef x; end\ndef n\n⟦x⟧ = 1\n┃x\nend\nend", "local");
declares(ruby, "class A\nprivate def ⟦m⟧; end\ndef n; ┃m; end\nend", "member");
declares(ruby, "class A\nalias ⟦n⟧ m\ndef o; ┃n; end\nend", "member");
declares(ruby, "class A\ndef self.⟦m⟧; end\ndef self.n; ┃m; end\nend", "member");
declares(ruby, "class A\nclass << self\ndef ⟦m⟧; end\ndef n; ┃m; end\nend\nend", "member");
declares(ruby, "class A\ndef self.⟦make⟧; end\nend\nA.┃make", "member");
isFree(ruby, "class A\ndef m; end\ndef self.n; ┃m; end\nend");
isFree(ruby, "class A\ndef self.m; end\ndef n; ┃m; end\nend");
isFree(ruby, "class A\ndef m; end\nclass B\ndef n; ┃m; end\nend\nend");
isFree(ruby, "class A\ndef initialize; @x = 1; end\ndef self.n; ┃@x; end\nend");
isFree(ruby, "class A\nB = Struct.new(:b) do\ndef m; end\nend\ndef n; ┃m; end\nend");
isFree(ruby, "class A\ndef m; super; ┃puts(1); end\nend");
declares(ruby, "def ⟦m⟧; end\ndef n; ┃m; end", "file");

// Constants
declares(ruby, "class ⟦A⟧\nend\n┃A.new", "file");
declares(ruby, "module M\n⟦X⟧ = 1\nclass A\ndef m; ┃X; end\nend\nend", "member");
declares(ruby, "module M\nX = 1\nend\nclass A\n⟦X⟧ = 2\n┃X\nend", "member");
declares(ruby, "module M\n⟦X⟧ = 1\nend\nM::┃X", "member");
isFree(ruby, "class A\nend\n::┃A");
declares(ruby, "⟦$x⟧ = 1\ndef m; ┃$x; end", "file");

occurs(ruby, inMethod("⟦a⟧ = 1\nx(⟦a⟧:, b: ⟦a⟧, a: 1)\n⟦a⟧ += y.a\nz { |a| a }\n⟦┃a⟧"));
checkRenamable(ruby, inMethod("┃a = 1\na"), true);
checkRenamable(ruby, "┃a = 1\na", true);
checkRenamable(ruby, "def m(┃a); a; end", true);
checkRenamable(ruby, "def m(┃a:); a; end", false);
checkRenamable(ruby, "class A\ndef ┃m; end\nend", false);
checkRenamable(ruby, "$┃x = 1", false);
