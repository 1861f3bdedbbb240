/**
 * The syntax index of a text: all named nodes, positioned by deltas. It depends neither on the text
 * nor on the tree it was made from.
 */

import type { NodeDelta } from "./records/delta.js";
import type { KindTable } from "./records/kindTable.js";
import { recordFields } from "./records/recordRows.js";
import { RecordReader, type Records } from "./records/records.js";

export interface SyntaxIndex {
  readonly kinds: KindTable;
  /** In preorder; record 0 is the root. */
  readonly records: Records;
}

export interface SyntaxRecord extends NodeDelta {
  readonly kind: string;
  /** The number of descendants, whose records follow this one. */
  readonly descendantCount: number;
}

/** Returns a record by its number. Throws a `RangeError` if it does not exist. */
export function recordOf(index: SyntaxIndex, record: number): SyntaxRecord {
  return readRecord(new RecordReader(index.records), index.kinds, record);
}

export function readRecord(reader: RecordReader, kinds: KindTable, record: number): SyntaxRecord {
  const deltaLines = reader.value(record, recordFields.lines);
  const deltaOffset = reader.value(record, recordFields.offset);
  const spanLines = reader.value(record, recordFields.spanLines);
  const syntacticLength = reader.value(record, recordFields.length);
  return {
    kind: kinds.nameOf(reader.value(record, recordFields.kind)),
    descendantCount: reader.value(record, recordFields.descendants),
    deltaLines,
    deltaColumns: deltaLines === 0 ? deltaOffset : reader.value(record, recordFields.column),
    deltaOffset,
    contentLength: syntacticLength - reader.value(record, recordFields.tail),
    syntacticLength,
    spanLines,
    spanColumns: spanLines === 0 ? syntacticLength : reader.value(record, recordFields.spanColumn),
  };
}
