/** Scopes and names of Kotlin. */

import { declares, imports, isFree } from "./check.js";

const kotlin = "kotlin";

declares(kotlin, "fun f(⟦a⟧: Int) = ┃a", "local");
declares(kotlin, "fun f() { val ⟦a⟧ = 1; g(┃a) }", "local");
declares(kotlin, "fun f() { for (⟦x⟧ in xs) g(┃x) }", "local");
declares(kotlin, "fun f() { for ((k, ⟦v⟧) in xs) g(┃v) }", "local");
declares(kotlin, "fun f() { g { ⟦x⟧ -> h(┃x) } }", "local");
declares(kotlin, "fun f() { val (a, ⟦b⟧) = p; g(┃b) }", "local");
declares(kotlin, "fun f() { try {} catch (⟦e⟧: E) { g(┃e) } }", "local");
declares(kotlin, "fun f() { when (val ⟦x⟧ = g()) { 1 -> h(┃x) } }", "local");
declares(kotlin, "fun <⟦T⟧> f(a: ┃T) {}", "local");
declares(kotlin, "fun f() { fun ⟦g⟧() {}\n ┃g() }", "local");
declares(kotlin, "class A(⟦x⟧: Int) { val y = ┃x }", "local");
declares(kotlin, "class A(val ⟦x⟧: Int) { fun f() = ┃x }", "member");
declares(kotlin, "class A { val ⟦x⟧ = 1\n fun f() = this.┃x }", "member");
declares(kotlin, "class A { fun ⟦g⟧() {}\n fun f() { ┃g() } }", "member");
declares(kotlin, "enum class E { ⟦A⟧; fun f() = ┃A }", "member");
declares(kotlin, "val ⟦a⟧ = 1\nfun f() = ┃a", "file");
declares(kotlin, "class ⟦A⟧\nval a: ┃A = A()", "file");
imports(kotlin, "import a.b.C\nval c: ┃C = x", "a.b.C", "C");
imports(kotlin, "import a.b.C as D\nval c: ┃D = x", "a.b.C", "C");
isFree(kotlin, "fun f() { for (x in xs) {}\n g(┃x) }");
isFree(kotlin, "fun f(a: A) { a.┃run() }");
isFree(kotlin, "import a.*\nval c: ┃C = x");
