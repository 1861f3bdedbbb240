/** A syntax index: where every named node of a text stands, as steps from one to the next. It knows neither the text nor the tree it was made from. */

import type { Step } from "./records/delta.js";
import type { Kinds } from "./records/kindTable.js";
import { fields } from "./records/recordRows.js";
import { RecordReader, type Records } from "./records/records.js";

export interface SyntaxIndex {
  readonly kinds: Kinds;
  /** In preorder; record 0 is the root's. */
  readonly records: Records;
}

export interface SyntaxRecord extends Step {
  readonly kind: string;
  /** How many records stand below this one: they are the next ones. */
  readonly descendantCount: number;
}

/** A record by its number; a RangeError where there is none. */
export function recordOf(index: SyntaxIndex, record: number): SyntaxRecord {
  return readRecord(new RecordReader(index.records), index.kinds, record);
}

export function readRecord(reader: RecordReader, kinds: Kinds, record: number): SyntaxRecord {
  const deltaLines = reader.value(record, fields.lines);
  const deltaOffset = reader.value(record, fields.offset);
  const spanLines = reader.value(record, fields.spanLines);
  const syntacticLength = reader.value(record, fields.length);
  return {
    kind: kinds.nameOf(reader.value(record, fields.kind)),
    descendantCount: reader.value(record, fields.descendants),
    deltaLines,
    deltaColumns: deltaLines === 0 ? deltaOffset : reader.value(record, fields.column),
    deltaOffset,
    contentLength: syntacticLength - reader.value(record, fields.tail),
    syntacticLength,
    spanLines,
    spanColumns: spanLines === 0 ? syntacticLength : reader.value(record, fields.spanColumn),
  };
}
