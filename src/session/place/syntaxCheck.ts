/** Finds the syntax errors that a change would add to a text without any. */

import { ignoreParseError } from "../../syntax/syntax.js";
import type { Stretch } from "../../text/stretch.js";
import type { SyntaxContext } from "../client/requestContext.js";
import { type DocumentVersion, toSyntaxText } from "./syntaxView.js";

/** A syntax error; `line` and `character` are 1-based, in the changed text. */
export interface AddedSyntaxError {
  readonly line: number;
  readonly character: number;
  /** The line, without the white space around it. */
  readonly text: string;
  /** `unexpected`, or `missing ")"`. */
  readonly what: string;
}

const MAX_ERRORS = 5;
const MAX_TEXT_LENGTH = 160;

/**
 * Returns the first errors of a text if `insert` takes the place of a stretch. There are none for a
 * text that has errors already, that is in a language without a grammar, or that the parser gives
 * up on.
 */
export async function findAddedSyntaxErrors(
  document: DocumentVersion,
  { from, to, insert }: Stretch & { readonly insert: string },
  context: SyntaxContext,
): Promise<readonly AddedSyntaxError[]> {
  const syntax = await context.syntax();
  const source = toSyntaxText(document, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return [];
  const before = await syntax.syntaxErrors(source).catch(ignoreParseError);
  if (before === undefined || before.length > 0) return [];
  const found = await syntax.syntaxErrorsAfterEdit(source, { from, to }, insert).catch(ignoreParseError);
  if (found === undefined || found.length === 0) return [];
  const after = document.text.edit(from, to, insert).document;
  return found.slice(0, MAX_ERRORS).map((error) => {
    const line = after.lineAt(error.from);
    const code = after.slice(after.lineFrom(line), after.lineTo(line)).trim();
    const what = error.missing === undefined ? "unexpected" : `missing ${JSON.stringify(error.missing)}`;
    const character = error.from - after.lineFrom(line) + 1;
    return { line: line + 1, character, text: code.slice(0, MAX_TEXT_LENGTH), what };
  });
}

/** Whether a text has syntax errors already; false without a grammar. */
export async function hasSyntaxErrors(document: DocumentVersion, context: SyntaxContext): Promise<boolean> {
  const syntax = await context.syntax();
  const source = toSyntaxText(document, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return false;
  return ((await syntax.syntaxErrors(source).catch(ignoreParseError)) ?? []).length > 0;
}

/** Returns `line 3: "f(" (missing ")")`, with `; ` between the errors. */
export function describeSyntaxErrors(errors: readonly AddedSyntaxError[]): string {
  return errors.map(({ line, text, what }) => `line ${line}: ${JSON.stringify(text)} (${what})`).join("; ");
}
