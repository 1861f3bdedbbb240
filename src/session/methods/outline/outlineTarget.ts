/** The target of `locate/outline`: a document, a symbol in one, or files of the workspace. */

import { statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { LocateError } from "../../../error.js";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import { Globs, literalPrefix, ownersOf, segmentsOf } from "../../../files/glob/globs.js";
import { mayRead } from "../../../files/readPermission.js";
import { echoPath } from "../../../locate/errorText.js";
import { MAX_PATH_LENGTH } from "../../../locate/locate.js";
import { isUri, pathInside, virtualScheme } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { existenceCheck, findFile, foldersOf, namesFile } from "../../documents/filePaths.js";
import { findDocument, type Place, readingsOf, resolvePlace } from "../../place/resolvePlace.js";
import { virtualUri } from "../../place/virtualDocuments.js";
import { assertLength, type RequestParams } from "../params.js";

export interface FileTarget {
  readonly kind: "file";
  readonly document: OpenDocument;
}

export interface SymbolTarget {
  readonly kind: "symbol";
  /** The symbol's name; released by whoever takes it. */
  readonly place: Place;
  readonly path: readonly string[];
  readonly source: "backend" | "syntax" | undefined;
}

/** Files of the workspace. */
export interface FilesTarget {
  readonly kind: "files";
  /** As it was written. */
  readonly written: string;
  /** The folder that they are in, absolute. */
  readonly folder: string;
  /** Whether a file (absolute path) is one of them. */
  includes(path: string): boolean;
}

export type OutlineTarget = FileTarget | SymbolTarget | FilesTarget;

/**
 * Reads `file_path` (a file, a folder, a glob pattern, or a Locate of a symbol), `textDocument`, or
 * `locate`. Errors: those of files and symbols, `invalid_locate`.
 */
export async function readOutlineTarget(
  { file_path, textDocument, locate }: RequestParams,
  context: RequestContext,
): Promise<OutlineTarget> {
  const uri = (textDocument as { uri?: unknown } | null | undefined)?.uri;
  const path = typeof file_path === "string" ? file_path : uri;
  if (path === file_path && typeof path === "string") assertLength("file_path", path, MAX_PATH_LENGTH);
  if (typeof path === "string" && path !== "") return targetOfPath(path, context);
  if (locate === undefined || locate === null) throw noTargetError();
  const [{ file_path: file, scope, find, anchor_text, handle }] = readingsOf(locate, "document", context);
  const isFile = file !== undefined && scope === undefined && find === undefined && anchor_text === undefined;
  return isFile && handle === undefined ? targetOfPath(file, context) : targetOfLocate(locate, context);
}

async function targetOfPath(written: string, context: RequestContext): Promise<OutlineTarget> {
  const [source, ...others] = context.area?.sources ?? [];
  // A library may be a single file.
  const isFile = source && others.length === 0 && statSync(source.path).isFile();
  const path = isFile && isWhole(written) ? source.path : written;
  if (virtualUri(path, context) !== undefined) {
    if (!existenceCheck(context)(path) && virtualScheme(path) !== undefined) return targetOfLocate(path, context);
    return { kind: "file", document: await findDocument(path, context) };
  }
  if (!namesFile(path, context)) {
    const files = filesTarget(path, context);
    if (files) return files;
    // `shop.py:Cart` looks like a URI, too.
    const isLocate = /[:@]/.test(path) && (!isUri(path) || namesFile(path.split(":", 1)[0] ?? "", context));
    if (isLocate) return targetOfLocate(path, context);
  }
  return { kind: "file", document: await findDocument(path, context) };
}

async function targetOfLocate(locate: unknown, context: RequestContext): Promise<OutlineTarget> {
  const place = await resolvePlace(locate, { as: "point", purpose: "read" }, context);
  const { symbol, match, source } = place.resolution ?? {};
  if (symbol && match === undefined) return { kind: "symbol", place, path: symbol.path, source };
  place.release();
  if (symbol === undefined && match === undefined && place.resolution === undefined)
    return { kind: "file", document: place.document() };
  throw new LocateError(
    "invalid_locate",
    "An outline is of a file, a folder, a pattern such as src/**/*.ts, or a symbol such as src/shop.py:Cart: write no lines, and no text after @.",
    { field: "locate", expected: "a file, a folder or a symbol" },
  );
}

/** Returns the files of a folder or a glob pattern; undefined for any other path. */
export function filesTarget(
  written: string,
  { client, documents, permission }: Pick<RequestContext, "client" | "documents" | "permission">,
): FilesTarget | undefined {
  const { area } = client.roots;
  const roots = area ? area.sources.map(({ path }) => path) : foldersOf(client.roots);
  const found = findPath(written, roots, () => findFile(written, client.roots, documents));
  const { folder } = found;
  if (folder !== undefined) {
    if (permission && !mayRead(folder, permission)) throw outsideError(written, folder);
    return { kind: "files", written, folder, includes: () => true };
  }
  if (found.isFile || !/[*?{[]/.test(written)) return undefined;
  const pattern = written.replaceAll("\\", "/");
  const [first = ""] = roots;
  const isRooted = isAbsolute(written);
  const globs = new Globs<true>();
  const lists = segmentsOf(pattern);
  for (const segments of lists) globs.add({ base: [], segments }, true);
  const base = lists.length === 1 ? literalPrefix(lists[0] as readonly string[]) : [];
  const start = isRooted ? resolve("/") : first;
  const inside = join(start, base.join("/"));
  if (permission && !mayRead(inside, permission)) throw outsideError(written, inside);
  const includes = (path: string) => {
    const relative = pathInside(start, path);
    if (relative === undefined) return false;
    let nodes = globs.start;
    for (const name of relative.split(/[\\/]/)) nodes = globs.step(nodes, name);
    return ownersOf(nodes).length > 0;
  };
  return { kind: "files", written, folder: inside, includes };
}

/**
 * Returns what a path names: a folder, absolute, or a file, whose name may look like a pattern; `.`
 * is the workspace.
 */
function findPath(
  written: string,
  roots: readonly string[],
  find: () => ReturnType<typeof findFile>,
): { readonly folder?: string | undefined; readonly isFile: boolean } {
  if (isWhole(written)) return { folder: roots[0], isFile: false };
  try {
    const found = find();
    const isFolder = found.kind === "disk" && statSync(found.path).isDirectory();
    return isFolder ? { folder: found.path, isFile: false } : { isFile: true };
  } catch {
    return { isFile: false };
  }
}

/** Whether a path means all of the workspace, or of a library. */
function isWhole(written: string): boolean {
  return /^\.[\\/]?$/.test(written);
}

function outsideError(written: string, folder: string): LocateError {
  const message = `${echoPath(written)} is outside of the workspace, or a link leads there. Write a folder of the workspace.`;
  return new LocateError("file_unreadable", message, { path: folder, why: "outside of the workspace" });
}

function noTargetError(): LocateError {
  return new LocateError(
    "invalid_locate",
    'Say which file: { "file_path": "src/file.py" }, or a folder, or { "textDocument": { "uri": … } }.',
    { field: "file_path", expected: "a path, absolute or relative to a workspace folder" },
  );
}
