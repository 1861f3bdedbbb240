/**
 * The verdict on a rename. Where the server says that the rename breaks a place which has the old
 * name, that name is renamed, too, if this mends it; a place that was added and breaks is dropped.
 */

import { isError, messageOf } from "../../../ask/verdict/compareDiagnostics.js";
import type { DocumentVerdict } from "../../../ask/verdict/judgeChange.js";
import { factsOf } from "../../../languages/languages.js";
import { mapThrough } from "../../../text/change.js";
import { diffTexts } from "../../../text/diff/difference.js";
import type { Document } from "../../../text/document.js";
import {
  offsetsToRange,
  offsetToPosition,
  type PositionEncoding,
  type Range,
  rangeToOffsets,
} from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { fileKeyOf } from "../../../uri.js";
import { offsetsOfWord } from "../../../workspace/parse/wordSearch.js";
import { type ChangeVerdict, isStoppedAtError, type JudgedEdit, judgeWithin } from "../../verdict/verdict.js";
import type { PossiblePlace } from "../searchRun.js";
import { renameAt } from "./aliases/renameAliases.js";
import type { AddedPlace } from "./completeAnswer.js";
import { addMembers } from "./members/family.js";
import { createImplementationSearch } from "./members/implementationSearch.js";
import {
  isInRanges,
  joinRenames,
  keyOfRange,
  type RenameEdits,
  rangesOfRename,
  withoutRanges,
  writeRenameEdits,
} from "./renameEdits.js";
import type { RenameRequest } from "./renameRequest.js";
import { toEdits } from "./uses/completeUses.js";

export interface JudgedRename {
  readonly edits: RenameEdits;
  readonly verdict: ChangeVerdict;
  /** What was added to the edits. */
  readonly added: readonly AddedPlace[];
  /** What had been added before and means something else, as the server shows. */
  readonly dropped: ReadonlySet<AddedPlace>;
}

interface RenameToJudge {
  readonly edits: RenameEdits;
  readonly word: string;
  /** The place of the request. */
  readonly target: PossiblePlace;
  /** Members of types that may take the place of the renamed one's. */
  readonly alike: readonly PossiblePlace[];
  /** What was added to the server's edits. */
  readonly added: readonly AddedPlace[];
  /** Whether the file alone can name it. */
  readonly isOfFileAlone: boolean | undefined;
  /** The names of the types around the renamed member. */
  readonly containerNames: Iterable<string>;
  /** Whether further edits may be added. */
  readonly isPlain: boolean;
}

/** How often what breaks is renamed, too. */
const MAX_REPAIRS = 3;

/** A rename as it was judged last. */
interface JudgedState extends Omit<JudgedRename, "verdict"> {
  readonly judged: JudgedEdit;
}

/**
 * Judges a rename, and again without what it breaks of what was added, and with what mends it:
 * returns the one with the fewest errors. After an error that nothing mends no further document is
 * opened.
 */
export async function judgeRename(rename: RenameToJudge, request: RenameRequest): Promise<JudgedRename> {
  const { word, alike, isPlain } = rename;
  request.noteStage(`having ${request.backend.name} check the renamed files`);
  const linked = rename.added.filter(isOfName).filter((each) => each.isLinked === true);
  const ranges = linked.map(({ place, range }) => ({ uri: place.document.uri, range }));
  const judge = (edits: RenameEdits, stopsAtError: boolean) =>
    judgeEdits({ ...rename, edits: withoutRanges(edits, ranges), stopsAtError }, request);
  const findImplementations = createImplementationSearch(rename.target, word, request);
  let last: JudgedState = {
    edits: rename.edits,
    judged: await judge(rename.edits, true),
    added: [],
    dropped: new Set(),
  };
  let best = last;
  for (let round = 0; round < MAX_REPAIRS && isPlain; round++) {
    if (errorsIn(last.judged) === 0 || request.deadline.isOver) break;
    const refuted = findRefuted(last, rename, request);
    const dropped = new Set([...last.dropped, ...refuted]);
    const kept = withoutRanges(
      last.edits,
      refuted.map(({ place, range }) => ({ uri: place.document.uri, range })),
    );
    const members = alike.length > 0 ? alike : await findImplementations();
    const repair = await findRepair(last.judged, { edits: kept, word, members, dropped }, request);
    if (repair === undefined && refuted.length === 0) break;
    const edits = repair?.edits ?? kept;
    const judged = await judge(edits, false);
    if (judged.verdict.checked === "none") break;
    const added = [...last.added, ...(repair?.places ?? [])].filter((each) => !dropped.has(each));
    last = { edits, judged, added, dropped };
    // Of one that was given up at its first error, nobody knows how many there are.
    if (isStoppedAtError(best.judged.verdict) || errorsIn(judged) < errorsIn(best.judged)) best = last;
  }
  const { judged, ...rest } = best;
  return { ...rest, verdict: linked.length === 0 ? judged.verdict : withUnchecked(judged.verdict, linked) };
}

