/**
 * Completes the server's answer to a rename: without aliases, with files open that the server has
 * not loaded, with the members that the renamed one shares its name with, and with the uses that
 * the text shows to mean the renamed symbol. What is still left out is told.
 */

import type { Location, WorkspaceEdit } from "vscode-languageserver-protocol";
import { FilesOpenedForCheck } from "../../../ask/documents/filesOpenedForCheck.js";
import { appendAll } from "../../../text/list.js";
import { offsetToPosition, type Range } from "../../../text/position.js";
import { fileKeyOf, pathOfUri } from "../../../uri.js";
import { RawJson } from "../../../wire/rawJson.js";
import { answerPermission } from "../../documents/filePaths.js";
import type { Place } from "../../place/resolvePlace.js";
import { MAX_PLACES } from "../answerCheck.js";
import { hasSameRanges } from "../answerPlaces.js";
import { describeUnusedIndex, readIndexState } from "../definitions/indexState.js";
import { createFileTexts } from "../fileTexts.js";
import { isSamePlace, type PossiblePlace } from "../searchRun.js";
import { startUseSearch } from "../useSearch.js";
import { type CompletedRename, completeRename } from "./aliases/renameAliases.js";
import type { ExaminedRename } from "./leftOutPlaces.js";
import { findCarriedNames } from "./members/carriedNames.js";
import { type AddedFamily, addFamily, addMembers } from "./members/family.js";
import { findLeftOutOverrides, noOverrides, pathsOfPlaces } from "./members/overrides.js";
import { findRequiredMembers } from "./members/requiredMembers.js";
import { assertRenameSyntax, findNameConflicts } from "./newNameChecks.js";
import {
  isInRanges,
  isPlainEdit,
  type RenameEdits,
  rangesOfRename,
  readRenameEdits,
  renamedWord,
  writeRenameEdits,
} from "./renameEdits.js";
import { type RenameRequest, renameBudgets } from "./renameRequest.js";
import { findBlindUses } from "./uses/blindUses.js";
import { type ClassifiedUses, classifyUses, type DoubtfulUse, placesOf } from "./uses/classifyUses.js";
import { type AddedUse, addUses } from "./uses/completeUses.js";

/** The answer as far as the server and the text complete it. */
export interface CompletedAnswer {
  /** With the texts that the rename is for. */
  readonly request: RenameRequest;
  readonly result: RawJson;
  readonly examined: ExaminedRename;
  readonly judged: ClassifiedUses;
  /** What was added to the server's edits. */
  readonly added: readonly AddedPlace[];
  /** Why the server could not be asked again. */
  readonly failure: string | undefined;
}

export interface AddedPlace {
  readonly place: PossiblePlace;
  /** What shows that it means the renamed symbol. */
  readonly why: string;
  /** What its edit replaces, where the text alone has shown it. */
  readonly range?: Range;
  /** Whether it reaches the renamed file through a link. */
  readonly isLinked?: boolean;
}

interface AnswerOptions {
  readonly place: Place;
  readonly request: Omit<RenameRequest, "texts">;
  /** Sends the request again. */
  readonly repeat: () => Promise<RawJson>;
}

/** Uses of what was completed may be certain, too; further ones stay left out. */
const MAX_ROUNDS = 4;

/** Returns undefined where the server renames nothing. Errors: `edit_breaks_syntax`. */
export async function completeAnswer(answer: RawJson, options: AnswerOptions): Promise<CompletedAnswer | undefined> {
  const { place, request } = options;
  const { backend, context } = request;
  const document = place.document();
  const permission = answerPermission(context.client.roots);
  const opened = new FilesOpenedForCheck(backend, { ...context, permission });
  try {
    return await completeWithOpenedFiles(answer, { ...options, opened });
  } finally {
    void opened.close(document);
  }
}

/** Takes the answer of the embedded server, which tells what it doubts, and adds `also`. */
export async function takeAnswer(
  result: RawJson,
  { place, request: given }: Omit<AnswerOptions, "repeat">,
): Promise<CompletedAnswer | undefined> {
  const { uri, languageId, text } = place.document();
  const document = { uri, languageId, text };
  const { doubtful: listed, ...answer } = (result.parse() ?? {}) as WorkspaceEdit & { doubtful?: readonly Location[] };
  const edits = readRenameEdits(answer);
  if (edits.size === 0) return undefined;
  const request = { ...given, texts: createFileTexts(given.context) };
  const places = await placesOf(
    (listed ?? []).map((each) => ({ ...each, newText: "" })),
    request,
  );
  const state = places.length > 0 ? await readIndexState(given.backend, place, given.context) : undefined;
  const unused = state && describeUnusedIndex(state);
  const why = ["syntax can't tell what it means", ...(unused === undefined ? [] : [unused])].join(", and ");
  const known = places.map((place) => ({ place, why }));
  const carried = (await findCarriedNames({ document, offset: place.now().from }, request))?.doubtful ?? [];
  const isKnown = (each: DoubtfulUse) => places.some((place) => isSamePlace(place, each.place));
  const doubtful = [...known, ...carried.filter((each) => !isKnown(each))];
  const { newName, texts, backend, also } = request;
  const { word } = (await renamedWord(edits, newName, texts.read, backend.encoding)) ?? {};
  const uses = also.map((place) => ({ place, why: BY_REQUEST }));
  const whole = word === undefined ? { edits, added: [] } : addUses(edits, uses, { word, isOfMember: false }, request);
  const written = listed || whole.edits !== edits ? RawJson.of(writeRenameEdits(answer, whole.edits)) : result;
  const rename = { result: written, edits: whole.edits, kept: [], unclear: [], outside: [] };
  const examined = { rename, left: undefined, overrides: noOverrides, conflicts: { places: [] }, libraries: [] };
  const judged = { ...noUses, doubtful };
  return { request, result: written, examined, judged, added: whole.added, failure: undefined };
}

