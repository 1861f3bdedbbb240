/**
 * The text that a position of the client's is about: its document as it was when the request came. A Locate finds its place in whatever text there is when it is
 * looked at; a position means the text that the client had when it wrote it.
 */

import { LocateError } from "../../error.js";
import type { Stretch } from "../../text/stretch.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { OpenDocument, TextSnapshot } from "../documents/openDocument.js";
import type { OpenDocuments } from "../documents/openDocuments.js";

export interface RequestSnapshot {
  readonly document: OpenDocument;
  readonly textSnapshot: TextSnapshot;
}

/** The `locate/*` methods that take a position. */
const positionMethods: ReadonlySet<string> = new Set(["locate/describe", "locate/nodes"]);

const snapshots = new WeakMap<object, RequestSnapshot>();

/** The open document that a request is about, watched from now on; undefined for requests without a position, and for files that the client has not opened. */
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

/** Keeps it with the request's params until those are answered. */
export function attachSnapshot(params: unknown, snapshot: RequestSnapshot): void {
  if (typeof params === "object" && params !== null) snapshots.set(params, snapshot);
  else snapshot.textSnapshot.release();
}

export function requestSnapshotOf(params: unknown): RequestSnapshot | undefined {
  return typeof params === "object" && params !== null ? snapshots.get(params) : undefined;
}

/** The request is answered. */
export function releaseSnapshot(params: unknown): void {
  if (typeof params !== "object" || params === null) return;
  snapshots.get(params)?.textSnapshot.release();
  snapshots.delete(params);
}

/** Where a stretch of the text that came is in one that was watched later. Throws `content_modified`. */
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
