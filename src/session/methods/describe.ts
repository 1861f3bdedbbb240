/**
 * `locate/describe`: from a position or range of an editor to the Locate that a person would write.
 */

import { attempt, LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { describeStretch } from "../../locate/describe/describeStretch.js";
import type { Locate } from "../../locate/locate.js";
import { formatLocate, type NotationOptions } from "../../locate/notation/notation.js";
import { isPosition } from "../../text/edits/contentChanges.js";
import { type Position, type PositionEncoding, type Range, rangeToOffsets } from "../../text/position.js";
import { codeBlock, inlineCode, isPrintable, toPrintableJson } from "../../text/printable.js";
import type { Stretch } from "../../text/stretch.js";
import type { DocumentContext, RequestContext } from "../client/requestContext.js";
import { mapRequestStretch, type RequestSnapshot } from "../client/requestSnapshot.js";
import { displayPath, existenceCheck } from "../documents/filePaths.js";
import { type DocumentSymbols, fetchSymbols } from "../place/documentSymbols.js";
import { findDocument } from "../place/resolvePlace.js";
import { syntaxViewOf } from "../place/syntaxView.js";
import type { RequestParams } from "./params.js";

export interface Description {
  readonly locate: Locate;
  /** The same as a string: in the notation, or as JSON where only the object can express it. */
  readonly notation: string;
  readonly markdown: string;
}

/**
 * Params: `textDocument`, and `position` or `range`, as LSP has them. Errors: `unsupported` for a
 * range that no Locate resolves to.
 */
export async function describe(params: RequestParams, context: RequestContext): Promise<Description> {
  const { position, range } = params;
  if (!isPosition(position) && !isRange(range)) {
    throw new LocateError(
      "invalid_locate",
      'Say which place: { "textDocument": { "uri": … }, "position": { "line": 41, "character": 6 } } or a "range", 0-based as in LSP.',
      { field: "position", expected: "a position or a range, as in LSP" },
    );
  }
  const as = isRange(range) ? "range" : "point";
  const requestSnapshot = await snapshotDocument(params, context);
  const { document } = requestSnapshot;
  const requested = requestedStretch(
    isRange(range) ? range : { start: position as Position, end: position as Position },
    requestSnapshot,
    context.client.encoding,
  );
  const { snapshot: textSnapshot, symbols } = await symbolsOrNone(document, context);
  try {
    const place = mapRequestStretch(requestSnapshot, { document, textSnapshot }, requested);
    const { text } = textSnapshot;
    const { uri, languageId } = document;
    const view = await syntaxViewOf({ uri, languageId, text }, context);
    const file_path = displayPath(uri, context.client.roots);
    const lookups = { declarationAt: view?.declarationAt, declaredIn: view?.declaredIn };
    const source = { document: text, languageId, symbols, ...lookups, file_path };
    const locate = describeStretch(place, source, as);
    return toDescription(locate, { exists: existenceCheck(context) });
  } finally {
    textSnapshot.release();
    requestSnapshot.release();
  }
}

/** Describes by a Locate; its `notation` is read as that Locate under the same `options`. */
export function toDescription(locate: Locate, options?: Pick<NotationOptions, "exists">): Description {
  const written = attempt(() => formatLocate(locate, options));
  const json = toPrintableJson(locate);
  const notation = written instanceof LocateError ? json : written;
  const isShort = notation !== json && isPrintable(notation);
  return { locate, notation, markdown: isShort ? inlineCode(notation) : codeBlock(json) };
}

/** Converts a range to a stretch of the text that the client had when it sent the request. */
function requestedStretch(range: Range, { textSnapshot }: RequestSnapshot, encoding: PositionEncoding): Stretch {
  return rangeToOffsets(textSnapshot.text, range, encoding);
}

/**
 * Returns the document that the params name: as it was when the request came, or for a file that
 * the client has not opened, as it is. Call `release` when done.
 */
export async function snapshotDocument(
  params: RequestParams,
  context: DocumentContext & Pick<RequestContext, "snapshot">,
): Promise<RequestSnapshot & { release(): void }> {
  if (context.snapshot) return { ...context.snapshot, release: () => {} };
  const document = await documentOfParams(params, context);
  const textSnapshot = document.takeSnapshot();
  return { document, textSnapshot, release: () => textSnapshot.release() };
}

/** Returns the document that the params name. */
async function documentOfParams({ textDocument }: RequestParams, context: DocumentContext): Promise<OpenDocument> {
  const uri = (textDocument as { uri?: unknown } | null | undefined)?.uri;
  if (typeof uri === "string" && uri !== "") return findDocument(uri, context);
  throw new LocateError("invalid_locate", 'Say which file: { "textDocument": { "uri": "file:///…" } }.', {
    field: "textDocument",
    expected: "{ uri }",
  });
}

function isRange(value: unknown): value is Range {
  const { start, end } = (value ?? {}) as { start?: unknown; end?: unknown };
  return isPosition(start) && isPosition(end);
}

/**
 * Returns the symbols, or none where they can't be had: a place can still be described by its text.
 */
async function symbolsOrNone(
  document: OpenDocument,
  context: RequestContext,
): Promise<Pick<DocumentSymbols, "snapshot" | "symbols">> {
  try {
    return await fetchSymbols(document, context);
  } catch (error) {
    if (context.token.isCancellationRequested) throw error;
    return { snapshot: document.takeSnapshot(), symbols: [] };
  }
}
