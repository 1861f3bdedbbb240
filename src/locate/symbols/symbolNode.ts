/** The symbols of a document as values of the Locate language, from any source. */

import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";

/**
 * A symbol and those inside it. Offsets are 0-based UTF-16 code units into the document's text,
 * half-open. Siblings are in source order. A child lies inside its parent's `from`..`to` if the
 * backend says so.
 */
export interface SymbolNode {
  /** The name as the backend writes it: `(*T).Ptr`, `impl Trait for Foo`, `"quoted-key"`. */
  readonly name: string;
  readonly detail?: string;
  /** LSP's SymbolKind, 1–26, or CELL_KIND. */
  readonly kind: number;
  /** The full range, as the backend gave it. */
  readonly from: number;
  readonly to: number;
  /**
   * The selection range, as the backend gave it. It is a hint for the position of the name, and not
   * always the name.
   */
  readonly nameFrom: number;
  readonly nameTo: number;
  /** Whether a path leads to it but listings omit it: a variable inside a function. */
  readonly isLocal?: boolean;
  /** What new code takes the place of, if that is not all of it: a cell without its first line. */
  readonly code?: Stretch;
  readonly children: readonly SymbolNode[];
}

/**
 * A declaration in the syntax tree, with its leading comment, and the offset where its own code
 * begins.
 */
export interface DeclarationStretch extends Stretch {
  readonly codeFrom: number;
}

/**
 * Returns the declaration whose name is at an offset; undefined where the tree has none. Of several
 * that begin there, such as a list's item and the item's first key, it is the one named `name`.
 */
export type DeclarationAt = (offset: number, name?: string) => DeclarationStretch | undefined;

export const symbolKindNames: readonly string[] = (
  "file module namespace package class method property field constructor enum interface function variable constant string " +
  "number boolean array object key null enum_member struct event operator type_parameter"
).split(" ");

/** The kind of cells, for which LSP has none. */
export const CELL_KIND = 27;

/** Returns the word for a kind. */
export function symbolKindName(kind: number): string {
  if (kind === CELL_KIND) return "cell";
  return symbolKindNames[kind - 1] ?? "symbol";
}

/** Returns LSP's SymbolKind for a word; 13, a variable, for an unknown one. */
export function symbolKindOfName(name: string): number {
  return symbolKindNames.indexOf(name) + 1 || 13;
}

/** Returns the SymbolKinds for these words. */
export function symbolKindsNamed(...names: readonly string[]): ReadonlySet<number> {
  return new Set(names.map(symbolKindOfName));
}

/** The SymbolKinds of symbols that take arguments. */
export const callableSymbolKinds = symbolKindsNamed("method", "constructor", "function");

interface NestedStretch<Inner> extends Stretch {
  readonly children: readonly Inner[];
}

/**
 * Returns the symbols around an offset, outermost first. Unlike in describe/, the end of a range is
 * outside of it.
 */
export function symbolsAround<Symbol extends NestedStretch<Symbol>>(
  roots: readonly Symbol[],
  offset: number,
): Symbol[] {
  const around: Symbol[] = [];
  let nodes = roots;
  for (;;) {
    const inner = nodes.find((node) => node.from <= offset && offset < node.to);
    if (inner === undefined) return around;
    around.push(inner);
    nodes = inner.children;
  }
}

/**
 * Returns the symbol whose name is at an offset, after those around it; empty where none has its
 * name there. Symbols of one declaration may share their range.
 */
export function symbolsNamedAt(symbols: readonly SymbolNode[], offset: number): readonly SymbolNode[] {
  for (const symbol of symbols) {
    if (symbol.nameFrom <= offset && offset < symbol.nameTo) return [symbol];
    const inner = symbol.from <= offset && offset < symbol.to ? symbolsNamedAt(symbol.children, offset) : [];
    if (inner.length > 0) return [symbol, ...inner];
  }
  return [];
}

/** Returns a symbol's range inside the text, as some servers end it far outside. */
export function clampRange(node: SymbolNode, document: Document): Stretch {
  const from = Math.max(0, Math.min(node.from, document.length));
  return { from, to: Math.max(from, Math.min(node.to, document.length)) };
}
