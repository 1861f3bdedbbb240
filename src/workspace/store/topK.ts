/** Selects the first few of many items without keeping or sorting all of them. */

/** The number of surplus items after which the kept ones are sorted and trimmed. */
const SORT_THRESHOLD = 32;

export class TopK<Kind> {
  readonly #limit: number;
  readonly #compare: (one: Kind, other: Kind) => number;
  #kept: Kind[] = [];
  #cutoff: Kind | undefined;

  constructor(limit: number, compare: (one: Kind, other: Kind) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /**
   * The last of the first items, once there are enough: later items are not needed. May be out of
   * date.
   */
  get cutoff(): Kind | undefined {
    return this.#cutoff;
  }

  add(item: Kind): void {
    if (this.#cutoff !== undefined && this.#compare(item, this.#cutoff) >= 0) return;
    this.#kept.push(item);
    if (this.#kept.length >= this.#limit + SORT_THRESHOLD) this.#trim();
  }

  /** Returns the first items in order; equal ones in the order of adding. */
  all(): Kind[] {
    this.#trim();
    return this.#kept;
  }

  #trim(): void {
    this.#kept.sort(this.#compare);
    if (this.#kept.length > this.#limit) this.#kept.length = this.#limit;
    if (this.#kept.length === this.#limit) this.#cutoff = this.#kept.at(-1);
  }
}
