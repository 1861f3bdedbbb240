/** Tests of the restriction of document selectors to the languages of a backend. */

import { restrictToLanguages, selectorFor } from "../../../src/routing/capabilities/capabilityBroker.js";

const ts = { language: "typescript" };
const js = { language: "javascript" };
const languages = ["typescript", "javascript"];
const relative = { baseUri: "file:///w", pattern: "**/*.ts" };

test.each<[string, unknown, object[]]>([
  ["null", null, [ts, js]],
  ["nothing", undefined, [ts, js]],
  ["no array", { language: "go" }, [ts, js]],
  ["an empty array", [], [ts, js]],
  ["a language of ours", [ts], [ts]],
  ["one with a scheme", [{ scheme: "file", ...ts }, js], [{ scheme: "file", ...ts }, js]],
  ["a language of another", [ts, { language: "vue" }], [ts]],
  ["only languages of others", [{ language: "vue" }, { language: "go", scheme: "file" }], [ts, js]],
  [
    "a scheme alone",
    [{ scheme: "file" }],
    [
      { scheme: "file", ...ts },
      { scheme: "file", ...js },
    ],
  ],
  [
    "a pattern alone",
    [{ pattern: "**/*.x" }],
    [
      { pattern: "**/*.x", ...ts },
      { pattern: "**/*.x", ...js },
    ],
  ],
  ["a relative pattern", [{ ...ts, pattern: relative }], [{ ...ts, pattern: relative }]],
  ["a scheme for one, all for the other", [{ scheme: "file", ...ts }, js], [{ scheme: "file", ...ts }, js]],
  [
    "every language",
    [{ language: "*", scheme: "file" }],
    [
      { scheme: "file", ...ts },
      { scheme: "file", ...js },
    ],
  ],
  [
    "null as language",
    [{ language: null, scheme: "jar" }],
    [
      { scheme: "jar", ...ts },
      { scheme: "jar", ...js },
    ],
  ],
  ["a mere string", ["typescript", "go"], [ts]],
  ["a mere star", ["*"], [ts, js]],
  ["an empty filter", [{}], [ts, js]],
  ["the same twice", [ts, { ...ts }, "typescript", {}], [ts, js]],
  ["what is no filter", [null, 7, ["typescript"], ts], [ts]],
  ["cells of ours", [{ notebook: "jupyter-notebook", ...ts }], [{ notebook: "jupyter-notebook", ...ts }]],
  ["cells of others", [{ notebook: "jupyter-notebook", language: "python" }, js], [js]],
  [
    "any cells",
    [{ notebook: "*" }],
    [
      { notebook: "*", ...ts },
      { notebook: "*", ...js },
    ],
  ],
])("A selector is restricted to the languages of the backend: %s", (_, given, expected) =>
  expect(selectorFor(languages, given)).toEqual(expected),
);

test("No server gets a filter that matches a document of another server", () => {
  const greedy = [null, [{ scheme: "file" }], [{ language: "*" }], [{ pattern: "**" }, "go"], [{ notebook: "*" }]];
  for (const given of greedy) {
    const all = selectorFor(languages, given).map((filter) => (filter as { language?: string }).language);
    expect(all.filter((language) => language === undefined || !languages.includes(language))).toEqual([]);
  }
});

const scoped = (method: string, options: object) => restrictToLanguages(["python"], { method, options }).options;
const python = { language: "python" };
const pythonCells = [{ cells: [python] }];

test("A document capability gets a selector and keeps its other options", () =>
  expect(scoped("textDocument/diagnostic", { documentSelector: null, identifier: "Pyright" })).toEqual({
    documentSelector: [python],
    identifier: "Pyright",
  }));

test("A workspace capability is unchanged", () =>
  expect(scoped("workspace/executeCommand", { commands: ["a"] })).toEqual({ commands: ["a"] }));

test.each<[string, unknown, object[]]>([
  ["cells of its own", [{ notebook: "jupyter", cells: [python] }], [{ notebook: "jupyter", cells: [python] }]],
  [
    "other cells too",
    [{ notebook: "jupyter", cells: [{ language: "r" }, python] }],
    [{ notebook: "jupyter", cells: [python] }],
  ],
  ["any cells", [{ notebook: { scheme: "file" } }], [{ notebook: { scheme: "file" }, cells: [python] }]],
  ["a star", [{ cells: [{ language: "*" }] }], pythonCells],
  ["no cells of its own", [{ notebook: "jupyter", cells: [{ language: "r" }] }], pythonCells],
  ["nothing", undefined, pythonCells],
])("The notebook selector is restricted for %s", (_, notebookSelector, expected) =>
  expect(scoped("notebookDocument/sync", { notebookSelector, save: true })).toEqual({
    notebookSelector: expected,
    save: true,
  }),
);
