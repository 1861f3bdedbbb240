/** Answers of servers, rendered as text for people. */

import { createColors } from "picocolors";
import type { RequestClient } from "../../../src/cli/client/inProcessClient.js";
import { methodCommands } from "../../../src/cli/methods/commandTable.js";
import { exitCodeOf, type MethodCommand } from "../../../src/cli/methods/methodCommand.js";
import { recordPageRenderer, renderRecordsEnd } from "../../../src/cli/show/locateAnswers.js";
import { renderAnswer as renderWith } from "../../../src/cli/show/renderAnswer.js";
import { type ResolvedPlace, renderPlace, renderPlaceHeading } from "../../../src/cli/show/resolvedPlace.js";
import type { View } from "../../../src/cli/show/view.js";
import { writeLocate } from "../../../src/locate/notation/notation.js";
import { Document } from "../../../src/text/document.js";

const texts: Readonly<Record<string, string>> = {
  "file:///w/a.ts": "function add(left, right) {\n\treturn left + right;\n}\nadd(1, 2);\n",
  "file:///w/💣.ts": "/* 💣 */ fuse();\r\n",
};

function viewOf(uri: string, encoding: View["encoding"] = "utf-16"): View {
  return {
    colours: createColors(false),
    isBrief: false,
    width: 60,
    encoding,
    uri,
    at: range(3, 2, 3, 2),
    writeLocate: (locate) => writeLocate(locate),
    pathOf: (each) => each.replace("file:///w/", ""),
    documentOf: (each) => (texts[each] === undefined ? undefined : Document.of(texts[each])),
  };
}
const view = viewOf("file:///w/a.ts");

/** Renders an answer as the row of its method says. */
function renderAnswer(method: string, answer: unknown, as: View): string {
  return renderWith(methodCommands.get(method)?.render, answer, as);
}

