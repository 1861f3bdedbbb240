/** Names of C# (https://learn.microsoft.com/dotnet/csharp/language-reference). */

import { answers } from "./cases.js";

const a = ["p/A.cs", "namespace P { public class A { public void ⟦Run⟧() {} } }\n"] as const;
const type = ["p/A.cs", "namespace P { public class ⟦A⟧ { public void Run() {} } }\n"] as const;
const other = [
  "o/A.cs",
  "namespace O { public class A { public void Run() {} public static int N; public class In {} } }\n",
] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "A type with arguments that an alias stands for",
      "a.cs",
      "namespace One { class ⟦Box⟧<T> {} }\nnamespace Two { class Box<T> {} }\n",
      "b.cs",
      "using G = One.┃Box<int>;\n",
    ],
    [
      "A constructor of the base class",
      "A.cs",
      "class A { public A() {} public ⟦A⟧(int x) {} }\nclass B : A { public B() : ┃base(1) {} }\n",
    ],
    [
      "A constructor that another one of its class calls",
      "A.cs",
      "class A { public A() : ┃this(1) {} public ⟦A⟧(int x) {} }\n",
    ],

    ["A using directive", ...type, ...other, "q/B.cs", "using P;\nnamespace Q { class B { ┃A a; } }\n"],
    [
      "A using directive before a file-scoped namespace",
      ...type,
      ...other,
      "q/B.cs",
      "using P;\nnamespace Q;\nclass B { ┃A a; }\n",
    ],
    [
      "A type of a file-scoped namespace",
      "p/A.cs",
      "namespace P;\npublic class ⟦A⟧ {}\n",
      ...other,
      "q/B.cs",
      "using P;\nclass B { ┃A a; }\n",
    ],
    ["The same namespace in another file", ...type, ...other, "q/B.cs", "namespace P { class B { ┃A a; } }\n"],
    ["An outer namespace", ...type, ...other, "q/B.cs", "namespace P.Q { class B { ┃A a; } }\n"],
    ["Nested namespaces", ...type, ...other, "q/B.cs", "namespace P { namespace Q { class B { ┃A a; } } }\n"],
    [
      "A namespace of several words",
      "p/A.cs",
      "namespace P.Q { public class ⟦A⟧ {} }\n",
      ...other,
      "q/B.cs",
      "using P.Q;\nclass B { ┃A a; }\n",
    ],
    ["A qualified name", ...type, ...other, "q/B.cs", "class B { P.┃A a; }\n"],
    ["A using alias", ...type, ...other, "q/B.cs", "using X = P.A;\nclass B { ┃X a; }\n"],
    ["A member by an alias", ...a, ...other, "q/B.cs", "using X = P.A;\nclass B { void F(X x) { x.┃Run(); } }\n"],
    [
      "A using static directive",
      "p/A.cs",
      "namespace P { public static class A { public static int ⟦N⟧; } }\n",
      ...other,
      "q/B.cs",
      "using static P.A;\nclass B { int x = ┃N; }\n",
    ],
    [
      "A static member",
      "p/A.cs",
      "namespace P { public class A { public static int ⟦N⟧; } }\n",
      ...other,
      "q/B.cs",
      "using P;\nclass B { int x = A.┃N; }\n",
    ],
    [
      "A nested type",
      "p/A.cs",
      "namespace P { public class A { public class ⟦In⟧ {} } }\n",
      ...other,
      "q/B.cs",
      "using P;\nclass B { A.┃In x; }\n",
    ],
    ["The type of a parameter", ...a, ...other, "q/B.cs", "using P;\nclass B { void F(A a) { a.┃Run(); } }\n"],
    [
      "The type of a nullable parameter",
      ...a,
      ...other,
      "q/B.cs",
      "using P;\nclass B { void F(A? a) { a?.┃Run(); } }\n",
    ],
    [
      "var takes the type of a constructor",
      ...a,
      ...other,
      "q/B.cs",
      "using P;\nclass B { void F() { var a = new A(); a.┃Run(); } }\n",
    ],
    [
      "var takes the result of a method",
      ...a,
      ...other,
      "q/B.cs",
      "using P;\nclass B { A Make() => null; void F() { var a = Make(); a.┃Run(); } }\n",
    ],
    [
      "The type of a field by this",
      ...a,
      ...other,
      "q/B.cs",
      "using P;\nclass B { A a; void F() { this.a.┃Run(); } }\n",
    ],
    [
      "The type of a property",
      ...a,
      ...other,
      "q/B.cs",
      "using P;\nclass B { A X { get; set; } void F() { X.┃Run(); } }\n",
    ],
    [
      "The element of a list in a loop",
      ...a,
      ...other,
      "q/B.cs",
      "using P;\nclass B { void F(List<A> xs) { foreach (var x in xs) x.┃Run(); } }\n",
    ],
    [
      "The declared type of a loop's variable",
      ...a,
      ...other,
      "q/B.cs",
      "using P;\nclass B { void F(object xs) { foreach (A x in xs) x.┃Run(); } }\n",
    ],
    ["The element of an array", ...a, ...other, "q/B.cs", "using P;\nclass B { void F(A[] xs) { xs[0].┃Run(); } }\n"],
    ["A cast", ...a, ...other, "q/B.cs", "using P;\nclass B { void F(object o) { ((A)o).┃Run(); } }\n"],
    ["An as expression", ...a, ...other, "q/B.cs", "using P;\nclass B { void F(object o) { (o as A).┃Run(); } }\n"],
    [
      "An inherited member without a receiver",
      ...a,
      ...other,
      "q/B.cs",
      "using P;\nclass B : A { void F() { ┃Run(); } }\n",
    ],
    ["base is the class above", ...a, ...other, "q/B.cs", "using P;\nclass B : A { void Run() { base.┃Run(); } }\n"],
    [
      "A member of a base class's base class",
      ...a,
      ...other,
      "q/B.cs",
      "using P;\nclass M : A {}\nclass B { void F(M m) { m.┃Run(); } }\n",
    ],
    [
      "A part of a partial class",
      "p/A.cs",
      "namespace P { public partial class A { public int X; } }\n",
      "p/A2.cs",
      "namespace P { public partial class A { public void ⟦Run⟧() {} } }\n",
      ...other,
      "q/B.cs",
      "using P;\nclass B { void F(A a) { a.┃Run(); } }\n",
    ],
    [
      "A member of an enum",
      "p/E.cs",
      "namespace P { public enum E { ⟦One⟧ } }\n",
      "o/E.cs",
      "namespace O { public enum E { One } }\n",
      "q/B.cs",
      "using P;\nclass B { E e = E.┃One; }\n",
    ],
    [
      "A method of a struct",
      "p/S.cs",
      "namespace P { public struct S { public void ⟦Run⟧() {} } }\n",
      ...other,
      "q/B.cs",
      "using P;\nclass B { void F(S s) { s.┃Run(); } }\n",
    ],
    [
      "A method of a record",
      "p/R.cs",
      "namespace P;\npublic record R(int X) { public void ⟦Run⟧() {} }\n",
      ...other,
      "q/B.cs",
      "using P;\nclass B { void F(R r) { r.┃Run(); } }\n",
    ],
    [
      "A property in an object initializer",
      "p/A.cs",
      "namespace P { public class A { public int ⟦X⟧ { get; set; } } }\n",
      "o/A.cs",
      "namespace O { public class A { public int X { get; set; } } }\n",
      "q/B.cs",
      "using P;\nclass B { A a = new A { ┃X = 1 }; }\n",
    ],
    [
      "A named argument",
      "p/A.cs",
      "namespace P { public class A { public void Run(int ⟦count⟧) {} } }\n",
      "o/A.cs",
      "namespace O { public class A { public void Run(int count) {} } }\n",
      "q/B.cs",
      "using P;\nclass B { void F(A a) { a.Run(┃count: 1); } }\n",
    ],
    [
      "The overload with as many parameters",
      "A.cs",
      "class A { void F() {}\n void ⟦F⟧(int a) {}\n void G(A a) { a.┃F(1); } }\n",
    ],
    [
      "A type parameter's bound",
      ...a,
      ...other,
      "q/B.cs",
      "using P;\nclass B<T> where T : A { void F(T t) { t.┃Run(); } }\n",
    ],
    [
      "An extension method",
      "p/X.cs",
      "namespace P { public static class X { public static void ⟦Shout⟧(this string s) {} } }\n",
      "q/B.cs",
      "using P;\nclass B { void F(string s) { s.┃Shout(); } }\n",
    ],
    [
      "A delegate's type",
      "p/A.cs",
      "namespace P { public delegate void ⟦D⟧(); }\n",
      "q/B.cs",
      "using P;\nclass B { ┃D d; }\n",
    ],
    [
      "An interface's member",
      "p/I.cs",
      "namespace P { public interface I { void ⟦Run⟧(); } }\n",
      ...other,
      "q/B.cs",
      "using P;\nclass B { void F(I i) { i.┃Run(); } }\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "Of a constructor, the calls by this and base",
      "A.cs",
      "class A { public A() : ⟦this⟧(1) {} public ⟦┃A⟧(int x) {} }\nclass B : A { public B() : ⟦base⟧(1) {} }\n",
    ],

    [
      "A type of another namespace is none",
      "p/A.cs",
      "namespace P { public class ⟦┃A⟧ {} }\n",
      ...other,
      "q/B.cs",
      "using P;\nclass B { ⟦A⟧ a = new ⟦A⟧(); }\n",
      "r/C.cs",
      "using O;\nclass C { A a; }\n",
    ],
    [
      "A method of another type is none",
      "p/A.cs",
      "namespace P { public class A { public void ⟦┃Run⟧() {} } }\n",
      ...other,
      "q/B.cs",
      "class B { void F(P.A a, O.A b) { a.⟦Run⟧(); b.Run(); } }\n",
    ],
    [
      "Calls of another overload are none",
      "A.cs",
      "class A { void ⟦┃F⟧() {}\n void F(int a) {}\n void G(A a) { a.⟦F⟧(); a.F(1); ⟦F⟧(); } }\n",
    ],
    [
      "All parts of a class are one type",
      "p/A.cs",
      "namespace P { public partial class ⟦┃A⟧ {} }\n",
      "p/A2.cs",
      "namespace P { public partial class ⟦A⟧ {} }\n",
      "q/B.cs",
      "using P;\nclass B { ⟦A⟧ a; }\n",
    ],
    [
      "A local function is of its method",
      "A.cs",
      "class A { void F() { void ⟦┃L⟧() {} ⟦L⟧(); } void G() { L(); } void L() {} }\n",
    ],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    [
      "Of an interface, classes, structs and records",
      "p/I.cs",
      "namespace P { public interface ┃I {} }\n",
      "o/I.cs",
      "namespace O { interface I {} class X : I {} }\n",
      "q/B.cs",
      "using P;\nclass ⟦B⟧ : I {}\nstruct ⟦S⟧ : I {}\nclass ⟦C⟧ : B {}\n",
    ],
    [
      "Of a method, those of the classes",
      "I.cs",
      "interface I { void ┃Run(); }\nclass B : I { public void ⟦Run⟧() {} }\nclass C { public void Run() {} }\n",
    ],
    [
      "An overriding method",
      "A.cs",
      "class A { public virtual void ┃Run() {} }\nclass B : A { public override void ⟦Run⟧() {} }\n",
    ],
    ["A generic interface", "I.cs", "interface ┃I<T> {}\nclass ⟦B⟧ : I<int> {}\n"],
    ["A type argument is no base class", "A.cs", "class ┃A {}\nclass B : List<A> {}\nclass ⟦C⟧ : A {}\n"],
  ]);
});
