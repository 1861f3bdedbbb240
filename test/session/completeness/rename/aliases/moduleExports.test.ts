/** What imports and exports of scripts say. */

import { readModuleExports } from "../../../../../src/session/completeness/rename/aliases/moduleExports.js";

test.each<[string, readonly string[], Readonly<Record<string, string>>, readonly string[]]>([
  ['export * from "./a.js";', ["./a.js"], {}, []],
  ["export type * from './a'", ["./a"], {}, []],
  ['export * as a from "./a"; export * from "./b";', ["./b"], { a: "./a *" }, []],
  ['export { a, type b as c } from "./m";', [], { a: "./m a", c: "./m b" }, []],
  ["export {\n  a, // one\n  b as c, /* two */\n};", [], {}, ["a", "c"]],
  ['import * as a from "./m";\nexport { a as b };', [], { b: "./m *" }, []],
  ['import d, { a as b } from "./m";\nexport { b, d };', [], { b: "./m a" }, ["d"]],
  ["export const a = 1, b = 2;\nexport async function* c() {}", [], {}, ["a", "c"]],
  ["export declare abstract class A {}\nexport const enum B {}\nexport namespace C {}", [], {}, ["A", "B", "C"]],
  ["export function* $a() {}\r\nexport type é = 1", [], {}, ["$a", "é"]],
  ["// export { a }\n * export * from 'b'\nconst text = \"export { c }\";", [], {}, []],
  ["export default function a() {}\nexport = a;", [], {}, []],
  ["export {", [], {}, []],
])("The text %j exports all of %j, takes %j and declares %j", (text, all, named, own) => {
  const read = readModuleExports(text);
  const taken = [...read.named].map(([name, { source, original = "*" }]) => [name, `${source} ${original}`]);
  expect({ ...read, named: Object.fromEntries(taken), own: [...read.own] }).toEqual({ all, named, own });
});

test.each([
  "import a\n",
  "import a ",
  "export * ",
  "export * as a ",
  "export { /* ",
  "export {a,",
  "export function ",
  " ",
])("A text of %j again and again, and of spaces after it, is read in linear time", (piece) => {
  const spaces = " ".repeat(200_000);
  for (const text of [piece.repeat(50_000), `${piece}${spaces}`, `${piece}${spaces}}`])
    expect(readModuleExports(text).named.size).toBeLessThan(2);
});
