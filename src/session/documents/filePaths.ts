/**
 * From the `file_path` of a Locate to the file it means, and back to the path that an agent would
 * write.
 */

import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { ReadPermission } from "../../files/readPermission.js";
import { echoPath, echoText } from "../../locate/errorText.js";
import { escapeName } from "../../text/printable.js";
import { isUri, keyOfPath, MAX_URI_LENGTH, pathInside, pathOfUri, uriOfPath, type WorkspaceFolder } from "../../uri.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import type { Libraries, LibraryArea } from "./libraries.js";
import type { OpenDocuments } from "./openDocuments.js";
import { similarFiles } from "./similarFiles.js";
import type { VirtualNames } from "./virtualNames.js";

/** The folders that relative paths may start from. */
export interface Roots {
  readonly folders: readonly WorkspaceFolder[];
  /**
   * Tried after the folders, in this order: the folders of rootUri and rootPath, the working
   * directory.
   */
  readonly others: readonly string[];
  /** Finds files that are written with the name of a library. */
  readonly libraries?: Libraries;
  /** The documents in no file that answers have named. */
  readonly virtualNames?: VirtualNames;
  /** The library that a request is about, instead of the workspace. */
  readonly area?: LibraryArea;
}

/** Returns the paths of the workspace's folders; without any, that of the first other one. */
export function foldersOf({ folders, others }: Roots): readonly string[] {
  const named = folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  return named.length > 0 ? named : others.slice(0, 1);
}

/**
 * Returns which of the files that answers name may be read: those of the workspace, and what a
 * server names elsewhere, but nothing that a link in the workspace leads to outside of it.
 */
export function answerPermission(roots: Roots): ReadPermission {
  return { folders: foldersOf(roots), allowsOutside: true };
}

/** An existing file: open in the client, or on disk. */
type FileMatch =
  | { readonly kind: "open"; readonly document: OpenDocument }
  | { readonly kind: "disk"; readonly path: string };

/** Finds the file. Errors: `file_not_found`, `file_ambiguous`. */
export function findFile(filePath: string, roots: Roots, documents: OpenDocuments): FileMatch {
  const known = isUri(filePath) ? documents.get(filePath) : undefined;
  if (known) return { kind: "open", document: known };
  if (filePath.length > MAX_URI_LENGTH) {
    const message = `There is no file ${echoPath(filePath)}: its path has ${filePath.length} characters, and none has more than ${MAX_URI_LENGTH}.`;
    throw new LocateError("file_not_found", message, { path: echoText(filePath), similar: [] });
  }
  if (isUri(filePath)) {
    const path = pathOfUri(filePath);
    if (path !== undefined) return fileAt(path, documents) ?? throwNotFound(filePath, [path], roots);
    // `C:x.py` and `a.py:b` look like URIs, too, but may be names of files.
    const named = candidates(filePath, roots, documents)[0];
    if (named) return named.file;
    const [head = "", ...rest] = filePath.split(":");
    if (candidates(head, roots, documents).length > 0) {
      throw new LocateError(
        "file_not_found",
        `There is no file ${echoPath(filePath)}, but there is ${escapeName(head)}: write "file_path": ${JSON.stringify(head)}, and in a Locate "scope": ${JSON.stringify(rest.join(":"))}.`,
        { path: echoText(filePath), similar: [head] },
      );
    }
    throw new LocateError(
      "file_not_found",
      `${echoPath(filePath)} is not open in the client, and only open documents can be located in under the scheme ${escapeName(head)}. Open it first, or write a file path.`,
      { path: echoText(filePath), similar: [] },
    );
  }
  if (isAbsolute(filePath)) return fileAt(filePath, documents) ?? throwNotFound(filePath, [filePath], roots);
  const found = candidates(filePath, roots, documents);
  const [first, second] = found;
  if (!first) return throwNotFound(filePath, searchPaths(filePath, roots), roots);
  if (!second) return first.file;
  const choices = found.map(({ folder }) => `${folder}/${filePath}`);
  throw new LocateError(
    "file_ambiguous",
    `${echoPath(filePath)} is in several workspace folders. Write one of: ${choices.map(escapeName).join(", ")}.`,
    { path: filePath, files: choices },
  );
}

/**
 * Returns the check of whether a `file_path` names an existing file. The notation chooses its
 * reading by it.
 */
export function existenceCheck({
  client,
  documents,
}: {
  readonly client: { readonly roots: Roots };
  readonly documents: OpenDocuments;
}): (filePath: string) => boolean {
  const { roots } = client;
  return (filePath) =>
    fileExists(filePath, roots, documents) ||
    isVirtualUri(filePath) ||
    (roots.virtualNames?.urisOf(filePath) ?? []).length > 0;
}

/**
 * Whether a text is the whole URI of a document in no file: `deno:/https/x.dev/std@1.0/a.ts`. Only
 * its server knows whether there is one; the end of its name tells it from a URI with a scope.
 */
function isVirtualUri(text: string): boolean {
  return /^[a-z][a-z0-9+-]+:(?:\w+:)?\/.*\.[a-z]\w*$/i.test(text) && pathOfUri(text) === undefined;
}

/** Whether a `file_path` names an open document or a regular file on disk, not a folder. */
export function namesFile(
  filePath: string,
  { client, documents }: { readonly client: { readonly roots: Roots }; readonly documents: OpenDocuments },
): boolean {
  return matchesOf(filePath, client.roots, documents).some(
    (match) => match.kind === "open" || statIfExists(match.path)?.isFile(),
  );
}

function fileExists(filePath: string, roots: Roots, documents: OpenDocuments): boolean {
  return matchesOf(filePath, roots, documents).length > 0;
}

