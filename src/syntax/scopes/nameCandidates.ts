/** Which of the patterns that fit a name says what it is. */

import type { NameItem } from "./scopeItems.js";

/**
 * Which pattern says what a name is. That which stands first in the query decides; only where it says that the name is defined, patterns that define it
 * in other scopes count too.
 */
export class NameCandidates {
  /** Where a name can't be another: no `rewrite` would do. */
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

  /** What comes behind a claim that is alone does not count. */
  add(from: number, claim: { pattern: number; role: string; item: NameItem | undefined; isAlone: boolean }): void {
    const claims = this.#byOffset.get(from);
    if (claims) claims.push(claim);
    else this.#byOffset.set(from, [claim]);
  }

  resolve(): NameItem[] {
    const names: NameItem[] = [];
    for (const from of [...this.#byOffset.keys()].sort((a, b) => a - b)) {
      const claims = (this.#byOffset.get(from) ?? []).sort((a, b) => a.pattern - b.pattern);
      const first = claims[0];
      const seen = new Set<string>();
      for (const { role, item, isAlone } of claims) {
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
