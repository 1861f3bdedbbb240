/** Selecting a syntax node: from each occurrence of an anchor up to a type, and only one may be reached. Section 6 of the protocol. */
import type { Stretch } from "../../text/stretch.js";
import type { As } from "../resolve/resolve.js";
import { type Climb, distinctTargets, type SelectContext, stretchOfNode, targetOf } from "./ancestors.js";
import type { NodeChain, NodeValue } from "./nodeValue.js";
import { ancestorNotFound, ancestorRequired, anchorAmbiguous } from "./selectErrors.js";

export interface Selected extends Stretch {
  readonly node: NodeValue;
  /** How often the anchor stands in the scope. */
  readonly occurrences: number;
}

/**
 * The one node of a type that is reached from the occurrences of an anchor; `chains` has the nodes that cover each of them. Throws
 * `ancestor_required` where no type is given, `ancestor_not_found`, `anchor_ambiguous`.
 */
export function select(
  occurrences: readonly Stretch[],
  chains: readonly NodeChain[],
  ancestorNodeType: string | undefined,
  context: SelectContext,
  as: As,
): Selected {
  const climbs = occurrences.map((occurrence, index): Climb => {
    const chain = chains[index] ?? [];
    const target = ancestorNodeType === undefined ? undefined : targetOf(chain, ancestorNodeType);
    return { occurrence, chain, target };
  });
  if (ancestorNodeType === undefined) throw ancestorRequired(climbs, context);
  const targets = distinctTargets(climbs);
  const [target] = targets;
  if (target === undefined) throw ancestorNotFound(climbs, ancestorNodeType, context);
  if (targets.length > 1) throw anchorAmbiguous(climbs, targets, ancestorNodeType, context, as);
  return { ...stretchOfNode(target, context.source.document, as), node: target, occurrences: occurrences.length };
}
