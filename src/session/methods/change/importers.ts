/** The files that may import others: by a word of their paths, or by dots alone. */

import { basename, dirname, resolve } from "node:path";
import { isFolderIndex, stemOf } from "../../../code/imports/moduleName.js";
import { isInside } from "../../../files/isInside.js";
import { keyOfPath } from "../../../uri.js";
import type { IndexContext } from "../../client/requestContext.js";
import type { FileTexts } from "../../completeness/fileTexts.js";
import { queryFilesWith } from "../../place/declarationQueries.js";

/** Returns the word that an import of a file or folder has, unless it is written by dots alone. */
export function importWordOf(path: string): string {
  const stem = isFolderIndex(path) ? basename(dirname(path)) : stemOf(path);
  return stem.match(/[\p{L}\p{M}\p{N}_$]+/gu)?.at(-1) ?? stem;
}

/** Words of which each file has one that imports by dots alone. */
const STATEMENT_WORDS = ["from", "import", "require"];

/** Matches an import by dots alone: `from ".."`, `require("./")`, Python's `from .. import`. */
const DOTTED_IMPORT = /\b(?:from|import|require)[\s(]*(?:(["'`])(\.[./]*)\1|(\.+)(?=\s+import\b))/g;

/**
 * Returns the files that import one by dots alone (`from ".."`), as those below its folder can
 * where it represents that; undefined where the files are not known.
 */
export async function queryDottedImporters(
  path: string,
  languages: readonly string[],
  texts: Pick<FileTexts, "readPath">,
  context: IndexContext,
): Promise<readonly string[] | undefined> {
  if (!isFolderIndex(path)) return [];
  const folder = dirname(path);
  const inside = new Map<string, string>();
  for (const word of STATEMENT_WORDS) {
    const found = await queryFilesWith(word, languages, context, path);
    if (found === undefined) return undefined;
    for (const each of found.paths) if (isInside(each, folder)) inside.set(keyOfPath(each), each);
  }
  const importers: string[] = [];
  for (const each of inside.values()) {
    const text = (await texts.readPath(each))?.text.text;
    if (text !== undefined && dottedImportsOf(text, each, path).length > 0) importers.push(each);
  }
  return importers;
}

/** Returns the lines of a file that import another one by dots alone. */
export function dottedImportsOf(text: string, path: string, imported: string): readonly string[] {
  if (!isFolderIndex(imported)) return [];
  const folder = keyOfPath(dirname(imported));
  return text.split("\n").filter((line) =>
    [...line.matchAll(DOTTED_IMPORT)].some(([, , quoted, dots = "."]) => {
      // A dot alone is the package that a module of Python is in; each further one goes up.
      const relative = quoted ?? `./${"../".repeat(dots.length - 1)}`;
      return keyOfPath(resolve(dirname(path), relative)) === folder;
    }),
  );
}
