/** What names mean in PHP. */

import { declared, free, imported, renamable, stands } from "./check.js";

const language = "php";
const php = (code: string) => `<?php ${code}`;
const inFunction = (body: string) => php(`function f($p) { ${body} }`);

// Variables are of their function, wherever in it they are written first
declared(language, inFunction("$⟦a⟧ = 1; return $┃a;"), "local");
declared(language, inFunction("if ($p) { $⟦a⟧ = 1; } return $┃a;"), "local");
declared(language, php("$⟦a⟧ = 1; echo $┃a;"), "file");
declared(language, php("$a = 1; function f() { $⟦a⟧ = 2; return $┃a; }"), "local");
free(language, php("$a = 1; function f() { return $┃a; }"));
declared(language, inFunction("$⟦a⟧ = '💣';\r\nreturn \"💣 $┃a\";\r\n"), "local");
declared(language, inFunction("[$a, ['k' => $⟦b⟧]] = $p; return $┃b;"), "local");
declared(language, inFunction("list($a, , $⟦b⟧) = $p; return $┃b;"), "local");
free(language, inFunction("[$┃k => $v] = $p;"));
declared(language, inFunction("foreach ($p as $k => $⟦v⟧) { echo $┃v; }"), "local");
declared(language, inFunction("foreach ($p as &$⟦v⟧) { echo $┃v; }"), "local");
declared(language, inFunction("foreach ($p as [$a, $⟦b⟧]) { echo $┃b; }"), "local");
declared(language, inFunction("try {} catch (A | B $⟦e⟧) { throw $┃e; }"), "local");
declared(language, inFunction("static $⟦n⟧ = 0; return ++$┃n;"), "local");
declared(language, inFunction("while ($⟦line⟧ = next()) { echo $┃line; }"), "local");
declared(language, php("$⟦config⟧ = 1; function f() { global $config; return $┃config; }"), "file");
free(language, php("function f() { global $config; return $┃config; }"));
free(language, inFunction("$_GET = 1; return $┃_GET;"));
free(language, php("echo $┃title; ?><b>title</b>"));

// Parameters
declared(language, php("function f(int $⟦a⟧) { return $┃a; }"), "local");
declared(language, php("function f(&...$⟦rest⟧) { return $┃rest; }"), "local");
declared(language, php("class A { function m($⟦a⟧) { return $┃a; } }"), "local");
free(language, inFunction("g(┃p: 1);"));

// Closures
declared(language, php("function f($⟦a⟧) { return function () use ($a) { return $┃a; }; }"), "local");
declared(language, php("function f($⟦a⟧) { return function () use (&$┃a) {}; }"), "local");
free(language, php("function f($a) { return function () { return $┃a; }; }"));
declared(language, php("function f($⟦a⟧) { return fn($x) => $x + $┃a; }"), "local");
declared(language, php("function f($a) { return fn($⟦a⟧) => $┃a; }"), "local");
declared(language, php("$f = function ($⟦a⟧) { return $┃a; };"), "local");

// Members of this class
declared(language, php("class A { private $⟦x⟧ = 1; function m() { return $this->┃x; } }"), "member");
declared(language, php("class A { private $x; function ⟦x⟧() { return $this->┃x(); } }"), "member");
declared(language, php("class A { private static $⟦x⟧; function m() { return self::$┃x; } }"), "member");
declared(language, php("class A { const ⟦X⟧ = 1; function m() { return static::┃X; } }"), "member");
declared(language, php("class A { static function ⟦make⟧() { return self::┃make(); } }"), "member");
declared(
  language,
  php("class A { function __construct(private $⟦x⟧) {} function m() { return $this?->┃x; } }"),
  "member",
);
declared(language, php("class A { function __construct(private $⟦x⟧) { echo $┃x; } }"), "local");
declared(
  language,
  php("class A { private $⟦x⟧; function m() { return function () { return $this->┃x; }; } }"),
  "member",
);
declared(language, php("enum E { case ⟦A⟧; static function m() { return self::┃A; } }"), "member");
declared(language, php("class A { const ⟦X⟧ = 1; } echo A::┃X;"), "member");
declared(language, php("trait T { private $⟦x⟧; function m() { return $this->┃x; } }"), "member");
declared(language, php("class A { public string $x { ⟦set⟧ { $this->x = $┃value; } } }"), "local");
free(language, php("class A { private $x; function m($a) { return $a->┃x; } }"));
free(language, php("class A { function m() {} function n() { ┃m(); } }"));
free(language, php("class A { const X = 1; function m() { return ┃X; } }"));
free(language, php("class A { function m() { return parent::┃m(); } }"));
free(language, php("class A { public $x; } class B { function m() { return $this->┃x; } }"));

// Functions, types and constants
declared(language, php("function ⟦f⟧() { return ┃f(); }"), "file");
declared(language, php("if (true) { function ⟦f⟧() {} } ┃f();"), "file");
declared(language, php("$f = 1; function ⟦f⟧() {} ┃f();"), "file");
declared(language, php("namespace N; class ⟦A⟧ { function m(): ?A { return new ┃A; } }"), "file");
declared(language, php("interface ⟦I⟧ {} class A implements ┃I {}"), "file");
declared(language, php("const ⟦X⟧ = 1; echo ┃X;"), "file");
declared(language, php("define('⟦X⟧', 1); echo ┃X;"), "file");
declared(language, inFunction("⟦again⟧: goto ┃again;"), "local");
free(language, php("class Exception {} throw new \\┃Exception;"));

// Imports
imported(language, php("use A\\B; new ┃B;"), "A", "B");
imported(language, php("use A\\B as C; new ┃C;"), "A", "B");
imported(language, php("use A\\{B, C as D}; new ┃D;"), "A", "C");
imported(language, php("use function A\\f; ┃f();"), "A", "f");
imported(language, php("use const A\\X; echo ┃X;"), "A", "X");
imported(language, php("use A\\B; B\\f(┃B::class);"), "A", "B");

stands(language, inFunction('$⟦a⟧ = 1; g($⟦a⟧, "$⟦a⟧ {$⟦a⟧}", $x->a, function () { $a = 2; }); return $⟦┃a⟧;'));
renamable(language, inFunction("$┃a = 1; return $a;"), true);
renamable(language, inFunction("$┃a = 1; return compact('a');"), false);
renamable(language, php("$f = function ($┃a) { return $a; };"), true);
renamable(language, php("function f($┃a) { return $a; }"), false);
renamable(language, php("class A { private $┃x; }"), false);
renamable(language, php("use A\\B; new ┃B;"), true);
renamable(language, php("$┃a = 1;"), false);
