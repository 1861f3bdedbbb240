/**
 * Selection of a syntax node: from each occurrence of an anchor up to a type, then to one of the
 * nodes reached, then to a sibling.
 */

import type { Stretch } from "../../text/stretch.js";
import {
  type AncestorMatch,
  findAncestor,
  findTargets,
  type NodeSelectionContext,
  type SelectedNode,
  wantedTypesOf,
} from "./ancestors.js";
import type { NodeChain, NodeValue, SiblingSearch } from "./nodeValue.js";
import {
  ancestorNotFound,
  ancestorRequired,
  anchorAmbiguous,
  siblingNotFound,
  targetIndexOutOfRange,
} from "./selectErrors.js";

/**
 * Returns the node of the Locate's type that the occurrences of its anchor reach, before any step
 * to a sibling. Of several types, the first that is reached decides; of several nodes,
 * `find_index`. `chains` has the nodes that cover each occurrence. Throws `ancestor_required`
 * without a type, `ancestor_not_found`, `index_out_of_range`, or `anchor_ambiguous`.
 */
export function selectNode(
  occurrences: readonly Stretch[],
  chains: readonly NodeChain[],
  context: NodeSelectionContext,
): SelectedNode {
  const { find_index: index } = context.locate;
  const types = wantedTypesOf(context.locate);
  const matchesOf = (type: string | undefined) =>
    occurrences.map((occurrence, at): AncestorMatch => {
      const chain = chains[at] ?? [];
      return { occurrence, chain, target: type === undefined ? undefined : findAncestor(chain, type) };
    });
  if (types.length === 0) throw ancestorRequired(matchesOf(undefined), context);
  const type = types.find((each) => chains.some((chain) => findAncestor(chain, each) !== undefined));
  if (type === undefined) throw ancestorNotFound(matchesOf(undefined), context);
  const targets = findTargets(chains, type);
  const isIndexed = typeof index === "number";
  if (!isIndexed && targets.length > 1) throw anchorAmbiguous(matchesOf(type), targets, type, context);
  const node = targets[isIndexed ? index : 0];
  if (node === undefined) throw targetIndexOutOfRange(targets, type, context);
  return { node, type };
}

/** Returns the sibling that was searched for from a selected node. Throws `sibling_not_found`. */
export function selectSibling(
  selected: SelectedNode,
  search: SiblingSearch,
  context: Pick<NodeSelectionContext, "locate" | "source">,
): NodeValue {
  if (search.node === undefined) throw siblingNotFound(selected, search, context);
  return search.node;
}
