/** Identity of documents: URIs, paths, and one key for all spellings of the same location. */

import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { URI } from "vscode-uri";

export interface WorkspaceFolder {
  readonly uri: string;
  readonly name: string;
}

/**
 * Checks whether a text has a scheme. A scheme has at least two letters; one letter is a Windows
 * drive.
 */
export function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(text);
}

/** In UTF-16 code units. The longest path that Linux opens, with each byte encoded, is shorter. */
export const MAX_URI_LENGTH = 16_384;

/**
 * Returns the file path of a `file:` URI; undefined for other schemes, for text that is not a URI,
 * and for a longer URI than `MAX_URI_LENGTH`, whose folders would be looked up one by one.
 */
export function pathOfUri(uri: string): string | undefined {
  if (uri.length > MAX_URI_LENGTH) return undefined;
  const parsed = parse(uri);
  return parsed?.scheme === "file" ? parsed.fsPath : undefined;
}

const CELL_URI = /^vscode-notebook-cell:(.*)#[^#]*$/;

/** Whether a URI is that of a notebook's cell, as editors name these. */
export function isCellUri(uri: string): boolean {
  return CELL_URI.test(uri);
}

/** Returns the URI of the file that a document is in: for a cell, that of its notebook. */
export function uriOfFile(uri: string): string {
  const [, path] = CELL_URI.exec(uri) ?? [];
  return path === undefined ? uri : `file:${path}`;
}

/** Returns the scheme of a URI that may be a virtual document's; undefined for any other text. */
export function virtualScheme(text: string): string | undefined {
  const scheme = isUri(text) && pathOfUri(text) === undefined ? /^[^:]+/.exec(text)?.[0] : undefined;
  return scheme?.toLowerCase();
}

/** What the folders and archives of libraries are named like: `list-2.1.jar`, `std@0.224.0`. */
const LIBRARY_NAME = /[@-]\d|\.(?:jar|srcjar|zip|dll)$/;

/**
 * Returns the URI of a document in no file as people write it, `<library>!<path in it>`:
 * `list-2.1.jar!a/List.class`, `std@0.224.0!list.ts`. Undefined for a file, and for a URI in which
 * nothing is around the document.
 */
