/** Names of Rust (https://doc.rust-lang.org/reference/paths.html, items/use-declarations.html). */

import { answers } from "./cases.js";

const manifest = ["Cargo.toml", '[package]\nname = "shop"\n'] as const;

describe("definitions", () => {
  answers("definition", [
    ["A receiver whose type is said", "m.rs", "struct A;\nimpl A { fn f(⟦self⟧: &A) { g(┃self); } }\n"],
    [
      "A module is not the type of the language that has its name",
      "m.rs",
      "mod a { pub mod u8 {} }\nuse a::u8;\nfn f<const N: ┃u8>() {}\n",
    ],
    [
      "A path through a type of the language is none through a module of its name",
      "m.rs",
      'mod str { pub fn f() {} }\nfn g() { ┃str::from_utf8(b""); }\n',
    ],
    [
      "A path to what a module has leads through it, though a type has its name",
      "m.rs",
      "mod ⟦str⟧ { pub fn f() {} }\nfn g() { ┃str::f(); }\n",
    ],
    [
      "crate:: begins at the root of the crate",
      ...manifest,
      "src/lib.rs",
      "mod bank;\npub fn ⟦total⟧() {}\n",
      "src/bank.rs",
      "use crate::┃total;\n",
    ],
    [
      "super:: is the module around",
      "src/lib.rs",
      "mod a;\n",
      "src/a.rs",
      "pub fn ⟦f⟧() {}\nmod tests { use super::┃f; }\n",
    ],
    [
      "self:: is the module itself",
      "src/lib.rs",
      "mod a;\npub fn ⟦f⟧() {}\nfn g() { self::┃f() }\n",
      "src/a.rs",
      "pub fn f() {}\n",
    ],
    [
      "A module inside of a file is followed",
      "src/lib.rs",
      "mod inner { pub struct ⟦X⟧; }\nmod other { pub struct X; }\nuse inner::┃X;\n",
    ],
    [
      "pub use passes a name on",
      "src/lib.rs",
      "mod a;\nmod user;\npub use a::Deep;\n",
      "src/a.rs",
      "mod b;\npub use self::b::Deep;\n",
      "src/a/b.rs",
      "pub struct ⟦Deep⟧;\n",
      "src/c.rs",
      "pub struct Deep;\n",
      "src/user.rs",
      "use crate::Deep as D;\nfn f(d: ┃D) {}\n",
    ],
    [
      "A name that a wildcard imports",
      "src/lib.rs",
      "mod a;\nmod b;\nuse a::*;\nfn f() { ┃g() }\n",
      "src/a.rs",
      "pub fn ⟦g⟧() {}\n",
      "src/b.rs",
      "pub fn g() {}\n",
    ],
    [
      "Another crate of the workspace",
      "Cargo.toml",
      '[workspace]\nmembers = ["one", "two"]\n',
      "one/Cargo.toml",
      '[package]\nname = "one-x"\n',
      "one/src/lib.rs",
      "pub fn ⟦f⟧() {}\n",
      "two/Cargo.toml",
      '[package]\nname = "two"\n[dependencies]\none-x = { path = "../one" }\n',
      "two/src/lib.rs",
      "use one_x::┃f;\npub fn g() {}\n",
      "two/src/f.rs",
      "pub fn f() {}\n",
    ],
    [
      "A module whose file an attribute names",
      "src/lib.rs",
      '#[path = "odd.rs"]\nmod a;\nuse a::┃f;\n',
      "src/odd.rs",
      "pub fn ⟦f⟧() {}\n",
      "src/b.rs",
      "pub fn f() {}\n",
    ],
    ["Self leads to the head of the block", "src/lib.rs", "struct A;\nimpl ⟦A⟧ { fn f() -> ┃Self { A } }\n"],
    ["self leads to the parameter", "src/lib.rs", "struct A { x: u8 }\nimpl A { fn f(&⟦self⟧) { ┃self.x; } }\n"],
    [
      "A method by the type of a parameter",
      "src/lib.rs",
      "struct A;\nimpl A { fn ⟦run⟧(&self) {} }\nstruct B;\nimpl B { fn run(&self) {} }\nfn f(a: &A) { a.┃run() }\n",
    ],
    [
      "A method by the result of a function",
      "src/lib.rs",
      "mod b;\nstruct A;\nimpl A { fn ⟦run⟧(&self) {} }\nfn make() -> A { A }\nfn f() { let x = make();\n x.┃run() }\n",
      "src/b.rs",
      "struct B;\nimpl B { fn run(&self) {} }\n",
    ],
    ["A field of a field", "src/lib.rs", "struct A { ⟦x⟧: u8 }\nstruct B { a: A, x: u8 }\nfn f(b: B) { b.a.┃x; }\n"],
    [
      "A method of the type in a Box",
      "src/lib.rs",
      "struct A;\nimpl A { fn ⟦run⟧(&self) {} }\nstruct B;\nimpl B { fn run(&self) {} }\nfn f(a: Box<A>) { a.┃run() }\n",
    ],
    [
      "A receiver among the tokens of a macro",
      "src/lib.rs",
      'struct A;\nimpl A { fn ⟦run⟧(&self) {} }\nstruct B;\nimpl B { fn run(&self) {} }\nfn f(a: A) { println!("{}", a.┃run()) }\n',
    ],
    [
      "A default method of a trait that the type implements",
      "src/lib.rs",
      "trait T { fn ⟦run⟧(&self) {} }\ntrait U { fn run(&self) {} }\nstruct A;\nimpl T for A {}\nfn f(a: A) { a.┃run() }\n",
    ],
    [
      "A field and a method of one name",
      "src/lib.rs",
      "struct A { x: u8 }\nimpl A { fn ⟦x⟧(&self) {} }\nfn f(a: A) { a.┃x() }\n",
    ],
    [
      "The bound of a type parameter",
      "src/lib.rs",
      "trait T { fn ⟦run⟧(&self); }\nstruct B;\nimpl B { fn run(&self) {} }\nfn f<X: T>(x: X) { x.┃run() }\n",
    ],
    ["A lifetime has its tick", "src/lib.rs", "fn f<⟦'a⟧>(x: &'┃a u8) {}\n"],
    [
      "super is the module above, as a file",
      "src/lib.rs",
      "mod a;\n",
      "src/a/mod.rs",
      "⟦⟧mod b;\n",
      "src/a/b.rs",
      "use ┃super::X;\n",
    ],
    [
      "super of super is the module above that",
      "src/lib.rs",
      "⟦⟧mod a;\n",
      "src/a/mod.rs",
      "mod b;\n",
      "src/a/b.rs",
      "use super::┃super::X;\n",
    ],
    [
      "A type where only a type is possible",
      "src/lib.rs",
      "mod bar { pub struct ⟦Foo⟧ {} pub fn Foo() {} }\nfn f() { let a: bar::┃Foo; }\n",
    ],
    [
      "A value where only a value is possible",
      "src/lib.rs",
      "struct Tag(u8);\nstruct Path {}\nconst ⟦Path⟧: u8 = 0;\nfn f() { match Tag(0) { Tag(┃Path) => {} _ => {} } }\n",
    ],
    [
      "A constant of an implementation is the constant of its trait",
      "src/lib.rs",
      "trait T { type A; const ⟦A⟧: i32; }\nstruct S;\nimpl T for S { type A = i32; const ┃A: i32 = 1; }\n",
    ],
    [
      "An associated type of a type as a trait",
      "src/lib.rs",
      "trait T { type ⟦A⟧; }\nfn f() { let a: <() as T>::┃A; }\n",
    ],
    [
      "Names of a file that is included",
      "src/lib.rs",
      'include!("foo.rs");\nfn f() { ┃foo(); }\nmod other { pub fn foo() {} }\n',
      "src/foo.rs",
      "fn ⟦foo⟧() {}\n",
    ],
    ["A variable among the tokens of a macro", "src/lib.rs", "fn f(x: i32) { m!({ let ⟦y⟧ = x; let z = ┃y; }); }\n"],
    [
      "A macro that another crate exports, wherever it is",
      "lib/Cargo.toml",
      '[package]\nname = "lib"\n',
      "lib/src/lib.rs",
      "#[macro_use]\nmod qux;\n",
      "lib/src/qux.rs",
      "#[macro_export]\nmacro_rules! ⟦foo⟧ { () => {}; }\nfn foo() {}\n",
      "app/Cargo.toml",
      '[package]\nname = "app"\n[dependencies]\nlib = { path = "../lib" }\n',
      "app/src/main.rs",
      "fn main() { lib::┃foo!(); }\n",
    ],
    [
      "What a function value returns",
      "src/lib.rs",
      "struct A;\nimpl A { fn ⟦run⟧(&self) {} }\nstruct B;\nimpl B { fn run(&self) {} }\nfn f() { let make = || -> A { A }; make().┃run(); }\n",
    ],
    [
      "What a variant holds",
      "src/lib.rs",
      "struct A { ⟦x⟧: u8 }\nstruct B { x: u8 }\nenum E { One(u8, A), Two(B) }\nfn f(e: E) { match e { E::One(_, a) => a.┃x, _ => 0 } }\n",
    ],
    [
      "What Some holds",
      "src/lib.rs",
      "struct A { ⟦x⟧: u8 }\nstruct B { x: u8 }\nfn f(e: Option<A>) { if let Some(a) = e { a.┃x; } }\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "Imports, paths and calls of a function",
      "src/lib.rs",
      "mod a;\npub fn ⟦┃f⟧() {}\n",
      "src/a.rs",
      "use super::⟦f⟧;\nfn g() { ⟦f⟧(); crate::⟦f⟧(); }\nmod b { pub fn f() {} }\n",
    ],
    [
      "Uses under the name that an import gives",
      "src/lib.rs",
      "mod a;\npub fn ⟦┃f⟧() {}\n",
      "src/a.rs",
      "use crate::⟦f⟧ as ⟦g⟧;\nfn h() { ⟦g⟧(); }\n",
    ],
    ["Uses of a type include Self", "src/lib.rs", "pub struct ⟦┃A⟧;\nimpl ⟦A⟧ { fn f() -> ⟦Self⟧ { ⟦A⟧ } }\n"],
    [
      "A method of another type is none",
      "src/lib.rs",
      "struct A;\nimpl A { fn ⟦┃run⟧(&self) {} }\nstruct B;\nimpl B { fn run(&self) {} }\nfn f(a: A, b: B) { a.⟦run⟧(); b.run(); }\n",
    ],
    [
      "A key of a literal is a field, not the method of its name",
      "src/lib.rs",
      "struct A { len: i32 }\nimpl A {\n    fn ⟦┃len⟧(&self) -> i32 { self.len }\n    fn new(len: i32) -> A { A { len } }\n}\nfn f(a: A) { a.⟦len⟧(); let A { len } = a; }\n",
    ],
    [
      "The items of implementations are those of their trait",
      "src/lib.rs",
      "trait T { fn ⟦┃run⟧(&self); }\nstruct A;\nimpl T for A { fn ⟦run⟧(&self) {} }\nfn f(a: A) { a.⟦run⟧(); }\n",
    ],
    [
      "Uses of self are those in its method",
      "src/lib.rs",
      "struct A { b: i32 }\nimpl A {\n  fn f(⟦self⟧) { let x = ⟦┃self⟧.b; match () { () => ⟦self⟧ }; }\n  fn g(self) { self; }\n}\n",
    ],
    [
      "Uses of Self are those in its block, with the name in its head",
      "src/lib.rs",
      "struct A;\nimpl ⟦A⟧ { fn f() -> ⟦┃Self⟧ { ⟦Self⟧ } }\nimpl A { fn g() -> Self { A } }\n",
    ],
    ["An attribute is no use of a function", "src/lib.rs", "#[test]\nfn ⟦┃test⟧() { ⟦test⟧(); }\n"],
    [
      "Uses of a macro in other modules and crates",
      "lib/Cargo.toml",
      '[package]\nname = "lib"\n',
      "lib/src/lib.rs",
      "#[macro_use]\nmod qux;\nmod bar;\npub use self::⟦foo⟧;\n",
      "lib/src/qux.rs",
      "#[macro_export]\nmacro_rules! ⟦┃foo⟧ { () => {}; }\n",
      "lib/src/bar.rs",
      "⟦foo⟧!();\nfn foo() {}\n",
    ],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    [
      "Of a trait, the types that implement it",
      "src/lib.rs",
      "mod b;\ntrait ┃T {}\nstruct A;\nimpl T for ⟦A⟧ {}\n",
      "src/b.rs",
      "struct B;\nimpl super::T for ⟦B⟧ {}\ntrait T {}\nimpl T for B {}\n",
    ],
    [
      "Of a method of a trait, those of the types",
      "src/lib.rs",
      "trait T { fn ┃run(&self); }\nstruct A;\nimpl T for A { fn ⟦run⟧(&self) {} }\nimpl A { fn run(&self) {} }\n",
    ],
    [
      "Of a struct, its blocks",
      "src/lib.rs",
      "struct ┃A;\nimpl ⟦A⟧ {}\nmod m { struct A; impl A {} impl ⟦super::A⟧ {} }\n",
    ],
    [
      "Of a struct, the traits that it derives, and no blocks of references",
      "src/lib.rs",
      "trait T {}\n#[derive(⟦Clone⟧, fmt::⟦Debug⟧)]\nstruct ┃A;\nimpl T for ⟦A⟧ {}\nimpl T for &A {}\n",
    ],
    ["Of an alias, those of its type", "src/lib.rs", "struct A;\ntype ┃B = A;\nimpl ⟦A⟧ {}\nimpl ⟦B⟧ {}\n"],
    ["Of a trait in a function", "src/lib.rs", "struct A;\nfn f() { trait ┃T {} impl T for ⟦A⟧ {} }\n"],
  ]);
});
