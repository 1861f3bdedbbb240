/** Runs tree-sitter queries and parsers within limits of time, depth and memory. */

import type { Node, Query, QueryMatch } from "web-tree-sitter";
import { beat } from "../heartbeat.js";

/** Deeper nodes start no match: the cost of a query grows with the square of the depth. */
const MAX_START_DEPTH = 1_000;
/** The length of a stretch, in UTF-16 code units, whose matches are in memory at once. */
const MIN_WINDOW_LENGTH = 64 * 1024;
/** A query visits the children of the root once for each window. */
const MAX_WINDOWS = 32;

/** The window of a query is in bytes, unlike all other indexes (web-tree-sitter 0.27.1). */
const CODE_UNIT_BYTES = 2;

export interface QueryRun {
  /** The matches, in the order of their windows. Can be iterated once. */
  readonly matches: Iterable<QueryMatch>;
  /** Whether the query was stopped, so that matches are missing. Valid after the iteration. */
  isTimedOut(): boolean;
}

/**
 * Runs a query below `root` in windows of the text, since matches take much memory. A match is in
 * the window where its first capture starts. After `timeoutMs` the query stops.
 */
export function runQuery(query: Query, root: Node, timeoutMs: number, windowLength = MIN_WINDOW_LENGTH): QueryRun {
  const deadline = performance.now() + timeoutMs;
  let isTimedOut = false;
  function* matches(): Generator<QueryMatch> {
    const end = root.endIndex;
    const length = Math.max(windowLength, Math.ceil((end - root.startIndex) / MAX_WINDOWS));
    for (let from = root.startIndex; from <= end; from += length) {
      const isLast = from + length > end;
      const options = { progressCallback: stopAt(deadline), maxStartDepth: MAX_START_DEPTH };
      const isWhole = from === root.startIndex && isLast;
      const to = isLast ? end + 1 : from + length;
      const window = { startIndex: from * CODE_UNIT_BYTES, endIndex: to * CODE_UNIT_BYTES };
      const found: (QueryMatch | undefined)[] = query.matches(root, isWhole ? options : { ...options, ...window });
      for (let n = 0; n < found.length; n++) {
        const match = found[n] as QueryMatch;
        found[n] = undefined; // so that its nodes can be collected while others are read
        const start = startOf(match);
        if (isWhole || (start >= from && start < from + length)) yield match;
      }
      isTimedOut = performance.now() > deadline;
      if (isTimedOut) return;
    }
  }
  return { matches: matches(), isTimedOut: () => isTimedOut };
}

function startOf({ captures }: QueryMatch): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { node } of captures) least = Math.min(least, node.startIndex);
  return least;
}

/**
 * Returns a progress callback that stops a query or a parser at `deadline` (`performance.now()`),
 * or when `isOver` returns true.
 */
export function stopAt(deadline: number, isOver: () => boolean = () => false): () => void {
  // web-tree-sitter stops when the callback returns true, though its types declare no result.
  return (() => {
    beat();
    return performance.now() > deadline || isOver();
  }) as unknown as () => void;
}
