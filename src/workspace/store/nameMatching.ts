/** How well names fit a text that has some of their letters: what somebody types who looks for a symbol. */

import { mostPlaces, Sought, Units } from "./codeUnits.js";

/** From the best: ways in which a name can have the letters of a text in order, ignoring case. */
const ways = {
  whole: 0,
  wholeButCase: 1,
  prefix: 2,
  prefixButCase: 3,
  wordStarts: 4,
  inside: 5,
  scattered: 6,
} as const;

/** Among names that fit in one way the shorter is the better; those longer than this are alike. */
const longest = 0xff;

/** No rank is as high. */
export const rankLimit = 7 * (longest + 1);

export class NamePattern {
  readonly #sought: Sought;
  readonly #name = new Units();

  constructor(text: string) {
    this.#sought = new Sought(text);
  }

  /** The lower the better; -1 where the name that lies there in some bytes does not fit, or no better than `limit`. */
  rank(bytes: Uint8Array, place: number, limit: number): number {
    const name = this.#name;
    name.set(bytes, place);
    const length = Math.min(name.length, longest);
    if (name.length < this.#sought.length) return -1;
    const prefix = this.#prefixWay();
    if (prefix !== undefined) return below(limit, prefix * (longest + 1) + length);
    if (ways.wordStarts * (longest + 1) + length >= limit || !this.#isScattered()) return -1;
    return below(limit, this.#laterWay() * (longest + 1) + length);
  }

  #prefixWay(): number | undefined {
    const [name, sought] = [this.#name, this.#sought];
    let isSame = true;
    for (let at = 0; at < sought.length; at++) {
      if (name.folded(at) !== sought.folded(at)) return undefined;
      isSame &&= name.at(at) === sought.at(at);
    }
    if (name.length === sought.length) return isSame ? ways.whole : ways.wholeButCase;
    return isSame ? ways.prefix : ways.prefixButCase;
  }

  #isScattered(): boolean {
    const [name, sought] = [this.#name, this.#sought];
    let found = 0;
    for (let at = 0, surplus = name.length - sought.length; surplus >= 0 && found < sought.length; at++) {
      if (name.folded(at) === sought.folded(found)) found++;
      else surplus--;
    }
    return found === sought.length;
  }

  /** Of a name that has the letters, but not at its beginning. */
  #laterWay(): number {
    if (this.#sought.length <= mostPlaces && this.#hasAtWordStarts()) return ways.wordStarts;
    return this.#isInside() ? ways.inside : ways.scattered;
  }

  /** Whether pieces of words, each from the word's start on, make up the text: `geUN` in `getUserName`. */
  #hasAtWordStarts(): boolean {
    const [name, sought] = [this.#name, this.#sought];
    const whole = 1 << sought.length;
    // Bit n: so can the first n letters be found, the last of them in the unit before; or anywhere before.
    let upToHere = 0;
    let before = 1;
    for (let at = 0; at < name.length && (before & whole) === 0; at++) {
      const places = sought.placesOf(name.folded(at));
      if (places !== 0) upToHere = ((this.#isWordStart(at) ? before : upToHere) & places) << 1;
      else upToHere = 0;
      before |= upToHere;
    }
    return (before & whole) !== 0;
  }

  #isWordStart(at: number): boolean {
    if (at === 0) return true;
    const name = this.#name;
    const [before, here] = [sortOf(name.at(at - 1)), sortOf(name.at(at))];
    if (here === sorts.separator || here === sorts.lower) return here !== before && before === sorts.separator;
    if (here !== before) return true;
    // `HTTPServer` has two words.
    return here === sorts.upper && at + 1 < name.length && sortOf(name.at(at + 1)) === sorts.lower;
  }

  #isInside(): boolean {
    const [name, sought] = [this.#name, this.#sought];
    for (let from = 1; from + sought.length <= name.length; from++) {
      let same = 0;
      while (same < sought.length && name.folded(from + same) === sought.folded(same)) same++;
      if (same === sought.length) return true;
    }
    return false;
  }
}

function below(limit: number, rank: number): number {
  return rank < limit ? rank : -1;
}

const sorts = { separator: 0, digit: 1, lower: 2, upper: 3 } as const;
const latinSorts = Uint8Array.from({ length: 256 }, (_, unit) => wideSortOf(unit));

function sortOf(unit: number): number {
  return unit < 256 ? (latinSorts[unit] as number) : wideSortOf(unit);
}

function wideSortOf(unit: number): number {
  const character = String.fromCharCode(unit);
  if (/\p{Lu}/u.test(character)) return sorts.upper;
  if (/\p{Nd}/u.test(character)) return sorts.digit;
  return /[\p{L}\p{M}\p{Cs}]/u.test(character) ? sorts.lower : sorts.separator;
}

/** The best of many names, found as they come: by rank, and so many that the ranks below the last have fewer than wanted. */
export class BestNames {
  readonly #wanted: number;
  readonly #byRank: number[][] = [];
  /** Ranks from here on are not needed any more. */
  limit = rankLimit;
  #count = 0;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  add(name: number, rank: number): void {
    (this.#byRank[rank] ??= []).push(name);
    this.#count++;
    for (;;) {
      const last = this.#byRank[this.limit - 1]?.length ?? 0;
      if (this.#count - last < this.#wanted || this.limit === 0) return;
      this.#count -= last;
      this.limit--;
    }
  }

  /** Names by rank, the best first. */
  *ranks(): Iterable<readonly number[]> {
    for (const names of this.#byRank.slice(0, this.limit)) if (names) yield names;
  }
}
