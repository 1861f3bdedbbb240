/** Selecting a syntax node: from each occurrence of an anchor up to a type, and only one may be reached. Section 6 of the protocol. */

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
  /** How often the anchor stands in the scope. */
  readonly occurrenceCount: number;
}

/**
 * The one node of a type that is reached from the occurrences of an anchor; `chains` has the nodes that cover each of them. Throws
 * `ancestor_required` where no type is given, `ancestor_not_found`, `anchor_ambiguous`.
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
