/** Outlines of Dart. */

import { draws, lists } from "./check.js";

test("The outline of a file in Dart is as listed.", () =>
  lists(
    "dart",
    `// A licence.
library shop;

import 'dart:io';

/// Sells things.
@immutable
abstract class Shop<T> extends Base with Lists implements Named {
  static const int limit = 3, more = 4;
  final String name;
  int? a = 1, b;
  late final int length;
  var anything;
  static final cache = <String>{};

  /// Makes one.
  Shop(this.name, {required int size}) : a = size, super(size) {
    int inConstructor = 1;
  }
  const Shop.empty(this.name);
  factory Shop.from(int x) {
    final y = x;
    return Shop(y);
  }
  factory Shop.other() = Other;

  int get count => 1;
  set count(int value) {
    var old = value;
  }
  Shop operator +(Shop other) => other;
  int operator [](int at) => at;

  @override
  Future<int> run<R>(int x, [String? y]) async {
    int local = 1, other;
    for (int i = 0; i < 3; i++) {}
    int inner(int z) {
      int deep = 1;
      return z;
    }
    final twice = (q) {
      var m = 2;
      return m;
    };
    if (x case int positive) {}
    return 1;
  }
  void go();
  static void open() {}
  external void native();
}

class Alias = Base with Lists;
mixin Lists on Base {
  int size = 1;
}
enum Color { red, @deprecated green }
enum Level implements Named {
  low(1), high(2);
  final int value;
  const Level(this.value);
}
extension Half on String {
  int get half => length ~/ 2;
}
extension on int {
  void show() {}
}
extension type Id(int value) {
  Id.zero() : value = 0;
}
typedef Compare = int Function(int, int);
typedef int Old(int x);
const top = 1;
final int one = 2, two = 3;
late String tail;
int get now => 1;
void main(List<String> args) {
  var inMain = 1;
}
`,
    `
class Shop 6/7-52
  field limit 9
  field more 9
  field name 10
  field a 11
  field b 11
  field length 12
  field anything 13
  field cache 14
  constructor Shop [(this.name, {required int size})] 16/17-19
    ~variable inConstructor 18
  constructor Shop.empty [(this.name)] 20
  constructor Shop.from [(int x)] 21-24
    ~variable y 22
  constructor Shop.other [()] 25
  property count 27
  property count [(int value)] 28-30
    ~variable old 29
  method + [(Shop other)] 31
  method [] [(int at)] 32
  method run [(int x, [String? y])] 34-48
    ~variable local 36
    ~variable other 36
    ~variable i 37
    function inner [(int z)] 38-41
      ~variable deep 39
    ~variable twice 42-45
      ~variable m 43
    ~variable positive 46
  method go [()] 49
  method open [()] 50
  method native [()] 51
class Alias 54
class Lists 55-57
  field size 56
enum Color 58
  enum_member red 58
  enum_member green 58
enum Level 59-63
  enum_member low 60
  enum_member high 60
  field value 61
  constructor Level [(this.value)] 62
namespace Half 64-66
  property half 65
namespace extension on int 67-69
  method show [()] 68
class Id 70-72
  field value 70
  constructor Id.zero [()] 71
class Compare 73
class Old 74
variable top 75
variable one 76
variable two 76
variable tail 77
property now 78
function main [(List<String> args)] 79-81
  ~variable inMain 80
`,
  ));

test("Declarations around a syntax error stay in the outline of Dart.", () =>
  lists(
    "dart",
    `class A {
  int before = 1;
  void broken() { int x = ; }
  void after() {}
}
class B {}
`,
    `
class A 1-5
  field before 2
  method broken [()] 3
    ~variable x 3
  method after [()] 4
class B 6
`,
  ));

test.each([
  ["A", "import 'x';\n\n«/// Why.\n/// More.\n⟦@foo\n@Bar(1)\nabstract class ┃A {\n}⟧\n"],
  [
    "A/f",
    "class A {\n  int x = 1; // behind\n  «// 💣\n  ⟦@override\n  static Future<int> ┃f(int a) async {\n    return 1;\n  }⟧ // behind\n}\n",
  ],
  ["A/A.named", "class A {\r\n  ⟦const A.┃named(this.x) : y = 1⟧;\r\n}"],
  ["A/b", "class A { final int a = 1, ⟦┃b = 2⟧; }"],
  ["a", "«/// Why.\n⟦final List<int> ┃a = []⟧;\n"],
  ["f", "int x = 1;\n⟦int ┃f(int a) => a;⟧"],
  ["f/g", "void f() {\n  ⟦void ┃g() {}⟧\n}\n"],
  ["f/a", "void f() {\n  ⟦var ┃a = 1;⟧\n}\n"],
])("In the outline of Dart, %s is where it is drawn: %j", (path, drawn) => draws("dart", path, drawn));

test("In Dart, variables of a function without a name are local; functions and types are not.", () =>
  lists(
    "dart",
    `final f = (int x) { var a = 1; void inner() { var b = 2; } };
int get g { var c = 1; return c; }
class A {
  final h = () { var i = 1; };
  static final j = (() { int k = 1; return k; })();
}
`,
    `
variable f 1
  ~variable a 1
  function inner [()] 1
    ~variable b 1
property g 2
  ~variable c 2
class A 3-6
  field h 4
    ~variable i 4
  field j 5
    ~variable k 5
`,
  ));
