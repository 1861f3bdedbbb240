/**
 * From a Locate to a place: a document and a stretch of it, mapped through later changes until the
 * request is sent.
 */

import { Deadline } from "../../ask/deadline.js";
import { LocateError, unansweredKinds } from "../../error.js";
import type { OpenDocument, TextSnapshot } from "../../files/documents/openDocument.js";
import type { Locate, PlaceOrDocument, SymbolScope } from "../../locate/locate.js";
import { parseLocateReadings } from "../../locate/notation/notation.js";
import { readLocate } from "../../locate/notation/readLocate.js";
import type { Resolved } from "../../locate/resolve/resolve.js";
import type { DocumentContext, FileContext, RequestContext, SyntaxContext } from "../client/requestContext.js";
import { existenceCheck, findFile } from "../documents/filePaths.js";
import type { OpenDocuments } from "../documents/openDocuments.js";
import { askForSymbols, type DocumentSymbols, fetchSymbolsWithPath, fetchSyntaxSymbols } from "./documentSymbols.js";
import {
  assertNoScope,
  contentModifiedError,
  folderError,
  listsChildren,
  looseHandleError,
  symbolsAnywhere,
  unknownSymbolError,
  withDiskDifference,
  withReadyLocate,
  withSymbolAnywhere,
} from "./placeErrors.js";
import { currentRange, resolveInText } from "./resolveInText.js";
import { viewFailureOf } from "./syntaxView.js";
import { trackedPlacesOf } from "./trackedPlaces.js";
import { withTextInstead } from "./unparsedFiles.js";
import { readVirtualDocument, virtualUri } from "./virtualDocuments.js";
import { addFilePath, type ProbeOutcome } from "./workspaceLookup.js";

export interface Place {
  /** Returns the document that the place is in now: the client may have opened it meanwhile. */
  document(): OpenDocument;
  /**
   * Returns the stretch in that document's present text, as offsets. Throws `content_modified` if
   * it was deleted.
   */
  now(): { readonly from: number; readonly to: number };
  /** How it was found; undefined for a whole document and for a handle. */
  readonly resolution: Resolution | undefined;
  release(): void;
}

/** A resolved Locate, and where its symbol came from. */
type Resolution = Resolved & { readonly source?: "backend" | "syntax" };

export interface PlaceOptions {
  readonly as: "point" | "range" | "document";
  /** `write` refuses loose matches, and several declarations of one path. */
  readonly purpose: "read" | "write";
  /** The text that is to take the place: its head tells declarations of one path apart. */
  readonly newText?: string | undefined;
}

/** Finds the place. Errors: all kinds about files, lines, symbols and text. */
export async function resolvePlace(value: unknown, options: PlaceOptions, context: RequestContext): Promise<Place> {
  const [first, ...others] = readingsOf(value, options.as === "document" ? "document" : "place", context);
  try {
    return await resolveReading(first, options, context);
  } catch (error) {
    // `package.json:dependencies.@types/node`: where no symbol has that path, a later `@` may begin
    // the find.
    for (const other of isNoSymbol(error) ? others : []) {
      try {
        return await resolveReading(other, options, context);
      } catch {
        // the error explains the first reading
      }
    }
    throw error;
  }
}

/**
 * Returns what a Locate, as an object or in notation, may mean; the likeliest reading first.
 * Errors: `invalid_locate`.
 */
export function readingsOf(
  value: unknown,
  takes: PlaceOrDocument,
  context: FileContext,
): readonly [Locate, ...Locate[]] {
  const exists = existenceCheck(context);
  return typeof value === "string"
    ? parseLocateReadings(value, { exists, takes })
    : [readLocate(value, { exists, takes })];
}

function isNoSymbol(error: unknown): boolean {
  return error instanceof LocateError && error.kind === "symbol_not_found";
}

