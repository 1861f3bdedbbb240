/** The nodes that contain an offset. */

import { recordFields } from "./records/recordRows.js";
import { RecordReader } from "./records/records.js";
import type { SyntaxIndex } from "./syntaxIndex.js";

/** A node with its offsets. */
export interface IndexedNode {
  readonly record: number;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  /** The number of descendants. */
  readonly descendantCount: number;
}

/**
 * Returns the nodes with `from <= offset < to`, root first, each the parent of the next; at the end
 * of the file, the nodes with `offset = to`. Empty if `offset` is outside the root. Subtrees beside
 * the path are skipped, not read. Throws a `RangeError` if `offset` is not a whole number of at
 * least 0.
 */
export function nodesAt(index: SyntaxIndex, offset: number): IndexedNode[] {
  if (!(Number.isInteger(offset) && offset >= 0)) {
    throw new RangeError(`${offset} is not an offset: pass a whole number of at least 0.`);
  }
  const reader = new RecordReader(index.records);
  const root = nodeOf(index, reader, 0, 0);
  if (offset < root.from || offset > root.to) return [];
  const path = [root];
  const isEnd = offset === root.to;
  for (let inner: IndexedNode | undefined = root; inner !== undefined; ) {
    inner = childAt(index, reader, inner, offset, isEnd);
    if (inner !== undefined) path.push(inner);
  }
  return path;
}

/** Yields the children of a node in order. */
export function* childrenOf(index: SyntaxIndex, parent: IndexedNode): Generator<IndexedNode, void, undefined> {
  const reader = new RecordReader(index.records);
  const nextRecord = parent.record + 1 + parent.descendantCount;
  for (let record = parent.record + 1, previous = parent.from; record < nextRecord; ) {
    const child = nodeOf(index, reader, record, previous);
    yield child;
    previous = child.to;
    record += 1 + child.descendantCount;
  }
}

function childAt(
  index: SyntaxIndex,
  reader: RecordReader,
  parent: IndexedNode,
  offset: number,
  isEnd: boolean,
): IndexedNode | undefined {
  const nextRecord = parent.record + 1 + parent.descendantCount;
  let found: IndexedNode | undefined;
  // Compares numbers and makes no node objects: a list may have a hundred thousand children.
  for (let record = parent.record + 1, previous = parent.from; record < nextRecord; ) {
    const from = previous + reader.value(record, recordFields.offset);
    if (from > offset) return found;
    const to = from + reader.value(record, recordFields.length);
    // A node of length 0 contains nothing. At the end of the file it would hide the node that ends
    // there.
    if (offset < to || (isEnd && offset === to && from < to)) found = nodeOf(index, reader, record, previous);
    if (offset < to) return found;
    previous = to;
    record += 1 + reader.value(record, recordFields.descendants);
  }
  return found;
}

function nodeOf(index: SyntaxIndex, reader: RecordReader, record: number, previousEnd: number): IndexedNode {
  const from = previousEnd + reader.value(record, recordFields.offset);
  return {
    record,
    kind: index.kinds.nameOf(reader.value(record, recordFields.kind)),
    from,
    to: from + reader.value(record, recordFields.length),
    descendantCount: reader.value(record, recordFields.descendants),
  };
}
