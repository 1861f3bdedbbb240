/** Answers and failures, rendered for models. */

import { createColors } from "picocolors";
import { ResponseError } from "vscode-jsonrpc/node";
import type { Location } from "vscode-languageserver-protocol";
import { noBackend } from "../../../../src/backend/installation/selectServer.js";
import { renderAskAnswer } from "../../../../src/cli/mcp/render/askAnswers.js";
import { limitLines } from "../../../../src/cli/mcp/render/limitLines.js";
import { renderPreview, renderWritten } from "../../../../src/cli/mcp/render/renderChanges.js";
import { renderFailure } from "../../../../src/cli/mcp/render/renderFailure.js";
import { collapseOutline, type OutlineAnswer, renderProblems } from "../../../../src/cli/mcp/render/renderFile.js";
import {
  renderHeading,
  renderNodeList,
  renderPoint,
  renderRange,
} from "../../../../src/cli/mcp/render/renderTarget.js";
import { assertNewName } from "../../../../src/cli/mcp/tools/changeFiles.js";
import { methodCommandOf } from "../../../../src/cli/mcp/tools/toolCall.js";
import type { ResolvedPlace } from "../../../../src/cli/show/resolvedPlace.js";
import type { View } from "../../../../src/cli/show/view.js";
import { LocateError } from "../../../../src/error.js";
import { resolveLocate } from "../../../../src/index.js";
import { writeLocate } from "../../../../src/locate/notation/notation.js";
import type { EnclosingSymbol } from "../../../../src/session/completeness/enclosingSymbols.js";
import { Document } from "../../../../src/text/document.js";

const long = `${"x".repeat(500)} fuse() ${"y".repeat(500)}`;
const texts: Readonly<Record<string, string>> = {
  "file:///w/a.ts": "function add(left, right) {\n\treturn left + right;\n}\nadd(add(1, 2));\n",
  "file:///w/long.js": long,
};

