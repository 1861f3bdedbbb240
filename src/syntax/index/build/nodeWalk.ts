/** What an index is made from: a walk over the nodes of a tree, whatever the tree is made of. */

import type { KindTable } from "../records/kindTable.js";

/** The kind of a node that gets no record: an anonymous token, a comment. What stands below it gets none either. */
export const NO_RECORD = -1;

/**
 * Stands on a node, at first on the root. Offsets are UTF-16; a node's children lie within it, in order, and don't overlap.
 */
export interface NodeWalk {
  /** The table that `kind` is a number of. */
  readonly kinds: KindTable;
  /** Or `noRecord`. */
  readonly kind: number;
  readonly from: number;
  readonly to: number;
  /** Equal for two nodes, of two trees that are both alive, only where they are the same with all that is below them. */
  readonly id: unknown;
  /** To the first child. False, and nothing moves, where there is none; the same for the others. */
  down(): boolean;
  /** To the next sibling. */
  next(): boolean;
  /** To the parent. */
  up(): boolean;
}
