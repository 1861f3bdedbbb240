/**
 * Rates names by their similarity to one that may be misspelt. Each name is read once, in time
 * linear in its length.
 */

import { CASE_ONLY_SIMILARITY, containmentSimilarity } from "../../locate/similarity.js";
import { MAX_COMPARED_UNITS, PackedCodeUnits, QueryText } from "./codeUnits.js";

/** Names with a lower similarity have only letters in common. */
export const MIN_NAME_SIMILARITY = 0.5;
/** The similarity of names with the same beginning, which is all that is compared. */
const SAME_BEGINNING_SIMILARITY = 0.98;

export class NameSimilarity {
  readonly #query: QueryText;
  readonly #comparedLength: number;
  readonly #name = new PackedCodeUnits();

  constructor(text: string) {
    this.#query = new QueryText(text);
    this.#comparedLength = Math.min(text.length, MAX_COMPARED_UNITS);
  }

  /**
   * Returns the similarity of the encoded name at `offset`, 1 for the same name. One changed,
   * missing, surplus or swapped unit counts once, case does not count; a name that contains the
   * other is similar. Of long names only the beginnings are compared. May return 0 if the
   * similarity is below `minSimilarity`.
   */
  score(bytes: Uint8Array, offset: number, minSimilarity: number): number {
    const name = this.#name;
    name.moveTo(bytes, offset);
    const shorter = Math.min(name.length, this.#query.length);
    const longer = Math.max(name.length, this.#query.length);
    if (longer === 0) return 1;
    if (shorter === 0) return 0;
    const containment = containmentSimilarity(shorter, longer);
    // Most names are too long or too short, and not read.
    const maxEditSimilarity =
      shorter < longer / 2
        ? 0
        : 1 - Math.min(longer - shorter, MAX_COMPARED_UNITS) / Math.min(longer, MAX_COMPARED_UNITS);
    if (Math.max(containment, maxEditSimilarity) < minSimilarity) return 0;
    // The distance of a name that contains the other is the difference of their lengths.
    const maxDistance = Math.max((1 - minSimilarity) * longer, longer - shorter);
    const { distance, isInside } = this.#compare(longer > MAX_COMPARED_UNITS ? longer : maxDistance);
    if (distance === 0 && shorter === longer && longer <= MAX_COMPARED_UNITS)
      return this.#isSame() ? 1 : CASE_ONLY_SIMILARITY;
    const editSimilarity = maxEditSimilarity === 0 ? 0 : 1 - distance / Math.min(longer, MAX_COMPARED_UNITS);
    return Math.max(isInside ? containment : 0, Math.min(editSimilarity, SAME_BEGINNING_SIMILARITY));
  }

  #isSame(): boolean {
    for (let at = 0; at < this.#query.length; at++) if (this.#name.at(at) !== this.#query.at(at)) return false;
    return true;
  }

  /**
   * Returns the number of insertions, deletions, replacements and swaps of neighbours, and whether
   * one name contains the other. Computes each column of the distance table at once, with the rows
   * as bits of a number (Hyyrö 2003). If the distance is above `maxDistance`, the result is some
   * other number above it.
   */
  #compare(maxDistance: number): { readonly distance: number; readonly isInside: boolean } {
    const [name, query] = [this.#name, this.#query];
    const last = 1 << (this.#comparedLength - 1);
    const length = Math.min(name.length, MAX_COMPARED_UNITS);
    const mayContain = this.#comparedLength === query.length;
    let contains = false;
    let [beganHere, beganFirst] = [0, -1];
    let distance = this.#comparedLength;
    let [more, less, same, placesBefore] = [-1, 0, 0, 0];
    for (let at = 0; at < length; at++) {
      const places = query.positionBitsOf(name.foldedAt(at));
      beganHere = ((beganHere << 1) | 1) & places;
      contains ||= mayContain && (beganHere & last) !== 0;
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
      if (distance - (length - 1 - at) > maxDistance) return { distance, isInside: false };
    }
    return { distance, isInside: contains || (beganFirst !== 0 && length === name.length) };
  }
}