function range(line: number, character: number, endLine = line, endCharacter = character) {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

function viewOf(uri: string, at = range(3, 0)): View {
  return {
    colours: createColors(false),
    isBrief: true,
    width: 60,
    encoding: "utf-16",
    uri,
    at,
    writeLocate: (locate) => writeLocate(locate),
    pathOf: (each) => each.replace("file:///w/", ""),
    documentOf: (each) => (texts[each] === undefined ? undefined : Document.of(texts[each])),
  };
}
const view = viewOf("file:///w/a.ts");
const target = (at = range(11, 8)) => ({ textDocument: { uri: "file:///w/a.ts" }, position: at.start });
const place: ResolvedPlace = { file_path: "a.ts", target: target() };
const other = (line: number) => ({ file_path: "a.ts", target: target(range(line, 4)) });
const match = (count: number, reading = "literal", index = 0) => ({ reading, count, index });
const symbol = (count = 1) => ({ path: ["Cart", "total"], source: "backend", count });

test.each<[ResolvedPlace, string]>([
  [place, "a.ts:12:9"],
  [{ ...place, symbol: symbol() }, "a.ts:12:9, Cart.total"],
  [{ ...place, symbol: symbol(), match: match(1) }, "a.ts:12:9 in Cart.total · the only match"],
  [{ ...place, match: match(3), others: [other(13), other(19)] }, "a.ts:12:9 · match 1 of 3; the others: 14:5, 20:5"],
  [
    { ...place, match: match(9, "literal", 1), others: [other(1)] },
    "a.ts:12:9 · match 2 of 9; the others: 2:5, 7 more",
  ],
  [{ ...place, match: match(1, "partial") }, "a.ts:12:9 · found inside longer words · the only match"],
  [
    { ...place, symbol: symbol(2) },
    "a.ts:12:9, Cart.total · one of 2 symbols with that path; [1] after the path selects the second",
  ],
  [
    { file_path: "a.ts", target: { textDocument: { uri: "file:///w/a.ts" }, range: range(0, 0, 2, 1) } },
    "a.ts:1:1-3:2",
  ],
])("The heading of the place %j", (place, expected) => expect(renderHeading(place)).toBe(expected));

const at = (line: number, character: number, uri = "file:///w/a.ts") => ({ uri, range: range(line, character) });
const item = { name: "add", kind: 12, uri: "file:///w/a.ts", range: range(0, 0, 2, 1), selectionRange: range(0, 9) };
const names = Array.from({ length: 60 }, (_, index) => ({ label: `name${String(index).padStart(2, "0")}`, kind: 6 }));

/** question, answer, text; at most two places */
test.each<[string, unknown, string]>([
  ["definition", at(0, 9), "1 definition:\na.ts\n  1: function add(left, right) {"],
  [
    "references",
    [at(0, 9), { ...at(1, 2), byName: true }],
    "2 references (1 of them by name only: syntax does not show which is meant):\na.ts\n  1: function add(left, right) {\n  2: return left + right; (by name only)",
  ],
  [
    "definition",
    { ...at(0, 9), byName: true },
    "1 definition (by name only: syntax does not show which is meant):\na.ts\n  1: function add(left, right) {",
  ],
  ["references", [at(3, 4), at(0, 9)], "2 references:\na.ts\n  1: function add(left, right) {\n  4: add(add(1, 2));"],
  ["references", [at(3, 0), at(3, 4)], "2 references:\na.ts\n  4: add(add(1, 2));"],
  [
    "references",
    [at(3, 0), at(0, 9), at(0, 1, "file:///w/b.ts")],
    "3 references in 2 files:\na.ts\n  1: function add(left, right) {\n  4: add(add(1, 2));\n… and 1 more; the same with after: 2 goes on.",
  ],
  ["declaration", at(7, 0, "jdt://x/String.class"), "1 declaration:\njdt://x/String.class\n  8"],
  [
    "references",
    [at(0, 502, "file:///w/long.js")],
    `1 reference:\nlong.js\n  1: …${"x".repeat(17)} fuse() ${"y".repeat(33)}…`,
  ],
  [
    "documentHighlight",
    [{ range: range(1, 8), kind: 2 }],
    "1 place in this file:\na.ts\n  2: return left + right; (read)",
  ],
  [
    "incomingCalls",
    [{ from: item, fromRanges: [range(3, 4)] }],
    "1 caller, and where:\na.ts:1 function add\n  4: add(add(1, 2));",
  ],
  [
    "incomingCalls",
    [item, item, { ...item, name: "sum" }].map((from) => ({ from, fromRanges: [range(3, 4)] })),
    "2 callers, and where:\na.ts:1 function add\n  4: add(add(1, 2));\na.ts:1 function sum\n  4: add(add(1, 2));",
  ],
  [
    "outgoingCalls",
    [item, item].map((to, n) => ({ to, fromRanges: [range(2 + n, 0)] })),
    "1 function called:\na.ts:1 function add, called in line 3, 4",
  ],
  [
    "outgoingCalls",
    [{ to: item, fromRanges: [range(3, 0)] }],
    "1 function called:\na.ts:1 function add, called in line 4",
  ],
  [
    "outgoingCalls",
    [{ to: { ...item, detail: "w/a" }, fromRanges: [range(3, 4), range(3, 0)] }],
    "1 function called:\na.ts:1 function add, called in line 4",
  ],
  ["supertypes", [{ ...item, kind: 5 }], "1 supertype:\na.ts:1 class add"],
  ["subtypes", [], "No subtypes."],
  ["hover", null, "No hover."],
  ["hover", { contents: { kind: "markdown", value: "**add**\r\n" } }, "**add**"],
  ["hover", { contents: [{ language: "ts", value: "add(): void" }, "Adds."] }, "```ts\nadd(): void\n```\n\nAdds."],
  ["hover", { contents: "" }, "No hover."],
  ["signatureHelp", { signatures: [] }, "No signature."],
  [
    "completion",
    { isIncomplete: false, items: names },
    "60 names:\nname00  variable\nname01  variable\n… and 58 more; the same with after: 2 goes on.",
  ],
  ["completion", [], "No completions."],
  ["definition", { what: "is this" }, '{"what":"is this"}'],
])("The answer to %s is rendered: %j", (question, answer, expected) =>
  expect(renderAskAnswer(methodCommandOf(question), answer, { view, limit: 2 })).toBe(expected),
);

const symbolAt = (notation: string): EnclosingSymbol => {
  const [file_path = "", path = ""] = notation.split(":");
  return { kind: "function", locate: { file_path, scope: { symbol_path: path.split(".") } }, notation };
};

test("References and callers are listed below a Locate of the symbol around them", () => {
  const symbols = [symbolAt("a.ts:add"), null, symbolAt("a.ts:add")];
  const references = [at(0, 9), at(3, 4), at(1, 8)];
  expect(renderAskAnswer(methodCommandOf("references"), references, { view, limit: undefined, symbols })).toBe(
    "3 references:\na.ts:add\n  1: function add(left, right) {\n  2: return left + right;\na.ts\n  4: add(add(1, 2));",
  );
  const callers = [{ from: item, fromRanges: [range(3, 4)] }];
  expect(renderAskAnswer(methodCommandOf("incomingCalls"), callers, { view, limit: undefined, symbols })).toBe(
    "1 caller, and where:\na.ts:add\n  4: add(add(1, 2));",
  );
});

test("Uses in tests come last, and many uses are named by file, symbol and line", () => {
  const few = [
    at(0, 0, "file:///w/test/a.ts"),
    at(3, 4),
    at(0, 0, "file:///w/src/b_test.go"),
    at(0, 0, "file:///w/b.ts"),
  ];
  expect(renderAskAnswer(methodCommandOf("references"), few, { view, limit: undefined })).toBe(
    "4 references in 4 files:\na.ts\n  4: add(add(1, 2));\nb.ts\n  1\nIn tests:\nsrc/b_test.go\n  1\ntest/a.ts\n  1",
  );
  const long = { ...view, documentOf: () => Document.of(`${"a long line of code ".repeat(5)}\n`.repeat(300)) };
  const many = Array.from({ length: 200 }, (_, n) => at(n, 0, `file:///w/src/part${n % 40}/file${n % 40}.ts`));
  const symbols = many.map((_, n) => symbolAt(`src/part${n % 40}/file${n % 40}.ts:Class.method${n}`));
  const text = renderAskAnswer(methodCommandOf("references"), many, { view: long, limit: undefined, symbols });
  expect(text.length).toBeLessThanOrEqual(6_000);
  expect(text).toContain("200 references in 40 files, by file, symbol and line; with limit: 40, their text:\n");
  expect(text).toContain("\nsrc/part0/file0.ts: Class.method0 1; Class.method40 41; Class.method80 81;");
  const more = [...many, ...many.map(({ uri, range: { start } }) => at(start.line + 300, 0, uri))];
  const cut = renderAskAnswer(methodCommandOf("references"), more, { view, limit: undefined, symbols });
  expect(cut.length).toBeLessThanOrEqual(6_000);
  const [, left = "", after = ""] = /… and (\d+) more; the same with after: (\d+) goes on\.$/.exec(cut) ?? [];
  expect(Number(left) + Number(after)).toBe(400);
  const next = renderAskAnswer(methodCommandOf("references"), many, { view: long, limit: 3, after: 198, symbols });
  const past = () =>
    renderAskAnswer(methodCommandOf("references"), many, { view: long, limit: 3, after: 200, symbols });
  expect(past).toThrow("after: 200 is past the end: the list has 200, and nothing is left.");
  expect(next.split("\n").filter((line) => /^ {2}\d+: /.test(line))).toHaveLength(2);
});

/** references, declarations, text */
test.each<[object[], object[] | undefined, string]>([
  [
    [at(0, 9), at(3, 4)],
    [at(0, 9)],
    "1 use and the declaration:\na.ts\n  1: function add(left, right) { (declaration)\n  4: add(add(1, 2));",
  ],
  [[at(3, 4)], [at(0, 9)], "1 use:\na.ts\n  4: add(add(1, 2));"],
  [[at(3, 4)], undefined, "1 reference:\na.ts\n  4: add(add(1, 2));"],
  [
    [at(0, 9), at(1, 1), at(3, 4)],
    [at(0, 9), at(1, 1)],
    "1 use and 2 declarations:\na.ts\n  1: function add(left, right) { (declaration)\n  2: return left + right; (declaration)\n  4: add(add(1, 2));",
  ],
  [[at(0, 9)], [at(0, 9)], "No uses besides the declaration; the server may miss some where types are unknown."],
  [
    [at(0, 9), at(1, 1)],
    [at(0, 9), at(1, 1)],
    "No uses besides 2 declarations; the server may miss some where types are unknown.",
  ],
  [[], [at(0, 9)], "No references."],
])("The references %j with the declarations %j are rendered", (answer, declarations, expected) =>
  expect(
    renderAskAnswer(methodCommandOf("references"), answer, {
      view,
      limit: undefined,
      declarations: declarations as Location[],
    }),
  ).toBe(expected),
);

test("An empty answer is explained if the reason is known", () => {
  expect(
    renderAskAnswer(
      methodCommandOf("incomingCalls"),
      null,
      { view, limit: 2 },
      "there is no function or method there.",
    ),
  ).toBe("There is no function or method there.");
  expect(renderAskAnswer(methodCommandOf("incomingCalls"), [], { view, limit: 2 })).toBe("No calls to it.");
});

test("Without a limit, long lists are cut at the default", () => {
  const lines = renderAskAnswer(methodCommandOf("completion"), names, { view, limit: undefined }).split("\n");
  expect(lines).toHaveLength(52);
  const places = Array.from({ length: 101 }, (_, index) => at(0, 0, `file:///w/${index}`));
  expect(renderAskAnswer(methodCommandOf("implementation"), places, { view, limit: undefined })).toMatch(
    /… and 1 more; the same with after: 100 goes on/,
  );
});

test.each<[string, string]>([
  [renderPoint(viewOf("file:///w/a.ts", range(1, 8))), "2: return <|>left + right;"],
  [renderPoint(viewOf("file:///w/a.ts", range(4, 0))), "5: <|>"],
  [renderPoint(viewOf("file:///w/long.js", range(0, 501))), `1: …${"x".repeat(119)} <|>fuse() ${"y".repeat(113)}…`],
  [renderRange(viewOf("file:///w/a.ts", range(1, 1, 1, 21))), "```\n\treturn left + right;\n```"],
  [renderRange(viewOf("file:///w/a.ts", range(3, 4, 3, 13))), "```\nadd(1, 2)\n```"],
])("The place is rendered as %j", (text, expected) => expect(text).toBe(expected));

test("Problems are rendered with their lines, the worst first", () => {
  const items = [
    { range: range(3, 0), severity: 2 as const, message: "unused", source: "ts", code: 6133 },
    { range: range(1, 1), message: "no such name" },
  ];
  expect(renderProblems({ kind: "full", items }, view)).toBe(
    "a.ts: 2 problems\nerror: no such name\n  2: return left + right;\nwarning: unused (ts 6133)\n  4: add(add(1, 2));",
  );
  expect(renderProblems({ kind: "full", items: [] }, view)).toBe("a.ts: no problems.");
  const remark = "by syntax alone, no language server for lua is known";
  expect(renderProblems({ kind: "full", items: [] }, view, remark)).toBe(`a.ts: no syntax errors; ${remark}.`);
  expect(renderProblems({ kind: "full", items }, view, remark)).toMatch(`a.ts: 2 problems; ${remark}\n`);
  const many = Array.from({ length: 60 }, () => ({ range: range(0, 0), message: "wrong" }));
  expect(renderProblems({ kind: "full", items: many }, view)).toMatch(
    /^a\.ts: 60 problems\n.*… and 10 more, none of them worse\./s,
  );
});

test("A long text is cut, with the number of missing lines", () => {
  expect(limitLines("a\nb\nc", 3, "Ask.")).toBe("a\nb\nc");
  expect(limitLines("a\nb\nc", 1, "Ask.")).toBe("a\n… 2 more lines. Ask.");
});

test.each<[unknown, string | undefined]>([
  [new LocateError("file_not_found", "There is no file a.ts."), "There is no file a.ts."],
  [new LocateError("symbol_not_found", "Write a path from `locate/outline`."), "Write a path from `outline`."],
  [new ResponseError(-32603, "I am tired"), "The language server refused: I am tired"],
  [
    new LocateError("text_ambiguous", "Twice.", {
      matches: [
        { line: 1, text: "add(1)", locate: { file_path: "a.ts", find: "add", find_index: 0 } },
        { line: 2, text: "add(2)", locate: { file_path: "a.ts", find: "add", find_index: 1 } },
      ],
    }),
    'Twice.\nReady to be sent as locate:\n- {"file_path":"a.ts","find":"add","find_index":0} (line 1: add(1))\n- {"file_path":"a.ts","find":"add","find_index":1} (line 2: add(2))',
  ],
  [
    new LocateError("symbol_ambiguous", "Two.", {
      candidates: [
        { line: 3, locate: { file_path: "a.ts", scope: { symbol_path: ["A", "b"] }, find: "x", find_index: "only" } },
      ],
    }),
    "Two.\nReady to be sent as locate:\n- a.ts:A.b@x (line 3)",
  ],
  [
    new LocateError("ancestor_not_found", "None.", {
      locate: { file_path: "a.ts", anchor_text: "x", ancestor_node_type: "y" },
    }),
    'None.\nReady to be sent as locate:\n- {"file_path":"a.ts","anchor_text":"x","ancestor_node_type":"y"}',
  ],
  [
    new LocateError("unsupported", "gopls can't do moniker. It can do: hover, formatting.", {
      method: "locate/moniker",
      backend: "gopls",
      supported: ["locate/hover", "locate/formatting"],
    }),
    "gopls can't do moniker. It can answer: hover.",
  ],
  [
    new LocateError("unsupported", "embedded can't do subtypes. It can do: formatting.", {
      method: "locate/subtypes",
      backend: "embedded",
      supported: ["locate/formatting"],
      because: "by syntax alone, no language server for lua is known",
    }),
    "embedded can't do subtypes: by syntax alone, no language server for lua is known. It can answer: nothing.",
  ],
  [
    new LocateError(
      "text_not_found",
      "No match. Copy it verbatim from line 3, or set fuzzy to true for the closest stretch.",
    ),
    "No match. Copy it verbatim from line 3.",
  ],
  [
    new LocateError("invalid_locate", "locate/rename needs newName, a string that is not empty."),
    "rename needs new_name, a string that is not empty.",
  ],
  [noBackend("x", []), "No server for x is known. The user can name one in servers.json."],
  [new TypeError("a bug"), undefined],
])("The failure is rendered: %s", (error, expected) => expect(renderFailure(error)).toBe(expected));

test("Advice on fuzzy finds, which the tools don't have, is left out", () => {
  const source = { text: "for item in self.items:\n" };
  const failing = () => resolveLocate({ file_path: "a.py", find: "for item of self.items:" }, source);
  expect(failing).toThrow(/, or set fuzzy to true/);
  try {
    failing();
  } catch (error) {
    expect(renderFailure(error)).toMatch(
      /Copy the text to find verbatim from line 1, such as `a\.py@for item in self\.items:`\.$/,
    );
  }
});

const change = (path: string, before: string | undefined, after: string | undefined, oldPath = path) => ({
  path,
  oldPath,
  before,
  after,
  bom: false,
});
const lines = (count: number, word: string) => `${word}\n`.repeat(count);

const nextCall = 'The same call with apply: "true"';

test("A preview is a diff, with counts for several files", () => {
  const one = { changes: [change("a", "1\n2\nold\n4\n", "1\n2\nnew\n4\n")], notes: [] };
  const head = 'Nothing is written yet. The same call with apply: "true" writes';
  const names = "--- a/a\n+++ b/a";
  expect(renderPreview(one, "edit", String, nextCall)).toBe(
    `${head} 1 file.\n\`\`\`diff\n${names}\n@@ -1,4 +1,4 @@\n 1\n 2\n-old\n+new\n 4\n\`\`\``,
  );
  expect(renderPreview(one, "rename", String, nextCall)).toBe(
    `${head} 1 file.\n\`\`\`diff\n${names}\n@@ -3,1 +3,1 @@\n-old\n+new\n\`\`\``,
  );
  const two = { ...one, changes: [...one.changes, change("b", "x\n", "y\n")], notes: [{ path: "c", newPath: "d" }] };
  expect(renderPreview(two, "rename", String, nextCall)).toMatch(
    `${head} 2 files:\na: 1 line changed\nb: 1 line changed\nc becomes d\n\`\`\`diff`,
  );
  expect(renderPreview({ ...one, changes: [], notes: [{ path: "c", newPath: "d" }] }, "rename", String, nextCall)).toBe(
    'Nothing is written yet. The same call with apply: "true" does this:\nc becomes d',
  );
});

test("A long line of a diff is cut around its change", () => {
  const [start, end] = ["a;".repeat(5_000), "z;".repeat(5_000)];
  const changes = [change("a", `${start}old${end}\nsame\n`, `${start}new${end}\nsame\n`)];
  const shown = renderPreview({ changes, notes: [] }, "edit", String, nextCall).split("\n");
  expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(500);
  expect(shown.find((line) => line.startsWith("-…"))).toMatch(/^-…(?:a;){50}old(?:z;)+z?…$/);
  expect(shown.find((line) => line.startsWith("+…"))).toMatch(/^\+…(?:a;){50}new(?:z;)+z?…$/);
  expect(shown).toContain(" same");
});

test("A long line of a diff without a counterpart is cut at its end", () => {
  const changes = [change("a", `${"a;".repeat(500)}\nlast\n`, `${"a;".repeat(500)}\n${"b;".repeat(500)}\nlast\n`)];
  const shown = renderPreview({ changes, notes: [] }, "edit", String, nextCall);
  expect(shown).toMatch(/^ (?:a;)+a?…\n\+(?:b;)+b?…\n last$/m);
});

test("In a long diff every file has its part", () => {
  const changes = ["a", "b", "c", "d"].map((path) => change(path, lines(300, "old"), lines(300, "new")));
  const words = renderPreview({ changes, notes: [] }, "rename", String, nextCall).split("\n");
  expect(words.filter((line) => line.startsWith("… ")).length).toBe(4);
  expect(words.length).toBeLessThan(420);
  expect(words).toContain("+++ b/d");
});

test.each<[ReturnType<typeof change>, string]>([
  [change("a", "1\n2\n", "1\nb\n"), "a: 1 line changed"],
  [change("a", "1\n2\n3\n4\n", "0\n2\n4\n5\n6\n"), "a: 1 line changed, 2 lines added, 1 line removed"],
  [change("a", "--x\n", "++y\n"), "a: 1 line changed"],
  [change("a", "x", "x\n"), "a: 1 line changed"],
  [change("a", "1\r2\r3\r", "1\rb\rc\r3\r"), "a: 1 line changed, 1 line added"],
  [change("a", undefined, "x"), "a: created"],
  [change("a", "x", undefined), "a: deleted"],
  [change("b", "x\n", "x\n", "a"), "b: moved from a"],
  [change("b", "x\n", "y\n", "a"), "b: moved from a, 1 line changed"],
])("A written change is counted: %j", (change, expected) =>
  expect(renderWritten({ changes: [change], notes: [{ path: "c", newPath: undefined }] }, "rename", String)).toBe(
    `Written:\n${expected}\nc is deleted`,
  ),
);

test("A written edit shows its lines with numbers, and three lines around them", () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at + 1}\n`).join("");
  const after = before.replace("line 5\n", "five\n5b\n").replace("line 19\n", "");
  expect(renderWritten({ changes: [change("a", before, after)], notes: [] }, "edit", String)).toBe(
    [
      "Written:",
      "a: 1 line changed, 1 line added, 1 line removed",
      "```",
      ...[" 2  line 2", " 3  line 3", " 4  line 4", " 5  five", " 6  5b", " 7  line 6", " 8  line 7", " 9  line 8"],
      "⋮",
      ...["17  line 16", "18  line 17", "19  line 18", "20  line 20"],
      "```",
    ].join("\n"),
  );
});

