/**
 * Assembles records from new rows and the records kept of an earlier version. A leaf that is kept
 * whole is shared.
 */

import { appendAll } from "../../../text/list.js";
import { RecordLeaf } from "../records/recordLeaf.js";
import { FIELD_COUNT, type RecordField, RecordRows } from "../records/recordRows.js";
import { RecordReader, Records } from "../records/records.js";
import type { ReusedRecords } from "./recorder.js";

/**
 * About how many records a leaf has. An edit repacks the leaves it touches; each leaf costs some
 * 300 bytes besides its records.
 */
const DEFAULT_LEAF_SIZE = 128;

/** A run of the rows read, or of the earlier records. */
interface Piece {
  readonly kind: "read" | "kept";
  readonly from: number;
  readonly to: number;
}

/** Packs rows; at least one. */
export function packRows(rows: RecordRows, leafSize = DEFAULT_LEAF_SIZE): Records {
  return new Records(packEvenly(rows, leafSize));
}

/** Returns the rows and, between them, the records kept of `earlier`, in order. */
export function assembleRecords(
  earlier: Records,
  rows: RecordRows,
  kept: readonly ReusedRecords[],
  leafSize = DEFAULT_LEAF_SIZE,
): Records {
  const leaves = new LeafList(leafSize);
  for (const { kind, from, to } of piecesOf(earlier, rows, kept)) {
    if (kind === "read") leaves.addRows(rows, from, to);
    else leaves.addRecords(earlier, from, to);
  }
  return new Records(leaves.finish());
}

/**
 * Rows equal to the earlier records in their place are kept, too: tree-sitter recreates more nodes
 * than an edit changes.
 */
function piecesOf(earlier: Records, rows: RecordRows, kept: readonly ReusedRecords[]): Piece[] {
  const pieces: Piece[] = [];
  const reader = new RecordReader(earlier);
  let row = 0;
  let record = 0;
  for (const { before, from, to } of [...kept, { before: rows.size, from: earlier.size, to: earlier.size }]) {
    // The rows `row..before` replace the records `record..from`.
    const limit = Math.min(before - row, from - record);
    let front = 0;
    while (front < limit && isSame(rows, row + front, reader, record + front)) front++;
    let back = 0;
    while (back < limit - front && isSame(rows, before - back - 1, reader, from - back - 1)) back++;
    addPiece(pieces, "kept", record, record + front);
    addPiece(pieces, "read", row + front, before - back);
    addPiece(pieces, "kept", from - back, to);
    row = before;
    record = to;
  }
  return pieces;
}

function addPiece(pieces: Piece[], kind: Piece["kind"], from: number, to: number): void {
  if (from === to) return;
  const last = pieces.at(-1);
  if (last?.kind === kind && last.to === from) pieces[pieces.length - 1] = { kind, from: last.from, to };
  else pieces.push({ kind, from, to });
}

function isSame(rows: RecordRows, row: number, reader: RecordReader, record: number): boolean {
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (rows.get(row, field as RecordField) !== reader.value(record, field as RecordField)) return false;
  }
  return true;
}

class LeafList {
  readonly #leaves: RecordLeaf[] = [];
  readonly #size: number;
  /** Records that are not in a leaf yet. */
  readonly #pending = new RecordRows();

  constructor(size: number) {
    this.#size = size;
  }

  addRows(rows: RecordRows, from: number, to: number): void {
    this.#pending.append(rows, from, to);
  }

  addRecords(records: Records, from: number, to: number): void {
    for (let index = records.leafOf(from); records.firstOf(index) < to; index++) {
      const leaf = records.leaves[index] as RecordLeaf;
      const first = records.firstOf(index);
      const start = Math.max(from - first, 0);
      const end = Math.min(to - first, leaf.size);
      const isWhole = start === 0 && end === leaf.size;
      // Records too few for a leaf join the next leaf, which is then not shared.
      if (isWhole && !this.#isSmall) {
        this.#flush();
        this.#leaves.push(leaf);
      } else leaf.unpack(start, end, this.#pending);
    }
  }

  finish(): readonly RecordLeaf[] {
    const before = this.#isSmall ? this.#leaves.pop() : undefined;
    if (before !== undefined) {
      const joined = new RecordRows();
      before.unpack(0, before.size, joined);
      joined.append(this.#pending, 0, this.#pending.size);
      appendAll(this.#leaves, packEvenly(joined, this.#size));
    } else this.#flush();
    return this.#leaves;
  }

  get #isSmall(): boolean {
    return this.#pending.size > 0 && this.#pending.size < this.#size / 2;
  }

  #flush(): void {
    for (const leaf of packEvenly(this.#pending, this.#size)) this.#leaves.push(leaf);
    this.#pending.clear();
  }
}

/**
 * A leaf is not split up to twice its size, so that typing in one place does not split it at every
 * key.
 */
function packEvenly(rows: RecordRows, size: number): RecordLeaf[] {
  const count = rows.size <= 2 * size ? 1 : Math.ceil(rows.size / size);
  const step = Math.ceil(rows.size / count);
  const leaves: RecordLeaf[] = [];
  for (let from = 0; from < rows.size; from += step) {
    leaves.push(RecordLeaf.pack(rows, from, Math.min(from + step, rows.size)));
  }
  return leaves;
}
