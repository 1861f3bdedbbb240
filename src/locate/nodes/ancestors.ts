/** The ancestors of an anchor in the syntax tree, and the place that a node means. */
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { isLineEnd, isSpaceAt } from "../find/characters.js";
import type { Locate, PointOrRange } from "../locate.js";
import type { ResolveSource } from "../resolve/resolve.js";
import { isOfType, type NodeChain, type NodeValue } from "./nodeValue.js";

/** The request of a node selection: the Locate as given, and its document. */
export interface NodeSelectionContext {
  readonly locate: Locate;
  readonly source: ResolveSource;
  /** The scope for messages, as `findAnchors` describes it. */
  readonly scopeName: string;
  readonly as: PointOrRange;
}

/** An occurrence of the anchor, the nodes that cover it, and the nearest one of the wanted type. */
export interface AncestorMatch {
  readonly occurrence: Stretch;
  readonly chain: NodeChain;
  readonly target: NodeValue | undefined;
}

/** A node that an anchor leads to. */
export interface SelectedNode {
  readonly node: NodeValue;
  /** The type of the Locate that the node is of: its own, or a supertype. */
  readonly type: string;
}

/** Returns the types that a Locate names, in order of preference. */
export function wantedTypesOf({ ancestor_node_type: type }: Locate): readonly string[] {
  if (type === undefined) return [];
  return typeof type === "string" ? [type] : type;
}

/** Returns the first node of a type, from the smallest up. */
export function findAncestor(chain: NodeChain, type: string): NodeValue | undefined {
  return chain.find((node) => isOfType(node, type));
}

/** Returns the distinct nodes of a type that the chains reach, in source order. */
export function findTargets(chains: readonly NodeChain[], type: string): NodeValue[] {
  const targets = new Map<string, NodeValue>();
  for (const chain of chains) {
    const target = findAncestor(chain, type);
    if (target !== undefined) targets.set(nodeKey(target), target);
  }
  return [...targets.values()].sort((a, b) => a.from - b.from || b.to - a.to);
}

/** Returns a key that is equal for the same node. */
export function nodeKey({ from, to, type }: NodeValue): string {
  return `${from} ${to} ${type}`;
}

/**
 * Returns the place of a node. A range is the node without trailing line ends and the indentation
 * after them, which some grammars include. A point is the name that the node declares, or else its
 * start.
 */
export function stretchOfNode(node: NodeValue, document: Document, as: PointOrRange): Stretch {
  if (as === "range") return withoutLineEnds(node, document.text);
  const from = node.name?.from ?? node.from;
  return { from, to: from };
}

/** Returns a stretch without the whitespace at its end, if that contains a line end. */
function withoutLineEnds({ from, to }: Stretch, text: string): Stretch {
  let end = to;
  let crossesLineEnd = false;
  while (end > from && isSpaceAt(text, end - 1)) crossesLineEnd = isLineEnd(text.charCodeAt(--end)) || crossesLineEnd;
  return { from, to: crossesLineEnd && end > from ? end : to };
}
