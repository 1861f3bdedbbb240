/**
 * The cases of the design documents about positions: groups delta, invariant, node-at,
 * word-boundary and unwrap. What they say about definitions is tested in scopes/.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { indexWalk } from "../../../src/syntax/index/build/indexTree.js";
import { reindexTree } from "../../../src/syntax/index/build/reindexTree.js";
import { eachNode, type PositionedNode } from "../../../src/syntax/index/nodePositions.js";
import { nodesAt } from "../../../src/syntax/index/nodesAt.js";
import { decodeDelta, type NodePosition } from "../../../src/syntax/index/records/delta.js";
import { findSymbolAt } from "../../../src/syntax/index/symbolAt.js";
import { recordOf, type SyntaxIndex } from "../../../src/syntax/index/syntaxIndex.js";
import { Document } from "../../../src/text/document.js";
import { editTree, grammarOf, indexOf, indexText, parse } from "./indexedTrees.js";
import { deltaOf, firstDifference, namedNodes, recordsOf } from "./nodeComparison.js";
import { type PlainNode, walkPlain } from "./plainWalk.js";

/** A tree as the cases write it: named nodes without comments. */
interface CaseTree {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly startRow: number;
  readonly startColumn: number;
  readonly endRow: number;
  readonly endColumn: number;
  readonly children: readonly CaseTree[];
}

interface Case<Input, Expected> {
  readonly id: string;
  readonly group: string;
  readonly op: string;
  readonly title?: string;
  readonly input: Input;
  readonly expected: Expected;
}

const groups = ["delta", "invariant", "node-at", "word-boundary", "unwrap"];
const design = JSON.parse(readFileSync(join(import.meta.dirname, "../../cases/seed-cases.json"), "utf8")) as {
  readonly cases: readonly Case<object, object>[];
};
const cases = design.cases.filter(({ group }) => groups.includes(group));
const run = new Set<string>();

/** Runs the cases of an operation. */
function each<Input, Expected>(
  op: string,
  body: (input: Input, expected: Expected, id: string) => Promise<void> | void,
): void {
  for (const { id, title = "", input, expected } of cases.filter((each) => each.op === op)) {
    run.add(id);
    test(`Design case ${id} (${op}) holds: ${title}`, async () => body(input as Input, expected as Expected, id));
  }
}

/** In one line. */
const at = (offset: number): NodePosition => ({ offset, line: 0, column: offset });

each<
  { prevEnd: number; start: number; end: number },
  { deltaOffset: number; syntacticLength: number; returnsEnd: number }
>("encodeStep", ({ prevEnd, start, end }, { returnsEnd, ...expected }) => {
  const step = deltaOf(at(prevEnd), { start: at(start), end: at(end) });
  expect(step).toMatchObject(expected);
  expect(decodeDelta(at(prevEnd), step).end.offset).toBe(returnsEnd);
});

each<{ prevEnd: number; deltaOffset: number; syntacticLength: number }, { start: number; end: number }>(
  "decodeStep",
  ({ prevEnd, deltaOffset, syntacticLength }, { start, end }) => {
    const one = { deltaLines: 0, deltaColumns: deltaOffset, spanLines: 0, spanColumns: syntacticLength };
    const step = { deltaOffset, syntacticLength, ...one };
    expect(decodeDelta(at(prevEnd), step)).toEqual({ start: at(start), end: at(end) });
  },
);

each<
  { source: string; tree: CaseTree },
  { preorder: readonly ({ kind: string; depth: number } & Record<string, number>)[] }
>("encode", ({ source, tree }, { preorder }) => {
  const index = indexOfTree(tree, source);
  const nodes = [...eachNode(index)];
  const records = recordsOf(index).map(({ descendantCount, ...record }, at) => ({
    depth: nodes[at]?.depth,
    ...record,
  }));
  expect(records).toEqual(preorder);
  const back = nodes.map(({ start, end }) => [
    start.offset,
    start.line,
    start.column,
    end.offset,
    end.line,
    end.column,
  ]);
  expect(back).toEqual(
    preorderOf(tree).map((node) => [
      node.start,
      node.startRow,
      node.startColumn,
      node.end,
      node.endRow,
      node.endColumn,
    ]),
  );
});

each<{ source: string; find: string; occurrence: number }, { row: number; column: number; offset: number }>(
  "offsetOf",
  ({ source, find, occurrence }, { row, column, offset }) => {
    const index = indexOfTree(treeOf(source), source);
    const found = source.split(find).slice(0, occurrence).join(find).length;
    const node = [...eachNode(index)].find(({ start, kind }) => start.offset === found && kind !== "source_file");
    expect(node?.start).toEqual({ offset, line: row, column });
  },
);

interface Source {
  readonly language: string;
  readonly source: string;
}

