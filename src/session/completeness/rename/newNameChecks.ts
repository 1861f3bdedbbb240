/** Checks what a rename does to the new name: whether it can be one, and what has it already. */

import { findMemberConflicts, type MemberConflicts } from "../../../code/rename/memberConflicts.js";
import { findMisnomer, joinChanges } from "../../../code/rename/nameSyntax.js";
import { findScopeConflicts, type RenamedFile } from "../../../code/rename/scopeConflicts.js";
import { LocateError } from "../../../error.js";
import { factsOf } from "../../../languages/languages.js";
import { sigilOf } from "../../../syntax/names.js";
import { appendAll } from "../../../text/list.js";
import { rangeToOffsets } from "../../../text/position.js";
import { escapeName } from "../../../text/printable.js";
import { fileKeyOf } from "../../../uri.js";
import { offsetsOfWord } from "../../../workspace/parse/wordSearch.js";
import { displayPath } from "../../documents/filePaths.js";
import { type AddedSyntaxError, describeSyntaxErrors, findAddedSyntaxErrors } from "../../place/syntaxCheck.js";
import { type DocumentVersion, toSyntaxText } from "../../place/syntaxView.js";
import { codeFileOf, resolverOf } from "../codeTexts.js";
import { isSamePlace, type PossiblePlace } from "../searchRun.js";
import { createServerTypes, findRenamedMembers, isOwn, memberAt, placesOfMembers } from "./members/renamedMembers.js";
import type { FileEdits, RenameEdits } from "./renameEdits.js";
import { type RenameRequest, renameBudgets } from "./renameRequest.js";

/** Names that would mean something else than before, or that a renamed name would mean. */
export interface NameConflicts {
  readonly places: readonly PossiblePlace[];
  /** Why there may be more; undefined if all files were examined. */
  readonly whyCut?: string;
}

/** Returns the places in the present texts. `member` is the place of one that may be renamed. */
export async function findNameConflicts(
  edits: RenameEdits,
  member: PossiblePlace | undefined,
  request: RenameRequest,
): Promise<NameConflicts> {
  const inScopes = await findInScopes(edits, request);
  const inTypes = member ? await findInTypes(edits, member, request) : { places: [] };
  const isNew = (each: PossiblePlace) => !inScopes.places.some((other) => isSamePlace(other, each));
  return { ...inTypes, ...inScopes, places: [...inScopes.places, ...inTypes.places.filter(isNew)] };
}

async function findInScopes(edits: RenameEdits, request: RenameRequest): Promise<NameConflicts> {
  const deadline = request.deadline.within(renameBudgets.scopes);
  const { newName, texts, context } = request;
  const places: PossiblePlace[] = [];
  let whyCut: string | undefined;
  for (const file of edits.values()) {
    const document = await texts.read(file.uri);
    if (document === undefined) continue;
    const plain = newName.slice(sigilOf(newName, document.languageId).length);
    if (offsetsOfWord(document.text.text, plain, 1).length === 0) continue;
    if (deadline.isOver || context.token.isCancellationRequested) {
      whyCut = `not all files that have the name ${newName} already could be searched within ${deadline.secondsOf(renameBudgets.scopes)} s`;
      break;
    }
    const { offsets, isCut } = await findScopeConflicts(
      await renamedFile(document, file, request),
      await context.syntax(),
    );
    appendAll(
      places,
      offsets.map((offset) => ({ document, offset })),
    );
    if (isCut) whyCut = `the name ${newName} occurs in more places than are examined`;
  }
  return { places, ...(whyCut === undefined ? {} : { whyCut }) };
}

