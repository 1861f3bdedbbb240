/** Requests that are about a library of the workspace, instead of the workspace itself. */

import { existsSync } from "node:fs";
import { LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { MAX_PATH_LENGTH } from "../../locate/locate.js";
import { escapeName, inlineCode } from "../../text/printable.js";
import { pathOfUri } from "../../uri.js";
import { displayPath } from "../documents/filePaths.js";
import type { LibraryArea } from "../documents/libraries.js";
import type { RequestContext } from "./requestContext.js";

/** What a context needs so that it can be one for a library. */
type LibraryContext = Pick<RequestContext, "client"> & Partial<Pick<RequestContext, "permission" | "area">>;

/**
 * Returns the context of a request whose `in` names a library, see `Libraries.area`; the same one
 * without it. Errors: those of `Libraries.area`, `invalid_locate`.
 */
export function contextIn<Context extends LibraryContext>(name: unknown, context: Context): Context {
  if (name === undefined || name === null) return context;
  if (typeof name !== "string" || name === "" || name.length > MAX_PATH_LENGTH)
    throw new LocateError("invalid_locate", 'in must be the name of a library, as in { "in": "requests" }.', {
      field: "in",
      expected: "the name of a library, or the path of a folder",
    });
  const area = context.client.roots.libraries?.area(name);
  return area ? contextOf(area, context) : context;
}

/** Returns the context of a request about a library. Links that lead out of it are not read. */
export function contextOf<Context extends LibraryContext>(area: LibraryArea, context: Context): Context {
  const { client } = context;
  const roots = { ...client.roots, area };
  const folders = area.sources.map(({ path }) => path);
  return { ...context, area, client: { ...client, roots }, permission: { folders, allowsOutside: false } };
}

/** Throws `file_unwritable` for a document that is only read: of a library, or in no file. */
export function assertWritable(
  { uri, owner }: Pick<OpenDocument, "uri" | "owner">,
  { client }: Pick<RequestContext, "client">,
): void {
  const path = pathOfUri(uri);
  // Some servers name files that there are not.
  if (owner === "proxy" && (path === undefined || !existsSync(path)))
    throw new LocateError(
      "file_unwritable",
      `${inlineCode(escapeName(uri))} is in no file: it is a text that the server gives, and only read. Change the code that uses it.`,
      { path: uri, why: "it is in no file" },
    );
  if (path === undefined || !client.roots.libraries?.holds(path)) return;
  const shown = inlineCode(escapeName(displayPath(uri, client.roots)));
  throw new LocateError(
    "file_unwritable",
    `${shown} belongs to a library, which is only read: a later installation would undo the change. Change the code that uses it, or copy the file into the workspace.`,
    { path, why: "it belongs to a library" },
  );
}

export const WORKSPACE = "the workspace";

/** Returns what is searched, for people. */
export function nameOfArea({ area }: Pick<RequestContext, "area">): string {
  return area?.title ?? WORKSPACE;
}
