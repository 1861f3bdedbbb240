/**
 * Names of Kotlin's properties, functions and packages
 * (https://kotlinlang.org/spec/scopes-and-identifiers.html, declarations.html).
 */

import { answers } from "./cases.js";

const other = ["o/A.kt", "package o\nopen class A { val size = 0\n fun run() {} }\nfun run() {}\n"] as const;
const a = ["p/A.kt", "package p\nopen class A { fun ⟦run⟧() {} }\n"] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "A scope function that gives its receiver",
      "A.kt",
      "class A { fun ⟦run⟧() {} }\nclass B { fun run() {} }\nfun f(a: A) { a.let { it.┃run() } }\n",
    ],
    [
      "A named parameter of a scope function",
      "A.kt",
      "class A { fun ⟦run⟧() {} }\nclass B { fun run() {} }\nfun f(a: A) { a.also { y -> y.┃run() } }\n",
    ],
    [
      "The subject of a when with a type",
      "A.kt",
      "class A { fun ⟦run⟧() {} }\nclass B { fun run() {} }\nfun f(o: Any) { val a = o as A\n when (o) { is B -> a.┃run() } }\n",
    ],
    [
      "A value after the elvis operator",
      "A.kt",
      "class A { fun ⟦run⟧() {} }\nclass B { fun run() {} }\nfun f(a: A?) { val b = a ?: return\n b.┃run() }\n",
    ],
    [
      "A function by a reference to its type",
      "A.kt",
      "class A { fun ⟦run⟧() {} }\nclass B { fun run() {} }\nfun f() { g(A::┃run) }\n",
    ],
    [
      "A property that is delegated",
      "A.kt",
      "class A { val ⟦x⟧ = 1 }\nclass B { val x = 1 }\nval a: A by lazy { A() }\nfun f() = a.┃x\n",
    ],
    [
      "A property of the receiver of an extension",
      "A.kt",
      "class A { val ⟦x⟧ = 1 }\nclass B { val x = 1 }\nfun A.f() = this.┃x\n",
    ],
    [
      "A property of the receiver of an extension, without this",
      "A.kt",
      "class A { val ⟦x⟧ = 1 }\nclass B { val x = 1 }\nfun A.f() = ┃x\n",
    ],
    [
      "A constant of an enum by its own function",
      "A.kt",
      "enum class E { ⟦RED⟧, BLUE; fun f() = ┃RED }\nenum class F { RED }\n",
    ],
    [
      "A function of an object in a class",
      "A.kt",
      "class A { companion object { fun ⟦make⟧() {} }\n fun f() { ┃make() } }\nclass B { fun make() {} }\n",
    ],
    [
      "The element of an array",
      "A.kt",
      "class A { val ⟦x⟧ = 1 }\nclass B { val x = 1 }\nfun f(a: Array<A>) { for (e in a) { e.┃x } }\n",
    ],
    ["A local class", "A.kt", "fun f() { class ⟦L⟧\n ┃L() }\n"],
    ["A property of a class", "B.kt", "class B { val ⟦size⟧ = 1 }\nfun f(b: B) = b.┃size\n", ...other],
    ["A variable of a loop", "B.kt", "fun f(xs: List<Int>) { for (⟦x⟧ in xs) println(┃x) }\n"],
    ["A part of a value that is taken apart", "B.kt", "fun f(p: Pair<Int, Int>) { val (a, ⟦b⟧) = p\n println(┃b) }\n"],
    ["A variable of a catch", "B.kt", "fun f() { try {} catch (⟦e⟧: Exception) { println(┃e) } }\n"],
    ["A local function", "B.kt", "fun f() { fun ⟦g⟧() {}\n ┃g() }\n", ...other],
    ["A variable in a string", "B.kt", 'fun f(⟦x⟧: Int) = "a $┃x"\n'],
    ["An expression in a string", "B.kt", 'fun f(⟦x⟧: Int) = "a $' + '{┃x + 1}"\n'],
    [
      "A function by super",
      ...a,
      ...other,
      "q/B.kt",
      "package q\nimport p.A\nclass B : A() { fun f() { super.┃run() } }\n",
    ],
    ["A function by a safe call", ...a, ...other, "q/B.kt", "package q\nimport p.A\nfun f(a: A?) { a?.┃run() }\n"],
    [
      "A function of the nearest type",
      "B.kt",
      "open class A { open fun run() {} }\nclass B : A() { override fun ⟦run⟧() {} }\nfun f(b: B) { b.┃run() }\n",
    ],
    ["A named argument", "B.kt", "fun area(⟦width⟧: Int, height: Int) = 1\nval x = area(┃width = 1, height = 2)\n"],
    [
      "A property of the package",
      "p/A.kt",
      "package p\nval ⟦limit⟧ = 1\n",
      ...other,
      "p/B.kt",
      "package p\nfun f() = ┃limit\n",
    ],
    [
      "An imported property",
      "p/A.kt",
      "package p\nval ⟦limit⟧ = 1\n",
      "q/B.kt",
      "package q\nimport p.limit\nfun f() = ┃limit\n",
    ],
    ["A type parameter", "B.kt", "class B<⟦T⟧>(val x: ┃T)\n"],
    ["A variable of a when", "B.kt", "fun f() { when (val ⟦x⟧ = 1) { 1 -> println(┃x) } }\n"],
    [
      "A data class's property",
      "p/P.kt",
      "package p\ndata class P(val ⟦size⟧: Int)\n",
      ...other,
      "q/B.kt",
      "package q\nimport p.P\nfun f(x: P) = x.┃size\n",
    ],
    [
      "A property by this in a constructor's block",
      "B.kt",
      "class B(val ⟦size⟧: Int) { init { println(this.┃size) } }\n",
      ...other,
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "Of a property, those of its class",
      "B.kt",
      "class B(val ⟦┃size⟧: Int) { fun f() = ⟦size⟧ }\n" +
        "class C(val size: Int) { fun f() = size }\nfun g(b: B, c: C) = b.⟦size⟧ + c.size\n",
    ],
    [
      "Of an imported function",
      "p/A.kt",
      "package p\nfun ⟦┃go⟧() {}\n",
      "q/B.kt",
      "package q\nimport p.⟦go⟧\nfun f() { ⟦go⟧() }\n",
      "r/C.kt",
      "package r\nfun go() {}\nfun f() { go() }\n",
    ],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    ["Of an open class, those that extend it", "A.kt", "open class ┃A\nclass ⟦B⟧ : A()\nclass C\n"],
  ]);
});
