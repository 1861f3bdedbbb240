/** What names mean in Java. */

import { declared, free, imported, renamable, stands } from "./check.js";

const java = "java";
const inMethod = (body: string) => `class A { void m(int p) { ${body} } }`;

// Parameters and variables
declared(java, "class A { int m(int ⟦a⟧) { return ┃a; } }", "local");
declared(java, "class A { int m(int... ⟦a⟧) { return ┃a; } }", "local");
declared(java, "class A { A(int ⟦x⟧) { this.x = ┃x; } int x; }", "local");
declared(java, "class A { int x; int m() { int ⟦x⟧ = 1; return ┃x; } }", "local");
declared(java, "class A { int ⟦x⟧; int m() { use(┃x); int x = 1; return x; } }", "member");
declared(java, inMethod("{ int a = 1; } { int ⟦a⟧ = 2; use(┃a); }"), "local");
declared(java, inMethod("for (int i = 0, ⟦n⟧ = 1; i < ┃n; i++) {}"), "local");
declared(java, inMethod("for (var ⟦s⟧ : all) use(┃s);"), "local");
declared(java, inMethod("try (var ⟦in⟧ = open()) { ┃in.read(); }"), "local");
declared(java, inMethod("try {} catch (A | B ⟦e⟧) { throw ┃e; }"), "local");
declared(java, inMethod("switch (p) { case 1: int ⟦a⟧ = 1; break; default: use(┃a = 2); }"), "local");
free(java, inMethod("for (int i = 0;;) {} use(┃i);"));
free(java, inMethod("do { int d = 1; } while (┃d > 0);"));
declared(java, inMethod('String ⟦a⟧ = "💣";\r\nuse("💣", ┃a);\r\n'), "local");

// Lambdas
declared(java, inMethod("f(⟦x⟧ -> ┃x + 1);"), "local");
declared(java, inMethod("f((x, ⟦y⟧) -> { return ┃y; });"), "local");
declared(java, inMethod("f((int x, final String ⟦y⟧) -> ┃y);"), "local");
declared(java, "class A { void m(int ⟦p⟧) { f(x -> ┃p); } }", "local");
declared(java, "class A { void m(int ⟦p⟧) { new B() { int n() { return ┃p; } }; } }", "local");

// Patterns
declared(java, inMethod("if (o instanceof String ⟦s⟧ && ┃s.isEmpty()) {}"), "local");
declared(java, inMethod("if (!(o instanceof String ⟦s⟧)) return; use(┃s);"), "local");
declared(java, inMethod("if (o instanceof A s) use(s); if (o instanceof B ⟦s⟧) use(┃s);"), "local");
declared(java, inMethod("switch (o) { case A(int x, var ⟦y⟧) when ┃y > 1 -> use(x); default -> {} }"), "local");
declared(java, inMethod("return switch (o) { case A ⟦a⟧ -> ┃a; case B a -> a; default -> 0; };"), "local");
declared(java, "class A { boolean b = o instanceof String ⟦s⟧ && ┃s.isEmpty(); }", "local");

// Labels
declared(java, inMethod("⟦out⟧: for (;;) { int out = 1; continue ┃out; }"), "local");

// Types
declared(java, "class A<⟦T⟧> { ┃T t; }", "local");
declared(java, "class A<T> { <⟦T⟧> void m(┃T t) {} }", "local");
declared(java, "class ⟦A⟧ { ┃A a; }", "file");
declared(java, "class A { enum ⟦E⟧ { X } E m(┃E e) { return e; } }", "member");
declared(java, inMethod("class ⟦Local⟧ {} new ┃Local();"), "local");
declared(java, "@interface ⟦Ann⟧ {} @┃Ann class A {}", "file");
declared(java, "class A { int ⟦A⟧; int m() { return ┃A; } }", "member");

// Members: fields and methods of one name are two things
declared(java, "class A { int ⟦size⟧; int size() { return ┃size; } }", "member");
declared(java, "class A { int size; int ⟦size⟧() { return ┃size(); } }", "member");
declared(java, "class A { int ⟦x⟧; A(int x) { this.┃x = x; } }", "member");
declared(java, "class A { void ⟦m⟧() {} Runnable r = this::┃m; }", "member");
declared(java, "class A { void ⟦m⟧() {} class B { void n() { ┃m(); } } }", "member");
declared(java, "enum E { ⟦X⟧; E next() { return ┃X; } }", "member");
declared(java, "record P(int ⟦a⟧) { int twice() { return 2 * ┃a; } }", "member");
declared(java, "record P(int ⟦a⟧) { P { if (┃a < 0) throw null; } }", "member");
declared(java, "interface I { int ⟦N⟧ = 1; default int n() { return ┃N; } }", "member");
declared(java, "class A { static class B { static int ⟦n⟧; } int m() { return B.┃n; } }", "member");
declared(java, "class A { class B { void m() { A.this.┃m(); } } void ⟦m⟧() {} }", "member");
declared(java, "class A { ⟦┃A⟧() {} }", "member");
free(java, "class A { int x; int m(A other) { return other.┃x; } }");
free(java, "class A { void m() { super.┃m(); } }");
free(java, "class A { int value; @Ann(┃value = 1) int x; }");
free(java, "class A { void m() { ┃println(); } }");

// Imports
imported(java, "import a.b.C; class A { ┃C c; }", "a.b", "C");
imported(java, "import static a.B.c; class A { int m() { return ┃c(); } }", "a.B", "c");
imported(java, "import a.┃b.*;", "a.b");

stands(java, "class A { int m(int ⟦a⟧) { ⟦a⟧ += 1; f(a -> a); return ⟦┃a⟧ + this.a; } }");
renamable(java, "class A { int m(int ┃a) { return a; } }", true);
renamable(java, "class A<┃T> { T t; }", true);
renamable(java, "class A { private int ┃x; }", false);
renamable(java, "import a.B; class A { ┃B b; }", false);
renamable(java, inMethod("class ┃Local { Local() {} }"), false);