async function resolveReading(locate: Locate, options: PlaceOptions, context: RequestContext): Promise<Place> {
  if (locate.handle !== undefined) return resolveHandle(locate.handle, options, context);
  if (locate.file_path === undefined) {
    const probe = async (candidate: Locate): Promise<ProbeOutcome> => {
      try {
        (await resolveReading(candidate, options, context)).release();
        return { kind: "placed" };
      } catch (error) {
        const isThere = error instanceof LocateError && !isNoSymbol(error) && error.kind !== "file_unreadable";
        return { kind: isThere ? "there" : "absent", error };
      }
    };
    return resolveReading(await addFilePath(locate, probe, context), options, context);
  }
  if (options.as === "document") assertNoScope(locate);
  const document = await findDocument(locate.file_path, context).catch(async (error) => {
    const takes = options.as === "document" ? "document" : "place";
    const deadline = Deadline.after(ADVICE_TIMEOUT_MS);
    const faultOf = (ready: Locate) => placeFault(ready, options, { deadline, context });
    const explained = await withReadyLocate(error, locate, { takes, faultOf }, context);
    throw await withResolvingSymbol(explained, locate, options, { deadline, context });
  });
  if (options.as === "document") return createPlace(document, document.takeSnapshot(), undefined, context.documents);
  try {
    return await resolveInDocument(locate, document, { ...options, as: options.as }, context);
  } catch (error) {
    throw await withDiskDifference(withTextInstead(error, locate, document, context), document);
  }
}

interface AdviceOptions {
  readonly deadline: Deadline;
  readonly context: RequestContext;
}

/** Resolves with true if there is such a place, with undefined if that takes too long. */
function isPlace(
  locate: Locate,
  options: PlaceOptions,
  { deadline, context }: AdviceOptions,
): Promise<true | undefined> {
  const resolved = resolveReading(locate, options, context).then((place) => {
    place.release();
    return true as const;
  });
  return deadline.before(resolved);
}

/** Resolves with the reason why there is no such place; undefined where there is, or may be. */
async function placeFault(
  locate: Locate,
  options: PlaceOptions,
  advice: AdviceOptions,
): Promise<LocateError | undefined> {
  if (options.as === "document") return undefined;
  try {
    await isPlace(locate, options, advice);
    return undefined;
  } catch (error) {
    if (!(error instanceof LocateError)) throw error;
    return unansweredKinds.has(error.kind) || error.kind === "unsupported" ? undefined : error;
  }
}

/** How long an error waits for its advice: servers that load are asked for symbols, too. */
const ADVICE_TIMEOUT_MS = 2_000;

/** Adds the first symbol in any file that a Locate of a missing file may mean, if there is one. */
async function withResolvingSymbol(
  error: unknown,
  locate: Locate,
  options: PlaceOptions,
  advice: AdviceOptions,
): Promise<unknown> {
  if (!(error instanceof LocateError) || error.kind !== "file_not_found" || error.data["locate"]) return error;
  if (options.as === "document") return error;
  for (const symbol of symbolsAnywhere(locate)) {
    try {
      const isFound = await isPlace(symbol, options, advice);
      return isFound ? withSymbolAnywhere(error, symbol, advice.context) : error;
    } catch (other) {
      if (!(other instanceof LocateError) || other.kind !== "symbol_not_found") return error;
    }
  }
  return error;
}

/** Returns the present place of a handle. */
async function resolveHandle(
  handle: string,
  { as, purpose }: PlaceOptions,
  context: DocumentContext & SyntaxContext,
): Promise<Place> {
  const tracked = trackedPlacesOf(context.documents).get(handle);
  if (purpose === "write" && tracked.looseReading !== undefined) throw looseHandleError(handle, tracked.looseReading);
  const document = await findDocument(tracked.document.uri, context).catch((error) => {
    throw error instanceof LocateError ? tracked.goneError(error.message) : error;
  });
  tracked.moveTo(document);
  const snapshot = document.takeSnapshot();
  try {
    const { point, range } = tracked.now();
    if (as === "document") return createPlace(document, snapshot, undefined, context.documents);
    const { uri, languageId } = document;
    const view = { uri, languageId, text: snapshot.text };
    const stretch = as === "point" ? point : await currentRange(tracked.locate, { point, range }, view, context);
    return { ...createPlace(document, snapshot, stretch, context.documents), resolution: undefined };
  } catch (error) {
    snapshot.release();
    throw error;
  }
}

