/** What modules of JavaScript and TypeScript pass on, as exports in their texts say. */

import { createInProcessSyntax } from "../inProcessSyntax.js";

const syntax = createInProcessSyntax();

/** text, modules that are exported whole, names with what they are of which module */
test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
  ['export * from "./a.js";', ["./a.js"], {}],
  ["export type * from './a'", ["./a"], {}],
  ['export * as a from "./a"; export * from "./b";', ["./b"], { a: "* ./a" }],
  ['export { a, type b as c } from "./m";', [], { a: "a ./m", c: "b ./m" }],
  ["export {\n  a, // one\n  b as c, /* two */\n};", [], { c: "b" }],
  ['import * as a from "./m";\nexport { a as b };', [], { b: "a" }],
  ['import d, { a as b } from "./m";\nexport { b, d };', [], {}],
  ["export const a = 1, b = 2;\nexport async function* c() {}", [], {}],
  ["// export { a }\n/* export * from 'b' */\nconst text = \"export { c as d }\";", [], {}],
  ["function a() {}\nexport default a;", [], { default: "a" }],
  ['module.exports = require("./all");', ["./all"], {}],
  ['exports.all = require("./all"); module.exports = load("./b");', [], {}],
  ["export {", [], {}],
])("The text %j passes on all of %j, and %j", async (text, whole, named) => {
  const facts = await syntax.moduleFacts({ uri: "file:///w/a.ts", languageId: "typescript", text });
  const exported = facts.wildcards.filter(({ isExported }) => isExported).map(({ source }) => source);
  const taken = facts.exports.map(({ name, original, source }) => {
    return [name, [original === "" ? "*" : original, ...(source === undefined ? [] : [source])].join(" ")];
  });
  expect([exported, Object.fromEntries(taken)]).toEqual([whole, named]);
});
