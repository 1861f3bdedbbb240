/**
 * `locate/outline`: the symbols of a document or in a symbol, each with its symbol path; or the
 * files of a folder, each with its top-level symbols. Agents read it before they write a Locate.
 */

import { isEmbedded } from "../../../ask/backend/backend.js";
import { LocateError } from "../../../error.js";
import { factsOf } from "../../../languages/languages.js";
import { describeValue } from "../../../locate/errorText.js";
import { writeLocate } from "../../../locate/notation/notation.js";
import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { buildSymbolIndex } from "../../../locate/symbols/symbolIndex.js";
import { type SymbolNode, symbolsAround } from "../../../locate/symbols/symbolNode.js";
import { uniquePathOf } from "../../../locate/symbols/uniquePath.js";
import type { Document } from "../../../text/document.js";
import { describeLines, describeUnreadable } from "../../../text/lineRange.js";
import { escapeLine, escapeName, inlineCode, isPrintable, toPrintableJson } from "../../../text/printable.js";
import { RawJson } from "../../../wire/rawJson.js";
import { contextIn, contextOf } from "../../client/libraryContext.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath } from "../../documents/filePaths.js";
import { askForSymbols, fetchSymbols, fetchSyntaxSymbols, runInSlices } from "../../place/documentSymbols.js";
import { type DocumentVersion, unreadableLinesOf } from "../../place/syntaxView.js";
import { readBudget } from "../paging.js";
import type { RequestParams } from "../params.js";
import { outlineFiles } from "./filesOutline.js";
import { isListed, type OutlineEntry, toEntry } from "./outlineEntry.js";
import { type FileTarget, readOutlineTarget, type SymbolTarget } from "./outlineTarget.js";

/**
 * Params: `file_path`, or `textDocument`, or `locate`, see `readOutlineTarget`; `depth` in levels,
 * all by default; of files, `budget` and `after`; `in`, a library that the path is in. Runs in
 * slices: some files have 100,000 symbols.
 */
export async function outline(given: RequestParams, session: RequestContext): Promise<unknown> {
  const { params, context } = readLibrary(given, session);
  const depth = readDepth(params["depth"]);
  const target = await readOutlineTarget(params, context);
  if (target.kind === "files") return outlineFiles(target, readBudget(params), context);
  const { document, symbols, snapshot, node } = await fetchTarget(target, context);
  // The result is about the text that the symbols are of; later changes don't matter.
  snapshot.release();
  const path = displayPath(document.uri, context.client.roots);
  const symbolPath = target.kind === "symbol" ? target.path : undefined;
  const key = JSON.stringify([path, document.languageId, depth, symbolPath]);
  const last = lastOutlines.get(symbols);
  if (last?.key === key) return last.result;
  if (depth > MAX_DEPTH && isDeeperThan(MAX_DEPTH, symbols)) throw tooDeepError(path);
  const unreadable = await unreadableIn(
    { uri: document.uri, languageId: document.languageId, text: snapshot.text },
    context,
  );
  const source = { text: snapshot.text, language: document.languageId, path, depth, node, symbolPath, unreadable };
  const result = new RawJson(await runInSlices(writeOutline(symbols, source), context.token));
  lastOutlines.set(symbols, { key, result });
  return result;
}

/**
 * Reads `in`. The name of a library alone, or of a folder in one, is like `in` and all its files.
 */
function readLibrary(params: RequestParams, session: RequestContext) {
  const { in: library, file_path } = params;
  const { libraries } = session.client.roots;
  const named = library === undefined && typeof file_path === "string" ? libraries?.find(file_path) : undefined;
  if (named?.isNamed) return { params: { ...params, file_path: "." }, context: contextOf(named, session) };
  return { params, context: contextIn(library, session) };
}

/** Fetches the symbols of a document, and finds the one whose children are wanted. */
async function fetchTarget(target: FileTarget | SymbolTarget, context: RequestContext) {
  if (target.kind === "file")
    return {
      document: target.document,
      ...(await fetchSymbols(target.document, context)),
      node: undefined,
    };
  const { place } = target;
  try {
    const document = place.document();
    const fetched =
      target.source === "syntax"
        ? await fetchSyntaxSymbols(document, context)
        : await askForSymbols(document, context, { isPatient: false });
    const node = symbolsAround(fetched.symbols, place.now().from).at(-1);
    return { document, ...fetched, node };
  } finally {
    place.release();
  }
}

/** The last outline of symbols, which are the same object while the text does not change. */
const lastOutlines = new WeakMap<readonly SymbolNode[], { readonly key: string; readonly result: RawJson }>();

/** The maximum depth of a result: each symbol has its whole path. No program nests that deep. */
const MAX_DEPTH = 200;

function isDeeperThan(depth: number, roots: readonly SymbolNode[]): boolean {
  let level = roots;
  for (let n = 0; n < depth && level.length > 0; n++) level = level.flatMap(({ children }) => children);
  return level.length > 0;
}

function tooDeepError(path: string): LocateError {
  return new LocateError(
    "invalid_locate",
    `The symbols of \`${path}\` are nested more than ${MAX_DEPTH} levels deep. Write a depth of at most ${MAX_DEPTH}.`,
    { field: "depth", expected: `a whole number from 1 to ${MAX_DEPTH}` },
  );
}

