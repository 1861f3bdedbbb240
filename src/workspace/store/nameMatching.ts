/**
 * Matches names with a text: with some of their letters, as typed to search for a symbol; with a
 * pattern with `*`; and by similarity, where the text is misspelt.
 */

import { CASE_ONLY_SIMILARITY } from "../../locate/similarity.js";
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

/** Names with a lower similarity have only letters in common. */
export const MIN_NAME_SIMILARITY = 0.5;
/** The similarity of names with the same beginning, which is all that is compared. */
const SAME_BEGINNING_SIMILARITY = 0.98;
/** Shorter texts are parts of too many names. */
const MIN_PART_LENGTH = 3;

/**
 * The similarities of a kind of names, in the order in which people expect the kinds: names that
 * begin with the text, names with a word that does, names that are close to it.
 */
interface Tier {
  readonly from: number;
  readonly to: number;
}
const PREFIX: Tier = { from: 0.9, to: 0.98 };
const WORD_PREFIX: Tier = { from: 0.82, to: 0.9 };
const CLOSE: Tier = { from: MIN_NAME_SIMILARITY, to: 0.82 };

/** Returns the similarity at `fraction` of the tier; 1 is its end. */
function within({ from, to }: Tier, fraction: number): number {
  return from + (to - from) * fraction;
}

/**
 * Rates names by their similarity to one that is misspelt or incomplete. Each name is read once, in
 * time linear in its length.
 */
export class NameSimilarity {
  readonly #query: QueryText;
  readonly #comparedLength: number;
  readonly #name = new PackedCodeUnits();

  constructor(text: string) {
    this.#query = new QueryText(text);
    this.#comparedLength = Math.min(text.length, MAX_COMPARED_UNITS);
  }

