/** Scopes and names of PHP. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const language = "php";
const php = (code: string) => `<?php ${code}`;
const inFunction = (body: string) => php(`function f($p) { ${body} }`);

// Variables belong to their function, wherever it first assigns them
declares(language, inFunction("$⟦a⟧ = 1; return $┃a;"), "local");
declares(language, inFunction("if ($p) { $⟦a⟧ = 1; } return $┃a;"), "local");
declares(language, php("$⟦a⟧ = 1; echo $┃a;"), "file");
declares(language, php("$a = 1; function f() { $⟦a⟧ = 2; return $┃a; }"), "local");
isFree(language, php("$a = 1; function f() { return $┃a; }"));
declares(language, inFunction("$⟦a⟧ = '💣';\r\nreturn \"💣 $┃a\";\r\n"), "local");
declares(language, inFunction("[$a, ['k' => $⟦b⟧]] = $p; return $┃b;"), "local");
declares(language, inFunction("list($a, , $⟦b⟧) = $p; return $┃b;"), "local");
isFree(language, inFunction("[$┃k => $v] = $p;"));
declares(language, inFunction("foreach ($p as $k => $⟦v⟧) { echo $┃v; }"), "local");
declares(language, inFunction("foreach ($p as &$⟦v⟧) { echo $┃v; }"), "local");
declares(language, inFunction("foreach ($p as [$a, $⟦b⟧]) { echo $┃b; }"), "local");
declares(language, inFunction("try {} catch (A | B $⟦e⟧) { throw $┃e; }"), "local");
declares(language, inFunction("static $⟦n⟧ = 0; return ++$┃n;"), "local");
declares(language, inFunction("while ($⟦line⟧ = next()) { echo $┃line; }"), "local");
declares(language, php("$⟦config⟧ = 1; function f() { global $config; return $┃config; }"), "file");
isFree(language, php("function f() { global $config; return $┃config; }"));
isFree(language, inFunction("$_GET = 1; return $┃_GET;"));
isFree(language, php("echo $┃title; ?><b>title</b>"));

// Parameters
declares(language, php("function f(int $⟦a⟧) { return $┃a; }"), "local");
declares(language, php("function f(&...$⟦rest⟧) { return $┃rest; }"), "local");
declares(language, php("class A { function m($⟦a⟧) { return $┃a; } }"), "local");
isFree(language, inFunction("g(┃p: 1);"));

// Closures
declares(language, php("function f($⟦a⟧) { return function () use ($a) { return $┃a; }; }"), "local");
declares(language, php("function f($⟦a⟧) { return function () use (&$┃a) {}; }"), "local");
isFree(language, php("function f($a) { return function () { return $┃a; }; }"));
declares(language, php("function f($⟦a⟧) { return fn($x) => $x + $┃a; }"), "local");
declares(language, php("function f($a) { return fn($⟦a⟧) => $┃a; }"), "local");
declares(language, php("$f = function ($⟦a⟧) { return $┃a; };"), "local");

// Members of the enclosing class
declares(language, php("class A { private $⟦x⟧ = 1; function m() { return $this->┃x; } }"), "member");
declares(language, php("class A { private $x; function ⟦x⟧() { return $this->┃x(); } }"), "member");
declares(language, php("class A { private static $⟦x⟧; function m() { return self::$┃x; } }"), "member");
declares(language, php("class A { const ⟦X⟧ = 1; function m() { return static::┃X; } }"), "member");
declares(language, php("class A { static function ⟦make⟧() { return self::┃make(); } }"), "member");
declares(
  language,
  php("class A { function __construct(private $⟦x⟧) {} function m() { return $this?->┃x; } }"),
  "member",
);
declares(language, php("class A { function __construct(private $⟦x⟧) { echo $┃x; } }"), "local");
declares(
  language,
  php("class A { private $⟦x⟧; function m() { return function () { return $this->┃x; }; } }"),
  "member",
);
declares(language, php("enum E { case ⟦A⟧; static function m() { return self::┃A; } }"), "member");
declares(language, php("class A { const ⟦X⟧ = 1; } echo A::┃X;"), "member");
declares(language, php("trait T { private $⟦x⟧; function m() { return $this->┃x; } }"), "member");
declares(language, php("class A { public string $x { ⟦set⟧ { $this->x = $┃value; } } }"), "local");
isFree(language, php("class A { private $x; function m($a) { return $a->┃x; } }"));
isFree(language, php("class A { function m() {} function n() { ┃m(); } }"));
isFree(language, php("class A { const X = 1; function m() { return ┃X; } }"));
isFree(language, php("class A { function m() { return parent::┃m(); } }"));
isFree(language, php("class A { public $x; } class B { function m() { return $this->┃x; } }"));

// Functions, types and constants
declares(language, php("function ⟦f⟧() { return ┃f(); }"), "file");
declares(language, php("if (true) { function ⟦f⟧() {} } ┃f();"), "file");
declares(language, php("$f = 1; function ⟦f⟧() {} ┃f();"), "file");
declares(language, php("namespace N; class ⟦A⟧ { function m(): ?A { return new ┃A; } }"), "file");
declares(language, php("interface ⟦I⟧ {} class A implements ┃I {}"), "file");
declares(language, php("const ⟦X⟧ = 1; echo ┃X;"), "file");
declares(language, php("define('⟦X⟧', 1); echo ┃X;"), "file");
declares(language, inFunction("⟦again⟧: goto ┃again;"), "local");
isFree(language, php("class Exception {} throw new \\┃Exception;"));

// Imports
imports(language, php("use A\\B; new ┃B;"), "A", "B");
imports(language, php("use A\\B as C; new ┃C;"), "A", "B");
imports(language, php("use A\\{B, C as D}; new ┃D;"), "A", "C");
imports(language, php("use function A\\f; ┃f();"), "A", "f");
imports(language, php("use const A\\X; echo ┃X;"), "A", "X");
imports(language, php("use A\\B; B\\f(┃B::class);"), "A", "B");

occurs(language, inFunction('$⟦a⟧ = 1; g($⟦a⟧, "$⟦a⟧ {$⟦a⟧}", $x->a, function () { $a = 2; }); return $⟦┃a⟧;'));
checkRenamable(language, inFunction("$┃a = 1; return $a;"), true);
checkRenamable(language, inFunction("$┃a = 1; return compact('a');"), false);
checkRenamable(language, php("$f = function ($┃a) { return $a; };"), true);
checkRenamable(language, php("function f($┃a) { return $a; }"), false);
checkRenamable(language, php("class A { private $┃x; }"), false);
checkRenamable(language, php("use A\\B; new ┃B;"), true);
checkRenamable(language, php("$┃a = 1;"), false);
