/** The names that a change of a text is about, by which other files may refer to it. */

import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { changedNames } from "../../../src/session/verdict/changedNames.js";
import { Document } from "../../../src/text/document.js";
import { createInProcessSyntax } from "../../syntax/inProcessSyntax.js";

const before = `import { a } from "./a";

export class Shop {
  total(count: number) {
    return count;
  }
}

export const limit = 1;

export function tax(): number {
  return 1;
}
`;

test.each<[string, string, string, readonly string[] | undefined]>([
  ["a name that gets another end has two", "limit", "limitOfAll", ["limit", "limitOfAll"]],
  ["a name that gets another start has two", "limit", "maxlimit", ["limit", "maxlimit"]],
  ["a name that is replaced has two", "limit", "rest", ["limit", "rest"]],
  [
    "a parameter belongs to its method, and to what its type fits",
    "count: number",
    "count: number, tax: number",
    ["total", "Shop"],
  ],
  ["a result, too", "count: number) {", "count: number): number {", ["total", "Shop"]],
  ["a member more belongs to its type", "export class Shop {", "export class Shop {\n  tax = 1;\n", ["tax", "Shop"]],
  ["a body belongs to its method", "return count", "return count * 2", ["total"]],
  ["white space is nobody's", "\n\nexport const", "\n\n\nexport const", []],
  ["an import is its file's own", '{ a } from "./a"', '{ b } from "./a"', []],
  ["an import that is passed on is not", 'import { a } from "./a"', 'export { a } from "./a"', undefined],
  ["a body of a function that declares its result shows nothing", "return 1", "return 2", []],
  ["its head does", "tax(): number", "tax(rate = 1): number", ["tax"]],
])("Of names that change: %s", async (_what, from, to, expected) => {
  const version = { uri: "file:///shop.ts", languageId: "typescript", text: Document.of(before) };
  const syntax = createInProcessSyntax();
  const context = { syntax: async () => syntax, servers: await shippedServers() };
  const { names, isOfFile } = await changedNames(version, before.replace(from, to), context as never);
  expect(isOfFile ? undefined : [...new Set(names)].sort()).toEqual(expected && [...expected].sort());
});

test.each<[string, string, string, string, readonly string[]]>([
  ["python", "def f(n: int) -> int:\n    return n\n", "return n", "return n + 1", []],
  ["python", "def f(n: int):\n    return n\n", "return n", "return n + 1", ["f"]],
  ["python", "class A:\n    def f(self) -> None:\n        self.x = 1\n", "self.x", "self.y", ["f", "x", "y", "A"]],
  ["go", "package a\n\nfunc F(n int) int {\n\treturn n\n}\n", "return n", "return 2", []],
  ["go", "package a\n\nfunc (t *T) F(n int) {\n\tprintln(n)\n}\n", "println(n)", "println()", []],
  ["go", "package a\n\nvar f = g(1)\n", "g(1)", "g(2)", ["f"]],
  ["rust", "fn f() -> impl Sized {\n    1\n}\n", "1", "2", ["f"]],
  ["rust", "fn f() -> i32 {\n    1\n}\n", "1", "2", []],
  ["java", "class A {\n  int f() { return 1; }\n}\n", "return 1", "return 2", []],
  ["typescript", "export const f = (n: number): number => n;\n", "=> n", "=> n + 1", []],
])("In %s, of %j", async (languageId, text, from, to, expected) => {
  const version = { uri: "file:///a", languageId, text: Document.of(text) };
  const syntax = createInProcessSyntax();
  const context = { syntax: async () => syntax, servers: await shippedServers() };
  expect((await changedNames(version, text.replace(from, to), context as never)).names).toEqual(expected);
});
