/** The public API of the library: the pure core, for harnesses in TypeScript. */
import { LocateError } from "./error.js";
import { describeStretch } from "./locate/describe/describeStretch.js";
import type { Locate, PointOrRange } from "./locate/locate.js";
import { stretchOfNode } from "./locate/nodes/ancestors.js";
import { findAnchors } from "./locate/nodes/anchor.js";
import type { NodeChain, NodeValue, SiblingSearch } from "./locate/nodes/nodeValue.js";
import { selectNode, selectSibling } from "./locate/nodes/selectNode.js";
import { parseLocateReadings } from "./locate/notation/notation.js";
import { readLocate } from "./locate/notation/readLocate.js";
import { type Purpose, type Resolved, type ResolveSource, resolve } from "./locate/resolve/resolve.js";
import type { SymbolNode } from "./locate/symbols/symbolNode.js";
import { Document } from "./text/document.js";
import type { Stretch } from "./text/stretch.js";

export { type ErrorFacts, type ErrorKind, LocateError } from "./error.js";
export type { LineScope, Locate, LocateRange, Scope, SymbolScope } from "./locate/locate.js";
export type { NodeChain, NodeValue, SiblingSearch } from "./locate/nodes/nodeValue.js";
export { formatLocate, type NotationOptions, parseLocate } from "./locate/notation/notation.js";
export type { MatchFacts, Resolved, SymbolFacts } from "./locate/resolve/resolve.js";
export type { SymbolNode } from "./locate/symbols/symbolNode.js";
export type { Stretch } from "./text/stretch.js";

export interface ResolveOptions {
  /** The text of the file that the Locate is in. */
  readonly text: string;
  /** The file's symbols, needed where the scope is a symbol path. */
  readonly symbols?: readonly SymbolNode[];
  /**
   * Returns the syntax nodes that cover a stretch, smallest first, up to the root. Needed where the
   * Locate has an anchor_text.
   */
  readonly nodes?: (stretch: Stretch) => NodeChain;
  /**
   * Returns the sibling of a node at a distance among the siblings of a type: 1 is the next one, -1
   * the previous one. Needed where the Locate has a sibling.
   */
  readonly findSibling?: (node: NodeValue, type: string, distance: number) => SiblingSearch;
  /** LSP's language id. Default: by the file's extension. */
  readonly languageId?: string;
  /** Default "point": then `from` is equal to `to`. */
  readonly as?: PointOrRange;
  /**
   * Default "read". "write" refuses inexact matches, several matches of a find without an index,
   * and several declarations of a symbol path.
   */
  readonly purpose?: Purpose;
  /**
   * The text that is to take the place of the range. Its head tells declarations of one path apart.
   */
  readonly newText?: string;
}

/**
 * Resolves a Locate in a text. Returns offsets: 0-based, UTF-16, half-open. Throws a LocateError.
 */
export function resolveLocate(locate: Locate | string, options: ResolveOptions): Resolved {
  const { text, symbols, nodes, findSibling, languageId, as = "point", purpose = "read", newText } = options;
  const source = { document: Document.of(text), symbols, languageId };
  const locateReadings = typeof locate === "string" ? parseLocateReadings(locate) : ([readLocate(locate)] as const);
  let failure: LocateError | undefined;
  for (const reading of locateReadings) {
    try {
      return reading.anchor_text === undefined || nodes === undefined
        ? resolve(reading, source, as, purpose, newText)
        : selectIn(reading, source, { nodes, findSibling, as });
    } catch (error) {
      // Where no symbol has that path, the next reading may fit:
      // `package.json:dependencies.@types/node`.
      if (!(error instanceof LocateError) || error.kind !== "symbol_not_found") throw error;
      failure ??= error;
    }
  }
  throw failure;
}

interface NodeSelectionOptions {
  readonly nodes: NonNullable<ResolveOptions["nodes"]>;
  readonly findSibling: ResolveOptions["findSibling"];
  readonly as: PointOrRange;
}

function selectIn(locate: Locate, source: ResolveSource, { nodes, findSibling, as }: NodeSelectionOptions): Resolved {
  const { occurrences, scopeName } = findAnchors(locate, source);
  const chains = occurrences.map((occurrence) => nodes(occurrence));
  const selected = selectNode(occurrences, chains, { locate, source, scopeName, as });
  const { sibling } = locate;
  if (sibling === undefined) return stretchOfNode(selected.node, source.document, as);
  if (findSibling === undefined)
    throw new LocateError("unsupported", "sibling needs the option findSibling, which knows the syntax tree.");
  const search = findSibling(selected.node, selected.type, sibling);
  return stretchOfNode(selectSibling(selected, search, { locate, source }), source.document, as);
}

export interface DescribeOptions {
  /** The text of the file that the place is in. */
  readonly text: string;
  /**
   * The file's symbols. With them the Locate names the symbol and stays valid through more edits.
   */
  readonly symbols?: readonly SymbolNode[];
  /**
   * The path that the Locate is to have. Its extension decides the language where there is no
   * languageId.
   */
  readonly file_path?: string;
  readonly languageId?: string;
  /** Default "point" where `from` is equal to `to`, else "range". */
  readonly as?: PointOrRange;
}

/**
 * Returns the most robust Locate that leads back to exactly this place of a text. Throws a
 * LocateError for a range that no Locate leads to.
 */
export function describeLocate(place: Stretch, options: DescribeOptions): Locate {
  const { text, symbols, file_path, languageId, as = place.from === place.to ? "point" : "range" } = options;
  return describeStretch(place, { document: Document.of(text), symbols, file_path, languageId }, as);
}
