/** The records of a tree in preorder: immutable, in leaves that versions share. */

import { countAtMost } from "../../../text/list.js";
import type { RecordLeaf } from "./recordLeaf.js";
import type { RecordField } from "./recordRows.js";

export class Records {
  /** At least one. */
  readonly leaves: readonly RecordLeaf[];
  readonly size: number;
  /** The number of each leaf's first record. */
  readonly #firsts: Uint32Array;

  constructor(leaves: readonly RecordLeaf[]) {
    this.leaves = leaves;
    this.#firsts = new Uint32Array(leaves.length);
    let size = 0;
    leaves.forEach((leaf, index) => {
      this.#firsts[index] = size;
      size += leaf.size;
    });
    this.size = size;
  }

  /** Returns the index of the leaf with a record; for `size`, of the last leaf. */
  leafOf(record: number): number {
    return countAtMost(this.#firsts, record) - 1;
  }

  /** Returns the number of a leaf's first record; after the last leaf, `size`. */
  firstOf(leaf: number): number {
    return this.#firsts[leaf] ?? this.size;
  }
}

/**
 * Reads records. It remembers the current leaf, so that neighbouring records are found without a
 * search.
 */
export class RecordReader {
  readonly records: Records;
  #leafNumber = 0;
  #leaf: RecordLeaf;
  #firstRecord = 0;

  constructor(records: Records) {
    this.records = records;
    this.#leaf = records.leaves[0] as RecordLeaf;
  }

  value(record: number, field: RecordField): number {
    const index = record - this.#firstRecord;
    if (index >= 0 && index < this.#leaf.size) return this.#leaf.value(index, field);
    this.#moveTo(record);
    return this.#leaf.value(record - this.#firstRecord, field);
  }

  #moveTo(record: number): void {
    if (!(record >= 0 && record < this.records.size)) {
      throw new RangeError(`There is no record ${record}: pass 0 <= record < ${this.records.size}.`);
    }
    const next = this.#firstRecord + this.#leaf.size;
    const isInNext = record >= next && record < this.records.firstOf(this.#leafNumber + 2);
    this.#leafNumber = isInNext ? this.#leafNumber + 1 : this.records.leafOf(record);
    this.#leaf = this.records.leaves[this.#leafNumber] as RecordLeaf;
    this.#firstRecord = this.records.firstOf(this.#leafNumber);
  }
}
