/** The library's public table: the pure core, for harnesses in TypeScript. */
import { LocateError } from "./error.js";
import { describeStretch } from "./locate/describe/describeStretch.js";
import type { Locate, PointOrRange } from "./locate/locate.js";
import { findAnchors } from "./locate/nodes/anchor.js";
import type { NodeChain } from "./locate/nodes/nodeValue.js";
import { selectNode } from "./locate/nodes/selectNode.js";
import { parseLocateReadings } from "./locate/notation/notation.js";
import { readLocate } from "./locate/notation/readLocate.js";
import { type Purpose, type Resolved, type ResolveSource, resolve } from "./locate/resolve/resolve.js";
import type { SymbolNode } from "./locate/symbols/symbolNode.js";
import { Document } from "./text/document.js";
import type { Stretch } from "./text/stretch.js";

export { type ErrorFacts, type ErrorKind, LocateError } from "./error.js";
export type { LineScope, Locate, LocateRange, Scope, SymbolScope } from "./locate/locate.js";
export type { NodeChain, NodeValue } from "./locate/nodes/nodeValue.js";
export { formatLocate, type NotationOptions, parseLocate } from "./locate/notation/notation.js";
export type { MatchFacts, Resolved, SymbolFacts } from "./locate/resolve/resolve.js";
export type { SymbolNode } from "./locate/symbols/symbolNode.js";
export type { Stretch } from "./text/stretch.js";

export interface ResolveOptions {
  /** The text of the file that the Locate is about. */
  readonly text: string;
  /** Its symbols, needed where the scope is a symbol path. */
  readonly symbols?: readonly SymbolNode[];
  /** The syntax nodes that cover a stretch, the smallest first, up to the root: needed where the Locate has an anchor_text. */
  readonly nodes?: (stretch: Stretch) => NodeChain;
  /** LSP's language id; without it the file's extension tells. */
  readonly languageId?: string;
  /** Default "point": then `from` is `to`. */
  readonly as?: PointOrRange;
  /** Default "read". For "write" only certain matches will do. */
  readonly purpose?: Purpose;
}

/** The place a Locate means in a text: offsets, 0-based UTF-16, half-open. Throws a LocateError. */
export function resolveLocate(locate: Locate | string, options: ResolveOptions): Resolved {
  const { text, symbols, nodes, languageId, as = "point", purpose = "read" } = options;
  const source = { document: Document.of(text), symbols, languageId };
  const locateReadings = typeof locate === "string" ? parseLocateReadings(locate) : ([readLocate(locate)] as const);
  let failure: LocateError | undefined;
  for (const reading of locateReadings) {
    try {
      return reading.anchor_text === undefined || nodes === undefined
        ? resolve(reading, source, as, purpose)
        : selectIn(reading, source, nodes, as);
    } catch (error) {
      // Where no symbol has that path, the text may be read otherwise: `package.json:dependencies.@types/node`.
      if (!(error instanceof LocateError) || error.kind !== "symbol_not_found") throw error;
      failure ??= error;
    }
  }
  throw failure;
}

function selectIn(
  locate: Locate,
  source: ResolveSource,
  nodes: (stretch: Stretch) => NodeChain,
  as: PointOrRange,
): Resolved {
  const { occurrences, scopeName } = findAnchors(locate, source);
  const chains = occurrences.map((occurrence) => nodes(occurrence));
  const { from, to } = selectNode(occurrences, chains, { locate, source, scopeName, as });
  return { from, to };
}

export interface DescribeOptions {
  /** The text of the file that the place is in. */
  readonly text: string;
  /** Its symbols: with them the Locate says the symbol, and outlives more edits. */
  readonly symbols?: readonly SymbolNode[];
  /** As it shall stand in the Locate; its extension tells the language where there is no languageId. */
  readonly file_path?: string;
  readonly languageId?: string;
  /** Default "point" where `from` is `to`, else "range". */
  readonly as?: PointOrRange;
}

/** The most robust Locate that leads back to exactly that place of a text. Throws a LocateError for a range that none leads to. */
export function describeLocate(place: Stretch, options: DescribeOptions): Locate {
  const { text, symbols, file_path, languageId, as = place.from === place.to ? "point" : "range" } = options;
  return describeStretch(place, { document: Document.of(text), symbols, file_path, languageId }, as);
}
