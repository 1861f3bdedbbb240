/** Climbing from an anchor to a node of a type, and what the node is as a place. */
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { isLineEnd, isSpaceAt } from "../find/characters.js";
import type { Locate, PointOrRange } from "../locate.js";
import type { ResolveSource } from "../resolve/resolve.js";
import { isOfType, type NodeChain, type NodeValue } from "./nodeValue.js";

/** What is selected in: the Locate as it was given, and what is known of its document. */
export interface NodeSelectionContext {
  readonly locate: Locate;
  readonly source: ResolveSource;
  /** The scope in words, as `findAnchors` says it. */
  readonly scopeName: string;
  readonly as: PointOrRange;
}

/** An occurrence of the anchor, the nodes that cover it, and the one of the wanted type that was climbed to. */
export interface AncestorMatch {
  readonly occurrence: Stretch;
  readonly chain: NodeChain;
  readonly target: NodeValue | undefined;
}

/** The first node of a type, from the smallest up. */
export function findAncestor(chain: NodeChain, type: string): NodeValue | undefined {
  return chain.find((node) => isOfType(node, type));
}

/** What was climbed to, each once, in source order. */
export function distinctTargets(matches: readonly Pick<AncestorMatch, "target">[]): NodeValue[] {
  const targets = new Map<string, NodeValue>();
  for (const { target } of matches) if (target !== undefined) targets.set(nodeKey(target), target);
  return [...targets.values()].sort((a, b) => a.from - b.from || b.to - a.to);
}

/** The same for the same node. */
export function nodeKey({ from, to, type }: NodeValue): string {
  return `${from} ${to} ${type}`;
}

/**
 * A node as a place. A range is the node without trailing line ends and the indentation behind them, which some grammars count in; a
 * point is the name it declares, else its start.
 */
export function stretchOfNode(node: NodeValue, document: Document, as: PointOrRange): Stretch {
  if (as === "range") return withoutLineEnds(node, document.text);
  const from = node.name?.from ?? node.from;
  return { from, to: from };
}

/** A stretch without the whitespace at its end, if that holds a line end. */
function withoutLineEnds({ from, to }: Stretch, text: string): Stretch {
  let end = to;
  let crossesLineEnd = false;
  while (end > from && isSpaceAt(text, end - 1)) crossesLineEnd = isLineEnd(text.charCodeAt(--end)) || crossesLineEnd;
  return { from, to: crossesLineEnd && end > from ? end : to };
}
