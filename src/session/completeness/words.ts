/** The words under which other files use a symbol, and their occurrences in a text. Pure. */

import { basename, dirname } from "node:path";
import { isWordAt } from "../../locate/find/characters.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";

/** The maximum length of an alias and the `as` before it, in UTF-16 units. */
const MAX_ALIAS_LENGTH = 120;

/** The maximum length of the part of an import or export before a name, in UTF-16 units. */
const MAX_LIST_LENGTH = 4_000;
/** The start of an import or export, up to a name in it: elsewhere, `as` is a cast. */
const importStart =
  /\b(?:import|export)\b[^{}();"'`\n]*\{[^{}();"'`]*$|\bimport\b[^{}();"'`\n]*(?:\([^()]*)?$|\buse\s[^;]*$/;

/**
 * Returns the names that follow occurrences of a word as `as name` in an import or export. Other
 * files may import it under these names. `offsets` are those of the occurrences.
 */
export function aliasesIn(text: string, word: string, offsets: readonly number[]): readonly string[] {
  const aliases = offsets.flatMap((from) => {
    const after = text.slice(from + word.length, from + word.length + MAX_ALIAS_LENGTH);
    const alias = /^\s+as\s+([\p{ID_Start}_$][\p{ID_Continue}$]*)/u.exec(after)?.[1];
    if (alias === undefined) return [];
    return importStart.test(text.slice(Math.max(0, from - MAX_LIST_LENGTH), from)) ? [alias] : [];
  });
  return [...new Set(aliases)].filter((alias) => alias !== word && alias !== "default");
}

/**
 * Whether a module of JavaScript or TypeScript exports a name as its default, or as its only value
 * (CommonJS).
 */
export function exportsByDefault(text: string, name: string): boolean {
  const written = name.replace(/\$/g, "\\$");
  return new RegExp(
    `\\bexport\\s+default\\s+(?:async\\s+)?(?:abstract\\s+)?(?:function\\s*(?:\\*\\s*)?|class\\s+)?${written}(?![\\w$])` +
      `|(?<![\\w$])${written}\\s+as\\s+default\\b` +
      `|\\bmodule\\.exports\\s*=\\s*(?:async\\s+)?(?:function\\s*(?:\\*\\s*)?|class\\s+)?${written}(?![\\w$.(])`,
  ).test(text);
}

/**
 * Returns the longest word in the file name of a module's path or source, or in that of its folder
 * for an index file. Files that import the module contain it.
 */
export function moduleStem(path: string): string | undefined {
  const name = basename(path).replace(/\.(?:d\.)?\w+$/, "");
  const stem = name === "index" ? basename(dirname(path)) : name;
  const words = stem.match(/[\p{ID_Continue}$]+/gu) ?? [];
  return words.reduce<string | undefined>((best, word) => (word.length > (best?.length ?? 0) ? word : best), undefined);
}

/** Returns where the word around an offset is; an empty stretch where there is none. */
export function wordAround({ text }: Document, offset: number): Stretch {
  let [from, to] = [offset, offset];
  while (from > 0 && isWordAt(text, from - 1)) from--;
  while (to < text.length && isWordAt(text, to)) to++;
  return { from, to };
}
