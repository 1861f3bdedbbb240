/** What names mean in Ruby. */

import { declared, free, renamable, stands } from "./check.js";

const ruby = "ruby";
const inMethod = (body: string) => `def m(p)\n${body}\nend`;

// A local is one from its first assignment on; before, its name calls a method
declared(ruby, inMethod("⟦a⟧ = 1\n┃a"), "local");
free(ruby, inMethod("┃a\na = 1"));
declared(ruby, inMethod("⟦a⟧, (b, *c) = p\n┃a"), "local");
declared(ruby, inMethod("a, (b, *⟦c⟧) = p\n┃c"), "local");
declared(ruby, inMethod("⟦a⟧ ||= 1\n┃a += 1"), "local");
declared(ruby, inMethod("if x\n⟦a⟧ = 1\nend\n┃a"), "local");
declared(ruby, inMethod("for ⟦i⟧ in p do ┃i end"), "local");
declared(ruby, inMethod("begin\nrescue A => ⟦e⟧\n┃e\nend"), "local");
declared(ruby, inMethod("⟦a⟧ = x rescue nil\n┃a"), "local");
declared(ruby, inMethod('⟦a⟧ = "💣"\r\n"💣 #{┃a} 💣"\r\n'), "local");
declared(ruby, inMethod("⟦a⟧ = 1\n<<~EOS\n 💣 #{┃a}\nEOS"), "local");
declared(ruby, "⟦a⟧ = 1\n┃a", "file");
free(ruby, "a = 1\ndef m\n┃a\nend");
free(ruby, "a = 1\nclass A\n┃a\nend");
declared(ruby, "class A\n⟦a⟧ = 1\nuse(┃a)\nend", "local");
free(ruby, inMethod("a = 1\nx.┃a"));

// Parameters
declared(ruby, "def m(⟦a⟧)\n┃a\nend", "local");
declared(ruby, "def m(a, ⟦b⟧ = a)\n┃b\nend", "local");
declared(ruby, "def m(⟦a⟧, b = ┃a)\nend", "local");
declared(ruby, "def m(*⟦rest⟧, k:, **o, &b)\n┃rest\nend", "local");
declared(ruby, "def m(k:, ⟦o⟧: 1)\n┃o\nend", "local");
declared(ruby, "def m(**⟦o⟧)\n┃o\nend", "local");
declared(ruby, "def m(&⟦b⟧)\n┃b.call\nend", "local");
declared(ruby, "def self.m(⟦a⟧) = ┃a", "local");
free(ruby, inMethod("x(┃p: 1)"));

// Blocks see what is around them, and keep what they begin
declared(ruby, "def m(⟦a⟧)\nx.each { |b| ┃a }\nend", "local");
declared(ruby, inMethod("x.each { |⟦a⟧| ┃a }"), "local");
declared(ruby, inMethod("x.each { |(a, ⟦b⟧)| ┃b }"), "local");
declared(ruby, inMethod("a = 1\nx.each { |b; ⟦a⟧| ┃a }"), "local");
declared(ruby, inMethod("⟦a⟧ = 1\nx.each { ⟦a⟧ = 2 }\n┃a"), "local");
free(ruby, inMethod("x.each { a = 2 }\n┃a"));
declared(ruby, inMethod("a = 1\nx.each { |⟦a⟧| ┃a }"), "local");
declared(ruby, inMethod("->(⟦a⟧) { ┃a }"), "local");
free(ruby, inMethod("x.each { ┃it + _1 }"));

// Patterns
declared(ruby, inMethod("case p\nin [⟦a⟧, *] then ┃a\nend"), "local");
declared(ruby, inMethod("case p\nin [a, *⟦b⟧] then ┃b\nend"), "local");
declared(ruby, inMethod("case p\nin {⟦name⟧:} then ┃name\nend"), "local");
declared(ruby, inMethod("case p\nin {k: ⟦v⟧} then ┃v\nend"), "local");
declared(ruby, inMethod("case p\nin Integer => ⟦n⟧ if ┃n > 1 then 1\nend"), "local");
declared(ruby, inMethod("⟦a⟧ = 1\ncase p\nin ^┃a then 1\nend"), "local");
declared(ruby, inMethod("p => {⟦a⟧:}\n┃a"), "local");

// Members
declared(ruby, "class A\ndef ⟦m⟧; end\ndef n; ┃m; end\nend", "member");
declared(ruby, "class A\ndef ⟦m⟧; end\ndef n; self.┃m(1); end\nend", "member");
declared(ruby, "class A\nattr_reader :⟦x⟧\ndef n; ┃x; end\nend", "member");
declared(ruby, "class A\ndef initialize; ⟦@x⟧ = 1; end\ndef n; ┃@x; end\nend", "member");
declared(ruby, "class A\n⟦@@x⟧ = 1\ndef n; ┃@@x; end\nend", "member");
declared(ruby, "class A\ndef x; end\ndef n\n⟦x⟧ = 1\n┃x\nend\nend", "local");
declared(ruby, "class A\nprivate def ⟦m⟧; end\ndef n; ┃m; end\nend", "member");
declared(ruby, "class A\nalias ⟦n⟧ m\ndef o; ┃n; end\nend", "member");
declared(ruby, "class A\ndef self.⟦m⟧; end\ndef self.n; ┃m; end\nend", "member");
declared(ruby, "class A\nclass << self\ndef ⟦m⟧; end\ndef n; ┃m; end\nend\nend", "member");
declared(ruby, "class A\ndef self.⟦make⟧; end\nend\nA.┃make", "member");
free(ruby, "class A\ndef m; end\ndef self.n; ┃m; end\nend");
free(ruby, "class A\ndef self.m; end\ndef n; ┃m; end\nend");
free(ruby, "class A\ndef m; end\nclass B\ndef n; ┃m; end\nend\nend");
free(ruby, "class A\ndef initialize; @x = 1; end\ndef self.n; ┃@x; end\nend");
free(ruby, "class A\nB = Struct.new(:b) do\ndef m; end\nend\ndef n; ┃m; end\nend");
free(ruby, "class A\ndef m; super; ┃puts(1); end\nend");
declared(ruby, "def ⟦m⟧; end\ndef n; ┃m; end", "file");

// Constants
declared(ruby, "class ⟦A⟧\nend\n┃A.new", "file");
declared(ruby, "module M\n⟦X⟧ = 1\nclass A\ndef m; ┃X; end\nend\nend", "member");
declared(ruby, "module M\nX = 1\nend\nclass A\n⟦X⟧ = 2\n┃X\nend", "member");
declared(ruby, "module M\n⟦X⟧ = 1\nend\nM::┃X", "member");
free(ruby, "class A\nend\n::┃A");
declared(ruby, "⟦$x⟧ = 1\ndef m; ┃$x; end", "file");

stands(ruby, inMethod("⟦a⟧ = 1\nx(⟦a⟧:, b: ⟦a⟧, a: 1)\n⟦a⟧ += y.a\nz { |a| a }\n⟦┃a⟧"));
renamable(ruby, inMethod("┃a = 1\na"), true);
renamable(ruby, "┃a = 1\na", true);
renamable(ruby, "def m(┃a); a; end", true);
renamable(ruby, "def m(┃a:); a; end", false);
renamable(ruby, "class A\ndef ┃m; end\nend", false);
renamable(ruby, "$┃x = 1", false);
