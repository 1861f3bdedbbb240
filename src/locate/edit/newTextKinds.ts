/** Finds which lines of a new text are code, and which are inside of a comment or a string. */

import type { LineKind } from "../../text/lineKind.js";
import { fitEdit, textBodyOf, writesLines } from "./fitEdit.js";
import type { FitRequest, Replacement } from "./linePlace.js";

/**
 * Returns the replacement in which a parser sees the kinds of the lines that an edit writes;
 * undefined where the kinds don't matter.
 */
export function trialEdit(request: FitRequest): Replacement | undefined {
  const body = textBodyOf(request.newText, request.target.kind);
  if (!body.includes("\n") || !writesLines(request)) return undefined;
  // Where indentation has no meaning, the text is read as it was written: the end of a heredoc may
  // depend on its column.
  return fitEdit({
    ...request,
    keepsIndentation: request.keepsIndentation || !indentedLanguages.has(request.language),
  });
}

/** Languages that can only be parsed with the indentation of the place. */
const indentedLanguages = new Set(["python", "yaml", "markdown"]);

/** Returns the kinds of the new text's lines, from those of all lines of the trial. */
export function kindsInTrial({ insert }: Replacement, kinds: readonly LineKind[]): readonly LineKind[] {
  const blank = insert.slice(0, insert.search(/\S/)).split(/\r\n|\r|\n/).length - 1;
  return kinds.slice(blank);
}