/** Returns what a `file_path` may name: files and folders, several if workspace folders have it. */
function matchesOf(filePath: string, roots: Roots, documents: OpenDocuments): readonly FileMatch[] {
  if (filePath === "") return [];
  const open = isUri(filePath) ? documents.get(filePath) : undefined;
  if (open) return [{ kind: "open", document: open }];
  const path = isUri(filePath) ? pathOfUri(filePath) : isAbsolute(filePath) ? filePath : undefined;
  if (path === undefined) return candidates(filePath, roots, documents).map(({ file }) => file);
  const match = fileAt(path, documents);
  return match ? [match] : [];
}

/**
 * Returns a document's path as an agent would write it: relative to its workspace folder (with the
 * folder's name where the path exists in several), else absolute; the URI if it is not a file. In
 * a library it begins with its name, where that means no other.
 */
export function displayPath(uri: string, { folders, others, area }: Roots): string {
  const path = pathOfUri(uri);
  if (path === undefined) return uri;
  for (const source of area?.isNamed ? area.sources : []) {
    if (source.path === path) return source.name;
    const inside = pathInside(source.path, path);
    if (inside !== undefined) return `${source.name}/${inside}`;
  }
  for (const folder of folders) {
    const root = pathOfUri(folder.uri);
    const inside = root === undefined ? undefined : pathInside(root, path);
    if (inside === undefined) continue;
    const alsoElsewhere = folders.some((other) => other !== folder && existsIn(pathOfUri(other.uri), inside));
    return alsoElsewhere ? `${folder.name}/${inside}` : inside;
  }
  const root = folders.length === 0 ? others[0] : undefined;
  return (root === undefined ? undefined : pathInside(root, path)) ?? path;
}

interface Candidate {
  readonly folder: string;
  readonly file: FileMatch;
}

function candidates(filePath: string, roots: Roots, documents: OpenDocuments): Candidate[] {
  for (const { path } of roots.area?.sources ?? []) {
    const file = fileAt(join(path, filePath), documents);
    if (file) return [{ folder: "", file }];
  }
  const inFolders = new Map<string, Candidate>();
  for (const folder of roots.folders) {
    const root = pathOfUri(folder.uri);
    const path = root === undefined ? undefined : join(root, filePath);
    const file = path === undefined ? undefined : fileAt(path, documents);
    if (path !== undefined && file) inFolders.set(keyOfPath(path), { folder: folder.name, file });
  }
  if (inFolders.size > 0) return [...inFolders.values()];
  const [name = "", ...rest] = filePath.split("/");
  for (const folder of roots.folders) {
    const root = pathOfUri(folder.uri);
    if (root === undefined || rest.length === 0 || (folder.name !== name && basename(root) !== name)) continue;
    const file = fileAt(join(root, rest.join("/")), documents);
    if (file) return [{ folder: folder.name, file }];
  }
  for (const root of roots.others) {
    const file = fileAt(resolve(root, filePath), documents);
    if (file) return [{ folder: root, file }];
  }
  const inLibrary = roots.libraries?.fileOf(filePath);
  const file = inLibrary === undefined ? undefined : fileAt(inLibrary, documents);
  return file ? [{ folder: "", file }] : [];
}

/** Returns the file at a path. An open document need not exist on disk. */
function fileAt(path: string, documents: OpenDocuments): FileMatch | undefined {
  const document = documents.ofPath(path);
  if (document) return { kind: "open", document };
  return existsSync(path) ? { kind: "disk", path } : undefined;
}

function existsIn(root: string | undefined, inside: string): boolean {
  return root !== undefined && existsSync(join(root, inside));
}

function searchPaths(filePath: string, { folders, others }: Roots): string[] {
  const roots = [...folders.map((folder) => pathOfUri(folder.uri)), ...others];
  return [...new Set(roots.filter((root) => root !== undefined).map((root) => join(root, filePath)))];
}

function throwNotFound(filePath: string, tried: readonly string[], roots: Roots): never {
  const folders = roots.folders.map((folder) => pathOfUri(folder.uri)).filter((path) => path !== undefined);
  const searched = folders.length > 0 ? folders : roots.others.slice(0, 1);
  const { paths, isPartial } = similarFiles(filePath, searched);
  const similar = paths.map((path) => displayPath(uriOfPath(path, []), roots));
  // Node decodes a name that is not UTF-8 to one with replacement characters.
  const advice = filePath.includes("\ufffd")
    ? "Its name is not UTF-8, and such files can't be named: rename it."
    : similar.length > 0
      ? `There is: ${similar.map(escapeName).join(", ")}${isPartial ? "; not all folders were searched" : ""}.`
      : "Write a path relative to the workspace folder, or an absolute one.";
  const missing = missingFolder(tried);
  const gone = missing === undefined ? "" : ` The folder ${escapeName(missing)} does not exist.`;
  throw new LocateError(
    "file_not_found",
    `There is no file ${echoPath(filePath)} (looked for ${tried.map(echoPath).join(", ")}).${gone} ${advice}`,
    {
      path: echoText(filePath),
      tried: tried.map(echoText),
      similar,
      ...(isPartial ? { more: true } : {}),
    },
  );
}

/**
 * Returns the outermost missing folder of the first of these paths, as of a worktree that was
 * removed; undefined if one of the paths is in a folder that exists.
 */
function missingFolder(paths: readonly string[]): string | undefined {
  const [first] = paths;
  if (first === undefined || paths.some((path) => existsSync(dirname(path)))) return undefined;
  let missing = dirname(first);
  while (!existsSync(dirname(missing)) && dirname(missing) !== missing) missing = dirname(missing);
  return missing;
}
