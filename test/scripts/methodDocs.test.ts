/** The lists of methods in the documentation are those of the rows of the methods. */

import { join } from "node:path";
import { lspMethods, ownMethods } from "../../src/ask/methodTable.js";
import { askMethods } from "../../src/cli/methods/commandTable.js";
import { regionOf, repository } from "../documentation/markdown.js";

const { listOfQuestions, tableOfLspMethods, tableOfOwnMethods } = await import(
  join(repository, "scripts/methodDocs.mjs")
);

const page = "docs/protocol/methods.md";

test(`${page} has the methods from their rows; node scripts/methodDocs.mjs writes them`, () => {
  expect(regionOf(page, "own").trim()).toBe(tableOfOwnMethods(ownMethods));
  expect(regionOf(page, "lsp").trim()).toBe(tableOfLspMethods(lspMethods));
});

test("Each method of our own has a page that describes it", () => {
  expect(tableOfOwnMethods(ownMethods)).not.toContain("undefined");
});

test("docs/mcp.md has the questions of the tool ask; node scripts/methodDocs.mjs writes them", () => {
  expect(regionOf("docs/mcp.md", "questions")).toBe(listOfQuestions(askMethods));
});