test("Lines that end with a lone carriage return are shown as lines", () => {
  const plan = { changes: [change("a", "1\r2\n3\r", "1\r2b\n3\r")], notes: [] };
  expect(renderWritten(plan, "edit", String)).toContain("1  1\n2  2b\n3  3\n");
  expect(renderPreview(plan, "edit", String, nextCall)).toContain("\n 1\n-2\n+2b\n 3\n");
});

/** a new name for `add`, the character that is not allowed */
test.each<[string, string | undefined]>([
  ["sum", undefined],
  ["größe_1$", undefined],
  ["add'", undefined],
  ["`the sum`", undefined],
  ["the sum", "white space"],
  ["sum\n", "white space"],
  ['"sum"', '`"`'],
  ["it's", "`'`"],
  ["sum()", "`(`"],
  ["sum[0]", "`[`"],
  ["a,b", "`,`"],
  ["the-sum", "`-`"],
])("%j is checked as a new name", (newName, invalid) => {
  const given = viewOf("file:///w/a.ts", range(3, 1));
  if (invalid === undefined) expect(() => assertNewName(newName, given)).not.toThrow();
  else
    expect(() => assertNewName(newName, given)).toThrow(
      `${JSON.stringify(newName)} can't replace the name "add": it contains ${invalid}.`,
    );
});

