/** textDocument/prepareRename and textDocument/rename: of what provably stands nowhere but in its file. */

import type {
  PrepareRenameParams,
  PrepareRenameResult,
  RenameParams,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import type { NameInfo, Occurrence } from "../../syntax/scopes/nameInfo.js";
import type { Stretch } from "../../text/stretch.js";
import { type Asking, type Named, nameOf, positionIn, rangeIn, type Serving, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";
import { isName, sigilOf } from "../session/identifiers.js";
import { checkParam, refusal } from "../session/requestHandler.js";
import { isReserved } from "./reservedWords.js";

/** In more places than these nobody can check what a new name would meet. */
const mostChecked = 2_000;

/** Null where there is no name; an error that says why where there is one that may be used elsewhere. */
export async function prepareRename(
  params: PrepareRenameParams,
  _asking: Asking,
  serving: Serving,
): Promise<PrepareRenameResult | null> {
  const named = await nameOf(params, serving);
  if (named === undefined) return null;
  const { name, source } = named;
  checkRenamable(name);
  const { from, to } = nameProper(name, source);
  return { range: rangeIn(source, { from, to }), placeholder: source.document.slice(from, to) };
}

export async function rename(params: RenameParams, asking: Asking, serving: Serving): Promise<WorkspaceEdit | null> {
  checkParam(typeof params.newName === "string", "newName", "a name");
  const named = await nameOf(params, serving);
  if (named === undefined) return null;
  const { name, source } = named;
  const { client, documents } = serving;
  checkRenamable(name);
  const renaming = { name, source, newName: plainName(params.newName, source) };
  if (isCalled(name.name, renaming)) return null;
  await checkMeetings(renaming, asking, serving);
  await checkSyntax(renaming, serving);
  if (source.version !== null && documents.get(source.uri) !== source)
    throw refusal("The document has changed while the new name was checked. Rename again.");
  const edits = name.occurrences.map((occurrence) => editOf(occurrence, renaming));
  const { uri, version } = source;
  return client.documentChanges
    ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
    : { changes: { [uri]: edits } };
}

interface Renaming extends Named {
  /** Without signs before it. */
  readonly newName: string;
}

function checkRenamable(name: NameInfo): void {
  if (name.isRenamable) return;
  const only = "Only what can be used nowhere but in this file is renamed.";
  const written = `\`${name.name}\``;
  switch (name.reach) {
    case "file":
      throw refusal(`${written} is declared at the top of the file and may be used elsewhere. ${only}`);
    case "member":
      throw refusal(`${written} is a member, and other files may ask for it. ${only}`);
    case "import":
      throw refusal(`${written} is imported${from(name)}: it is called so where it is declared. ${only}`);
    case "free":
      throw refusal(`Nothing that is known of this file's scopes declares ${written}. ${only}`);
    case "local":
      throw name.kind === "parameter"
        ? refusal(`${written} is a parameter, and calls in other files may name it. ${only}`)
        : refusal(`${written} is local, but not all places that mean it are certain. ${only}`);
  }
}

function from({ import: taken }: NameInfo): string {
  return taken?.source ? ` from \`${taken.source}\`` : "";
}

/** A name without the signs that only tell what kind it is. */
function nameProper({ from, to }: NameInfo, { document, languageId }: Source): Stretch {
  return { from: from + sigilOf(document.slice(from, to), languageId).length, to };
}

/** The new name without signs; people write them or not. Throws why it is none. */
function plainName(newName: string, { languageId }: Source): string {
  const trimmed = newName.trim();
  const plain = trimmed.slice(sigilOf(trimmed, languageId).length);
  if (!isName(plain, languageId)) {
    throw refusal(
      plain === ""
        ? "The new name is empty."
        : `\`${newName}\` is no name: write one word of letters, digits and \`_\` that does not begin with a digit.`,
    );
  }
  return plain;
}

/**
 * The new name must not be another's already where the old one stands, and where it stands by itself must not come to mean
 * what is renamed. Throws where it would.
 */
async function checkMeetings(renaming: Renaming, { signal }: Asking, { syntax }: Serving): Promise<void> {
  const { name, source, newName } = renaming;
  const text = textOf(source);
  if (name.occurrences.length > mostChecked)
    throw refusal(`\`${name.name}\` stands in ${name.occurrences.length} places, more than can be checked.`);
  for (const { from } of name.occurrences) {
    if (signal.aborted) throw signal.reason;
    const visible = await syntax.visibleNamesAt(text, from);
    if (visible.some((each) => isCalled(each.name, renaming)))
      throw meeting(newName, from, "means something else already", source);
  }
  let checked = 0;
  for (const from of placesOf(newName, source)) {
    if (signal.aborted) throw signal.reason;
    if (checked++ >= mostChecked) throw refusal(`\`${newName}\` stands in more places than can be checked.`);
    const other = await syntax.nameAt(text, from);
    if (other === undefined || !isCalled(other.name, renaming) || other.isMember || other.reach === "member") continue;
    const visible = await syntax.visibleNamesAt(text, from);
    if (visible.some((each) => each.name === name.name))
      throw meeting(newName, from, `would come to mean what \`${name.name}\` means`, source);
  }
}

function isCalled(name: string, { newName, source: { languageId } }: Renaming): boolean {
  return name.slice(sigilOf(name, languageId).length) === newName;
}

function* placesOf(word: string, { document: { text } }: Source): Generator<number> {
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) yield from;
}

function meeting(newName: string, at: number, what: string, source: Source): Error {
  return refusal(`\`${newName}\` in line ${positionIn(source, at).line + 1} ${what}. Choose another name.`);
}

/** A word that the language keeps for itself breaks the text where it stands. */
async function checkSyntax({ name, source, newName }: Renaming, { syntax }: Serving): Promise<void> {
  const [first] = name.definitions;
  if (first === undefined) return;
  if (isReserved(newName, source.languageId)) throw noName(newName, first.from, source);
  const before = await syntax.syntaxErrors(textOf(source));
  const after = await syntax.syntaxErrorsAfterEdit(textOf(source), first, signed(newName, first, source));
  if (after.length > before.length) throw noName(newName, first.from, source);
}

function noName(newName: string, at: number, source: Source): Error {
  return refusal(`\`${newName}\` can't be a name in line ${positionIn(source, at).line + 1}. Choose another.`);
}

function editOf(occurrence: Occurrence, { source, newName }: Renaming): TextEdit {
  const written = signed(newName, occurrence, source);
  const newText = occurrence.rewrite?.replaceAll("{new}", () => written) ?? written;
  return { range: rangeIn(source, occurrence), newText };
}

/** With the signs that stand in its place now. */
function signed(newName: string, { from, to }: Stretch, { document, languageId }: Source): string {
  return `${sigilOf(document.slice(from, to), languageId)}${newName}`;
}