/** Why a place of `also` is renamed. */
const BY_REQUEST = "the request says so";

async function completeWithOpenedFiles(
  answer: RawJson,
  { place, request: given, repeat, opened }: AnswerOptions & { readonly opened: FilesOpenedForCheck },
): Promise<CompletedAnswer | undefined> {
  const { backend, context, deadline } = given;
  const search = startUseSearch({ method: "rename", place, backend, includesDeclaration: true }, context);
  const { uri, languageId, text } = place.document();
  const target = { document: { uri, languageId, text }, offset: place.now().from };
  const path = pathOfUri(uri);
  let required: Promise<readonly PossiblePlace[]> | undefined;
  const examine = async (rename: CompletedRename, request: RenameRequest): Promise<ExaminedRename> => {
    await assertRenameSyntax(rename.edits, place.document().uri, request);
    const edit = writeRenameEdits({ documentChanges: [] }, rename.edits);
    const left = await search.find(edit, deadline.within(renameBudgets.search));
    const own = left && path;
    const named = own === undefined ? noOverrides : await findLeftOutOverrides(rename.edits, own, request);
    required ??= findRequiredMembers(target, request);
    const overrides = { ...named, outside: [...named.outside, ...(await required)] };
    const conflicts = await findNameConflicts(rename.edits, own === undefined ? undefined : target, request);
    const libraries = await placesOf(rename.outside.slice(0, MAX_PLACES), request);
    return { rename, left, overrides, conflicts, libraries };
  };
  const check = async (result: RawJson) => {
    const request = { ...given, texts: createFileTexts(context) };
    const rename = await completeRename(result, request);
    return rename && { request, result, examined: await examine(rename, request) };
  };
  given.noteStage(`searching for uses that ${backend.name} leaves out`);
  const openBefore = new Set(context.unopenedFiles.openDocuments().map(({ uri }) => fileKeyOf(uri)));
  let checked = await check(answer);
  if (checked === undefined) return undefined;
  let failure: string | undefined;
  const { left: firstLeft, overrides } = checked.examined;
  const paths = [...(firstLeft?.filesWithoutAnswer ?? []), ...pathsOfPlaces(overrides.places)];
  const newlyOpened = await opened.open(paths, deadline.within(renameBudgets.opening));
  // The search for overrides may have opened their files.
  const wasOpen = ({ document: { uri } }: PossiblePlace) =>
    openBefore.has(fileKeyOf(uri)) || context.documents.get(uri) !== undefined;
  if (newlyOpened.length > 0 || !overrides.places.every(wasOpen)) {
    given.noteStage(`asking ${backend.name} again with more files open`);
    const later = await repeat().catch(() => undefined);
    const second = later && withEarlierFiles(answer, later);
    if (second === undefined) failure = `${backend.name} failed when it was asked again with their files open`;
    else if (!hasSameRanges("rename", answer.parse(), second.parse())) opened.keep();
    checked = (second && (await check(second))) ?? checked;
  }
  const { request, result } = checked;
  const base = result.parse();
  if (!isPlainEdit(base)) {
    const { examined } = checked;
    const judged = await judge(examined, request);
    return { request, result: examined.rename.result, examined, judged, added: [], failure };
  }
  const examineEdits = (edits: RenameEdits, { rename }: ExaminedRename) => examine({ ...rename, edits }, request);
  const family = await addFamily(checked.examined, request, examineEdits);
  const carried = await addCarriedNames(family.examined, target, request, examineEdits);
  const { examined, judged: ofText, uses } = await addCertainUses(carried.examined, request, examineEdits);
  given.noteStage(`looking for files that ${backend.name} does not see`);
  const told = [...carried.doubtful, ...ofText.doubtful];
  const { possible, excludedByServer = [] } = ofText;
  const unsure = [...told.map(({ place }) => place), ...possible, ...excludedByServer];
  const blind = await findBlindUses(unsure, request, opened);
  const unexamined = [ofText.unexamined, blind.unexamined].flatMap((each) => each ?? []).join("; ");
  const judged = {
    ...ofText,
    doubtful: withCauses(told, blind.uses),
    ...(unexamined !== "" && { unexamined }),
  };
  const added = [...family.added, ...carried.added, ...uses];
  const isOwn = examined.rename.edits !== checked.examined.rename.edits;
  const written = isOwn ? RawJson.of(writeRenameEdits(base, examined.rename.edits)) : examined.rename.result;
  return { request, result: written, examined, judged, added, failure };
}

