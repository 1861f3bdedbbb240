/** Finds the syntax errors that a change would add to a text. */

import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import { ignoreParseError } from "../../syntax/syntax.js";
import { describeLines, linesOf } from "../../text/lineRange.js";
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
 * Returns the first errors that a text gets if `insert` takes the place of a stretch. Where it has
 * errors already, these are those in the declaration around the change, if that had none. There are
 * none for a text in a language without a grammar, or that the parser gives up on.
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
  if (before === undefined) return [];
  const around = before.length === 0 ? undefined : await stretchAround(document, { from, to }, context);
  if (around && before.some((error) => meets(error, around))) return [];
  const errors = await syntax.syntaxErrorsAfterEdit(source, { from, to }, insert).catch(ignoreParseError);
  const touched = around && { from: around.from, to: around.to + insert.length - (to - from) };
  const found = errors?.filter((error) => touched === undefined || meets(error, touched)) ?? [];
  if (found.length === 0) return [];
  const after = document.text.edit(from, to, insert).document;
  return found.slice(0, MAX_ERRORS).map((error) => {
    const line = after.lineAt(error.from);
    const code = after.slice(after.lineFrom(line), after.lineTo(line)).trim();
    const what = error.missing === undefined ? "unexpected" : `missing ${JSON.stringify(error.missing)}`;
    const character = error.from - after.lineFrom(line) + 1;
    return { line: line + 1, character, text: code.slice(0, MAX_TEXT_LENGTH), what };
  });
}

/**
 * Returns which lines around a change could not be read before, so that it is not checked for
 * errors there, such as `lines 3–5`; undefined where it is checked, or there is no grammar.
 */
export async function uncheckedLines(
  document: DocumentVersion,
  change: Stretch,
  context: SyntaxContext,
): Promise<string | undefined> {
  const syntax = await context.syntax();
  const source = toSyntaxText(document, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return undefined;
  const errors = (await syntax.syntaxErrors(source).catch(ignoreParseError)) ?? [];
  if (errors.length === 0) return undefined;
  const around = await stretchAround(document, change, context);
  const [lines] = linesOf(
    errors.filter((error) => meets(error, around)),
    document.text,
  );
  return lines && describeLines(lines);
}

/** Returns the lines of the smallest declaration around a change; of a change outside, its own. */
async function stretchAround(document: DocumentVersion, change: Stretch, context: SyntaxContext): Promise<Stretch> {
  const syntax = await context.syntax();
  const outline = await syntax.outline(toSyntaxText(document, syntax, context.servers)).catch(ignoreParseError);
  let around: Stretch = change;
  const visit = (symbols: readonly OutlineSymbol[]): void => {
    const inner = symbols.find((symbol) => symbol.from <= change.from && change.to <= symbol.to);
    if (inner === undefined) return;
    if (!inner.isLocal) around = inner;
    visit(inner.children);
  };
  visit(outline ?? []);
  const { text } = document;
  return { from: text.lineFrom(text.lineAt(around.from)), to: text.lineTo(text.lineAt(around.to)) };
}

function meets(one: Stretch, other: Stretch): boolean {
  return one.from <= other.to && other.from <= one.to;
}

/** Returns `line 3: "f(" (missing ")")`, with `; ` between the errors. */
export function describeSyntaxErrors(errors: readonly AddedSyntaxError[]): string {
  return errors.map(({ line, text, what }) => `line ${line}: ${JSON.stringify(text)} (${what})`).join("; ");
}
