/**
 * Compares the records of an index with the tree, to debug positions: each record with its deltas,
 * the position rebuilt from them, and the position that tree-sitter gives.
 */

import type { Tree } from "web-tree-sitter";
import type { Document } from "../../text/document.js";
import { isCommentType } from "../grammars/commentTypes.js";
import { eachNode } from "./nodePositions.js";
import type { NodePosition, NodeRange } from "./records/delta.js";
import { RecordReader } from "./records/records.js";
import { readRecord, type SyntaxIndex, type SyntaxRecord } from "./syntaxIndex.js";

/** A node as the tree has it. */
export interface TreeNode extends NodeRange {
  readonly kind: string;
  readonly depth: number;
}

export interface ComparedRecord extends NodeRange, SyntaxRecord {
  readonly record: number;
  readonly depth: number;
  /** The node of the tree with the same number in preorder; null after the tree's last one. */
  readonly node: TreeNode | null;
}

/** The first record and node that differ; null for the one that is missing. */
export interface RecordDifference {
  readonly record: ComparedRecord | null;
  readonly node: TreeNode | null;
}

export interface RecordPage {
  /** The number of all records. */
  readonly size: number;
  readonly records: readonly ComparedRecord[];
  /** Of the whole index for the first page, of the records up to the page's last one otherwise. */
  readonly difference: RecordDifference | null;
}

/** Returns the records `from..from + count`, and the first that differs from the tree. */
export function compareRecords(
  index: SyntaxIndex,
  { tree, document }: { readonly tree: Tree; readonly document: Document },
  { from, count }: { readonly from: number; readonly count: number },
): RecordPage {
  const reader = new RecordReader(index.records);
  const nodes = eachTreeNode(tree, document);
  const records: ComparedRecord[] = [];
  let difference: RecordDifference | null = null;
  try {
    for (const positioned of eachNode(index)) {
      const { record } = positioned;
      const isOnPage = from <= record && record < from + count;
      if (record >= from + count && (from > 0 || difference !== null)) break;
      const node = nodes.next().value ?? null;
      if (!isOnPage && (difference !== null || isSameNode(positioned, node))) continue;
      const compared = { ...readRecord(reader, index.kinds, record), ...positioned, node };
      if (isOnPage) records.push(compared);
      if (difference === null && !isSameNode(positioned, node)) difference = { record: compared, node };
    }
    const isAtEnd = from === 0 || from + count >= index.records.size;
    const surplus = isAtEnd && difference === null ? nodes.next().value : undefined;
    if (surplus) difference = { record: null, node: surplus };
  } finally {
    nodes.return(undefined);
  }
  return { size: index.records.size, records, difference };
}

function isSameNode(record: TreeNode, node: TreeNode | null): boolean {
  return (
    node !== null &&
    record.kind === node.kind &&
    record.depth === node.depth &&
    isSamePosition(record.start, node.start) &&
    isSamePosition(record.end, node.end)
  );
}

function isSamePosition(one: NodePosition, other: NodePosition): boolean {
  return one.offset === other.offset && one.line === other.line && one.column === other.column;
}

/**
 * Yields the nodes that have a record, in preorder: named ones, without comments and what is in
 * them. Reads the tree in the plainest way, independently of the walk that builds an index.
 */
function* eachTreeNode(tree: Tree, document: Document): Generator<TreeNode, undefined, undefined> {
  const cursor = tree.walk();
  const positionAt = (offset: number): NodePosition => {
    const line = document.lineAt(offset);
    return { offset, line, column: offset - document.lineFrom(line) };
  };
  try {
    for (let depth = 0; ; ) {
      const { nodeType: kind } = cursor;
      const hasRecord = cursor.nodeIsNamed && !isCommentType(kind);
      if (hasRecord) yield { kind, depth, start: positionAt(cursor.startIndex), end: positionAt(cursor.endIndex) };
      if (hasRecord && cursor.gotoFirstChild()) {
        depth++;
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return;
        depth--;
      }
    }
  } finally {
    cursor.delete();
  }
}
