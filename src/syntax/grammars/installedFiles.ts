/** The grammars and queries that are installed with the program, and the error for missing ones. */

import { existsSync } from "node:fs";
import { shippedGrammars } from "../../languages/languages.js";
import type { Grammar, Grammars } from "./grammars.js";

/** Throws an error that names the first file or folder that is missing. */
export function assertInstalled(paths: readonly string[]): void {
  const problem = describeMissing(paths.filter((path) => !existsSync(path)));
  if (problem !== undefined) throw new Error(problem);
}

/** The files and folders that a shipped grammar needs. */
export function installedFilesOf({ wasm, queries }: Grammar): readonly string[] {
  return [wasm, ...queries];
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
