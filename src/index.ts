/** The library's public table: the pure core, for harnesses in TypeScript. */
import { LocateError } from "./error.js";
import { type Locate, readLocate } from "./locate/locate.js";
import { readings } from "./locate/notation.js";
import { type As, type Purpose, type Resolved, resolve } from "./locate/resolve.js";
import type { SymbolNode } from "./locate/symbols.js";
import { Document } from "./text/document.js";

export { type ErrorFacts, type ErrorKind, LocateError } from "./error.js";
export type { LineScope, Locate, LocateRange, Scope, SymbolScope } from "./locate/locate.js";
export { formatLocate, type NotationOptions, parseLocate } from "./locate/notation.js";
export type { MatchFacts, Resolved, SymbolFacts } from "./locate/resolve.js";
export type { SymbolNode } from "./locate/symbols.js";

export interface ResolveOptions {
  /** The text of the file that the Locate is about. */
  readonly text: string;
  /** Its symbols, needed where the scope is a symbol path. */
  readonly symbols?: readonly SymbolNode[];
  /** LSP's language id; without it the file's extension tells. */
  readonly languageId?: string;
  /** Default "point": then `from` is `to`. */
  readonly as?: As;
  /** Default "read". For "write" only certain matches will do. */
  readonly purpose?: Purpose;
}

/** The place a Locate means in a text: offsets, 0-based UTF-16, half-open. Throws a LocateError. */
export function resolveLocate(locate: Locate | string, options: ResolveOptions): Resolved {
  const { text, symbols, languageId, as = "point", purpose = "read" } = options;
  const source = { document: Document.of(text), symbols, languageId };
  const meanings = typeof locate === "string" ? readings(locate) : ([readLocate(locate)] as const);
  let failure: LocateError | undefined;
  for (const meaning of meanings) {
    try {
      return resolve(meaning, source, as, purpose);
    } catch (error) {
      // Where no symbol has that path, the text may be read otherwise: `package.json:dependencies.@types/node`.
      if (!(error instanceof LocateError) || error.kind !== "symbol_not_found") throw error;
      failure ??= error;
    }
  }
  throw failure;
}
