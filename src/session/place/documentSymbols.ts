/**
 * The symbols of a document, with the text that they are of: from its syntax tree, for which no
 * server is waited for; where that is not whole, from its backend.
 */

import { setImmediate } from "node:timers/promises";
import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import { ask } from "../../ask/ask.js";
import { type Backend, ensureBackend, isEmbedded } from "../../ask/backend/backend.js";
import { isReady } from "../../ask/backend/backendReadiness.js";
import { cancelledError } from "../../ask/backend/sendRequest.js";
import { assertSupported } from "../../ask/backend/supportCheck.js";
import { type Policy, rowOf } from "../../ask/methodTable.js";
import { patientAsker } from "../../ask/questionLifecycle.js";
import { parseDocumentSymbols as symbolNodes } from "../../backend/symbolAnswer.js";
import { type ErrorKind, LocateError } from "../../error.js";
import type { OpenDocument, TextSnapshot } from "../../files/documents/openDocument.js";
import { factsOf } from "../../languages/languages.js";
import type { Locate, SymbolScope } from "../../locate/locate.js";
import { findSymbols, symbolContextOf } from "../../locate/symbols/findSymbols.js";
import { buildSymbolIndex } from "../../locate/symbols/symbolIndex.js";
import { callableSymbolKinds, type SymbolNode, symbolKindsNamed } from "../../locate/symbols/symbolNode.js";
import type { Document } from "../../text/document.js";
import { groupBy } from "../../text/list.js";
import { escapeName, inlineCode } from "../../text/printable.js";
import type { RequestContext, SyntaxContext } from "../client/requestContext.js";
import { withCells } from "../documents/cellSymbols.js";
import { displayPath } from "../documents/filePaths.js";
import { type DocumentVersion, syntaxViewOf, unreadableLinesOf, viewFailureOf } from "./syntaxView.js";

export interface DocumentSymbols {
  /** The text that the symbols are of. */
  readonly snapshot: TextSnapshot;
  readonly symbols: readonly SymbolNode[];
  /**
   * Whether a later request would return the same: they come from the syntax tree, or from a
   * backend that has loaded.
   */
  readonly isFinal: boolean;
  readonly source: "backend" | "syntax";
}

/** The symbols of a text from a backend that had loaded; collected with the text. */
const cachedSymbols = new WeakMap<Document, readonly SymbolNode[]>();

/**
 * Returns the symbols of the syntax tree where it has some and can read all lines, else what
 * `askForSymbols` returns.
 */
export async function fetchSymbols(document: OpenDocument, context: RequestContext): Promise<DocumentSymbols> {
  const fromSyntax = await fetchSyntaxSymbols(document, context);
  if (fromSyntax.symbols.length > 0 && (await isWhole(fromSyntax, document, context))) return fromSyntax;
  fromSyntax.snapshot.release();
  return askForSymbols(document, context, { isPatient: false });
}

/**
 * Returns the symbols of the syntax tree if exactly one of them has the path, and no line that
 * can't be read has its name: another declaration may be there.
 */
export async function fetchSymbolsWithPath(
  locate: Locate & { readonly scope: SymbolScope },
  document: OpenDocument,
  context: RequestContext,
): Promise<DocumentSymbols | undefined> {
  const fromSyntax = await fetchSyntaxSymbols(document, context);
  const { snapshot, symbols } = fromSyntax;
  try {
    const source = { document: snapshot.text, languageId: document.languageId };
    const { entries } = findSymbols(locate.scope.symbol_path, symbols, symbolContextOf(locate, source));
    const [only, ...others] = entries;
    if (only && others.length === 0 && (await isWhole(fromSyntax, document, context, only.node.name)))
      return fromSyntax;
    snapshot.release();
    return undefined;
  } catch (error) {
    snapshot.release();
    throw error;
  }
}

/** Whether all lines of a text can be read, or at least all those that have a name. */
async function isWhole(
  { snapshot: { text } }: DocumentSymbols,
  { uri, languageId }: OpenDocument,
  context: SyntaxContext,
  name?: string,
): Promise<boolean> {
  const unreadable = await unreadableLinesOf({ uri, languageId, text }, context);
  return unreadable.every(
    ({ from, to }) => name !== undefined && !text.slice(text.lineFrom(from), text.lineTo(to)).includes(name),
  );
}

/**
 * Returns the backend's symbols, or else those of the syntax tree. Errors: the backend's, if there
 * are neither.
 */