export function virtualName(uri: string): string | undefined {
  if (virtualScheme(uri) === undefined) return undefined;
  const bare = decode(uri.slice(uri.indexOf(":") + 1).split(/[?#]/, 1)[0] ?? "");
  const [archive = "", ...inside] = bare.split("!/");
  const segments = archive.split("/").filter((each) => each !== "");
  if (inside.length > 0) return `${segments.at(-1) ?? ""}!${inside.join("!/")}`;
  const found = segments.slice(0, -1).findLastIndex((each) => LIBRARY_NAME.test(each));
  const [library, ...path] = segments.slice(Math.max(0, found));
  return library === undefined || path.length === 0 ? undefined : `${library}!${path.join("/")}`;
}

/** Whether a text may be such a name: with a library, and with a path that ends as a file does. */
export function isVirtualName(text: string): boolean {
  const [library = "", ...path] = text.split("!");
  return path.length > 0 && /^[^/\\:]+$/.test(library) && /^[^:]+$/.test(path.join("!")) && /\.\w{1,12}$/.test(text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns one key per document: scheme and decoded path, with the drive letter in lower case, as
 * servers and clients differ in both. Query and fragment count except for files, as notebook cells
 * differ only in their fragment.
 */
export function keyOfUri(uri: string): string {
  const parsed = parse(uri);
  if (!parsed) return uri;
  if (parsed.scheme === "file") return keyOfPath(parsed.fsPath);
  return parsed.with({ path: lowerDrive(parsed.path) }).toString(true);
}

export function keyOfPath(path: string): string {
  return `file://${lowerDrive(resolve(path).split(sep).join("/"))}`;
}

/**
 * Returns the key of the file that symbolic links lead to; for a path that does not exist, the key
 * of the path.
 */
export function realKeyOfPath(path: string): string {
  return keyOfPath(realPathOf(path));
}

/** Returns the path that symbolic links lead to; a path that does not exist as it is. */
export function realPathOf(path: string): string {
  // An exception takes many times as long.
  if (!existsSync(path)) return path;
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** How long it is remembered where links lead, in milliseconds. */
const LINKS_KEPT_MS = 1_000;
/** The keys of files, by path. */
const fileKeys = new Map<string, string>();
let fileKeysSince = 0;

/** Returns one key for a file, whatever links lead to it, as of the last second. */
export function fileKeyOfPath(path: string): string {
  const now = performance.now();
  if (now - fileKeysSince > LINKS_KEPT_MS) {
    fileKeys.clear();
    fileKeysSince = now;
  }
  const known = fileKeys.get(path);
  if (known !== undefined) return known;
  const key = realKeyOfPath(path);
  fileKeys.set(path, key);
  return key;
}

/** Returns that key for the file of a URI; the URI's own for a document that is in no file. */
export function fileKeyOf(uri: string): string {
  const path = pathOfUri(uri);
  return path === undefined ? keyOfUri(uri) : fileKeyOfPath(path);
}

/**
 * Returns a file's URI in the style of the workspace folder that contains it, as some servers
 * compare strings; outside of all folders, in the style of VS Code.
 */
export function uriOfPath(path: string, folders: readonly Pick<WorkspaceFolder, "uri">[]): string {
  for (const folder of folders) {
    const root = pathOfUri(folder.uri);
    const inside = root === undefined ? undefined : pathInside(root, path);
    if (inside === undefined) continue;
    const encoded = URI.from({ scheme: "file", path: `/${inside}` })
      .toString()
      .slice("file://".length);
    return `${folder.uri.replace(/\/$/, "")}${encoded}`;
  }
  return URI.file(path).toString();
}

/**
 * Returns `path` relative to `root`, with forward slashes; undefined where it is not below `root`.
 */
export function pathInside(root: string, path: string): string | undefined {
  const inside = relative(root, path);
  if (inside === "" || isAbsolute(inside) || inside.split(sep)[0] === "..") return undefined;
  return inside.split(sep).join("/");
}

/** Values by URI, found by any spelling of it. */
export class UriMap<Value> {
  readonly #byKey = new Map<string, { readonly uri: string; readonly value: Value }>();
  /** By the URI as it was set, so that not every lookup has to decode one. */
  readonly #bySpelling = new Map<string, Value>();

  get(uri: string): Value | undefined {
    return this.#bySpelling.get(uri) ?? this.ofKey(keyOfUri(uri));
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** Returns the value of a key (`keyOfUri`, `keyOfPath`). */
  ofKey(key: string): Value | undefined {
    return this.#byKey.get(key)?.value;
  }

  set(uri: string, value: Value): void {
    this.delete(uri);
    this.#byKey.set(keyOfUri(uri), { uri, value });
    this.#bySpelling.set(uri, value);
  }

  /** Returns the value that was deleted. */
  delete(uri: string): Value | undefined {
    const key = keyOfUri(uri);
    const entry = this.#byKey.get(key);
    if (!entry) return undefined;
    this.#byKey.delete(key);
    this.#bySpelling.delete(entry.uri);
    return entry.value;
  }

  /** Returns the values with the URIs as they were set. */
  entries(): Iterable<readonly [string, Value]> {
    return this.#bySpelling.entries();
  }

  values(): Iterable<Value> {
    return this.#bySpelling.values();
  }
}

function parse(uri: string): URI | undefined {
  try {
    return URI.parse(uri, true);
  } catch {
    return undefined;
  }
}

function lowerDrive(path: string): string {
  return path.replace(/^\/?([A-Za-z]):/, (_whole, drive: string) => `/${drive.toLowerCase()}:`);
}

/** Returns the number of folders between two files; the smaller, the nearer. */
export function distanceBetween(one: string, other: string): number {
  const [a, b] = [one.split(/[\\/]/), other.split(/[\\/]/)];
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common++;
  return a.length + b.length - 2 * common;
}
