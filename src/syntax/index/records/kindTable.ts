/** Numbers for kinds of nodes: records hold the number, one table per language holds the names. */

import { getOrInsert } from "../../../text/list.js";

/**
 * A table that only grows: a number keeps its name, so old records stay readable. Numbers count
 * from 0 in the order of first use.
 */
export class KindTable {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#names.length;
  }

  /** Returns the number of a name, a new one if it has none. */
  numberOf(name: string): number {
    return getOrInsert(this.#numbers, name, () => this.#names.push(name) - 1);
  }

  nameOf(number: number): string {
    const name = this.#names[number];
    if (name === undefined)
      throw new RangeError(`There is no kind ${number} among ${this.size}: use the table it came from.`);
    return name;
  }
}
