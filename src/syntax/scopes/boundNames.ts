/** The bound names of a parsed text, and those at a place. */

import { partitionPoint } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import type { ParsedText } from "../trees/parsedText.js";
import { componentOf } from "../trees/templates/templateTexts.js";
import { type BoundName, type BoundNames, bindNames } from "./bind.js";
import { bindComponent } from "./bindComponent.js";
import { reachOf } from "./nameReach.js";
import { runScopesQuery } from "./query/scopesQuery.js";

/** Bound once per parsed text; `undefined` if the language has no `scopes` query. */
const boundByText = new WeakMap<ParsedText, { readonly bound: BoundNames | undefined }>();

export function boundNamesOf(parsed: ParsedText): BoundNames | undefined {
  const known = boundByText.get(parsed);
  if (known) return known.bound;
  const component = componentOf(parsed);
  if (component) {
    for (const [text, bound] of bindComponent(component, parsed.document)) boundByText.set(text, { bound });
    const own = boundByText.get(parsed);
    if (own) return own.bound;
  }
  const items = runScopesQuery(parsed);
  const bound = items && bindNames(items, parsed.document.length);
  boundByText.set(parsed, { bound });
  return bound;
}

/**
 * Returns the name that covers a leaf or lies in it, as a sigil may be a leaf by itself. Of two
 * names in one place, returns the more local one; of a path and a member in it, the member.
 */
export function findCoveringName({ names }: Pick<BoundNames, "names">, { from, to }: Stretch): BoundName | undefined {
  const at = firstIndexAfter(names, from);
  const near = names.slice(Math.max(0, at - 8), at + 8);
  const over = near.filter(({ item }) => item.from <= from && to <= item.to);
  const within = near.filter(({ item }) => from <= item.from && item.to <= to);
  const words = over.filter(({ item }) => item.item === "member" && item.receiver === undefined);
  return mostLocal(words.length > 0 ? words : over) ?? mostLocal(within);
}

/** Returns the name around `offset`, or else the one that ends there. */
export function findNameAt({ names }: BoundNames, offset: number): BoundName | undefined {
  const at = firstIndexAfter(names, offset);
  const near = names.slice(Math.max(0, at - 8), at + 1);
  return (
    mostLocal(near.filter(({ item }) => item.from <= offset && offset < item.to)) ??
    mostLocal(near.filter(({ item }) => item.to === offset))
  );
}

function mostLocal(names: readonly BoundName[]): BoundName | undefined {
  return names.find(({ binding }) => reachOf(binding) === "local") ?? names[0];
}

/** Returns the index of the first name that starts after `offset`. */
export function firstIndexAfter(names: readonly BoundName[], offset: number): number {
  return partitionPoint(names, ({ item }) => item.from <= offset);
}
