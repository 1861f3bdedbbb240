/** Where nodes stand: positions rebuilt from the steps, for all of them in a row or for one. None is ever stored. */

import { decodeStep, origin, type Place, type PlacedStretch } from "./records/delta.js";
import { RecordReader } from "./records/records.js";
import { readRecord, type SyntaxIndex, type SyntaxRecord } from "./syntaxIndex.js";

export interface PlacedNode extends PlacedStretch {
  readonly record: number;
  /** How many nodes are above it. */
  readonly depth: number;
  readonly kind: string;
}

/** All nodes, in preorder. */
export function* placedNodes(index: SyntaxIndex): Generator<PlacedNode, void, undefined> {
  const reader = new RecordReader(index.records);
  const open: { readonly behind: number; readonly end: Place }[] = [];
  let previous = origin;
  for (let record = 0; record < index.records.size; record++) {
    for (let last = open.at(-1); last?.behind === record; last = open.at(-1)) {
      previous = last.end;
      open.pop();
    }
    const step = readRecord(reader, index.kinds, record);
    const { start, end } = decodeStep(previous, step);
    yield { record, depth: open.length, kind: step.kind, start, end };
    previous = start;
    open.push({ behind: behind(record, step), end });
  }
}

/** One node: only the nodes above it and their siblings before it are read. A RangeError where there is no such record. */
export function placedNode(index: SyntaxIndex, record: number): PlacedNode {
  const reader = new RecordReader(index.records);
  if (!(Number.isInteger(record) && record >= 0 && record < index.records.size)) {
    throw new RangeError(`There is no record ${record}: give a whole number, 0 <= record < ${index.records.size}.`);
  }
  let previous = origin;
  let depth = 0;
  for (let at = 0; ; ) {
    const step = readRecord(reader, index.kinds, at);
    const { start, end } = decodeStep(previous, step);
    if (at === record) return { record, depth, kind: step.kind, start, end };
    const next = behind(at, step);
    if (record < next) {
      [at, previous] = [at + 1, start];
      depth++;
    } else [at, previous] = [next, end];
  }
}

/** The first record that is neither this one nor below it. */
function behind(record: number, { descendantCount }: SyntaxRecord): number {
  return record + 1 + descendantCount;
}
