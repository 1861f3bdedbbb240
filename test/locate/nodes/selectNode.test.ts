/** Selection of syntax nodes by an anchor and a type, and its errors with their data. */
import { readFileSync } from "node:fs";
import type { LocateError } from "../../../src/error.js";
import { resolveLocate } from "../../../src/index.js";
import type { Locate, PointOrRange } from "../../../src/locate/locate.js";
import { stretchOfNode } from "../../../src/locate/nodes/ancestors.js";
import { findAnchorOccurrences, findAnchors } from "../../../src/locate/nodes/anchor.js";
import type { NodeChain, NodeValue, SiblingSearch } from "../../../src/locate/nodes/nodeValue.js";
import { selectNode, selectSibling } from "../../../src/locate/nodes/selectNode.js";
import { readLocate } from "../../../src/locate/notation/readLocate.js";
import { type ResolveSource, resolve } from "../../../src/locate/resolve/resolve.js";
import { viewOfOutline } from "../../../src/session/place/outlineView.js";
import { outlineOf } from "../../../src/syntax/outline/outlineSymbols.js";
import { Document } from "../../../src/text/document.js";
import type { Stretch } from "../../../src/text/stretch.js";
import { coveringChain, parse, siblingFinder } from "../../syntax/parsedSources.js";
import { law, pick } from "../../text/random.js";
import { errorOf } from "../check.js";

type Chains = (stretch: Stretch) => NodeChain;

interface Case {
  readonly language: string;
  readonly source: string;
  readonly chains: Chains;
  readonly findSibling: (node: NodeValue, type: string, distance: number) => SiblingSearch;
  readonly where: ResolveSource;
}

async function prepare(language: string, source: string): Promise<Case> {
  const parsed = await parse(language, source);
  const { symbols } = viewOfOutline(outlineOf(parsed));
  const where = { document: Document.of(source), symbols, languageId: language };
  const chains = (stretch: Stretch) => coveringChain(parsed, stretch);
  return { language, source, chains, findSibling: siblingFinder(parsed), where };
}

/** Selects as the session does: the node, its sibling if one is wanted, and its stretch. */
function selectIn({ chains, findSibling, where }: Case, locate: Locate, as: PointOrRange) {
  const { occurrences, scopeName } = findAnchors(locate, where);
  const context = { locate, source: where, scopeName, as };
  const selected = selectNode(occurrences, occurrences.map(chains), context);
  const node =
    locate.sibling === undefined
      ? selected.node
      : selectSibling(selected, findSibling(selected.node, selected.type, locate.sibling), context);
  return { ...stretchOfNode(node, where.document, as), node, occurrenceCount: occurrences.length };
}

function selector(anchor_text: string, ancestor_node_type?: string, scope?: Locate["scope"]): Locate {
  const base = { file_path: "a", anchor_text, ...(scope === undefined ? {} : { scope }) };
  return ancestor_node_type === undefined ? base : { ...base, ancestor_node_type };
}

/** Expects the selection to be the one drawn in the source. */
async function check(language: string, drawn: string, locate: Locate): Promise<void> {
  const source = drawn.replace(/[┃⟦⟧]/g, "");
  const as = drawn.includes("⟦") ? "range" : "point";
  const { from, to } = selectIn(await prepare(language, source), locate, as);
  const answer =
    as === "point"
      ? `${source.slice(0, from)}┃${source.slice(from)}`
      : `${source.slice(0, from)}⟦${source.slice(from, to)}⟧${source.slice(to)}`;
  expect(answer).toBe(drawn);
}

/**
 * Expects the selection to fail with an error of that kind. Every Locate in the error must select
 * the node it is listed for.
 */
