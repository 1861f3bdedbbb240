/** A syntax node, as the Locate language sees it: a value, whoever parsed the text. */
import type { Stretch } from "../../text/stretch.js";

/** Offsets are 0-based UTF-16 code units into the document's text, half-open. */
export interface NodeValue extends Stretch {
  /** As the grammar names it: `match_arm`; an anonymous node's is its text: `=>`. */
  readonly type: string;
  /** Its field in the node around it: `name`, `body`. */
  readonly field?: string;
  readonly named: boolean;
  /** The supertypes that the grammar gives its type, nearest first: `expression`. */
  readonly supertypes?: readonly string[];
  /** The name it declares, where it declares something. */
  readonly name?: Stretch;
}

/** The nodes that cover one stretch, the smallest first, up to the root. Each lies inside the next. */
export type NodeChain = readonly NodeValue[];

/** Whether a node is of a type, or of a subtype of it. */
export function isOfType({ type, supertypes }: NodeValue, wanted: string): boolean {
  return type === wanted || supertypes?.includes(wanted) === true;
}
