/** Decides which of the patterns that match a name says what it is. */

import { getOrInsert } from "../../../text/list.js";
import type { NameItem } from "../scopeItems.js";

interface NameCandidate {
  /** The index of the pattern in the query. */
  readonly pattern: number;
  readonly role: string;
  readonly item: NameItem | undefined;
  /** Candidates after it are ignored. */
  readonly isAlone: boolean;
}

/**
 * The candidates for each name. The first pattern in the query wins. If it is a definition,
 * patterns that define the name in other scopes count as well.
 */
export class NameCandidates {
  /** Offsets of names that can't be renamed, not even with `rewrite`. */
  readonly fixedOffsets = new Set<number>();
  readonly #byOffset = new Map<number, NameCandidate[]>();

  add(from: number, candidate: NameCandidate): void {
    getOrInsert(this.#byOffset, from, () => []).push(candidate);
  }

  resolve(): NameItem[] {
    const names: NameItem[] = [];
    for (const [from, candidates] of [...this.#byOffset].sort(([a], [b]) => a - b)) {
      candidates.sort((a, b) => a.pattern - b.pattern);
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
