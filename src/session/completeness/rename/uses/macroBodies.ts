/** Finds the old name in the bodies of macros of C and C++, of which servers see no uses. */

import { offsetsInMacros } from "../../../../code/rename/offsetsInMacros.js";
import { factsOf } from "../../../../languages/languages.js";
import { queryFilesWith } from "../../../place/declarationQueries.js";
import type { PossiblePlace } from "../../searchRun.js";
import type { RenameRequest } from "../renameRequest.js";

interface RenamedName {
  readonly word: string;
  readonly isOfMember: boolean;
  /** The absolute path of a file that is renamed in. */
  readonly path: string;
}

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
    if (document === undefined) continue;
    for (const offset of offsetsInMacros(document.text.text, word, isOfMember)) found.push({ document, offset });
  }
  return found;
}
