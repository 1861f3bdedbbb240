/** Names of Rust (https://doc.rust-lang.org/reference/paths.html, items/use-declarations.html). */

import { answers } from "./cases.js";

const manifest = ["Cargo.toml", '[package]\nname = "shop"\n'] as const;

describe("definitions", () => {
  answers("definition", [
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
      "The items of implementations are those of their trait",
      "src/lib.rs",
      "trait T { fn ⟦┃run⟧(&self); }\nstruct A;\nimpl T for A { fn ⟦run⟧(&self) {} }\nfn f(a: A) { a.⟦run⟧(); }\n",
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
  ]);
});
