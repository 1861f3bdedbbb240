/**
 * Ranks names by how well they match a text with some of their letters, as typed to search for a
 * symbol.
 */

import type { NameMatch } from "../declaration.js";
import { MAX_COMPARED_UNITS, PackedCodeUnits, QueryText } from "./codeUnits.js";

/** The ways in which a name can have the letters of a text in order, ignoring case; best first. */
const matchKinds = {
  whole: 0,
  wholeButCase: 1,
  prefix: 2,
  prefixButCase: 3,
  wordStarts: 4,
  inside: 5,
  scattered: 6,
} as const;

/**
 * Of two names that match in the same way, the shorter one is better. Names longer than this are
 * equal.
 */
const MAX_LENGTH = 0xff;

/** Ranks below are those of names that hold the text, whole or by the beginnings of its words. */
export const SCATTERED_RANK = matchKinds.scattered * (MAX_LENGTH + 1);

/** The words for the kinds below `SCATTERED_RANK`, by their numbers. */
const matchWords = ["exact", "case", "prefix", "prefix", "words", "part"] as const satisfies readonly NameMatch[];

/** Returns in which way the name of a rank below `SCATTERED_RANK` matches. */
export function matchOfRank(rank: number): NameMatch {
  return matchWords[Math.floor(rank / (MAX_LENGTH + 1))] as NameMatch;
}

/** All ranks are below. */
const RANK_LIMIT = 7 * (MAX_LENGTH + 1);

export class NamePattern {
  readonly #query: QueryText;
  readonly #name = new PackedCodeUnits();

  constructor(text: string) {
    this.#query = new QueryText(text);
  }

  /**
   * Returns the rank of the encoded name at `offset`, lower is better; -1 if it does not match, or
   * the rank is not below `limit`.
   */
  rank(bytes: Uint8Array, offset: number, limit: number): number {
    const name = this.#name;
    name.moveTo(bytes, offset);
    const length = Math.min(name.length, MAX_LENGTH);
    if (name.length < this.#query.length) return -1;
    const prefix = this.#prefixKind();
    if (prefix !== undefined) return rankBelow(limit, prefix * (MAX_LENGTH + 1) + length);
    if (matchKinds.wordStarts * (MAX_LENGTH + 1) + length >= limit || !this.#hasAllLetters()) return -1;
    return rankBelow(limit, this.#innerKind() * (MAX_LENGTH + 1) + length);
  }

  #prefixKind(): number | undefined {
    const [name, query] = [this.#name, this.#query];
    let isSame = true;
    for (let at = 0; at < query.length; at++) {
      if (name.foldedAt(at) !== query.foldedAt(at)) return undefined;
      isSame &&= name.at(at) === query.at(at);
    }
    if (name.length === query.length) return isSame ? matchKinds.whole : matchKinds.wholeButCase;
    return isSame ? matchKinds.prefix : matchKinds.prefixButCase;
  }

  #hasAllLetters(): boolean {
    const [name, query] = [this.#name, this.#query];
    let found = 0;
    for (let at = 0, surplus = name.length - query.length; surplus >= 0 && found < query.length; at++) {
      if (name.foldedAt(at) === query.foldedAt(found)) found++;
      else surplus--;
    }
    return found === query.length;
  }

  /** Returns the kind of match of a name that has the letters, but does not begin with them. */
  #innerKind(): number {
    if (this.#query.length <= MAX_COMPARED_UNITS && this.#hasAtWordStarts()) return matchKinds.wordStarts;
    return this.#isInside() ? matchKinds.inside : matchKinds.scattered;
  }

  /** Whether the text consists of beginnings of words of the name: `geUN` in `getUserName`. */
  #hasAtWordStarts(): boolean {
    const [name, query] = [this.#name, this.#query];
    const whole = 1 << query.length;
    // Bit n of `upToHere`: the first n letters match up to this unit, which is the last of them. Of
    // `before`: up to any unit so far.
    let upToHere = 0;
    let before = 1;
    for (let at = 0; at < name.length && (before & whole) === 0; at++) {
      const places = query.positionBitsOf(name.foldedAt(at));
      if (places !== 0) upToHere = ((isWordStart(name, at) ? before : upToHere) & places) << 1;
      else upToHere = 0;
      before |= upToHere;
    }
    return (before & whole) !== 0;
  }

  #isInside(): boolean {
    const [name, query] = [this.#name, this.#query];
    for (let from = 1; from + query.length <= name.length; from++) {
      let same = 0;
      while (same < query.length && name.foldedAt(from + same) === query.foldedAt(same)) same++;
      if (same === query.length) return true;
    }
    return false;
  }
}

/** Returns whether a word of a name begins at a unit: four do in `getHTTPServer_2`. */
export function isWordStart(name: PackedCodeUnits, at: number): boolean {
  if (at === 0) return true;
  const [before, here] = [characterClassOf(name.at(at - 1)), characterClassOf(name.at(at))];
  if (here === characterClasses.separator || here === characterClasses.lower)
    return here !== before && before === characterClasses.separator;
  if (here !== before) return true;
  // `HTTPServer` has two words.
  return (
    here === characterClasses.upper &&
    at + 1 < name.length &&
    characterClassOf(name.at(at + 1)) === characterClasses.lower
  );
}

function rankBelow(limit: number, rank: number): number {
  return rank < limit ? rank : -1;
}

const characterClasses = { separator: 0, digit: 1, lower: 2, upper: 3 } as const;
const latinClasses = Uint8Array.from({ length: 256 }, (_, unit) => computeCharacterClass(unit));

function characterClassOf(unit: number): number {
  return unit < 256 ? (latinClasses[unit] as number) : computeCharacterClass(unit);
}

function computeCharacterClass(unit: number): number {
  const character = String.fromCharCode(unit);
  if (/\p{Lu}/u.test(character)) return characterClasses.upper;
  if (/\p{Nd}/u.test(character)) return characterClasses.digit;
  return /[\p{L}\p{M}\p{Cs}]/u.test(character) ? characterClasses.lower : characterClasses.separator;
}

/**
 * Collects the best of many names by rank. Keeps whole ranks: all but the last together have fewer
 * than `maxNames` names.
 */
export class BestNames {
  readonly #maxNames: number;
  readonly #byRank: number[][] = [];
  /** Ranks from here on are not needed. */
  rankLimit = RANK_LIMIT;
  #count = 0;

  constructor(maxNames: number) {
    this.#maxNames = maxNames;
  }

  add(name: number, rank: number): void {
    (this.#byRank[rank] ??= []).push(name);
    this.#count++;
    for (;;) {
      const last = this.#byRank[this.rankLimit - 1]?.length ?? 0;
      if (this.#count - last < this.#maxNames || this.rankLimit === 0) return;
      this.#count -= last;
      this.rankLimit--;
    }
  }

  /** Yields the names of each rank, best first. */
  *ranks(): Iterable<readonly number[]> {
    for (const names of this.#byRank.slice(0, this.rankLimit)) if (names) yield names;
  }
}
