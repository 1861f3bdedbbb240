/** Describes the nodes of trees and indexes alike, so that they can be compared. */

import type { Tree } from "web-tree-sitter";
import { eachNode } from "../../../src/syntax/index/nodePositions.js";
import type { NodeDelta, NodePosition, NodeRange } from "../../../src/syntax/index/records/delta.js";
import { recordOf, type SyntaxIndex, type SyntaxRecord } from "../../../src/syntax/index/syntaxIndex.js";
import type { Document } from "../../../src/text/document.js";

interface ComparedNode {
  /** tree-sitter's id; equal for a reused node in two trees that are alive. */
  readonly id?: number;
  readonly kind: string;
  readonly depth: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns all named nodes of a tree in preorder, without comments and their contents, read in the
 * plainest way.
 */
export function namedNodes(tree: Tree): ComparedNode[] {
  const nodes: ComparedNode[] = [];
  const cursor = tree.walk();
  const above: string[] = [];
  let anonymous = 0;
  for (;;) {
    const { nodeType, nodeIsNamed } = cursor;
    const isComment = /(^|_)comment$/.test(nodeType);
    if (nodeIsNamed && !isComment) {
      if (anonymous > 0) throw new Error(`${nodeType} is below an anonymous node: ${above.join(" > ")}`);
      const { nodeId: id, startIndex: from, endIndex: to } = cursor;
      nodes.push({ id, kind: nodeType, depth: above.length, from, to });
    }
    if (!isComment && cursor.gotoFirstChild()) {
      above.push(nodeIsNamed ? nodeType : "");
      if (!nodeIsNamed) anonymous++;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        cursor.delete();
        return nodes;
      }
      if (above.pop() === "") anonymous--;
    }
  }
}

/**
 * Returns the first node that differs between index and tree, drawn in the source, or `undefined`.
 */
export function firstDifference(
  index: SyntaxIndex,
  nodes: readonly ComparedNode[],
  document: Document,
): string | undefined {
  let at = 0;
  for (const { kind, depth, start, end } of eachNode(index)) {
    const node = nodes[at];
    const actual = draw(document, { kind, depth, from: start.offset, to: end.offset });
    if (node === undefined) return `node ${at} is not in the tree: ${actual}`;
    const expected = draw(document, node);
    const isPlaced = [start, end].every(({ offset, line, column }) => {
      const expectedLine = document.lineAt(offset);
      return line === expectedLine && column === offset - document.lineFrom(expectedLine);
    });
    const isSame = kind === node.kind && depth === node.depth && start.offset === node.from && end.offset === node.to;
    if (!isSame) return `node ${at} is ${expected}, the index says ${actual}`;
    if (!isPlaced) {
      const places = [start, end].map(({ line, column }) => `line ${line} column ${column}`);
      return `node ${at}, ${expected}, is not at ${places.join(" to ")}`;
    }
    at++;
  }
  return at < nodes.length
    ? `the index ends before node ${at}, ${draw(document, nodes[at] as ComparedNode)}`
    : undefined;
}

function draw(document: Document, { kind, depth, from, to }: ComparedNode): string {
  const inside =
    to - from > 60 ? `${document.slice(from, from + 30)}…${document.slice(to - 30, to)}` : document.slice(from, to);
  const source = `${document.slice(from - 20, from)}⟦${inside}⟧${document.slice(to, to + 20)}`;
  return `${kind} ${depth} deep in ${JSON.stringify(source)}`;
}

export function recordsOf(index: SyntaxIndex): SyntaxRecord[] {
  return Array.from({ length: index.records.size }, (_, record) => recordOf(index, record));
}

/** Returns every number of every record as text, to compare whole indexes quickly. */
export function recordsAsText(index: SyntaxIndex): string {
  return recordsOf(index)
    .map(({ kind, ...numbers }) => `${kind} ${Object.values(numbers).join(" ")}`)
    .join("\n");
}

/** Returns the record of a node after `previousEnd`, whose last child ends at `contentEnd`. */
export function deltaOf(
  previousEnd: NodePosition,
  { start, end, contentEnd = end.offset }: NodeRange & { readonly contentEnd?: number },
): NodeDelta {
  const deltaLines = start.line - previousEnd.line;
  const spanLines = end.line - start.line;
  return {
    deltaLines,
    deltaColumns: deltaLines === 0 ? start.column - previousEnd.column : start.column,
    deltaOffset: start.offset - previousEnd.offset,
    contentLength: contentEnd - start.offset,
    syntacticLength: end.offset - start.offset,
    spanLines,
    spanColumns: spanLines === 0 ? end.column - start.column : end.column,
  };
}
