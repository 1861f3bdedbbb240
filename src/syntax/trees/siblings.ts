/** The siblings of a syntax node that are of one type. */

import type { Node } from "web-tree-sitter";
import { chainOf, type GrammarNode, isNodeOfType, type SyntaxNode, toSyntaxNode } from "./coveringNodes.js";
import type { ParsedText } from "./parsedText.js";

export interface SiblingResult {
  /** Absent where there are fewer siblings on that side. */
  readonly node?: SyntaxNode;
  /** The numbers of siblings of the type before and after the node. */
  readonly before: number;
  readonly after: number;
}

/**
 * Returns the named sibling at a distance from a node, counted among the siblings of a type or its
 * subtypes: 1 is the next one, -1 the previous one. Linear in the number of siblings. The root, of
 * an embedded text too, has none.
 */
export function findSibling(parsed: ParsedText, wanted: SyntaxNode, type: string, distance: number): SiblingResult {
  const found = chainOf(parsed, wanted).find(
    ({ node }) => node.startIndex === wanted.from && node.endIndex === wanted.to && node.type === wanted.type,
  );
  const parent = found?.node.parent;
  if (!found || !parent) return { before: 0, after: 0 };
  const siblings = siblingsOfType(parent, found, type);
  const at = siblings.findIndex(({ id }) => id === found.node.id);
  const node = siblings[at + distance];
  return {
    ...(node === undefined ? {} : { node: toSyntaxNode({ node, grammar: found.grammar }) }),
    before: at,
    after: siblings.length - at - 1,
  };
}

/** Returns the named children of a node that are of a type, and `self` in any case. */
function siblingsOfType(parent: Node, { node: self, grammar }: GrammarNode, type: string): Node[] {
  const siblings: Node[] = [];
  const cursor = parent.walk();
  try {
    for (let goes = cursor.gotoFirstChild(); goes; goes = cursor.gotoNextSibling()) {
      if (!cursor.nodeIsNamed && cursor.nodeId !== self.id) continue;
      const node = cursor.currentNode;
      if (node.id === self.id || isNodeOfType({ node, grammar }, type)) siblings.push(node);
    }
    return siblings;
  } finally {
    // The garbage collector does not free cursors.
    cursor.delete();
  }
}
