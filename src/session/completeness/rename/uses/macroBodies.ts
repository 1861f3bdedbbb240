/** Finds the old name in the bodies of macros of C and C++, of which servers see no uses. */

import { factsOf } from "../../../../languages/languages.js";
import type { Document } from "../../../../text/document.js";
import { offsetsOfWord } from "../../../../workspace/parse/wordSearch.js";
import { queryFilesWith } from "../../../place/declarations.js";
import type { PossiblePlace } from "../../searchRun.js";
import type { RenameRequest } from "../renameRequest.js";

interface RenamedName {
  readonly word: string;
  readonly isOfMember: boolean;
  /** The absolute path of a file that is renamed in. */
  readonly path: string;
}

/** The maximum number of occurrences in one text that are looked at. */
const MAX_OCCURRENCES = 2_000;

/** Returns the places where a macro writes the name as that of a member, or not as one. */
export async function findInMacros(
  { word, isOfMember, path }: RenamedName,
  { texts, backend, context, deadline }: RenameRequest,
): Promise<readonly PossiblePlace[]> {
  const { languageId } = (await texts.readPath(path)) ?? {};
  if (languageId === undefined || !factsOf(languageId).hasPreprocessor) return [];
  const languages = backend.serverEntry?.languages ?? [languageId];
  const files = await deadline.before(queryFilesWith(word, languages, context, path));
  const found: PossiblePlace[] = [];
  for (const each of files?.paths ?? []) {
    const document = deadline.isOver ? undefined : await texts.readPath(each);
    if (document === undefined || !document.text.text.includes("define")) continue;
    for (const offset of offsetsInMacros(document.text, word)) {
      const isAccessed = /(?:\.|->)\s*$/.test(document.text.slice(Math.max(0, offset - 50), offset));
      if (isAccessed === isOfMember) found.push({ document, offset });
    }
  }
  return found;
}

/** The head of a macro and its body, which goes on behind a backslash. */
const definition = /^([ \t]*#[ \t]*define[ \t]+\w+(?:\([^)]*\))?)((?:\\\r?\n|[^\n])*)/gm;

function offsetsInMacros({ text }: Document, word: string): readonly number[] {
  return [...text.matchAll(definition)].flatMap(({ index, 1: head = "", 2: body = "" }) => {
    const parameters = head.includes("(") ? head.slice(head.indexOf("(")) : "";
    if (parameters.split(/[\s,()]+/).includes(word)) return [];
    const code = body.replace(/\/\*.*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/gs, (each) => " ".repeat(each.length));
    return offsetsOfWord(code, word, MAX_OCCURRENCES).map((offset) => index + head.length + offset);
  });
}
