/**
 * Finds names that are written as strings: properties in type arguments, `Omit<A, "x">`, which
 * TypeScript's server renames only where the parameter is constrained to the keys of a type; and
 * what a module of Python lists in `__all__`, which few servers rename.
 */

import { quotedExportsIn } from "../../../../code/uses/otherNames.js";
import { factsOf } from "../../../../languages/languages.js";
import type { Document } from "../../../../text/document.js";
import { offsetToPosition } from "../../../../text/position.js";
import { toSyntaxText } from "../../../place/syntaxView.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import type { PossiblePlace } from "../../searchRun.js";
import { isInRanges, type RenamedRange } from "../renameEdits.js";
import type { RenameRequest } from "../renameRequest.js";

/** After this number of requests for definitions, further string types are not examined. */
const MAX_QUESTIONS = 50;
/** The text before a string type that is searched for the start of its type arguments. */
const MAX_LIST_LENGTH = 1_000;

/**
 * Returns the string types in type arguments, in the files that a rename of a member changes, that
 * have the old name. Omitted are those that the backend resolves to another property.
 */
export async function findQuotedKeys(
  renamed: readonly RenamedRange[],
  word: string,
  { texts, backend, context }: RenameRequest,
): Promise<readonly PossiblePlace[]> {
  const syntax = await context.syntax();
  const found: PossiblePlace[] = [];
  let questionCount = 0;
  for (const uri of new Set(renamed.map((each) => each.uri))) {
    const document = await texts.read(uri);
    if (document === undefined) continue;
    if (!factsOf(toSyntaxText(document, syntax, context.servers).languageId).overriding.isStructural) continue;
    for (const offset of quotedKeysIn(document.text, word)) {
      if (questionCount++ >= MAX_QUESTIONS || context.token.isCancellationRequested) return found;
      const position = offsetToPosition(document.text, offset, backend.encoding);
      if (isInRanges({ uri, position }, renamed)) continue;
      const definitions = (await findDefinitions({ uri, position }, backend, context)) ?? [];
      const isOfOther = definitions.length > 0 && !definitions.some((each) => isInRanges(each, renamed));
      if (!isOfOther) found.push({ document, offset });
    }
  }
  return found;
}

/** Returns the offsets of a word that is a whole string type in type arguments. */
function quotedKeysIn({ text }: Document, word: string): readonly number[] {
  const offsets: number[] = [];
  for (const quote of ['"', "'"]) {
    const written = `${quote}${word}${quote}`;
    for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + written.length)) {
      const isEnd = /^\s*[|,>]/.test(text.slice(at + written.length, at + written.length + 100));
      if (isEnd && typeArgumentsBefore.test(text.slice(Math.max(0, at - MAX_LIST_LENGTH), at))) offsets.push(at + 1);
    }
  }
  return offsets.sort((a, b) => a - b);
}

/** A type's name and the start of its arguments, up to a string type that follows the first. */
const typeArgumentsBefore = /\b[A-Z][\w$]*<[^(){};=]*[,|]\s*$/;

/** Returns the old name in lists of exports, in the files that a rename changes. */
export async function findExportedNames(
  renamed: readonly RenamedRange[],
  word: string,
  { texts, backend, context }: RenameRequest,
): Promise<readonly PossiblePlace[]> {
  const syntax = await context.syntax();
  const found: PossiblePlace[] = [];
  for (const uri of new Set(renamed.map((each) => each.uri))) {
    const document = await texts.read(uri);
    if (document === undefined) continue;
    for (const offset of quotedExportsIn(toSyntaxText(document, syntax, context.servers), word)) {
      const position = offsetToPosition(document.text, offset, backend.encoding);
      if (!isInRanges({ uri, position }, renamed)) found.push({ document, offset });
    }
  }
  return found;
}