interface OutlineSource {
  readonly text: Document;
  readonly language: string;
  readonly path: string;
  readonly depth: number;
  /** The symbol whose children are listed, also local ones; undefined for the whole document. */
  readonly node: SymbolNode | undefined;
  readonly symbolPath: readonly string[] | undefined;
  /** The lines that could not be read, such as `lines 3–5`. */
  readonly unreadable: readonly string[];
}

/** Returns the result as JSON, made symbol by symbol: `{ symbols, markdown }`. */
function* writeOutline(roots: readonly SymbolNode[], source: OutlineSource): Generator<void, Buffer> {
  const { text, language, path, depth, node: inside, symbolPath, unreadable } = source;
  const index = yield* buildSymbolIndex(roots, factsOf(language).nameRule);
  const context = { language, path, text: text.slice(0, HEAD_LENGTH) };
  const json = new ChunkWriter();
  const markdown = new ChunkWriter();

  function* list(nodes: readonly SymbolNode[], level: number): Generator<void> {
    let separator = "";
    for (const node of nodes) {
      yield;
      if (!isListed(node) && (inside === undefined || level > 1)) continue;
      const entry = index.entryOf.get(node);
      const symbol = toEntry(node, text, entry ? uniquePathOf(entry, roots, context) : null);
      const hasChildren = level < depth && node.children.length > 0;
      const written = JSON.stringify(symbol);
      json.add(separator, hasChildren ? `${written.slice(0, -1)},"children":[` : written);
      markdown.add(escapeJsonString(`\n${"  ".repeat(level - 1)}${formatLine(symbol)}`));
      separator = ",";
      if (!hasChildren) continue;
      yield* list(node.children, level + 1);
      json.add("]}");
    }
  }

  json.add('{"symbols":[');
  yield* list(inside?.children ?? roots, 1);
  const isEmpty = markdown.isEmpty;
  const written = symbolPath ? writeLocate({ file_path: path, scope: { symbol_path: symbolPath } }) : escapeName(path);
  const [has, of] = symbolPath ? ["has no symbols in it", "in"] : ["has no symbols", "of"];
  const unread = unreadable.length > 0 ? ` (${describeUnreadable(unreadable)})` : "";
  const title = isEmpty ? `${inlineCode(written)} ${has}${unread}.` : `Symbols ${of} ${inlineCode(written)}${unread}:`;
  const named = unreadable.length > 0 ? `"unreadable":${JSON.stringify(unreadable)},` : "";
  json.add(`],${named}"markdown":"${escapeJsonString(title)}`);
  return Buffer.concat([...json.bytes(), ...markdown.bytes(), Buffer.from('"}')]);
}

/** Returns the lines that can't be read; none where a server has started. It waits for none. */
async function unreadableIn(document: DocumentVersion, context: RequestContext): Promise<readonly string[]> {
  const backend = context.backends.find(document);
  if (backend !== undefined && !isEmbedded(backend)) return [];
  return (await unreadableLinesOf(document, context)).map(describeLines);
}

/** Collects text and encodes it in chunks, as one long encoding would block. */
class ChunkWriter {
  readonly #chunks: Buffer[] = [];
  #pieces: string[] = [];

  get isEmpty(): boolean {
    return this.#chunks.length === 0 && this.#pieces.length === 0;
  }

  add(...pieces: readonly string[]): void {
    for (const piece of pieces) this.#pieces.push(piece);
    if (this.#pieces.length >= MAX_PIECES) this.#flush();
  }

  bytes(): readonly Buffer[] {
    this.#flush();
    return this.#chunks;
  }

  #flush(): void {
    this.#chunks.push(Buffer.from(this.#pieces.join("")));
    this.#pieces = [];
  }
}

const MAX_PIECES = 500;

/** Returns a text as the inside of a JSON string. */
function escapeJsonString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The part of a text that names its module and package. */
const HEAD_LENGTH = 20_000;

/**
 * Returns a line of an indented list: kind, path as it can be pasted after `file:` (an array where
 * it has line ends), lines, detail.
 */
function formatLine({ name, symbol_path, kind, detail, range }: OutlineEntry): string {
  const notation = symbol_path ? formatSymbolPath(symbol_path) : name;
  const written = isPrintable(notation) ? notation : toPrintableJson(symbol_path ?? name);
  const from = range.start.line;
  // A range that ends at the start of a line ends with the line before.
  const to = range.end.character === 1 ? Math.max(from, range.end.line - 1) : range.end.line;
  return `- ${kind} ${inlineCode(written)} ${from === to ? from : `${from}-${to}`}${detail ? ` ${toOneLine(detail)}` : ""}`;
}

function toOneLine(detail: string): string {
  const line = escapeLine(detail.replace(/\s+/g, " ").trim());
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

function readDepth(depth: unknown): number {
  if (depth === undefined || depth === null) return Number.POSITIVE_INFINITY;
  if (typeof depth === "number" && Number.isInteger(depth) && depth >= 1) return depth;
  throw new LocateError(
    "invalid_locate",
    `depth is ${describeValue(depth)}; write a whole number from 1 on, or leave it out for all levels.`,
    {
      field: "depth",
      expected: "a whole number from 1 on",
    },
  );
}
