/**
 * Names of Rust that lead through types: associated types, aliases, and methods of the standard
 * library that call others (https://doc.rust-lang.org/reference/paths.html,
 * https://doc.rust-lang.org/std/convert).
 */

import { answers } from "./cases.js";

const from = "struct A;\nstruct B;\nimpl From<A> for B { fn ⟦from⟧(a: A) -> Self { B } }\n";
const other = "struct C;\nimpl From<A> for C { fn from(a: A) -> Self { C } }\n";

describe("definitions", () => {
  answers("definition", [
    [
      "A method of what a pattern takes from a field",
      "src/lib.rs",
      "struct A { b: B }\nstruct B;\nimpl A { fn run(&self) {} }\nimpl B { fn ⟦run⟧(&self) {} }\nfn f(a: A) { let A { b: c } = a; c.┃run(); }\n",
    ],
    ["into is from of the type that is wanted", "src/lib.rs", `${from}${other}fn f(a: A) { let b: B = a.┃into(); }\n`],
    [
      "try_into is try_from of a result",
      "src/lib.rs",
      "struct B;\nimpl TryFrom<i32> for B { fn ⟦try_from⟧(a: i32) -> Result<B, ()> { Ok(B) } }\nfn f() { let b: Result<B, _> = 1.┃try_into(); }\n",
    ],
    [
      "parse is from_str of the type that it is given",
      "src/lib.rs",
      'struct B;\nimpl FromStr for B { fn ⟦from_str⟧(s: &str) -> Result<B, ()> { Ok(B) } }\nfn f() { "a".┃parse::<B>(); }\n',
    ],
    [
      "to_string is fmt of Display",
      "src/lib.rs",
      "struct A;\nimpl fmt::Display for A { fn ⟦fmt⟧(&self) {} }\nimpl fmt::Debug for A { fn fmt(&self) {} }\nfn f(a: A) { a.┃to_string(); }\n",
    ],
    [
      "A method of the trait that a clause demands of a type parameter",
      "src/lib.rs",
      "trait T { fn ⟦run⟧(&self); }\ntrait U { fn run(&self); }\nfn f<X>(x: &mut X) where X: 'static + T { x.┃run(); }\n",
    ],
    [
      "A type that the trait of a clause names",
      "src/lib.rs",
      "trait T { type ⟦Out⟧; }\ntrait U { type Out; }\nfn f<X>(x: X) -> X::┃Out where X: T {}\n",
    ],
    [
      "A method of the type itself comes first",
      "src/lib.rs",
      `${from.replace(/[⟦⟧]/g, "")}impl A { fn ⟦into⟧(self) -> B { B } }\nfn f(a: A) { let b: B = a.┃into(); }\n`,
    ],
    [
      "The type that an implementation gives to a name",
      "src/lib.rs",
      "struct A;\nimpl A { fn ⟦new⟧() {} }\nstruct B;\nimpl B { fn new() {} }\ntrait T { type Out; }\nimpl T for B { type Out = A; }\nfn f() { <B as T>::Out::┃new(); }\n",
    ],
    [
      "Self in a type that an implementation names",
      "src/lib.rs",
      "struct A;\nimpl A { fn ⟦new⟧() {} }\nstruct B;\nimpl B { fn new() {} }\ntrait T { type Out; }\nimpl T for A { type Out = Self; }\nfn f() { <A as T>::Out::┃new(); }\n",
    ],
    [
      "An alias stands for one of its parameters",
      "src/lib.rs",
      "struct A;\nimpl A { fn ⟦new⟧() {} }\nstruct B;\nimpl B { fn new() {} }\ntype Second<X, Y> = Y;\nfn f() { <Second<B, A>>::┃new(); }\n",
    ],
    [
      "An inner module has what it imports",
      "src/lib.rs",
      "mod x { pub use crate::y::*; }\nmod y { pub fn ⟦w⟧() {} }\nmod v { pub fn w() {} }\nfn f() { x::┃w(); }\n",
    ],
    [
      "A pattern of one word declares it where that is no value",
      "src/lib.rs",
      "trait T {}\nfn f(x: i32) { match x { ⟦┃T⟧ => {} } }\n",
    ],
    ["A constant in a pattern is read", "src/lib.rs", "const ⟦T⟧: i32 = 1;\nfn f(x: i32) { match x { ┃T => {} } }\n"],
    [
      "The name of a built-in type may be declared",
      "src/lib.rs",
      "mod a { pub struct ⟦u8⟧; }\nuse a::u8;\nfn f(x: ┃u8) {}\n",
    ],
  ]);
});
