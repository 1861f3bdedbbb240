/** `locate/describe`: from a place that an editor knows to the Locate that a person would write for it. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { LocateError } from "../../error.js";
import { describeStretch } from "../../locate/describe/describeStretch.js";
import type { Locate } from "../../locate/locate.js";
import { formatLocate } from "../../locate/notation/notation.js";
import { type Position, type Range, rangeToOffsets } from "../../text/position.js";
import { type Arrival, arrivalIn, carriedOn } from "../client/requestSnapshot.js";
import { fileExists, writtenPath } from "../documents/filePaths.js";
import type { OpenDocument, Stretch } from "../documents/openDocuments.js";
import { type KnownSymbols, symbolsOf } from "../place/documentSymbols.js";
import { documentOf } from "../place/resolvePlace.js";
import { syntaxViewOf } from "../place/syntaxView.js";
import type { Session } from "../session.js";
import type { Params } from "./dispatch.js";
import { code, codeBlock } from "./markdown.js";

export interface Description {
  readonly locate: Locate;
  /** The same as text; null for the few that the notation can't say. */
  readonly notation: string | null;
  readonly markdown: string;
}

/** Params: `textDocument`, and `position` or `range`, as LSP has them. Errors: `unsupported` for a range that no Locate leads to. */
export async function describe(params: Params, session: Session, token: CancellationToken): Promise<Description> {
  const { position, range } = params;
  if (!isPosition(position) && !isRange(range)) {
    throw new LocateError(
      "invalid_locate",
      'Say which place: { "textDocument": { "uri": … }, "position": { "line": 41, "character": 6 } } or a "range", 0-based as in LSP.',
      { field: "position", expected: "a position or a range, as in LSP" },
    );
  }
  const as = isRange(range) ? "range" : "point";
  const arrival = await arrivedIn(params, session);
  const { document } = arrival;
  const asked = stretchOf(
    isRange(range) ? range : { start: position as Position, end: position as Position },
    arrival,
    session,
  );
  const { watched, symbols } = await symbolsIfAny(document, session, token);
  try {
    const place = carriedOn(arrival, { document, watched }, asked);
    const { text } = watched;
    const { uri, languageId } = document;
    const view = await syntaxViewOf({ uri, languageId, text }, session);
    const file_path = writtenPath(uri, session.client.roots);
    const source = { document: text, languageId, symbols, declarationAt: view?.declarationAt, file_path };
    const locate = describeStretch(place, source, as);
    const notation = notationOf(locate, session);
    return { locate, notation, markdown: notation === null ? codeBlock(JSON.stringify(locate)) : code(notation) };
  } finally {
    watched.release();
    arrival.release();
  }
}

/** A stretch of the text that the client had when it asked. */
function stretchOf(range: Range, { watched }: Arrival, { client }: Session): Stretch {
  return rangeToOffsets(watched.text, range, client.encoding);
}

/** The document of LSP params as it was when they came; of a file that the client has not opened, as it is. To be released. */
export async function arrivedIn(params: Params, session: Session): Promise<Arrival & { release(): void }> {
  const arrival = arrivalIn(params);
  if (arrival) return { ...arrival, release: () => {} };
  const document = await textDocumentOf(params, session);
  const watched = document.watch();
  return { document, watched, release: () => watched.release() };
}

/** The document that LSP params name. */
async function textDocumentOf({ textDocument }: Params, session: Session): Promise<OpenDocument> {
  const uri = (textDocument as { uri?: unknown } | null | undefined)?.uri;
  if (typeof uri === "string" && uri !== "") return documentOf(uri, session);
  throw new LocateError("invalid_locate", 'Say which file: { "textDocument": { "uri": "file:///…" } }.', {
    field: "textDocument",
    expected: "{ uri }",
  });
}

export function isPosition(value: unknown): value is Position {
  const { line, character } = (value ?? {}) as { line?: unknown; character?: unknown };
  return typeof line === "number" && typeof character === "number";
}

function isRange(value: unknown): value is Range {
  const { start, end } = (value ?? {}) as { start?: unknown; end?: unknown };
  return isPosition(start) && isPosition(end);
}

/** Without symbols a place is still described by its text. */
async function symbolsIfAny(
  document: OpenDocument,
  session: Session,
  token: CancellationToken,
): Promise<Pick<KnownSymbols, "watched" | "symbols">> {
  try {
    return await symbolsOf(document, session, token, { patient: false });
  } catch (error) {
    if (token.isCancellationRequested) throw error;
    return { watched: document.watch(), symbols: [] };
  }
}

/** A Locate as text, read back as this one here; null where the notation has no way to say it (an index, an anchor). */
export function notationOf(locate: Locate, { client, documents }: Session): string | null {
  try {
    return formatLocate(locate, { exists: (path) => fileExists(path, client.roots, documents) });
  } catch (error) {
    if (error instanceof LocateError) return null;
    throw error;
  }
}
