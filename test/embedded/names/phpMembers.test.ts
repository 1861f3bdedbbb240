/**
 * Names of PHP's variables, members and functions
 * (https://www.php.net/manual/en/language.variables.scope.php, language.oop5.php).
 */

import { answers } from "./cases.js";

const other = [
  "o.php",
  "<?php\nnamespace O;\n" +
    "class A { const C = 1; public static $s; public $x; public function run() {} public " +
    "static function make() {} }\nfunction f() {}\n",
] as const;
const a = ["A.php", "<?php\nnamespace P;\nclass A { public function ⟦run⟧() {} }\n"] as const;

describe("definitions of variables", () => {
  answers("definition", [
    [
      "A method as a first-class callable",
      "a.php",
      "<?php\nclass A { public $x; function ⟦run⟧() {} }\nclass B { public $x; function run() {} }\nfunction f(A $a) { return $a->┃run(...); }\n",
    ],
    [
      "A property by a safe access",
      "a.php",
      "<?php\nclass A { public $⟦x⟧; }\nclass B { public $x; }\nfunction f(?A $a) { return $a?->┃x; }\n",
    ],
    [
      "A method of a clone",
      "a.php",
      "<?php\nclass A { public $x; function ⟦run⟧() {} }\nclass B { public $x; function run() {} }\nfunction f(A $a) { $b = clone $a; $b->┃run(); }\n",
    ],
    [
      "A method of an object in brackets",
      "a.php",
      "<?php\nclass A { public $x; function ⟦run⟧() {} }\nclass B { public $x; function run() {} }\nfunction f() { (new A)->┃run(); }\n",
    ],
    [
      "A property in a string with braces",
      "a.php",
      '<?php\nclass A { public $⟦x⟧; }\nclass B { public $x; }\nfunction f(A $a) { return "{$a->┃x}"; }\n',
    ],
    ["A global variable", "a.php", "<?php\n$⟦g⟧ = 1;\nfunction f() { return 1; }\necho $┃g;\n"],
    ["A static variable of a function", "a.php", "<?php\nfunction f() { static $⟦n⟧ = 0; return $┃n; }\n"],
    [
      "A method of an enum",
      "a.php",
      "<?php\nenum A { case X; function ⟦run⟧() {} }\nclass B { function run() {} }\nA::X->┃run();\n",
    ],
    [
      "An attribute",
      "a.php",
      "<?php\nnamespace P;\nclass ⟦A⟧ {}\n#[┃A]\nclass B {}\n",
      "b.php",
      "<?php\nnamespace O;\nclass A {}\n",
    ],
    ["A parameter of a match arm", "a.php", "<?php\nfunction f($⟦y⟧) { return match (true) { default => $┃y }; }\n"],
    ["A label", "a.php", "<?php\n⟦out⟧:\ngoto ┃out;\n"],
    [
      "A constant of an object's class",
      "a.php",
      "<?php\nclass A { const ⟦N⟧ = 1; }\nclass B { const N = 1; }\nfunction f(A $a) { return $a::┃N; }\n",
    ],
    ["A parameter", "b.php", "<?php\nfunction f($⟦x⟧) { return $┃x; }\n"],
    ["A local variable", "b.php", "<?php\nfunction f() { $⟦x⟧ = 1; return $┃x; }\nfunction g() { $x = 2; }\n"],
    ["A function does not see the variables around it", "b.php", "<?php\n$x = 1;\nfunction f($⟦x⟧) { return $┃x; }\n"],
    ["A closure takes a variable", "b.php", "<?php\nfunction f() { $⟦x⟧ = 1; return function () use ($┃x) {}; }\n"],
    [
      "An arrow function sees the variables around it",
      "b.php",
      "<?php\nfunction f($⟦x⟧) { return fn ($y) => $┃x + $y; }\n",
    ],
    ["A parameter of an arrow function", "b.php", "<?php\n$f = fn ($⟦y⟧) => $┃y;\n"],
    ["The value of a loop", "b.php", "<?php\nfunction f($xs) { foreach ($xs as $k => $⟦x⟧) { echo $┃x; } }\n"],
    ["A variable of a catch", "b.php", "<?php\ntry {} catch (E $⟦e⟧) { echo $┃e; }\n"],
    ["A variable in a string", "b.php", '<?php\nfunction f($⟦x⟧) { return "a $┃x"; }\n'],
    ["One of a list", "b.php", "<?php\nfunction f() { [$⟦a⟧, $b] = g(); return $┃a; }\n"],
  ]);
});

