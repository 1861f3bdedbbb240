/**
 * The text that a position of the client's is about: its document as it was when the request came. A Locate finds its place in whatever text there is when it is
 * looked at; a position means the text that the client had when it wrote it.
 */

import { LocateError } from "../../error.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { OpenDocument, Stretch, Watched } from "../documents/openDocuments.js";
import type { Session } from "../session.js";

export interface Arrival {
  readonly document: OpenDocument;
  readonly watched: Watched;
}

/** The `locate/*` methods that take a position. */
const positioned: ReadonlySet<string> = new Set(["locate/describe", "locate/nodes"]);

const arrivals = new WeakMap<object, Arrival>();

/** The open document that a request is about, watched from now on; undefined for requests without a position, and for files that the client has not opened. */
export function arrivalOf(method: string | undefined, body: Buffer, { documents }: Session): Arrival | undefined {
  if (method === undefined || !positioned.has(method)) return undefined;
  const uri = stringAt(body, findValue(body, ["params", "textDocument", "uri"]));
  const document = uri === undefined ? undefined : documents.get(uri);
  return document && { document, watched: document.watch() };
}

/** Keeps it with the request's params until those are answered. */
export function noteArrival(params: unknown, arrival: Arrival): void {
  if (typeof params === "object" && params !== null) arrivals.set(params, arrival);
  else arrival.watched.release();
}

export function arrivalIn(params: object): Arrival | undefined {
  return arrivals.get(params);
}

/** The request is answered. */
export function forgetArrival(params: unknown): void {
  if (typeof params !== "object" || params === null) return;
  arrivals.get(params)?.watched.release();
  arrivals.delete(params);
}

/** Where a stretch of the text that came is in one that was watched later. Throws `content_modified`. */
export function carriedOn(arrival: Arrival, to: Arrival, { from, to: end }: Stretch): Stretch {
  const isSame = arrival.document === to.document;
  const carried = isSame ? arrival.watched.until(to.watched, from, end) : undefined;
  if (carried) return carried;
  throw new LocateError(
    "content_modified",
    "The text at that place was changed while the request was under way. Look at the text as it is now and ask again.",
    { changed: isSame ? "the text at that place was deleted" : "the document was closed or opened anew" },
  );
}