  /**
   * Returns the similarity of the encoded name at `offset`, 1 for the same name. Case does not
   * count, but for the name that differs in nothing else. Then come names that begin with the text,
   * names with a word that begins with it, and names at a small distance: one changed, missing,
   * surplus or swapped unit counts once, and a name that contains the other is close. Of long names
   * only the beginnings are compared. May return 0 if the similarity is below `minSimilarity`.
   */
  score(bytes: Uint8Array, offset: number, minSimilarity: number): number {
    const name = this.#name;
    name.moveTo(bytes, offset);
    const shorter = Math.min(name.length, this.#query.length);
    const longer = Math.max(name.length, this.#query.length);
    if (longer === 0) return 1;
    if (shorter === 0) return 0;
    const fraction = shorter / longer;
    const canBePart = shorter >= MIN_PART_LENGTH;
    const canBeginWord = canBePart && name.length >= this.#query.length;
    const maxEditSimilarity =
      shorter < longer / 2
        ? 0
        : 1 - Math.min(longer - shorter, MAX_COMPARED_UNITS) / Math.min(longer, MAX_COMPARED_UNITS);
    const bestTier = canBeginWord ? within(PREFIX, fraction) : canBePart ? within(CLOSE, fraction) : 0;
    const best = shorter === longer ? 1 : Math.max(bestTier, closeness(maxEditSimilarity));
    // Most names are too long or too short, and not read.
    if (best < minSimilarity) return 0;
    // The distance of a name that contains the other is the difference of their lengths.
    const maxDistance = Math.max((1 - minEditSimilarity(minSimilarity)) * longer + 0.001, longer - shorter);
    const { distance, place } = this.#compare(longer > MAX_COMPARED_UNITS ? longer : maxDistance);
    if (distance === 0 && shorter === longer && longer <= MAX_COMPARED_UNITS)
      return this.#isSame() ? 1 : CASE_ONLY_SIMILARITY;
    const editSimilarity = maxEditSimilarity === 0 ? 0 : 1 - distance / Math.min(longer, MAX_COMPARED_UNITS);
    const byDistance = closeness(Math.min(editSimilarity, SAME_BEGINNING_SIMILARITY));
    const byPart = !canBePart || place === undefined ? 0 : within(tierOf(place), fraction);
    return Math.max(byPart, byDistance);
  }

  #isSame(): boolean {
    for (let at = 0; at < this.#query.length; at++) if (this.#name.at(at) !== this.#query.at(at)) return false;
    return true;
  }

  /**
   * Returns the number of insertions, deletions, replacements and swaps of neighbours, and where
   * one name contains the other. Computes each column of the distance table at once, with the rows
   * as bits of a number (Hyyrö 2003). If the distance is above `maxDistance`, the result is some
   * other number above it.
   */
  #compare(maxDistance: number): { readonly distance: number; readonly place: PartPlace | undefined } {
    const [name, query] = [this.#name, this.#query];
    const last = 1 << (this.#comparedLength - 1);
    const length = Math.min(name.length, MAX_COMPARED_UNITS);
    const mayContain = this.#comparedLength === query.length;
    let place: PartPlace | undefined;
    let [beganHere, beganFirst] = [0, -1];
    let distance = this.#comparedLength;
    let [more, less, same, placesBefore] = [-1, 0, 0, 0];
    for (let at = 0; at < length; at++) {
      const places = query.positionBitsOf(name.foldedAt(at));
      beganHere = ((beganHere << 1) | 1) & places;
      if (mayContain && (beganHere & last) !== 0 && place !== "first" && place !== "word")
        place = this.#placeOf(at + 1 - query.length);
      beganFirst = (at === 0 ? -1 : beganFirst << 1) & places;
      const swapped = ((~same & places) << 1) & placesBefore;
      same = (((places & more) + more) ^ more) | places | less | swapped;
      const above = less | ~(same | more);
      const below = same & more;
      if ((above & last) !== 0) distance++;
      if ((below & last) !== 0) distance--;
      more = (below << 1) | ~(same | (above << 1) | 1);
      less = ((above << 1) | 1) & same;
      placesBefore = places;
      if (distance - (length - 1 - at) > maxDistance) return { distance, place: undefined };
    }
    if (place === undefined && beganFirst !== 0 && length === name.length) place = "inside";
    return { distance, place };
  }

  #placeOf(at: number): PartPlace {
    if (at === 0) return "first";
    return isWordStart(this.#name, at) ? "word" : "inside";
  }
}

/** Where one name contains the other: at its start, at the start of a word in it, or elsewhere. */
type PartPlace = "first" | "word" | "inside";

function tierOf(place: PartPlace): Tier {
  switch (place) {
    case "first":
      return PREFIX;
    case "word":
      return WORD_PREFIX;
    case "inside":
      return CLOSE;
  }
}

/** Returns the place in the tier of a similarity by distance, 0 below the least. */
function closeness(editSimilarity: number): number {
  const fraction = (editSimilarity - MIN_NAME_SIMILARITY) / (1 - MIN_NAME_SIMILARITY);
  return fraction < 0 ? 0 : within(CLOSE, fraction);
}

/** Returns the least similarity by distance of a name with this similarity. */
function minEditSimilarity(similarity: number): number {
  const fraction = (similarity - CLOSE.from) / (CLOSE.to - CLOSE.from);
  return Math.min(1, MIN_NAME_SIMILARITY + (1 - MIN_NAME_SIMILARITY) * fraction);
}

/** The number of surplus items after which the kept ones are sorted and trimmed. */
const SORT_THRESHOLD = 32;

/** Selects the first few of many items without keeping or sorting all of them. */
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

/** One pattern. Each name is read in time linear in its length for each part of the pattern. */
export class NameGlob {
  readonly #parts: readonly string[];
  readonly #foldedParts: readonly string[];

  constructor(pattern: string) {
    this.#parts = pattern.split("*");
    this.#foldedParts = pattern.toLowerCase().split("*");
  }

  /** Returns 0 for a name that matches, 1 for one that does in another case; else undefined. */
  rank(name: string): 0 | 1 | undefined {
    if (matches(name, this.#parts)) return 0;
    return matches(name.toLowerCase(), this.#foldedParts) ? 1 : undefined;
  }
}

/** Whether a name is these parts with any text between them. */
function matches(name: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  const end = name.length - last.length;
  let from = first.length;
  // The earliest place of each part leaves the most room for those after it.
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at < 0 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
