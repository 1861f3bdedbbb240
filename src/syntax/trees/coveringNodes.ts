/** The syntax nodes around a stretch, including those of embedded languages. */

import type { Node } from "web-tree-sitter";
import { appendAll } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import type { LoadedGrammar } from "../grammars/loadedGrammar.js";
import { embeddedAt, type ParsedText } from "./parsedText.js";

/** A syntax node as a plain value. Offsets are 0-based UTF-16 code units, half-open. */
export interface SyntaxNode extends Stretch {
  readonly type: string;
  readonly field?: string;
  readonly named: boolean;
  readonly supertypes?: readonly string[];
  readonly name?: Stretch;
}

export interface CoveringOptions {
  /** Include the innermost node of each type, however far it is from the smallest node. */
  readonly targetTypes?: readonly string[];
  /** Include the fields of the nodes, which are costly to find. */
  readonly withFields?: boolean;
}

/**
 * The most nodes returned for one stretch. Of the nodes further out, only the root and those of
 * `targetTypes` are returned.
 */
const MAX_NODES = 500;

/**
 * Returns the nodes that cover a stretch, from the smallest to the root. A point is covered by
 * nodes with `from <= point < to`; at the end of the text, `point <= to`.
 */
export function findCoveringNodes(
  parsed: ParsedText,
  stretch: Stretch,
  { targetTypes = [], withFields = false }: CoveringOptions,
): SyntaxNode[] {
  const ancestors = chainOf(parsed, widenPoint(stretch, parsed.document.length));
  const outer = ancestors.slice(MAX_NODES);
  const chain = ancestors.slice(0, MAX_NODES);
  const root = outer.at(-1);
  if (root !== undefined) {
    const targets = targetTypes.flatMap((type) => ancestors.find((node) => isNodeOfType(node, type)) ?? []);
    const wanted = new Set([...targets, root]);
    appendAll(
      chain,
      outer.filter((node) => wanted.has(node)),
    );
  }
  return chain.map((found, index) => toSyntaxNode(found, withFields ? ancestors[index + 1] : undefined));
}

/** Widens a point to the code unit after it; at the end of the text, to the one before. */
function widenPoint({ from, to }: Stretch, length: number): Stretch {
  if (from < to) return { from, to };
  return from < length ? { from, to: from + 1 } : { from: Math.max(0, length - 1), to: length };
}

/** A node with the grammar that it was parsed with. */
export interface GrammarNode {
  readonly node: Node;
  readonly grammar: LoadedGrammar;
}

/** Checks whether a node is of a type, or of a subtype of it. */
export function isNodeOfType({ node, grammar }: GrammarNode, type: string): boolean {
  return node.type === type || grammar.supertypes.get(node.type)?.includes(type) === true;
}

/**
 * Returns the chain of nodes, innermost first. Goes down child by child, because `Node.parent`
 * starts at the root each time.
 */
export function chainOf(parsed: ParsedText, stretch: Stretch): GrammarNode[] {
  const { grammar, tree } = parsed;
  const chain: GrammarNode[] = [];
  for (let node: Node | null = tree.rootNode; node !== null; node = findCoveringChild(node, stretch))
    chain.push({ node, grammar });
  chain.reverse();
  const inner = embeddedAt(parsed, stretch);
  return inner ? [...chainOf(inner, stretch), ...chain] : chain;
}

function findCoveringChild(node: Node, { from, to }: Stretch): Node | null {
  const child = node.firstChildForIndex(from);
  return child && child.startIndex <= from && to <= child.endIndex ? child : null;
}

/** Returns a node as a value, with its field if its parent is given. */
export function toSyntaxNode({ node, grammar }: GrammarNode, parent?: GrammarNode): SyntaxNode {
  const { type } = node;
  const supertypes = grammar.supertypes.get(type);
  const field = parent && fieldNameOf(parent.node, node);
  const name = declaringTypes.test(type) ? node.childForFieldName("name") : null;
  return {
    type,
    ...(field ? { field } : {}),
    from: node.startIndex,
    to: node.endIndex,
    named: node.isNamed,
    ...(supertypes ? { supertypes } : {}),
    ...(name ? { name: { from: name.startIndex, to: name.endIndex } } : {}),
  };
}

/** Node types whose field `name` is the name they declare, not one they refer to. */
const declaringTypes = /declar|defin|specifier|_item$|_spec$|parameter|^(?:class|module|method|singleton_method|pair)$/;

/** Nodes with more children are lists, whose children have no fields. */
const MAX_SIBLINGS = 1_000;

/** Returns the field that a node has in its parent. */
function fieldNameOf(parent: Node, { id }: Node): string | undefined {
  if (parent.childCount > MAX_SIBLINGS) return undefined;
  const cursor = parent.walk();
  try {
    for (let goes = cursor.gotoFirstChild(); goes; goes = cursor.gotoNextSibling())
      if (cursor.nodeId === id) return cursor.currentFieldName ?? undefined;
    return undefined;
  } finally {
    // The garbage collector does not free cursors.
    cursor.delete();
  }
}
