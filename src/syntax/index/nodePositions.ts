/** The positions of nodes, computed from the deltas. */

import { decodeDelta, type NodePosition, type NodeRange, origin } from "./records/delta.js";
import { RecordReader } from "./records/records.js";
import { readRecord, type SyntaxIndex, type SyntaxRecord } from "./syntaxIndex.js";

export interface PositionedNode extends NodeRange {
  readonly record: number;
  /** The number of ancestors. */
  readonly depth: number;
  readonly kind: string;
}

/** Yields all nodes in preorder. */
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

/** Returns the first record that is neither this one nor one of its descendants. */
function nextRecordAfter(record: number, { descendantCount }: SyntaxRecord): number {
  return record + 1 + descendantCount;
}
