/** A name that is no symbol, such as a parameter, as text in the symbol that its path names. */

import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { readMarker } from "../find/marker.js";
import { findMatches, wholeReadings } from "../find/match.js";
import { compilePattern } from "../find/pattern.js";
import type { Locate } from "../locate.js";
import type { SymbolMatches } from "../symbols/findSymbols.js";
import { clampRange } from "../symbols/symbolNode.js";

/** The maximum of symbols of one path that are searched. */
const MAX_SYMBOLS = 100;
const word = /^[\p{ID_Continue}$@]+$/u;

/**
 * Returns a Locate of the first occurrence of `name` in the symbols of `path`: `f@x` for `f.x`.
 * Undefined where they do not hold that word, are ambiguous, or the Locate has a find of its own.
 */
export function locateTextInSymbol(
  { locate, document, language }: { readonly locate: Locate; readonly document: Document; readonly language: string },
  path: readonly string[],
  { entries, containerCount }: SymbolMatches,
  name: string,
): Locate | undefined {
  const { file_path, find, anchor_text } = locate;
  if (containerCount !== 1 || !word.test(name) || find !== undefined || anchor_text !== undefined) return undefined;
  const pattern = compilePattern(readMarker(name));
  const isThere = entries.slice(0, MAX_SYMBOLS).some(({ node }) => {
    const scope = { text: document.text, ...clampRange(node, document), rule: factsOf(language).wordEnds };
    return findMatches(pattern, scope, wholeReadings) !== null;
  });
  return isThere
    ? { ...(file_path !== undefined && { file_path }), scope: { symbol_path: path }, find: name }
    : undefined;
}
