/** Scopes and names of Java. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const java = "java";
const inMethod = (body: string) => `class A { void m(int p) { ${body} } }`;

// Parameters and variables
declares(java, "class A { int m(int ⟦a⟧) { return ┃a; } }", "local");
declares(java, "class A { int m(int... ⟦a⟧) { return ┃a; } }", "local");
declares(java, "class A { A(int ⟦x⟧) { this.x = ┃x; } int x; }", "local");
declares(java, "class A { int x; int m() { int ⟦x⟧ = 1; return ┃x; } }", "local");
declares(java, "class A { int ⟦x⟧; int m() { use(┃x); int x = 1; return x; } }", "member");
declares(java, inMethod("{ int a = 1; } { int ⟦a⟧ = 2; use(┃a); }"), "local");
declares(java, inMethod("for (int i = 0, ⟦n⟧ = 1; i < ┃n; i++) {}"), "local");
declares(java, inMethod("for (var ⟦s⟧ : all) use(┃s);"), "local");
declares(java, inMethod("try (var ⟦in⟧ = open()) { ┃in.read(); }"), "local");
declares(java, inMethod("try {} catch (A | B ⟦e⟧) { throw ┃e; }"), "local");
declares(java, inMethod("switch (p) { case 1: int ⟦a⟧ = 1; break; default: use(┃a = 2); }"), "local");
isFree(java, inMethod("for (int i = 0;;) {} use(┃i);"));
isFree(java, inMethod("do { int d = 1; } while (┃d > 0);"));
declares(java, inMethod('String ⟦a⟧ = "💣";\r\nuse("💣", ┃a);\r\n'), "local");

// Lambdas
declares(java, inMethod("f(⟦x⟧ -> ┃x + 1);"), "local");
declares(java, inMethod("f((x, ⟦y⟧) -> { return ┃y; });"), "local");
declares(java, inMethod("f((int x, final String ⟦y⟧) -> ┃y);"), "local");
declares(java, "class A { void m(int ⟦p⟧) { f(x -> ┃p); } }", "local");
declares(java, "class A { void m(int ⟦p⟧) { new B() { int n() { return ┃p; } }; } }", "local");

// Patterns
declares(java, inMethod("if (o instanceof String ⟦s⟧ && ┃s.isEmpty()) {}"), "local");
declares(java, inMethod("if (!(o instanceof String ⟦s⟧)) return; use(┃s);"), "local");
declares(java, inMethod("if (o instanceof A s) use(s); if (o instanceof B ⟦s⟧) use(┃s);"), "local");
declares(java, inMethod("switch (o) { case A(int x, var ⟦y⟧) when ┃y > 1 -> use(x); default -> {} }"), "local");
declares(java, inMethod("return switch (o) { case A ⟦a⟧ -> ┃a; case B a -> a; default -> 0; };"), "local");
declares(java, "class A { boolean b = o instanceof String ⟦s⟧ && ┃s.isEmpty(); }", "local");

// Labels
declares(java, inMethod("⟦out⟧: for (;;) { int out = 1; continue ┃out; }"), "local");

// Types
declares(java, "class A<⟦T⟧> { ┃T t; }", "local");
declares(java, "class A<T> { <⟦T⟧> void m(┃T t) {} }", "local");
declares(java, "class ⟦A⟧ { ┃A a; }", "file");
declares(java, "class A { enum ⟦E⟧ { X } E m(┃E e) { return e; } }", "member");
declares(java, inMethod("class ⟦Local⟧ {} new ┃Local();"), "local");
declares(java, "@interface ⟦Ann⟧ {} @┃Ann class A {}", "file");
declares(java, "class A { int ⟦A⟧; int m() { return ┃A; } }", "member");

// Members: a field and a method of one name differ
declares(java, "class A { int ⟦size⟧; int size() { return ┃size; } }", "member");
declares(java, "class A { int size; int ⟦size⟧() { return ┃size(); } }", "member");
declares(java, "class A { int ⟦x⟧; A(int x) { this.┃x = x; } }", "member");
declares(java, "class A { void ⟦m⟧() {} Runnable r = this::┃m; }", "member");
declares(java, "class A { void ⟦m⟧() {} class B { void n() { ┃m(); } } }", "member");
declares(java, "enum E { ⟦X⟧; E next() { return ┃X; } }", "member");
declares(java, "record P(int ⟦a⟧) { int twice() { return 2 * ┃a; } }", "member");
declares(java, "record P(int ⟦a⟧) { P { if (┃a < 0) throw null; } }", "member");
declares(java, "interface I { int ⟦N⟧ = 1; default int n() { return ┃N; } }", "member");
declares(java, "class A { static class B { static int ⟦n⟧; } int m() { return B.┃n; } }", "member");
declares(java, "class A { class B { void m() { A.this.┃m(); } } void ⟦m⟧() {} }", "member");
declares(java, "class A { ⟦┃A⟧() {} }", "member");
isFree(java, "class A { int x; int m(A other) { return other.┃x; } }");
isFree(java, "class A { void m() { super.┃m(); } }");
isFree(java, "class A { int value; @Ann(┃value = 1) int x; }");
isFree(java, "class A { void m() { ┃println(); } }");

// Imports
imports(java, "import a.b.C; class A { ┃C c; }", "a.b", "C");
imports(java, "import static a.B.c; class A { int m() { return ┃c(); } }", "a.B", "c");
imports(java, "import a.┃b.*;", "a.b");

occurs(java, "class A { int m(int ⟦a⟧) { ⟦a⟧ += 1; f(a -> a); return ⟦┃a⟧ + this.a; } }");
checkRenamable(java, "class A { int m(int ┃a) { return a; } }", true);
checkRenamable(java, "class A<┃T> { T t; }", true);
checkRenamable(java, "class A { private int ┃x; }", false);
checkRenamable(java, "import a.B; class A { ┃B b; }", false);
checkRenamable(java, inMethod("class ┃Local { Local() {} }"), false);
