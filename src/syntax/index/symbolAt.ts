/** The symbol at an offset, as people mean it who put a cursor there: at either end of a word, or on the parentheses around it. */

import type { Document } from "../../text/document.js";
import { isHighSurrogate, isLowSurrogate } from "../../text/lineEnd.js";
import { childrenOf, type IndexedNode, nodesAt } from "./nodesAt.js";
import type { SyntaxIndex } from "./syntaxIndex.js";

/** A node with nothing below it. */
export interface LeafNode {
  readonly kind: string;
  readonly text: string;
  /** The kind of the node above; undefined for a root. */
  readonly parentKind: string | undefined;
}

/** The name a leaf stands for, undefined where it names nothing. */
export type LeafNameRule = (leaf: LeafNode) => string | undefined;

export interface SymbolAtOffset {
  readonly name: string;
  /** The nodes down to the one that holds the name, the root first. */
  readonly path: readonly IndexedNode[];
  /** Those of them that are only there to hold another. */
  readonly wrappers: readonly IndexedNode[];
}

/**
 * In turn: the leaf at the offset, the leaf one code point to the left in the same line, and what is in the parentheses that begin or end at
 * either. The document must hold the text of the index. A RangeError for what is no offset in it.
 */
export function findSymbolAt(
  index: SyntaxIndex,
  document: Document,
  offset: number,
  nameOf: LeafNameRule = defaultNameOf,
): SymbolAtOffset | undefined {
  if (offset > document.length) {
    throw new RangeError(
      `There is no offset ${offset} in a document ${document.length} long: give 0 <= offset <= its length.`,
    );
  }
  const pathAt = nodesAt(index, offset);
  const left = offsetBefore(document, offset);
  const pathBefore = left === undefined ? [] : nodesAt(index, left);
  const readSymbol = (path: readonly IndexedNode[]) => symbolOf(document, path, nameOf);
  return (
    readSymbol(pathAt) ??
    readSymbol(pathBefore) ??
    readSymbol(unwrap(index, document, pathAt, offset)) ??
    (left === undefined ? undefined : readSymbol(unwrap(index, document, pathBefore, left)))
  );
}

/** Where the code point before an offset starts, if there is one in its line. */
function offsetBefore(document: Document, offset: number): number | undefined {
  const before = document.slice(Math.max(document.lineFrom(document.lineAt(offset)), offset - 2), offset);
  if (before.length === 0) return undefined;
  const isPair = isHighSurrogate(before.charCodeAt(0)) && isLowSurrogate(before.charCodeAt(1));
  return offset - (isPair ? 2 : 1);
}

function symbolOf(document: Document, path: readonly IndexedNode[], nameOf: LeafNameRule): SymbolAtOffset | undefined {
  const node = path.at(-1);
  if (node === undefined || node.descendantCount > 0) return undefined;
  const name = nameOf({
    kind: node.kind,
    text: document.slice(node.from, node.to),
    parentKind: path.at(-2)?.kind,
  });
  if (name === undefined) return undefined;
  const wrappers = path
    .slice(1, -1)
    .filter((outer, depth) => isWrapper(document, outer, path[depth + 2] as IndexedNode));
  return { name, path, wrappers };
}

/** The path, and on through wrappers to the one leaf in them; none where the offset is not on a bracket. */
function unwrap(
  index: SyntaxIndex,
  document: Document,
  path: readonly IndexedNode[],
  offset: number,
): readonly IndexedNode[] {
  if (!/[()[\]{}]/.test(document.slice(offset, offset + 1)) || path.length < 2) return [];
  const innerPath = [...path];
  for (let last = innerPath.at(-1); last !== undefined && last.descendantCount > 0; last = innerPath.at(-1)) {
    const [inner] = childrenOf(index, last);
    if (inner === undefined || !isWrapper(document, last, inner)) return [];
    innerPath.push(inner);
  }
  return innerPath;
}

/**
 * Whether a node holds this child alone, and has nothing of its own but brackets around it. So `(x)` and `{ x; }`, also a node that only
 * renames another; not `return x`, and not what is handed to a call, which is a list that happens to have one member.
 */
function isWrapper(document: Document, outer: IndexedNode, inner: IndexedNode): boolean {
  return (
    outer.descendantCount === inner.descendantCount + 1 &&
    !/argument|parameter/.test(outer.kind) &&
    /^[\s([{]*$/.test(document.slice(outer.from, inner.from)) &&
    /^[\s)\]};,]*$/.test(document.slice(inner.to, outer.to))
  );
}

const word = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
/** What grammars call names; these may hold what no identifier does, as `font-size` and `@count`. */
const nameKinds =
  /(?:^|_)(?:identifier|ident|name|variable|var|word|symbol|constant|property|selector|label|alias|atom|sym)$/;
/** What they call leaves that look like words and are none: literals, keywords, running text. */
const nonNameKinds =
  /literal|number|integer|float|string|char|bool|keyword|content|text|inline|scalar|value|unit|escape|modifier|specifier|qualifier|(?:primitive|predefined|builtin|integral|floating_point|void)_type|^ERROR$/;

/** The leaf's text where it is a name. A leaf that is called as it reads (`null`, `this`, `None` of kind `none`) is a keyword. */
export function defaultNameOf({ kind, text }: LeafNode): string | undefined {
  if (nameKinds.test(kind)) return /^\S+$/.test(text) ? text : undefined;
  return word.test(text) && !nonNameKinds.test(kind) && kind !== text.toLowerCase() ? text : undefined;
}
