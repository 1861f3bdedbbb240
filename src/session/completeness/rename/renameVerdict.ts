/**
 * The verdict on a rename. Where the server says that the rename breaks a place which has the old
 * name, that name is renamed, too, if this mends it.
 */

import { CancellationTokenSource } from "vscode-jsonrpc";
import type { Diagnostic } from "vscode-languageserver-protocol";
import type { Deadline } from "../../../ask/deadline.js";
import { isError, messageOf } from "../../../ask/verdict/compareDiagnostics.js";
import type { DocumentVerdict } from "../../../ask/verdict/judgeChange.js";
import { mapThrough } from "../../../text/change.js";
import { diffTexts } from "../../../text/diff/difference.js";
import { offsetsToRange, offsetToPosition, type PositionEncoding, rangeToOffsets } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { offsetsOfWord } from "../../../workspace/parse/wordSearch.js";
import { type ChangeVerdict, type JudgedEdit, judgeEdit } from "../../verdict/verdict.js";
import type { PossiblePlace } from "../searchRun.js";
import { type CompletedPlace, placeAt } from "../unconfirmed.js";
import { renameAt } from "./aliases/renameAliases.js";
import { addMembers } from "./members/family.js";
import { createImplementationSearch } from "./members/implementationSearch.js";
import { isInRanges, joinRenames, type RenameEdits, rangesOfRename, writeRenameEdits } from "./renameEdits.js";
import type { RenameRequest } from "./renameRequest.js";
import { toEdits } from "./uses/completeUses.js";

export interface JudgedRename {
  readonly edits: RenameEdits;
  readonly verdict: ChangeVerdict;
  /** What was added to the edits. */
  readonly completed: readonly CompletedPlace[];
}

interface RenameToJudge {
  readonly edits: RenameEdits;
  readonly word: string;
  /** The place of the request. */
  readonly target: PossiblePlace;
  /** Members of types that may take the place of the renamed one's. */
  readonly alike: readonly PossiblePlace[];
  /** Whether the file alone can name it. */
  readonly isOfFileAlone: boolean | undefined;
  /** The names of the types around the renamed member. */
  readonly containerNames: Iterable<string>;
  /** Whether further edits may be added. */
  readonly isPlain: boolean;
}

/** How often what breaks is renamed, too. */
const MAX_REPAIRS = 3;

/** Judges a rename, and again with what mends it: returns the one with the fewest errors. */
export async function judgeRename(rename: RenameToJudge, request: RenameRequest): Promise<JudgedRename> {
  const { word, alike, isPlain } = rename;
  request.noteStage(`having ${request.backend.name} check the renamed files`);
  const judge = (edits: RenameEdits) => judgeWithin(request.deadline, { ...rename, edits }, request);
  const findImplementations = createImplementationSearch(rename.target, word, request);
  let last = { edits: rename.edits, judged: await judge(rename.edits), completed: [] as readonly CompletedPlace[] };
  let best = last;
  for (let round = 0; round < MAX_REPAIRS && isPlain; round++) {
    if (errorsIn(last.judged) === 0 || request.deadline.isOver) break;
    const members = alike.length > 0 ? alike : await findImplementations();
    const repair = await findRepair(last.judged, { edits: last.edits, word, members }, request);
    if (repair === undefined) break;
    const judged = await judge(repair.edits);
    if (judged.verdict.checked === "none") break;
    last = { edits: repair.edits, judged, completed: [...last.completed, ...repair.places] };
    if (errorsIn(judged) < errorsIn(best.judged)) best = last;
  }
  const { edits, judged, completed } = best;
  return { edits, verdict: judged.verdict, completed };
}

function errorsIn({ verdict }: JudgedEdit): number {
  return verdict.added.filter(({ severity }) => severity === "error").length;
}

/** Judges edits until the deadline; what was not looked at by then is said not to be. */
async function judgeWithin(
  deadline: Deadline,
  { edits, word, isOfFileAlone, containerNames }: RenameToJudge,
  { newName, backend, context }: RenameRequest,
): Promise<JudgedEdit> {
  const source = new CancellationTokenSource();
  const listener = context.token.onCancellationRequested(() => source.cancel());
  const timer = setTimeout(() => source.cancel(), deadline.leftMs);
  try {
    const names = [...containerNames].filter((name) => /^[\p{ID_Continue}$]+$/u.test(name));
    const options = { encoding: backend.encoding, renamed: { from: word, to: newName }, isOfFileAlone, names };
    const edit = writeRenameEdits({ documentChanges: [] }, edits);
    return await judgeEdit(edit, options, { ...context, token: source.token });
  } finally {
    clearTimeout(timer);
    listener.dispose();
  }
}

