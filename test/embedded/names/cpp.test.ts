/** Names of C and C++ (https://eel.is/c++draft/basic.lookup). */

import { answers } from "./cases.js";

const b = ["b.h", "struct B {\n  int x;\n  void run();\n};\n"] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "A field of a struct of C",
      "a.h",
      "struct A { int ⟦x⟧; };\n",
      "b.h",
      "struct B { int x; };\n",
      "m.c",
      "int f(struct A *a) { return a->┃x; }\n",
    ],
    [
      "A field by the type of a variable",
      "a.h",
      "struct A { int ⟦x⟧; };\n",
      ...b,
      "m.cpp",
      "int f() { A a; return a.┃x; }\n",
    ],
    [
      "A field by the type of a parameter",
      "a.h",
      "struct A { int ⟦x⟧; };\n",
      ...b,
      "m.cpp",
      "int f(const A& a) { return a.┃x; }\n",
    ],
    [
      "A field of a new object",
      "a.h",
      "struct A { int ⟦x⟧; };\n",
      ...b,
      "m.cpp",
      "int f() { auto a = new A(); return a->┃x; }\n",
    ],
    [
      "A member of a base class",
      "a.h",
      "struct A { int ⟦x⟧; };\nstruct C : A {};\n",
      ...b,
      "m.cpp",
      "int f(C c) { return c.┃x; }\n",
    ],
    [
      "A result of a function",
      "a.h",
      "struct A { int ⟦x⟧; };\nA make();\n",
      ...b,
      "m.cpp",
      "int f() { return make().┃x; }\n",
    ],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    [
      "Of a class, those derived from it",
      "a.h",
      "struct ┃A { virtual void run(); };\n",
      "m.cpp",
      "struct ⟦C⟧ : public A {};\nstruct D : B {};\n",
    ],
  ]);
});
