/** Names that are words for the object, or for what its type extends, in other languages. */

import { answers } from "./cases.js";

describe("definitions of members of variables that are named like such words", () => {
  answers("definition", [
    [
      "Kotlin's `parent`",
      "a.kt",
      "class A { fun ⟦run⟧() {} }\nclass C { fun run() {} }\n",
      "b.kt",
      "class M : C() { fun f(parent: A) { parent.┃run() } }\n",
    ],
    [
      "Java's `self`",
      "A.java",
      "class A { void ⟦run⟧() {} }\nclass C { void run() {} }\n",
      "M.java",
      "class M extends C { void f(A self) { self.┃run(); } }\n",
    ],
    [
      "Go's `parent`",
      "a.go",
      "package p\n\ntype A struct{}\n\nfunc (self *A) ⟦run⟧() {}\n\ntype C struct{}\n\nfunc (self *C) run() {}\n",
      "b.go",
      "package p\n\nfunc (self *C) f(parent *A) { parent.┃run() }\n",
    ],
    [
      "Go's `self`",
      "a.go",
      "package p\n\ntype A struct{}\n\nfunc (self *A) ⟦run⟧() { self.┃run() }\n\ntype C struct{}\n\nfunc (c *C) run() {}\n",
    ],
    [
      "TypeScript's `self`, which is another object",
      "a.ts",
      "class A { ⟦run⟧() {} }\nclass C { run() {} f(self: A) { self.┃run(); } }\n",
    ],
    [
      "TypeScript's `self`, which is the object",
      "a.ts",
      "class C { ⟦run⟧() {} f() { const self = this; self.┃run(); } }\nclass D { run() {} }\n",
    ],
    [
      "C's `self`",
      "a.c",
      "struct a { int ⟦size⟧; };\nstruct c { int size; };\nint f(struct a *self) { return self->┃size; }\n",
    ],
    [
      "Python's `parent`",
      "a.py",
      "class A:\n    def ⟦run⟧(self): ...\nclass C:\n    def run(self): ...\nclass M(C):\n    def f(self, parent: A):\n        parent.┃run()\n",
    ],
  ]);
});

describe("definitions of members by words for the object", () => {
  answers("definition", [
    [
      "Python's `self`",
      "a.py",
      "class A:\n    def ⟦run⟧(self):\n        self.┃run()\nclass C:\n    def run(self): ...\n",
    ],
    [
      "PHP's `parent`",
      "a.php",
      "<?php\nclass A { function ⟦run⟧() {} }\nclass B extends A { function run() { parent::┃run(); } }\n",
    ],
    [
      "PHP's `self` and `static`",
      "a.php",
      "<?php\nclass A { static function ⟦run⟧() { self::┃run(); } }\nclass C { static function run() {} }\n",
    ],
    [
      "Rust's `self`",
      "a.rs",
      "struct A;\nimpl A { fn ⟦run⟧(&self) { self.┃run() } }\nstruct C;\nimpl C { fn run(&self) {} }\n",
    ],
    ["Ruby's `self`", "a.rb", "class A\n  def ⟦run⟧\n    self.┃run\n  end\nend\nclass C\n  def run\n  end\nend\n"],
  ]);
});
