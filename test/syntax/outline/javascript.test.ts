/** Outlines of JavaScript. */

import { draws, lists } from "./check.js";

test("The outline of a module in JavaScript is as listed.", () =>
  lists(
    "javascript",
    `import fs from "node:fs";

// The limit.
export const LIMIT = 3;
export let a, b = 2;
using file = open();
var self = this, handler = self.handler || function (x) { var inHandler; };
function plain(x, { y }, ...z) { var local = 1; function inner() {} }
export async function* gen() {}

/**
 * A shop.
 */
@Sealed
export class Shop extends Base {
  static count = 0;
  #secret = 1;
  "quoted" = 2;
  [computed] = 3;
  arrow = (e) => { this.inArrow = 1; };
  // Made here.
  constructor() {
    super();
    this.made = 1;
    this.count = 2;
    this.made = 3;
    this.go = function () { const inGo = 1; };
  }
  @Get
  get v() { return 1; }
  set v(value) {}
  async *[Symbol.iterator]() { this.late = 1; }
  static { const inStatic = 1; }
  #hidden() {}
}
export default class {}

const f = async () => { const l = 1; };
const h = x => x;
const C = class Named { m() {} };
const object = { a: 1, b() {}, c: () => {}, "d-e": function () {}, f, ...g, get acc() {}, [k]: 1, 7: { deep: 1 } };
const { p, q: r, s = 1, t: { u, w: [x] }, [key]: v, ...rest } = object;
let [y, z = f, [m], ...more] = list;
for (const i of xs) { for (j in i) {} }
for (const [k, w] of object) {}
try {} catch (error) {}
describe("things", () => { it(\`works\`, function () { const inTest = 1; }); });
(function iife() { var hidden = 1; })();
$: doubled = x * 2;
const Hello = ({ name }) => <p onClick={() => 1}>{name}</p>;
`,
    `
constant LIMIT 3/4
variable a 5
variable b 5
variable file 6
variable self 7
function handler [(x)] 7
  ~variable inHandler 7
function plain [(x, { y }, ...z)] 8
  ~variable local 8
  function inner [()] 8
function gen [()] 9
class Shop 11/14-35
  property count 16
  property #secret 17
  property "quoted" 18
  property [computed] 19
  method arrow [(e)] 20
  property inArrow 20
  constructor constructor [()] 21/22-28
  property made 24
  method go [()] 27
    ~constant inGo 27
  method v [()] 29-30
  method v [(value)] 31
  method [Symbol.iterator] [()] 32
  property late 32
  constant inStatic 33
  method #hidden [()] 34
class default 36
function f [()] 38
  ~constant l 38
function h [x] 39
class C 40
  method m [()] 40
constant object 41
  property a 41
  method b [()] 41
  method c [()] 41
  method "d-e" [()] 41
  property f 41
  method acc [()] 41
  property [k] 41
  property 7 41
    property deep 41
constant p 42
constant r 42
constant s 42
constant u 42
constant x 42
constant v 42
constant rest 42
variable y 43
variable z 43
variable m 43
variable more 43
variable i 44
variable k 45
variable w 45
variable error 46
function describe("things") callback 47
  function it(\`works\`) callback 47
    ~constant inTest 47
function iife [()] 48
  ~variable hidden 48
variable doubled 49
function Hello [({ name })] 50
`,
  ));

test("The outline of JavaScript includes CommonJS exports and prototypes.", () =>
  lists(
    "javascript",
    `const { a, b: c } = require("./x");
function Foo(x) { this.x = x; }
Foo.prototype.bar = function (a) { var local; };
Foo.prototype = { m() {}, n: function () {}, p: 1 };
Foo.make = function () {};
Foo.options = { size: 1 };
exports.first = 1;
exports.second = () => {};
exports.first = 2;
module.exports.third = function () {};
module.exports = { Foo, renamed: Foo, fn() {} };
module.exports = Foo;
module.exports = class Bar { z = 1; };
module.exports = class { y = 1; };
module.exports = function (a) { var inner; };
jQuery.extend = jQuery.fn.extend = function () {};
handler = function () {};
x = 1;
Foo.size = 1;
`,
    `
constant a 1
constant c 1
function Foo [(x)] 2
  ~property x 2
method Foo.bar [(a)] 3
  ~variable local 3
class Foo 4
  method m [()] 4
  method n [()] 4
  property p 4
function Foo.make [()] 5
property Foo.options 6
  property size 6
constant first 7
function second [()] 8
function third [()] 10
constant module.exports 11
  property Foo 11
  property renamed 11
  method fn [()] 11
constant module.exports 12
class Bar 13
  property z 13
class module.exports 14
  property y 14
function module.exports [(a)] 15
  ~variable inner 15
function jQuery.extend [()] 16
function handler [()] 17
`,
  ));

test("A syntax error leaves the rest of the outline of JavaScript.", () =>
  lists(
    "javascript",
    "class A {\n  one() {}\n  two() { if ( }\n  three() {}\n}\nfunction f() {}\nconst x = ;\nexport const y = 1;\n",
    `
class A 1-5
  method one [()] 2
  method two [()] 3
  method three [()] 4
function f [()] 6
constant x 7
constant y 8
`,
  ));

test.each([
  ["A", "// c\n\n⟦@a\n@b\nexport class ┃A {\n}⟧ // behind\nlet x;\n"],
  ["A/m", "class A {\r\n  «/** Why. */\r\n  ⟦@a\r\n  static ┃m() {\r\n  }⟧ // behind\r\n}"],
  ["A/x", "class A {\n  constructor() {\n    «// 💣\n    ⟦this.┃x = 1;⟧ // behind\n  }\n}"],
  ["x", "«// c\n⟦export const ┃x = 1;⟧ // behind"],
  ["b", "var a, ⟦┃b = 1⟧;"],
  ["é", "⟦function ┃é() {}⟧"],
  ["Foo.bar", "«// c\n⟦Foo.prototype.┃bar = function () {};⟧\n"],
  ["module.exports", "⟦┃module.exports = {};⟧\n"],
])("In the outline of JavaScript, %s is where it is drawn: %j", (path, drawn) => draws("javascriptreact", path, drawn));

test("In JavaScript, all forms of export are declared, and functions by their own name.", () =>
  lists(
    "javascript",
    `exports['default'] = f;
exports["fn"] = function () {};
exports.called = function named() {};
exports.Shop = class { m() {} };
exports.double = x => 2 * x;
if (x) { exports.late = f; }
function k() { exports.inK = f; }
clear = function clearImmediate() { var inner; };
`,
    `
constant 'default' 1
function "fn" [()] 2
function called [()] 3
class Shop 4
  method m [()] 4
function double [x] 5
constant late 6
function k [()] 7
  ~constant inK 7
function clearImmediate [()] 8
  ~variable inner 8
`,
  ));