/** Returns a verdict that looked at no use behind a link, which leads a server to another file. */
function withUnchecked(verdict: ChangeVerdict, linked: readonly AddedPlace[]): ChangeVerdict {
  const count = new Set(linked.map(({ place }) => fileKeyOf(place.document.uri))).size;
  const why = "a link leads from there to the renamed file, which the server takes for another one";
  const checked = verdict.checked === "none" ? "none" : "some";
  return { ...verdict, checked, unchecked: verdict.unchecked + count, why: verdict.why ?? why };
}

function errorsIn({ verdict }: JudgedEdit): number {
  return verdict.added.filter(({ severity }) => severity === "error").length;
}

/** Judges edits until the deadline; what was not looked at by then is said not to be. */
function judgeEdits(
  { edits, word, isOfFileAlone, containerNames, stopsAtError }: RenameToJudge & { readonly stopsAtError: boolean },
  { newName, backend, deadline, context }: RenameRequest,
): Promise<JudgedEdit> {
  const names = [...containerNames].filter((name) => /^[\p{ID_Continue}$]+$/u.test(name));
  const options = {
    encoding: backend.encoding,
    renamed: { from: word, to: newName },
    isOfFileAlone,
    names,
    stopsAtError,
  };
  const edit = writeRenameEdits({ documentChanges: [] }, edits);
  return judgeWithin(deadline, edit, options, context);
}

/** An added place whose edit is of one name. */
type AddedName = AddedPlace & { readonly range: Range };

function isOfName(each: AddedPlace): each is AddedName {
  return each.range !== undefined;
}

/** Returns what was added as single names where an added error is about the new name. */
function findRefuted(
  { judged, edits, added, dropped }: JudgedState,
  rename: RenameToJudge,
  { newName, backend: { encoding } }: RenameRequest,
): readonly AddedName[] {
  const own = [...rename.added, ...added].filter(isOfName).filter((each) => !dropped.has(each));
  return judged.documents.flatMap((each) => {
    const { before, after, document } = each;
    const key = fileKeyOf(document.uri);
    const ownHere = own.filter(({ place }) => fileKeyOf(place.document.uri) === key);
    if (ownHere.length === 0) return [];
    const names = (edits.get(key)?.edits ?? [])
      .map((edit) => ({ edit, ...rangeToOffsets(before, edit.range, encoding) }))
      .sort((a, b) => a.from - b.from);
    let shift = 0;
    const written = names.map(({ edit, from, to }) => {
      const at = from + shift + Math.max(0, edit.newText.indexOf(newName));
      shift += edit.newText.length - (to - from);
      return { ...nameIn(after.text, at, newName), start: keyOfRange({ uri: document.uri, range: edit.range }) };
    });
    const broken = new Set(namesOfErrors(each, newName, written, encoding).map(({ start }) => start));
    return ownHere.filter(({ range }) => broken.has(keyOfRange({ uri: document.uri, range })));
  });
}

interface Repair {
  readonly edits: RenameEdits;
  readonly places: readonly AddedPlace[];
}

interface RenameToRepair extends Pick<RenameToJudge, "edits" | "word"> {
  readonly members: readonly PossiblePlace[];
  /** What is not to be renamed. */
  readonly dropped: ReadonlySet<AddedPlace>;
}

/** Returns the rename with the places that break; undefined without any that can be renamed. */
async function findRepair(
  { documents }: JudgedEdit,
  { edits, word, members, dropped }: RenameToRepair,
  request: RenameRequest,
): Promise<Repair | undefined> {
  const { backend, newName } = request;
  const why = `${backend.name} reports that it breaks otherwise`;
  const isMissing = ({ document: { uri, text }, offset }: PossiblePlace) =>
    !isInRanges({ uri, position: offsetToPosition(text, offset, backend.encoding) }, rangesOfRename(edits));
  const missing = members.filter(isMissing);
  // Without time for them, what breaks is told.
  const withMembers = missing.length > 0 ? await addMembers(edits, missing, request).catch(() => undefined) : undefined;
  let joined = withMembers ?? edits;
  const places: AddedPlace[] = joined === edits ? [] : missing.map((place) => ({ place, why }));
  const droppedNames = new Set(
    [...dropped].map(({ place, range }) => range && keyOfRange({ uri: place.document.uri, range })),
  );
  for (const each of documents) {
    const { uri, languageId } = each.document;
    for (const from of offsetsOfBroken(each, word, backend.encoding)) {
      const range = offsetsToRange(each.before, { from, to: from + word.length }, backend.encoding);
      if (droppedNames.has(keyOfRange({ uri, range }))) continue;
      if (isInRanges({ uri, position: range.start }, rangesOfRename(joined))) continue;
      // What is declared there has uses of its own.
      const others = await renameAt({ uri, range }, request);
      const isOfDeclaration = others && isInRanges({ uri, position: range.start }, rangesOfRename(others));
      const added = isOfDeclaration ? others : toEdits({ uri, range, newText: newName });
      const next = joinRenames(joined, added, newName);
      if (next === undefined) continue;
      joined = next;
      const place = { document: { uri, languageId, text: each.before }, offset: from };
      places.push({ place, why, ...(!isOfDeclaration && { range }) });
    }
  }
  return joined === edits ? undefined : { edits: joined, places };
}

