/** Which errors of a text are new, by those of an earlier one. */

import { diffTexts } from "../../text/diff/difference.js";
import type { Document } from "../../text/document.js";
import type { SyntaxErrorRange } from "./parsedText.js";

/** A text with its errors. */
export interface ReadText {
  readonly text: Document;
  readonly errors: readonly SyntaxErrorRange[];
}

/**
 * Returns the errors of a text where an earlier one could be read: in lines that are as they were
 * and had none, or in place of lines that had none.
 */
export function addedErrors(after: ReadText, before: ReadText): readonly SyntaxErrorRange[] {
  if (before.errors.length === 0 || after.errors.length === 0) return after.errors;
  const changes = diffTexts(before.text, after.text.text);
  const lines = new Set(before.errors.map(({ from }) => before.text.lineAt(from)));
  return after.errors.filter(({ from }) => {
    let shift = 0;
    for (const change of changes) {
      if (from < change.from) break;
      const [first, last] = [change.from - shift, change.to - shift].map((at) => before.text.lineAt(at));
      const isReplaced = from < change.from + change.length;
      if (isReplaced) return ![...lines].some((line) => (first as number) <= line && line <= (last as number));
      shift += change.length - (change.to - change.from);
    }
    return !lines.has(before.text.lineAt(from - shift));
  });
}
