/** The first few of many, taken as they come. */

/** How many are let come before it is looked again which of them are needed. */
const worthSorting = 32;

/** Neither keeps nor sorts all that is added. */
export class FirstFew<Kind> {
  readonly #limit: number;
  readonly #compare: (one: Kind, other: Kind) => number;
  #kept: Kind[] = [];
  #last: Kind | undefined;

  constructor(limit: number, compare: (one: Kind, other: Kind) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** What comes at the limit, once as many were added: nothing behind it is needed any more. It is not always up to date. */
  get last(): Kind | undefined {
    return this.#last;
  }

  add(each: Kind): void {
    if (this.#last !== undefined && this.#compare(each, this.#last) >= 0) return;
    this.#kept.push(each);
    if (this.#kept.length >= this.#limit + worthSorting) this.#cut();
  }

  /** Those that come first, in order; equal ones as they were added. */
  all(): Kind[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept.sort(this.#compare);
    if (this.#kept.length > this.#limit) this.#kept.length = this.#limit;
    if (this.#kept.length === this.#limit) this.#last = this.#kept.at(-1);
  }
}
