/**
 * Rates names by their similarity to one that is misspelt or incomplete. Each name is read once, in
 * time linear in its length.
 */

import { CASE_ONLY_SIMILARITY } from "../../locate/similarity.js";
import { MAX_COMPARED_UNITS, PackedCodeUnits, QueryText } from "./codeUnits.js";
import { isWordStart } from "./nameMatching.js";

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