interface Repair {
  readonly edits: RenameEdits;
  readonly places: readonly CompletedPlace[];
}

/** Returns the rename with the places that break; undefined without any that can be renamed. */
async function findRepair(
  { documents }: JudgedEdit,
  { edits, word, members }: Pick<RenameToJudge, "edits" | "word"> & { readonly members: readonly PossiblePlace[] },
  request: RenameRequest,
): Promise<Repair | undefined> {
  const { backend, newName, context } = request;
  const why = `${backend.name} reports that it breaks otherwise`;
  const describe = ({ document, offset }: PossiblePlace) => ({ ...placeAt(document, offset, context), why });
  const isMissing = ({ document: { uri, text }, offset }: PossiblePlace) =>
    !isInRanges({ uri, position: offsetToPosition(text, offset, backend.encoding) }, rangesOfRename(edits));
  const missing = members.filter(isMissing);
  // Without time for them, what breaks is told.
  const withMembers = missing.length > 0 ? await addMembers(edits, missing, request).catch(() => undefined) : undefined;
  let joined = withMembers ?? edits;
  const places = joined === edits ? [] : missing.map(describe);
  for (const each of documents) {
    const { uri, languageId } = each.document;
    for (const from of offsetsOfBroken(each, word, backend.encoding)) {
      const range = offsetsToRange(each.before, { from, to: from + word.length }, backend.encoding);
      if (isInRanges({ uri, position: range.start }, rangesOfRename(joined))) continue;
      // What is declared there has uses of its own.
      const others = await renameAt({ uri, range }, request);
      const isOfDeclaration = others && isInRanges({ uri, position: range.start }, rangesOfRename(others));
      const added = isOfDeclaration ? others : toEdits({ uri, range, newText: newName });
      const next = joinRenames(joined, added, newName);
      if (next === undefined) continue;
      joined = next;
      places.push(describe({ document: { uri, languageId, text: each.before }, offset: from }));
    }
  }
  return joined === edits ? undefined : { edits: joined, places };
}

/** The old name in a text, and with it the quotes or the key that it is. */
interface NameInText extends Stretch {
  readonly key: Stretch | undefined;
}

/** The maximum number of occurrences of the old name in one text that are looked at. */
const MAX_OCCURRENCES = 2_000;

/** Returns the offsets, in the text before, of the old name where an added error is about it. */
function offsetsOfBroken({ before, after, added }: DocumentVerdict, word: string, encoding: PositionEncoding) {
  const errors = added.filter(isError);
  if (errors.length === 0) return [];
  const changes = diffTexts(before, after.text);
  return offsetsOfWord(before.text, word, MAX_OCCURRENCES).filter((offset) => {
    const from = mapThrough(changes, offset, "after");
    if (from === null || after.slice(from, from + word.length) !== word) return false;
    const key = keyAround(after.text, { from, to: from + word.length });
    return errors.some((error) => isAbout(error, { from, to: from + word.length, key }));
  });

  function isAbout(error: Diagnostic, name: NameInText) {
    const { from, to } = rangeToOffsets(after, error.range, encoding);
    const isOfName = from <= name.from && name.to <= to && to - from <= word.length + 2;
    if (isOfName) return true;
    if (name.key === undefined) return false;
    const isOfKey = from <= name.key.from && name.key.to <= to;
    const isNamed = ['"', "'", "`"].some((quote) => messageOf(error).includes(`${quote}${word}${quote}`));
    return isOfKey || (isNamed && after.lineAt(from) === after.lineAt(name.from));
  }
}

/** Returns a name with its quotes, or as that of an argument or key: `"name"`, `name=`, `name:`. */
function keyAround(text: string, { from, to }: Stretch): Stretch | undefined {
  const quote = text[from - 1];
  if ((quote === '"' || quote === "'" || quote === "`") && text[to] === quote) return { from: from - 1, to: to + 1 };
  return /^\s*(?::(?!:)|=(?!=))/.test(text.slice(to, to + 10)) ? { from, to } : undefined;
}