async function fails(language: string, source: string, locate: Locate, kind: string, as: PointOrRange = "range") {
  const prepared = await prepare(language, source);
  const error = errorOf(() => selectIn(prepared, locate, as));
  expect(error.kind).toBe(kind);
  expect(error.message).toMatch(/[.!]$/);
  for (const target of targetsOf(error)) {
    const { start, end } = target.range;
    const { document } = prepared.where;
    const wanted = [start, end].map(({ line, character }) => document.lineFrom(line - 1) + character - 1);
    if (target.locate === undefined) continue;
    const { from, to } =
      target.locate.anchor_text === undefined
        ? resolve(target.locate, prepared.where, "range", "read")
        : selectIn(prepared, target.locate, "range");
    expect([from, to]).toEqual(wanted);
  }
  return error;
}

interface Target {
  readonly line: number;
  readonly text: string;
  readonly range: Record<"start" | "end", { readonly line: number; readonly character: number }>;
  readonly locate?: Locate;
}

function targetsOf({ data }: LocateError): readonly Target[] {
  return (data["targets"] ?? []) as readonly Target[];
}

describe("Selected nodes", () => {
  test.each([
    ["rust", "fn f() {\n    ⟦let count = 5;⟧\n    x.count\n}", selector("count", "let_declaration")],
    ["rust", "match m { ⟦A => a(),⟧ B => b(), }", selector("A =>", "match_arm")],
    ["rust", "impl S {\n    ⟦fn new() -> S { S }⟧\n}", selector("fn new", "function_item")],
    ["rust", "impl S {\n    fn ┃new() -> S { S }\n}", selector("-> S", "function_item")],
    ["rust", "fn f() { ┃return 1; }", selector("1", "return_expression")],
    ["rust", "fn f() { /* 💣 */ ⟦g(1)⟧; }", selector("g(", "call_expression")],
    ["json", '{⟦"count": "count"⟧}', selector("count", "pair")],
    ["json", '{"a": [1, ⟦2⟧]}', selector("2", "number")],
    ["python", "def f():\n    ⟦if a:\n        b()⟧\n    c()\n", selector("b()", "if_statement")],
    ["python", "def f():\r\n    ⟦if a:\r\n        b()⟧\r\n", selector("if a:\n        b()", "if_statement")],
    ["markdown", "- a\n  - b\n  - ⟦ c⟧\n- d\n".replace("- ⟦ ", "⟦- "), selector("c", "list_item")],
    ["markdown", "⟦- a\n  - b\n  - c⟧\n- d\n", selector("a", "list_item")],
    ["markdown", "- a\n  ⟦- b⟧\n  - c\n", selector("b", "list_item")],
    ["json", '{"a": {"x": 1},\n "b": {⟦"x": 1⟧}}', selector('"x"', "pair", { line: 2 })],
    ["json", '{"a": {"x": 1}, "b": {⟦"x": 1⟧}}', selector('"x"', "pair", { symbol_path: ["b", "x"] })],
  ])("In %s, the node in %j is selected", (language, drawn, locate) => check(language, drawn, locate));

  test("The library selects nodes where the caller provides them", async () => {
    const text = "x = 1\ny = 2\n";
    const { chains } = await prepare("python", text);
    const locate = selector("2", "assignment");
    expect(resolveLocate(locate, { text, nodes: chains, as: "range" })).toEqual({ from: 6, to: 11 });
    expect(errorOf(() => resolveLocate(locate, { text })).kind).toBe("unsupported");
  });

  test("A supertype selects a node of a subtype", () => {
    const document = Document.of("a + f(b)");
    const call = { type: "call", named: true, from: 4, to: 8, supertypes: ["primary_expression", "expression"] };
    const sum = { type: "binary_operator", named: true, from: 0, to: 8, supertypes: ["expression"] };
    const context = { source: { document }, scopeName: "the file", as: "range" } as const;
    const chosen = (type: string) =>
      selectNode([{ from: 4, to: 6 }], [[call, sum]], { ...context, locate: selector("f(", type) });
    expect(chosen("expression")).toMatchObject({ node: call, type: "expression" });
    expect(chosen("binary_operator")).toMatchObject({ node: sum });
  });

  test.each([
    [
      "rust",
      "match m { A => ⟦f(1)⟧, }",
      { anchor_text: "1", ancestor_node_type: ["let_declaration", "call_expression"] },
    ],
    // The first type with a node anywhere decides, even where another type is nearer.
    ["python", "f(1)\n⟦x = 1⟧\n", { anchor_text: "1", ancestor_node_type: ["assignment", "call"] }],
    ["python", "f(⟦g(1)⟧)\n", { anchor_text: "1", ancestor_node_type: ["call", "argument_list"] }],
  ])("In %s, %j is selected by a list of types", (language, drawn, locate) =>
    check(language, drawn, { file_path: "a", ...locate }),
  );

  test.each([
    [0, "⟦f(1)⟧\ng(1)\nh(f(1))\n"],
    [1, "f(1)\n⟦g(1)⟧\nh(f(1))\n"],
    [2, "f(1)\ng(1)\nh(⟦f(1)⟧)\n"],
  ])("find_index %i counts the nodes that are reached in source order", (find_index, drawn) =>
    check("python", drawn, { ...selector("1", "call"), find_index }),
  );

  test.each([
    [1, "[1, 2, ⟦3⟧, 4]"],
    [-1, "[⟦1⟧, 2, 3, 4]"],
    [2, "[1, 2, 3, ⟦4⟧]"],
  ])("sibling %i of the second number is the one drawn", (sibling, drawn) =>
    check("json", drawn, { ...selector("2", "number"), sibling }),
  );

  test.each([
    // Comments and nodes of other types between are not counted.
    ["rust", "fn a() {}\nstruct B;\n// c\n⟦fn d() {}⟧\n", { ...selector("fn a", "function_item"), sibling: 1 }],
    ["rust", "match m {\n  ⟦A => 1,⟧\n  B => 2,\n}", { ...selector("B =>", "match_arm"), sibling: -1 }],
    ["json", '{"a": 1, ⟦"b": [2]⟧}', { ...selector('"a"', "pair"), sibling: 1 }],
    // A supertype counts all of its subtypes.
    ["python", "f(1, ⟦g()⟧)", { ...selector("1", "expression"), sibling: 1 }],
    ["python", "f(1)\ng(1)\n⟦h(1)⟧\n", { ...selector("1", "expression_statement"), find_index: 1, sibling: 1 }],
    ["html", "<ul><li>💣</li>⟦<li>é</li>⟧</ul>", { ...selector("💣", "element"), sibling: 1 }],
  ])("In %s, the sibling in %j is selected", (language, drawn, locate) => check(language, drawn, locate));

  test("The library selects siblings where the caller provides them", async () => {
    const text = "x = 1\ny = 2\n";
    const { chains, findSibling } = await prepare("python", text);
    const locate = { ...selector("1", "expression_statement"), sibling: 1 };
    const options = { text, nodes: chains, as: "range" } as const;
    expect(resolveLocate(locate, { ...options, findSibling })).toEqual({ from: 6, to: 11 });
    expect(errorOf(() => resolveLocate(locate, options)).kind).toBe("unsupported");
  });
});

