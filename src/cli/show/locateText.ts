/** A Locate as it can be typed after a method: in the notation, or as JSON on one line. */

import type { Locate } from "../../locate/locate.js";
import { escapeControls } from "./cells.js";

/**
 * Returns the notation, or JSON if `notation` is null, has control characters, or ends with a
 * newline, which a shell's `$(…)` would remove.
 */
export function renderLocate(locate: Locate, notation: string | null): string {
  const isPlain = notation !== null && escapeControls(notation) === notation && !notation.endsWith("\n");
  return isPlain ? notation : renderLocateJson(locate);
}

/** Returns JSON with invisible characters escaped. */
export function renderLocateJson(locate: Locate): string {
  return JSON.stringify(locate).replace(
    /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Quotes a text as one word of a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
