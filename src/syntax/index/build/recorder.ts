/**
 * Makes rows from nodes as a walk enters and leaves them, and notes which earlier records belong
 * between them.
 */

import type { Document } from "../../../text/document.js";
import { RecordRows, recordFields } from "../records/recordRows.js";
import type { RecordReader } from "../records/records.js";

/** Records `from..to` of the earlier version, which precede the row `before`. */
export interface ReusedRecords {
  readonly before: number;
  readonly from: number;
  readonly to: number;
}

export class Recorder {
  readonly rows = new RecordRows();
  readonly reused: ReusedRecords[] = [];
  readonly #lines: LineWalk;
  /** The number of rows and reused records so far. */
  #count = 0;
  // Invariant: the position at which a node was last entered or left, from which the next delta
  // counts: the end of the previous sibling, or the start of the parent. Plain numbers, because
  // this runs for every node.
  #offset = 0;
  #line = 0;

  constructor(document: Document) {
    this.#lines = new LineWalk(document);
  }

  /**
   * Enters a node and returns its row. Until `leave`, the row holds its start instead of its
   * length.
   */
  enter(kind: number, from: number): number {
    const row = this.rows.add();
    this.#lines.moveTo(from);
    this.#setDelta(row, from, this.#lines.line, this.#lines.from);
    this.#moveTo(from);
    this.rows.set(row, recordFields.kind, kind);
    this.rows.set(row, recordFields.descendants, ++this.#count);
    this.rows.set(row, recordFields.length, from);
    this.rows.set(row, recordFields.spanLines, this.#line);
    return row;
  }

  leave(row: number, to: number): void {
    const { rows } = this;
    const tail = this.#distanceTo(to);
    this.#lines.moveTo(to);
    this.#moveTo(to);
    const descendants = this.#count - rows.get(row, recordFields.descendants);
    const spanLines = this.#line - rows.get(row, recordFields.spanLines);
    rows.set(row, recordFields.descendants, descendants);
    rows.set(row, recordFields.length, to - rows.get(row, recordFields.length));
    // A node without children is all content.
    rows.set(row, recordFields.tail, descendants === 0 ? 0 : tail);
    rows.set(row, recordFields.spanLines, spanLines);
    if (spanLines > 0) rows.set(row, recordFields.spanColumn, to - this.#lines.from);
  }

  /**
   * Takes over an earlier record and its descendants for the same node, which now starts at `from`.
   * Returns false and takes nothing if its lines differ: a final `\r` ends no line once a `\n`
   * follows.
   */
  reuse(previous: RecordReader, record: number, from: number): boolean {
    const to = from + previous.value(record, recordFields.length);
    this.#lines.moveTo(from);
    const { line, from: lineFrom } = this.#lines;
    this.#lines.moveTo(to);
    if (this.#lines.line !== line + previous.value(record, recordFields.spanLines)) return false;
    const end = record + 1 + previous.value(record, recordFields.descendants);
    // Descendants are relative to the node, so only the delta of the node itself can differ.
    const isSame = this.#hasSameDelta(previous, record, from, line, lineFrom);
    if (!isSame) {
      const row = this.rows.add();
      for (const field of Object.values(recordFields)) this.rows.set(row, field, previous.value(record, field));
      this.#setDelta(row, from, line, lineFrom);
    }
    const first = isSame ? record : record + 1;
    if (first < end) this.reused.push({ before: this.rows.size, from: first, to: end });
    this.#count += end - record;
    this.#moveTo(to);
    return true;
  }

  #hasSameDelta(earlier: RecordReader, record: number, from: number, line: number, lineFrom: number): boolean {
    const lines = line - this.#line;
    return (
      this.#distanceTo(from) === earlier.value(record, recordFields.offset) &&
      lines === earlier.value(record, recordFields.lines) &&
      (lines === 0 || from - lineFrom === earlier.value(record, recordFields.column))
    );
  }

  #setDelta(row: number, from: number, line: number, lineFrom: number): void {
    const lines = line - this.#line;
    this.rows.set(row, recordFields.offset, this.#distanceTo(from));
    this.rows.set(row, recordFields.lines, lines);
    this.rows.set(row, recordFields.column, lines === 0 ? 0 : from - lineFrom);
  }

  #distanceTo(offset: number): number {
    if (!(offset >= this.#offset)) {
      throw new RangeError(
        `A node starts or ends at ${offset}, before ${this.#offset}: walk in preorder, children in order and within their parent.`,
      );
    }
    return offset - this.#offset;
  }

  /** Moves to an offset that `#lines` was moved to. */
  #moveTo(offset: number): void {
    this.#offset = offset;
    this.#line = this.#lines.line;
  }
}

/** Lines of mostly ascending offsets, as in a walk: tries the next line before it searches. */
class LineWalk {
  readonly #document: Document;
  #line = 0;
  #from = 0;
  /** Where the next line starts; `Infinity` in the last line. */
  #next: number;

  constructor(document: Document) {
    this.#document = document;
    this.#next = this.#startOf(1);
  }

  /** The line of the offset last moved to. */
  get line(): number {
    return this.#line;
  }

  /** Where that line starts. */
  get from(): number {
    return this.#from;
  }

  moveTo(offset: number): void {
    if (offset >= this.#from && offset < this.#next) return;
    if (offset >= this.#next) {
      const following = this.#startOf(this.#line + 2);
      if (offset < following) {
        this.#line++;
        this.#from = this.#next;
        this.#next = following;
        return;
      }
    }
    this.#line = this.#document.lineAt(offset);
    this.#from = this.#document.lineFrom(this.#line);
    this.#next = this.#startOf(this.#line + 1);
  }

  #startOf(line: number): number {
    return line < this.#document.lineCount ? this.#document.lineFrom(line) : Number.POSITIVE_INFINITY;
  }
}
