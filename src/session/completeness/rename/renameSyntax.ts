/** Refuses a rename to what can't be a name, which some servers write all the same. */

import { isMember } from "../../../code/uses/use.js";
import { LocateError } from "../../../error.js";
import { whyNoName } from "../../../syntax/reservedWords.js";
import { type PositionEncoding, rangeToOffsets } from "../../../text/position.js";
import { escapeName } from "../../../text/printable.js";
import type { Stretch } from "../../../text/stretch.js";
import { fileKeyOf } from "../../../uri.js";
import { displayPath } from "../../documents/filePaths.js";
import {
  type AddedSyntaxError,
  describeSyntaxErrors,
  findAddedSyntaxErrors,
  ignoreParseError,
} from "../../place/syntaxCheck.js";
import { type DocumentVersion, toSyntaxText } from "../../place/syntaxView.js";
import type { FileEdits, RenameEdits } from "./renameEdits.js";
import type { RenameRequest } from "./renameRequest.js";

/** What can't be a name breaks the file of the declaration, and mostly all others. */
const MAX_CHECKED_FILES = 4;

/**
 * Throws `edit_breaks_syntax` if the new name can't be a name in the language, or the rename adds a
 * syntax error to a file without one. Checks the file at `uri` and a few others.
 */
export async function assertRenameSyntax(edits: RenameEdits, uri: string, request: RenameRequest): Promise<void> {
  const own = edits.get(fileKeyOf(uri));
  const files = [...(own ? [own] : []), ...[...edits.values()].filter((each) => each !== own)];
  for (const file of files.slice(0, MAX_CHECKED_FILES)) {
    const document = await request.texts.read(file.uri);
    if (document === undefined) continue;
    const changes = changesIn(document, file, request.backend.encoding);
    const change = joinChanges(document, changes);
    if (change === undefined) continue;
    const misnomer = await findMisnomer(document, changes, request);
    const errors = misnomer.length > 0 ? misnomer : await findAddedSyntaxErrors(document, change, request.context);
    if (errors.length > 0) throw brokenSyntaxError(document, errors, request);
  }
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

/**
 * Returns the first place where a plain name becomes what is no name in the language. The parser
 * accepts such a text where it fits by chance (`a.b = 1`, `function class() {}`), and may see its
 * error far from it.
 */
async function findMisnomer(
  document: DocumentVersion,
  changes: readonly TextChange[],
  { newName, context }: RenameRequest,
): Promise<readonly AddedSyntaxError[]> {
  const { text } = document;
  const first = changes.find(({ from, to, insert }) => insert === newName && plainName.test(text.slice(from, to)));
  if (first === undefined) return [];
  const syntax = await context.syntax();
  const source = toSyntaxText(document, syntax, context.servers);
  const isPossible = whyNoName(newName, source.languageId, true) === undefined;
  const name = isPossible ? await syntax.nameAt(source, first.from).catch(ignoreParseError) : undefined;
  const why = whyNoName(newName, source.languageId, name !== undefined && isMember(name));
  if (why === undefined) return [];
  const after = text.edit(first.from, first.to, newName).document;
  const line = after.lineAt(first.from);
  const code = after.slice(after.lineFrom(line), after.lineTo(line)).trim();
  const character = first.from - after.lineFrom(line) + 1;
  return [{ line: line + 1, character, text: code, what: `${JSON.stringify(newName)} ${why}` }];
}

const plainName = /^[\p{ID_Continue}$]+$/u;

type TextChange = Stretch & { readonly insert: string };

/** Returns the edits of a file in source order. */
function changesIn({ text }: DocumentVersion, { edits }: FileEdits, encoding: PositionEncoding): readonly TextChange[] {
  const changes = edits.map(({ range, newText }) => ({ ...rangeToOffsets(text, range, encoding), insert: newText }));
  return changes.sort((a, b) => a.from - b.from);
}

/** Returns changes in source order as one; undefined without any, or if they overlap. */
function joinChanges({ text }: DocumentVersion, changes: readonly TextChange[]): TextChange | undefined {
  const [first] = changes;
  if (first === undefined) return undefined;
  const parts: string[] = [];
  let to = first.from;
  for (const change of changes) {
    if (change.from < to) return undefined;
    parts.push(text.slice(to, change.from), change.insert);
    to = change.to;
  }
  return { from: first.from, to, insert: parts.join("") };
}
