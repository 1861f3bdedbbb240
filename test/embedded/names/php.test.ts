/** Names of PHP (https://www.php.net/manual/en/language.namespaces.php). */

import { answers } from "./cases.js";

const a = ["src/P/A.php", "<?php\nnamespace P;\nclass A { public function ⟦run⟧() {} }\n"] as const;
const type = ["src/P/A.php", "<?php\nnamespace P;\nclass ⟦A⟧ { public function run() {} }\n"] as const;
const other = [
  "src/O/A.php",
  "<?php\nnamespace O;\nclass A { public $x; const C = 1; public static $s; public function run() {} public static function make() {} }\n",
] as const;

describe("definitions", () => {
  answers("definition", [
    ["A use declaration", ...type, ...other, "b.php", "<?php\nuse P\\A;\nnew ┃A();\n"],
    ["The use declaration itself", ...type, ...other, "b.php", "<?php\nuse P\\┃A;\n"],
    ["A use declaration with an alias", ...type, ...other, "b.php", "<?php\nuse P\\A as X;\nnew ┃X();\n"],
    ["A group of uses", ...type, ...other, "b.php", "<?php\nuse P\\{A, B};\nnew ┃A();\n"],
    ["The same namespace", ...type, ...other, "src/P/B.php", "<?php\nnamespace P;\nclass B { function f(┃A $a) {} }\n"],
    ["A fully qualified name", ...type, ...other, "b.php", "<?php\nnamespace Q;\nnew \\P\\┃A();\n"],
    ["A name qualified by a namespace that is used", ...type, ...other, "b.php", "<?php\nuse P;\nnew P\\┃A();\n"],
    [
      "A namespace of several words",
      "src/P/A.php",
      "<?php\nnamespace P\\Q;\nclass ⟦A⟧ {}\n",
      ...other,
      "b.php",
      "<?php\nuse P\\Q\\A;\nnew ┃A();\n",
    ],
    [
      "A function that is used",
      "f.php",
      "<?php\nnamespace P;\nfunction ⟦f⟧() {}\n",
      "g.php",
      "<?php\nnamespace O;\nfunction f() {}\n",
      "b.php",
      "<?php\nuse function P\\f;\n┃f();\n",
    ],
    [
      "A constant that is used",
      "f.php",
      "<?php\nnamespace P;\nconst ⟦C⟧ = 1;\n",
      "g.php",
      "<?php\nnamespace O;\nconst C = 1;\n",
      "b.php",
      "<?php\nuse const P\\C;\necho ┃C;\n",
    ],
    [
      "A loop over a property whose comment names its elements",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nclass B { /** @var A[] */ private array $as = []; function f() { foreach ($this->as as $a) { $a->┃run(); } } }\n",
    ],
    [
      "A loop with keys over a property with the comment array<string, A>",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nclass B { /** @var array<string, A> */ private $as; function f() { foreach ($this->as as $k => $a) { $a->┃run(); } } }\n",
    ],
    [
      "An element of what a method returns by its comment",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nclass B { /** @return list<A> */ function as(): array { return []; } function f() { $this->as()[0]->┃run(); } }\n",
    ],
    [
      "A parameter by its comment",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\n/**\n * @param O $o Another\n * @param A|null $a\n */\nfunction f($o, $a) { $a->┃run(); }\n",
    ],
    [
      "A variable by the comment above",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nfunction f() {\n    /** @var A $a */\n    $a = make();\n    $a->┃run();\n}\n",
    ],
    [
      "A parameter whose type says more than its comment",
      ...a,
      "src/O/A.php",
      "<?php\nnamespace O;\nclass A { public function run() {} }\n",
      "b.php",
      "<?php\nuse O\\A as X;\nuse P\\A;\n/** @param X $a */\nfunction f(A $a) { $a->┃run(); }\n",
    ],
    [
      "A comment with the alias of a use",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A as X;\nclass B { /** @var X */ private $x; function f() { $this->x->┃run(); } }\n",
    ],
    [
      "A method by the type of a parameter",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nfunction f(A $a) { $a->┃run(); }\n",
    ],
    [
      "A method of a nullable parameter",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nfunction f(?A $a) { $a?->┃run(); }\n",
    ],
    ["A method of a new object", ...a, ...other, "b.php", "<?php\nuse P\\A;\n$a = new A();\n$a->┃run();\n"],
    ["A method of a new object without a variable", ...a, ...other, "b.php", "<?php\nuse P\\A;\n(new A())->┃run();\n"],
    [
      "A method by the type of a property",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nclass B { private A $a; function f() { $this->a->┃run(); } }\n",
    ],
    [
      "A method by a promoted parameter",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nclass B { function __construct(private A $a) {} function f() { $this->a->┃run(); } }\n",
    ],
    [
      "A method by the result of another",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nclass B { function make(): A {} function f() { $this->make()->┃run(); } }\n",
    ],
    [
      "A method by the result of a function",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nfunction make(): A {}\nmake()->┃run();\n",
    ],
    [
      "A static method",
      "src/P/A.php",
      "<?php\nnamespace P;\nclass A { public static function ⟦make⟧() {} }\n",
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nA::┃make();\n",
    ],
    [
      "A constant of a class",
      "src/P/A.php",
      "<?php\nnamespace P;\nclass A { const ⟦C⟧ = 1; }\n",
      ...other,
      "b.php",
      "<?php\nuse P\\A;\necho A::┃C;\n",
    ],
    [
      "A static property",
      "src/P/A.php",
      "<?php\nnamespace P;\nclass A { public static $⟦s⟧; }\n",
      ...other,
      "b.php",
      "<?php\nuse P\\A;\necho A::$┃s;\n",
    ],
    [
      "self is the class",
      "src/P/A.php",
      "<?php\nnamespace P;\nclass A { const ⟦C⟧ = 1; function f() { return self::┃C; } }\n",
      ...other,
    ],
    [
      "static is the class",
      "src/P/A.php",
      "<?php\nnamespace P;\nclass A { static function ⟦make⟧() {} function f() { return static::┃make(); } }\n",
      ...other,
    ],
    [
      "parent is the class above",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nclass B extends A { function run() { parent::┃run(); } }\n",
    ],
    [
      "An inherited method",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nclass B extends A { function f() { $this->┃run(); } }\n",
    ],
    [
      "A method of a trait that the class uses",
      "t.php",
      "<?php\nnamespace P;\ntrait T { function ⟦run⟧() {} }\n",
      ...other,
      "b.php",
      "<?php\nuse P\\T;\nclass B { use T; function f() { $this->┃run(); } }\n",
    ],
    [
      "A property",
      "src/P/A.php",
      "<?php\nnamespace P;\nclass A { public $⟦x⟧; }\n",
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nfunction f(A $a) { return $a->┃x; }\n",
    ],
    [
      "A case of an enum",
      "e.php",
      "<?php\nnamespace P;\nenum E { case ⟦One⟧; }\n",
      "o.php",
      "<?php\nnamespace O;\nenum E { case One; }\n",
      "b.php",
      "<?php\nuse P\\E;\necho E::┃One;\n",
    ],
    ["A named argument", "f.php", "<?php\nfunction f($⟦count⟧) {}\n", "b.php", "<?php\nf(┃count: 1);\n"],
    [
      "An interface's method",
      "i.php",
      "<?php\nnamespace P;\ninterface I { function ⟦run⟧(); }\n",
      ...other,
      "b.php",
      "<?php\nuse P\\I;\nfunction f(I $i) { $i->┃run(); }\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "A parameter that is a property",
      "a.php",
      "<?php\nnamespace P;\nclass A {\n  public function __construct(public int $⟦┃frame⟧) {}\n  function get() { return $this->⟦frame⟧; }\n}\n",
      "b.php",
      "<?php\nnamespace P;\n$a = new A(⟦frame⟧: 1);\necho $a->⟦frame⟧;\n",
    ],
    [
      "A class of another namespace is none",
      "src/P/A.php",
      "<?php\nnamespace P;\nclass ⟦┃A⟧ {}\n",
      ...other,
      "b.php",
      "<?php\nuse P\\⟦A⟧;\nnew ⟦A⟧();\n",
      "c.php",
      "<?php\nuse O\\A;\nnew A();\n",
    ],
    [
      "A method of another class is none",
      "src/P/A.php",
      "<?php\nnamespace P;\nclass A { function ⟦┃run⟧() {} }\n",
      ...other,
      "b.php",
      "<?php\nfunction f(\\P\\A $a, \\O\\A $b) { $a->⟦run⟧(); $b->run(); }\n",
    ],
    [
      "A function of another namespace is none",
      "f.php",
      "<?php\nnamespace P;\nfunction ⟦┃f⟧() {}\n⟦f⟧();\n",
      "g.php",
      "<?php\nnamespace O;\nfunction f() {}\nf();\n",
    ],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    [
      "Of an interface, the classes",
      "i.php",
      "<?php\nnamespace P;\ninterface ┃I {}\n",
      "o.php",
      "<?php\nnamespace O;\ninterface I {}\nclass X implements I {}\n",
      "b.php",
      "<?php\nuse P\\I;\nclass ⟦B⟧ implements I {}\nclass ⟦C⟧ extends B {}\n",
    ],
    [
      "Of a method, those of the classes",
      "i.php",
      "<?php\ninterface I { function ┃run(); }\nclass B implements I { function ⟦run⟧() {} }\nclass C { function run() {} }\n",
    ],
  ]);
});
