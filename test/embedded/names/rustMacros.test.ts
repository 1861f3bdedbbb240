/**
 * Names that macros of Rust declare
 * (https://doc.rust-lang.org/reference/macros-by-example.html).
 */

import { answers } from "./cases.js";

const define = "macro_rules! define { ($name:ident) => (fn $name() {}) }\n";

describe("definitions", () => {
  answers("definition", [
    ["A function that a call names", "src/lib.rs", `${define}define!(⟦foo⟧);\nfn f() { ┃foo() }\n`],
    [
      "A function that a call in another module names",
      "src/lib.rs",
      `${define}mod a { super::define! { ⟦foo⟧ } }\nfn f() { a::┃foo() }\n`,
    ],
    ["A function that a call in the same block names", "src/lib.rs", `${define}fn f() { define!(⟦foo⟧); ┃foo() }\n`],
    [
      "A struct that the rules name, and the call that writes it",
      "src/lib.rs",
      "macro_rules! two { () => { pub struct ⟦Two⟧; impl Two { fn run(&self) {} } } }\n⟦two⟧!();\nfn f(t: ┃Two) {}\n",
    ],
    [
      "A struct of a macro that a module imports under another name",
      "src/lib.rs",
      "mod a { macro_rules! x { () => { pub struct ⟦Foo⟧; }; } pub(crate) use x as m; }\nmod b { use crate::a::m; ⟦m⟧!(); fn f() { ┃Foo; } }\n",
    ],
    [
      "A method in the rules is no function",
      "src/lib.rs",
      "macro_rules! two { () => { struct Two; impl Two { fn run(&self) {} } } }\ntwo!();\nmod a { pub fn ⟦run⟧() {} }\nuse a::*;\nfn f() { ┃run() }\n",
    ],
    [
      "A macro that passes a name declares nothing of it",
      "src/lib.rs",
      "macro_rules! call { ($name:ident) => { fn other() { $name() } } }\ncall!(foo);\nmod a { pub fn ⟦foo⟧() {} }\nuse a::*;\nfn f() { ┃foo() }\n",
    ],
    [
      "A variable that a macro in a pattern binds",
      "src/lib.rs",
      "fn f(e: E) { match e { pat!(⟦x⟧) => ┃x, _ => 0 } }\n",
    ],
    [
      "A macro of another module that does not export it is none",
      "src/lib.rs",
      "mod a;\nfn f() { ┃check!(); }\n",
      "src/a.rs",
      "mod tests { macro_rules! check { () => {} } }\n",
    ],
    [
      "A macro above the module that calls it",
      "src/lib.rs",
      "macro_rules! ⟦check⟧ { () => {} }\nmod a;\n",
      "src/a.rs",
      "mod tests { fn f() { ┃check!(); } }\n",
    ],
    [
      "A key of a literal among the arguments",
      "src/lib.rs",
      "mod a;\nstruct B { x: i32 }\nfn f() { m!(Some(a::A { x: 1, ┃y: 2 })); }\n",
      "src/a.rs",
      "pub struct A { pub x: i32, pub ⟦y⟧: i32 }\npub struct C { pub y: i32 }\n",
    ],
    ["A label among the arguments", "src/lib.rs", "fn f() { ⟦'a⟧: loop { m!(continue '┃a); } }\n"],
    [
      "A macro that macro_use names",
      "mac/Cargo.toml",
      '[package]\nname = "mac"\n',
      "mac/src/lib.rs",
      "#[macro_export]\nmacro_rules! ⟦foo⟧ { () => {} }\n",
      "app/Cargo.toml",
      '[package]\nname = "app"\n[dependencies]\nmac = { path = "../mac" }\n',
      "app/src/lib.rs",
      "#[macro_use(┃foo)]\nextern crate mac;\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "Of a function that a call names",
      "src/lib.rs",
      `${define}mod b;\ndefine!(⟦foo⟧);\nfn f() { ⟦┃foo⟧() }\n`,
      "src/b.rs",
      "fn g() { crate::⟦foo⟧() }\nfn h(foo: fn()) { foo() }\n",
    ],
    [
      "Of a macro, none of the module of its name",
      "src/lib.rs",
      "#[macro_export]\nmacro_rules! ⟦┃info⟧ { () => { $crate::info::make() } }\npub mod info;\nmod b;\n",
      "src/info.rs",
      "pub fn make() {}\n",
      "src/b.rs",
      "use crate::info::make;\nfn g() { crate::⟦info⟧!(); crate::info::make() }\n",
    ],
    [
      "Of a module, none of the macro of its name",
      "src/lib.rs",
      "#[macro_export]\nmacro_rules! info { () => { $crate::⟦info⟧::make() } }\npub mod ⟦┃info⟧;\nmod b;\n",
      "src/info.rs",
      "pub fn make() {}\n",
      "src/b.rs",
      "use crate::⟦info⟧::make;\nfn g() { crate::info!(); crate::⟦info⟧::make() }\n",
    ],
  ]);
});
