/** The documents that answers refer to, and how their paths are written. */

import { relative, sep } from "node:path";
import { decodeFile } from "../../files/documents/notebook/decodeFile.js";
import { MAX_TEXT_BYTES, maxBytesOf, readWholeFileSync } from "../../files/readFileSync.js";
import type { ReadPermission } from "../../files/readPermission.js";
import { Document } from "../../text/document.js";
import { pathInside, pathOfUri } from "../../uri.js";

/**
 * Returns a function that reads the document of a URI, once; `undefined` if it can't be read, or
 * may not be.
 */
export function createSourceReader(permission: ReadPermission | undefined): (uri: string) => Document | undefined {
  const documents = new Map<string, Document | undefined>();
  return (uri) => {
    if (!documents.has(uri)) documents.set(uri, readDocument(uri, permission));
    return documents.get(uri);
  };
}

function readDocument(uri: string, permission: ReadPermission | undefined): Document | undefined {
  const path = pathOfUri(uri);
  if (path === undefined) return undefined;
  try {
    const decoded = decodeFile(
      path,
      readWholeFileSync(path, { maxBytes: maxBytesOf(path, MAX_TEXT_BYTES), permission }).bytes,
    );
    return "text" in decoded ? Document.of(decoded.text) : undefined;
  } catch {
    return undefined; // deleted meanwhile, or a library's file inside an archive
  }
}

/**
 * Returns a function that writes an absolute path as it can be typed in the working directory:
 * relative if it is in there or in the workspace, else absolute; with forward slashes.
 */
export function createPathFormatter(workingDirectory: string, root: string): (path: string) => string {
  return (path) => {
    const isInside = [workingDirectory, root].some((folder) => pathInside(folder, path) !== undefined);
    return (isInside ? relative(workingDirectory, path) : path).split(sep).join("/");
  };
}