async function resolveInDocument(
  locate: Locate,
  document: OpenDocument,
  how: StretchOptions,
  context: RequestContext,
): Promise<Place> {
  if (!hasSymbolPath(locate)) {
    const snapshot = document.takeSnapshot();
    return placeInText(locate, document, { snapshot, symbols: undefined }, how, context);
  }
  const known = await fetchSymbolsWithPath(locate, document, context);
  if (known !== undefined) return placeInText(locate, document, known, how, context);
  for (let isPatient = false; ; isPatient = true) {
    const symbols = await askForSymbols(document, context, { isPatient });
    try {
      return await placeInText(locate, document, symbols, how, context);
    } catch (error) {
      if (!isNoSymbol(error) || symbols.source === "syntax") throw error;
      // A server that still loads may not have all symbols yet; and some servers leave out local
      // ones.
      if (isPatient || symbols.isFinal) return resolveWithSyntaxSymbols(locate, document, how, context, error);
    }
  }
}

function hasSymbolPath(locate: Locate): locate is Locate & { readonly scope: SymbolScope } {
  return locate.scope !== undefined && "symbol_path" in locate.scope;
}

/**
 * Looks in the syntax tree for a path that the backend's symbols don't have. If it is not there,
 * either, the backend's failure is thrown, unless only the syntax tree knows what the symbol holds.
 * Throws `unsupported` if there is no tree to look in, though the language has a grammar.
 */
async function resolveWithSyntaxSymbols(
  locate: Locate,
  document: OpenDocument,
  how: StretchOptions,
  context: RequestContext,
  failure: unknown,
): Promise<Place> {
  const symbols = await fetchSyntaxSymbols(document, context);
  const why = viewFailureOf(symbols.snapshot);
  if (why !== undefined) {
    symbols.snapshot.release();
    throw unknownSymbolError(locate, document, failure, why, context);
  }
  try {
    return await placeInText(locate, document, symbols, how, context);
  } catch (error) {
    throw isNoSymbol(error) && (listsChildren(failure) || !listsChildren(error)) ? failure : error;
  }
}

interface StretchOptions extends PlaceOptions {
  readonly as: "point" | "range";
}

type AvailableSymbols = Pick<DocumentSymbols, "snapshot"> & {
  readonly symbols: DocumentSymbols["symbols"] | undefined;
  readonly source?: DocumentSymbols["source"];
};

/** Returns the place in the text of a snapshot; releases the snapshot on failure. */
async function placeInText(
  locate: Locate,
  document: OpenDocument,
  { snapshot, symbols, source }: AvailableSymbols,
  how: StretchOptions,
  context: DocumentContext & SyntaxContext,
): Promise<Place> {
  try {
    const { uri, languageId } = document;
    const where = { uri, languageId, text: snapshot.text, symbols };
    const found = await resolveInText(locate, where, how, context);
    return createPlace(document, snapshot, { ...found, ...(source ? { source } : {}) }, context.documents);
  } catch (error) {
    snapshot.release();
    throw error;
  }
}

/** Returns the document that the client has open, or the file as it is on disk. */
export async function findDocument(filePath: string, context: DocumentContext): Promise<OpenDocument> {
  const { client, permission, documents, unopenedFiles } = context;
  const virtual = virtualUri(filePath, context);
  if (virtual !== undefined && !documents.get(virtual)) return readVirtualDocument(virtual, context);
  const found = findFile(filePath, client.roots, documents);
  if (found.kind === "open") return found.document;
  const document = await unopenedFiles.read(found.path, permission).catch((error) => {
    throw folderError(filePath, found.path) ?? error;
  });
  // The client may have opened it while it was read.
  return documents.ofPath(found.path) ?? document;
}

/** Makes a place of a stretch in a snapshot; of the whole document without one. */
export function createPlace(
  document: OpenDocument,
  snapshot: TextSnapshot,
  resolution: Resolution | undefined,
  documents: Pick<OpenDocuments, "applyPending" | "get">,
): Place {
  const { from, to } = resolution ?? { from: 0, to: snapshot.text.length };
  const current = (): OpenDocument => {
    documents.applyPending();
    const opened = document.owner === "proxy" ? documents.get(document.uri) : undefined;
    if (!document.isClosed && !opened) return document;
    const successor = opened ?? documents.get(document.uri);
    if (successor && successor.text.text === document.text.text) return successor;
    throw contentModifiedError("the document was closed or opened with another text");
  };
  return {
    document: current,
    now: () => {
      current();
      const now = snapshot.mapToNow(from, to);
      if (!now) throw contentModifiedError("the text at that place was deleted");
      return now;
    },
    resolution,
    release: () => snapshot.release(),
  };
}
