/** The lists of methods in the documentation are those of the rows of the methods. */

import { join } from "node:path";
import { lspMethods, ownMethods } from "../../src/ask/policy.js";
import { askMethods } from "../../src/cli/methods/methodTable.js";
import { regionOf, repository } from "../documentation/markdown.js";

const { listOfQuestions, tableOfMethods } = await import(join(repository, "scripts/methodDocs.mjs"));

test("docs/protocol.md has the methods by what they take; node scripts/methodDocs.mjs writes them", () => {
  const table: string = tableOfMethods({ ...ownMethods, ...lspMethods });
  expect(regionOf("docs/protocol.md", "methods").trim()).toBe(table);
  expect(table.match(/`locate\//g)).toHaveLength(Object.keys({ ...ownMethods, ...lspMethods }).length);
});

test("docs/mcp.md has the questions of the tool ask; node scripts/methodDocs.mjs writes them", () => {
  expect(regionOf("docs/mcp.md", "questions")).toBe(listOfQuestions(askMethods));
});
