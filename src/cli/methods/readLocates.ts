/** Places as they are written on the command line: a text in the notation or as JSON, to every Locate that it may be. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Locate, type PlaceOrDocument, readLocate } from "../../locate/locate.js";
import { parseLocateReadings } from "../../locate/notation/notation.js";
import { isUri, pathOfUri } from "../../uri.js";
import { UsageError } from "../options.js";

export interface Where {
  readonly workingDirectory: string;
  /** `--root`, absolute. */
  readonly root: string | undefined;
}

/** A handle lives as long as its session, and a command is a session of its own. */
export const noHandles =
  "A handle lives as long as its session, and here that is one question. To find a place again, keep its Locate: lsp-locate describe <file>:<line>:<character>.";

/** Every reading of a text, likeliest first; file paths that exist are absolute. Throws UsageError, and `invalid_locate` for what is no Locate. */
export function readPlace(text: string, takes: PlaceOrDocument, where: Where): readonly Locate[] {
  const options = { exists: (path: string) => exists(path, where), takes };
  const read = text.trimStart().startsWith("{")
    ? [readLocate(parseJson(text, "The Locate"), options)]
    : parseLocateReadings(text, options);
  if (read.some(({ handle }) => handle !== undefined)) throw new UsageError(noHandles);
  return read.map((locate) => fromHere(locate, where));
}

/** A Locate with its file as seen from here; the session would begin at the workspace's root. */
export function fromHere(locate: Locate, where: Where): Locate {
  const { file_path } = locate;
  return file_path !== undefined && exists(file_path, where)
    ? { ...locate, file_path: absolute(file_path, where) }
    : locate;
}

/** What a file path means here: the working directory goes before the root. */
export function absolute(path: string, { workingDirectory, root }: Where): string {
  const ofUri = isUri(path) ? pathOfUri(path) : undefined;
  if (ofUri !== undefined) return ofUri;
  const here = resolve(workingDirectory, path);
  return root === undefined || existsSync(here) ? here : resolve(root, path);
}

/** Whether a Locate can name that file here. */
export function exists(path: string, where: Where): boolean {
  return path !== "" && existsSync(absolute(path, where));
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what} is no JSON: ${(error as Error).message}.`);
  }
}
