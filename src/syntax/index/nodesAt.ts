/** The node at an offset: the deepest one there, and the way to it from the root. */

import { recordFields } from "./records/recordRows.js";
import { RecordReader } from "./records/records.js";
import type { SyntaxIndex } from "./syntaxIndex.js";

/** From `from` to `to`, offsets. */
export interface IndexedNode {
  readonly record: number;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  /** How many nodes stand below it. */
  readonly descendantCount: number;
}

/**
 * The nodes with `from <= offset < to`, the root first, each the parent of the next; at the end of the file those with `offset = to`. Empty
 * where the offset is outside of the root. Subtrees beside the path are passed over, not read. A RangeError for what is no offset.
 */
export function nodesAt(index: SyntaxIndex, offset: number): IndexedNode[] {
  if (!(Number.isInteger(offset) && offset >= 0)) {
    throw new RangeError(`${offset} is no offset: give a whole number, at least 0.`);
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

/** The children of a node, in order. */
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
  // Numbers, not nodes: a list may have a hundred thousand children before the one that is looked for.
  for (let record = parent.record + 1, previous = parent.from; record < nextRecord; ) {
    const from = previous + reader.value(record, recordFields.offset);
    if (from > offset) return found;
    const to = from + reader.value(record, recordFields.length);
    // Nothing stands in a node without length; at the end of the file it would hide the node that ends there.
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
