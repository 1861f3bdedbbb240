/** Names of C and C++ (https://eel.is/c++draft/basic.lookup). */

import { answers } from "./cases.js";

const b = ["b.h", "struct B {\n  int x;\n  void run();\n};\n"] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "A type, and none of its name in another type",
      "a.h",
      "class ⟦A⟧ { virtual int x(); };\ntemplate <class K> class L { class A { int x(); }; };\n",
      "b.cpp",
      '#include "a.h"\nclass B : public ┃A {};\n',
    ],
    [
      "A class around one that is declared outside of it",
      "a.h",
      "class ⟦A⟧ { struct Rep; };\nclass B { struct Rep; };\n",
      "a.cpp",
      '#include "a.h"\nstruct ┃A::Rep { Rep(int x); int size; };\n',
    ],
    [
      "A type that is taken from a namespace, and no other of its name",
      "a.h",
      "namespace n { class ⟦A⟧ { int x; }; }\n",
      "b.h",
      "namespace n { class A; }\n",
      "c.cpp",
      "namespace n { class A { int y; }; }\n",
      "d.cpp",
      '#include "a.h"\n#include "b.h"\nusing n::A;\n┃A a;\n',
    ],
    [
      "A member of an enum in a class without the name of the enum",
      "a.h",
      "struct A { enum E { ⟦kOne⟧ }; void run(); };\nstruct B { enum E { kOne }; };\n",
      "a.cpp",
      '#include "a.h"\nvoid A::run() { int x = ┃kOne; }\n',
    ],

    [
      "A field without a receiver in a method that is defined elsewhere",
      "a.h",
      "struct O { int x; };\nnamespace n { struct A { void run(); int ⟦x⟧; }; }\n",
      "a.cpp",
      '#include "a.h"\nnamespace n { void A::run() { ┃x = 1; } }\n',
    ],

    [
      "A field in an initialiser of a constructor",
      "a.cpp",
      "struct O { int x; };\nstruct A { A(int x) : ┃x(x) {} int ⟦x⟧; };\n",
    ],
    [
      "A field in an initialiser of a constructor that is defined elsewhere",
      "a.h",
      "struct O { int x; };\nstruct A { A(); int ⟦x⟧; };\n",
      "a.cpp",
      '#include "a.h"\nA::A() : ┃x{1} {}\n',
    ],
    [
      "The base class in an initialiser of a constructor",
      "a.cpp",
      "struct ⟦A⟧ { int x; };\nstruct B : A { B() : ┃A(1) {} };\n",
    ],
    ["The type of a variable that is made with brackets", "a.cpp", "struct ⟦A⟧ { int x; };\nvoid f() { ┃A a(1); }\n"],
    [
      "The type of a variable that is made with braces",
      "a.cpp",
      "struct ⟦A⟧ { int x; };\nvoid f() { auto a = ┃A{1}; }\n",
    ],
    [
      "A field of a variable that is made with brackets",
      "a.cpp",
      "struct A { int ⟦x⟧; };\nstruct O { int x; };\nvoid f() { A a(1); auto b = A{1}; a.x = b.┃x; }\n",
    ],

    [
      "An element of an array of C, and of what a pointer leads to",
      "a.h",
      "struct A { int ⟦x⟧; };\nstruct L { struct A items[4]; };\n",
      ...b,
      "m.c",
      '#include "a.h"\nint f(struct L *l) { return l[1].items[0].┃x; }\n',
    ],
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
    [
      "A function that an included header declares, where it is defined",
      "a.h",
      "int make(int a);\n",
      "a.c",
      '#include "a.h"\nint ⟦make⟧(int a) { return a; }\n',
      "old.c",
      "static int make(int a) { return 2; }\n",
      "m.c",
      '#include "a.h"\nint f(void) { return ┃make(1); }\n',
    ],
    [
      "A type of a header that is included by way of another, and none of other headers or files",
      "lib/a.h",
      "typedef struct { int x; } ⟦Box⟧;\n",
      "lib/b.h",
      '#include "a.h"\n',
      "old/a.h",
      "typedef struct { int y; } Box;\n",
      "old/c.c",
      "typedef struct { int z; } Box;\n",
      "m.c",
      '#include "lib/b.h"\nint f(┃Box *b) { return 1; }\n',
    ],
    [
      "A function that is static in another file is none",
      "a.c",
      "static int make(int a) { return a; }\n",
      "b.c",
      "int ⟦make⟧(int a) { return a; }\n",
      "m.c",
      "int make(int a);\nint f(void) { return ┃make(1); }\n",
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

// https://eel.is/c++draft/class.virtual, https://eel.is/c++draft/class.ctor
describe("references", () => {
  answers("references", [
    [
      "Of a class, its constructors and its destructor, which have its name",
      "a.cpp",
      "struct ⟦┃A⟧ { ⟦A⟧(); ~⟦A⟧(); };\n⟦A⟧::⟦A⟧() {}\n⟦A⟧::~⟦A⟧() {}\nstruct B { B(); ~B(); };\n",
    ],
    [
      "Of a constructor, not the uses of its class",
      "a.cpp",
      "struct A { ⟦┃A⟧(int x); };\nA* f(A* a) { return new ⟦A⟧(1); }\n",
    ],
    [
      "Of a static function, those in methods of a class of a header",
      "a.h",
      "struct A { void run(); };\n",
      "a.cpp",
      '#include "a.h"\nstatic void ⟦┃drop⟧() {}\nvoid A::run() { call(&⟦drop⟧); ⟦drop⟧(); }\n',
    ],
    [
      "Of a constructor, where an object is made without brackets",
      "a.cpp",
      "struct A { ⟦┃A⟧() {} };\nA* f(A* a) { return new ⟦A⟧; }\n",
    ],
    [
      "Of a method that overrides another one, the uses of that",
      "a.cpp",
      "struct A { virtual void ⟦run⟧(); };\nstruct B : A { void ⟦┃run⟧() override; };\nstruct C { void run(); };\nvoid f(A* a, B* b, C* c) { a->⟦run⟧(); b->⟦run⟧(); c->run(); }\n",
    ],
    [
      "Of an overriding method of which the class has a declaration, that and its definition",
      "a.h",
      "struct A { virtual void ⟦┃run⟧(); };\nstruct B : A { void ⟦run⟧() override; };\n",
      "b.cpp",
      '#include "a.h"\nvoid B::⟦run⟧() {}\nstruct C { void run(); };\nvoid C::run() {}\n',
    ],
    [
      "Of a field of a class that another one only announces",
      "a.h",
      "class A { struct Rep; Rep* rep_; void run(); };\n",
      "a.cpp",
      '#include "a.h"\nstruct A::Rep { Rep(int x); int ⟦┃size⟧; };\nstruct B { int size; };\nvoid A::run() { Rep* r = rep_; r->⟦size⟧ = 1; }\n',
    ],
    [
      "Of a member of an enum in a class, not those of another class",
      "a.cpp",
      "struct A { enum E { ⟦┃kOne⟧ }; int run(); };\nint A::run() { return ⟦kOne⟧; }\n",
      "b.cpp",
      "struct B { enum E { kOne }; int run(); };\nint B::run() { return kOne; }\n",
    ],
  ]);
});