function range(line: number, character: number, endLine: number, endCharacter: number) {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

test("In few words, a place has no carets, though it is the only one", () => {
  const brief = { ...view, isBrief: true };
  const lines = "a.ts:1:10\n    function add(left, right) {";
  for (const method of ["references", "definition"]) expect(renderAnswer(method, [add], brief)).toBe(lines);
});

const add = { uri: "file:///w/a.ts", range: range(0, 9, 0, 12) };
const call = { uri: "file:///w/a.ts", range: range(3, 0, 3, 3) };
const addItem = { name: "add", kind: 12, uri: add.uri, range: range(0, 0, 2, 1), selectionRange: add.range };

test("The symbol around each reference and caller is on a line of its own", () => {
  const named = { ...view, enclosing: [undefined, "a.ts:main"] };
  expect(renderAnswer("references", [add, call], named).split("\n")).toEqual([
    "a.ts:1:10",
    "    function add(left, right) {",
    "             ^^^",
    "a.ts:4:1",
    "    add(1, 2);",
    "    ^^^",
    "  in a.ts:main",
  ]);
  const callers = [{ from: addItem, fromRanges: [call.range] }];
  expect(renderAnswer("incomingCalls", callers, { ...view, enclosing: ["a.ts:main"] }).split("\n")).toEqual([
    "a.ts:1:10  function add",
    "  in a.ts:main",
    "  at a.ts:4:1",
    "    add(1, 2);",
    "    ^^^",
  ]);
});

/** method, answer, lines */
test.each<[string, unknown, string[]]>([
  ["definition", add, ["a.ts:1:10", "    function add(left, right) {", "             ^^^"]],
  [
    "definition",
    [{ targetUri: add.uri, targetRange: addItem.range, targetSelectionRange: add.range }],
    ["a.ts:1:10", "    function add(left, right) {", "             ^^^"],
  ],
  [
    "references",
    [add, call],
    ["a.ts:1:10", "    function add(left, right) {", "             ^^^", "a.ts:4:1", "    add(1, 2);", "    ^^^"],
  ],
  [
    "definition",
    { ...add, byName: true },
    ["a.ts:1:10  by name only", "    function add(left, right) {", "             ^^^"],
  ],
  ["definition", { uri: "jdt://x/String.class", range: range(4, 2, 4, 3) }, ["jdt://x/String.class:5:3"]],
  ["definition", { uri: add.uri, range: range(99, 0, 99, 1) }, ["a.ts:100:1", "    ", "    ^"]],
  [
    "implementation",
    { uri: add.uri, range: addItem.range },
    ["a.ts:1:1", "    function add(left, right) {", `    ${"^".repeat(27)}`],
  ],
  [
    "documentHighlight",
    [{ range: range(1, 8, 1, 12), kind: 2 }],
    ["a.ts:2:9  read", "    return left + right;", "           ^^^^"],
  ],
  [
    "hover",
    { contents: { kind: "markdown", value: "```ts\nlet x: a\\_b\n```\n\n\n\nSays `x` &amp; a\\_b\n\n---\n" } },
    ["let x: a\\_b", "", "Says `x` & a_b"],
  ],
  ["hover", { contents: ["one", { language: "ts", value: "two" }, ""] }, ["one", "", "two"]],
  ["hover", { contents: { kind: "plaintext", value: "a *b*\r\n" } }, ["a *b*"]],
  ["hover", { contents: "" }, []],
  [
    "signatureHelp",
    {
      signatures: [{ label: "add(left, right)", parameters: [{ label: "left" }, { label: "right" }] }],
      activeParameter: 1,
    },
    ["add(left, right)", "          ^^^^^"],
  ],
  [
    "signatureHelp",
    {
      signatures: [
        { label: "f(a)" },
        { label: "f(a, b)", parameters: [{ label: [2, 3], documentation: "the first" }] },
      ],
      activeSignature: 1,
    },
    ["  f(a)", "* f(a, b)", "    ^", "    the first"],
  ],
  ["signatureHelp", { signatures: [{ label: "f(a)", parameters: [] }], activeParameter: null }, ["f(a)"]],
  ["signatureHelp", { signatures: [] }, []],
  [
    "completion",
    {
      isIncomplete: false,
      items: [
        { label: "zebra" },
        { label: "adder", kind: 3, detail: "() => void", sortText: "2" },
        { label: "add", kind: 3, sortText: "1" },
      ],
    },
    ["add    function", "adder  function  () => void"],
  ],
  ["completion", [{ label: "zebra", kind: 6 }], ["zebra  variable"]],
  ["completion", { isIncomplete: false, items: [] }, []],
  [
    "codeAction",
    [
      { title: "Fix it", kind: "quickfix", isPreferred: true },
      { title: "Run", command: "run" },
      { title: "No", disabled: { reason: "why" } },
    ],
    ["Fix it  quickfix, preferred", "Run", "No  not now: why"],
  ],
  [
    "incomingCalls",
    [{ from: addItem, fromRanges: [call.range] }],
    ["a.ts:1:10  function add", "  at a.ts:4:1", "    add(1, 2);", "    ^^^"],
  ],
  [
    "incomingCalls",
    [
      { from: addItem, fromRanges: [call.range, { ...call.range }] },
      { from: { ...addItem }, fromRanges: [call.range] },
    ],
    ["a.ts:1:10  function add", "  at a.ts:4:1", "    add(1, 2);", "    ^^^"],
  ],
  [
    "incomingCalls",
    [
      { from: addItem, fromRanges: [call.range] },
      { from: { ...addItem, name: "sum" }, fromRanges: [call.range] },
    ],
    [
      ...["a.ts:1:10  function add", "  at a.ts:4:1", "    add(1, 2);", "    ^^^"],
      ...["a.ts:1:10  function sum", "  at a.ts:4:1", "    add(1, 2);", "    ^^^"],
    ],
  ],
  [
    "outgoingCalls",
    [
      { to: addItem, fromRanges: [call.range, call.range] },
      { to: addItem, fromRanges: [add.range] },
    ],
    [
      ...["a.ts:1:10  function add", "  at a.ts:4:1", "    add(1, 2);", "    ^^^"],
      ...["  at a.ts:1:10", "    function add(left, right) {", "             ^^^"],
    ],
  ],
  [
    "outgoingCalls",
    [{ to: { ...addItem, detail: "m" }, fromRanges: [call.range] }],
    ["a.ts:1:10  function add (m)", "  at a.ts:4:1", "    add(1, 2);", "    ^^^"],
  ],
  ["subtypes", [addItem], ["a.ts:1:10  function add", "    function add(left, right) {", "             ^^^"]],
  [
    "prepareRename",
    add.range,
    ["a.ts:1:10  can be renamed: add", "    function add(left, right) {", "             ^^^"],
  ],
  ["prepareRename", { defaultBehavior: true }, ["can be renamed"]],
  [
    "selectionRange",
    [{ range: add.range, parent: { range: add.range, parent: { range: range(0, 0, 2, 1) } } }],
    ["a.ts:1:10-1:13  add", "a.ts:1:1-3:2  function add(left, right) { return left + right; }"],
  ],
  [
    "documentSymbol",
    [
      {
        name: "A",
        kind: 5,
        range: add.range,
        selectionRange: add.range,
        children: [{ name: "b", kind: 6, detail: "d", range: call.range, selectionRange: call.range }],
      },
    ],
    ["1  class A", "4    method b  d"],
  ],
  ["documentSymbol", [{ name: "b", kind: 6, location: add, containerName: "A" }], ["1  method b  in A"]],
  [
    "outline",
    {
      symbols: [
        {
          name: "(*T).M",
          symbol_path: ["T", "M"],
          kind: "method",
          range: { start: { line: 12, character: 1 } },
          children: [{ name: "x", symbol_path: null, kind: "variable", range: { start: { line: 7, character: 1 } } }],
        },
      ],
    },
    ["12  method M", " 7    variable x"],
  ],
  ["outline", { symbols: [] }, []],
  ["foldingRange", [{ startLine: 0, endLine: 2, kind: "region" }], ["1-3  region"]],
  [
    "documentColor",
    [{ range: call.range, color: { red: 1, green: 0.5, blue: 0, alpha: 1 } }],
    ["a.ts:4:1  #ff8000", "    add(1, 2);", "    ^^^"],
  ],
  [
    "inlayHint",
    [{ position: { line: 3, character: 4 }, label: [{ value: "left:" }] }],
    ["a.ts:4:5  left:", "    add(1, 2);", "        ^"],
  ],
  [
    "diagnostic",
    { kind: "full", items: [{ range: call.range, severity: 2, message: "bad\nindeed", source: "ts", code: 7 }] },
    ["a.ts:4:1  warning: bad", "indeed (ts 7)", "    add(1, 2);", "    ^^^"],
  ],
  ["diagnostic", { kind: "full", items: [] }, []],
  ["moniker", [{ scheme: "npm", identifier: "x", unique: "global" }], ["npm  x  global"]],
  ["definition", null, []],
  ["references", [], []],
  ["references", "nonsense", ['"nonsense"']],
  ["references", [{ no: "location" }], ["[", "  {", '    "no": "location"', "  }", "]"]],
  ["semanticTokens/full", { data: [1] }, ["{", '  "data": [', "    1", "  ]", "}"]],
])("The answer to %s is rendered: %j", (method, answer, lines) => {
  expect(renderAnswer(method, answer, view)).toBe(lines.join("\n"));
});

test("Columns are UTF-16 code units from 1, whatever the server's encoding is", () => {
  const render = (encoding: View["encoding"], character: number) =>
    renderAnswer(
      "definition",
      { uri: "file:///w/💣.ts", range: range(0, character, 0, character + 4) },
      viewOf("file:///w/💣.ts", encoding),
    );
  const expected = "💣.ts:1:10\n    /* 💣 */ fuse();\n             ^^^^";
  expect(render("utf-16", 9)).toBe(expected);
  expect(render("utf-8", 11)).toBe(expected);
  expect(render("utf-32", 8)).toBe(expected);
});

test("Completions after the fortieth are only counted", () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ label: `add${String(index).padStart(3, "0")}` }));
  const lines = renderAnswer("completion", items, view).split("\n");
  expect(lines).toHaveLength(41);
  expect(lines.at(-1)).toBe("… and 60 more; --json has them all");
});