describe("definitions of members", () => {
  answers("definition", [
    ["A method by this", "b.php", "<?php\nclass B { function f() { $this->┃run(); } function ⟦run⟧() {} }\n", ...other],
    [
      "A static method by self",
      "b.php",
      "<?php\nclass B { static function ⟦make⟧() {} function f() { self::┃make(); } }\n",
      ...other,
    ],
    [
      "A static method by static",
      "b.php",
      "<?php\nclass B { static function ⟦make⟧() {} function f() { static::┃make(); } }\n",
      ...other,
    ],
    [
      "A method by parent",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nclass B extends A { function run() { parent::┃run(); } }\n",
    ],
    ["A constant by self", "b.php", "<?php\nclass B { const ⟦C⟧ = 1; function f() { return self::┃C; } }\n", ...other],
    [
      "An inherited constant",
      "b.php",
      "<?php\nclass B { const ⟦C⟧ = 1; }\nclass D extends B {}\necho D::┃C;\n",
      ...other,
    ],
    [
      "A constant of an interface",
      "b.php",
      "<?php\ninterface I { const ⟦C⟧ = 1; }\nclass D implements I {}\necho D::┃C;\n",
      ...other,
    ],
    ["A property by this", "b.php", "<?php\nclass B { private $⟦x⟧; function f() { return $this->┃x; } }\n", ...other],
    ["A method by a safe call", ...a, ...other, "b.php", "<?php\nuse P\\A;\nfunction f(?A $a) { $a?->┃run(); }\n"],
    [
      "A method of a class that an instance is checked for",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nfunction f(A $a) { if ($a instanceof A) { $a->┃run(); } }\n",
    ],
    [
      "A method of a superclass's superclass",
      ...a,
      ...other,
      "b.php",
      "<?php\nuse P\\A;\nclass B extends A {}\nclass C extends B {}\n(new C())->┃run();\n",
    ],
    [
      "A method of the nearest type",
      "b.php",
      "<?php\nclass A { function run() {} }\nclass B extends A { function ⟦run⟧() {} }\n(new B())->┃run();\n",
    ],
    [
      "A method by a static constructor's result",
      "b.php",
      "<?php\n" +
        "class A { static function make(): self { return new self(); } function ⟦run⟧() {} }\n" +
        "A::make()->┃run();\n",
      ...other,
    ],
    [
      "A class in the head of another",
      ...other,
      "P.php",
      "<?php\nnamespace P;\nclass ⟦A⟧ {}\n",
      "b.php",
      "<?php\nnamespace P;\nclass B extends ┃A {}\n",
    ],
    [
      "A class that is caught",
      "P.php",
      "<?php\nnamespace P;\nclass ⟦E⟧ {}\n",
      "b.php",
      "<?php\nuse P\\E;\ntry {} catch (┃E $e) {}\n",
    ],
    [
      "A function of the same namespace",
      ...other,
      "P.php",
      "<?php\nnamespace P;\nfunction ⟦f⟧() {}\n",
      "b.php",
      "<?php\nnamespace P;\n┃f();\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "Of a variable, those of its function",
      "b.php",
      "<?php\nfunction f($⟦┃x⟧) { return $⟦x⟧; }\nfunction g($x) { return $x; }\n",
    ],
    [
      "Of a constant of a class",
      "b.php",
      "<?php\nclass A { const ⟦┃C⟧ = 1; }\nclass B { const C = 2; }\necho A::⟦C⟧, B::C;\n",
    ],
    [
      "Of a static method",
      "b.php",
      "<?php\nclass A { static function ⟦┃make⟧() {} function f() { self::⟦make⟧(); } }\n" +
        "class B { static function make() {} }\nA::⟦make⟧();\nB::make();\n",
    ],
  ]);
});
