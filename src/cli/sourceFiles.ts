/** The texts that answers speak of, read from disk once, and how their paths are written for whoever asked. */

import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { decode } from "../text/decode.js";
import { Document } from "../text/document.js";
import { pathInside, pathOfUri } from "../uri.js";

export function createSourceReader(): (uri: string) => Document | undefined {
  const documents = new Map<string, Document | undefined>();
  return (uri) => {
    if (!documents.has(uri)) documents.set(uri, readDocument(uri));
    return documents.get(uri);
  };
}

function readDocument(uri: string): Document | undefined {
  const path = pathOfUri(uri);
  if (path === undefined) return undefined;
  try {
    const decoded = decode(readFileSync(path));
    return "text" in decoded ? Document.of(decoded.text) : undefined;
  } catch {
    return undefined; // gone meanwhile, or a library's file inside an archive
  }
}

/** A path as it can be typed where we are: relative if it is in the workspace or below, else absolute; forward slashes. */
export function createPathFormatter(workingDirectory: string, root: string): (path: string) => string {
  return (path) => {
    const isNear = [workingDirectory, root].some((folder) => pathInside(folder, path) !== undefined);
    return (isNear ? relative(workingDirectory, path) : path).split(sep).join("/");
  };
}
