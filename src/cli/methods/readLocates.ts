/** Places as they are written on the command line: a text in the notation or as JSON, to every Locate that it may be. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Locate, PlaceOrDocument } from "../../locate/locate.js";
import { parseLocateReadings } from "../../locate/notation/notation.js";
import { readLocate } from "../../locate/notation/readLocate.js";
import { isUri, pathOfUri } from "../../uri.js";
import { UsageError } from "../options.js";

export interface PathContext {
  readonly workingDirectory: string;
  /** `--root`, absolute. */
  readonly root: string | undefined;
}

/** A handle lives as long as its session, and a command is a session of its own. */
export const NO_HANDLES_MESSAGE =
  "A handle lives as long as its session, and here that is one question. To find a place again, keep its Locate: lsp-locate describe <file>:<line>:<character>.";

/** Every reading of a text, likeliest first; file paths that exist are absolute. Throws UsageError, and `invalid_locate` for what is no Locate. */
export function readLocates(text: string, takes: PlaceOrDocument, where: PathContext): readonly Locate[] {
  const options = { exists: (path: string) => pathExists(path, where), takes };
  const locates = text.trimStart().startsWith("{")
    ? [readLocate(parseJson(text, "The Locate"), options)]
    : parseLocateReadings(text, options);
  if (locates.some(({ handle }) => handle !== undefined)) throw new UsageError(NO_HANDLES_MESSAGE);
  return locates.map((locate) => resolveFilePath(locate, where));
}

/** A Locate with its file as seen from here; the session would begin at the workspace's root. */
export function resolveFilePath(locate: Locate, where: PathContext): Locate {
  const { file_path } = locate;
  return file_path !== undefined && pathExists(file_path, where)
    ? { ...locate, file_path: absolutePath(file_path, where) }
    : locate;
}

/** What a file path means here: the working directory goes before the root. */
export function absolutePath(path: string, { workingDirectory, root }: PathContext): string {
  const uriPath = isUri(path) ? pathOfUri(path) : undefined;
  if (uriPath !== undefined) return uriPath;
  const inWorkingDirectory = resolve(workingDirectory, path);
  return root === undefined || existsSync(inWorkingDirectory) ? inWorkingDirectory : resolve(root, path);
}

/** Whether a Locate can name that file here. */
export function pathExists(path: string, where: PathContext): boolean {
  return path !== "" && existsSync(absolutePath(path, where));
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what} is no JSON: ${(error as Error).message}.`);
  }
}
