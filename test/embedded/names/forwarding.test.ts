/** Members that a type has through the object that it stands for: Rust's Deref, C++'s arrow. */

import { answers } from "./cases.js";

const deref = "impl Deref for A { type Target = B; fn deref(&self) -> &B { &self.0 } }\n";

describe("definitions", () => {
  answers("definition", [
    [
      "A method of what a type of Rust dereferences to",
      "src/lib.rs",
      `struct B;\nimpl B { fn ⟦run⟧(&self) {} }\nstruct C;\nimpl C { fn run(&self) {} }\nstruct A(B);\n${deref}fn f(a: A) { a.┃run(); }\n`,
    ],
    [
      "What a type of Rust dereferences to twice",
      "src/lib.rs",
      `struct C;\nimpl C { fn ⟦run⟧(&self) {} }\nstruct D;\nimpl D { fn run(&self) {} }\nstruct B(C);\n${deref.replaceAll("B", "C").replaceAll("A", "B")}struct A(B);\n${deref}fn f(a: A) { a.┃run(); }\n`,
    ],
    [
      "The target that a type of Rust names in its block",
      "src/lib.rs",
      `struct B;\nimpl B { fn ⟦run⟧(&self) {} }\nstruct C;\nimpl C { fn run(&self) {} }\nstruct A(B);\n${deref.replace("&B {", "&Self::Target {")}fn f(a: A) { a.┃run(); }\n`,
    ],
    [
      "A method of a type of Rust itself comes before that",
      "src/lib.rs",
      `struct B;\nimpl B { fn run(&self) {} }\nstruct A(B);\nimpl A { fn ⟦run⟧(&self) {} }\n${deref}fn f(a: A) { a.┃run(); }\n`,
    ],
    [
      "A member that an arrow of C++ leads to",
      "a.cpp",
      "struct B { void ⟦run⟧(); };\nstruct C { void run(); };\nstruct A { B* operator->(); };\nvoid f(A a) { a->┃run(); }\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "A method of what a type of Rust dereferences to",
      "src/lib.rs",
      `struct B;\nimpl B { fn ⟦┃run⟧(&self) {} }\nstruct C;\nimpl C { fn run(&self) {} }\nstruct A(B);\n${deref}fn f(a: A, c: C) { a.⟦run⟧(); c.run(); }\n`,
    ],
  ]);
});
