/** What a Locate is: the types of the language, and the check that a value from outside is one. */
import { readFields } from "./notation/fields.js";
import { type ParseOptions, parseLocate } from "./notation/notation.js";

/** Lines, 1-based, both ends inclusive; an end of 0 means the last line. `character` (1-based, UTF-16) only with one line. */
export interface LineScope {
  readonly line: number | readonly [number, number];
  readonly character?: number;
}

/** The names that lead to a symbol, outermost first. A name may end in `[n]`: the n-th of several, 0-based. */
export interface SymbolScope {
  readonly symbol_path: readonly string[];
}

export type Scope = LineScope | SymbolScope;

/** Where in code a point is, by meaning. Closed: a field that is not listed here is an error. */
export interface Locate {
  readonly file_path?: string;
  readonly scope?: Scope;
  readonly find?: string;
  readonly find_index?: number | "only";
  readonly fuzzy?: boolean;
  readonly anchor_text?: string;
  readonly ancestor_node_type?: string;
  readonly handle?: string;
}

/** The same fields, read as a stretch of text. */
export type LocateRange = Locate;

/** What a Locate is asked for: a place in a document, or just the document, for which its file is enough. */
export type PlaceOrDocument = "place" | "document";

/**
 * A Locate from an object or from the notation, checked: fields that are null, or say what is the default anyway, are left out.
 * Throws `invalid_locate` with the field and what was expected of it.
 */
export function readLocate(value: unknown, options: ParseOptions = {}): Locate {
  return typeof value === "string" ? parseLocate(value, options) : readFields(value, options);
}