/** Returns doubtful uses with the causes that are known, and those that have no other reason. */
function withCauses(told: readonly DoubtfulUse[], blind: readonly DoubtfulUse[]): readonly DoubtfulUse[] {
  const caused = told.map((each) => {
    const cause = blind.find(({ place }) => isSamePlace(place, each.place));
    return cause ? { ...each, isReported: false, why: `${each.why}. ${cause.why}` } : each;
  });
  return [...caused, ...blind.filter(({ place }) => !told.some((each) => isSamePlace(each.place, place)))];
}

/**
 * Returns a later answer with the earlier one's edits of files that it does not have: with other
 * files open, a server may have unloaded these.
 */
function withEarlierFiles(earlier: RawJson, later: RawJson): RawJson {
  const [before, now] = [earlier.parse(), later.parse()];
  if (now === null) return earlier;
  if (!isPlainEdit(before) || !isPlainEdit(now)) return later;
  const edits = readRenameEdits(now);
  const both = new Map([...readRenameEdits(before), ...edits]);
  return both.size === edits.size ? later : RawJson.of(writeRenameEdits(now, both));
}

function judge({ left, rename }: ExaminedRename, request: RenameRequest): Promise<ClassifiedUses> {
  return left ? classifyUses(left, rename, request) : Promise.resolve(noUses);
}

const noUses: ClassifiedUses = { renamable: [], certain: [], doubtful: [], possible: [] };

interface AddedNames extends AddedFamily {
  readonly doubtful: readonly DoubtfulUse[];
}

/**
 * Adds what a framework takes by its name, the declarations that have to have the same, and the
 * places that the request says to be meant.
 */
async function addCarriedNames(
  first: ExaminedRename,
  target: PossiblePlace,
  request: RenameRequest,
  examine: (edits: RenameEdits, before: ExaminedRename) => Promise<ExaminedRename>,
): Promise<AddedNames> {
  const { newName, texts, backend, also } = request;
  const before = first.rename.edits;
  const { word } = (await renamedWord(before, newName, texts.read, backend.encoding)) ?? {};
  if (word === undefined) return { examined: first, added: [], doubtful: [] };
  const { declarations = [], uses = [], doubtful = [] } = (await findCarriedNames(target, request)) ?? {};
  const renamed = rangesOfRename(before);
  const isLeft = ({ document: { uri, text }, offset }: PossiblePlace) =>
    !isInRanges({ uri, position: offsetToPosition(text, offset, backend.encoding) }, renamed);
  const left = declarations.filter(isLeft);
  const whole = await addMembers(before, left, request);
  const why = "it has to have the same name";
  const told = left.map((place) => ({ place, why }));
  const given = also.map((place) => ({ place, why: BY_REQUEST }));
  const isOfMember = first.left?.memberName !== undefined;
  const { edits, added } = addUses(
    whole ?? before,
    [...uses.filter(({ place }) => isLeft(place)), ...given],
    { word, isOfMember },
    request,
  );
  return {
    examined: edits === before ? first : await examine(edits, first),
    added: [...(whole ? told : []), ...added],
    doubtful: [...(whole ? [] : told), ...doubtful],
  };
}

interface AddedUsesOfText {
  readonly examined: ExaminedRename;
  readonly judged: ClassifiedUses;
  readonly uses: readonly AddedUse[];
}

/** Adds the uses that the text shows to mean the renamed symbol, and then those of these. */
async function addCertainUses(
  first: ExaminedRename,
  request: RenameRequest,
  examine: (edits: RenameEdits, before: ExaminedRename) => Promise<ExaminedRename>,
): Promise<AddedUsesOfText> {
  const uses: AddedUse[] = [];
  const { newName, texts, backend } = request;
  const { word } = (await renamedWord(first.rename.edits, newName, texts.read, backend.encoding)) ?? {};
  let examined = first;
  let judged = await judge(examined, request);
  for (let round = 0; round < MAX_ROUNDS && word !== undefined; round++) {
    const isOfMember = examined.left?.memberName !== undefined;
    const { edits, added } = addUses(examined.rename.edits, judged.renamable, { word, isOfMember }, request);
    if (added.length === 0) break;
    appendAll(uses, added);
    examined = await examine(edits, examined);
    judged = await judge(examined, request);
  }
  return { examined, judged, uses };
}
