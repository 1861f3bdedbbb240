/** A Locate as it can be typed after a method: in the notation, or as JSON on one line. */

import type { Locate } from "../../locate/locate.js";
import { escapeControls, isPrintable, toPrintableJson } from "../../text/printable.js";

/**
 * Returns the notation, or JSON if it has control characters, or ends with a newline, which a
 * shell's `$(…)` would remove.
 */
export function renderLocate(locate: Locate, notation: string): string {
  const isPlain = escapeControls(notation) === notation && !notation.endsWith("\n");
  return isPlain ? notation : toPrintableJson(locate);
}

/** Quotes a text as one word of a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a path as the word that names its document: not like an option, and printable. */
export function writeDocumentWord(path: string): string {
  return isPrintable(path) ? writePathWord(path) : toPrintableJson({ file_path: path });
}

/** Returns a relative path as it is typed at a shell, where a leading dash begins an option. */
export function writePathWord(path: string): string {
  return path.startsWith("-") ? `./${path}` : path;
}
