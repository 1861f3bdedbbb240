/** The places that a rename leaves out, as the client gets them. */

import { isInPackage } from "../../../files/readPermission.js";
import { writeLocate } from "../../../locate/notation/notation.js";
import { offsetToPosition } from "../../../text/position.js";
import { formatCount, groupDigits } from "../../../text/printable.js";
import { pathOfUri } from "../../../uri.js";
import { offsetsOfWord } from "../../../workspace/parse/wordSearch.js";
import { displayPath, existenceCheck } from "../../documents/filePaths.js";
import { MAX_PLACES } from "../answerCheck.js";
import { isSamePlace, MAX_COUNT, noPlaces, type PossiblePlace, type PossiblePlaces } from "../searchRun.js";
import { describeCutSearch, describeUnparsed, placeAt, type Unconfirmed } from "../unconfirmed.js";
import type { CompletedRename } from "./aliases/renameAliases.js";
import { describeAlike, describeOutside, describeOverrides, type LeftOutOverrides } from "./members/overrides.js";
import type { NameConflicts } from "./newNameChecks.js";
import { isInRanges, keyOfRange, type RenamedRange, type RenameEdits, rangesOfRename } from "./renameEdits.js";
import { type RenameRequest, renameBudgets } from "./renameRequest.js";
import type { ClassifiedUses } from "./uses/classifyUses.js";

/** A rename with its aliases removed, and the uses that it leaves out. */
export interface ExaminedRename {
  readonly rename: CompletedRename;
  readonly left: PossiblePlaces | undefined;
  readonly overrides: LeftOutOverrides;
  readonly conflicts: NameConflicts;
  /** The first of the places outside of the workspace that the server would change, too. */
  readonly libraries: readonly PossiblePlace[];
}

interface LeftOut {
  readonly examined: ExaminedRename;
  readonly judged: ClassifiedUses;
  /** The place of the request. */
  readonly target: PossiblePlace;
  /** The edits of the rename as it is sent: those that were examined, and further ones. */
  readonly edits: RenameEdits;
  /** Why the server could not be asked again. */
  readonly failure: string | undefined;
  /** Why the name has to stay, whoever uses it. */
  readonly caller: string | undefined;
  /** Whether the server has said what breaks, so that types which are only alike don't count. */
  readonly isJudged: boolean;
}

