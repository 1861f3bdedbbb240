/** URIs and paths: which document is which, and how a file is named to the client. */

import { isAbsolute, relative, sep } from "node:path";
import { URI } from "vscode-uri";

/** The path of a `file:` URI; undefined for other schemes and for what is no URI. */
export function pathOfUri(uri: string): string | undefined {
  const parsed = parse(uri);
  return parsed?.scheme === "file" ? parsed.fsPath : undefined;
}

/** One key per document, however its URI is spelled: clients differ in what they encode, and in the case of drive letters. */
export function keyOf(uri: string): string {
  const parsed = parse(uri);
  if (parsed === undefined) return uri;
  return parsed.scheme === "file" ? keyOfPath(parsed.fsPath) : parsed.toString(true);
}

export function keyOfPath(path: string): string {
  return URI.file(path).toString(true);
}

/** A file's URI, spelled as the client spells the folder it is in: some compare strings. `folders` are URIs. */
export function uriOfPath(path: string, folders: readonly string[]): string {
  for (const folder of folders) {
    const root = pathOfUri(folder);
    const inside = root === undefined ? undefined : pathInside(root, path);
    if (inside !== undefined) return `${folder.replace(/\/$/, "")}${encoded(`/${inside}`)}`;
  }
  return URI.file(path).toString();
}

/** `path` as seen from `root`, with forward slashes; undefined where it is not below it. */
export function pathInside(root: string, path: string): string | undefined {
  const inside = relative(root, path);
  if (inside === "" || isAbsolute(inside) || inside.split(sep)[0] === "..") return undefined;
  return inside.split(sep).join("/");
}

function encoded(path: string): string {
  return URI.from({ scheme: "file", path }).toString().slice("file://".length);
}

function parse(uri: string): URI | undefined {
  try {
    return URI.parse(uri, true);
  } catch {
    return undefined;
  }
}
