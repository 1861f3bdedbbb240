/** The symbol at a cursor: at either end of a word, or on the parentheses around it. */

import type { Document } from "../../text/document.js";
import { isHighSurrogate, isLowSurrogate } from "../../text/lineEnd.js";
import { childrenOf, type IndexedNode, nodesAt } from "./nodesAt.js";
import type { SyntaxIndex } from "./syntaxIndex.js";

/** A node without children. */
export interface LeafNode {
  readonly kind: string;
  readonly text: string;
  /** The parent's kind; `undefined` for a root. */
  readonly parentKind: string | undefined;
}

/** Returns the name that a leaf is, or `undefined` if it is not a name. */
export type LeafNameRule = (leaf: LeafNode) => string | undefined;

export interface SymbolAtOffset {
  readonly name: string;
  /** The nodes from the root to the one with the name. */
  readonly path: readonly IndexedNode[];
  /** The nodes of the path that only wrap another. */
  readonly wrappers: readonly IndexedNode[];
}

/**
 * Returns the first of: the leaf at `offset`, the leaf one code point to its left on the same line,
 * and the leaf in the brackets that begin or end at either. The document must hold the text of the
 * index. Throws a `RangeError` if `offset` is outside the document.
 */
export function findSymbolAt(
  index: SyntaxIndex,
  document: Document,
  offset: number,
  nameOf: LeafNameRule = defaultNameOf,
): SymbolAtOffset | undefined {
  if (offset > document.length) {
    throw new RangeError(
      `There is no offset ${offset} in a document of length ${document.length}: pass 0 <= offset <= its length.`,
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

/** Returns where the code point before `offset` starts, or `undefined` at the start of a line. */
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

/**
 * Returns the path extended through wrappers to their only leaf; empty if `offset` is not on a
 * bracket.
 */
function unwrap(
  index: SyntaxIndex,
  document: Document,
  path: readonly IndexedNode[],
  offset: number,
): readonly IndexedNode[] {
  if (!/[()[\]{}@]/.test(document.slice(offset, offset + 1)) || path.length < 2) return [];
  const innerPath = [...path];
  for (let last = innerPath.at(-1); last !== undefined && last.descendantCount > 0; last = innerPath.at(-1)) {
    const [inner] = childrenOf(index, last);
    if (inner === undefined || !isWrapper(document, last, inner)) return [];
    innerPath.push(inner);
  }
  return innerPath;
}

/**
 * Returns whether `outer` holds only `inner`, and brackets around it: `(x)`, `{ x; }`, `@x`, or a
 * node that renames another. Not `return x`, and not an argument list that happens to have one
 * element.
 */
function isWrapper(document: Document, outer: IndexedNode, inner: IndexedNode): boolean {
  return (
    outer.descendantCount === inner.descendantCount + 1 &&
    !/argument|parameter/.test(outer.kind) &&
    (outer.kind === "quote" ? quoteOpening : opening).test(document.slice(outer.from, inner.from)) &&
    /^[\s)\]};,]*$/.test(document.slice(inner.to, outer.to))
  );
}

const opening = /^[\s([{]*$/;
/** A quoted name of Rholang: `@x`, `@{x}`. */
const quoteOpening = /^@[\s([{]*$/;

const word = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
/** How grammars call names. These need not be identifiers: `font-size`, `@count`. */
const nameKinds =
  /(?:^|_)(?:identifier|ident|name|variable|var|word|symbol|constant|property|selector|label|alias|atom|sym)$/;
/**
 * How they call leaves that look like words and are not names: literals, keywords, running text.
 */
const nonNameKinds =
  /literal|number|integer|float|string|char|bool|keyword|content|text|inline|scalar|value|unit|escape|modifier|specifier|qualifier|(?:primitive|predefined|builtin|integral|floating_point|void)_type|^ERROR$/;

/**
 * Returns the leaf's text if it is a name. A leaf whose kind is its own text (`null`, `this`,
 * `None` of kind `none`) is a keyword. In Rholang a quoted string is a name: `@"foo"`.
 */
export function defaultNameOf({ kind, text, parentKind }: LeafNode): string | undefined {
  if (kind === "string_literal" && parentKind === "quote") return /^"([^"\\\r\n]+)"$/.exec(text)?.[1];
  if (nameKinds.test(kind)) return /^\S+$/.test(text) ? text : undefined;
  return word.test(text) && !nonNameKinds.test(kind) && kind !== text.toLowerCase() ? text : undefined;
}