describe("Occurrences of an anchor", () => {
  test.each([
    ["⟦ab⟧ ⟦ab⟧", "ab"],
    ["⟦a⟧⟦a⟧⟦a⟧", "a"],
    ["x ⟦a\r\nb⟧ ⟦a\nb⟧ a\rb", "a\nb"],
    ["a⟦\r\n⟧b⟦\n⟧c", "\n"],
    ["a\nb ⟦a\r\nb⟧", "a\r\nb"],
    ["💣⟦é⟧", "é"],
    ["a  b", "a b"],
    ["Ab", "ab"],
    ["ab", ""],
  ])("The occurrences in %j are those of %j", (drawn, anchor) => {
    const source = drawn.replace(/[⟦⟧]/g, "");
    const found = findAnchorOccurrences(Document.of(source), { from: 0, to: source.length }, anchor);
    let answer = source;
    for (const { from, to } of [...found].reverse())
      answer = `${answer.slice(0, from)}⟦${answer.slice(from, to)}⟧${answer.slice(to)}`;
    expect(answer).toBe(drawn);
  });

  test("Overlapping occurrences count", () => {
    const found = findAnchorOccurrences(Document.of("aaaa"), { from: 0, to: 4 }, "aa");
    expect(found.map(({ from }) => from)).toEqual([0, 1, 2]);
  });

  test("A long run of one character is searched in linear time", () => {
    const found = findAnchorOccurrences(Document.of("a".repeat(200_000)), { from: 0, to: 200_000 }, "a".repeat(10_000));
    expect(found.length).toBe(10_001);
  });

  law("The occurrences are those that a comparison at each offset finds", 10, (random) => {
    const pieces = ["a", "b", "\n", "\r\n", "ab"];
    const text = Array.from({ length: random(30) }, () => pick(random, pieces)).join("");
    const anchor = Array.from({ length: 1 + random(3) }, () => pick(random, ["a", "b", "\n"])).join("");
    const found = findAnchorOccurrences(Document.of(text), { from: 0, to: text.length }, anchor);
    const at = new RegExp(anchor.replaceAll("\n", "(?:\\r\\n|\\n)"), "y");
    const wanted: Stretch[] = [];
    for (let from = 0; from < text.length; from++) {
      at.lastIndex = from;
      const match = at.exec(text);
      const isInside = text[from] === "\n" && text[from - 1] === "\r";
      if (match !== null && !isInside) wanted.push({ from, to: from + match[0].length });
    }
    expect(found).toEqual(wanted);
  });
});