const properties: Readonly<Record<string, (source: Source) => Promise<void>>> = {
  reconstruction: agrees,
  "returns-absolute-end": agrees,
  "hard-length": agrees,
  "length-order": async ({ language, source }) => {
    for (const { contentLength, syntacticLength, descendantCount } of recordsOf(await indexOf(language, source))) {
      expect(contentLength).toBeGreaterThanOrEqual(0);
      expect(contentLength).toBeLessThanOrEqual(syntacticLength);
      if (descendantCount === 0) expect(contentLength).toBe(syntacticLength);
    }
  },
  "delta-nonnegative": async ({ language, source }) => {
    for (const { deltaOffset, deltaLines } of recordsOf(await indexOf(language, source))) {
      expect(Math.min(deltaOffset, deltaLines)).toBeGreaterThanOrEqual(0);
    }
  },
  "column-rule": async ({ language, source }) => {
    const index = await indexOf(language, source);
    const document = Document.of(source);
    for (const { record, start } of eachNode(index)) {
      const { deltaLines, deltaColumns, deltaOffset } = recordOf(index, record);
      const column = start.offset - document.lineFrom(document.lineAt(start.offset));
      expect(deltaColumns).toBe(deltaLines === 0 ? deltaOffset : column);
    }
  },
  "insert-line-above": async ({ language, source }) => {
    const grammar = await grammarOf(language);
    const { tree, document, index } = indexText(grammar, source);
    const edit = { from: 0, to: 0, insert: "\n" };
    const { document: edited } = document.edit(0, 0, "\n");
    editTree(tree, document, edited, edit);
    const after = parse(grammar, edited.text, tree);
    const before = recordsOf(index);
    const now = recordsOf(reindexTree({ index, tree }, after, edited, grammar.kinds).index);
    // Some grammars (Markdown) make nodes of blank lines, so there are more of them. All nodes
    // after the path are as before.
    let way = 1;
    while ((before[way - 1]?.descendantCount ?? 0) > 0 && before[way]?.deltaOffset === 0) way++;
    expect(now.slice(now.length - before.length + way)).toEqual(before.slice(way));
    for (const each of [tree, after]) each.delete();
  },
  "on-demand": async ({ language, source }) => {
    const index = await indexOf(language, source);
    expect(Object.keys(index).sort()).toEqual(["kinds", "records"]);
  },
  memory: async ({ language, source }) => {
    const { leaves, size } = (await indexOf(language, source)).records;
    // indexTree.e2e.test.ts measures the memory; this counts the bytes of the records alone.
    const bytes = leaves.reduce((sum, leaf) => sum + leaf.bytes.length, 0);
    expect(bytes / size).toBeLessThan(16);
  },
};

async function agrees({ language, source }: Source): Promise<void> {
  const { tree, document, index } = indexText(await grammarOf(language), source);
  expect(firstDifference(index, namedNodes(tree), document)).toBeUndefined();
  tree.delete();
}

each<{ name: string; sources: readonly Source[] }, object>("property", async ({ name, sources }) => {
  const property = properties[name];
  if (property === undefined) throw new Error(`unknown property ${name}`);
  for (const source of sources) await property(source);
});

interface Asked extends Source {
  readonly offset: number;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

each<Asked, { kind: string; text: string; path: readonly string[]; range: { start: Position; end: Position } }>(
  "nodeAt",
  async (input, { kind, text, path, range }) => {
    const { index, document } = await indexed(input);
    const nodes = nodesAt(index, input.offset);
    expect(nodes.map((node) => node.kind)).toEqual(path);
    const node = nodeOf(index, nodes.at(-1)?.record);
    expect(node.kind).toBe(kind);
    expect(document.slice(node.start.offset, node.end.offset)).toBe(text);
    expect({ start: positionOf(node.start), end: positionOf(node.end) }).toEqual(range);
  },
);

interface SymbolExpected {
  readonly symbol: string | null;
  readonly nameRange?: { readonly start: Position; readonly end: Position };
  readonly wrappersPassed?: readonly string[];
}

each<Asked, SymbolExpected>("symbolAt", async (input, { symbol, nameRange, wrappersPassed }) => {
  const { index, document } = await indexed(input);
  const found = findSymbolAt(index, document, input.offset);
  expect(found?.name ?? null).toBe(symbol);
  if (nameRange !== undefined) {
    const { start, end } = nodeOf(index, found?.path.at(-1)?.record);
    expect({ start: positionOf(start), end: positionOf(end) }).toEqual(nameRange);
  }
  if (wrappersPassed !== undefined) {
    // The document's grammar has parentheses in Rholang as a tuple with one element.
    const kinds = found?.wrappers.flatMap(({ kind }) => (kind === "parenthesized" ? ["collection", "tuple"] : [kind]));
    expect(kinds).toEqual(wrappersPassed);
  }
});

test("Every design case is run.", () => expect(cases.filter(({ id }) => !run.has(id)).map(({ id }) => id)).toEqual([]));

function nodeOf(index: SyntaxIndex, record: number | undefined): PositionedNode {
  return [...eachNode(index)].find((node) => node.record === record) as PositionedNode;
}

function positionOf({ line, column }: NodePosition): Position {
  return { line: line + 1, character: column + 1 };
}

async function indexed({ language, source }: Source): Promise<{ index: SyntaxIndex; document: Document }> {
  return { index: await indexOf(language, source), document: Document.of(source) };
}

function indexOfTree(tree: CaseTree, source: string): SyntaxIndex {
  return indexWalk(walkPlain(plain(tree)), Document.of(source));
}

function plain({ kind, start, end, children }: CaseTree): PlainNode {
  return { kind, from: start, to: end, children: children.map(plain) };
}

function preorderOf(tree: CaseTree): CaseTree[] {
  return [tree, ...tree.children.flatMap(preorderOf)];
}

/** Returns the tree that one of the cases has for this source. */
function treeOf(source: string): CaseTree {
  const inputs = cases.map(({ input }) => input as { source?: string; tree?: CaseTree });
  const tree = inputs.find((input) => input.source === source && input.tree !== undefined)?.tree;
  if (tree === undefined) throw new Error(`no case has a tree of ${source}`);
  return tree;
}
