/**
 * Finds what servers don't see of a renamed symbol, as they know one build and no bodies of macros:
 * declarations that stand for it in another branch of an `#if`, under another `#[cfg]`, in a file
 * with another build constraint; and the old name where a macro writes it.
 */

import { dirname } from "node:path";
import { offsetsInMacros } from "../../../../code/uses/otherNames.js";
import { factsOf } from "../../../../languages/languages.js";
import type { Document } from "../../../../text/document.js";
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

function hasBuilds(languageId: string): boolean {
  const { hasPreprocessor, conditionalAttribute, buildConstraint } = factsOf(languageId);
  return hasPreprocessor || conditionalAttribute !== undefined || buildConstraint !== undefined;
}

/** Whether two declarations are of one symbol, each in a build of its own. */
function isTwin(one: DeclarationInText, other: DeclarationInText): boolean {
  const [{ declared }, { declared: own }] = [one, other];
  if (declared.languageId !== own.languageId || declared.container.join("\0") !== own.container.join("\0"))
    return false;
  const { hasPreprocessor, conditionalAttribute, buildConstraint } = factsOf(own.languageId);
  if (buildConstraint !== undefined) {
    const isConstrained = ({ declared: { path }, document }: DeclarationInText) =>
      buildConstraint.path.test(path) || buildConstraint.line.test(document.text.text);
    return (
      dirname(declared.path) === dirname(own.path) && declared.path !== own.path && [one, other].some(isConstrained)
    );
  }
  if (declared.path !== own.path) return false;
  if (hasPreprocessor) return areInOtherBranches(one.document.text, one.offset, other.offset);
  return [one, other].some(({ document, offset }) => conditionalAttribute?.test(headBefore(document.text, offset)));
}

/** The maximum length of what is before the name of a declaration, in UTF-16 units. */
const MAX_HEAD_LENGTH = 1_000;

/** Returns what is before the name in its declaration, with its attributes and without comments. */
function headBefore(text: Document, offset: number): string {
  const before = text.slice(Math.max(0, offset - MAX_HEAD_LENGTH), offset);
  const code = before.replace(/^[ \t]*\/\/.*$/gm, "");
  return code.split(/[;{}]/).at(-1) ?? "";
}

/** Whether an `#if` has two offsets in different branches. */
function areInOtherBranches(text: Document, one: number, other: number): boolean {
  const [first, second] = [branchesAt(text, one), branchesAt(text, other)];
  return [...first].some(([group, branch]) => second.has(group) && second.get(group) !== branch);
}

/** Returns the branch of each `#if` around an offset, by the offset of the `#if`. */
function branchesAt(text: Document, offset: number): ReadonlyMap<number, number> {
  const open: { group: number; branch: number }[] = [];
  for (const { index, 1: word } of text.slice(0, offset).matchAll(/^[ \t]*#[ \t]*(if|el|endif)\w*/gm)) {
    if (word === "if") open.push({ group: index, branch: 0 });
    else if (word === "endif") open.pop();
    else if (open.length > 0) (open.at(-1) as { branch: number }).branch++;
  }
  return new Map(open.map(({ group, branch }) => [group, branch]));
}
