/**
 * Finds what servers don't see of a renamed symbol, as they know one build and no bodies of macros:
 * declarations that stand for it in another branch of an `#if`, under another `#[cfg]`, in a file
 * with another build constraint; and the old name where a macro writes it.
 */

import { areForOtherBuilds, hasBuilds } from "../../../../code/entities/builds.js";
import { offsetsInMacros } from "../../../../code/uses/otherNames.js";
import { factsOf } from "../../../../languages/languages.js";
import { offsetToPosition } from "../../../../text/position.js";
import { pathOfUri } from "../../../../uri.js";
import type { WorkspaceDeclaration } from "../../../../workspace/declaration.js";
import { queryDeclarations, queryFilesWith } from "../../../place/declarationQueries.js";
import type { PossiblePlace } from "../../searchRun.js";
import { isInRanges, type RenamedRange } from "../renameEdits.js";
import type { RenameRequest } from "../renameRequest.js";

export interface UnseenUses {
  readonly twins: readonly PossiblePlace[];
  readonly macros: readonly PossiblePlace[];
  /** Whether the rename changes all declarations of the name. */
  readonly isOnly: boolean;
}

export const noneUnseen: UnseenUses = { twins: [], macros: [], isOnly: false };

/** Finds what servers don't see: declarations for other builds, and bodies of macros. */
export async function findUnseenUses(
  renamed: readonly RenamedRange[],
  { word, isOfMember }: { readonly word: string | undefined; readonly isOfMember: boolean },
  request: RenameRequest,
): Promise<UnseenUses> {
  const path = renamed[0] && pathOfUri(renamed[0].uri);
  if (word === undefined || path === undefined) return noneUnseen;
  const { twins, isOnly } = await findTwins(renamed, word, path, request);
  const isLeft = ({ document: { uri, text }, offset }: PossiblePlace) =>
    !isInRanges({ uri, position: offsetToPosition(text, offset, request.backend.encoding) }, renamed);
  const macros = (await findInMacros({ word, isOfMember, path }, request)).filter(isLeft);
  return { twins, macros, isOnly };
}

interface RenamedName {
  readonly word: string;
  readonly isOfMember: boolean;
  /** The absolute path of a file that is renamed in. */
  readonly path: string;
}

/** Returns the places where a macro writes the name as that of a member, or not as one. */
async function findInMacros(
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

/** Of more declarations of a name, the rest is not compared. */
const MAX_DECLARATIONS = 200;

interface DeclarationInText extends PossiblePlace {
  readonly declared: WorkspaceDeclaration;
  readonly isRenamed: boolean;
}

/** The declarations of a name that a rename leaves out. */
interface LeftOutDeclarations {
  readonly twins: readonly PossiblePlace[];
  /** Whether there are no others than the renamed ones and these. */
  readonly isOnly: boolean;
}

/** Compares the declarations of `word` in the workspace with the renamed ones. */
async function findTwins(
  renamed: readonly RenamedRange[],
  word: string,
  path: string,
  { texts, backend, context }: RenameRequest,
): Promise<LeftOutDeclarations> {
  const { declarations } = await queryDeclarations([word], undefined, context, path);
  const conditional = declarations.filter(({ languageId }) => hasBuilds(languageId)).slice(0, MAX_DECLARATIONS);
  const read = conditional.map(async (declared): Promise<readonly DeclarationInText[]> => {
    const document = await texts.readPath(declared.path);
    if (document === undefined || declared.line >= document.text.lineCount) return [];
    const offset = document.text.lineFrom(declared.line) + declared.character;
    if (document.text.slice(offset, offset + word.length) !== word) return [];
    const position = offsetToPosition(document.text, offset, backend.encoding);
    return [{ declared, document, offset, isRenamed: isInRanges({ uri: document.uri, position }, renamed) }];
  });
  const all = (await Promise.all(read)).flat();
  const own = all.filter(({ isRenamed }) => isRenamed);
  const twins = all.filter((each) => !each.isRenamed && own.some((other) => isTwin(each, other)));
  return { twins, isOnly: own.length > 0 && own.length + twins.length === declarations.length };
}

/** Whether two declarations are of one symbol, each in a build of its own. */
function isTwin(one: DeclarationInText, other: DeclarationInText): boolean {
  const nameOf = ({ declared: { path, languageId }, document, offset }: DeclarationInText) => ({
    file: { path, languageId, text: document.text.text },
    from: offset,
  });
  const [{ declared }, { declared: own }] = [one, other];
  return declared.container.join("\0") === own.container.join("\0") && areForOtherBuilds(nameOf(one), nameOf(other));
}
