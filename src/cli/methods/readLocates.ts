/** Reads a place as it is written on the command line: in the notation or as JSON. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { SessionMethodName } from "../../ask/methodTable.js";
import { errorMessage } from "../../error.js";
import type { Locate, PlaceOrDocument } from "../../locate/locate.js";
import { parseLocateReadings } from "../../locate/notation/notation.js";
import { isUri, isVirtualName, pathInside, pathOfUri } from "../../uri.js";
import { UsageError } from "../options.js";

export interface PathContext {
  readonly workingDirectory: string;
  /** `--root`, absolute. */
  readonly root: string | undefined;
}

/** The error for handles: each command is a session of its own. */
export const NO_HANDLES_MESSAGE =
  "A handle is valid within one session, and each command is a session of its own. To find a place again, keep its Locate: lsp-locate describe <file>:<line>:<character>.";

/** Methods that work only within a session, and what to do instead at a shell. */
export const sessionMethodAdvice: Readonly<Record<SessionMethodName, string>> = {
  track: NO_HANDLES_MESSAGE,
  untrack: NO_HANDLES_MESSAGE,
  status: "lsp-locate daemon status lists the servers that run, lsp-locate doctor those that are installed.",
};

/**
 * Returns every reading of a text, likeliest first; file paths that exist are absolute. Throws
 * UsageError, or `invalid_locate` for a text that is not a Locate.
 */
export function readLocates(text: string, takes: PlaceOrDocument, where: PathContext): readonly Locate[] {
  const exists = (path: string) => pathExists(path, where) || isVirtualName(path);
  const options = { exists, takes };
  const locates = parseLocateReadings(text, options);
  if (locates.some(({ handle }) => handle !== undefined)) throw new UsageError(NO_HANDLES_MESSAGE);
  return locates.map((locate) => resolveFilePath(locate, where));
}

/**
 * Returns a text that is an existing file alone as a Locate, for a method that takes files in place
 * of all their lines.
 */
export function readWholeFile(
  { takesFiles }: { readonly takesFiles?: true },
  text: unknown,
  isFile: (path: string) => boolean,
): Locate | undefined {
  return takesFiles && typeof text === "string" && isFile(text) ? { file_path: text } : undefined;
}

/**
 * Makes the path of an existing file absolute; the session would resolve it from the workspace's
 * root.
 */
export function resolveFilePath(locate: Locate, where: PathContext): Locate {
  const { file_path } = locate;
  return file_path !== undefined && pathExists(file_path, where)
    ? { ...locate, file_path: absolutePath(file_path, where) }
    : locate;
}

/**
 * Resolves a path or a URI. A relative path means a file in the working directory. With `--root` it
 * means one in that folder, written from the working directory or from there.
 */
export function absolutePath(path: string, { workingDirectory, root }: PathContext): string {
  const uriPath = isUri(path) ? pathOfUri(path) : undefined;
  if (uriPath !== undefined) return uriPath;
  const inWorkingDirectory = resolve(workingDirectory, path);
  if (root === undefined) return inWorkingDirectory;
  const isInRoot = pathInside(root, inWorkingDirectory) !== undefined;
  return isInRoot && existsSync(inWorkingDirectory) ? inWorkingDirectory : resolve(root, path);
}

/** Whether a path names an existing file or folder. */
export function pathExists(path: string, where: PathContext): boolean {
  return path !== "" && existsSync(absolutePath(path, where));
}

/** The existing file that a text begins with, as it is written; `undefined` without one. */
export function leadingFile(text: string, where: PathContext): string | undefined {
  if (pathExists(text, where)) return text;
  for (let at = text.length - 1; at > 0; at--) {
    if (/[:@]/.test(text[at] as string) && pathExists(text.slice(0, at), where)) return text.slice(0, at);
  }
  return undefined;
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${errorMessage(error)}.`);
  }
}
