/** The errors of a place that is not found, or not there any more. */

import type { OpenDocument } from "../../../ask/documents/openDocument.js";
import { readFileText } from "../../../ask/documents/unopenedFiles.js";
import { LocateError } from "../../../error.js";
import type { Locate } from "../../../locate/locate.js";
import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { escapeName, inlineCode } from "../../../text/printable.js";
import { pathOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath } from "../../documents/filePaths.js";

/** The error for a change at a place that was tracked by a loose match. */
export function looseHandleError(handle: string, reading: string): LocateError {
  return new LocateError(
    "inexact_write",
    `${handle} was tracked by a find that matched only loosely (${reading}), and a change needs an exact match. Track the place by whole words, copied exactly, or by a symbol.`,
    { handle, reading, candidates: [] },
  );
}

/** The error for a path that the backend does not list, where the syntax tree could not be had. */
export function unknownSymbolError(
  { scope }: Locate,
  { uri }: OpenDocument,
  failure: unknown,
  why: LocateError,
  { client }: RequestContext,
): LocateError {
  const path = scope && "symbol_path" in scope ? scope.symbol_path : [];
  const likely = failure instanceof LocateError ? failure.data["likely_paths"] : undefined;
  const similar = Array.isArray(likely) ? (likely as readonly (readonly string[])[]) : [];
  const listed = similar.map((each) => inlineCode(formatSymbolPath(each))).join(" or ");
  const offer = listed === "" ? "" : ` The server lists ${listed}.`;
  const symbol = inlineCode(formatSymbolPath(path));
  const file = inlineCode(escapeName(displayPath(uri, client.roots)));
  return new LocateError(
    "unsupported",
    `The server lists no symbol ${symbol} in ${file}, and whether it leaves it out is not known.${offer} ${why.message}`,
    { ...factsOf(why), symbol_path: path, likely_paths: similar },
  );
}

/** Returns the data of an error without its kind. */
function factsOf({ data: { kind: _kind, ...facts } }: LocateError): Record<string, unknown> {
  return facts;
}

/** Whether an error lists what a symbol holds. */
export function listsChildren(error: unknown): boolean {
  if (!(error instanceof LocateError)) return false;
  const { children } = error.data;
  return Array.isArray(children) && children.length > 0;
}

/**
 * Refuses a scope or a find for a method about a whole document, which would ignore them silently.
 */
export function assertNoScope({ file_path, scope, find, anchor_text }: Locate): void {
  if (scope === undefined && find === undefined && anchor_text === undefined) return;
  throw new LocateError(
    "invalid_locate",
    `This method is about the whole file: write ${JSON.stringify(file_path)} without a scope or a find.`,
    {
      field: scope !== undefined ? "scope" : find !== undefined ? "find" : "anchor_text",
      expected: "a file_path alone",
    },
  );
}

/** The error for a text that was changed while a place in it was being found. */
export function contentModifiedError(what: string): LocateError {
  return new LocateError(
    "content_modified",
    `While the place was being found, ${what}. Look at the text as it is now and ask again.`,
    { changed: what },
  );
}

/**
 * Adds a note to an error where an open document differs from the file on disk, which the asker may
 * have read.
 */
export async function withDiskDifference(error: unknown, document: OpenDocument): Promise<unknown> {
  const path = pathOfUri(document.uri);
  if (
    !(error instanceof LocateError) ||
    document.owner !== "client" ||
    path === undefined ||
    !textErrorKinds.has(error.kind)
  )
    return error;
  const onDisk = await readFileText(path).catch(() => undefined);
  if (onDisk === undefined || onDisk === document.text.text) return error;
  return new LocateError(
    error.kind,
    `${error.message} Note: the client has this document open with changes that are not saved; what counts is its text, not the file on disk.`,
    { ...factsOf(error), differs_from_disk: true },
  );
}

const textErrorKinds: ReadonlySet<string> = new Set([
  "anchor_not_found",
  "ancestor_not_found",
  "text_not_found",
  "line_out_of_range",
  "symbol_not_found",
  "index_out_of_range",
]);
