/** Kinds of nodes by number: a record holds a number, one table per language the names. */

/** Only grows: a number once given keeps its name, so whatever was recorded with it stays readable. Numbers count from 0 in order of first use. */
export class KindTable {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#names.length;
  }

  /** The number of a name, a new one where it has none yet. */
  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.push(name) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  nameOf(number: number): string {
    const name = this.#names[number];
    if (name === undefined)
      throw new RangeError(`There is no kind ${number} among ${this.size}: ask the table it came from.`);
    return name;
  }
}