function node(type: string, facts: object): object {
  return { type, range: { start: { line: 4, character: 1 }, end: { line: 4, character: 10 } }, unique: true, ...facts };
}

test("Records of the syntax index are listed with their deltas, beside tree-sitter's positions", () => {
  const at = (line: number, character: number, offset: number) => ({ line, character, offset });
  const root = { type: "module", depth: 0, start: at(1, 1, 0), end: at(1, 6, 5) };
  const name = { type: "name", depth: 1, start: at(1, 1, 0), end: at(1, 4, 3) };
  const tree_sitter = { ...name, end: at(1, 3, 2) };
  const sizes = { delta: { lines: 0, columns: 0, offset: 0 }, span: { lines: 0, columns: 3 }, descendants: 0 };
  const records = [
    { record: 0, ...root, ...sizes, content_length: 3, syntactic_length: 5, tree_sitter: root },
    { record: 1, ...name, ...sizes, content_length: 3, syntactic_length: 3, tree_sitter },
  ];
  const page = { records, count: 9, difference: { record: records[1] ?? null, tree_sitter } };
  const lines = [recordPageRenderer(view)(page), renderRecordsEnd(page, 2)].join("\n").split("\n");
  expect(lines).toEqual([
    "record  type    delta   content  length  span  position        tree-sitter",
    "0       module  0:0 +0  3        5       0:3   1:1-1:6 [0, 5)  1:1-1:6 [0, 5)",
    "1        name   0:0 +0  3        3       0:3   1:1-1:4 [0, 3)  1:1-1:3 [0, 2) name",
    "2 of 9 records; --limit=9 shows all.",
    "They part at record 1: the index has name 1:1-1:4 (offsets 0-3, depth 1), tree-sitter has name 1:1-1:3 (offsets 0-2, depth 1).",
  ]);
});

