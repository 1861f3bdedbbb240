/** The types of the Locate language, the names of their fields, and their limits. */

import { languageOfPath } from "../languages/languages.js";

/**
 * Lines, 1-based, both ends inclusive; an end of 0 means the last line. `character` (1-based,
 * UTF-16) goes only with one line.
 */
export interface LineScope {
  readonly line: number | readonly [number, number];
  readonly character?: number;
}

/**
 * The names that lead to a symbol, outermost first. A name may end in `[n]`: the n-th of several,
 * 0-based.
 */
export interface SymbolScope {
  readonly symbol_path: readonly string[];
}

export type Scope = LineScope | SymbolScope;

/**
 * The description of a point in code by meaning. Closed: a field that is not listed here is an
 * error.
 */
export interface Locate {
  readonly file_path?: string;
  readonly scope?: Scope;
  readonly find?: string;
  readonly find_index?: number | "only";
  readonly fuzzy?: boolean;
  readonly anchor_text?: string;
  /** A list is tried in order: the first type for which there is a node decides. */
  readonly ancestor_node_type?: string | readonly string[];
  /** The distance to a sibling of that type: 1 is the next one, -1 the previous one; never 0. */
  readonly sibling?: number;
  readonly handle?: string;
}

/** The same fields, read as a stretch of text. */
export type LocateRange = Locate;

/**
 * What a request needs: a place in a document, or just the document, for which a file is enough.
 */
export type PlaceOrDocument = "place" | "document";

/** How a Locate is read: as an offset, or as a stretch of text. */
export type PointOrRange = "point" | "range";

/** All fields of a Locate, and of its scope. */
export const locateFields = [
  "file_path",
  "scope",
  "find",
  "find_index",
  "fuzzy",
  "anchor_text",
  "ancestor_node_type",
  "sibling",
  "handle",
] as const;

export const scopeFields = ["line", "character", "symbol_path"] as const;

/**
 * The maximum lengths of a find or an anchor, of a path, and of a name, in UTF-16 code units. The
 * first one bounds the cost of matching.
 */
export const MAX_FIND_LENGTH = 10_240;
export const MAX_PATH_LENGTH = 1_000;
export const MAX_NAME_LENGTH = 1_000;
/** The maximum number of names in a symbol path. */
export const MAX_PATH_NAMES = 100;
/** The maximum number of types in `ancestor_node_type`. */
export const MAX_NODE_TYPES = 20;

/**
 * Returns the language of a document that a Locate is in: as the client says, or else by the file's
 * extension.
 */
export function languageOf(
  { file_path }: { readonly file_path?: string | undefined },
  { languageId }: { readonly languageId?: string | undefined },
): string {
  return languageId ?? languageOfPath(file_path ?? "");
}