describe("Errors", () => {
  test("The error for a missing type lists the types to choose from", async () => {
    const error = await fails("rust", "fn f() { g(1) }", selector("1"), "ancestor_required");
    expect(error.message).toContain("integer_literal, arguments, call_expression, block, function_item, source_file");
    expect(error.data["suggestion"]).toBe("arguments");
    expect(error.data["locate"]).toEqual(selector("1", "arguments"));
  });

  test("The error for an absent anchor shows the nearest line", async () => {
    const error = await fails("rust", "fn f() { Method::POST }", selector("method::post", "block"), "anchor_not_found");
    expect(error.message).toContain("in line 1 it occurs in other case");
    expect(error.message).toContain('and write anchor_text "Method::POST".');
    expect(error.data["nearest"]).toMatchObject([{ line: 1 }]);
  });

  test("The error for an anchor with other whitespace shows its line", async () => {
    const error = await fails("rust", "fn f() { g(1,  2) }", selector("g( 1, 2 )", "block"), "anchor_not_found");
    expect(error.message).toContain("in line 1 it occurs with other whitespace");
  });

  test("The error for an anchor with a misspelt word offers the word", async () => {
    const error = await fails(
      "rust",
      "fn f() { other(total + 1, 2) }",
      selector("totl + 1", "block"),
      "anchor_not_found",
    );
    expect(error.message).toContain('and write anchor_text "total + 1".');
    expect(error.data["nearest"]).toMatchObject([{ line: 1 }]);
  });

  test("The error for an anchor that is like nothing asks for the exact text", async () => {
    const error = await fails("rust", "fn f() { other(total + 1, 2) }", selector("xyz", "block"), "anchor_not_found");
    expect(error.message).toContain("and copy it exactly");
  });

  test("The error for an anchor outside of the scope shows its line", async () => {
    const locate = selector("b", "pair", { line: 1 });
    const error = await fails("json", '{"a": 1,\n"b": 2}', locate, "anchor_not_found");
    expect(error.data["outside_lines"]).toEqual([2]);
  });

  test("The error for an anchor with line ends as two characters says so", async () => {
    const error = await fails("json", '{\n"b": 2}', selector('{\\n"b"', "pair"), "anchor_not_found");
    expect(error.message).toContain("in line 1 it occurs with a real line end, not `\\n`");
  });

  test("The error for a type that is not around the anchor suggests a similar one", async () => {
    const error = await fails("rust", "fn f() { g(1) }", selector("1", "call_expr"), "ancestor_not_found");
    expect(error.data["suggestion"]).toBe("call_expression");
    expect(error.message).toContain('Write ancestor_node_type "call_expression" instead.');
    expect(error.data["occurrences"]).toMatchObject([{ line: 1, excerpt: "1: fn f() { g(1) }", has_ancestor: false }]);
  });

  test.each([
    ["fn f() { g(1) }", "once"],
    ["fn f() { g(1, 1) }", "2 times"],
  ])("The error for an anchor without a type in %j says that it occurs %s", async (source, times) => {
    const error = await fails("rust", source, selector("1"), "ancestor_required");
    expect(error.message).toContain(`anchor_text "1" occurs ${times} in `);
  });

  test("An anchor with too many occurrences is ambiguous", async () => {
    const prepared = await prepare("json", "[1]");
    const document = Document.of("1,".repeat(20_000));
    const locate = selector("1", "number");
    const error = errorOf(() => selectIn({ ...prepared, where: { document } }, locate, "range"));
    expect(error.kind).toBe("anchor_ambiguous");
  });

  test("The error for an absent list of types names them all", async () => {
    const locate = { ...selector("1"), ancestor_node_type: ["class_item", "call_expr"] };
    const error = await fails("rust", "fn f() { g(1) }", locate, "ancestor_not_found");
    expect(error.message).toContain('No node of type "class_item" or "call_expr" in');
    expect(error.data["suggestion"]).toBe("call_expression");
    expect(error.data["ancestor_node_type"]).toEqual(["class_item", "call_expr"]);
  });

  test("The error for a find_index past the last node counts the nodes", async () => {
    const locate = { ...selector("1", "call"), find_index: 2 };
    const error = await fails("python", "f(1)\n\ng(1)\n", locate, "index_out_of_range");
    expect(error.message).toBe(
      'find_index is 2, but anchor_text "1" with ancestor_node_type "call" selects 2 nodes in `a`: lines 1, 3. Write a find_index from 0 to 1.',
    );
    expect(error.data["count"]).toBe(2);
  });

  test.each([
    [3, "before it and 2 siblings after it. Write sibling -1 or 1 to 2"],
    [-2, "has 1 sibling of that type before it and 2 siblings after it"],
  ])("The error for sibling %i says how many there are", async (sibling, text) => {
    const error = await fails("json", "[1, 2, 3, 4]", { ...selector("2", "number"), sibling }, "sibling_not_found");
    expect(error.message).toContain(text);
    expect(error.data).toMatchObject({ sibling, type: "number", line: 1, before: 1, after: 2 });
  });

  test("The error for a node without siblings of its type advises another type", async () => {
    const error = await fails("json", "[1]", { ...selector("1", "array"), sibling: 1 }, "sibling_not_found");
    expect(error.message).toContain("has no sibling of that type before it and no sibling after it. Leave sibling out");
  });

  test("The root has no siblings", async () => {
    await fails("json", "[1]", { ...selector("1", "document"), sibling: -1 }, "sibling_not_found");
  });

  test("Several nodes whose sibling is meant are each listed with the step to it", async () => {
    const locate = { ...selector("go", "expression_statement"), sibling: 1 };
    const prepared = await prepare("python", "go(1)\ngo(1)\n");
    const error = errorOf(() => selectIn(prepared, locate, "range"));
    expect(error.kind).toBe("anchor_ambiguous");
    expect(targetsOf(error).map((target) => target.locate?.sibling)).toEqual([1, 1]);
  });

  describe("Several nodes are listed, each with a Locate that selects only it", () => {
    test.each([
      [
        "more of its text",
        "json",
        '{"s": {"count": 42}, "i": [{"count": 5}]}',
        selector("count", "pair"),
        '"count": 42',
      ],
      ["text before it", "python", "x = f(1)\ny = f(1)\n", selector("f(1)", "assignment"), "x = f(1)"],
    ])("Each node is selected %s", async (_, language, source, locate, anchor) => {
      const error = await fails(language, source, locate, "anchor_ambiguous");
      expect(error.data["target_count"]).toBe(2);
      expect(targetsOf(error)[0]?.locate).toEqual({ ...locate, anchor_text: anchor });
      expect(error.message).toContain(JSON.stringify(targetsOf(error)[0]?.locate));
    });

    test("Each node is selected by its symbol", async () => {
      const source = "def f():\n    go(1)\n\n\ndef g():\n    go(1)\n";
      const error = await fails("python", source, selector("go", "call"), "anchor_ambiguous");
      expect(targetsOf(error).map(({ locate }) => locate)).toEqual([
        selector("go", "call", { symbol_path: ["f"] }),
        selector("go", "call", { symbol_path: ["g"] }),
      ]);
    });

    test("Each node is selected by its line", async () => {
      const error = await fails("python", "go(1)\ngo(1)\n", selector("go", "call"), "anchor_ambiguous");
      expect(targetsOf(error).map(({ locate }) => locate?.scope)).toEqual([{ line: 1 }, { line: 2 }]);
    });

    test("Equal nodes on one line are selected by text with an index", async () => {
      const error = await fails("python", "go(1), go(1)\n", selector("go", "call"), "anchor_ambiguous");
      expect(targetsOf(error).map(({ locate }) => locate !== undefined)).toEqual([true, true]);
    });
  });
});

