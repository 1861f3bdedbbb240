/** Syntax nodes as values of the Locate language, from any parser. */
import type { Stretch } from "../../text/stretch.js";

/** A syntax node. Offsets are 0-based UTF-16 code units into the document's text, half-open. */
export interface NodeValue extends Stretch {
  /** The type in the grammar: `match_arm`. For an anonymous node, its text: `=>`. */
  readonly type: string;
  /** The field that it is in its parent: `name`, `body`. */
  readonly field?: string;
  readonly named: boolean;
  /** The supertypes of its type in the grammar, nearest first: `expression`. */
  readonly supertypes?: readonly string[];
  /** The name that it declares, if any. */
  readonly name?: Stretch;
}

/** The nodes that cover one stretch, smallest first, up to the root. Each lies inside the next. */
export type NodeChain = readonly NodeValue[];

/** The result of a search for the n-th sibling of a node: the sibling, if there is one. */
export interface SiblingSearch {
  readonly node?: NodeValue;
  /** The numbers of siblings of the type before and after the node. */
  readonly before: number;
  readonly after: number;
}

/** Checks whether a node is of a type, or of a subtype of it. */
export function isOfType({ type, supertypes }: NodeValue, wanted: string): boolean {
  return type === wanted || supertypes?.includes(wanted) === true;
}
