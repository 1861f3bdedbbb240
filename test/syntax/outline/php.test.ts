/** Outlines of PHP; names and kinds as in intelephense. */

import { draws, lists } from "./check.js";

test("The outline of a file in PHP is as listed.", () =>
  lists(
    "php",
    `<html>
<?= $title ?>
<?php
declare(strict_types=1);
namespace App\\Models;
use Foo\\Bar as Baz;

// The limits.
const LIMIT = 3, MAX = self::A;
define('DYNAMIC', 1);
$shop = 1;
[$a, [$b]] = [1, [2]];
list($c, 'k' => $d) = $x;
$shop['x'] = $shop->y = 1;
$shop = 2;
$g1 ??= 1;

/** A shop. */
#[Attribute]
abstract class Shop extends Base implements I, J {
    use T1, T2 { foo as protected bar; }
    // Of A.
    public const A = 1, B = 2;
    final protected const string C = 'x';
    public int $x = 1, $y;
    private static ?Foo $instance = null;
    var $old;
    public string $hooked {
        get => $this->x;
        set(string $v) { $kept = $v; }
    }

    public function __construct(private int $size, protected readonly ?Foo $foo = null, $plain) {
        $this->dynamic = 1;
        $local = 2;
        foreach ($a as $k => &$v) {}
        foreach ($a as [$m, $n]) {}
        foreach ($a as &$each) {}
        try {} catch (\\Exception $caught) {}
        for ($i = 0, $j = 1; $i < 3; $i++) {}
    }

    /**
     * Makes one.
     */
    #[Pure,
      Other]
    final public static function make(int $a, &...$rest): static { return new static; }
    abstract protected function &open();
}

interface I extends J { const Z = 1; public function f(): void; }
trait T1 { public $held; public static function tf() {} }
enum Suit: string implements I {
    case Hearts = 'H';
    case Spades = 'S';
    const Wild = self::Spades;
    public static function random(): self {}
}
final readonly class Empty_ {}

function größe(
    int $a,
    $b = 2
): int {
    static $calls = 0, $other;
    global $g2;
    function inner() {}
    $arrow = fn($x) => $x;
    $closure = function ($y) use ($a) { $z = 1; };
    $made = new class(1) extends Foo { public $held; function run() {} };
    if (($w = 1)) {}
    $ref = &$a;
    return 1;
}
if (!function_exists('polyfill')) { function polyfill() {} }
namespace Other { class X {} }
namespace { function global_one() {} }
?>
<b><?php $last = 1 ?></b>
`,
    `
namespace App\\Models 5
constant LIMIT 8/9
constant MAX 8/9
constant DYNAMIC 10
variable $shop 11
variable $a 12
variable $b 12
variable $c 13
variable $d 13
variable $g1 16
class Shop 18/19-50
  constant A 22/23
  constant B 22/23
  constant C 24
  property $x 25
  property $y 25
  property $instance 26
  property $old 27
  property $hooked 28-31
    method get 29
    method set 30
      ~variable $kept 30
  constructor __construct [(private int $size, protected readonly ?Foo $foo = null, $plain)] 33-41
    ~variable $local 35
    ~variable $k 36
    ~variable $v 36
    ~variable $m 37
    ~variable $n 37
    ~variable $each 38
    ~variable $caught 39
    ~variable $i 40
    ~variable $j 40
  property $size 33
  property $foo 33
  method make [(int $a, &...$rest)] 43/46-48
  method open [()] 49
interface I 52
  constant Z 52
  method f [()] 52
module T1 53
  property $held 53
  method tf [()] 53
enum Suit 54-59
  enum_member Hearts 55
  enum_member Spades 56
  constant Wild 57
  method random [()] 58
class Empty_ 60
function größe [( int $a, $b = 2 )] 62-75
  ~variable $calls 66
  ~variable $other 66
  ~variable $g2 67
  function inner [()] 68
  ~variable $arrow 69
  ~variable $closure 70
    function (closure) [($y)] 70
      ~variable $z 70
  ~variable $made 71
    class (anonymous class) 71
      property $held 71
      method run [()] 71
  ~variable $w 72
  ~variable $ref 73
function polyfill [()] 76
namespace Other 77
  class X 77
function global_one [()] 78
variable $last 80
`,
  ));

test("The outline of PHP with \\r\\n line ends is the same.", () =>
  lists(
    "php",
    "<?php\r\n// 💣\r\nconst X = 1;\r\n\r\nclass A {\r\n  // Runs.\r\n  function run() {\r\n    $y = 1;\r\n  }\r\n}\r\n\r\nfunction f() {}",
    `
constant X 2/3
class A 5-10
  method run [()] 6/7-9
    ~variable $y 8
function f [()] 12
`,
  ));

test("Declarations around a syntax error stay in the outline of PHP.", () =>
  lists(
    "php",
    `<?php
class A {
    function one() {}
    function two() { $x = [,; }
    function three() {}
}
function f() {}
`,
    `
class A 2-6
  method one [()] 3
  method two [()] 4
    ~variable $x 4
  method three [()] 5
function f [()] 7
`,
  ));

test.each([
  ["Shop", "<?php\n// c\n\n⟦#[A]\n#[B(1,\n  2)]\nfinal class ┃Shop {}⟧ // behind\n"],
  [
    "Shop/f",
    "<?php\nclass Shop {\n  «/** Why. */\n  ⟦#[A]\n  public static function ┃f() {\n  }⟧\n\n  public $x; // x\n}\n",
  ],
  ["Shop/$y", "<?php\nclass Shop {\n  public $w; // w\n  ⟦public $x = 1, ┃$y;⟧ // y\n}\n"],
  ["Shop/$p", "<?php\nclass Shop {\n  function __construct(⟦private int ┃$p = 1⟧) {}\n}"],
  ["LIMIT", "<?php\n«# 💣\n⟦const ┃LIMIT = 1;⟧ # behind\n"],
  ["$x", "<?php\n«// Of x.\n⟦┃$x = [\n  1,\n];⟧ // behind\n"],
  ["f", "<?php\n⟦function ┃f() {}⟧"],
])("In the outline of PHP, %s is where it is drawn: %j", (path, drawn) => draws("php", path, drawn));

test("In PHP, variables of a function without a name are local; functions and types are not.", () =>
  lists(
    "php",
    `<?php
$f = function ($x) { $a = 1; function inner() { $b = 1; } };
$g = fn($x) => $c = $x;
run(function () { $d = 1; class L { public $p = 1; } });
class A { public $q { get { $e = 1; return $e; } set => $h = 1; } }
`,
    `
variable $f 2
  function (closure) [($x)] 2
    ~variable $a 2
    function inner [()] 2
      ~variable $b 2
variable $g 3
  ~variable $c 3
function (closure) [()] 4
  ~variable $d 4
  class L 4
    property $p 4
class A 5
  property $q 5
    method get 5
      ~variable $e 5
    method set 5
      ~variable $h 5
`,
  ));
