/** Where nodes stand: positions rebuilt from the steps, for all of them in a row or for one. None is ever stored. */

import { decodeDelta, type NodePosition, type NodeRange, origin } from "./records/delta.js";
import { RecordReader } from "./records/records.js";
import { readRecord, type SyntaxIndex, type SyntaxRecord } from "./syntaxIndex.js";

export interface PositionedNode extends NodeRange {
  readonly record: number;
  /** How many nodes are above it. */
  readonly depth: number;
  readonly kind: string;
}

/** All nodes, in preorder. */
export function* eachNode(index: SyntaxIndex): Generator<PositionedNode, void, undefined> {
  const reader = new RecordReader(index.records);
  const open: { readonly nextRecord: number; readonly end: NodePosition }[] = [];
  let previous = origin;
  for (let record = 0; record < index.records.size; record++) {
    for (let last = open.at(-1); last?.nextRecord === record; last = open.at(-1)) {
      previous = last.end;
      open.pop();
    }
    const step = readRecord(reader, index.kinds, record);
    const { start, end } = decodeDelta(previous, step);
    yield { record, depth: open.length, kind: step.kind, start, end };
    previous = start;
    open.push({ nextRecord: nextRecordAfter(record, step), end });
  }
}

/** One node: only the nodes above it and their siblings before it are read. A RangeError where there is no such record. */
export function nodeOfRecord(index: SyntaxIndex, record: number): PositionedNode {
  const reader = new RecordReader(index.records);
  if (!(Number.isInteger(record) && record >= 0 && record < index.records.size)) {
    throw new RangeError(`There is no record ${record}: give a whole number, 0 <= record < ${index.records.size}.`);
  }
  let previous = origin;
  let depth = 0;
  for (let at = 0; ; ) {
    const step = readRecord(reader, index.kinds, at);
    const { start, end } = decodeDelta(previous, step);
    if (at === record) return { record, depth, kind: step.kind, start, end };
    const next = nextRecordAfter(at, step);
    if (record < next) {
      [at, previous] = [at + 1, start];
      depth++;
    } else [at, previous] = [next, end];
  }
}

/** The first record that is neither this one nor below it. */
function nextRecordAfter(record: number, { descendantCount }: SyntaxRecord): number {
  return record + 1 + descendantCount;
}