test("A column of records becomes wider where a later page needs it, and stays so", () => {
  const pageOf = (type: string) => {
    const at = { line: 1, character: 1, offset: 0 };
    const node = { type, depth: 0, start: at, end: at };
    const sizes = { delta: { lines: 0, columns: 0, offset: 0 }, span: { lines: 0, columns: 0 }, descendants: 0 };
    const lengths = { content_length: 0, syntactic_length: 0 };
    return { records: [{ record: 0, ...node, ...sizes, ...lengths, tree_sitter: node }], count: 3, difference: null };
  };
  const renderPage = recordPageRenderer(view);
  const columns = ["a", "expression_statement", "b"].map((type) => renderPage(pageOf(type)).split("\n").at(-1));
  expect(columns.map((line) => line?.indexOf("0:0 +0"))).toEqual([14, 30, 30]);
});

test("Syntax nodes are listed with the Locate of the first unique one", () => {
  const nodes = [
    node("identifier", { field: "function", text: "add", unique: false }),
    node("call", { text: "add(1,\t'2')" }),
    node("program", { text: "x".repeat(100), unique: false }),
  ];
  expect(renderAnswer("nodes", { nodes }, view).split("\n")).toEqual([
    "  identifier  function  4:1-4:10  add",
    "* call                  4:1-4:10  add(1, '2')",
    `  program               4:1-4:10  ${"x".repeat(25)}…`,
    `* by its first line and its type: '{"file_path":"a.ts","anchor_text":"add(1,\\t'\\''2'\\'')","ancestor_node_type":"call"}'`,
  ]);
  expect(renderAnswer("nodes", { nodes: nodes.slice(0, 1) }, view)).toBe("  identifier  function  4:1-4:10  add");
  expect(renderAnswer("nodes", { nodes: [] }, view)).toBe("");
});

/** name, notation, printed text if it isn't the notation */
test.each<[string, string, string?]>([
  ["a plain find", "a.ts@x 'y' \"z\""],
  ["one with several lines", "a.ts@x\n\ty"],
  ["one as JSON text", '{"find":"x","find_index":1}'],
  ["one with a final newline, which `$(…)` would remove", "a.ts@x\n", '{"find":"x"}'],
  ["one with an escape sequence", "a.ts@\x1b[31m", '{"find":"x"}'],
  ["one with a carriage return", "a.ts@x\r\ny", '{"find":"x"}'],
])("The Locate of describe is printed: %s", (_name, notation, printed = notation) => {
  expect(renderAnswer("describe", { locate: { find: "x" }, notation }, view)).toBe(printed);
});

