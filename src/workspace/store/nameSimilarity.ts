/** How like names are to one that may be misspelt. Each is looked at once, unit by unit, in the same time whatever the two are. */

import { mostPlaces, Sought, Units } from "./codeUnits.js";

/** Names less like than this have only letters in common. */
export const leastNearness = 0.5;
const shortestInside = 3;
/** Of the same name in other case, and of one whose beginning, which is all that is compared, is the same. */
const butCase = 0.99;
const sameBeginning = 0.98;

export class Nearness {
  readonly #sought: Sought;
  readonly #compared: number;
  readonly #name = new Units();

  constructor(text: string) {
    this.#sought = new Sought(text);
    this.#compared = Math.min(text.length, mostPlaces);
  }

  /**
   * 1 for the same name. One changed, missing, surplus or swapped unit counts once, case does not; a name that contains the other, or is in it, is near. Of long
   * names the beginnings are compared. Where it is less than `least` it may be told as 0.
   */
  of(bytes: Uint8Array, place: number, least: number): number {
    const name = this.#name;
    name.set(bytes, place);
    const shorter = Math.min(name.length, this.#sought.length);
    const longer = Math.max(name.length, this.#sought.length);
    if (longer === 0) return 1;
    if (shorter === 0) return 0;
    const containing = shorter < shortestInside ? 0 : 0.6 + (0.3 * shorter) / longer;
    // Most names are too long or too short, and not looked at.
    const editing =
      shorter < longer / 2 ? 0 : 1 - Math.min(longer - shorter, mostPlaces) / Math.min(longer, mostPlaces);
    if (Math.max(containing, editing) < least) return 0;
    // What contains the other differs from it by what it has more.
    const most = Math.max((1 - least) * longer, longer - shorter);
    const { distance, isInside } = this.#compare(longer > mostPlaces ? longer : most);
    if (distance === 0 && shorter === longer && longer <= mostPlaces) return this.#isSame() ? 1 : butCase;
    const edited = editing === 0 ? 0 : 1 - distance / Math.min(longer, mostPlaces);
    return Math.max(isInside ? containing : 0, Math.min(edited, sameBeginning));
  }

  #isSame(): boolean {
    for (let at = 0; at < this.#sought.length; at++) if (this.#name.at(at) !== this.#sought.at(at)) return false;
    return true;
  }

  /**
   * Insertions, deletions, replacements and swaps of neighbours, all rows of the table at once as bits of a number (Hyyrö 2003); and whether one of the two
   * contains the other, the places up to which they are the same being bits too. Where the distance is above `most`, what is told is too, if not the distance.
   */
  #compare(most: number): { readonly distance: number; readonly isInside: boolean } {
    const [name, sought] = [this.#name, this.#sought];
    const last = 1 << (this.#compared - 1);
    const length = Math.min(name.length, mostPlaces);
    const mayContain = this.#compared === sought.length;
    let contains = false;
    let [beganHere, beganFirst] = [0, -1];
    let distance = this.#compared;
    let [more, less, same, placesBefore] = [-1, 0, 0, 0];
    for (let at = 0; at < length; at++) {
      const places = sought.placesOf(name.folded(at));
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
      if (distance - (length - 1 - at) > most) return { distance, isInside: false };
    }
    return { distance, isInside: contains || (beganFirst !== 0 && length === name.length) };
  }
}