/** A name in a text, and with it the quotes or the key that it is. */
interface NameInText extends Stretch {
  readonly key: Stretch | undefined;
}

/** The maximum number of occurrences of the old name in one text that are looked at. */
const MAX_OCCURRENCES = 2_000;

/** Returns the offsets, in the text before, of the old name where an added error is about it. */
function offsetsOfBroken(verdict: DocumentVerdict, word: string, encoding: PositionEncoding): readonly number[] {
  const { before, after, added } = verdict;
  if (!added.some(isError)) return [];
  const changes = diffTexts(before, after.text);
  const names = offsetsOfWord(before.text, word, MAX_OCCURRENCES).flatMap((offset) => {
    const from = mapThrough(changes, offset, "after");
    const isKept = from !== null && after.slice(from, from + word.length) === word;
    return isKept ? [{ offset, ...nameIn(after.text, from, word) }] : [];
  });
  const broken = namesOfErrors(verdict, word, names, encoding);
  const { keyMethods } = factsOf(verdict.document.languageId);
  const isOfSameReceiver = (name: NameInText) => broken.some((each) => isKeyOfSame(name, each, after, keyMethods));
  return names.filter((name) => broken.includes(name) || isOfSameReceiver(name)).map(({ offset }) => offset);
}

/**
 * Whether a name is given as a key to a method of what another one is a key of, in the same block:
 * `o.get("x", 1)`, which is no error, beside `o["x"]`.
 */
function isKeyOfSame(name: NameInText, other: NameInText, text: Document, keyMethods: RegExp | undefined): boolean {
  if (keyMethods === undefined || name.key === undefined || other.key === undefined) return false;
  const before = ({ from }: Stretch) => text.slice(text.lineFrom(text.lineAt(from)), from);
  const [, owner] = /(?<![\w.])([\w.]+)\[$/.exec(before(other.key)) ?? [];
  const [call] = keyMethods.exec(before(name.key)) ?? [];
  if (owner === undefined || call === undefined || !before(name.key).endsWith(owner + call)) return false;
  const indentOf = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0;
  const [first, last] = [name.key.from, other.key.from].sort((a, b) => a - b) as [number, number];
  const lines = text.slice(text.lineFrom(text.lineAt(first)), text.lineTo(text.lineAt(last))).split("\n");
  const least = indentOf(before(other.key));
  return lines.every((line) => line.trim() === "" || indentOf(line) >= least);
}

/**
 * Returns the names that the added errors are about, by the errors' own ranges: one is a name, with
 * its quotes or without them, or it is around a key that its message names; around several, the
 * first one if it begins there. What is reported at the name of a declaration is about all of it:
 * it is about the only key in that line.
 */
function namesOfErrors<Name extends NameInText>(
  { after, added }: DocumentVerdict,
  word: string,
  names: readonly Name[],
  encoding: PositionEncoding,
): readonly Name[] {
  const found = added.filter(isError).flatMap((error): readonly Name[] => {
    const { from, to } = rangeToOffsets(after, error.range, encoding);
    const own = names.filter((name) => from <= name.from && name.to <= to && to - from <= word.length + 2);
    if (own.length > 0 || !['"', "'", "`"].some((quote) => messageOf(error).includes(quote + word + quote))) return own;
    const line = after.lineAt(from);
    const isOfDeclaration = /^[\p{ID_Continue}$]+$/u.test(after.slice(from, to));
    const keys = names.filter(({ key }) => {
      if (key === undefined) return false;
      return isOfDeclaration ? after.lineAt(key.from) === line : from <= key.from && key.to <= to;
    });
    return keys.length > 1 ? keys.filter(({ key }) => key?.from === from) : keys;
  });
  return [...new Set(found)];
}

/** Returns a name with its quotes, or as that of an argument or key: `"name"`, `name=`, `name:`. */
function nameIn(text: string, from: number, name: string): NameInText {
  const to = from + name.length;
  const quote = text[from - 1];
  const isQuoted = (quote === '"' || quote === "'" || quote === "`") && text[to] === quote;
  const isKey = isQuoted || /^\s*(?::(?!:)|=(?!=))/.test(text.slice(to, to + 10));
  return { from, to, key: isQuoted ? { from: from - 1, to: to + 1 } : isKey ? { from, to } : undefined };
}
