/**
 * Workspace folders that are reached through symbolic links. The session knows only the folders
 * that these lead to, so that both have the same servers; each client sees the paths that it wrote.
 */

import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { keyOfPath, pathInside, pathOfUri, uriOfPath, type WorkspaceFolder } from "../../uri.js";

export interface LinkedFolders {
  /** The folders that these lead to, in the same order. */
  readonly folders: readonly WorkspaceFolder[];
  /** Returns params with the paths of the session. */
  toSession<Value>(value: Value): Value;
  /** Returns a result, or the data of an error, with the paths of the client. */
  toClient<Value>(value: Value): Value;
  /** Returns prose with the paths of the client. */
  describeToClient(text: string): string;
}

/** Two paths of one folder. */
interface FolderLink {
  readonly written: string;
  readonly real: string;
}

/** Returns undefined if no folder is reached through a link. Paths in the URIs are absolute. */
export function findLinkedFolders(folders: readonly WorkspaceFolder[]): LinkedFolders | undefined {
  const found = folders.map((folder) => ({ folder, link: findLink(folder) }));
  const links = found.flatMap(({ link }) => (link === undefined ? [] : [outermost(link)]));
  if (links.length === 0) return undefined;
  const toReal = links.map(({ written, real }) => ({ from: written, to: real }));
  const toWritten = links.map(({ written, real }) => ({ from: real, to: written }));
  const realFolders = found.map(({ folder, link }) => (link === undefined ? folder : followLink(folder, link)));
  return {
    folders: realFolders,
    toSession: (value) => translate(value, toReal, realFolders) as typeof value,
    toClient: (value) => translate(value, toWritten, folders) as typeof value,
    describeToClient: (text) => translateProse(text, toWritten),
  };
}

function findLink({ uri }: WorkspaceFolder): FolderLink | undefined {
  const written = pathOfUri(uri);
  if (written === undefined) return undefined;
  try {
    const real = realpathSync.native(written);
    // A network drive of Windows: many servers can't work in a folder without a drive letter.
    if (real.startsWith("\\\\")) return undefined;
    return keyOfPath(real) === keyOfPath(written) ? undefined : { written, real };
  } catch {
    return undefined; // deleted: the session says so
  }
}

/** Returns the paths of the outermost folder to which the same link leads. */
function outermost({ written, real }: FolderLink): FolderLink {
  const around = { written: dirname(written), real: dirname(real) };
  if (basename(written) !== basename(real) || around.written === around.real) return { written, real };
  return realpathSync.native(around.written) === around.real ? outermost(around) : { written, real };
}

function followLink(folder: WorkspaceFolder, { written, real }: FolderLink): WorkspaceFolder {
  const name = folder.name === basename(written) ? basename(real) : folder.name;
  return { uri: uriOfPath(real, []), name };
}

interface PathChange {
  readonly from: string;
  readonly to: string;
}

/** The fields that hold a path or a URI, in LSP and in our own requests and results. */
const PATH_FIELD = /^(uri|target|file_path|[a-z]+Uri)$/;
/** The fields that hold objects with a URI as each key. */
const URI_MAP_FIELD = /^(changes|relatedDocuments)$/;

/** Translates paths and URIs in JSON. Texts that hold paths are left alone: they may be code. */
function translate(value: unknown, changes: readonly PathChange[], folders: readonly WorkspaceFolder[]): unknown {
  const visit = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(visit);
    return typeof each === "object" && each !== null ? visitObject(each, false) : each;
  };
  const visitObject = (object: object, hasUris: boolean): object =>
    Object.fromEntries(
      Object.entries(object).map(([name, each]) => [hasUris ? location(name) : name, visitField(name, each)]),
    );
  const visitField = (name: string, each: unknown): unknown => {
    if (typeof each === "string") return PATH_FIELD.test(name) ? location(each) : each;
    const isUriMap = URI_MAP_FIELD.test(name) && typeof each === "object" && each !== null && !Array.isArray(each);
    return isUriMap ? visitObject(each, true) : visit(each);
  };
  const location = (text: string): string => {
    const path = pathOfUri(text);
    if (path === undefined) return translatePath(text, changes) ?? text;
    const translated = translatePath(path, changes);
    return translated === undefined ? text : uriOfPath(translated, folders);
  };
  return visit(value);
}

/** Returns undefined for a relative path, and for one that is in none of the folders. */
function translatePath(path: string, changes: readonly PathChange[]): string | undefined {
  if (!isAbsolute(path)) return undefined;
  for (const { from, to } of changes) {
    if (path === from) return to;
    const inside = pathInside(from, path);
    if (inside !== undefined) return join(to, inside);
  }
  return undefined;
}

function translateProse(text: string, changes: readonly PathChange[]): string {
  return changes.reduce((prose, { from, to }) => {
    const pattern = new RegExp(`(?<![\\w./\\\\-])${from.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\w-]|\\.\\w)`, "g");
    return prose.replace(pattern, () => to);
  }, text);
}