export async function askForSymbols(
  document: OpenDocument,
  context: RequestContext,
  options: { isPatient: boolean },
): Promise<DocumentSymbols> {
  let failure: unknown;
  try {
    const fromBackend = await fetchBackendSymbols(document, context, options);
    if (fromBackend.symbols.length > 0 && !areMisplaced(fromBackend))
      return await completeSymbols(fromBackend, document, context);
    fromBackend.snapshot.release();
  } catch (error) {
    if (context.token.isCancellationRequested || isParserFailure(error)) throw error;
    failure = error;
  }
  const fromSyntax = await fetchSyntaxSymbols(document, context);
  if (fromSyntax.symbols.length > 0) return fromSyntax;
  // An unsupported request says nothing about the file; a syntax tree without symbols says that
  // there are none.
  const hasNoSymbols =
    failure instanceof LocateError && (failure.kind === "unsupported" || failure.kind === "no_backend");
  const why = viewFailureOf(fromSyntax.snapshot) ?? (hasNoSymbols && fromSyntax.isRead ? undefined : failure);
  if (why === undefined) return fromSyntax;
  fromSyntax.snapshot.release();
  throw why;
}

const UNSUPPORTED: ErrorKind = "unsupported";

/** Whether an error is the embedded server's, whose parser fails on the text as ours would. */
function isParserFailure(error: unknown): boolean {
  return error instanceof ResponseError && (error.data as { kind?: unknown } | undefined)?.kind === UNSUPPORTED;
}

/** Characters that some servers count as line ends, unlike LSP. */
const OTHER_LINE_ENDS = /[\v\f\x1c-\x1e\x85\u2028\u2029]/;
const PLAIN_NAME = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/**
 * Whether a backend's symbols are at wrong lines, because it counts other line ends: TypeScript's
 * server counts U+2028. The range of a symbol then does not hold its name.
 */
function areMisplaced({ symbols, snapshot: { text } }: DocumentSymbols): boolean {
  const isElsewhere = ({ name, from, to, children }: SymbolNode): boolean =>
    (PLAIN_NAME.test(name) && !text.slice(from, to).includes(name)) || children.some(isElsewhere);
  return OTHER_LINE_ENDS.test(text.text) && symbols.some(isElsewhere);
}

/**
 * Returns the symbols of the syntax tree. There are none, and `isRead` is false, where there is no
 * grammar or the parser fails.
 */
export async function fetchSyntaxSymbols(
  document: OpenDocument,
  context: SyntaxContext & Pick<RequestContext, "documents" | "token">,
): Promise<DocumentSymbols & { readonly isRead: boolean }> {
  context.documents.applyPending();
  const snapshot = document.takeSnapshot();
  const view = await syntaxViewOf({ uri: document.uri, languageId: document.languageId, text: snapshot.text }, context);
  const result = {
    snapshot,
    symbols: view?.codeSymbols ?? [],
    isFinal: true,
    source: "syntax",
    isRead: view !== undefined,
  } as const;
  return withIndex(result, document, context.token);
}

async function completeSymbols(
  fromBackend: DocumentSymbols,
  document: OpenDocument,
  context: RequestContext,
): Promise<DocumentSymbols> {
  const { uri, languageId } = document;
  const backend = await ensureBackend(document, context.backends);
  // The embedded server's symbols are those of the syntax tree already.
  if (isEmbedded(backend)) return withIndex(fromBackend, document, context.token);
  let symbols: readonly SymbolNode[];
  try {
    symbols = await withRedeclarations(
      fromBackend.symbols,
      { uri, languageId, text: fromBackend.snapshot.text },
      context,
    );
  } catch (error) {
    fromBackend.snapshot.release();
    throw error;
  }
  return withIndex({ ...fromBackend, symbols }, document, context.token);
}

/** Builds the index of the symbols in slices, so that later lookups don't block. */
async function withIndex<Symbols extends DocumentSymbols>(
  fetched: Symbols,
  { uri, languageId }: OpenDocument,
  token: CancellationToken,
): Promise<Symbols> {
  const { text } = fetched.snapshot;
  const symbols = { ...fetched, symbols: withCells(fetched.symbols, { uri, languageId, text }) };
  try {
    await runInSlices(buildSymbolIndex(symbols.symbols, factsOf(languageId).nameRule), token);
    return symbols;
  } catch (error) {
    symbols.snapshot.release();
    throw error;
  }
}

/**
 * Requests the symbols at once, since they depend on the text alone. An empty result of a server
 * that has not loaded is requested again when it has; with `isPatient`, any result waits for that.
 * Errors: `unsupported`, also for a text that is too long; `not_ready`; the backend's own.
 */
async function fetchBackendSymbols(
  document: OpenDocument,
  context: RequestContext,
  { isPatient }: { isPatient: boolean },
): Promise<DocumentSymbols> {
  context.documents.applyPending();
  if (document.text.length > MAX_TEXT_LENGTH) throw tooLongError(document, context);
  const remembered = cachedSymbols.get(document.text);
  if (remembered) return { snapshot: document.takeSnapshot(), symbols: remembered, isFinal: true, source: "backend" };
  const backend = await ensureBackend(document, context.backends);
  await assertSupported("documentSymbol", backend, context.token);
  const row = rowOf("documentSymbol");
  const policy: Policy = isPatient ? { ...row, dependsOn: "project" } : row;
  return requestSymbols({ document, backend, policy }, context);
}

