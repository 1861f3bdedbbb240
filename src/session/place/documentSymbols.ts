/** The symbols of a document: as its backend says, in the text that it said them of; where it says none, as the syntax tree has them. */

import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import { parseDocumentSymbols as symbolNodes } from "../../backend/documentSymbols.js";
import { LocateError } from "../../error.js";
import { isDataLanguage } from "../../locate/languageRules.js";
import { buildSymbolIndex } from "../../locate/symbols/symbolIndex.js";
import type { SymbolNode } from "../../locate/symbols/symbolNode.js";
import type { Document } from "../../text/document.js";
import { awakened, type Backend } from "../backend/backend.js";
import { isReady, whenReady } from "../backend/backendReadiness.js";
import { ask } from "../backend/sendRequest.js";
import { assertSupported } from "../backend/supportCheck.js";
import type { OpenDocument, Watched } from "../documents/openDocuments.js";
import type { Session } from "../session.js";
import { inSlices } from "../slices.js";
import { syntaxViewOf, whyNoView } from "./syntaxView.js";

export interface KnownSymbols {
  /** The text they are of, followed from the moment they were asked for. */
  readonly watched: Watched;
  readonly symbols: readonly SymbolNode[];
  /** Said by a backend that has loaded, or by the syntax tree: asking again later would say the same. */
  readonly settled: boolean;
  readonly source: "backend" | "syntax";
}

/** Symbols said of a text by a backend that had loaded; gone with the text. */
const known = new WeakMap<Document, readonly SymbolNode[]>();

/** The backend's symbols, or else those of the syntax tree. Errors: why there are neither, which are the backend's. */
export async function symbolsOf(
  document: OpenDocument,
  session: Session,
  token: CancellationToken,
  options: { patient: boolean },
): Promise<KnownSymbols> {
  let failure: unknown;
  try {
    const said = await backendSymbols(document, session, token, options);
    if (said.symbols.length > 0) return await indexed(said, document, token);
    said.watched.release();
  } catch (error) {
    if (token.isCancellationRequested) throw error;
    failure = error;
  }
  const read = await syntaxSymbols(document, session, token);
  if (read.symbols.length > 0) return read;
  // A server that has no word for symbols says nothing of the file; a tree without any says that there are none.
  const isSilent = failure instanceof LocateError && (failure.kind === "unsupported" || failure.kind === "no_backend");
  const why = whyNoView(read.watched) ?? (isSilent && read.isRead ? undefined : failure);
  if (why === undefined) return read;
  read.watched.release();
  throw why;
}

/** The symbols of the syntax tree; none where there is no grammar, or it fails: then it is not read. */
export async function syntaxSymbols(
  document: OpenDocument,
  session: Session,
  token: CancellationToken,
): Promise<KnownSymbols & { readonly isRead: boolean }> {
  session.documents.settle();
  const watched = document.watch();
  const view = await syntaxViewOf({ uri: document.uri, languageId: document.languageId, text: watched.text }, session);
  const read = {
    watched,
    symbols: view?.symbols ?? [],
    settled: true,
    source: "syntax",
    isRead: view !== undefined,
  } as const;
  return indexed(read, document, token);
}

/** With the index of the symbols made, in slices: whoever looks a path up finds it ready. */
async function indexed<Known extends KnownSymbols>(
  known: Known,
  { languageId }: OpenDocument,
  token: CancellationToken,
): Promise<Known> {
  try {
    await inSlices(buildSymbolIndex(known.symbols, isDataLanguage(languageId)), token);
    return known;
  } catch (error) {
    known.watched.release();
    throw error;
  }
}

/**
 * Asks at once, since symbols depend on the text alone. But an empty answer from a server that has not loaded yet is asked
 * again when it has; so is any answer with `patient`. Errors: `unsupported`, `not_ready`, the backend's own.
 */
async function backendSymbols(
  document: OpenDocument,
  session: Session,
  token: CancellationToken,
  { patient }: { patient: boolean },
): Promise<KnownSymbols> {
  session.documents.settle();
  const remembered = known.get(document.text);
  if (remembered) return { watched: document.watch(), symbols: remembered, settled: true, source: "backend" };
  const backend = await awakened(document, session);
  await assertSupported("documentSymbol", backend, token);
  if (patient) await whenReady(backend, token);
  const answer = await askOnce(document, backend, token);
  if (answer.settled || answer.symbols.length > 0) return answer;
  answer.watched.release();
  await whenReady(backend, token);
  return askOnce(document, backend, token);
}

async function askOnce(document: OpenDocument, backend: Backend, token: CancellationToken): Promise<KnownSymbols> {
  const { session } = backend;
  let watched: Watched | undefined;
  let settled = false;
  const params = () => {
    watched?.release();
    session.unopened.openAtBackend(document);
    // Judged when the question leaves: opening the document may be what the backend begins to load with.
    settled = isReady(backend);
    watched = document.watch();
    return { textDocument: { uri: document.uri } };
  };
  try {
    const answer = await ask({ method: "textDocument/documentSymbol", params, repeatable: () => true }, backend, token);
    const { text } = watched as unknown as Watched;
    const symbols = symbolNodes(answer.parse(), text, backend.encoding);
    if (settled) known.set(text, symbols);
    return { watched: watched as unknown as Watched, symbols, settled, source: "backend" };
  } catch (error) {
    (watched as Watched | undefined)?.release();
    if (!(error instanceof ResponseError) || settled) throw error;
    // Servers that are still loading refuse in many ways; what they say once they have loaded counts.
    return { watched: document.watch(), symbols: [], settled, source: "backend" };
  }
}
