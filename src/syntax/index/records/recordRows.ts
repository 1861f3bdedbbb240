/** Unpacked records: rows of numbers. */

/**
 * The columns of a row. Numbers that follow from others are left out: without a line end between,
 * columns are offsets, so `column` and `spanColumn` are 0 if `lines` and `spanLines` are. `tail` is
 * the length without the content.
 */
export const recordFields = {
  descendants: 0,
  offset: 1,
  length: 2,
  kind: 3,
  tail: 4,
  lines: 5,
  column: 6,
  spanLines: 7,
  spanColumn: 8,
} as const;

export type RecordField = (typeof recordFields)[keyof typeof recordFields];

export const FIELD_COUNT = 9;

export class RecordRows {
  #numbers = new Uint32Array(64 * FIELD_COUNT);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a row of zeros and returns its index. */
  add(): number {
    this.#grow(1);
    const from = this.#size * FIELD_COUNT;
    this.#numbers.fill(0, from, from + FIELD_COUNT);
    return this.#size++;
  }

  /** Adds the rows `from..to` of another table. */
  append(others: RecordRows, from: number, to: number): void {
    this.#grow(to - from);
    this.#numbers.set(others.#numbers.subarray(from * FIELD_COUNT, to * FIELD_COUNT), this.#size * FIELD_COUNT);
    this.#size += to - from;
  }

  get(row: number, field: RecordField): number {
    return this.#numbers[row * FIELD_COUNT + field] as number;
  }

  set(row: number, field: RecordField, value: number): void {
    this.#numbers[row * FIELD_COUNT + field] = value;
  }

  /** Removes all rows. */
  clear(): void {
    this.#size = 0;
  }

  #grow(more: number): void {
    const needed = (this.#size + more) * FIELD_COUNT;
    if (needed <= this.#numbers.length) return;
    const wider = new Uint32Array(Math.max(needed, this.#numbers.length * 2));
    wider.set(this.#numbers);
    this.#numbers = wider;
  }
}
