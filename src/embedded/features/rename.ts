/** textDocument/prepareRename and textDocument/rename, for names that no other file can use. */

import type {
  PrepareRenameParams,
  PrepareRenameResult,
  RenameParams,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import { isReserved } from "../../syntax/reservedWords.js";
import type { NameInfo, Occurrence } from "../../syntax/scopes/nameInfo.js";
import type { Syntax } from "../../syntax/syntax.js";
import type { Stretch } from "../../text/stretch.js";
import {
  type EmbeddedContext,
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

/** The maximum number of occurrences that are checked for conflicts. */
const MAX_CHECKED = 2_000;

/**
 * Returns null if there is no name. Throws `requestFailed` for a name that may be used elsewhere.
 */
export async function prepareRename(
  params: PrepareRenameParams,
  context: EmbeddedContext,
): Promise<PrepareRenameResult | null> {
  const use = await nameAtPosition(params, context);
  if (use === undefined) return null;
  const { name, source } = use;
  checkRenamable(name);
  const { from, to } = rangeWithoutSigil(name, source);
  return { range: rangeIn(source, { from, to }), placeholder: source.document.slice(from, to) };
}

/** Returns null if there is no name, or if it has the new name already. */
export async function rename(params: RenameParams, context: EmbeddedRequestContext): Promise<WorkspaceEdit | null> {
  checkParam(typeof params.newName === "string", "newName", "a name");
  const use = await nameAtPosition(params, context);
  if (use === undefined) return null;
  const { name, source } = use;
  const { client, documents } = context;
  checkRenamable(name);
  const operation = { name, source, newName: parseNewName(params.newName, source) };
  if (hasNewName(name.name, operation)) return null;
  await checkConflicts(operation, context);
  await checkSyntax(operation, context.syntax);
  if (source.version !== null && documents.get(source.uri) !== source)
    throw requestFailed("The document has changed while the new name was checked. Rename again.");
  const edits = name.occurrences.map((occurrence) => editOf(occurrence, operation));
  const { uri, version } = source;
  return client.documentChanges
    ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
    : { changes: { [uri]: edits } };
}

interface RenameOperation extends NameUse {
  /** Without a sigil. */
  readonly newName: string;
}

function checkRenamable(name: NameInfo): void {
  if (name.isRenamable) return;
  const only = "Only a name that no other file can use can be renamed.";
  const written = `\`${name.name}\``;
  switch (name.reach) {
    case "file":
      throw requestFailed(`${written} is declared at the top of the file and may be used elsewhere. ${only}`);
    case "member":
      throw requestFailed(`${written} is a member, and other files may use it. ${only}`);
    case "import":
      throw requestFailed(`${written} is imported${importSource(name)} and declared under this name there. ${only}`);
    case "free":
      throw requestFailed(`No scope of this file declares ${written}. ${only}`);
    case "local":
      throw name.kind === "parameter"
        ? requestFailed(`${written} is a parameter, and calls in other files may name it. ${only}`)
        : requestFailed(`${written} is local, but not all places that mean it are certain. ${only}`);
  }
}

function importSource({ import: taken }: NameInfo): string {
  return taken?.source ? ` from \`${taken.source}\`` : "";
}

/** Returns the range of a name without its sigil. */
function rangeWithoutSigil({ from, to }: NameInfo, { document, languageId }: SourceText): Stretch {
  return { from: from + sigilOf(document.slice(from, to), languageId).length, to };
}

/** Returns the new name without a sigil, which is optional. Throws if it is not a name. */
function parseNewName(newName: string, { languageId }: SourceText): string {
  const trimmed = newName.trim();
  const plain = trimmed.slice(sigilOf(trimmed, languageId).length);
  if (!isIdentifier(plain, languageId)) {
    throw requestFailed(
      plain === ""
        ? "The new name is empty."
        : `\`${newName}\` is not a name: write one word of letters, digits and \`_\` that does not begin with a digit.`,
    );
  }
  return plain;
}

/**
 * Throws if the new name is visible at an occurrence of the old one, or if an existing occurrence
 * of the new name would refer to the renamed declaration.
 */
async function checkConflicts(operation: RenameOperation, { syntax, signal }: EmbeddedRequestContext): Promise<void> {
  const { name, source, newName } = operation;
  const text = textOf(source);
  if (name.occurrences.length > MAX_CHECKED)
    throw requestFailed(`\`${name.name}\` occurs in ${name.occurrences.length} places, more than can be checked.`);
  for (const { from } of name.occurrences) {
    if (signal.aborted) throw signal.reason;
    const visible = await syntax.visibleNamesAt(text, from);
    if (visible.some((each) => hasNewName(each.name, operation)))
      throw conflictError(newName, from, "means something else already", source);
  }
  let checkedCount = 0;
  for (const from of offsetsOfWord(newName, source)) {
    if (signal.aborted) throw signal.reason;
    if (checkedCount++ >= MAX_CHECKED) throw requestFailed(`\`${newName}\` occurs in more places than can be checked.`);
    const other = await syntax.nameAt(text, from);
    if (other === undefined || !hasNewName(other.name, operation) || other.isMember || other.reach === "member")
      continue;
    const visible = await syntax.visibleNamesAt(text, from);
    if (visible.some((each) => each.name === name.name))
      throw conflictError(newName, from, `would come to mean what \`${name.name}\` means`, source);
  }
}

function hasNewName(name: string, { newName, source: { languageId } }: RenameOperation): boolean {
  return name.slice(sigilOf(name, languageId).length) === newName;
}

function* offsetsOfWord(word: string, { document: { text } }: SourceText): Generator<number> {
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) yield from;
}

function conflictError(newName: string, at: number, what: string, source: SourceText): Error {
  return requestFailed(`\`${newName}\` in line ${positionIn(source, at).line + 1} ${what}. Choose another name.`);
}

/** Throws if the new name is reserved, or causes a syntax error at the first definition. */
async function checkSyntax({ name, source, newName }: RenameOperation, syntax: Syntax): Promise<void> {
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

function editOf(occurrence: Occurrence, { source, newName }: RenameOperation): TextEdit {
  const written = withSigil(newName, occurrence, source);
  const newText = occurrence.rewrite?.replaceAll("{new}", () => written) ?? written;
  return { range: rangeIn(source, occurrence), newText };
}

/** Returns the new name with the sigil of the occurrence it replaces. */
function withSigil(newName: string, { from, to }: Stretch, { document, languageId }: SourceText): string {
  return `${sigilOf(document.slice(from, to), languageId)}${newName}`;
}
