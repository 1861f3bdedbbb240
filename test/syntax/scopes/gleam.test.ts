/** Scopes and names of Gleam. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const gleam = "gleam";

// Functions and parameters
declares(gleam, "fn f(⟦a⟧: Int) { ┃a }", "local");
declares(gleam, "fn f(to ⟦a⟧: Int) { ┃a }", "local");
declares(gleam, "fn f(a) { fn(⟦a⟧) { ┃a } }", "local");
declares(gleam, "fn f() { ┃g() } fn ⟦g⟧() { 1 }", "file");
declares(gleam, "fn f() { ┃g() } pub fn ⟦g⟧() { 1 }", "file");
declares(gleam, "fn f(⟦f⟧) { g(┃f) }", "local");
isFree(gleam, "fn f(to a: Int) { ┃to }");
occurs(gleam, "fn f(⟦a⟧) { g(⟦┃a⟧, a: ⟦a⟧) }");

// Variables
declares(gleam, "fn f(⟦a⟧) { let a = ┃a a }", "local");
declares(gleam, "fn f(a) { let ⟦a⟧ = a ┃a }", "local");
declares(gleam, "fn f() { let #(a, [⟦b⟧, ..c]) = g() ┃b }", "local");
declares(gleam, "fn f() { let assert Ok(#(⟦a⟧, _)) = g() ┃a }", "local");
declares(gleam, "fn f() { let assert [a] as ⟦b⟧ = g() ┃b }", "local");
declares(gleam, "fn f() { let Pair(left: ⟦a⟧, ..) = g() ┃a }", "local");
declares(gleam, "fn f() { { let a = 1 } ┃a } const ⟦a⟧ = 2", "file");
declares(gleam, "fn f() { use ⟦a⟧, b <- g(1) ┃a }", "local");
declares(gleam, "fn f(⟦a⟧) { use a <- g(┃a) a }", "local");
isFree(gleam, "fn f() { g(┃a) let a = 1 a }");

// Patterns of `case`
declares(gleam, "fn f(x) { case x { ⟦a⟧ -> ┃a b -> b } }", "local");
declares(gleam, "fn f(x) { case x { #(⟦a⟧, 1) | #(1, ⟦a⟧) if a > 1 -> ┃a } }", "local");
declares(gleam, 'fn f(x) { case x { "a" <> ⟦rest⟧ -> ┃rest } }', "local");
declares(gleam, "fn f(x) { case x { Ok(Pair(left: ⟦a⟧, ..)) as b -> ┃a } }", "local");
declares(gleam, "fn f(x) { case x { Ok(a) as ⟦b⟧ -> ┃b } }", "local");
declares(gleam, "fn f(x) { case x { <<a:size(8), ⟦b⟧:bits>> -> ┃b } }", "local");
declares(gleam, "fn f(⟦x⟧) { case ┃x { x -> x } }", "local");
declares(gleam, "fn f(x) { case x { Pair(⟦left⟧:, right:) -> ┃left } }", "local");
isFree(gleam, "fn f(x) { case x { a -> 1 _ -> ┃a } }");
checkRenamable(gleam, "fn f(x) { case x { Pair(left:) -> ┃left } }", false);
checkRenamable(gleam, "fn f(x) { case x { Pair(left: a) -> ┃a } }", true);
checkRenamable(gleam, "fn f(┃left) { Pair(left:) }", false);

// Types
declares(gleam, "fn f(a: List(┃T)) { a } type ⟦T⟧ { C }", "file");
declares(gleam, "fn f() { ┃C } type T { ⟦C⟧ }", "file");
declares(gleam, "fn f() { ┃C } pub type T { ⟦C⟧ }", "file");
declares(gleam, "fn f() { ┃C } pub opaque type T { ⟦C⟧ }", "file");
declares(gleam, "type ⟦C⟧ { A } fn f(c: ┃C) { C } type D { C }", "file");
declares(gleam, "fn f(x) { case x { ┃C(a) -> a } } type T { ⟦C⟧(Int) }", "file");
declares(gleam, "pub type T(⟦a⟧) { C(┃a) }", "local");
declares(gleam, "type T(⟦a⟧) = List(┃a)", "local");
occurs(gleam, "fn f(x: ⟦┃a⟧, g: fn(⟦a⟧) -> b) -> ⟦a⟧ { fn(y: ⟦a⟧) { y } } fn h(x: a) { x }");

// Modules
declares(gleam, "import gleam/⟦list⟧\nfn f() { ┃list.map }", "import");
declares(gleam, "import gleam/⟦list⟧\nfn f(list) { ┃list.map(list, g) }", "import");
declares(gleam, "import gleam/list\nfn f(⟦list⟧) { list.map(┃list, g) }", "local");
declares(gleam, "import gleam/⟦option⟧\nfn f(option: ┃option.Option(a)) { option }", "import");
declares(gleam, "import gleam/⟦option⟧\nfn f(option) { case option { ┃option.None -> 1 } }", "import");
declares(gleam, "import gleam/list as ⟦l⟧\nfn f() { ┃l.map(a, b) }", "import");
declares(gleam, "fn f(⟦pair⟧) { ┃pair.left }", "local");
isFree(gleam, "fn f(pair) { pair.┃left }");
checkRenamable(gleam, "fn f(┃server) { server.stop() }", false);
checkRenamable(gleam, "fn f(┃pair) { pair.left }", true);
imports(gleam, "import gleam/list\nfn f() { ┃list.map }", "gleam/list");
imports(gleam, "import gleam/option.{type Option}\nfn f(a: ┃Option) { a }", "gleam/option", "Option");
imports(gleam, "import gleam/option.{Some as Just}\nfn f() { ┃Just(1) }", "gleam/option", "Some");
imports(gleam, "import gleam/io.{println}\nfn f() { ┃println(1) }", "gleam/io", "println");
