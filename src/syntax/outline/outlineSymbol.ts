/** A symbol of an outline, of a tree or of a head alone. */

import type { Stretch } from "../../text/stretch.js";
import type { Arity } from "./arity.js";

/**
 * A declaration and those inside it, in source order. Offsets are 0-based UTF-16 code units,
 * half-open.
 */
export interface OutlineSymbol extends Stretch {
  readonly name: string;
  /** An LSP SymbolKind as a word: `enum_member`. */
  readonly kind: string;
  readonly detail?: string;
  /** Of a callable; absent where the text doesn't determine it. */
  readonly arity?: Arity;
  /** The labels by which calls name its parameters, `_` for none, in languages that have them. */
  readonly labels?: readonly string[];
  /** The types that a method takes, `->`, and what it returns, where methods make interfaces. */
  readonly signature?: readonly string[];
  /** Where its code begins: `from`, or the end of its leading comment. */
  readonly codeFrom: number;
  /**
   * The extent of the name; of the whole symbol if the name is not in the text (an array index).
   */
  readonly nameFrom: number;
  readonly nameTo: number;
  /** Whether it is a variable in a function. Such symbols can be named, but are not listed. */
  readonly isLocal: boolean;
  readonly children: readonly OutlineSymbol[];
}

/**
 * Returns the range of a symbol with decorators, without the comment above. LSP requires it to hold
 * the name.
 */
export function codeRangeOf({ codeFrom, to, nameFrom, nameTo }: OutlineSymbol): Stretch {
  return { from: Math.min(codeFrom, nameFrom), to: Math.max(to, nameTo) };
}
