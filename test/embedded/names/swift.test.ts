/**
 * Names of Swift: members by receivers, extensions, protocols, labels
 * (https://docs.swift.org/swift-book).
 */

import { answers } from "./cases.js";

const b = ["B.swift", "class B { var x = 1\n func run() {} }\n"] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "A member of a parameter's type",
      "A.swift",
      "class A { func ⟦run⟧() {} }\n",
      ...b,
      "f.swift",
      "func f(_ a: A) { a.┃run() }\n",
    ],
    [
      "A member of what a constructor makes",
      "A.swift",
      "class A { func ⟦run⟧() {} }\n",
      ...b,
      "f.swift",
      "func f() { let a = A()\n a.┃run() }\n",
    ],
    [
      "A member in an extension in another file",
      "A.swift",
      "class A {}\n",
      "E.swift",
      "extension A { func ⟦run⟧() {} }\n",
      ...b,
      "f.swift",
      "func f(a: A) { a.┃run() }\n",
    ],
    [
      "A member of an extended type, without self",
      "A.swift",
      "class A { var ⟦x⟧ = 1 }\n",
      ...b,
      "E.swift",
      "extension A { func f() { g(┃x) } }\n",
    ],
    [
      "A member of a nested type, in an extension of it",
      "A.swift",
      "class A { struct C { var ⟦x⟧ = 1 } }\nextension A.C { func f() { g(self.┃x) } }\n",
      ...b,
    ],
    ["An inherited member", "A.swift", "class A { func ⟦run⟧() {} }\nclass C: A { func f() { ┃run() } }\n", ...b],
    [
      "A requirement with a default",
      "P.swift",
      "protocol P { func ⟦run⟧() }\nextension P { func run() {} }\nfunc f(p: P) { p.┃run() }\n",
      ...b,
    ],
    [
      "A member of an optional that is bound",
      "A.swift",
      "class A { var x = 1 }\nclass C { var a: A? }\nfunc f(c: C) { if let a = c.a { a.┃x } }\n".replace(
        "var x",
        "var ⟦x⟧",
      ),
      ...b,
    ],
    [
      "A member of an optional that is bound by its own name",
      "A.swift",
      "class A { var ⟦x⟧ = 1 }\nfunc f(a: A?) { guard let a else { return }\n g(a.┃x) }\n",
      ...b,
    ],
    ["A member by a chain", "A.swift", "class A { var ⟦x⟧ = 1 }\nfunc f(a: A?) { g(a?.┃x, a!.x) }\n", ...b],
    ["A member of a cast", "A.swift", "class A { var ⟦x⟧ = 1 }\nfunc f(a: Any) { g((a as! A).┃x) }\n", ...b],
    ["A member of an element", "A.swift", "class A { var ⟦x⟧ = 1 }\nfunc f(a: [A]) { g(a[0].┃x) }\n", ...b],
    ["A member of a value", "A.swift", 'class A { var ⟦x⟧ = 1 }\nfunc f(a: [String: A]) { g(a["a"]?.┃x) }\n', ...b],
    ["A member in a loop", "A.swift", "class A { var ⟦x⟧ = 1 }\nfunc f(a: [A]) { for b in a { g(b.┃x) } }\n", ...b],
    [
      "A member in a loop with numbers",
      "A.swift",
      "class A { var ⟦x⟧ = 1 }\nfunc f(a: [A]) { for (i, b) in a.enumerated() { g(i, b.┃x) } }\n",
      ...b,
    ],
    ["A member in a closure", "A.swift", "class A { var ⟦x⟧ = 1 }\nfunc f(a: [A]) { a.map { $0.┃x } }\n", ...b],
    ["A named parameter", "A.swift", "class A { var ⟦x⟧ = 1 }\nfunc f(a: [A]) { a.filter { b in b.┃x } }\n", ...b],
    ["After an operator", "A.swift", "class A { var ⟦x⟧ = 1 }\nfunc f(a: A, c: Int) { g(c + a.┃x) }\n", ...b],
    [
      "A member of a result",
      "A.swift",
      "class A { var ⟦x⟧ = 1 }\nfunc m() -> A { A() }\nfunc f() { g(m().┃x) }\n",
      ...b,
    ],
    ["A static member", "A.swift", "class A { static let ⟦x⟧ = 1 }\nfunc f() { g(A.┃x) }\n", ...b],
    [
      "A member of a shared object",
      "A.swift",
      "class A { static let s = A()\n var ⟦x⟧ = 1 }\nfunc f() { g(A.s.┃x) }\n",
      ...b,
    ],
    ["A member by a key path", "A.swift", "class A { var ⟦x⟧ = 1 }\nfunc f() { g(\\A.┃x) }\n", ...b],
    ["A case of the wanted type", "E.swift", "enum E { case ⟦x⟧ }\nlet e: E = .┃x\n", ...b],
    ["A case of a parameter's type", "E.swift", "enum E { case ⟦x⟧ }\nfunc h(_ e: E) {}\nfunc f() { h(.┃x) }\n", ...b],
    [
      "A case of a labelled parameter's type",
      "E.swift",
      "enum E { case ⟦x⟧ }\nfunc h(a: Int = 1, e: E) {}\nfunc f() { h(e: .┃x) }\n",
      ...b,
    ],
    ["A case of a default value", "E.swift", "enum E { case ⟦x⟧ }\nfunc h(e: E = .┃x) {}\n", ...b],
    ["A case of a result", "E.swift", "enum E { case ⟦x⟧ }\nfunc h() -> E { return .┃x }\n", ...b],
    ["A case in a switch", "E.swift", "enum E { case ⟦x⟧ }\nfunc h(e: E) { switch e { case .┃x: break } }\n", ...b],
    [
      "A case in a condition",
      "E.swift",
      "enum E { case ⟦x⟧(Int) }\nfunc h(e: E) { if case .┃x(let i) = e { g(i) } }\n",
      ...b,
    ],
    ["A case in a comparison", "E.swift", "enum E { case ⟦x⟧ }\nfunc h(e: E) { if e == .┃x {} }\n", ...b],
    ["A case that is assigned", "E.swift", "enum E { case ⟦x⟧ }\nfunc h(e: inout E) { e = .┃x }\n", ...b],
    [
      "What a case holds",
      "E.swift",
      "class A { var ⟦x⟧ = 1 }\nenum E { case a(A) }\nfunc h(e: E) { switch e { case .a(let v): g(v.┃x) } }\n",
      ...b,
    ],
    [
      "One of several by labels",
      "A.swift",
      "class A { func run(a: Int) {}\n func ⟦run⟧(b: Int) {} }\nfunc f(a: A) { a.┃run(b: 1) }\n",
      ...b,
    ],
    [
      "One of several whose first parameters have defaults",
      "A.swift",
      "class A { func run(a: Int? = nil, b: Int) {}\n func ⟦run⟧(a: Int? = nil, c: Int, d: Int...) {} }\nfunc f(a: A) { a.┃run(a: 1, c: 1) }\n",
      ...b,
    ],
    [
      "One of several by number",
      "A.swift",
      "class A { func run() {}\n func ⟦run⟧(_ b: Int) {} }\nfunc f(a: A) { a.┃run(1) }\n",
      ...b,
    ],
    [
      "One with a closure after it",
      "A.swift",
      "class A { func run() {}\n func ⟦run⟧(_ b: () -> Void) {} }\nfunc f(a: A) { a.┃run { } }\n",
      ...b,
    ],
    [
      "A constructor by labels",
      "A.swift",
      "class A { init(a: Int) {}\n ⟦init⟧(b: Int) {} }\nfunc f() { ┃A(b: 1) }\n".replace("┃A(b", "A.┃init(b"),
      ...b,
    ],
    ["A label", "A.swift", "func h(⟦with⟧ a: Int) {}\nfunc f() { h(┃with: 1) }\n"],
    ["A label that is the parameter", "A.swift", "func h(⟦a⟧: Int) {}\nfunc f() { h(┃a: 1) }\n"],
    ["A label of a constructor", "A.swift", "struct A { init(⟦a⟧: Int) {} }\nfunc f() { A(┃a: 1) }\n"],
    ["A field as a label", "A.swift", "struct A { let ⟦a⟧: Int }\nfunc f() { A(┃a: 1) }\n"],
    ["A type in another one", "A.swift", "class A { struct ⟦C⟧ {} }\nlet c: A.┃C? = nil\n"],
    ["A type of a typealias", "A.swift", "class A { var ⟦x⟧ = 1 }\ntypealias T = A\nfunc f(t: T) { g(t.┃x) }\n", ...b],
    [
      "The type that a type parameter must have",
      "P.swift",
      "protocol P { func ⟦run⟧() }\nfunc f<T: P>(t: T) { t.┃run() }\n",
      ...b,
    ],
    ["A member of some protocol", "P.swift", "protocol P { func ⟦run⟧() }\nfunc f(t: some P) { t.┃run() }\n", ...b],
    [
      "A member of self that is bound",
      "A.swift",
      "class A { var ⟦x⟧ = 1\n func f() { g { [weak self] in self?.┃x } } }\n",
      ...b,
    ],
    [
      "A member of self that is unwrapped",
      "A.swift",
      "class A { var ⟦x⟧ = 1\n func f() { g { [weak self] in guard let self = self else { return }\n h(self.┃x) } } }\n",
      ...b,
    ],
    [
      "A member of a lazy property's closure",
      "A.swift",
      "class A { var ⟦x⟧ = 1\n lazy var c: C = { C(a: self.┃x) }() }\n",
      ...b,
    ],
    [
      "A value of try and await",
      "A.swift",
      "class A { var ⟦x⟧ = 1 }\nfunc m() async throws -> A { A() }\nfunc f() { let a = try await m()\n g(a.┃x) }\n",
      ...b,
    ],
    ["A type with arguments", "A.swift", "class A<T> { var ⟦x⟧: T }\nfunc f() { let a = A<Int>()\n g(a.┃x) }\n", ...b],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "A property is none of another type's",
      "A.swift",
      "class A { var ⟦┃x⟧ = 1\n func f() { g(⟦x⟧, self.⟦x⟧) } }\nfunc f(a: A, b: B) { g(a.⟦x⟧, b.x, x: 1) }\n",
      ...b,
    ],
    [
      "A parameter, its label and the labels of its calls",
      "A.swift",
      "func h(⟦┃a⟧: Int) { g(⟦a⟧) }\nfunc k(a: Int) { g(a) }\nfunc f() { h(⟦a⟧: 1)\n k(a: 1) }\n",
    ],
    ["A parameter with a label", "A.swift", "func h(with ⟦┃a⟧: Int) { g(⟦a⟧) }\nfunc f() { h(with: 1) }\n"],
    [
      "A bound name and the outer one",
      "A.swift",
      "class A { var ⟦┃x⟧: Int?\n func f() { if let ⟦x⟧ { g(x) } } }\n",
      ...b,
    ],
    [
      "A type, its extensions and constructions",
      "A.swift",
      "class ⟦┃A⟧ {}\nextension ⟦A⟧: P {}\nlet a: [⟦A⟧] = [⟦A⟧()]\nlet s = ⟦A⟧.self\n",
    ],
    ["A projected value", "A.swift", "class A { @State var ⟦┃x⟧ = 1\n func f() { g($⟦x⟧) } }\n", ...b],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    [
      "Of a protocol",
      "P.swift",
      "protocol ┃P {}\nclass ⟦A⟧: P {}\n",
      "E.swift",
      "struct C {}\nextension ⟦C⟧: P {}\nstruct D {}\n",
    ],
    [
      "Of a requirement",
      "P.swift",
      "protocol P { func ┃run() }\nclass A: P { func ⟦run⟧() {} }\n",
      "E.swift",
      "struct C { func ⟦run⟧() {} }\nextension C: P {}\nstruct D { func run() {} }\n",
    ],
    [
      "Of a requirement with a default, in protocols that extend it",
      "P.swift",
      "protocol P { var ┃x: Int { get } }\nextension P { var ⟦x⟧: Int { 1 } }\nprotocol Q: P {}\nstruct A: Q { let ⟦x⟧ = 2 }\n",
      ...b,
    ],
    ["Of a class", "A.swift", "class ┃A {}\nclass ⟦C⟧: A {}\nclass ⟦D⟧: C {}\nclass E {}\n"],
    [
      "Of a method",
      "A.swift",
      "class A { func ┃run() {} }\nclass C: A { override func ⟦run⟧() {} }\nclass D { func run() {} }\n",
    ],
  ]);
});
