/** What names mean in C#. */

import { declared, free, imported, renamable, stands } from "./check.js";

const cs = "csharp";
const inMethod = (body: string) => `class A { void M(int p) { ${body} } }`;

// Parameters and variables
declared(cs, "class A { int M(int ⟦a⟧) { return ┃a; } }", "local");
declared(cs, "class A { int M(ref int a, params int[] ⟦rest⟧) => ┃rest[0]; }", "local");
declared(cs, "class A { int this[int ⟦i⟧] => ┃i; }", "local");
declared(cs, "class A { int x; int M() { int ⟦x⟧ = 1; return ┃x; } }", "local");
declared(cs, inMethod("{ int a = 1; } { int ⟦a⟧ = 2; Use(┃a); }"), "local");
declared(cs, inMethod("for (int i = 0, ⟦n⟧ = 1; i < ┃n; i++) {}"), "local");
declared(cs, inMethod("foreach (var ⟦item⟧ in all) Use(┃item);"), "local");
declared(cs, inMethod("foreach (var (k, ⟦v⟧) in all) Use(┃v);"), "local");
declared(cs, inMethod("foreach ((int k, var ⟦v⟧) in all) Use(┃v);"), "local");
declared(cs, inMethod("using (var ⟦r⟧ = Open()) { ┃r.Read(); }"), "local");
declared(cs, inMethod("using var ⟦r⟧ = Open(); ┃r.Read();"), "local");
declared(cs, inMethod("try {} catch (E ⟦e⟧) when (┃e.X) { throw; }"), "local");
declared(cs, inMethod("var (a, (⟦b⟧, _)) = F(); Use(┃b);"), "local");
declared(cs, inMethod("(int a, var ⟦b⟧) = F(); Use(┃b);"), "local");
declared(cs, inMethod("if (F(out var ⟦n⟧)) Use(┃n);"), "local");
declared(cs, inMethod("if (!F(out int ⟦n⟧)) return; Use(┃n);"), "local");
free(cs, inMethod("for (int i = 0;;) {} Use(┃i);"));
declared(cs, inMethod('var ⟦a⟧ = "💣";\r\nUse($"💣 {┃a:💣}");\r\n'), "local");

// Functions in functions
declared(cs, inMethod("F(⟦x⟧ => ┃x + 1);"), "local");
declared(cs, inMethod("F((x, ⟦y⟧) => { return ┃y; });"), "local");
declared(cs, inMethod("F(delegate(int ⟦x⟧) { return ┃x; });"), "local");
declared(cs, "class A { void M(int ⟦p⟧) { F(x => ┃p); } }", "local");
declared(cs, inMethod("┃F(1); int ⟦F⟧(int a) => a;"), "local");
declared(cs, inMethod("int F<⟦T⟧>(┃T a) => 1;"), "local");

// Patterns
declared(cs, inMethod("if (o is string ⟦s⟧ && ┃s.Length > 0) {}"), "local");
declared(cs, inMethod("if (o is { X: var ⟦x⟧ }) Use(┃x);"), "local");
declared(cs, inMethod("if (o is B { X: 1 } ⟦b⟧) Use(┃b);"), "local");
declared(cs, inMethod("switch (o) { case A a: Use(a); break; case B ⟦a⟧ when ┃a.X: break; }"), "local");
declared(cs, inMethod("return o switch { A ⟦a⟧ => ┃a, B a => a, _ => 0 };"), "local");
free(cs, inMethod("var X = 1; if (o is { ┃X: 1 }) {}"));

// Queries
declared(cs, inMethod("Use(from ⟦x⟧ in all where ┃x > 1 select x);"), "local");
declared(cs, inMethod("Use(from x in all let ⟦y⟧ = x.Y select ┃y);"), "local");
declared(cs, inMethod("Use(from x in all join ⟦y⟧ in more on x.Id equals ┃y.Id select x);"), "local");
declared(cs, inMethod("Use(from x in all group x by x.K into ⟦g⟧ select ┃g.Key);"), "local");
declared(cs, "class A { int ⟦x⟧; void M() { Use(from x in ┃x select x); } }", "member");

// Properties and what is declared without a word
declared(cs, "class A { int value; int X { ⟦set⟧ { this.value = ┃value; } } }", "local");
declared(cs, "class A { int ⟦value⟧; int X { get { return ┃value; } } }", "member");
declared(cs, "class A { event E X { ⟦add⟧ { ┃value(); } remove {} } }", "local");

// Members and types
declared(cs, "class A { int ⟦x⟧; A(int x) { this.┃x = x; } }", "member");
declared(cs, "class A { int ⟦X⟧ { get; set; } int M() => ┃X; }", "member");
declared(cs, "class A { void ⟦M⟧<T>() { this.┃M<int>(); } }", "member");
declared(cs, "class A { event E ⟦X⟧; void M() { ┃X += F; } }", "member");
declared(cs, "enum E { ⟦One⟧, Two = ┃One + 1 }", "member");
declared(cs, "record P(int ⟦X⟧) { int Twice => 2 * ┃X; }", "member");
declared(cs, "class P(int ⟦x⟧) { int Twice => 2 * ┃x; }", "local");
declared(cs, "static class B { public static int ⟦N⟧; } class A { int M() => B.┃N; }", "member");
declared(cs, "class A<⟦T⟧> where T : class { ┃T t; }", "local");
declared(cs, "class A<T> { void M<⟦T⟧>(┃T t) {} }", "local");
declared(cs, "namespace N { class ⟦A⟧ { ┃A a; } }", "file");
declared(cs, "enum ⟦Color⟧ { Red } class A { Color Color => ┃Color.Red; }", "file");
declared(cs, "enum Color { Red } class A { Color ⟦Color⟧ { get; } bool M() => F(┃Color); }", "member");
declared(cs, "class A { ⟦┃A⟧() {} }", "member");
free(cs, "class A { int x; int M(A other) { return other.┃x; } }");
free(cs, "class A { void M() { base.┃M(); } }");
free(cs, "class A { void I.M() { } void N() { ┃M(); } }");
free(cs, inMethod("F(┃p: 1);"));
free(cs, inMethod("new B { ┃p = 1 };"));
free(cs, inMethod("Use(new { ┃p = 1 });"));

// What the grammar misreads behind an `#if`
free(cs, inMethod("switch (p) {\n case 1: break;\n#if X\n case ┃B.C: Use(p); break;\n#endif\n }"));
declared(cs, inMethod("int ⟦a⟧ = 1; F(┃a * p, p);"), "local");

// Labels
declared(cs, inMethod("⟦again⟧: goto ┃again;"), "local");

// Usings
imported(cs, "using B = N.M.C; class A { ┃B b; }", "N.M", "C");
imported(cs, "using N.┃M;", "N.M");

stands(cs, "class A { int M(int ⟦a⟧) { ⟦a⟧ += 1; F(a: ⟦a⟧, x.a); return ⟦┃a⟧; } }");
renamable(cs, inMethod("var ┃a = 1; Use(a);"), true);
renamable(cs, inMethod("F(┃x => x);"), true);
renamable(cs, "class A { int M(int ┃a) { return a; } }", false);
renamable(cs, "class A { int X { set { Use(┃value); } } }", false);
renamable(cs, "class A { private int ┃x; }", false);
renamable(cs, "using ┃B = N.C; class A { B b; }", true);
renamable(cs, "global using ┃B = N.C;", false);
