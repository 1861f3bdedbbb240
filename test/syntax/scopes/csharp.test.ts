/** Scopes and names of C#. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const cs = "csharp";
const inMethod = (body: string) => `class A { void M(int p) { ${body} } }`;

// Parameters and variables
declares(cs, "class A { int M(int ⟦a⟧) { return ┃a; } }", "local");
declares(cs, "class A { int M(ref int a, params int[] ⟦rest⟧) => ┃rest[0]; }", "local");
declares(cs, "class A { int this[int ⟦i⟧] => ┃i; }", "local");
declares(cs, "class A { int x; int M() { int ⟦x⟧ = 1; return ┃x; } }", "local");
declares(cs, inMethod("{ int a = 1; } { int ⟦a⟧ = 2; Use(┃a); }"), "local");
declares(cs, inMethod("for (int i = 0, ⟦n⟧ = 1; i < ┃n; i++) {}"), "local");
declares(cs, inMethod("foreach (var ⟦item⟧ in all) Use(┃item);"), "local");
declares(cs, inMethod("foreach (var (k, ⟦v⟧) in all) Use(┃v);"), "local");
declares(cs, inMethod("foreach ((int k, var ⟦v⟧) in all) Use(┃v);"), "local");
declares(cs, inMethod("using (var ⟦r⟧ = Open()) { ┃r.Read(); }"), "local");
declares(cs, inMethod("using var ⟦r⟧ = Open(); ┃r.Read();"), "local");
declares(cs, inMethod("try {} catch (E ⟦e⟧) when (┃e.X) { throw; }"), "local");
declares(cs, inMethod("var (a, (⟦b⟧, _)) = F(); Use(┃b);"), "local");
declares(cs, inMethod("(int a, var ⟦b⟧) = F(); Use(┃b);"), "local");
declares(cs, inMethod("if (F(out var ⟦n⟧)) Use(┃n);"), "local");
declares(cs, inMethod("if (!F(out int ⟦n⟧)) return; Use(┃n);"), "local");
isFree(cs, inMethod("for (int i = 0;;) {} Use(┃i);"));
declares(cs, inMethod('var ⟦a⟧ = "💣";\r\nUse($"💣 {┃a:💣}");\r\n'), "local");

// Nested functions
declares(cs, inMethod("F(⟦x⟧ => ┃x + 1);"), "local");
declares(cs, inMethod("F((x, ⟦y⟧) => { return ┃y; });"), "local");
declares(cs, inMethod("F(delegate(int ⟦x⟧) { return ┃x; });"), "local");
declares(cs, "class A { void M(int ⟦p⟧) { F(x => ┃p); } }", "local");
declares(cs, inMethod("┃F(1); int ⟦F⟧(int a) => a;"), "local");
declares(cs, inMethod("int F<⟦T⟧>(┃T a) => 1;"), "local");

// Patterns
declares(cs, inMethod("if (o is string ⟦s⟧ && ┃s.Length > 0) {}"), "local");
declares(cs, inMethod("if (o is { X: var ⟦x⟧ }) Use(┃x);"), "local");
declares(cs, inMethod("if (o is B { X: 1 } ⟦b⟧) Use(┃b);"), "local");
declares(cs, inMethod("switch (o) { case A a: Use(a); break; case B ⟦a⟧ when ┃a.X: break; }"), "local");
declares(cs, inMethod("return o switch { A ⟦a⟧ => ┃a, B a => a, _ => 0 };"), "local");
isFree(cs, inMethod("var X = 1; if (o is { ┃X: 1 }) {}"));

// Queries
declares(cs, inMethod("Use(from ⟦x⟧ in all where ┃x > 1 select x);"), "local");
declares(cs, inMethod("Use(from x in all let ⟦y⟧ = x.Y select ┃y);"), "local");
declares(cs, inMethod("Use(from x in all join ⟦y⟧ in more on x.Id equals ┃y.Id select x);"), "local");
declares(cs, inMethod("Use(from x in all group x by x.K into ⟦g⟧ select ┃g.Key);"), "local");
declares(cs, "class A { int ⟦x⟧; void M() { Use(from x in ┃x select x); } }", "member");

// Properties and implicit declarations
declares(cs, "class A { int value; int X { ⟦set⟧ { this.value = ┃value; } } }", "local");
declares(cs, "class A { int ⟦value⟧; int X { get { return ┃value; } } }", "member");
declares(cs, "class A { event E X { ⟦add⟧ { ┃value(); } remove {} } }", "local");

// Members and types
declares(cs, "class A { int ⟦x⟧; A(int x) { this.┃x = x; } }", "member");
declares(cs, "class A { int ⟦X⟧ { get; set; } int M() => ┃X; }", "member");
declares(cs, "class A { void ⟦M⟧<T>() { this.┃M<int>(); } }", "member");
declares(cs, "class A { event E ⟦X⟧; void M() { ┃X += F; } }", "member");
declares(cs, "enum E { ⟦One⟧, Two = ┃One + 1 }", "member");
declares(cs, "record P(int ⟦X⟧) { int Twice => 2 * ┃X; }", "member");
declares(cs, "class P(int ⟦x⟧) { int Twice => 2 * ┃x; }", "local");
declares(cs, "static class B { public static int ⟦N⟧; } class A { int M() => B.┃N; }", "member");
declares(cs, "class A<⟦T⟧> where T : class { ┃T t; }", "local");
declares(cs, "class A<T> { void M<⟦T⟧>(┃T t) {} }", "local");
declares(cs, "namespace N { class ⟦A⟧ { ┃A a; } }", "file");
declares(cs, "enum ⟦Color⟧ { Red } class A { Color Color => ┃Color.Red; }", "file");
declares(cs, "enum Color { Red } class A { Color ⟦Color⟧ { get; } bool M() => F(┃Color); }", "member");
declares(cs, "class A { ⟦┃A⟧() {} }", "member");
isFree(cs, "class A { int x; int M(A other) { return other.┃x; } }");
isFree(cs, "class A { void M() { base.┃M(); } }");
isFree(cs, "class A { void I.M() { } void N() { ┃M(); } }");
isFree(cs, inMethod("F(┃p: 1);"));
isFree(cs, inMethod("new B { ┃p = 1 };"));
isFree(cs, inMethod("Use(new { ┃p = 1 });"));

// Text that the grammar misreads after an `#if`
isFree(cs, inMethod("switch (p) {\n case 1: break;\n#if X\n case ┃B.C: Use(p); break;\n#endif\n }"));
declares(cs, inMethod("int ⟦a⟧ = 1; F(┃a * p, p);"), "local");

// Labels
declares(cs, inMethod("⟦again⟧: goto ┃again;"), "local");

// Usings
imports(cs, "using B = N.M.C; class A { ┃B b; }", "N.M", "C");
imports(cs, "using N.┃M;", "N.M");

occurs(cs, "class A { int M(int ⟦a⟧) { ⟦a⟧ += 1; F(a: ⟦a⟧, x.a); return ⟦┃a⟧; } }");
checkRenamable(cs, inMethod("var ┃a = 1; Use(a);"), true);
checkRenamable(cs, inMethod("F(┃x => x);"), true);
checkRenamable(cs, "class A { int M(int ┃a) { return a; } }", false);
checkRenamable(cs, "class A { int X { set { Use(┃value); } } }", false);
checkRenamable(cs, "class A { private int ┃x; }", false);
checkRenamable(cs, "using ┃B = N.C; class A { B b; }", true);
checkRenamable(cs, "global using ┃B = N.C;", false);
