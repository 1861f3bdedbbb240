/** Turns nodes, as a walk enters and leaves them, into rows, and notes where records of an earlier version stand between them. */

import type { Document } from "../../../text/document.js";
import { fields, Rows } from "../records/recordRows.js";
import type { RecordReader } from "../records/records.js";
import { LineWalk } from "./lineWalk.js";

/** Records from..to of the earlier version, which come before the row `before`. */
export interface Kept {
  readonly before: number;
  readonly from: number;
  readonly to: number;
}

export class Recorder {
  readonly rows = new Rows();
  readonly kept: Kept[] = [];
  readonly #lines: LineWalk;
  /** The rows and the kept records so far. */
  #count = 0;
  // Invariant: the place at which a node was last entered or left, which is what the next step is counted from: the end of the sibling
  // that was left, or the start of the parent just entered. Numbers, not a Place: this runs for every node.
  #offset = 0;
  #line = 0;

  constructor(document: Document) {
    this.#lines = new LineWalk(document);
  }

  /** Enters a node, and says its row. Until it is left, the row says where it starts instead of how long it is. */
  enter(kind: number, from: number): number {
    const row = this.rows.add();
    this.#lines.moveTo(from);
    this.#setDelta(row, from, this.#lines.line, this.#lines.from);
    this.#stand(from);
    this.rows.set(row, fields.kind, kind);
    this.rows.set(row, fields.descendants, ++this.#count);
    this.rows.set(row, fields.length, from);
    this.rows.set(row, fields.spanLines, this.#line);
    return row;
  }

  leave(row: number, to: number): void {
    const { rows } = this;
    const tail = this.#stepTo(to);
    this.#lines.moveTo(to);
    this.#stand(to);
    const descendants = this.#count - rows.get(row, fields.descendants);
    const spanLines = this.#line - rows.get(row, fields.spanLines);
    rows.set(row, fields.descendants, descendants);
    rows.set(row, fields.length, to - rows.get(row, fields.length));
    // Where there was no child, the last step was the node itself, and all of it is content.
    rows.set(row, fields.tail, descendants === 0 ? 0 : tail);
    rows.set(row, fields.spanLines, spanLines);
    if (spanLines > 0) rows.set(row, fields.spanColumn, to - this.#lines.from);
  }

  /**
   * Takes over the record of an earlier version and all below it for the same node, which now starts at `from`. False, and nothing is
   * taken, where its lines are no longer the same: a `\r` at its end ends no line once a `\n` follows.
   */
  keep(earlier: RecordReader, record: number, from: number): boolean {
    const to = from + earlier.value(record, fields.length);
    this.#lines.moveTo(from);
    const { line, from: lineFrom } = this.#lines;
    this.#lines.moveTo(to);
    if (this.#lines.line !== line + earlier.value(record, fields.spanLines)) return false;
    const end = record + 1 + earlier.value(record, fields.descendants);
    // What is below counts from the node; only its own step may be another than it was.
    const isSame = this.#isDelta(earlier, record, from, line, lineFrom);
    if (!isSame) {
      const row = this.rows.add();
      for (const field of Object.values(fields)) this.rows.set(row, field, earlier.value(record, field));
      this.#setDelta(row, from, line, lineFrom);
    }
    const first = isSame ? record : record + 1;
    if (first < end) this.kept.push({ before: this.rows.size, from: first, to: end });
    this.#count += end - record;
    this.#stand(to);
    return true;
  }

  #isDelta(earlier: RecordReader, record: number, from: number, line: number, lineFrom: number): boolean {
    const lines = line - this.#line;
    return (
      this.#stepTo(from) === earlier.value(record, fields.offset) &&
      lines === earlier.value(record, fields.lines) &&
      (lines === 0 || from - lineFrom === earlier.value(record, fields.column))
    );
  }

  #setDelta(row: number, from: number, line: number, lineFrom: number): void {
    const lines = line - this.#line;
    this.rows.set(row, fields.offset, this.#stepTo(from));
    this.rows.set(row, fields.lines, lines);
    this.rows.set(row, fields.column, lines === 0 ? 0 : from - lineFrom);
  }

  #stepTo(offset: number): number {
    if (!(offset >= this.#offset)) {
      throw new RangeError(
        `A node starts or ends at ${offset}, before ${this.#offset}: walk in preorder, children in order and within their parent.`,
      );
    }
    return offset - this.#offset;
  }

  /** Stands at an offset that the lines were moved to. */
  #stand(offset: number): void {
    this.#offset = offset;
    this.#line = this.#lines.line;
  }
}
