/** The symbols of one document, as the Locate language sees them: values, whoever made them. */

import type { Stretch } from "../../text/stretch.js";

/**
 * A symbol and those inside it. Offsets are 0-based UTF-16 code units into the document's text, half-open.
 * Siblings are in source order; a child lies inside its parent's `from`..`to` wherever the backend said so.
 */
export interface SymbolNode {
  /** As the backend names it: `(*T).Ptr`, `impl Trait for Foo`, `"quoted-key"`. */
  readonly name: string;
  readonly detail?: string;
  /** LSP's SymbolKind, 1–26. */
  readonly kind: number;
  /** The full range, as the backend gave it. */
  readonly from: number;
  readonly to: number;
  /** The selection range, as the backend gave it: a hint for where the name stands, not always the name. */
  readonly nameFrom: number;
  readonly nameTo: number;
  /** Reached by a path and left out of listings: a variable inside a function. */
  readonly isLocal?: boolean;
  readonly children: readonly SymbolNode[];
}

/** A declaration as a syntax tree has it: all of it with the comment that leads it, and where its own code begins. */
export interface DeclarationStretch extends Stretch {
  readonly codeFrom: number;
}

/** The declaration of the name at an offset; undefined where the tree sees none. */
export type DeclarationAt = (name: number) => DeclarationStretch | undefined;

export const symbolKindNames: readonly string[] = (
  "file module namespace package class method property field constructor enum interface function variable constant string " +
  "number boolean array object key null enum_member struct event operator type_parameter"
).split(" ");

/** LSP's SymbolKind as a word. */
export function symbolKindName(kind: number): string {
  return symbolKindNames[kind - 1] ?? "symbol";
}

/** LSP's SymbolKind for a word; 13, a variable, for what is none. */
export function symbolKindOfName(name: string): number {
  return symbolKindNames.indexOf(name) + 1 || 13;
}

/** The symbols around an offset, outermost first. */
export function symbolsAround(roots: readonly SymbolNode[], offset: number): SymbolNode[] {
  const around: SymbolNode[] = [];
  let nodes = roots;
  for (;;) {
    const inner = nodes.find((node) => node.from <= offset && offset < node.to);
    if (inner === undefined) return around;
    around.push(inner);
    nodes = inner.children;
  }
}
