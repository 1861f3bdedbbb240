/** The first few of many, taken as they come. */

/** How many are let come before it is looked again which of them are needed. */
const SORT_THRESHOLD = 32;

/** Neither keeps nor sorts all that is added. */
export class TopK<Kind> {
  readonly #limit: number;
  readonly #compare: (one: Kind, other: Kind) => number;
  #kept: Kind[] = [];
  #cutoff: Kind | undefined;

  constructor(limit: number, compare: (one: Kind, other: Kind) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** What comes at the limit, once as many were added: nothing behind it is needed any more. It is not always up to date. */
  get cutoff(): Kind | undefined {
    return this.#cutoff;
  }

  add(item: Kind): void {
    if (this.#cutoff !== undefined && this.#compare(item, this.#cutoff) >= 0) return;
    this.#kept.push(item);
    if (this.#kept.length >= this.#limit + SORT_THRESHOLD) this.#trim();
  }

  /** Those that come first, in order; equal ones as they were added. */
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
