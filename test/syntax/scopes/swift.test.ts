/** Scopes and names of Swift (https://docs.swift.org/swift-book). */

import { checkRenamable, declares, isFree, occurs } from "./check.js";

const swift = "swift";

declares(swift, "func f(⟦a⟧: Int) { g(┃a) }", "local");
declares(swift, "func f(with ⟦a⟧: Int) { g(┃a) }", "local");
declares(swift, "func f(_ ⟦a⟧: Int = 1) { g(┃a) }", "local");
declares(swift, "func f() { let ⟦a⟧ = 1; g(┃a) }", "local");
declares(swift, "func f(⟦a⟧: Int) { let a = ┃a }", "local");
declares(swift, "func f(a: Int) { let ⟦a⟧ = a; g(┃a) }", "local");
declares(swift, "func f() { let a = 1, ⟦b⟧ = a; g(┃b) }", "local");
declares(swift, "func f() { let (a, ⟦b⟧) = p; g(┃b) }", "local");
declares(swift, "func f() { for ⟦x⟧ in xs { g(┃x) } }", "local");
declares(swift, "func f() { for (k, ⟦v⟧) in xs { g(┃v) } }", "local");
declares(swift, "func f() { g { ⟦x⟧ in h(┃x) } }", "local");
declares(swift, "func f() { g { (⟦x⟧: Int) -> Int in ┃x } }", "local");
declares(swift, "func f() { g { [⟦x⟧ = y.z] in ┃x } }", "local");
declares(swift, "func f() { if let ⟦x⟧ = y { g(┃x) } }", "local");
declares(swift, "func f(x: Int?) { if let ⟦x⟧ = x { g(┃x) } }", "local");
declares(swift, "func f(⟦x⟧: Int?) { if let x = ┃x { g(x) } }", "local");
declares(swift, "func f(x: Int?) { if let ⟦x⟧ { g(┃x) } }", "local");
declares(swift, "func f(⟦x⟧: Int?) { if let x { g(x) }\n g(┃x) }", "local");
declares(swift, "func f(x: Int?) { guard let ⟦x⟧ = x else { return }\n g(┃x) }", "local");
declares(swift, "func f(x: Int?) { guard let ⟦x⟧ else { return }\n g(┃x) }", "local");
declares(swift, "func f() { while let ⟦x⟧ = y.next() { g(┃x) } }", "local");
declares(swift, "func f() { if case .a(let ⟦x⟧) = y { g(┃x) } }", "local");
declares(swift, "func f() { switch y { case .a(let ⟦x⟧): g(┃x) } }", "local");
declares(swift, "func f() { switch y { case let .a(⟦x⟧): g(┃x) } }", "local");
declares(swift, "func f() { switch y { case let ⟦x⟧ as A: g(┃x) } }", "local");
declares(swift, "func f() { do { try g() } catch let ⟦e⟧ { h(┃e) } }", "local");
declares(swift, "func f<⟦T⟧>(a: ┃T) {}", "local");
declares(swift, "class A<⟦T⟧> { var a: ┃T }", "local");
declares(swift, "func f() { func ⟦g⟧() {}\n ┃g() }", "local");
declares(swift, "class A { var ⟦x⟧ = 1\n func f() { g(┃x) } }", "member");
declares(swift, "class A { var ⟦x⟧ = 1\n func f() { g(self.┃x) } }", "member");
declares(swift, "class A { func ⟦g⟧() {}\n func f() { ┃g() } }", "member");
declares(swift, "class A { var ⟦x⟧ = 1 }\nextension A { func f() { g(┃x) } }", "member");
declares(swift, "class A { @Published var ⟦x⟧ = 1\n func f() { g($┃x) } }", "member");
declares(swift, "class A { var x: Int { get { y } set { g(┃newValue) } } }".replace("set", "⟦set⟧"), "local");
declares(swift, "enum E { case ⟦a⟧, b\n func f() { g(E.b) ; h(self.┃a) } }", "member");
declares(swift, "let ⟦a⟧ = 1\nfunc f() { g(┃a) }", "file");
declares(swift, "class ⟦A⟧ {}\nlet a: ┃A? = nil", "file");
declares(swift, "class ⟦A⟧ {}\nextension ┃A {}", "file");
declares(
  swift,
  "func f() { let ⟦`in`⟧ = 1; g(┃`in`) }".replaceAll("⟦`in`⟧", "`⟦in⟧`").replace("┃`in`", "`┃in`"),
  "local",
);
isFree(swift, "func f() { if let x = y {}\n g(┃x) }");
isFree(swift, "func f() { for x in xs {}\n g(┃x) }");
isFree(swift, "func f(a: A) { a.┃run() }");
isFree(swift, "func f(a: Int) { g(┃a: 1) }");
isFree(swift, "func f(x: Int) { g(.┃x) }");
occurs(swift, "func f(x: Int?) { if let ⟦x⟧ { g(⟦┃x⟧) } }");
occurs(swift, "func f(⟦x⟧: Int?) { if let ⟦x⟧ { g(x) }\n g(⟦┃x⟧) }");
occurs(swift, "func f() {\n#if A\nlet ⟦a⟧ = 1\n#else\nlet ⟦a⟧ = 2\n#endif\ng(⟦┃a⟧) }");
checkRenamable(swift, "func f(a ┃b: Int) {}", true);
checkRenamable(swift, "func f(┃a: Int) {}", false);
checkRenamable(swift, "func f(┃a b: Int) {}", false);
checkRenamable(swift, "class A { subscript(┃a: Int) -> Int { a } }", true);