test("A dash is allowed in some languages, and a text that is not a name may become anything", () => {
  const styles = { ...viewOf("file:///w/a.ts"), pathOf: () => "a.css" };
  expect(() => assertNewName("the-sum", styles)).not.toThrow();
  expect(() => assertNewName("the sum", styles)).toThrow("white space");
  expect(() => assertNewName("any text", viewOf("file:///w/a.ts", range(1, 13)))).not.toThrow();
});

const entry = (kind: string, children: object[] = []) => ({ kind, ...(children.length > 0 ? { children } : {}) });
const outline = (...symbols: object[]): OutlineAnswer => {
  const flat = (each: { kind: string; children?: object[] }): string[] => [
    each.kind,
    ...(each.children ?? []).flatMap((child) => flat(child as never)),
  ];
  const lines = symbols.flatMap((each) => flat(each as never)).map((kind, index) => `- ${kind} ${index}`);
  return { symbols: symbols as NonNullable<OutlineAnswer["symbols"]>, markdown: ["Symbols:", ...lines].join("\n") };
};

test.each<[string, OutlineAnswer, string]>([
  ["a.ts", outline(entry("class", [entry("method")])), "- class 0\n- method 1"],
  [
    "a.ts",
    outline(entry("class", [entry("method", [entry("constant")]), entry("field")])),
    "- class 0\n- method 1\n- field 3\n+",
  ],
  ["a.ts", outline(entry("function", [entry("class", [entry("method")])]), entry("enum")), "- function 0\n- enum 3\n+"],
  [
    "a.ts",
    outline(entry("constant", [entry("property"), entry("method", [entry("variable")])])),
    "- constant 0\n- method 2\n+",
  ],
  ["a.json", outline(entry("variable", [entry("property")])), "- variable 0\n- property 1"],
])("The outline of %s leaves out symbols inside functions: %j", (path, given, expected) =>
  expect(collapseOutline(given, path)).toBe(
    `Symbols:\n${expected.replace(/\+$/, "Symbols inside functions and values are left out; depth: 9 shows them.")}`,
  ),
);

test("Only nodes with a unique first line are listed, or all without any", () => {
  const markdown = "Nodes:\n- a\n- b\n- c";
  const nodes = (...unique: boolean[]) => unique.map((unique) => ({ unique }));
  expect(renderNodeList({ nodes: nodes(true, false, true), markdown })).toBe("Nodes:\n- a\n- c");
  expect(renderNodeList({ nodes: nodes(false, false, false), markdown })).toBe(markdown);
});