test("The JSON of a Locate has no invisible characters", () => {
  const locate = { find: "\x1b\x9b\u202e💣" };
  expect(renderAnswer("describe", { locate, notation: JSON.stringify(locate) }, view)).toBe(
    '{"find":"\\u001b\\u009b\\u202e💣"}',
  );
});

function place(line: number, character: number, facts: Partial<ResolvedPlace> = {}): ResolvedPlace {
  return {
    file_path: "a.ts",
    target: { textDocument: { uri: "file:///w/a.ts" }, position: { line, character } },
    ...facts,
  };
}

test.each<[string, ResolvedPlace, ResolvedPlace[], string[]]>([
  ["a symbol", place(0, 9, { symbol: { path: ["m", "add"], source: "backend", count: 1 } }), [], ["at a.ts:1:10"]],
  ["one match", place(0, 9, { match: { reading: "literal", count: 1, index: 0 } }), [], ["at a.ts:1:10"]],
  [
    "two matches",
    place(0, 9, { match: { reading: "literal", count: 2, index: 0 } }),
    [place(3, 0)],
    ["at a.ts:1:10", "match 1 of 2; the others: a.ts:4:1"],
  ],
  [
    "many matches",
    place(0, 9, { match: { reading: "exact", count: 9, index: 2 } }),
    [place(3, 0)],
    ["at a.ts:1:10", "match 3 of 9; the others: a.ts:4:1, 7 more"],
  ],
  [
    "a partial match",
    place(0, 9, { match: { reading: "partial", count: 1, index: 0 } }),
    [],
    ["at a.ts:1:10", "found inside longer words"],
  ],
  [
    "overloads",
    place(0, 9, { symbol: { path: ["add"], source: "backend", count: 3 } }),
    [],
    ["at a.ts:1:10", "one of 3 symbols with that path; [n] after the path selects another, counted from 0"],
  ],
])("The heading of an answer: %s", (_name, report, others, lines) => {
  expect(renderPlaceHeading({ ...report, others }, view)).toBe(lines.join("\n"));
});

test("A place as the answer is rendered with its line", () => {
  const report = place(0, 9, { symbol: { path: ["m", "add"], source: "backend", count: 1 } });
  expect(renderPlace(report, view)).toBe("a.ts:1:10\n    function add(left, right) {\n             ^\nsymbol m › add");
  const ranged: ResolvedPlace = {
    file_path: "a.ts",
    target: { textDocument: { uri: "file:///w/a.ts" }, range: range(0, 9, 1, 3) },
  };
  expect(renderPlace(ranged, view)).toBe(
    `a.ts:1:10  to 2:4\n    function add(left, right) {\n             ${"^".repeat(18)}`,
  );
});

describe("The exit code of", () => {
  const report = (...severities: readonly (number | undefined)[]) => ({
    kind: "full",
    items: severities.map((severity) => ({ severity })),
  });

  test.each([
    ["references without a result", "references", null, 1],
    ["references with one", "references", [{}], 0],
    ["diagnostics of a file without problems", "diagnostic", report(), 0],
    ["diagnostics with warnings alone", "diagnostic", report(2, 3, 4), 0],
    ["diagnostics with an error", "diagnostic", report(2, 1), 1],
    ["diagnostics without a severity, which are errors", "diagnostic", report(undefined), 1],
  ])("%s is right", (_what, method, answer, code) => {
    const isEmpty = answer === null || (!Array.isArray(answer) && answer.items.length === 0);
    expect(exitCodeOf(methodCommands.get(method) as MethodCommand, answer, isEmpty)).toBe(code);
  });
});

test.each([
  ["all", undefined],
  ["syntax", "no syntax errors; nothing else was checked."],
])("No diagnostics of a server that checks %s are shown as that", async (checked, emptyText) => {
  const place = { target: { textDocument: { uri: "file:///a.py" } } };
  const request = async () => ({ place, result: { kind: "full", items: [] }, version: 0, checked });
  const answer = await methodCommands.get("diagnostic")?.send([{ file_path: "a.py" }], {
    client: { request } as unknown as RequestClient,
    params: {},
  });
  expect(answer?.emptyText).toBe(emptyText);
});