/** Finds members that have the new name in the types of the renamed ones, and in related types. */
async function findInTypes(edits: RenameEdits, target: PossiblePlace, request: RenameRequest): Promise<NameConflicts> {
  const { newName, texts, context } = request;
  const deadline = request.deadline.within(renameBudgets.conflicts);
  const file = await codeFileOf(target.document, context);
  if (file === undefined) return { places: [] };
  const turns = await resolverOf(file.path, texts, context);
  return turns.take(async (resolver) => {
    const serverTypes = createServerTypes(resolver, request, deadline);
    const inBlocks = factsOf(file.languageId).hasImplBlocks;
    const renamed = inBlocks
      ? [(await memberAt(file, target.offset, resolver))?.member ?? []].flat()
      : ((await findRenamedMembers(edits, resolver, request))?.members ?? []);
    const { members, isCut }: MemberConflicts = await findMemberConflicts(renamed, newName, resolver, {
      typesElsewhere: serverTypes.of,
      isOwn: (each) => isOwn(each, request),
      isOver: () => deadline.isOver,
    });
    const whyCut = `not all members named ${newName} could be compared with the renamed one`;
    return { places: await placesOfMembers(members, request), ...(isCut || serverTypes.isCut ? { whyCut } : {}) };
  });
}

/** What can't be a name breaks the file of the declaration, and mostly all others. */
const MAX_CHECKED_FILES = 4;

/**
 * Throws `edit_breaks_syntax` if the new name can't be a name in the language, which some servers
 * write all the same, or the rename adds a syntax error to a file without one. Checks the file at
 * `uri` and a few others.
 */
export async function assertRenameSyntax(edits: RenameEdits, uri: string, request: RenameRequest): Promise<void> {
  const own = edits.get(fileKeyOf(uri));
  const files = [...(own ? [own] : []), ...[...edits.values()].filter((each) => each !== own)];
  for (const file of files.slice(0, MAX_CHECKED_FILES)) {
    const document = await request.texts.read(file.uri);
    if (document === undefined) continue;
    const renamed = await renamedFile(document, file, request);
    const change = joinChanges(renamed.text.text, renamed.changes);
    if (change === undefined) continue;
    const misnomer = await describeMisnomer(document, renamed, request);
    const errors =
      misnomer ?? (await findAddedSyntaxErrors(document, { ...change, insert: change.newText }, request.context));
    if (errors.length > 0) throw brokenSyntaxError(document, errors, request);
  }
}

async function renamedFile(
  document: DocumentVersion,
  { edits }: FileEdits,
  { newName, backend, context }: RenameRequest,
): Promise<RenamedFile> {
  const text = toSyntaxText(document, await context.syntax(), context.servers);
  const changes = edits.map((edit) => ({
    ...rangeToOffsets(document.text, edit.range, backend.encoding),
    newText: edit.newText,
  }));
  return { text, changes, newName };
}

async function describeMisnomer(
  { text }: DocumentVersion,
  renamed: RenamedFile,
  { newName, context }: RenameRequest,
): Promise<readonly AddedSyntaxError[] | undefined> {
  const misnomer = await findMisnomer(renamed, await context.syntax());
  const change = misnomer && renamed.changes.find(({ from }) => from === misnomer.offset);
  if (misnomer === undefined || change === undefined) return undefined;
  const after = text.edit(change.from, change.to, newName).document;
  const line = after.lineAt(change.from);
  const code = after.slice(after.lineFrom(line), after.lineTo(line)).trim();
  const character = change.from - after.lineFrom(line) + 1;
  return [{ line: line + 1, character, text: code, what: `${JSON.stringify(newName)} ${misnomer.why}` }];
}

function brokenSyntaxError(
  { uri }: DocumentVersion,
  errors: readonly AddedSyntaxError[],
  { newName, context }: RenameRequest,
): LocateError {
  const file_path = displayPath(uri, context.client.roots);
  return new LocateError(
    "edit_breaks_syntax",
    `With the new name ${JSON.stringify(newName)}, ${escapeName(file_path)} would have a syntax error in ${describeSyntaxErrors(errors)}. Nothing was changed. Write a new name that can be a name there: one word, and no keyword.`,
    { file_path, errors },
  );
}
