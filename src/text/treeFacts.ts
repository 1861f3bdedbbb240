/** Facts of a syntax tree about stretches of a text, as plain values. */

import type { Stretch } from "./stretch.js";

/**
 * How the indentation of a line of source text may change: of code by levels; of a comment or
 * literal block together with the line that opens it; of a string not at all.
 */
export type LineKind = "code" | "block" | "string";

/** A list, and those of its elements that a stretch consists of. */
export interface ElementList extends Stretch {
  /** The type of the list's syntax node. */
  readonly type: string;
  /** What may separate elements; the first is usual. Empty for a list separated by white space. */
  readonly separators: readonly string[];
  /** Whether a separator may be missing: at a line end, or because the elements contain it. */
  readonly isOptional: boolean;
  /** The stretch between the brackets, or after the keyword that begins the list. */
  readonly inside: Stretch;
  /** The number of elements. */
  readonly count: number;
  /** The first and the last of the elements that the stretch consists of, as indexes. */
  readonly first: number;
  readonly last: number;
  /** From the start of the first to the end of the last of them, without a separator. */
  readonly elements: Stretch;
  /** The elements beside them. */
  readonly previous?: Stretch;
  readonly next?: Stretch;
  /** What has no meaning without an element of this list; absent where the list may be empty. */
  readonly owner?: ListOwner;
}

/** A list, or the clause or statement around it, and the list that this is an element of. */
export interface ListOwner extends Stretch {
  readonly list?: ElementList;
}

/** The parameters of a declaration, or the arguments of a call, as the list after its name. */
export interface CallList {
  /** The stretch between the brackets, or all of the list where it has none. */
  readonly inside: Stretch;
  /** In source order, without separators. */
  readonly elements: readonly Stretch[];
  /** What separates elements. */
  readonly separator: string;
  /** Whether a function without a name follows the list, as one argument more. */
  readonly hasClosure: boolean;
}

/** What text is that is not code; "indented code" is that of Markdown. */
export type ProseKind = "comment" | "string" | "text" | "indented code";

/** What a syntax tree says about a stretch that is to be edited. */
export interface StretchFacts {
  /** The innermost list of which it is one or more whole elements. */
  readonly list?: ElementList;
  /** What it lies in, if that is not code. */
  readonly prose?: ProseKind;
}
