/** Names of Java (https://docs.oracle.com/javase/specs/jls/se21/html/jls-6.html). */

import { answers } from "./cases.js";

const other = [
  "o/A.java",
  "package o;\npublic class A { public void run() {} public static int N; public static class In {} }\n",
] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "The label of a switch, though something else has its name",
      "A.java",
      "enum A { ⟦X⟧, Y }\nclass B { static final int X = 1; void f(A a) { switch (a) { case ┃X: } } }\n",
    ],
    [
      "A constructor that another one of its class calls",
      "A.java",
      "class A {\n  ⟦A⟧(int x) {}\n  A(int x, int y) { ┃this(1); }\n}\n",
    ],
    [
      "A constructor of the class that is extended",
      "A.java",
      "class A { A() {} ⟦A⟧(int x) {} }\n",
      "B.java",
      "interface I {}\nclass B extends A implements I { B() { ┃super(1); } }\n",
    ],

    [
      "A single-type import",
      "p/A.java",
      "package p;\npublic class ⟦A⟧ {}\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B { ┃A a; }\n",
    ],
    [
      "The import itself",
      "p/A.java",
      "package p;\npublic class ⟦A⟧ {}\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.┃A;\nclass B { A a; }\n",
    ],
    [
      "An import on demand",
      "p/A.java",
      "package p;\npublic class ⟦A⟧ {}\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.*;\nclass B { ┃A a; }\n",
    ],
    [
      "A type of the same package",
      "p/A.java",
      "package p;\npublic class ⟦A⟧ {}\n",
      ...other,
      "p/B.java",
      "package p;\nclass B { ┃A a; }\n",
    ],
    [
      "A fully qualified name",
      "p/A.java",
      "package p;\npublic class ⟦A⟧ {}\n",
      ...other,
      "q/B.java",
      "package q;\nclass B { p.┃A a; }\n",
    ],
    [
      "A nested type by its outer one",
      "p/A.java",
      "package p;\npublic class A { public static class ⟦In⟧ {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B { A.┃In a; }\n",
    ],
    [
      "An import of a nested type",
      "p/A.java",
      "package p;\npublic class A { public static class ⟦In⟧ {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A.In;\nclass B { ┃In a; }\n",
    ],
    [
      "A static import",
      "p/A.java",
      "package p;\npublic class A { public static int ⟦N⟧; }\n",
      ...other,
      "q/B.java",
      "package q;\nimport static p.A.N;\nclass B { int x = ┃N; }\n",
    ],
    [
      "A static import on demand",
      "p/A.java",
      "package p;\npublic class A { public static int ⟦N⟧; }\n",
      ...other,
      "q/B.java",
      "package q;\nimport static p.A.*;\nclass B { int x = ┃N; }\n",
    ],
    [
      "A static member by its type",
      "p/A.java",
      "package p;\npublic class A { public static int ⟦N⟧; }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B { int x = A.┃N; }\n",
    ],
    [
      "A method by the type of a field",
      "p/A.java",
      "package p;\npublic class A { public void ⟦run⟧() {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B { A a; void f() { this.a.┃run(); } }\n",
    ],
    [
      "A method by the type of a variable that is inferred",
      "p/A.java",
      "package p;\npublic class A { public void ⟦run⟧() {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B { void f() { var a = new A(); a.┃run(); } }\n",
    ],
    [
      "A method by the result of another",
      "p/A.java",
      "package p;\npublic class A { public void ⟦run⟧() {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B { A make() { return null; } void f() { make().┃run(); } }\n",
    ],
    [
      "An inherited method without a receiver",
      "p/A.java",
      "package p;\npublic class A { public void ⟦run⟧() {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B extends A { void f() { ┃run(); } }\n",
    ],
    [
      "A method of a superclass's superclass",
      "p/A.java",
      "package p;\npublic class A { public void ⟦run⟧() {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass M extends A {}\nclass B { void f(M m) { m.┃run(); } }\n",
    ],
    [
      "super is the class above",
      "p/A.java",
      "package p;\npublic class A { public void ⟦run⟧() {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B extends A { void run() { super.┃run(); } }\n",
    ],
    [
      "An element of a list in a loop",
      "p/A.java",
      "package p;\npublic class A { public void ⟦run⟧() {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nimport java.util.List;\nclass B { void f(List<A> as) { for (var a : as) a.┃run(); } }\n",
    ],
    [
      "A cast",
      "p/A.java",
      "package p;\npublic class A { public void ⟦run⟧() {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B { void f(Object o) { ((A) o).┃run(); } }\n",
    ],
    [
      "A constant of an enum",
      "p/E.java",
      "package p;\npublic enum E { ⟦ONE⟧, TWO }\n",
      "o/E.java",
      "package o;\npublic enum E { ONE }\n",
      "q/B.java",
      "package q;\nimport p.E;\nclass B { E e = E.┃ONE; }\n",
    ],
    [
      "A component of a record",
      "p/R.java",
      "package p;\npublic record R(int x) { void ⟦m⟧() {} }\n",
      "q/B.java",
      "package q;\nimport p.R;\nclass O { void m() {} }\nclass B { void f(R r) { r.┃m(); } }\n",
    ],
    [
      "A type parameter's bound",
      "p/A.java",
      "package p;\npublic class A { public void ⟦run⟧() {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B<T extends A> { void f(T t) { t.┃run(); } }\n",
    ],
    [
      "A type whose constructor a subclass has above it",
      "p/A.java",
      "package p;\npublic class ⟦A⟧ {\n  public A() {}\n}\n",
      "p/B.java",
      "package p;\nclass B extends A { void f(┃A a) {} }\n",
    ],
    [
      "The constructor with as many parameters",
      "p/A.java",
      "package p;\npublic class A {\n  public A() {}\n  public ⟦A⟧(int a) {}\n}\n",
      "p/B.java",
      "package p;\nclass B { Object f() { return new ┃A(1); } }\n",
    ],
    [
      "A constructor of a type in the same file",
      "A.java",
      "class A {\n  ⟦A⟧() {}\n  A(int a) {}\n  Object f() { return new ┃A(); }\n}\n",
    ],
    [
      "A type that is made and declares no constructor",
      "p/A.java",
      "package p;\npublic class ⟦A⟧ {}\n",
      "p/B.java",
      "package p;\nclass B { Object f() { return new ┃A(); } }\n",
    ],
    [
      "An overload in the same class, without a receiver",
      "A.java",
      "class A { void f() {}\n void ⟦f⟧(int a) {}\n void g() { ┃f(1); } }\n",
    ],
    ["An overload itself", "A.java", "class A { void f() {}\n void ⟦┃f⟧(int a) {}\n}\n"],
    [
      "The overload with as many parameters",
      "A.java",
      "class A { void f() {}\n void ⟦f⟧(int a) {}\n void g(A a) { a.┃f(1); } }\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "Of a class, the links and tags in comments of its package",
      "p/A.java",
      "package p;\nclass ⟦┃A⟧ extends Exception {}\n",
      "p/B.java",
      "package p;\n/** Like {@link ⟦A⟧}. */\nclass B {\n  /** @throws ⟦A⟧ always */\n  void f() {}\n}\n",
      "q/C.java",
      "package q;\n/** Like {@link A}. */\nclass C {}\n",
    ],
    [
      "Of a method, the links in comments to its overload",
      "A.java",
      "class A {\n  /** As {@link #⟦f⟧(int)}, not {@link #f()}. */\n  void f() {}\n  void ⟦┃f⟧(int x) {}\n}\n",
      "B.java",
      "/** @see A#⟦f⟧ */\nclass B {\n  /** @see #f */\n  void f() {}\n}\n",
    ],
    [
      "Of a method, the links in comments to an overload of as many parameters",
      "A.java",
      "class A {\n  /** See {@link\n   * A#⟦f⟧(int)} and {@link A#f(char) f}. */\n  void ⟦┃f⟧(int x) {}\n  void f(char x) {}\n}\n",
    ],
    [
      "Of a type, the links in comments to its members, and to methods that take it",
      "A.java",
      "/** {@link ⟦A⟧#x}, {@link B#f(⟦A⟧, int)} */\nclass ⟦┃A⟧ { int x; }\n",
      "B.java",
      "class B { void f(⟦A⟧ a, int b) {} }\n",
    ],
    [
      "Of a method of an interface, the declarations in classes without a name",
      "A.java",
      "interface A { void ⟦┃f⟧(); }\nclass B { A a = new A() { public void ⟦f⟧() {} }; Object b = new Object() { void f() {} }; }\n",
    ],
    [
      "Of a constant of an enum, the labels of a switch where something else has its name",
      "A.java",
      "enum A { ⟦┃X⟧, Y }\nclass B { static final int X = 1; void f(A a) { switch (a) { case ⟦X⟧: } } int g = X; }\n",
    ],
    [
      "Of a constructor, no type argument before the arguments of another",
      "A.java",
      "class A { ⟦┃A⟧() {} }\nclass L<T> {}\nclass B { L<A> l = new L<A>(); A a = new ⟦A⟧(); }\n",
    ],
    [
      "Of a field, not those of one that it hides",
      "A.java",
      "class A { int n; int f() { return n; } }\nclass B extends A { int ⟦┃n⟧; int g() { return ⟦n⟧ + super.n; } }\n",
    ],
    [
      "Of an overload, not the calls with other numbers of arguments",
      "A.java",
      "class A { void f(int x) {} void f(char x) {} void ⟦┃f⟧(int x, int y) { f(x); f('c'); ⟦f⟧(x, y); } }\n",
    ],
    [
      "Of a method that overrides another one, the uses of that",
      "A.java",
      "abstract class A { abstract void ⟦run⟧(); void f() { ⟦run⟧(); } }\n",
      "B.java",
      "class B extends A { void ⟦┃run⟧() {} }\nclass C { void run() {} void f(A a, C c) { a.⟦run⟧(); c.run(); } }\n",
    ],

    [
      "Of a parameter, the tag in the comment of its method",
      "A.java",
      "class A {\n  /** @param ⟦x⟧ a number */\n  void f(int ⟦┃x⟧) { g(⟦x⟧); }\n}\n",
    ],

    [
      "Of a constructor, the calls by this and super",
      "A.java",
      "class A { ⟦┃A⟧(int x) {} A() { ⟦this⟧(1); } void f() { new ⟦A⟧(1); new A(); } }\n",
      "B.java",
      "class B extends A { B() { ⟦super⟧(1); } B(int x) { super(); } }\nclass C { C() { super(1); } }\n",
    ],

    [
      "A type of another package is none",
      "p/A.java",
      "package p;\npublic class ⟦┃A⟧ {}\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.⟦A⟧;\nclass B { ⟦A⟧ a = new ⟦A⟧(); }\n",
      "r/C.java",
      "package r;\nimport o.A;\nclass C { A a; }\n",
    ],
    [
      "A method of another type is none",
      "p/A.java",
      "package p;\npublic class A { public void ⟦┃run⟧() {} }\n",
      ...other,
      "q/B.java",
      "package q;\nimport p.A;\nclass B { void f(A a, o.A b) { a.⟦run⟧(); b.run(); } }\n",
    ],
    [
      "Calls of another overload are none",
      "A.java",
      "class A { void ⟦┃f⟧() {}\n void f(int a) {}\n void g(A a) { a.⟦f⟧(); a.f(1); f(2); ⟦f⟧(); } }\n",
    ],
    [
      "Calls of another constructor, and other uses of the type, are none",
      "p/A.java",
      "package p;\npublic class A {\n  public A() {}\n  public ⟦┃A⟧(int a) {}\n}\n",
      "p/B.java",
      "package p;\nclass B { A f(A a) { new A(); return new ⟦A⟧(1); } }\n",
    ],
    [
      "Uses in a subclass",
      "p/A.java",
      "package p;\npublic class A { protected int ⟦┃n⟧; }\n",
      "q/B.java",
      "package q;\nimport p.A;\nclass B extends A { int f() { return ⟦n⟧ + this.⟦n⟧; } }\n",
      "q/C.java",
      "package q;\nclass C { int n; int f() { return n; } }\n",
    ],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    [
      "Of an interface of a library, the types that name it",
      "A.java",
      "class ⟦A⟧ implements Runnable {}\nclass B { ┃Runnable r; }\n",
    ],
    [
      "Of a member of a library's type, the members of its name",
      "A.java",
      "class A implements Runnable { public void ⟦run⟧() {} }\nclass B { Runnable r; void f() { r.┃run(); } }\n",
    ],
    [
      "Of an interface, classes of any depth",
      "p/I.java",
      "package p;\npublic interface ┃I {}\n",
      "o/I.java",
      "package o;\npublic interface I {}\nclass O implements I {}\n",
      "q/B.java",
      "package q;\nimport p.I;\nclass ⟦B⟧ implements I {}\nclass ⟦C⟧ extends B {}\n",
    ],
    [
      "A class without a name, by the interface it names",
      "I.java",
      "interface ┃I {}\nclass B { I i = new ⟦I⟧() {}; }\n",
    ],
    [
      "Of a method, those that override it",
      "I.java",
      "interface I { void ┃run(); }\nclass B implements I { public void ⟦run⟧() {} }\nclass C { void run() {}\n I i = new I() { public void ⟦run⟧() {} }; }\n",
    ],
    [
      "Of an overload, those with as many parameters",
      "I.java",
      "interface I { void ┃run(); void run(int a); }\nclass B implements I {\n  public void ⟦run⟧() {}\n  public void run(int a) {}\n}\n",
    ],
    [
      "A record and an enum",
      "I.java",
      "interface ┃I {}\nrecord ⟦R⟧(int a) implements I {}\nenum ⟦E⟧ implements I { A }\n",
    ],
    [
      "A type that another nests is not it",
      "A.java",
      "class ┃A { static class In {} }\nclass ⟦B⟧ extends A {}\nclass C extends A.In {}\n",
    ],
  ]);
});
