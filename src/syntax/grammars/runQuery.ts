/** Runs tree-sitter queries and parsers within limits of time and depth. */

import type { Node, Query, QueryMatch } from "web-tree-sitter";

/** Deeper nodes start no match: the cost of a query grows with the square of the depth. */
const MAX_START_DEPTH = 1_000;

/**
 * Returns the matches of a query below `root`. After `timeoutMs` the query stops, and `matches`
 * holds those found so far.
 */
export function runQuery(
  query: Query,
  root: Node,
  timeoutMs: number,
): { readonly matches: readonly QueryMatch[]; readonly isTimedOut: boolean } {
  const deadline = performance.now() + timeoutMs;
  const matches = query.matches(root, { progressCallback: stopAt(deadline), maxStartDepth: MAX_START_DEPTH });
  return { matches, isTimedOut: performance.now() > deadline };
}

/**
 * Returns a progress callback that stops a query or a parser at `deadline` (`performance.now()`).
 */
export function stopAt(deadline: number): () => void {
  // web-tree-sitter stops when the callback returns true, though its types declare no result.
  return (() => performance.now() > deadline) as unknown as () => void;
}
