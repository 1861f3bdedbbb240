/**
 * Selection of a syntax node: from each occurrence of an anchor up to a type, where only one node
 * may be reached. Section 6 of the protocol.
 */

import type { Stretch } from "../../text/stretch.js";
import {
  type AncestorMatch,
  distinctTargets,
  findAncestor,
  type NodeSelectionContext,
  stretchOfNode,
} from "./ancestors.js";
import type { NodeChain, NodeValue } from "./nodeValue.js";
import { ancestorNotFound, ancestorRequired, anchorAmbiguous } from "./selectErrors.js";

export interface SelectedNode extends Stretch {
  readonly node: NodeValue;
  /** The number of occurrences of the anchor in the scope. */
  readonly occurrenceCount: number;
}

/**
 * Returns the one node of the Locate's type that the occurrences of its anchor reach. `chains` has
 * the nodes that cover each occurrence. Throws `ancestor_required` without a type,
 * `ancestor_not_found`, or `anchor_ambiguous`.
 */
export function selectNode(
  occurrences: readonly Stretch[],
  chains: readonly NodeChain[],
  context: NodeSelectionContext,
): SelectedNode {
  const { ancestor_node_type: ancestorNodeType } = context.locate;
  const matches = occurrences.map((occurrence, index): AncestorMatch => {
    const chain = chains[index] ?? [];
    const target = ancestorNodeType === undefined ? undefined : findAncestor(chain, ancestorNodeType);
    return { occurrence, chain, target };
  });
  if (ancestorNodeType === undefined) throw ancestorRequired(matches, context);
  const targets = distinctTargets(matches);
  const [target] = targets;
  if (target === undefined) throw ancestorNotFound(matches, ancestorNodeType, context);
  if (targets.length > 1) throw anchorAmbiguous(matches, targets, ancestorNodeType, context);
  const stretch = stretchOfNode(target, context.source.document, context.as);
  return { ...stretch, node: target, occurrenceCount: occurrences.length };
}
