/** Answers to documentSymbol of real servers, malformed answers, and flattening. */

import { flattenSymbols, parseDocumentSymbols } from "../../src/backend/symbolAnswer.js";
import type { SymbolNode } from "../../src/locate/symbols/symbolNode.js";
import { Document } from "../../src/text/document.js";
import type { PositionEncoding } from "../../src/text/position.js";
import { law } from "../text/random.js";

/** `0:1-2:3` is a range. */
function range(text: string): object {
  const numbers = /^(-?\d+):(-?\d+)-(-?\d+):(-?\d+)$/.exec(text)?.slice(1).map(Number);
  const [line, character, endLine, endCharacter] = numbers ?? [];
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

/** A SymbolInformation. */
const flat = (name: string, kind: number, where: string, containerName?: string | null): object => ({
  name,
  kind,
  location: { uri: "file:///x", range: range(where) },
  ...(containerName === undefined ? {} : { containerName }),
});

/** A DocumentSymbol; `selection` is the whole range by default. */
const symbol = (name: string, where: string, selection = where, children: readonly unknown[] = []): object => ({
  name,
  kind: 12,
  range: range(where),
  selectionRange: range(selection),
  children,
});

/**
 * The tree as text: a line per symbol with its name and the text of its range, children indented.
 */
function draw(nodes: readonly SymbolNode[], text: string, indent = ""): string {
  return nodes
    .map(({ name, from, to, children }) => {
      const source = JSON.stringify(text.slice(from, to)).slice(1, -1);
      return `${indent}${name} ⟦${source}⟧\n${draw(children, text, `${indent}  `)}`;
    })
    .join("");
}

function check(
  text: string,
  answer: unknown,
  expected: readonly string[],
  encoding: PositionEncoding = "utf-16",
): void {
  expect(
    draw(parseDocumentSymbols(answer, Document.of(text), encoding), text)
      .trimEnd()
      .split("\n"),
  ).toEqual(expected);
}

test("typescript-language-server 5: symbols sorted by name are sorted by position, overloads stay", () => {
  const text = "function b(x: 1): 1;\nfunction b(x) {}\nclass a { v }";
  const a = symbol("a", "2:0-2:13", "2:6-2:7", [symbol("v", "2:10-2:11")]);
  check(
    text,
    [a, symbol("b", "0:0-0:20", "0:9-0:10"), symbol("b", "1:0-1:16")],
    ["b ⟦function b(x: 1): 1;⟧", "b ⟦function b(x) {}⟧", "a ⟦class a { v }⟧", "  v ⟦v⟧"],
  );
});

test("pylsp 1.7: flat symbols in no order, with equal ranges, are nested", () => {
  const text = "import os, sys\nclass A:\n    def f(self): self._p = 2\n    y = 1\nz = 3\n";
  const answer = [
    flat("z", 13, "4:0-4:5", null),
    flat("_p", 8, "2:17-2:28", "f"),
    flat("os", 2, "0:0-0:14", null),
    flat("sys", 2, "0:0-0:14", null),
    flat("f", 6, "2:4-3:0", "A"),
    flat("y", 8, "3:4-3:9", "A"),
    flat("A", 5, "1:0-4:0", null),
  ];
  check(text, answer, [
    "os ⟦import os, sys⟧",
    "sys ⟦import os, sys⟧",
    "A ⟦class A:\\n    def f(self): self._p = 2\\n    y = 1\\n⟧",
    "  f ⟦def f(self): self._p = 2\\n⟧",
    "    _p ⟦self._p = 2⟧",
    "  y ⟦y = 1⟧",
    "z ⟦z = 3⟧",
  ]);
});

test("bash-language-server 5.8: flat symbols with container names are nested", () => {
  const text = "foo() {\n  local x=1\n  bar() { echo; }\n}\nX=2\n";
  const answer = [
    flat("foo", 12, "0:0-3:1"),
    flat("x", 13, "1:8-1:11", "foo"),
    flat("bar", 12, "2:2-2:17", "foo"),
    flat("X", 13, "4:0-4:3"),
  ];
  const expected = [
    "foo ⟦foo() {\\n  local x=1\\n  bar() { echo; }\\n}⟧",
    "  x ⟦x=1⟧",
    "  bar ⟦bar() { echo; }⟧",
    "X ⟦X=2⟧",
  ];
  check(text, answer, expected);
  check(text, answer.toReversed(), expected);
});

test("fortls 3.2: a variable with an empty range has its line", () => {
  const text = "module shop\n  real :: price, tax\nend module\n";
  const answer = [
    flat("shop", 2, "0:0-2:10"),
    flat("price", 13, "1:0-1:0", "shop"),
    flat("tax", 13, "1:0-1:0", "shop"),
  ];
  check(text, answer, [
    "shop ⟦module shop\\n  real :: price, tax\\nend module⟧",
    "  price ⟦  real :: price, tax⟧",
    "  tax ⟦  real :: price, tax⟧",
  ]);
});

test("vscode-html-language-server 4.10: an empty container name means no container", () => {
  check(
    '<div id="main"><p>x</p></div>',
    [flat("div#main", 8, "0:0-0:29", ""), flat("p", 8, "0:15-0:23", "div#main")],
    ['div#main ⟦<div id=\\"main\\"><p>x</p></div>⟧', "  p ⟦<p>x</p>⟧"],
  );
});

test("yaml-language-server 1.25: children after all roots are nested", () => {
  check(
    "a:\n  - b: 1\nc: 3\n",
    [flat("a", 18, "0:0-2:0", ""), flat("c", 16, "2:0-2:4", ""), flat("b", 16, "1:4-1:8", "a")],
    ["a ⟦a:\\n  - b: 1\\n⟧", "  b ⟦b: 1⟧", "c ⟦c: 3⟧"],
  );
});

test("clangd 14: a namespace opened twice and definitions out of line stay roots", () => {
  const text = "namespace ns { struct F { int m(); }; }\nint ns::F::m() {}\nnamespace ns {}";
  const foo = symbol("F", "0:15-0:36", "0:22-0:23", [symbol("m", "0:26-0:33", "0:30-0:31")]);
  check(
    text,
    [
      symbol("ns", "0:0-0:39", "0:10-0:12", [foo]),
      symbol("ns::F::m", "1:0-1:17", "1:11-1:12"),
      symbol("ns", "2:0-2:15"),
    ],
    [
      "ns ⟦namespace ns { struct F { int m(); }; }⟧",
      "  F ⟦struct F { int m(); }⟧",
      "    m ⟦int m()⟧",
      "ns::F::m ⟦int ns::F::m() {}⟧",
      "ns ⟦namespace ns {}⟧",
    ],
  );
});

test("Perl::LanguageServer 2: ends at character 9999 are clamped", () => {
  check(
    "sub a {\n}\nsub b {\n}\n",
    [symbol("a", "0:0-1:9999"), symbol("b", "2:0-99:9999")],
    ["a ⟦sub a {\\n}⟧", "b ⟦sub b {\\n}\\n⟧"],
  );
});

test("The container's name decides where ranges are equal", () => {
  // Equal ranges in both orders, and a namespace whose range is its own line.
  const once = [flat("f", 12, "0:0-0:9", "C"), flat("C", 5, "0:0-0:9")];
  check("C = f(){}", once, ["C ⟦C = f(){}⟧", "  f ⟦C = f(){}⟧"]);
  check("C = f(){}", once.toReversed(), ["C ⟦C = f(){}⟧", "  f ⟦C = f(){}⟧"]);
  check(
    "namespace N;\nclass K {}",
    [flat("K", 5, "1:0-1:10", "N"), flat("N", 3, "0:0-0:12")],
    ["N ⟦namespace N;⟧", "  K ⟦class K {}⟧"],
  );
  check("class K {}", [flat("K", 5, "0:0-0:10", "no such container")], ["K ⟦class K {}⟧"]);
});

test("Duplicate symbols are merged with their children", () => {
  const text = "f { a b }";
  const [a, b] = [symbol("a", "0:4-0:5"), symbol("b", "0:6-0:7")];
  check(
    text,
    [symbol("f", "0:0-0:9", "0:0-0:1", [b]), symbol("f", "0:0-0:9", "0:0-0:1", [a, b])],
    ["f ⟦f { a b }⟧", "  a ⟦a⟧", "  b ⟦b⟧"],
  );
  check("@a", [flat("@a", 8, "0:0-0:2"), flat("@a", 8, "0:0-0:2")], ["@a ⟦@a⟧"]);
});

test("A symbol with an empty name stays; without a name only its children stay", () => {
  const inner = symbol("inner", "0:1-0:2");
  check("abc", [symbol("", "0:0-0:3", "0:0-0:0", [inner])], [" ⟦abc⟧", "  inner ⟦b⟧"]);
  check(
    "abc",
    [symbol("outer", "0:0-0:3", "0:0-0:1", [{ kind: 12, children: [inner] }])],
    ["outer ⟦abc⟧", "  inner ⟦b⟧"],
  );
});

test.each<[string, unknown]>([
  ["null", null],
  ["absent", undefined],
  ["no array", { name: "a" }],
  ["no symbols", [null, 1, "a", [], {}, { name: 1, kind: 12, range: range("0:0-0:1") }]],
  [
    "no range",
    [
      { name: "a", kind: 12 },
      { name: "a", kind: 12, location: { uri: "file:///x" } },
    ],
  ],
  ["half a range", [{ name: "a", kind: 12, range: { start: { line: 0, character: 0 } } }]],
  ["lines that are words", [{ name: "a", kind: 12, range: { start: { line: "0", character: 0 }, end: {} } }]],
  [
    "no kind",
    [
      { name: "a", range: range("0:0-0:1") },
      { name: "a", kind: "class", range: range("0:0-0:1") },
    ],
  ],
])("A malformed answer has no symbols: %s", (_, answer) => {
  expect(parseDocumentSymbols(answer, Document.of("abc"), "utf-16")).toEqual([]);
});

test("Ranges outside the text, or reversed, are clamped", () => {
  check(
    "ab\ncd",
    [symbol("a", "-3:-1-0:1"), symbol("b", "1:2-0:1"), symbol("c", "9:0-9:1")],
    ["a ⟦a⟧", "b ⟦b\\ncd⟧", "c ⟦⟧"],
  );
});

test.each<[PositionEncoding, string]>([
  ["utf-16", "0:7-0:10"],
  ["utf-8", "0:10-0:14"],
  ["utf-32", "0:6-0:9"],
])("Positions are read in %s", (encoding, where) => {
  check("/*💣é*/fün", [symbol("fün", where)], ["fün ⟦fün⟧"], encoding);
});

test("The selection range is kept as a hint, by default empty at the start", () => {
  const document = Document.of("fn abc() {}");
  expect(parseDocumentSymbols([symbol("abc", "0:0-0:11", "0:3-0:6")], document, "utf-16")).toEqual([
    { name: "abc", kind: 12, from: 0, to: 11, nameFrom: 3, nameTo: 6, children: [] },
  ]);
  expect(parseDocumentSymbols([flat("abc", 12, "0:0-0:11")], document, "utf-16")).toEqual([
    { name: "abc", kind: 12, from: 0, to: 11, nameFrom: 0, nameTo: 0, children: [] },
  ]);
});

/** `depth` symbols, each in the previous one. */
function deep(depth: number): object {
  let inner = symbol("s", "0:0-0:1");
  for (let left = depth - 1; left > 0; left--) inner = symbol("s", "0:0-0:1", "0:0-0:1", [inner]);
  return inner;
}

test("Deeper symbols than the call stack are parsed and flattened", () => {
  let depth = 0;
  for (
    let level = parseDocumentSymbols([deep(20_000)], Document.of("x"), "utf-16");
    level.length > 0;
    level = [...(level[0]?.children ?? [])]
  )
    depth++;
  expect(depth).toBe(20_000);
  expect(flattenSymbols([deep(20_000)], "file:///x")).toHaveLength(20_000);
});

test("Many symbols are nested", () => {
  const lines = 5_000;
  const document = Document.of("x\n".repeat(lines));
  const flatAnswer = Array.from({ length: lines }, (_, line) => flat(`s${line}`, 13, `${line}:0-${line}:1`));
  expect(
    parseDocumentSymbols([flat("all", 5, `0:0-${lines}:0`), ...flatAnswer], document, "utf-16")[0]?.children,
  ).toHaveLength(lines);
  const nested = Array.from({ length: lines }, (_, line) => flat(`s${line}`, 13, `${line}:0-${lines}:0`));
  expect(parseDocumentSymbols(nested, document, "utf-16")).toHaveLength(1);
});

law("Flat answers in any order nest as their ranges do", 60, (random) => {
  const document = Document.of("x".repeat(40));
  const answer = Array.from({ length: random(12) }, (_, index) => {
    const from = random(40);
    return flat(`s${index}`, 13, `0:${from}-0:${from + random(40 - from)}`);
  });
  const visit = (nodes: readonly SymbolNode[], around: SymbolNode | undefined): number => {
    let count = 0;
    let last = -1;
    for (const node of nodes) {
      const inside = around === undefined || (around.from <= node.from && node.to <= around.to);
      expect({ inside, sorted: last <= node.from }).toEqual({ inside: true, sorted: true });
      last = node.from;
      count += 1 + visit(node.children, node);
    }
    return count;
  };
  expect(visit(parseDocumentSymbols(answer, document, "utf-16"), undefined)).toBe(answer.length);
});

test("Flattened symbols have parents first, in the backend's order, with their tags", () => {
  const tagged = { ...symbol("m", "0:4-0:5"), kind: 6, tags: [1], deprecated: true };
  expect(
    flattenSymbols(
      [symbol("b", "1:0-1:1"), symbol("A", "0:0-0:9", "0:0-0:1", [tagged, symbol("n", "0:6-0:7")])],
      "file:///x",
    ),
  ).toEqual([
    { name: "b", kind: 12, location: { uri: "file:///x", range: range("1:0-1:1") } },
    { name: "A", kind: 12, location: { uri: "file:///x", range: range("0:0-0:9") } },
    {
      name: "m",
      kind: 6,
      tags: [1],
      deprecated: true,
      location: { uri: "file:///x", range: range("0:4-0:5") },
      containerName: "A",
    },
    { name: "n", kind: 12, location: { uri: "file:///x", range: range("0:6-0:7") }, containerName: "A" },
  ]);
});

test("Flattening keeps flat symbols and drops malformed ones", () => {
  const already = flat("a", 12, "0:0-0:1", "c");
  expect(flattenSymbols([already, null, 3, { name: "x" }], "file:///x")).toEqual([already]);
});
