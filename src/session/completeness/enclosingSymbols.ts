/**
 * The symbols that the places of an answer are in, each with a Locate that can be sent as it is.
 * Symbols come from syntax trees: asking a backend would open every file there.
 */

import { Deadline } from "../../ask/deadline.js";
import { factsOf } from "../../languages/languages.js";
import type { Locate } from "../../locate/locate.js";
import { writeLocate } from "../../locate/notation/notation.js";
import { symbolIndexOf } from "../../locate/symbols/symbolIndex.js";
import { type SymbolNode, symbolKindName } from "../../locate/symbols/symbolNode.js";
import { uniquePathOf } from "../../locate/symbols/uniquePath.js";
import { type Position, type PositionEncoding, positionToOffset } from "../../text/position.js";
import type { RequestContext } from "../client/requestContext.js";
import { displayPath, existenceCheck } from "../documents/filePaths.js";
import { type DocumentVersion, syntaxViewOf } from "../place/syntaxView.js";
import { createFileTexts, type FileTexts, type SourceContext } from "./fileTexts.js";

export interface EnclosingSymbol {
  /** A word of LSP's SymbolKind. */
  readonly kind: string;
  readonly locate: Locate;
  /** The Locate as a string: in the notation, or as JSON where only the object can express it. */
  readonly notation: string;
}

/** A position in a file, as a backend counts it. */
export interface FilePosition {
  readonly uri: string;
  readonly position: Position;
}

/** Places in further files, or after this time, get no symbol. */
const MAX_FILES = 100;
const TIMEOUT_MS = 2_000;
/** The part of a text that names its module and package. */
const HEAD_LENGTH = 20_000;

/**
 * Returns the innermost named symbol around each position, without local variables; null at the top
 * level of a file, and where the text has no outline.
 */
export async function findEnclosingSymbols(
  positions: readonly FilePosition[],
  encoding: PositionEncoding,
  sources: FileTexts,
  context: SourceContext & Pick<RequestContext, "syntax">,
): Promise<readonly (EnclosingSymbol | null)[]> {
  const deadline = Deadline.ofWork(TIMEOUT_MS);
  const found: (EnclosingSymbol | null)[] = positions.map(() => null);
  const uris = [...new Set(positions.map(({ uri }) => uri))].slice(0, MAX_FILES);
  for (const uri of uris) {
    if (deadline.isOver) break;
    const source = await sources.read(uri);
    const symbols = source && (await syntaxViewOf(source, context))?.symbols;
    if (!symbols) continue;
    const described = describedSymbolsIn(symbols, uri, sources, context);
    for (const [n, each] of positions.entries()) {
      if (each.uri !== uri) continue;
      const node = innermostSymbol(symbols, positionToOffset(source.text, each.position, encoding));
      if (node === undefined) continue;
      if (!described.has(node)) described.set(node, describeSymbol(node, symbols, source, context));
      found[n] = described.get(node) ?? null;
    }
  }
  return found;
}

/** A declaration with a Locate that may mean others, too. Positions are UTF-16. */
interface LocatedDeclaration extends FilePosition {
  readonly locate: Locate;
}

/**
 * Returns a Locate for each declaration: of several with one path in a file, one that leads to it
 * alone, where the text has an outline.
 */
export async function uniqueLocates(
  declarations: readonly LocatedDeclaration[],
  context: RequestContext,
): Promise<readonly Locate[]> {
  const keyOf = ({ locate }: LocatedDeclaration) => JSON.stringify(locate);
  const counts = new Map<string, number>();
  for (const each of declarations) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  const isAmbiguous = (each: LocatedDeclaration) => (counts.get(keyOf(each)) ?? 0) > 1;
  const ambiguous = declarations.filter(isAmbiguous);
  if (ambiguous.length === 0) return declarations.map(({ locate }) => locate);
  const described = await findEnclosingSymbols(ambiguous, "utf-16", createFileTexts(context), context);
  return declarations.map((each) => described[ambiguous.indexOf(each)]?.locate ?? each.locate);
}

type DescribedSymbols = Map<SymbolNode, EnclosingSymbol | null>;

/** The last descriptions of the symbols of a text. The key is what they depend on otherwise. */
const lastDescribed = new WeakMap<
  readonly SymbolNode[],
  { readonly key: string; readonly symbols: DescribedSymbols }
>();

/** Returns the map of descriptions; an empty one after a change of any text of the workspace. */
function describedSymbolsIn(
  roots: readonly SymbolNode[],
  uri: string,
  { revision }: Pick<FileTexts, "revision">,
  { client }: Pick<SourceContext, "client">,
): DescribedSymbols {
  if (revision === undefined) return new Map();
  const key = `${revision} ${displayPath(uri, client.roots)}`;
  const last = lastDescribed.get(roots);
  if (last?.key === key) return last.symbols;
  const symbols: DescribedSymbols = new Map();
  lastDescribed.set(roots, { key, symbols });
  return symbols;
}

function innermostSymbol(roots: readonly SymbolNode[], offset: number): SymbolNode | undefined {
  let innermost: SymbolNode | undefined;
  let level = roots;
  for (;;) {
    const around = level.find(({ from, to }) => from <= offset && offset < to);
    if (around === undefined) return innermost;
    if (around.isLocal !== true) innermost = around;
    level = around.children;
  }
}

function describeSymbol(
  node: SymbolNode,
  roots: readonly SymbolNode[],
  { uri, languageId, text }: DocumentVersion,
  context: SourceContext,
): EnclosingSymbol | null {
  const entry = symbolIndexOf(roots, factsOf(languageId).nameRule).entryOf.get(node);
  const file_path = displayPath(uri, context.client.roots);
  const symbolContext = { language: languageId, path: file_path, text: text.slice(0, HEAD_LENGTH) };
  const symbol_path = entry && uniquePathOf(entry, roots, symbolContext);
  if (!symbol_path) return null;
  const locate = { file_path, scope: { symbol_path } };
  const exists = existenceCheck(context);
  return {
    kind: symbolKindName(node.kind),
    locate,
    // The file itself has just been read.
    notation: writeLocate(locate, { exists: (path) => path === file_path || exists(path) }),
  };
}
