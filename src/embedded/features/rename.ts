/**
 * textDocument/prepareRename and textDocument/rename, for names that no other file can use, and for
 * those that the workspace declares once, or in one hierarchy, and uses only where syntax can tell.
 */

import { basename, dirname } from "node:path";
import type {
  Location,
  PrepareRenameParams,
  PrepareRenameResult,
  RenameParams,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { documentOf } from "../../code/entities/codeFiles.js";
import { type DeclaredEntity, isSymbol } from "../../code/entities/entity.js";
import { isOwnOption } from "../../code/modules/componentMembers.js";
import { findMemberConflicts, findPackageConflicts } from "../../code/rename/memberConflicts.js";
import { findMisnomer, joinChanges } from "../../code/rename/nameSyntax.js";
import { findScopeConflicts, type RenamedFile } from "../../code/rename/scopeConflicts.js";
import { describeRenamedCall } from "../../code/unnamedCall.js";
import type { IndexedUses } from "../../code/uses/indexed.js";
import { unreadPlaces } from "../../code/uses/usesOf.js";
import { factsOf } from "../../languages/languages.js";
import { isIdentifier, isReserved, sigilOf } from "../../syntax/names.js";
import type { NameInfo, Occurrence } from "../../syntax/scopes/nameInfo.js";
import type { Syntax } from "../../syntax/syntax.js";
import { kebabOf } from "../../syntax/trees/templates/kebabCase.js";
import type { Stretch } from "../../text/stretch.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import { fixtureOf } from "../resolution/resolveDefinitions.js";
import { resolverOf } from "../resolution/resolveNames.js";
import type { SourceText } from "../session/documents.js";
import {
  type EmbeddedRequestContext,
  type NameUse,
  nameAtPosition,
  positionIn,
  rangeIn,
  textOf,
} from "../session/embeddedContext.js";
import { checkParam, requestFailed } from "../session/requestErrors.js";
import { resolveOrigin } from "./references.js";
import {
  ADVICE,
  assertCertain,
  type FileUses,
  findCertainUses,
  type Origin,
  originOfEmbedded,
  type RenameMode,
  type UncertainUse,
} from "./renameUses.js";

/** The maximum number of uses of a local type that are looked at. */
const MAX_CHECKED = 2_000;

/**
 * Returns null if there is no name. Throws `requestFailed` for a name whose uses are not all known.
 */
export async function prepareRename(
  params: PrepareRenameParams & Pick<OwnRenameParams, "indexed">,
  context: EmbeddedRequestContext,
): Promise<PrepareRenameResult | null> {
  const use = await nameAtPosition(params, context);
  if (use === undefined) return null;
  const { indexed } = params;
  const declared = indexed?.declaration && (await nameAtPosition(placeOf(indexed.declaration), context));
  await findUses(declared ?? use, { reportsDoubt: false, isForced: false, indexed }, context);
  const { name, source } = use;
  const { from, to } = rangeWithoutSigil(name, source);
  return { range: rangeIn(source, { from, to }), placeholder: source.document.slice(from, to) };
}

/**
 * Params of ours: the client takes doubtful uses with the edit, renames what has to stay, or has
 * evidence from an index.
 */
interface OwnRenameParams extends RenameParams {
  readonly reportsDoubt?: unknown;
  readonly isForced?: unknown;
  readonly indexed?: IndexedUses;
}

function placeOf({ uri, position }: NonNullable<IndexedUses["declaration"]>) {
  return { textDocument: { uri }, position };
}

/** An edit, and with `reportsDoubt` the uses that may mean something else. */
type DoubtedEdit = WorkspaceEdit & { readonly doubtful?: readonly Location[] };

/** Returns null if there is no name, or if it has the new name already. */
export async function rename(params: OwnRenameParams, context: EmbeddedRequestContext): Promise<DoubtedEdit | null> {
  checkParam(typeof params.newName === "string", "newName", "a name");
  const { indexed } = params;
  const use = await nameAtPosition(indexed?.declaration ? placeOf(indexed.declaration) : params, context);
  if (use === undefined) return null;
  const newName = parseNewName(params.newName, use.name, use.source);
  if (hasNewName(use.name.name, { newName, source: use.source })) return null;
  const isForced = params.isForced === true;
  const mode = { reportsDoubt: params.reportsDoubt === true, isForced, indexed };
  const { origin, files, members, doubtful } = await findUses(use, mode, context);
  const edits = files.map(({ source, occurrences }) => ({
    source,
    changes: occurrences.map((each) => ({ from: each.from, to: each.to, newText: textAt(each, { source, newName }) })),
  }));
  for (const { source, changes } of edits) {
    if (context.signal.aborted) throw context.signal.reason;
    const file = { text: textOf(source), changes, newName };
    await checkSyntax(file, source, context.syntax);
    if (!isForced) await checkScopes(file, { name: origin.name, source, asked: use.source }, context.syntax);
  }
  if (!isForced) {
    await checkDeclaration({ origin, members }, newName, context);
    checkPackages({ origin, files }, newName, use.source);
  }
  const { client, documents } = context;
  if (files.some(({ source }) => source.version !== null && documents.get(source.uri) !== source))
    throw requestFailed("The document has changed while the new name was checked. Rename again.");
  const written = edits.map(({ source, changes }) => ({
    ...source,
    edits: changes.map((each): TextEdit => ({ range: rangeIn(source, each), newText: each.newText })),
  }));
  const uncertain = doubtful.map(({ source, ...each }) => ({ uri: source.uri, range: rangeIn(source, each) }));
  const own = uncertain.length > 0 ? { doubtful: uncertain } : {};
  return client.documentChanges
    ? { documentChanges: written.map(({ uri, version, edits }) => ({ textDocument: { uri, version }, edits })), ...own }
    : { changes: Object.fromEntries(written.map(({ uri, edits }) => [uri, edits])), ...own };
}

/** A declaration, and all uses of it. */
interface KnownUses {
  readonly origin: NameUse;
  readonly files: readonly FileUses[];
  readonly doubtful: readonly UncertainUse[];
  /** The members that share the name, of one that other files can use. */
  readonly members?: readonly DeclaredEntity[] | undefined;
}

/** Throws `requestFailed` for a name whose uses are not all known. */
async function findUses(given: NameUse, mode: RenameMode, context: EmbeddedRequestContext): Promise<KnownUses> {
  // A parameter that a fixture fills has its name.
  const use = (await fixtureOf(given, context)) ?? given;
  const { name, source } = use;
  const usesInFile = async () => {
    const doubtful = await findUnreadUses(use, context);
    if (!mode.reportsDoubt) assertCertain(name.name, doubtful, context);
    return { origin: use, files: [{ source, occurrences: name.occurrences }], doubtful };
  };
  if (name.isRenamable && name.reach === "local" && (await mayNameField(use, context))) checkKnown(use);
  if (name.isRenamable && name.reach !== "import") return usesInFile();
  const found = await originOfEmbedded(await resolveOrigin(use, context), context);
  // What is imported from elsewhere gets an alias here.
  const isUnknown = found.origin.source.uri === source.uri;
  const isOwn = isUnknown || name.import?.original !== found.origin.name.name;
  if (name.isRenamable && isOwn) return usesInFile();
  const [option] = found.entities;
  if (option?.kind === "symbol" && isOwnOption(option)) return findUsesOfOption(found, mode, context);
  checkKnown(found.origin);
  return { origin: found.origin, ...(await findCertainUses(found, mode, context)) };
}

/** Returns the uses of an option of a component, which strings of its own file may name, too. */
async function findUsesOfOption(
  { origin, entities }: Origin,
  mode: RenameMode,
  context: EmbeddedRequestContext,
): Promise<KnownUses> {
  const { source, name } = origin;
  const member: NameUse = { source, name: { ...name, reach: "member", isMember: true, occurrences: [] } };
  const { doubtful: unclear, ...uses } = await findCertainUses({ origin: member, entities }, mode, context);
  const text = source.document.text;
  const { length } = name.name;
  const isQuoted = (from: number) => /["'`]/.test(text[from - 1] ?? "") && /["'`.]/.test(text[from + length] ?? "");
  const quoted = offsetsOfWord(text, name.name, MAX_CHECKED).filter(isQuoted);
  const doubtful = [...unclear, ...quoted.map((from) => ({ source, from, to: from + length }))];
  if (!mode.reportsDoubt) assertCertain(name.name, doubtful, context);
  return { origin: member, ...uses, doubtful };
}

/**
 * Returns where the name may be meant in lines that the grammar can't read: of a local one, in the
 * outermost declaration around it.
 */
async function findUnreadUses(
  { name, source }: NameUse,
  { syntax }: EmbeddedRequestContext,
): Promise<readonly UncertainUse[]> {
  const text = textOf(source);
  const places = await unreadPlaces(text, name.name, MAX_CHECKED, syntax);
  if (places.length === 0) return [];
  const [around = []] = name.reach === "local" ? await syntax.coveringNodes(text, [name], {}) : [];
  const area = around.at(-2);
  const isAround = ({ from }: Stretch) => area === undefined || (area.from <= from && from < area.to);
  return places.filter(isAround).map((each) => ({ source, ...each }));
}

/** Whether a local type may be embedded as a field, which has its name where it is accessed. */
async function mayNameField(
  { name: { name, kind }, source }: NameUse,
  { syntax }: EmbeddedRequestContext,
): Promise<boolean> {
  if (!factsOf(source.languageId).hasEmbeddedFields || !/^(?:struct|interface|class)$/.test(kind ?? "")) return false;
  const uses = await syntax.usesOf(textOf(source), name, MAX_CHECKED);
  return uses.some(({ isMember }) => isMember);
}

/** Throws where no file of the workspace declares a name that others can use. */
function checkKnown({ name, source }: NameUse): void {
  const written = `\`${name.name}\``;
  if (isReserved(name.name, source.languageId)) throw requestFailed(`${written} is a word of the language.`);
  switch (name.reach) {
    case "file":
    case "member":
      return;
    case "import":
      throw requestFailed(
        `${written} is imported${importSource(name)}, and no file of the workspace declares it alone. ${ADVICE}`,
      );
    case "free":
      throw requestFailed(`No scope of this file declares ${written}, and no other file does alone. ${ADVICE}`);
    case "local":
      throw name.kind === "parameter"
        ? requestFailed(`${written} is a parameter, and calls in other files may name it. ${ADVICE}`)
        : requestFailed(`${written} is local, but not all places that mean it are certain. ${ADVICE}`);
  }
}

function importSource({ import: taken }: NameInfo): string {
  return taken?.source ? ` from \`${taken.source}\`` : "";
}

/** Returns the range of a name without its sigil. */
function rangeWithoutSigil({ from, to }: NameInfo, { document, languageId }: SourceText): Stretch {
  return { from: from + sigilOf(document.slice(from, to), languageId).length, to };
}

/**
 * Returns the new name without a sigil, which is optional. Throws if it is not a name, or has a
 * sigil that the old one has not.
 */
function parseNewName(newName: string, { from, to }: Stretch, { document, languageId }: SourceText): string {
  const trimmed = newName.trim();
  const sigil = sigilOf(trimmed, languageId);
  const plain = trimmed.slice(sigil.length);
  // The sigil may be before the name, or the beginning of it.
  if (sigil !== "" && !document.slice(Math.max(0, from - sigil.length), to).includes(sigil))
    throw requestFailed(`\`${sigil}\` is no part of the old name: write the new one without it.`);
  if (!isIdentifier(plain, languageId)) {
    throw requestFailed(
      plain === ""
        ? "The new name is empty."
        : `\`${newName}\` is not a name: write one word of letters, digits and \`_\` that does not begin with a digit.`,
    );
  }
  return plain;
}

interface NewName {
  /** Without a sigil. */
  readonly newName: string;
  readonly source: SourceText;
}

/** Throws if the new name can't be a name in a file. */
async function checkSyntax(file: RenamedFile, source: SourceText, syntax: Syntax): Promise<void> {
  const { text, changes, newName } = file;
  const misnomer = await findMisnomer(file, syntax);
  if (misnomer) throw invalidNameError(newName, misnomer.offset, source);
  const change = joinChanges(text.text, changes);
  const before = await syntax.syntaxErrors(text);
  const after = change ? await syntax.syntaxErrorsAfterEdit(text, change, change.newText) : [];
  if (change && after.length > before.length) throw invalidNameError(newName, change.from, source);
}

/** Throws if a file has the new name already, and its uses would be confused with the others. */
async function checkScopes(
  file: RenamedFile,
  { name: { name: oldName }, source, asked }: NameUse & Pick<ConflictPlace, "asked">,
  syntax: Syntax,
): Promise<void> {
  const { text, newName } = file;
  const { offsets, isCut } = await findScopeConflicts(file, syntax);
  const [first] = offsets;
  if (first !== undefined) {
    const isDeclared = (await syntax.nameAt(text, first))?.definitions.some(
      ({ from, to }) => from <= first && first < to,
    );
    const what = isDeclared ? "means something else already" : `would come to mean what \`${oldName}\` means`;
    throw conflictError(newName, { source, at: first, asked }, what);
  }
  if (isCut) throw requestFailed(`\`${newName}\` occurs in more places than can be checked.`);
}

/** Throws if the new name is visible in one package alone, and another one uses it. */
function checkPackages(
  { origin, files }: Pick<KnownUses, "origin" | "files">,
  newName: string,
  asked: SourceText,
): void {
  const { packageOnlyName, packageLine } = factsOf(origin.source.languageId);
  if (!packageOnlyName?.test(newName) || packageOnlyName.test(origin.name.name)) return;
  const packageOf = ({ path = "", document }: SourceText) =>
    `${dirname(path)} ${packageLine?.exec(document.text)?.[0] ?? ""}`;
  for (const { source, occurrences } of files) {
    const [use] = occurrences;
    if (use && packageOf(source) !== packageOf(origin.source))
      throw conflictError(newName, { source, at: use.from, asked }, "would be of another package");
  }
}

function hasNewName(name: string, { newName, source: { languageId } }: NewName): boolean {
  return name.slice(sigilOf(name, languageId).length) === newName;
}

interface ConflictPlace {
  readonly source: SourceText;
  readonly at: number;
  /** The document of the request, whose name goes without saying. */
  readonly asked: SourceText;
}

function conflictError(newName: string, { source, at, asked }: ConflictPlace, what: string): Error {
  const file = source.uri === asked.uri ? "" : ` of ${basename(source.path ?? "")}`;
  return requestFailed(
    `\`${newName}\` in line ${positionIn(source, at).line + 1}${file} ${what}. Choose another name.`,
  );
}

/**
 * Throws if a type has the new name already beside a renamed member, or if something calls the
 * declaration by its name alone, or would by the new one.
 */
async function checkDeclaration(
  { origin: { name, source }, members }: Pick<KnownUses, "origin" | "members">,
  newName: string,
  context: EmbeddedRequestContext,
): Promise<void> {
  const { resolver, fileOf } = resolverOf(context);
  const file = name.reach === "local" ? undefined : fileOf(source);
  const entities = file ? (await resolver.resolveAt(file, name.from)).entities : [];
  const declared = entities.find(isSymbol);
  if (declared === undefined) return;
  const [beside] = name.reach === "file" ? await findPackageConflicts(declared, newName, resolver) : [];
  if (beside) {
    const line = documentOf(beside.file).lineAt(beside.from) + 1;
    const where = `${basename(beside.file.path)}:${line}`;
    throw requestFailed(`\`${newName}\` is declared in ${where} already. Choose another name.`);
  }
  const renamed = members ?? (name.reach === "member" ? [declared] : []);
  // A private member of ECMAScript is declared with its sigil.
  const { text, languageId } = declared.file;
  const written = `${sigilOf(text.slice(declared.from, declared.to), languageId)}${newName}`;
  const [taken] = (await findMemberConflicts(renamed, written, resolver)).members;
  const owner = taken && (await resolver.members.ownerOf(taken));
  if (owner) {
    const type = owner.file.text.slice(owner.from, owner.to);
    throw requestFailed(`\`${type}\` has \`${newName}\` already. Choose another name.`);
  }
  const caller = await describeRenamedCall(declared, newName, resolver);
  if (caller) throw requestFailed(`The name has to stay: ${caller}. ${ADVICE}`);
}

function invalidNameError(newName: string, at: number, source: SourceText): Error {
  return requestFailed(`\`${newName}\` can't be a name in line ${positionIn(source, at).line + 1}. Choose another.`);
}

/** Returns what is written in place of an occurrence. */
function textAt(occurrence: Occurrence, { source, newName }: NewName): string {
  const written = withSigil(newName, occurrence, source);
  const newText = occurrence.rewrite
    ?.replaceAll("{new}", () => written)
    .replaceAll("{new-kebab}", () => kebabOf(written));
  return newText ?? written;
}

/** Returns the new name with the sigil of the occurrence it replaces. */
function withSigil(newName: string, { from, to }: Stretch, { document, languageId }: SourceText): string {
  return `${sigilOf(document.slice(from, to), languageId)}${newName}`;
}
