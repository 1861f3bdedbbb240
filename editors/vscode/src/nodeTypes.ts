/**
 * The node types to choose from, read from the proxy's error for an anchor without a type,
 * `ancestor_required`.
 */

import type { Position, Range } from "./protocol.js";
import { isObject, type ProxyError } from "./proxyError.js";

export interface AnchorMatches {
  /** Where the anchor occurs, 0-based; only the first of very many. */
  readonly places: readonly Position[];
  /** The number of occurrences. */
  readonly count: number;
  /** The types of the nodes around it, from the smallest, without duplicates. */
  readonly types: readonly string[];
  /** The type most likely meant. */
  readonly suggestion: string | undefined;
}

/**
 * Returns `undefined` for other failures: the anchor does not occur, or there is no syntax tree.
 */
export function readAnchorMatches({ kind, facts }: ProxyError): AnchorMatches | undefined {
  if (kind !== "ancestor_required") return undefined;
  const occurrences = Array.isArray(facts["occurrences"]) ? facts["occurrences"].filter(isObject) : [];
  const types = occurrences.flatMap(({ ancestors }) => (Array.isArray(ancestors) ? ancestors : []));
  return {
    places: occurrences.flatMap(({ position }) => fromOneBased(position) ?? []),
    count: typeof facts["anchor_occurrences"] === "number" ? facts["anchor_occurrences"] : occurrences.length,
    types: [...new Set(types.filter((type) => typeof type === "string"))],
    suggestion: typeof facts["suggestion"] === "string" ? facts["suggestion"] : undefined,
  };
}

/**
 * Returns the nodes that an anchor and a type select if there are several (`anchor_ambiguous`),
 * 0-based; `undefined` for other failures.
 */
export function readCandidateNodes({ kind, facts }: ProxyError): readonly Range[] | undefined {
  if (kind !== "anchor_ambiguous" || !Array.isArray(facts["targets"])) return undefined;
  return facts["targets"].filter(isObject).flatMap(({ range }) => {
    const start = isObject(range) ? fromOneBased(range["start"]) : undefined;
    const end = isObject(range) ? fromOneBased(range["end"]) : undefined;
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
}

/** Converts the 1-based position of an error to VS Code's. */
function fromOneBased(position: unknown): Position | undefined {
  if (!isObject(position)) return undefined;
  const { line, character } = position;
  return typeof line === "number" && typeof character === "number"
    ? { line: line - 1, character: character - 1 }
    : undefined;
}
