/** A digest of the grammars and queries that declarations are found with: where it differs, what was found before may not be what would be found now. */

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Grammar } from "../syntax/grammars/grammars.js";
import type { IndexLimits } from "./disk/indexLimits.js";

/** Grammars go by name and size, as they are megabytes; queries by what they say. */
export function grammarDigest(grammars: Readonly<Record<string, Grammar>>, { fileBytes }: IndexLimits): string {
  const hash = createHash("sha256").update(`${fileBytes}`);
  for (const [languageId, { name, wasm, queries }] of Object.entries(grammars).sort(compareLanguages)) {
    hash.update(`\0${languageId}\0${name}\0${sizeOf(wasm)}`);
    for (const folder of queries) {
      for (const query of ["outline.scm", "embedded.scm"]) hash.update(`\0${textOf(join(folder, query))}`);
    }
  }
  return hash.digest("hex");
}

function compareLanguages([one]: [string, Grammar], [other]: [string, Grammar]): number {
  return one < other ? -1 : 1;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
