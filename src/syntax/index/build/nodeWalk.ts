/** A walk over the nodes of any tree: the input of an index. */

import type { KindTable } from "../records/kindTable.js";

/**
 * The kind of nodes without a record: anonymous tokens and comments. Their descendants have none
 * either.
 */
export const NO_RECORD = -1;

/**
 * A cursor, at first on the root. Offsets are UTF-16. The children of a node lie in it, in order,
 * and don't overlap.
 */
export interface NodeWalk {
  /** The table of the kinds. */
  readonly kinds: KindTable;
  /** The kind of the current node, or `NO_RECORD`. */
  readonly kind: number;
  readonly from: number;
  readonly to: number;
  /**
   * Identifies a node across two trees that are both alive: equal only if the nodes and all their
   * descendants are the same.
   */
  readonly id: unknown;
  /**
   * Moves to the first child. Returns false and does not move if there is none; so do the other
   * two.
   */
  down(): boolean;
  /** Moves to the next sibling. */
  next(): boolean;
  /** Moves to the parent. */
  up(): boolean;
}
