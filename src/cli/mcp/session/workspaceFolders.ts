/** The workspace folders: the MCP client's roots, else the working directory. */

import { existsSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { isUri, pathOfUri, type WorkspaceFolder } from "../../../uri.js";
import { statIfExists } from "../../../workspace/disk/folderEntries.js";
import { folderAt } from "../../client/inProcessClient.js";

/** A root in the form of MCP. */
export interface McpRoot {
  readonly uri: string;
  readonly name?: string | undefined;
}

/**
 * Returns the roots that are existing folders; without any, the folder `fallback` (absolute path).
 */
export function foldersOf(roots: readonly McpRoot[], fallback: string): readonly WorkspaceFolder[] {
  const folders = roots.flatMap(({ uri, name }) => {
    const path = pathOfUri(uri);
    if (path === undefined || !statIfExists(path)?.isDirectory()) return [];
    // A name that is a whole path is not used: names are the first part of file paths.
    return [name === undefined || name === "" || /[\\/]/.test(name) ? folderAt(path) : { ...folderAt(path), name }];
  });
  const unique = folders.filter(({ uri }, index) => folders.findIndex((other) => other.uri === uri) === index);
  return unique.length > 0 ? unique : [folderAt(fallback)];
}

/**
 * Returns whether a path names a file in the folders; the notation uses it to find the end of a
 * path.
 */
export function existsIn(folders: readonly WorkspaceFolder[]): (path: string) => boolean {
  return (path) => {
    if (path === "") return false;
    const uriPath = isUri(path) ? pathOfUri(path) : undefined;
    if (uriPath !== undefined || isAbsolute(path)) return existsSync(uriPath ?? path);
    return folders.some(({ uri, name }) => {
      const root = pathOfUri(uri);
      if (root === undefined) return false;
      const prefix = [name, basename(root)].find((each) => path.startsWith(`${each}/`));
      return (
        existsSync(join(root, path)) || (prefix !== undefined && existsSync(join(root, path.slice(prefix.length + 1))))
      );
    });
  };
}

/** Returns the paths of the folders. */
export function pathsOfFolders(folders: readonly WorkspaceFolder[]): readonly string[] {
  return folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
}
