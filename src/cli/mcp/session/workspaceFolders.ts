/** Which folders are the workspace: `--root`, else what the MCP client calls its roots, else where we were started. */

import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isUri, pathInside, pathOfUri, type WorkspaceFolder } from "../../../uri.js";
import { folderAt } from "../../client/inProcessClient.js";

/** A root as MCP has it. */
export interface McpRoot {
  readonly uri: string;
  readonly name?: string | undefined;
}

/** The roots that are folders here; where none is, the one folder to fall back to (an absolute path). */
export function foldersOf(roots: readonly McpRoot[], fallback: string): readonly WorkspaceFolder[] {
  const folders = roots.flatMap(({ uri, name }) => {
    const path = pathOfUri(uri);
    if (path === undefined || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [];
    // Some clients give the whole path for a name, and names lead file paths here.
    return [name === undefined || name === "" || /[\\/]/.test(name) ? folderAt(path) : { ...folderAt(path), name }];
  });
  const unique = folders.filter(({ uri }, index) => folders.findIndex((other) => other.uri === uri) === index);
  return unique.length > 0 ? unique : [folderAt(fallback)];
}

/** Whether a Locate can name that file there, for the notation to know where a path ends. */
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

/** Whether a file (absolute path) is in one of the folders, behind all links that lead to either: a link out of the workspace leads out. */
export function isInWorkspace(path: string, folders: readonly WorkspaceFolder[]): boolean {
  const place = realPathOf(path);
  return folders.some(({ uri }) => {
    const root = pathOfUri(uri);
    return root !== undefined && pathInside(realPathOf(root), place) !== undefined;
  });
}

/** Of what is not there yet, where it would be. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPathOf(folder), basename(path));
  }
}
