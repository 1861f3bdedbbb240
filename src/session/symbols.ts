/** The symbols of a document, as its backend says, in the text that it said them of. */

import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import { symbolsOf as symbolNodes } from "../backend/symbols.js";
import type { SymbolNode } from "../locate/symbols.js";
import type { Document } from "../text/document.js";
import { ask } from "./ask.js";
import type { OpenDocument, Watched } from "./documents.js";
import { isReady, whenReady } from "./ready.js";
import type { Session } from "./session.js";
import { assertSupported } from "./support.js";

export interface KnownSymbols {
  /** The text they are of, followed from the moment they were asked for. */
  readonly watched: Watched;
  readonly symbols: readonly SymbolNode[];
  /** Said by a backend that has loaded: asking again later would say the same. */
  readonly settled: boolean;
}

/** Symbols said of a text by a backend that had loaded; gone with the text. */
const known = new WeakMap<Document, readonly SymbolNode[]>();

/**
 * Asks at once, since symbols depend on the text alone. But an empty answer from a server that has not loaded yet is asked
 * again when it has; so is any answer with `patient`. Errors: `unsupported`, `not_ready`, the backend's own.
 */
export async function symbolsOf(
  document: OpenDocument,
  session: Session,
  token: CancellationToken,
  { patient }: { patient: boolean },
): Promise<KnownSymbols> {
  session.documents.settle();
  const remembered = known.get(document.text);
  if (remembered) return { watched: document.watch(), symbols: remembered, settled: true };
  await assertSupported("documentSymbol", session, token);
  if (patient) await whenReady(session, token);
  const answer = await askOnce(document, session, token);
  if (answer.settled || answer.symbols.length > 0) return answer;
  answer.watched.release();
  await whenReady(session, token);
  return askOnce(document, session, token);
}

async function askOnce(document: OpenDocument, session: Session, token: CancellationToken): Promise<KnownSymbols> {
  let watched: Watched | undefined;
  let settled = false;
  const params = () => {
    watched?.release();
    session.unopened.openAtBackend(document);
    // Judged when the question leaves: opening the document may be what the backend begins to load with.
    settled = isReady(session);
    watched = document.watch();
    return { textDocument: { uri: document.uri } };
  };
  try {
    const answer = await ask({ method: "textDocument/documentSymbol", params, repeatable: () => true }, session, token);
    const { text } = watched as unknown as Watched;
    const symbols = symbolNodes(answer.parse(), text, session.backend.encoding);
    if (settled) known.set(text, symbols);
    return { watched: watched as unknown as Watched, symbols, settled };
  } catch (error) {
    (watched as Watched | undefined)?.release();
    if (!(error instanceof ResponseError) || settled) throw error;
    // Servers that are still loading refuse in many ways; what they say once they have loaded counts.
    return { watched: document.watch(), symbols: [], settled };
  }
}
