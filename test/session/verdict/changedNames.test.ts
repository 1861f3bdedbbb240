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
  ["an import is in no declaration", '{ a } from "./a"', '{ b } from "./a"', undefined],
])("Of names that change: %s", async (_what, from, to, expected) => {
  const version = { uri: "file:///shop.ts", languageId: "typescript", text: Document.of(before) };
  const syntax = createInProcessSyntax();
  const context = { syntax: async () => syntax, servers: await shippedServers() };
  const names = await changedNames(version, before.replace(from, to), context as never);
  expect(names && [...new Set(names)].sort()).toEqual(expected && [...expected].sort());
});
