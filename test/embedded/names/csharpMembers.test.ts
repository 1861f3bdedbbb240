/** Names of C#'s variables, members and namespaces (ECMA-334, basic concepts). */

import { answers } from "./cases.js";

const other = [
  "o/A.cs",
  "namespace O { class A { public int Size; public void Run() {} public event System.Action Done; } }\n",
] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "A property pattern",
      "A.cs",
      "class A { public int ⟦X⟧; }\nclass B { public int X; }\nclass C { bool F(object o) => o is A { ┃X: 1 }; }\n",
    ],
    [
      "A variable of a switch expression's pattern",
      "A.cs",
      "class A { public void ⟦Run⟧() {} public int X; }\nclass B { public void Run() {} public int X; }\nclass C { void F(object o) { var y = o switch { A a => a.┃Run(), _ => 1 }; } }\n",
    ],
    [
      "A variable that a call gives out, by its type",
      "A.cs",
      "class A { public void ⟦Run⟧() {} public int X; }\nclass B { public void Run() {} public int X; }\nclass C { void F() { G(out A a); a.┃Run(); } }\n",
    ],
    [
      "A variable of a query",
      "A.cs",
      "class A { public void Run() {} public int X; }\nclass B { public void Run() {} public int X; }\nclass C { void F(List<A> xs) { var y = from ⟦q⟧ in xs select ┃q; } }\n",
    ],
    [
      "A variable that is disposed of",
      "A.cs",
      "class A { public void ⟦Run⟧() {} public int X; }\nclass B { public void Run() {} public int X; }\nclass C { void F() { using var a = new A(); a.┃Run(); } }\n",
    ],
    [
      "A property that a with expression changes",
      "A.cs",
      "record A { public int ⟦X⟧ { get; init; } }\nrecord B { public int X { get; init; } }\nclass C { A F(A a) => a with { ┃X = 1 }; }\n",
    ],
    [
      "A name from the global namespace",
      "A.cs",
      "namespace P { class ⟦A⟧ {} }\nnamespace O { class A {} class C { global::P.┃A a; } }\n",
    ],
    [
      "What nameof names",
      "A.cs",
      "class A { public int ⟦X⟧; }\nclass B { public int X; }\nclass C { string F() => nameof(A.┃X); }\n",
    ],
    [
      "A positional property of a record",
      "A.cs",
      "record A(int ⟦X⟧);\nrecord B(int X);\nclass C { int F(A a) => a.┃X; }\n",
    ],
    ["A label", "A.cs", "class C { void F() { ⟦done⟧: goto ┃done; } }\n"],
    [
      "The element of a dictionary",
      "A.cs",
      'class A { public int ⟦X⟧; }\nclass B { public int X; }\nclass C { int F(Dictionary<string, A> xs) => xs["a"].┃X; }\n',
    ],
    ["A static local function", "A.cs", "class C { void F() { static int ⟦G⟧() => 1; ┃G(); } int G() => 2; }\n"],
    ["A parameter", "B.cs", "class B { int F(int ⟦x⟧) { return ┃x; } }\n"],
    ["A local variable in a block", "B.cs", "class B { void F() { int ⟦x⟧ = 1; { G(┃x); } } }\n"],
    ["A variable of a loop", "B.cs", "class B { void F(int[] xs) { foreach (var ⟦x⟧ in xs) { G(┃x); } } }\n"],
    ["A variable of a catch", "B.cs", "class B { void F() { try {} catch (System.Exception ⟦e⟧) { G(┃e); } } }\n"],
    ["A variable of a pattern", "B.cs", "class B { void F(object o) { if (o is string ⟦s⟧) G(┃s); } }\n"],
    ["A variable that a call gives out", "B.cs", "class B { void F() { if (Try(out var ⟦x⟧)) G(┃x); } }\n"],
    ["A parameter of a lambda", "B.cs", "class B { void F() { G(⟦x⟧ => ┃x + 1); } }\n"],
    ["A variable in a string", "B.cs", 'class B { string F(int ⟦x⟧) => $"a {┃x}";\n}\n'],
    ["A field by this", "B.cs", "class B { int ⟦Size⟧; void F() { this.┃Size = 1; } }\n", ...other],
    ["An event", "B.cs", "class B { event System.Action ⟦Done⟧; void F() { ┃Done(); } }\n", ...other],
    [
      "A constant of a class",
      "B.cs",
      "class B { public const int ⟦Max⟧ = 1; }\nclass C { int x = B.┃Max; const int Max = 2; }\n",
    ],
    ["A type parameter", "B.cs", "class B<⟦T⟧> { ┃T x; }\n"],
    ["A primary constructor's parameter", "B.cs", "class B(int ⟦size⟧) { int F() => ┃size; }\n"],
    ["A safe call", "B.cs", "class B { public void ⟦Run⟧() {} }\nclass C { void F(B b) { b?.┃Run(); } }\n", ...other],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "Of a field, those of its class",
      "B.cs",
      "class B { int ⟦┃Size⟧; int F() => ⟦Size⟧; }\nclass C { int Size; int F() => Size; }\n",
    ],
  ]);
});
