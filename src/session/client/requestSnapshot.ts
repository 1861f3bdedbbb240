/**
 * The document that a position in a request is about, as it was when the request came.
 *
 * A Locate is resolved in the text at the time; a position is about the text that the client had
 * when it sent the request.
 */

import { LocateError } from "../../error.js";
import type { OpenDocument, TextSnapshot } from "../../files/documents/openDocument.js";
import type { Stretch } from "../../text/stretch.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { OpenDocuments } from "../documents/openDocuments.js";

export interface RequestSnapshot {
  readonly document: OpenDocument;
  readonly textSnapshot: TextSnapshot;
}

/** The `locate/*` methods that take a position. */
const positionMethods: ReadonlySet<string> = new Set(["locate/describe", "locate/nodes"]);

const snapshots = new WeakMap<object, RequestSnapshot>();

/**
 * Takes a snapshot of the open document that a request is about; undefined for requests without a
 * position, and for files that the client has not opened.
 */
export function takeSnapshot(
  method: string | undefined,
  body: Buffer,
  documents: Pick<OpenDocuments, "get">,
): RequestSnapshot | undefined {
  if (method === undefined || !positionMethods.has(method)) return undefined;
  const uri = stringAt(body, findValue(body, ["params", "textDocument", "uri"]));
  const document = uri === undefined ? undefined : documents.get(uri);
  return document && { document, textSnapshot: document.takeSnapshot() };
}

/** Keeps the snapshot with the params of the request until it has its response. */
export function attachSnapshot(params: unknown, snapshot: RequestSnapshot): void {
  if (typeof params === "object" && params !== null) snapshots.set(params, snapshot);
  else snapshot.textSnapshot.release();
}

export function requestSnapshotOf(params: unknown): RequestSnapshot | undefined {
  return typeof params === "object" && params !== null ? snapshots.get(params) : undefined;
}

/** Releases the snapshot of a request that has its response. */
export function releaseSnapshot(params: unknown): void {
  if (typeof params !== "object" || params === null) return;
  snapshots.get(params)?.textSnapshot.release();
  snapshots.delete(params);
}

/** Maps a stretch of the request's text to that of a later snapshot. Throws `content_modified`. */
export function mapRequestStretch(
  earlier: RequestSnapshot,
  later: RequestSnapshot,
  { from, to: end }: Stretch,
): Stretch {
  const isSame = earlier.document === later.document;
  const mapped = isSame ? earlier.textSnapshot.mapTo(later.textSnapshot, from, end) : undefined;
  if (mapped) return mapped;
  throw new LocateError(
    "content_modified",
    "The text at that place was changed while the request was under way. Look at the text as it is now and ask again.",
    { changed: isSame ? "the text at that place was deleted" : "the document was closed or opened anew" },
  );
}
