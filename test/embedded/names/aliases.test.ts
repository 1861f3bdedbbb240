/** Types that extend one which their file knows by another name. */

import { answers } from "./cases.js";

describe("implementations of a type that an import gives another name", () => {
  answers("implementation", [
    [
      "TypeScript",
      "a.ts",
      "export class ┃A { run() {} }\n",
      "b.ts",
      'import { A as Base } from "./a";\nclass ⟦B⟧ extends Base {}\n',
      "c.ts",
      "class Base {}\nclass C extends Base {}\n",
    ],
    [
      "A member in TypeScript",
      "a.ts",
      "export class A { ┃run() {} }\n",
      "b.ts",
      'import { A as Base } from "./a";\nclass B extends Base { ⟦run⟧() {} }\n',
    ],
    ["Python", "a.py", "class ┃A: ...\n", "b.py", "from a import A as Base\nclass ⟦B⟧(Base): ...\n"],
    [
      "PHP",
      "a.php",
      "<?php\nnamespace P;\nclass ┃A {}\n",
      "b.php",
      "<?php\nuse P\\A as Base;\nclass ⟦B⟧ extends Base {}\n",
    ],
    ["Kotlin", "a.kt", "package p\nopen class ┃A\n", "b.kt", "package q\nimport p.A as Base\nclass ⟦B⟧ : Base()\n"],
    [
      "A trait of Rust",
      "src/lib.rs",
      "pub mod a;\npub mod b;\n",
      "src/a.rs",
      "pub trait ┃A {}\n",
      "src/b.rs",
      "use crate::a::A as Base;\nstruct B;\nimpl Base for ⟦B⟧ {}\n",
    ],
  ]);
});