/**
 * The length of a text, in UTF-16 code units, up to which a server is asked for its symbols. For a
 * longer one a server may take minutes, and responds to nothing else meanwhile.
 */
const MAX_TEXT_LENGTH = 16 * 1024 * 1024;

function tooLongError({ uri, text }: OpenDocument, { client }: RequestContext): LocateError {
  const millions = (length: number) => `${Math.round(length / 100_000) / 10} million`;
  const why = `it has ${millions(text.length)} characters, and servers are asked for the symbols of at most ${millions(MAX_TEXT_LENGTH)}`;
  const path = displayPath(uri, client.roots);
  return new LocateError(
    "unsupported",
    `There are no symbols of ${inlineCode(escapeName(path))}: ${why}. Lines and a find can be used there.`,
    { why },
  );
}

interface SymbolRequest {
  readonly document: OpenDocument;
  readonly backend: Backend;
  readonly policy: Policy;
}

async function requestSymbols(
  { document, backend, policy }: SymbolRequest,
  context: RequestContext,
): Promise<DocumentSymbols> {
  let snapshot: TextSnapshot | undefined;
  let isFinal = false;
  const params = () => {
    snapshot?.release();
    // Checked when the request is sent: opening the document may be what makes the backend load.
    isFinal = isReady(backend);
    snapshot = document.takeSnapshot();
    return { textDocument: { uri: document.uri } };
  };
  try {
    const method = "textDocument/documentSymbol";
    const question = { method, policy, asker: patientAsker, backend, document: () => document, params: () => params };
    const answer = await ask(question, context);
    const { text } = snapshot as unknown as TextSnapshot;
    const symbols = symbolNodes(answer.parse(), text, backend.encoding);
    if (isFinal) cachedSymbols.set(text, symbols);
    return { snapshot: snapshot as unknown as TextSnapshot, symbols, isFinal, source: "backend" };
  } catch (error) {
    (snapshot as TextSnapshot | undefined)?.release();
    throw error;
  }
}

const SLICE_MS = 4;

/**
 * Runs short steps to their result, and yields to the event loop between slices of them. Throws
 * when the client cancels.
 */
export async function runInSlices<Result>(steps: Iterator<void, Result>, token: CancellationToken): Promise<Result> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < until);
    await setImmediate();
    if (token.isCancellationRequested) throw cancelledError();
  }
}

/** The length of a text up to which it is parsed for this, in UTF-16 code units. */
const MAX_SCANNED_LENGTH = 2_000_000;

const mergedSymbols = new WeakMap<readonly SymbolNode[], readonly SymbolNode[]>();

/**
 * Adds the earlier declarations of the backend's symbols, by the syntax tree. Servers for Python
 * list each name of a scope once, with its last declaration: of a property the setter, of a
 * function in `try` and `except` the second.
 */
async function withRedeclarations(
  symbols: readonly SymbolNode[],
  where: DocumentVersion,
  context: SyntaxContext,
): Promise<readonly SymbolNode[]> {
  if (!factsOf(where.languageId).isListedOnce || where.text.length > MAX_SCANNED_LENGTH) return symbols;
  const before = mergedSymbols.get(symbols);
  if (before !== undefined) return before;
  const view = await syntaxViewOf(where, context);
  if (view === undefined) return symbols;
  const merged = mergeSiblings(symbols, view.symbols);
  mergedSymbols.set(symbols, merged);
  return merged;
}

const redeclarableKinds = new Set([...callableSymbolKinds, ...symbolKindsNamed("class", "property")]);

/**
 * Adds the syntax tree's siblings that have the name of one of the backend's and share no text with
 * it.
 */
export function mergeSiblings(backend: readonly SymbolNode[], syntax: readonly SymbolNode[]): readonly SymbolNode[] {
  const byNameFrom = new Map(syntax.map((node) => [node.nameFrom, node]));
  const byName = groupBy(backend.filter(isRedeclarable), ({ name }) => name);
  const missing = syntax.filter((node) => {
    const same = isRedeclarable(node) ? byName.get(node.name) : undefined;
    return same?.every(({ from, to }) => node.to <= from || to <= node.from);
  });
  const nested = backend.map((node) => {
    const own = byNameFrom.get(node.nameFrom);
    const children = own === undefined ? node.children : mergeSiblings(node.children, own.children);
    return children === node.children ? node : { ...node, children };
  });
  const isSame = missing.length === 0 && nested.every((node, at) => node === backend[at]);
  return isSame ? backend : [...nested, ...missing].sort((a, b) => a.from - b.from);
}

function isRedeclarable({ kind }: SymbolNode): boolean {
  return redeclarableKinds.has(kind);
}
