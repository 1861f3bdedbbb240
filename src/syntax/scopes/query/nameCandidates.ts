/** Decides which of the patterns that match a name says what it is. */

import type { NameItem } from "../scopeItems.js";

/**
 * The candidates for each name. The first pattern in the query wins. If it is a definition,
 * patterns that define the name in other scopes count as well.
 */
export class NameCandidates {
  /** Offsets of names that can't be renamed, not even with `rewrite`. */
  readonly fixedOffsets = new Set<number>();
  readonly #byOffset = new Map<
    number,
    {
      readonly pattern: number;
      readonly role: string;
      readonly item: NameItem | undefined;
      readonly isAlone: boolean;
    }[]
  >();

  /** Adds a candidate. Candidates after one with `isAlone` are ignored. */
  add(from: number, candidate: { pattern: number; role: string; item: NameItem | undefined; isAlone: boolean }): void {
    const candidates = this.#byOffset.get(from);
    if (candidates) candidates.push(candidate);
    else this.#byOffset.set(from, [candidate]);
  }

  resolve(): NameItem[] {
    const names: NameItem[] = [];
    for (const from of [...this.#byOffset.keys()].sort((a, b) => a - b)) {
      const candidates = (this.#byOffset.get(from) ?? []).sort((a, b) => a.pattern - b.pattern);
      const first = candidates[0];
      const seen = new Set<string>();
      for (const { role, item, isAlone } of candidates) {
        if (first?.item?.item === "definition" ? item?.item !== "definition" : seen.size > 0) break;
        if (seen.has(role)) continue;
        seen.add(role);
        if (item) names.push(this.fixedOffsets.has(from) ? markFixed(item) : item);
        if (isAlone) break;
      }
    }
    return names;
  }
}

function markFixed(item: NameItem): NameItem {
  return item.item === "definition"
    ? { ...item, rename: "no" }
    : item.item === "reference"
      ? { ...item, isFixed: true }
      : item;
}
