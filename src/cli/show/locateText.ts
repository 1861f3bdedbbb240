/** A Locate as it can be typed behind a method: in the notation, or as JSON on one line. */

import type { Locate } from "../../locate/locate.js";
import { escapeControls } from "./cells.js";

/** `notation` null where there is none. What a terminal would act upon, and what a shell's `$(…)` would swallow, is said in JSON, which can escape it. */
export function renderLocate(locate: Locate, notation: string | null): string {
  const isPlain = notation !== null && escapeControls(notation) === notation && !notation.endsWith("\n");
  return isPlain ? notation : renderLocateJson(locate);
}

/** JSON that holds nothing but what can be seen. */
export function renderLocateJson(locate: Locate): string {
  return JSON.stringify(locate).replace(
    /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A text as one word of a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
