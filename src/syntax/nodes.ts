/** The syntax nodes around a stretch of text, down through the languages that are embedded there. */

import type { Node, TreeCursor } from "web-tree-sitter";
import type { Stretch } from "../text/stretch.js";
import type { LoadedGrammar } from "./loadedGrammar.js";
import { embeddedAt, type ParsedText } from "./parsedText.js";

/** A node as a value: what the Locate language sees of it. Offsets are 0-based UTF-16 code units, half-open. */
export interface SyntaxNode extends Stretch {
  readonly type: string;
  readonly field?: string;
  readonly named: boolean;
  readonly supertypes?: readonly string[];
  readonly name?: Stretch;
}

/** The innermost nodes that are told of one stretch; around them come only the root and the node that was asked for. */
const mostNodes = 500;

/**
 * The nodes that cover a stretch, the smallest first, up to the root; in a point, those it stands in or else that end there. Deep below the root the middle
 * is left out, but never the innermost node of type `wanted`.
 */
export function nodesCovering(parsed: ParsedText, stretch: Stretch, wanted: string | undefined): SyntaxNode[] {
  const chain: SyntaxNode[] = [];
  descend(parsed, stretch, chain);
  chain.reverse();
  if (chain.length <= mostNodes) return chain;
  const isWanted = ({ type, supertypes }: SyntaxNode) => type === wanted || supertypes?.includes(wanted ?? "") === true;
  const outer = chain.slice(mostNodes);
  const target = wanted === undefined || chain.slice(0, mostNodes).some(isWanted) ? undefined : outer.find(isWanted);
  const root = outer.at(-1) as SyntaxNode;
  return [...chain.slice(0, mostNodes), ...(target && target !== root ? [target] : []), root];
}

/** Adds the nodes of one tree, outermost first, and of the one embedded in the innermost. */
function descend(parsed: ParsedText, stretch: Stretch, chain: SyntaxNode[]): void {
  const cursor = parsed.tree.walk();
  try {
    chain.push(nodeAt(cursor, parsed.grammar, null));
    while (gotoChildCovering(cursor, stretch)) chain.push(nodeAt(cursor, parsed.grammar, cursor.currentFieldName));
  } finally {
    // Cursors are not collected with the objects that stand for them.
    cursor.delete();
  }
  const embedded = embeddedAt(parsed, stretch);
  if (embedded) descend(embedded, stretch, chain);
}

/** Moves to the child that covers a stretch. A loop over siblings, as none of the tree's own lookups says "covers"; it begins at the right one. */
function gotoChildCovering(cursor: TreeCursor, { from, to }: Stretch): boolean {
  if (!cursor.gotoFirstChildForIndex(from)) {
    // A point at the very end: the last node that ends there.
    if (from !== to || !cursor.gotoLastChild()) return false;
    if (cursor.endIndex === from && cursor.startIndex < from) return true;
    cursor.gotoParent();
    return false;
  }
  do {
    const start = cursor.startIndex;
    if (start > from) break;
    const end = cursor.endIndex;
    if (start < end && to <= end && (from < end || from === to)) {
      // A point between two nodes belongs to the one behind it.
      if (from === to && end === from && gotoNextAt(cursor, from)) return true;
      return true;
    }
  } while (cursor.gotoNextSibling());
  cursor.gotoParent();
  return false;
}

/** Moves to the next sibling if that begins right here and is not empty. */
function gotoNextAt(cursor: TreeCursor, offset: number): boolean {
  if (!cursor.gotoNextSibling()) return false;
  if (cursor.startIndex === offset && cursor.endIndex > offset) return true;
  cursor.gotoPreviousSibling();
  return false;
}

function nodeAt(cursor: TreeCursor, grammar: LoadedGrammar, field: string | null): SyntaxNode {
  const type = cursor.nodeType;
  const supertypes = grammar.supertypesOf.get(type);
  const name = declares.test(type) ? nameOf(cursor.currentNode) : undefined;
  return {
    type,
    ...(field === null ? {} : { field }),
    from: cursor.startIndex,
    to: cursor.endIndex,
    named: cursor.nodeIsNamed,
    ...(supertypes ? { supertypes } : {}),
    ...(name ? { name } : {}),
  };
}

/** Types of nodes whose field `name` is what they declare, and not what they refer to. */
const declares = /declar|defin|specifier|_item$|_spec$|parameter|^(?:class|module|method|singleton_method|pair)$/;

function nameOf(node: Node): Stretch | undefined {
  const name = node.childForFieldName("name");
  return name ? { from: name.startIndex, to: name.endIndex } : undefined;
}