interface SeedCase {
  readonly id: string;
  readonly group: string;
  readonly input: {
    readonly language: string;
    readonly files: Readonly<Record<string, string>>;
    readonly selector: Record<string, unknown>;
  };
  readonly expected: {
    readonly text?: string;
    readonly node_type?: string;
    readonly anchorOccurrences?: number;
    readonly range?: Target["range"];
    readonly error?: string;
    readonly mustCarry?: {
      readonly targetCount?: number;
      readonly targets?: readonly Target[];
      readonly anchorOccurrences?: number;
      readonly occurrences?: readonly {
        readonly position: { readonly line: number; readonly character: number };
        readonly ancestors: readonly string[];
        readonly hasAncestor: boolean;
      }[];
      readonly suggestion?: string;
      readonly suggestionOneOf?: readonly string[];
    };
  };
}

describe("Cases of the design documents", () => {
  const { cases } = JSON.parse(readFileSync("test/cases/seed-cases.json", "utf8")) as {
    readonly cases: readonly SeedCase[];
  };
  const rows = cases.filter(({ group }) => group === "select" || group === "select-error");

  test("The file of cases contains 23 selections", () => expect(rows.length).toBe(23));

  test.each(rows.map((row) => [row.id, row] as const))("Case %s selects its node", async (_, { input, expected }) => {
    const [source = ""] = Object.values(input.files);
    if (expected.error === "invalid_locate") {
      expect(errorOf(() => readLocate(input.selector)).kind).toBe("invalid_locate");
      return;
    }
    const locate = readLocate(input.selector);
    if (expected.error === undefined) {
      const found = selectIn(await prepare(input.language, source), locate, "range");
      expect(source.slice(found.from, found.to)).toBe(expected.text);
      expect(found.node.type).toBe(expected.node_type);
      expect(found.occurrenceCount).toBe(expected.anchorOccurrences);
      return;
    }
    const { data, message } = await fails(input.language, source, locate, expected.error);
    const {
      targets,
      targetCount,
      occurrences,
      suggestion,
      suggestionOneOf,
      anchorOccurrences: count,
    } = expected.mustCarry ?? {};
    if (targets !== undefined) expect(data["targets"]).toMatchObject(targets);
    if (targetCount !== undefined) expect(data["target_count"]).toBe(targetCount);
    if (count !== undefined) expect(data["anchor_occurrences"]).toBe(count);
    if (occurrences !== undefined)
      expect(data["occurrences"]).toMatchObject(
        occurrences.map(({ hasAncestor, ...rest }) => ({ ...rest, has_ancestor: hasAncestor })),
      );
    if (suggestion !== undefined)
      for (const word of suggestion.split(" ").filter((each) => each.length > 5))
        expect(message.toLowerCase()).toContain(word);
    if (suggestionOneOf !== undefined) expect(suggestionOneOf).toContain(data["suggestion"]);
  });
});
