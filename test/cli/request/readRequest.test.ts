/** Requests, read from the words and options of the command line. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NO_HANDLES_MESSAGE } from "../../../src/cli/methods/readLocates.js";
import { type Options, readOptions, UsageError } from "../../../src/cli/options.js";
import { readRequest } from "../../../src/cli/request/readRequest.js";
import { temporaryFolder } from "../../folders.js";
import { commandsIn } from "../offeredCommands.js";

const folder = temporaryFolder();
mkdirSync(join(folder, "src"));
for (const name of ["a.ts", "src/b.ts", "odd@name.ts"]) writeFileSync(join(folder, name), "");

function read(words: readonly string[], options: Options = {}) {
  const optionWords = Object.entries(options).map(([name, value]) =>
    value === true ? `--${name}` : `--${name}=${value}`,
  );
  return readRequest({ words, options, optionWords }, { workingDirectory: folder, root: undefined });
}

const here = (name: string) => join(folder, name);

test.each([
  ["hover", "a.ts:x", { file_path: here("a.ts"), scope: { symbol_path: ["x"] } }],
  ["hover", "a.ts@x", { file_path: here("a.ts"), find: "x" }],
  ["locate/hover", "a.ts@x", { file_path: here("a.ts"), find: "x" }],
  ["textDocument/hover", "a.ts@x", { file_path: here("a.ts"), find: "x" }],
  ["hover", "odd@name.ts:1", { file_path: here("odd@name.ts"), scope: { line: 1 } }],
  ["hover", "{{name}}.ts:1", { file_path: "{{name}}.ts", scope: { line: 1 } }],
  ["hover", "none.ts:1", { file_path: "none.ts", scope: { line: 1 } }],
  [
    "hover",
    '{"file_path":"src/b.ts","find":"y","find_index":2}',
    { file_path: here("src/b.ts"), find: "y", find_index: 2 },
  ],
  ["prepareRename", "a.ts@x", { file_path: here("a.ts"), find: "x" }],
  ["rangeFormatting", "a.ts@x", { file_path: here("a.ts"), find: "x", find_index: "only" }],
  ["rangeFormatting", "a.ts:1-3", { file_path: here("a.ts"), scope: { line: [1, 3] } }],
  ["outline", "a.ts", { file_path: here("a.ts") }],
  ["outline", "jdt://contents/a.jar/A.java?=y/%3CA.class", { file_path: "jdt://contents/a.jar/A.java?=y/%3CA.class" }],
  ["nodes", "a.ts@x", { file_path: here("a.ts"), find: "x" }],
  [
    "hover",
    '{"file_path":"a.ts","anchor_text":"x","ancestor_node_type":"call"}',
    { file_path: here("a.ts"), anchor_text: "x", ancestor_node_type: "call" },
  ],
])("The command line %s %s is read as a request with that Locate", (method, text, locate) => {
  expect(read([method, text]).places[0]?.[0]).toEqual(locate);
});

test("An index that does not exist is a usage error", () => {
  const withIndex = () => read(["hover", "a.ts@x"], { scip: "none.scip" });
  expect(withIndex).toThrow(
    new UsageError(`--scip=none.scip: there is no index ${here("none.scip")}. lsp-locate index says how one is made.`),
  );
  expect(read(["hover", "a.ts@x"], { scip: "a.ts" }).file).toBe(here("a.ts"));
});

test("A mapping of a folder that does not exist here is a usage error", () => {
  const gone = here("gone");
  expect(() => read(["hover", "a.ts@x"], { map: `${gone}=/w` })).toThrow(
    new UsageError(
      `--map=${gone}=/w: ${gone} does not exist. Before the = write a folder of this machine, as in --map=.=/workspace.`,
    ),
  );
  expect(read(["hover", "a.ts@x"], { map: `${folder}=/w` }).file).toBe(here("a.ts"));
});

test("A URI with a query is no pattern of files", () => {
  expect(read(["outline", "jdt://contents/a.jar/A.java?=y/%3CA.class"])).not.toHaveProperty("folder");
  expect(read(["outline", "src/?.ts"])).toMatchObject({ folder: here("src") });
});

test.each([
  [["rename", "a.ts@x", "y"], {}],
  [["rename", "a.ts@x"], { "new-name": "y" }],
] as const)("rename takes the new name from %j or %j", (words, options) => {
  const question = read(words, options);
  expect(question.params).toEqual({ newName: "y" });
  expect(question.places).toEqual([[{ file_path: here("a.ts"), find: "x", find_index: "only" }]]);
});

test.each<[Options, object]>([
  [{ replace: "y" }, { operation: "replace", new_text: "y" }],
  [{ "insert-before": "a\nb" }, { operation: "insert_before", new_text: "a\nb" }],
  [{ "insert-after": "-" }, { operation: "insert_after", new_text: "-" }],
  [{ delete: true, write: true }, { operation: "delete" }],
])("edit takes its operation from the options %j", (options, params) => {
  const question = read(["edit", "a.ts@x"], options);
  expect(question.params).toEqual(params);
  expect(question.places).toEqual([[{ file_path: here("a.ts"), find: "x", find_index: "only" }]]);
});

test("edit takes several places, and all matches of a find", () => {
  const several = read(["edit", "a.ts@x", "src/b.ts:1"], { replace: "y" });
  expect(several.places.map(([place]) => place?.file_path)).toEqual([here("a.ts"), here("src/b.ts")]);
  expect(several).toMatchObject({ file: here("a.ts"), hasManyFiles: true });
  expect(read(["edit", "a.ts@x"], { replace: "y", all: true }).params).toMatchObject({ at: "all" });
});

test("edit takes edits as JSON, with the Locates in them", () => {
  const edits = [
    { locate: "a.ts@x", operation: "delete" },
    { locate: { file_path: "src/b.ts", scope: 1 }, operation: "replace", new_text: "y" },
  ];
  const { places, params } = read(["edit"], { edits: JSON.stringify(edits) });
  expect(params).toEqual({ edits });
  expect(places).toEqual([
    [{ file_path: here("a.ts"), find: "x", find_index: "only" }],
    [{ file_path: here("src/b.ts"), scope: { line: 1 } }],
  ]);
});

test("edit takes a syntax node as JSON", () => {
  const locate = { file_path: here("a.ts"), anchor_text: "x", ancestor_node_type: "call" };
  expect(read(["edit", JSON.stringify(locate)], { delete: true }).places).toEqual([[locate]]);
});

test("A given find_index is kept", () => {
  const locate = JSON.stringify({ file_path: "a.ts", find: "x", find_index: 1 });
  expect(read(["rename", locate, "y"]).places[0]?.[0]?.find_index).toBe(1);
});

test("A request has every reading of a text", () => {
  const [readings = []] = read(["hover", "a.ts:x@y@z"]).places;
  expect(readings.length).toBeGreaterThan(1);
});

test("A method for several places takes several words", () => {
  expect(read(["selectionRange", "a.ts:1", "a.ts:2"]).places).toHaveLength(2);
});

test("--only is merged into --params", () => {
  const options = { only: "quickfix,refactor", params: '{"context":{"triggerKind":1},"x":1}' };
  expect(read(["codeAction", "a.ts:1"], options).params).toEqual({
    context: { only: ["quickfix", "refactor"], triggerKind: 1 },
    x: 1,
  });
});

test("The file of a request is absolute, also for a missing file and for a URI", () => {
  expect(read(["hover", "none.ts:1"]).file).toBe(here("none.ts"));
  expect(read(["hover", `file://${here("a.ts")}:1`]).file).toBe(here("a.ts"));
  expect(read(["hover", ":A.b"]).file).toBeUndefined();
});

test.each<[readonly string[], Options, string]>([
  [["hver", "a.ts:1"], {}, 'There is no method "hver": lsp-locate hover a.ts:1.'],
  [["hver"], {}, 'There is no method "hver". Did you mean hover?'],
  [["cat", "a.ts"], {}, 'There is no method "cat": lsp-locate outline a.ts.'],
  [["callers", "A.b"], {}, 'There is no method "callers": lsp-locate incomingCalls :A.b.'],
  [["grep", "A.b", "src"], {}, 'There is no method "grep": lsp-locate search A.b --in=src.'],
  [["mv", "a.ts", "src/b.ts"], {}, 'There is no method "mv": lsp-locate move a.ts src/b.ts.'],
  [
    ["search", "A.b", "src"],
    {},
    "search looks in the whole workspace, and with --in in a part of it: lsp-locate search A.b --in=src.",
  ],
  [["search", "A.b", "a.ts"], {}, "search looks in many files: lsp-locate resolve a.ts:A.b."],
  [["search", "f(x", "a.ts"], {}, "search looks in many files: lsp-locate resolve 'a.ts@f(x'."],
  [["xyzzy", "a.ts:1"], {}, 'There is no method "xyzzy". `lsp-locate --help` lists them.'],
  [["hover"], {}, "hover needs a Locate: lsp-locate hover 'src/file.py:Class.method@text'."],
  [
    ["hover", "a.ts:x", "y"],
    {},
    'hover takes one Locate; unexpected argument "y". Put a Locate with spaces in quotes.',
  ],
  [["hover", "a.ts@x", "y"], {}, "hover takes one Locate, in one word: lsp-locate hover 'a.ts@x y'."],
  [["hover", "a.ts", "12"], {}, "hover takes one Locate, in one word: lsp-locate hover a.ts:12."],
  [["hover", "a.ts", "12", "5"], {}, "hover takes one Locate, in one word: lsp-locate hover a.ts:12:5."],
  [["hover", "a.ts", "A.b"], {}, "hover takes one Locate, in one word: lsp-locate hover a.ts:A.b."],
  [["hover", "A.b", "a.ts"], {}, "hover takes one Locate, in one word: lsp-locate hover a.ts:A.b."],
  [["describe", "a.ts", "12", "5"], {}, "describe takes one place, in one word: lsp-locate describe a.ts:12:5."],
  [["a.ts:x", "hover"], {}, "The method comes first: lsp-locate hover a.ts:x."],
  [["a.ts:x"], {}, "A method comes before the Locate: lsp-locate hover a.ts:x."],
  [["a.ts"], {}, "A method comes before the Locate: lsp-locate outline a.ts."],
  [["none.ts:3"], {}, "A method comes before the Locate: lsp-locate hover none.ts:3."],
  [["refs", "a.ts:x"], {}, 'There is no method "refs": lsp-locate references a.ts:x.'],
  [["workspace/symbol", "x"], {}, 'There is no method "workspace/symbol": lsp-locate search x.'],
  [
    ["hover", "a.ts"],
    {},
    "a.ts is a whole file, and hover needs a place in it. Write lsp-locate hover a.ts:<symbol>, or lsp-locate hover 'a.ts@<text>'. Its symbols: lsp-locate outline a.ts.",
  ],
  [
    ["hover", "a.ts@"],
    {},
    "There is no text after the @ of a.ts@: a shell interprets $, <|> and brackets unless they are in single quotes. Write lsp-locate hover a.ts:<symbol>, or lsp-locate hover 'a.ts@<text>'. Its symbols: lsp-locate outline a.ts.",
  ],
  [
    ["rename", "A.b", "c"],
    { write: true },
    "There is no file A.b. For a symbol in any file, write a colon before it: lsp-locate rename :A.b c --write.",
  ],
  [["a.ts:x", "edit"], { replace: "y" }, "The method comes first: lsp-locate edit a.ts:x --replace=y."],
  [
    ["hover", "A.b"],
    {},
    "There is no file A.b. For a symbol in any file, write a colon before it: lsp-locate hover :A.b.",
  ],
  [["hover", "a.ts(42,7)@x"], {}, "There is no file a.ts(42,7). Write: lsp-locate hover a.ts:42@x."],
  [
    ["hover", "src/none.ts"],
    {},
    "There is no file src/none.ts. A Locate is a file and a place in it: lsp-locate hover <file>:<symbol>.",
  ],
  [
    ["documentSymbol", "src"],
    {},
    "src is a folder, and documentSymbol needs a file. For its files and their symbols: lsp-locate outline src.",
  ],
  [
    ["hover", "src:A.b"],
    {},
    "src is a folder, and hover needs a file. For the symbol in any file: lsp-locate hover :A.b.",
  ],
  [["outline"], {}, "outline needs a file or a folder. Write lsp-locate outline . for the working directory."],
  [["hover", ""], {}, "hover needs a Locate: lsp-locate hover 'src/file.py:Class.method@text'."],
  [["rename", "sum", "a.ts:x"], {}, "The Locate comes first: lsp-locate rename a.ts:x sum."],
  [
    ["edit", "a.ts:x", "y = 1"],
    {},
    "edit needs an operation for \"y = 1\" (--replace, --insert-before or --insert-after): lsp-locate edit a.ts:x '--replace=y = 1'.",
  ],
  [["hover", "a.ts:x"], { trace: "t" }, "--trace goes with mcp and the proxy, not with hover."],
  [["rename", "a.ts@x"], {}, "rename needs the new name: lsp-locate rename <locate> <new name>."],
  [
    ["rename", "a.ts@x", "y", "z"],
    {},
    'rename takes one Locate; unexpected argument "z". Put a Locate with spaces in quotes.',
  ],
  [
    ["hover", "a.ts@x"],
    { write: true },
    "--write goes with setup, index and methods that change files, not with hover.",
  ],
  [["hover", "a.ts@x"], { "insert-after": "x" }, "--insert-after goes with edit, not with hover."],
  [["nodes", "a.ts@x"], { params: "{}" }, "--params goes with methods of language servers, not with nodes."],
  [
    ["edit", "a.ts@x"],
    { write: true },
    "edit needs an operation: --replace=<text>, --insert-before=<text>, --insert-after=<text>, --delete. For -, the text is read from standard input.",
  ],
  [["edit", "a.ts@x"], { edits: "[]" }, "--edits has the Locates: leave the others out."],
  [["edit"], { edits: "[]", delete: true }, "--edits has all that is done: leave --delete out."],
  [
    ["edit"],
    { edits: "[{}]" },
    `--edits must be a JSON array of edits: --edits='[{"locate": "src/file.py:name", "operation": "replace", "new_text": "…"}]'.`,
  ],
  [["edit"], { edits: "[" }, "--edits is not JSON: Unexpected end of JSON input."],
  [
    ["edit", "a.ts@x", "a.ts@y"],
    { replace: "y", all: true },
    "--all means all matches of one find: write one Locate, or leave --all out.",
  ],
  [["edit", "a.ts@x y", "z"], { replace: "y" }, "a Locate is one word: lsp-locate edit 'a.ts@x y z' --replace=y."],
  [["edit", "a.ts@x"], { replace: "y", delete: true }, "edit takes one operation: --replace or --delete, not both."],
  [["track", "a.ts@x"], {}, `track works only within a session. ${NO_HANDLES_MESSAGE}`],
  [["locate/untrack", "place-1"], {}, `untrack works only within a session. ${NO_HANDLES_MESSAGE}`],
  [["hover", '{"handle":"place-1"}'], {}, NO_HANDLES_MESSAGE],
  [["hover", "a.ts@x"], { params: "[1]" }, `--params must be a JSON object: --params='{"context": {…}}'.`],
  [["nodes", "a.ts:3"], { limit: "3" }, "--limit is for nodes --records: add --records."],
  [["nodes", "a.ts:3"], { records: true }, "nodes takes a whole file: lsp-locate nodes a.ts --records."],
  [["nodes", "a.ts"], { records: true, limit: "x" }, '--limit must be a whole number from 1 on, not "x".'],
  [["outline", "a.ts"], { depth: "0" }, '--depth must be a whole number from 1 on, not "0".'],
])("The command line %j with %j is a usage error", (words, options, message) => {
  expect(() => read(words, options)).toThrow(new UsageError(message));
  for (const offered of commandsIn(message)) {
    const given = readOptions(offered);
    expect(() => read(given.words, given.options)).not.toThrow();
  }
});

test("A method for whole files rejects a place in one", () => {
  expect(() => read(["documentSymbol", "a.ts:x"])).toThrow(/documentSymbol takes a whole file/);
  const anchor = '{"file_path":"a.ts","anchor_text":"x","ancestor_node_type":"call"}';
  expect(() => read(["documentSymbol", anchor])).toThrow(/documentSymbol takes a whole file/);
});

test("An invalid Locate is reported as in the library", () => {
  expect(() => read(["hover", "a.ts:0"])).toThrow(expect.objectContaining({ kind: "invalid_locate" }));
  expect(() => read(["hover", '{"find": 1}'])).toThrow(expect.objectContaining({ kind: "invalid_locate" }));
  expect(() => read(["hover", '{"nonsense'])).toThrow(expect.objectContaining({ kind: "invalid_locate" }));
});
