/** The grammars and queries that are installed with the program, and the error for missing ones. */

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import queryFiles from "../../../queries/files.json" with { type: "json" };
import { shippedGrammars } from "../../languages/languages.js";
import type { Grammar, Grammars } from "./grammars.js";

/** Throws an error that names the first file that is missing. */
export function assertInstalled(paths: readonly string[]): void {
  const problem = describeMissing(paths.filter((path) => !existsSync(path)));
  if (problem !== undefined) throw new Error(problem);
}

/** The names of the shipped queries, by their folder. Most grammars do not have every query. */
const queriesByFolder: Readonly<Record<string, readonly string[]>> = queryFiles;

/** The files that a shipped grammar needs. */
export function installedFilesOf({ wasm, queries }: Grammar): readonly string[] {
  const files = queries.flatMap((folder) =>
    (queriesByFolder[basename(folder)] ?? []).map((name) => join(folder, `${name}.scm`)),
  );
  return [wasm, ...files];
}

/** Returns which files that parsers need are missing, as a sentence; undefined if all are there. */
export function describeMissingFiles(grammars: Grammars, treeSitterWasm: string): string | undefined {
  const needed = shippedGrammars.flatMap((name) => installedFilesOf(grammars.byName(name) as Grammar));
  const problem = describeMissing([treeSitterWasm, ...new Set(needed)].filter((path) => !existsSync(path)));
  return problem && `${problem}.`;
}

function describeMissing([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return `lsp-locate is not installed completely: ${first} is missing${more}. Install it again`;
}
