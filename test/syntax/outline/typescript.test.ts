/** Outlines of TypeScript. */

import { draws, lists } from "./check.js";

test("The outline of types in TypeScript is as listed.", () =>
  lists(
    "typescript",
    `import fs, { readFileSync as read } from "node:fs";
import type { A } from "./a.js";
import old = require("old");

/** A shop. */
@Sealed
@Injectable
export abstract class Shop<T> extends Base implements Shape {
  static count = 0;
  #secret = 1;
  private readonly items: string[] = [];
  options: { deep: boolean; nested: { x: 1 } };
  [index: string]: unknown;
  declare later?: string;
  handler = (e: Event) => {
    const local = 1;
  };
  [Symbol.iterator]() {}
  "quoted name"() {}
  42() {}
  constructor(private readonly db: Db, readonly x = 1, public y?: number, plain?: string) {
    super();
    this.later = plain;
  }
  get v(): number { return 1; }
  set v(value: number) {}
  over(a: number): void;
  over(a: string): void;
  over(a: any): void {}
  abstract run(): void;
  abstract field: string;
  static async *gen<T>() {}
  #hidden() {}
  static { const inStatic = 1; }
  accessor auto = 1;
  /** Why. */
  @Input()
  decorated?: string;
  // A method.
  @Get
  @Post
  async late() {}
}

export interface Shape<T> extends Other {
  readonly area: number;
  method<T>(x: T): void;
  (call: number): string;
  new (x: number): Shape;
  [key: string]: any;
  get w(): number;
  "quoted"(): void;
  nested: { inner: string; go(): void };
}
type Alias = { x: number; y(): void };
type Union = { kind: "a"; v: number } | { kind: "b" } | string;
type Given = Readonly<{ z: 1 }>;
type Mapped = { [K in keyof Alias]: Alias[K] };
export enum Color { Red, Green = 2, "blue-ish" = 3 }
declare const enum Few { One }
namespace A.B.C { export const deep = 1; export function go(x: number) {} }
declare module "mod" {
  export function inMod(): void;
  export default Shop;
}
declare global { interface Window { x: number } }
export default class extends Shop {}
`,
    `
class Shop 5/6-43
  property count 9
  property #secret 10
  property items 11
  property options 12
    property deep 12
    property nested 12
      property x 12
  property later 14
  method handler [(e: Event)] 15-17
    ~constant local 16
  method [Symbol.iterator] [()] 18
  method "quoted name" [()] 19
  method 42 [()] 20
  constructor constructor [(private readonly db: Db, readonly x = 1, public y?: number, plain?: string)] 21-24
  property db 21
  property x 21
  property y 21
  method v [()] 25
  method v [(value: number)] 26
  method over [(a: number)] 27
  method over [(a: string)] 28
  method over [(a: any)] 29
  method run [()] 30
  property field 31
  method gen [()] 32
  method #hidden [()] 33
  constant inStatic 34
  property auto 35
  property decorated 36/37-38
  method late [()] 39/40-42
interface Shape 45-54
  property area 46
  method method [(x: T)] 47
  constructor new [(x: number)] 49
  method w [()] 51
  method "quoted" [()] 52
  property nested 53
    property inner 53
    method go [()] 53
variable Alias 55
  property x 55
  method y [()] 55
variable Union 56
  property kind 56
  property v 56
  property kind 56
variable Given 57
  property z 57
variable Mapped 58
enum Color 59
  enum_member Red 59
  enum_member Green 59
  enum_member "blue-ish" 59
enum Few 60
  enum_member One 60
module A.B.C 61
  constant deep 61
  function go [(x: number)] 61
module "mod" 62-65
  function inMod [()] 63
  constant default 64
module global 66
  interface Window 66
    property x 66
class default 67
`,
  ));

test("The outline of functions and variables in TypeScript is as listed.", () =>
  lists(
    "typescript",
    `export const LIMIT = 3;
export let a = 1, b = 2;
declare const VERSION: string;
declare function external(x: number): void;
export declare function exported(): void;
export function over(a: number): void;
export function over(a: string): void;
export function over(a: any) {
  function inner() {}
  const arrow = (x) => x;
  class Local { m() {} }
  for (const i of xs) { const { j } = i; }
  for (let k = 0; k < 1; k++) {}
  try {} catch (error) {}
  return function named() {};
}
export async function* gen(options: { no: 1 }) {}
const f = async (x: number) => { const l = 1; };
const g = function other() {};
const h = x => x;
const C = class Named { m() {} };
const object = {
  a: 1, b() {}, c: () => {}, "d-e": function () {}, f, ...g, get acc() { return 1; }, [computed]: 1, 7: 1,
  nested: { deep: 1, list: [{ inList: 1 }] },
} as const;
const { p, q: r, s = LIMIT, t: { u, w: [x] }, v: { y: z }, ...rest } = object;
const [k, l = LIMIT, , [m], { n }, ...more] = list;
let { p2 } = object, [k2] = list;
var é = "💣", un: number;
describe("things", () => {
  it("works", async function () { const inTest = 1; });
});
app.get("/", (request) => {});
(function iife() { var hidden = 1; })();
Shape.prototype.area = function (a) { const local = 1; };
Shape.options = { size: 1 };
handler = function () {};
switch (a) { case 1: function inCase() {} }
export default { name: "x", data() { return { d: 1 }; } };
export { p as pp, r };
export * as ns from "x";
`,
    `
constant LIMIT 1
variable a 2
variable b 2
constant VERSION 3
function external [(x: number)] 4
function exported [()] 5
function over [(a: number)] 6
function over [(a: string)] 7
function over [(a: any)] 8-16
  function inner [()] 9
  function arrow [(x)] 10
  class Local 11
    method m [()] 11
  ~variable i 12
  ~constant j 12
  ~variable k 13
  ~variable error 14
  function named [()] 15
function gen [(options: { no: 1 })] 17
function f [(x: number)] 18
  ~constant l 18
function g [()] 19
function h [x] 20
class C 21
  method m [()] 21
constant object 22-25
  property a 23
  method b [()] 23
  method c [()] 23
  method "d-e" [()] 23
  property f 23
  method acc [()] 23
  property [computed] 23
  property 7 23
  property nested 24
    property deep 24
    property list 24
      property inList 24
constant p 26
constant r 26
constant s 26
constant u 26
constant x 26
constant z 26
constant rest 26
constant k 27
constant l 27
constant m 27
constant n 27
constant more 27
variable p2 28
variable k2 28
variable é 29
variable un 29
function describe("things") callback 30-32
  function it("works") callback 31
    ~constant inTest 31
function app.get("/") callback 33
function iife [()] 34
  ~variable hidden 34
function Shape.prototype.area [(a)] 35
  ~constant local 35
property Shape.options 36
  property size 36
function handler [()] 37
function inCase 38
constant default 39
  property name 39
  method data [()] 39
    ~property d 39
`,
  ));

