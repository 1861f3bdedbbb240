/** Records as rows of numbers: how they are kept while they are being read, before they are packed. */

/**
 * The numbers of a row, by place. What follows from others is left out: without a line end between, columns are offsets, so `column` and
 * `spanColumn` are 0 where `lines` and `spanLines` are. `tail` is what the content leaves of the length.
 */
export const fields = {
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

export type Field = (typeof fields)[keyof typeof fields];

export const rowWidth = 9;

export class Rows {
  #numbers = new Uint32Array(64 * rowWidth);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a row of zeros and says which it is. */
  add(): number {
    this.#grow(1);
    const from = this.#size * rowWidth;
    this.#numbers.fill(0, from, from + rowWidth);
    return this.#size++;
  }

  /** Adds the rows from..to of others. */
  append(others: Rows, from: number, to: number): void {
    this.#grow(to - from);
    this.#numbers.set(others.#numbers.subarray(from * rowWidth, to * rowWidth), this.#size * rowWidth);
    this.#size += to - from;
  }

  get(row: number, field: Field): number {
    return this.#numbers[row * rowWidth + field] as number;
  }

  set(row: number, field: Field, value: number): void {
    this.#numbers[row * rowWidth + field] = value;
  }

  /** Forgets all rows. */
  clear(): void {
    this.#size = 0;
  }

  #grow(more: number): void {
    const needed = (this.#size + more) * rowWidth;
    if (needed <= this.#numbers.length) return;
    const wider = new Uint32Array(Math.max(needed, this.#numbers.length * 2));
    wider.set(this.#numbers);
    this.#numbers = wider;
  }
}
