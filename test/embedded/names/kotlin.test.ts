/** Names of Kotlin (https://kotlinlang.org/spec/scopes-and-identifiers.html). */

import { answers } from "./cases.js";

const a = ["p/A.kt", "package p\nclass A { fun ⟦run⟧() {} }\n"] as const;
const type = ["p/A.kt", "package p\nclass ⟦A⟧ { fun run() {} }\n"] as const;
const other = ["o/A.kt", "package o\nclass A { fun run() {} }\nfun make() {}\n"] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "A constructor of the class that is extended",
      "A.kt",
      "open class A { ⟦constructor⟧(x: Int) {}\n constructor(x: Int, y: Int) {} }\nclass B : A { constructor() : ┃super(1) {} }\n",
    ],
    ["The class whose primary constructor is called", "A.kt", "class ⟦A⟧(x: Int) { constructor() : ┃this(1) }\n"],

    [
      "An element of a list by its index",
      "A.kt",
      "class A { val ⟦x⟧ = 1 }\nclass O { val x = 1 }\nfun f(l: List<A>) = l[0].┃x\n",
    ],
    ["An import", ...type, ...other, "q/B.kt", "package q\nimport p.A\nclass B(val a: ┃A)\n"],
    ["The import itself", ...type, ...other, "q/B.kt", "package q\nimport p.┃A\n"],
    ["An import with an alias", ...type, ...other, "q/B.kt", "package q\nimport p.A as X\nclass B(val a: ┃X)\n"],
    ["An import of all names", ...type, ...other, "q/B.kt", "package q\nimport p.*\nclass B(val a: ┃A)\n"],
    ["The same package", ...type, ...other, "p/B.kt", "package p\nclass B(val a: ┃A)\n"],
    ["A qualified name", ...type, ...other, "q/B.kt", "package q\nclass B(val a: p.┃A)\n"],
    ["A constructor call", ...type, ...other, "q/B.kt", "package q\nimport p.A\nval a = ┃A()\n"],
    [
      "An imported function",
      "p/f.kt",
      "package p\nfun ⟦make⟧() {}\n",
      ...other,
      "q/B.kt",
      "package q\nimport p.make\nfun f() { ┃make() }\n",
    ],
    [
      "A function of the package",
      "p/f.kt",
      "package p\nfun ⟦make⟧() {}\n",
      ...other,
      "p/B.kt",
      "package p\nfun f() { ┃make() }\n",
    ],
    ["A local variable", "B.kt", "fun f() { val ⟦x⟧ = 1\n println(┃x) }\n"],
    ["A parameter", "B.kt", "fun f(⟦x⟧: Int) { println(┃x) }\n"],
    ["A parameter of a lambda", "B.kt", "fun f() { g { ⟦x⟧ -> println(┃x) } }\n"],
    ["A property by this", "B.kt", "class B(val ⟦x⟧: Int) { fun f() { this.┃x } }\n"],
    ["A property without a receiver", "B.kt", "class B(val ⟦x⟧: Int) { fun f() { ┃x } }\n"],
    ["The type of a parameter", ...a, ...other, "q/B.kt", "package q\nimport p.A\nfun f(a: A) { a.┃run() }\n"],
    [
      "The type of a nullable parameter",
      ...a,
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nfun f(a: A?) { a?.┃run() }\n",
    ],
    ["A value that is not null", ...a, ...other, "q/B.kt", "package q\nimport p.A\nfun f(a: A?) { a!!.┃run() }\n"],
    [
      "The type of a constructor's value",
      ...a,
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nfun f() { val a = A()\n a.┃run() }\n",
    ],
    [
      "The annotated type of a variable",
      ...a,
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nfun f(x: Any) { val a: A = x\n a.┃run() }\n",
    ],
    [
      "The result of a function",
      ...a,
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nfun g(): A = TODO()\nfun f() { g().┃run() }\n",
    ],
    [
      "The result of a function with an expression",
      ...a,
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nfun g() = A()\nfun f() { g().┃run() }\n",
    ],
    [
      "The type of a property",
      ...a,
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nclass B(val a: A) { fun f() { this.a.┃run() } }\n",
    ],
    [
      "The element of a list",
      ...a,
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nfun f(xs: List<A>) { for (x in xs) x.┃run() }\n",
    ],
    ["A cast", ...a, ...other, "q/B.kt", "package q\nimport p.A\nfun f(x: Any) { (x as A).┃run() }\n"],
    [
      "An inherited function",
      "p/A.kt",
      "package p\nopen class A { fun ⟦run⟧() {} }\n",
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nclass B : A() { fun f() { ┃run() } }\n",
    ],
    [
      "super is the class above",
      "p/A.kt",
      "package p\nopen class A { open fun ⟦run⟧() {} }\n",
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nclass B : A() { override fun run() { super.┃run() } }\n",
    ],
    [
      "A companion's function",
      "p/A.kt",
      "package p\nclass A { companion object { fun ⟦make⟧() {} } }\n",
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nfun f() { A.┃make() }\n",
    ],
    [
      "An object's function",
      "p/A.kt",
      "package p\nobject A { fun ⟦run⟧() {} }\n",
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nfun f() { A.┃run() }\n",
    ],
    [
      "A constant of an enum",
      "p/E.kt",
      "package p\nenum class E { ⟦ONE⟧, TWO }\n",
      "o/E.kt",
      "package o\nenum class E { ONE }\n",
      "q/B.kt",
      "package q\nimport p.E\nval e = E.┃ONE\n",
    ],
    [
      "A nested class",
      "p/A.kt",
      "package p\nclass A { class ⟦In⟧ }\n",
      "o/A.kt",
      "package o\nclass A { class In }\n",
      "q/B.kt",
      "package q\nimport p.A\nval x: A.┃In? = null\n",
    ],
    ["A type alias", "p/A.kt", "package p\ntypealias ⟦X⟧ = Int\n", "q/B.kt", "package q\nimport p.X\nval x: ┃X = 1\n"],
    [
      "A member through a type alias",
      ...a,
      ...other,
      "q/B.kt",
      "package q\nimport p.A\ntypealias X = A\nfun f(x: X) { x.┃run() }\n",
    ],
    ["A type parameter's bound", ...a, ...other, "q/B.kt", "package q\nimport p.A\nfun <T : A> f(t: T) { t.┃run() }\n"],
    [
      "An extension function",
      "p/x.kt",
      "package p\nfun String.⟦shout⟧() {}\n",
      "q/B.kt",
      "package q\nimport p.shout\nfun f(s: String) { s.┃shout() }\n",
    ],
    [
      "A class of Java",
      "p/J.java",
      "package p;\npublic class ⟦J⟧ {}\n",
      "q/B.kt",
      "package q\nimport p.J\nval j = ┃J()\n",
    ],
    [
      "The overload with as many parameters",
      "A.kt",
      "class A { fun f() {}\n fun ⟦f⟧(a: Int) {}\n fun g(a: A) { a.┃f(1) } }\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "A class of another package is none",
      "p/A.kt",
      "package p\nclass ⟦┃A⟧\n",
      ...other,
      "q/B.kt",
      "package q\nimport p.⟦A⟧\nval a: ⟦A⟧ = ⟦A⟧()\n",
      "r/C.kt",
      "package r\nimport o.A\nval a = A()\n",
    ],
    [
      "A function of another class is none",
      "p/A.kt",
      "package p\nclass A { fun ⟦┃run⟧() {} }\n",
      ...other,
      "q/B.kt",
      "package q\nfun f(a: p.A, b: o.A) { a.⟦run⟧()\n b.run() }\n",
    ],
    ["A local variable is of its function", "B.kt", "fun f() { val ⟦┃x⟧ = 1\n g(⟦x⟧) }\nfun h(x: Int) { g(x) }\n"],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    [
      "Of an interface, classes and objects",
      "p/I.kt",
      "package p\ninterface ┃I\n",
      "o/I.kt",
      "package o\ninterface I\nclass X : I\n",
      "q/B.kt",
      "package q\nimport p.I\nclass ⟦B⟧ : I\nobject ⟦O⟧ : I\n",
    ],
    ["An object without a name", "I.kt", "interface ┃I\nval v = object : ⟦I⟧ {}\n"],
    [
      "Of a function, those that override it",
      "I.kt",
      "interface I { fun ┃run() }\nclass B : I { override fun ⟦run⟧() {} }\nclass C { fun run() {} }\n",
    ],
  ]);
});
