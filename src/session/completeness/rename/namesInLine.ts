/** The names in a line, as syntax shows them: what to ask about where a place is at no name. */

import { writeLocate } from "../../../locate/notation/notation.js";
import { inlineCode } from "../../../text/printable.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath, existenceCheck } from "../../documents/filePaths.js";
import { type DocumentVersion, toSyntaxText } from "../../place/syntaxView.js";

/** The Locates that are offered, at most. */
export const MAX_OFFERED = 5;
/** The words of a line that are looked at. */
const MAX_WORDS = 40;

/** Whether syntax shows a name at an offset; undefined where it can't tell. */
export async function isName(
  document: DocumentVersion,
  offset: number,
  context: RequestContext,
): Promise<boolean | undefined> {
  const syntax = await context.syntax();
  const source = toSyntaxText(document, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return undefined;
  return syntax.nameAt(source, offset).then(
    (name) => name !== undefined,
    () => undefined,
  );
}

/** Returns Locates of the names in a line (0-based), as code. */
export async function namesInLine(
  document: DocumentVersion,
  line: number,
  context: RequestContext,
): Promise<readonly string[]> {
  const { uri, text } = document;
  const start = text.lineFrom(line);
  const words = [...text.slice(start, text.lineTo(line)).matchAll(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu)];
  const found = new Set<string>();
  for (const { 0: each, index } of words.slice(0, MAX_WORDS))
    if (!found.has(each) && (await isName(document, start + index, context))) found.add(each);
  return [...found].map((find) => locateInLine({ uri, line, find }, context));
}

/** Returns the Locate of a text in a line (0-based), as code. */
export function locateInLine(
  { uri, line, find }: { readonly uri: string; readonly line: number; readonly find: string },
  context: RequestContext,
): string {
  const locate = { file_path: displayPath(uri, context.client.roots), scope: { line: line + 1 }, find };
  return inlineCode(writeLocate(locate, { exists: existenceCheck(context) }));
}

/** Returns a sentence with the first of some Locates; an empty text for none. */
export function offer(what: string, locates: readonly string[]): string {
  return locates.length === 0 ? "" : ` ${what}: ${locates.slice(0, MAX_OFFERED).join(", ")}.`;
}