/** Returns undefined if the language has no grammar, or there is no name at the place. */
export function describeLeftOut(
  {
    examined: { rename, left, overrides, conflicts, libraries },
    judged,
    target,
    edits,
    failure,
    caller,
    isJudged,
  }: LeftOut,
  { context, backend, deadline }: RenameRequest,
): Unconfirmed | undefined {
  if (left === undefined && rename.outside.length === 0 && judged.doubtful.length === 0) return undefined;
  const { hasMore, isIncomplete, unparsed } = left ?? noPlaces;
  const before = new Set(rangesOfRename(rename.edits).map(keyOfRange));
  const added = rangesOfRename(edits).filter((each) => !before.has(keyOfRange(each)));
  const isLeft = ({ document: { uri, text }, offset }: PossiblePlace) =>
    !isInRanges({ uri, position: offsetToPosition(text, offset, backend.encoding) }, added);
  const alike = isJudged ? [] : overrides.alike.filter(isLeft);
  const members = [...overrides.places.filter(isLeft), ...alike];
  const called = caller === undefined ? [] : [target];
  const isOther = (place: PossiblePlace) => isLeft(place) && !members.some((each) => isSamePlace(each, place));
  const uses = [...judged.certain, ...judged.renamable.map(({ place }) => place)].filter(isOther);
  const certain = [...conflicts.places, ...called, ...overrides.outside, ...libraries, ...uses, ...members];
  const all = rangesOfRename(edits);
  const isRenamed = ({ document: { uri, text }, offset }: PossiblePlace) =>
    isInRanges({ uri, position: offsetToPosition(text, offset, backend.encoding) }, all);
  const doubtful = judged.doubtful.filter(
    ({ place, isReported }) => isOther(place) && !isRenamed(place) && !(isReported && isJudged),
  );
  const isDoubtful = (place: PossiblePlace) => doubtful.some((each) => isSamePlace(each.place, place));
  const rest = judged.possible.filter((place) => isOther(place) && !isDoubtful(place));
  const listed = [...certain, ...doubtful.map(({ place }) => place), ...rest];
  const unlisted = rename.outside.length - libraries.length;
  const unfinished = [overrides.whyCut, conflicts.whyCut].flatMap((why) => why ?? []);
  const isCut = hasMore || isIncomplete || unparsed.length > 0 || unfinished.length > 0;
  const reasons = [
    ...(isIncomplete ? [describeCutSearch(deadline.secondsOf(renameBudgets.search), context)] : []),
    ...(hasMore ? [`more than ${groupDigits(MAX_COUNT)} places have the name, and not all were examined`] : []),
    ...(unparsed.length > 0 ? [describeUnparsed(unparsed)] : []),
    ...(failure !== undefined && listed.length > 0 ? [failure] : []),
    ...(judged.why === undefined ? [] : [judged.why]),
    ...(overrides.outside.length > 0 ? [describeOutside(overrides.outside.length)] : []),
    ...(rename.outside.length > 0 ? [describeLibraries(rename.outside, backend)] : []),
    ...(members.length > alike.length ? [describeOverrides(members.length - alike.length)] : []),
    ...(alike.length > 0 ? [describeAlike(alike.length)] : []),
    ...unfinished,
  ];
  return {
    count: listed.length + unlisted,
    ...(certain.length + unlisted > 0 ? { certain: certain.length + unlisted } : {}),
    ...(doubtful.length > 0 ? { possible: doubtful.length } : {}),
    ...(conflicts.places.length > 0 ? { conflicts: conflicts.places.length } : {}),
    ...(caller === undefined ? {} : { caller }),
    ...(rename.outside.length > 0 ? { outside: rename.outside.length } : {}),
    ...(isCut ? { more: true } : {}),
    places: listed.slice(0, MAX_PLACES).map((place) => {
      const why = doubtful.find((each) => each.place === place)?.why;
      const locate = why && locateOfWord(place, context);
      return { ...placeAt(place.document, place.offset, context), ...(why && { why }), ...(locate && { locate }) };
    }),
    ...(reasons.length > 0 ? { why: reasons.join("; ") } : {}),
    ...(unfinished.length > 0 ? { unfinished: unfinished.join("; ") } : {}),
    ...(judged.unexamined === undefined ? {} : { unexamined: judged.unexamined }),
  };
}

/** Returns a Locate of a name, which a request can be sent with as it is. */
function locateOfWord({ document, offset }: PossiblePlace, context: RenameRequest["context"]): string | undefined {
  const { text } = document;
  const [word] = /^[\p{ID_Continue}$]+/u.exec(text.slice(offset, offset + MAX_NAME_LENGTH)) ?? [];
  if (word === undefined) return undefined;
  const line = text.lineAt(offset);
  const from = text.lineFrom(line);
  const isOnlyOne = offsetsOfWord(text.slice(from, text.lineTo(line)), word, 2).length === 1;
  const file_path = displayPath(document.uri, context.client.roots);
  const locate = isOnlyOne
    ? { file_path, scope: { line: line + 1 }, find: word }
    : { file_path, scope: { line: line + 1, character: offset - from + 1 } };
  return writeLocate(locate, { exists: existenceCheck(context) });
}

const MAX_NAME_LENGTH = 200;

function describeLibraries(outside: readonly RenamedRange[], { name }: RenameRequest["backend"]): string {
  const where = outside.every(({ uri }) => isInPackage(pathOfUri(uri) ?? ""))
    ? "of installed packages"
    : "outside of the workspace";
  return `${name} would rename it in ${formatCount(outside.length, "file")} ${where}, too`;
}