test("A syntax error leaves the rest of the outline of TypeScript.", () =>
  lists(
    "typescript",
    `class A {
  one() {}
  two() { if ( }
  three() {}
}
function f(a: number) {}
const x = ;
interface B { b: string }
`,
    `
class A 1-5
  method one [()] 2
  method two [()] 3
  method three [()] 4
function f [(a: number)] 6
constant x 7
interface B 8
  property b 8
`,
  ));

test.each([
  ["Shop", "// c\n\n⟦@Input({})\nexport class ┃Shop {\n}⟧\n// behind\nlet x;\n"],
  [
    "Shop/run",
    "class Shop {\r\n  «/** Why. */\r\n  ⟦@a()\r\n  @b\r\n  private async ┃run(): void {\r\n  }⟧\r\n  x = 1;\r\n}",
  ],
  ["x", "«/** 💣 */\n⟦export const ┃x = 1;⟧ // behind\n"],
  ["x", "export const ⟦┃x = 1⟧, y = 2;"],
  ["y", "export const x = 1, ⟦┃y = 2⟧;"],
  ["y", "const { x, ⟦┃y⟧ } = z;"],
  ["x", "⟦const { ┃x } = z;⟧"],
  ["f", "⟦export default function ┃f() {}⟧"],
  ["f", "⟦export declare function ┃f(): void;⟧\n"],
  ["default", "⟦export ┃default () => 1;⟧\n"],
  ["A.B", "«// c\n⟦export namespace ┃A.B {\n}⟧"],
  ['"mod"', '⟦declare module ┃"mod" {}⟧'],
  ["Foo.bar", "a();\n«/** c */\n⟦Foo.┃bar = function () {};⟧\n"],
  ['it("x") callback', 'a();\n// c\n\n⟦it(┃"x", () => {\n});⟧\n'],
])("In the outline of TypeScript, %s is where it is drawn: %j", (path, drawn) => draws("typescript", path, drawn));

test("In TypeScript, decorators and parameter types declare nothing, and a callback's variables are local.", () =>
  lists(
    "typescript",
    `@Component({ selector: "a" })
export class A {}
function f(a: { b: number }, c = { d: 1 }) {}
load().then((e) => {
  const g = 1;
  function h() {}
});
`,
    `
class A 1-2
function f [(a: { b: number }, c = { d: 1 })] 3
~constant g 5
function h [()] 6
`,
  ));

test("In TypeScript, the comment after a declaration is not part of it.", () =>
  draws("typescript", "A", "⟦class ┃A {}⟧ // c\nlet x;\n"));

test("In TypeScript, a field that a method assigns belongs to the class, unless the class declares it.", () =>
  lists(
    "typescript",
    `class K {
  params: P;
  constructor(private db: Db) {}
  m() {
    this.params = { size: 1 };
    this.other = { deep: 1 };
    this.go = () => 1;
    this.run = () => 2;
    this.count = 3;
    list.map(() => { this.inCallback = {}; });
  }
  run() {}
}
function F() { this.x = {}; }
`,
    `
class K 1-13
  property params 2
  constructor constructor [(private db: Db)] 3
  property db 3
  method m [()] 4-11
  property other 6
    property deep 6
  method go [()] 7
  property inCallback 10
  method run [()] 12
function F [()] 14
  ~property x 14
`,
  ));

test("In TypeScript, a function has its own name, a construct signature is `new`, and a call signature has no name.", () =>
  lists(
    "typescript",
    `clear = function clearImmediate() { var inner; };
interface A { new (n: number): A; (x: string): void; newer(): void }
type C = { new (): A; x: 1 };
`,
    `
function clearImmediate [()] 1
  ~variable inner 1
interface A 2
  constructor new [(n: number)] 2
  method newer [()] 2
variable C 3
  constructor new [()] 3
  property x 3
`,
  ));

test("In TypeScript, another assignment to a field declares nothing in the class.", () =>
  lists(
    "typescript",
    "class K {\n  m() { this.o = { a: 1 }; }\n  n() { this.o = { b: 2 }; }\n}\n",
    `
class K 1-4
  method m [()] 2
  property o 2
    property a 2
  method n [()] 3
`,
  ));
