/**
 * `locate/outline`: the symbols of a document, each with its symbol path. Agents read it before
 * they write a Locate.
 */

import type { OpenDocument } from "../../ask/documents/openDocument.js";
import { LocateError } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import { describeValue } from "../../locate/errorText.js";
import { MAX_PATH_LENGTH } from "../../locate/locate.js";
import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import { uniquePathOf } from "../../locate/symbols/findSymbols.js";
import { buildSymbolIndex } from "../../locate/symbols/symbolIndex.js";
import { type SymbolNode, symbolKindName } from "../../locate/symbols/symbolNode.js";
import type { Document } from "../../text/document.js";
import { offsetToPosition, type Position } from "../../text/position.js";
import { escapeLine, escapeName, inlineCode, isPrintable, toPrintableJson } from "../../text/printable.js";
import { RawJson } from "../../wire/rawJson.js";
import type { RequestContext } from "../client/requestContext.js";
import { displayPath } from "../documents/filePaths.js";
import { fetchSymbols, runInSlices } from "../place/documentSymbols.js";
import { toOneBased } from "../place/placeResult.js";
import { findDocument, resolvePlace } from "../place/resolvePlace.js";
import { assertLength, type RequestParams } from "./params.js";

/** A symbol for people and models; lines and characters are 1-based, ranges end exclusively. */
export interface OutlineEntry {
  readonly name: string;
  /** The scope of a Locate that means just this symbol; null for the few that no path reaches. */
  readonly symbol_path: readonly string[] | null;
  readonly kind: string;
  readonly detail?: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly children?: readonly OutlineEntry[];
}

/**
 * Params: `file_path`, or `textDocument`, or a `locate` whose file counts; `depth` in levels, all
 * by default. Runs in slices: some files have 100,000 symbols.
 */
export async function outline(params: RequestParams, context: RequestContext): Promise<RawJson> {
  const depth = readDepth(params["depth"]);
  const document = await readDocument(params, context);
  const { snapshot, symbols } = await fetchSymbols(document, context, { isPatient: false });
  // The result is about the text that the symbols are of; later changes don't matter.
  snapshot.release();
  const path = displayPath(document.uri, context.client.roots);
  const key = JSON.stringify([path, document.languageId, depth]);
  const last = lastOutlines.get(symbols);
  if (last?.key === key) return last.result;
  if (depth > MAX_DEPTH && isDeeperThan(MAX_DEPTH, symbols)) throw tooDeepError(path);
  const steps = writeOutline(symbols, { text: snapshot.text, language: document.languageId, path, depth });
  const result = new RawJson(await runInSlices(steps, context.token));
  lastOutlines.set(symbols, { key, result });
  return result;
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
}

/** Returns the result as JSON, made symbol by symbol: `{ symbols, markdown }`. */
function* writeOutline(roots: readonly SymbolNode[], source: OutlineSource): Generator<void, Buffer> {
  const { text, language, path, depth } = source;
  const index = yield* buildSymbolIndex(roots, factsOf(language).nameRule);
  const context = { language, path, text: text.slice(0, HEAD_LENGTH) };
  const json = new ChunkWriter();
  const markdown = new ChunkWriter();

  function* list(nodes: readonly SymbolNode[], level: number): Generator<void> {
    let separator = "";
    for (const node of nodes) {
      yield;
      if (!isListed(node)) continue;
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
  yield* list(roots, 1);
  const isEmpty = markdown.isEmpty;
  const file = inlineCode(escapeName(path));
  const title = isEmpty ? `${file} has no symbols.` : `Symbols of ${file}:`;
  json.add(`],"markdown":"${escapeJsonString(title)}`);
  return Buffer.concat([...json.bytes(), ...markdown.bytes(), Buffer.from('"}')]);
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

function toEntry(
  { name, kind, detail, from, to }: SymbolNode,
  text: Document,
  symbol_path: readonly string[] | null,
): OutlineEntry {
  const position = (offset: number) => toOneBased(offsetToPosition(text, offset, "utf-16"));
  return {
    name,
    symbol_path,
    kind: symbolKindName(kind),
    ...(detail ? { detail } : {}),
    range: { start: position(from), end: position(to) },
  };
}

/** Whether a symbol is listed: local ones are left out, unless they contain one that is not. */
function isListed({ isLocal, children }: SymbolNode): boolean {
  return isLocal !== true || children.some(isListed);
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

async function readDocument(
  { file_path, textDocument, locate }: RequestParams,
  context: RequestContext,
): Promise<OpenDocument> {
  const uri = (textDocument as { uri?: unknown } | null | undefined)?.uri;
  const path = typeof file_path === "string" ? file_path : uri;
  if (path === file_path && typeof path === "string") assertLength("file_path", path, MAX_PATH_LENGTH);
  if (typeof path === "string" && path !== "") return findDocument(path, context);
  if (locate === undefined || locate === null) {
    throw new LocateError(
      "invalid_locate",
      'Say which file: { "file_path": "src/file.py" }, or { "textDocument": { "uri": … } }.',
      {
        field: "file_path",
        expected: "a path, absolute or relative to a workspace folder",
      },
    );
  }
  const place = await resolvePlace(locate, { as: "document", purpose: "read" }, context);
  place.release();
  return place.document();
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
