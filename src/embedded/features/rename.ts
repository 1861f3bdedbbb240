/**
 * textDocument/prepareRename and textDocument/rename, for names that no other file can use, and for
 * those that the workspace declares once, or in one hierarchy, and uses only where syntax can tell.
 */

import { basename, dirname } from "node:path";
import type {
  PrepareRenameParams,
  PrepareRenameResult,
  RenameParams,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { containersOf } from "../../code/containers.js";
import type { DeclaredEntity } from "../../code/entities/entity.js";
import { describeRenamedCall } from "../../code/unnamedCall.js";
import { factsOf } from "../../languages/languages.js";
import { isReserved } from "../../syntax/reservedWords.js";
import type { NameInfo, Occurrence } from "../../syntax/scopes/nameInfo.js";
import type { Syntax } from "../../syntax/syntax.js";
import { kebabOf } from "../../syntax/trees/templates/kebabCase.js";
import type { Stretch } from "../../text/stretch.js";
import { resolverOf } from "../resolution/resolveNames.js";
import {
  type EmbeddedRequestContext,
  type NameUse,
  nameAtPosition,
  positionIn,
  rangeIn,
  textOf,
} from "../session/context.js";
import type { SourceText } from "../session/documents.js";
import { isIdentifier, sigilOf } from "../session/identifiers.js";
import { checkParam, requestFailed } from "../session/requestErrors.js";
import { resolveOrigin } from "./references.js";
import { ADVICE, type FileUses, findCertainUses, originOfEmbedded } from "./renameUses.js";

/** The maximum number of occurrences that are checked for conflicts. */
const MAX_CHECKED = 2_000;

/**
 * Returns null if there is no name. Throws `requestFailed` for a name whose uses are not all known.
 */
export async function prepareRename(
  params: PrepareRenameParams,
  context: EmbeddedRequestContext,
): Promise<PrepareRenameResult | null> {
  const use = await nameAtPosition(params, context);
  if (use === undefined) return null;
  await findUses(use, context);
  const { name, source } = use;
  const { from, to } = rangeWithoutSigil(name, source);
  return { range: rangeIn(source, { from, to }), placeholder: source.document.slice(from, to) };
}

/** Returns null if there is no name, or if it has the new name already. */
export async function rename(params: RenameParams, context: EmbeddedRequestContext): Promise<WorkspaceEdit | null> {
  checkParam(typeof params.newName === "string", "newName", "a name");
  const use = await nameAtPosition(params, context);
  if (use === undefined) return null;
  const newName = parseNewName(params.newName, use.name, use.source);
  if (hasNewName(use.name.name, { newName, source: use.source })) return null;
  const { origin, files, types } = await findUses(use, context);
  // No name in a scope is taken for a member that is always accessed through a receiver.
  const isApart = origin.name.reach === "member" && factsOf(origin.source.languageId).hasExplicitReceivers;
  for (const file of isApart ? [] : files) await checkConflicts({ ...file, name: origin.name, newName }, context);
  await checkMembers({ origin, types }, newName, context);
  await checkSyntax({ ...origin, newName }, context.syntax);
  await checkCaller(origin, newName, context);
  checkPackages({ origin, files }, newName);
  const { client, documents } = context;
  if (files.some(({ source }) => source.version !== null && documents.get(source.uri) !== source))
    throw requestFailed("The document has changed while the new name was checked. Rename again.");
  const edits = files.map(({ source, occurrences }) => ({
    ...source,
    edits: occurrences.map((occurrence) => editOf(occurrence, { source, newName })),
  }));
  return client.documentChanges
    ? { documentChanges: edits.map(({ uri, version, edits }) => ({ textDocument: { uri, version }, edits })) }
    : { changes: Object.fromEntries(edits.map(({ uri, edits }) => [uri, edits])) };
}

/** A declaration, and all uses of it. */
interface KnownUses {
  readonly origin: NameUse;
  readonly files: readonly FileUses[];
  /** The types that have it, of a member that other files can use. */
  readonly types?: readonly DeclaredEntity[] | undefined;
}

/** Throws `requestFailed` for a name whose uses are not all known. */
async function findUses(use: NameUse, context: EmbeddedRequestContext): Promise<KnownUses> {
  const { name, source } = use;
  const isOfFile = { origin: use, files: [{ source, occurrences: name.occurrences }] };
  if (name.isRenamable && name.reach === "local" && (await mayNameField(use, context))) checkKnown(use);
  if (name.isRenamable && name.reach !== "import") return isOfFile;
  const found = await originOfEmbedded(await resolveOrigin(use, context), context);
  // What is imported from elsewhere gets an alias here.
  const isUnknown = found.origin.source.uri === source.uri;
  const isOwn = isUnknown || name.import?.original !== found.origin.name.name;
  if (name.isRenamable && isOwn) return isOfFile;
  checkKnown(found.origin);
  return { origin: found.origin, ...(await findCertainUses(found, context)) };
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

interface RenamedFile extends FileUses {
  /** The old name. */
  readonly name: NameInfo;
  readonly newName: string;
}

/**
 * Throws if the new name is visible at an occurrence of the old one, or if an existing occurrence
 * of the new name would refer to the renamed declaration.
 */
async function checkConflicts(
  { source, occurrences, name: { name: word, reach }, newName }: RenamedFile,
  { syntax, signal }: EmbeddedRequestContext,
): Promise<void> {
  const text = textOf(source);
  const isNew = (name: string) => hasNewName(name, { newName, source });
  if (occurrences.length > MAX_CHECKED)
    throw requestFailed(`\`${word}\` occurs in ${occurrences.length} places, more than can be checked.`);
  for (const { from } of occurrences) {
    if (signal.aborted) throw signal.reason;
    if ((await syntax.nameAt(text, from))?.isMember) continue;
    const visible = await syntax.visibleNamesAt(text, from);
    if (visible.some((each) => isNew(each.name)))
      throw conflictError(newName, from, "means something else already", source);
  }
  let checkedCount = 0;
  for (const from of offsetsOf(newName, source)) {
    if (signal.aborted) throw signal.reason;
    if (checkedCount++ >= MAX_CHECKED) throw requestFailed(`\`${newName}\` occurs in more places than can be checked.`);
    const other = await syntax.nameAt(text, from);
    if (other === undefined || !isNew(other.name) || other.isMember || other.reach === "member") continue;
    // A local is declared in a scope within that of a member.
    if (reach === "member" && other.reach === "local" && isDefinedAt(other, from)) continue;
    // The innermost come first.
    const visible = await syntax.visibleNamesAt(text, from);
    if (visible.find(({ name }) => name === word || isNew(name))?.name === word)
      throw conflictError(newName, from, `would come to mean what \`${word}\` means`, source);
  }
}

/** Throws if the new name is visible in one package alone, and another one uses it. */
function checkPackages({ origin, files }: KnownUses, newName: string): void {
  const { packageOnlyName, packageLine } = factsOf(origin.source.languageId);
  if (!packageOnlyName?.test(newName) || packageOnlyName.test(origin.name.name)) return;
  const packageOf = ({ path = "", document }: SourceText) =>
    `${dirname(path)} ${packageLine?.exec(document.text)?.[0] ?? ""}`;
  for (const { source, occurrences } of files) {
    const [use] = occurrences;
    if (use && packageOf(source) !== packageOf(origin.source))
      throw conflictError(newName, use.from, `of ${basename(source.path ?? "")} would be of another package`, source);
  }
}

function isDefinedAt({ definitions }: NameInfo, from: number): boolean {
  return definitions.some((each) => each.from === from);
}

/** Throws if a type that has the name has the new one, too. */
async function checkMembers(
  { origin, types }: Pick<KnownUses, "origin" | "types">,
  newName: string,
  context: EmbeddedRequestContext,
): Promise<void> {
  if (types) return checkTypes(types, newName, context);
  if (origin.name.reach !== "member" || origin.name.isRenamable) return;
  const { syntax, indexClient, signal } = context;
  const containers = await containersOf(origin.name, textOf(origin.source), syntax);
  const query = { name: newName };
  const found = await indexClient.query((index, querySignal) => index.findByName(query, querySignal), signal);
  const taken = found?.answer.find(({ container }) => containers.includes(container.at(-1) ?? ""));
  if (taken) throw takenError(taken.container.join("."), newName);
}

/** Throws if one of the types declares or inherits the new name. */
async function checkTypes(
  types: readonly DeclaredEntity[],
  newName: string,
  context: EmbeddedRequestContext,
): Promise<void> {
  const { members } = resolverOf(context).resolver;
  for (const type of types) {
    const { entities } = await members.ofType(type, newName, 0);
    if (entities.length > 0) throw takenError(type.file.text.slice(type.from, type.to), newName);
  }
}

function takenError(type: string, newName: string): Error {
  return requestFailed(`\`${type}\` has \`${newName}\` already. Choose another name.`);
}

function* offsetsOf(word: string, { document: { text } }: SourceText): Generator<number> {
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) yield from;
}

function hasNewName(name: string, { newName, source: { languageId } }: NewName): boolean {
  return name.slice(sigilOf(name, languageId).length) === newName;
}

function conflictError(newName: string, at: number, what: string, source: SourceText): Error {
  return requestFailed(`\`${newName}\` in line ${positionIn(source, at).line + 1} ${what}. Choose another name.`);
}

/** Throws if something calls the declaration by its name alone, or would by the new one. */
async function checkCaller({ name, source }: NameUse, newName: string, context: EmbeddedRequestContext): Promise<void> {
  const { resolver, fileOf } = resolverOf(context);
  const file = name.reach === "local" ? undefined : fileOf(source);
  const entities = file ? (await resolver.resolveAt(file, name.from)).entities : [];
  const declared = entities.find((each): each is DeclaredEntity => each.kind === "symbol");
  const caller = declared && (await describeRenamedCall(declared, newName, resolver));
  if (caller) throw requestFailed(`The name has to stay: ${caller}. ${ADVICE}`);
}

/** Throws if the new name is reserved, or causes a syntax error at the first definition. */
async function checkSyntax({ name, source, newName }: NameUse & NewName, syntax: Syntax): Promise<void> {
  const [first] = name.definitions;
  if (first === undefined) return;
  if (isReserved(newName, source.languageId)) throw invalidNameError(newName, first.from, source);
  const before = await syntax.syntaxErrors(textOf(source));
  const after = await syntax.syntaxErrorsAfterEdit(textOf(source), first, withSigil(newName, first, source));
  if (after.length > before.length) throw invalidNameError(newName, first.from, source);
}

function invalidNameError(newName: string, at: number, source: SourceText): Error {
  return requestFailed(`\`${newName}\` can't be a name in line ${positionIn(source, at).line + 1}. Choose another.`);
}

function editOf(occurrence: Occurrence, { source, newName }: NewName): TextEdit {
  const written = withSigil(newName, occurrence, source);
  const newText = occurrence.rewrite
    ?.replaceAll("{new}", () => written)
    .replaceAll("{new-kebab}", () => kebabOf(written));
  return { range: rangeIn(source, occurrence), newText: newText ?? written };
}

/** Returns the new name with the sigil of the occurrence it replaces. */
function withSigil(newName: string, { from, to }: Stretch, { document, languageId }: SourceText): string {
  return `${sigilOf(document.slice(from, to), languageId)}${newName}`;
}
