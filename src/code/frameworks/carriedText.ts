/** Names that are written as strings or keyword arguments: what is around them. Pure. */

import type { Stretch } from "../../text/stretch.js";

/** The maximum length of the text before a name that is read. */
const MAX_ARGUMENTS = 2_000;
const MAX_CALLEE = 150;

/** The innermost bracket around a place that is open there. */
export interface OpenBracket {
  /** Its offset. */
  readonly at: number;
  /** The text up to it, with it. */
  readonly before: string;
}

/** Returns undefined where no bracket is open within 2,000 characters. */
export function bracketAround(text: string, offset: number): OpenBracket | undefined {
  let depth = 0;
  for (let at = offset - 1; at >= 0 && at >= offset - MAX_ARGUMENTS; at--) {
    const character = text[at] as string;
    if (")]}".includes(character)) depth++;
    else if ("([{".includes(character) && depth-- === 0)
      return { at, before: text.slice(Math.max(0, at - MAX_CALLEE), at + 1) };
    else if (character === '"' || character === "'") {
      // A string ends here; one of several lines is read as code.
      const from = text.lastIndexOf(character, at - 1);
      if (from > text.lastIndexOf("\n", at)) at = from;
    }
  }
  return undefined;
}

/** Returns the string of one line around an offset, with its quotes; undefined if there is none. */
export function quotesAround(text: string, offset: number): Stretch | undefined {
  const lineFrom = text.lastIndexOf("\n", offset - 1) + 1;
  let open: number | undefined;
  for (let at = lineFrom; at < offset; at++) {
    const character = text[at];
    if (open === undefined && (character === '"' || character === "'")) open = at;
    else if (open !== undefined && character === "\\") at++;
    else if (open !== undefined && character === text[open]) open = undefined;
    else if (open === undefined && character === "#") return undefined;
  }
  if (open === undefined) return undefined;
  const to = text.indexOf(text[open] as string, offset);
  const lineTo = text.indexOf("\n", offset);
  return to < 0 || (lineTo >= 0 && to > lineTo) ? undefined : { from: open, to: to + 1 };
}
