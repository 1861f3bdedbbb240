/**
 * What `locate/rename` does beyond the server's rename: it removes aliases, holds the result
 * against the text, has the server asked again with further files open, and applies the result.
 */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { type Backend, isEmbedded } from "../../../ask/backend/backend.js";
import { Deadline } from "../../../ask/deadline.js";
import { FilesOpenedForCheck } from "../../../ask/documents/filesOpenedForCheck.js";
import { LocateError } from "../../../error.js";
import { isWordAt } from "../../../locate/find/characters.js";
import { rangeToOffsets } from "../../../text/position.js";
import { keyOfUri, pathOfUri } from "../../../uri.js";
import type { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { answerPermission } from "../../documents/filePaths.js";
import type { Place } from "../../place/resolvePlace.js";
import {
  type AppliedChange,
  type ApplyOptions,
  applyIfWanted,
  judgeIfWanted,
  readApplyOptions,
} from "../../verdict/applyChange.js";
import { MAX_PLACES } from "../answerCheck.js";
import { hasSameRanges } from "../answerPlaces.js";
import { createFileTexts } from "../fileTexts.js";
import { MAX_COUNT, type PossiblePlace, type PossiblePlaces } from "../searchRun.js";
import {
  describeCutSearch,
  describeUnparsed,
  placeAt,
  type Unconfirmed,
  type UnconfirmedPlace,
} from "../unconfirmed.js";
import { startUseSearch } from "../useSearch.js";
import { type CompletedRename, completeRename } from "./aliases/renameAliases.js";
import { findMemberConflicts } from "./members/memberConflicts.js";
import { describeOverrides, findLeftOutOverrides, type LeftOutOverrides, pathsOfPlaces } from "./members/overrides.js";
import { writeRenameEdits } from "./renameEdits.js";
import { renameIncompleteError } from "./renameIncomplete.js";
import { RENAME_TIMEOUT_MS, type RenameRequest, renameBudgets } from "./renameRequest.js";
import { assertRenameSyntax } from "./renameSyntax.js";
import { findScopeConflicts, type NameConflicts } from "./scopeConflicts.js";
import { judgeUses } from "./uses/judgeUses.js";

/** The params of `locate/rename` that are not the server's. */
export interface RenameOptions extends ApplyOptions {
  readonly newName: string;
  /** Whether names that a package.json makes public keep an alias. */
  readonly keepsPublic: boolean;
  /** Whether the client is told what is left out, and need not be refused. */
  readonly reportsLeftOut: boolean;
}

/** The answer to `locate/rename`, beside its place. */
export interface RenameOutcome extends AppliedChange {
  readonly result: RawJson;
  readonly unconfirmed?: Unconfirmed;
  /** Where a name that a package.json makes public is kept by an alias. */
  readonly kept_aliases?: readonly UnconfirmedPlace[];
}

/** What a rename is asked of. */
interface RenameContext {
  readonly place: Place;
  readonly backend: Backend;
  readonly context: RequestContext;
  /** Sends the request again. */
  readonly repeat: () => Promise<RawJson>;
}

/** Splits the params into our own and the server's. Errors: `invalid_locate`, `unsupported`. */
export function readRenameOptions(
  { apply: given, keep_public, check: givenCheck, ...params }: Readonly<Record<string, unknown>>,
  wantsPlace: boolean,
  context: Pick<RequestContext, "client">,
): { readonly options: RenameOptions; readonly params: Readonly<Record<string, unknown>> } {
  const { apply, check } = readApplyOptions({ apply: given, check: givenCheck }, true, context);
  const keepsPublic = keep_public ?? apply !== "anyway";
  if (typeof keepsPublic !== "boolean")
    throw new LocateError("invalid_locate", "keep_public must be true or false.", {
      field: "keep_public",
      expected: "boolean",
    });
  const reportsLeftOut = apply === false ? wantsPlace : apply === "anyway";
  const newName = String(params["newName"]);
  return { options: { newName, apply, keepsPublic, reportsLeftOut, check }, params };
}

/**
 * Completes, checks and applies the server's answer. Errors: `rename_incomplete`,
 * `edit_breaks_syntax`.
 */
export async function renameSymbol(
  answer: RawJson,
  options: RenameOptions,
  renaming: RenameContext,
): Promise<RenameOutcome> {
  const { context, backend } = renaming;
  // The embedded server renames only what it knows all uses of.
  const isChecked = !isEmbedded(backend);
  const outcome = isChecked ? await completeAnswer(answer, options, renaming) : { result: answer };
  const { unconfirmed } = outcome;
  const refusal = unconfirmed && !options.reportsLeftOut && renameIncompleteError(unconfirmed, 'apply: "anyway"');
  if (refusal) throw refusal;
  if (options.apply === false && !options.check) return outcome;
  const edit = outcome.result.parse() as WorkspaceEdit | null;
  if (edit === null) {
    const failureReason = "The server renames nothing there.";
    return options.apply === false ? outcome : { ...outcome, applied: false, failureReason };
  }
  const renamed = { from: wordAt(renaming.place), to: options.newName };
  const { diagnostics } = await judgeIfWanted(edit, options, { encoding: backend.encoding, renamed }, context);
  const judged = { ...outcome, ...(diagnostics && { diagnostics }) };
  return { ...judged, ...(await applyIfWanted(edit, options, { label: "locate/rename", diagnostics }, context)) };
}

/** Returns the name at a place. */
function wordAt(place: Place): string {
  const { text } = place.document().text;
  let { from } = place.now();
  while (from > 0 && isWordAt(text, from - 1)) from--;
  let to = from;
  while (to < text.length && isWordAt(text, to)) to++;
  return text.slice(from, to);
}

/** A rename with its aliases removed, and the uses that it leaves out. */
interface CheckedRename {
  readonly request: RenameRequest;
  readonly rename: CompletedRename;
  readonly left: PossiblePlaces | undefined;
  readonly overrides: LeftOutOverrides;
  readonly conflicts: NameConflicts;
}

async function completeAnswer(answer: RawJson, options: RenameOptions, rename: RenameContext): Promise<RenameOutcome> {
  const document = rename.place.document();
  const opened = new FilesOpenedForCheck(rename.backend, {
    ...rename.context,
    permission: answerPermission(rename.context.client.roots),
  });
  try {
    return await completeWithOpenedFiles(answer, options, { ...rename, opened });
  } finally {
    void opened.close(document);
  }
}

async function completeWithOpenedFiles(
  answer: RawJson,
  { newName, keepsPublic }: RenameOptions,
  { place, backend, context, repeat, opened }: RenameContext & { readonly opened: FilesOpenedForCheck },
): Promise<RenameOutcome> {
  const deadline = Deadline.ofWork(RENAME_TIMEOUT_MS);
  const search = startUseSearch({ method: "rename", place, backend, includesDeclaration: true }, context);
  const check = async (result: RawJson): Promise<CheckedRename | undefined> => {
    const request = { newName, keepsPublic, backend, texts: createFileTexts(context), deadline, context };
    const rename = await completeRename(result, request);
    if (rename === undefined) return undefined;
    await assertRenameSyntax(rename.edits, place.document().uri, request);
    const edit = writeRenameEdits({ documentChanges: [] }, rename.edits);
    const left = await search.find(edit, deadline.within(renameBudgets.search));
    const path = left && pathOfUri(place.document().uri);
    const overrides = path === undefined ? { places: [] } : await findLeftOutOverrides(rename.edits, path, request);
    const inScopes = await findScopeConflicts(rename.edits, request);
    const inTypes = path === undefined ? { places: [] } : await findMemberConflicts(rename.edits, path, request);
    const isNew = (place: PossiblePlace) => !inScopes.places.some((each) => isSamePlace(each, place));
    const conflicts = { ...inTypes, ...inScopes, places: [...inScopes.places, ...inTypes.places.filter(isNew)] };
    return { request, rename, left, overrides, conflicts };
  };
  const openBefore = new Set(context.unopenedFiles.openDocuments().map(({ uri }) => keyOfUri(uri)));
  let checked = await check(answer);
  if (checked === undefined) return { result: answer };
  let why: string | undefined;
  const { left: firstLeft, overrides } = checked;
  const paths = [...(firstLeft?.filesWithoutAnswer ?? []), ...pathsOfPlaces(overrides.places)];
  const newlyOpened = await opened.open(paths, deadline.within(renameBudgets.opening));
  // The search for overrides may have opened their files.
  const wasOpen = ({ document: { uri } }: PossiblePlace) =>
    openBefore.has(keyOfUri(uri)) || context.documents.get(uri) !== undefined;
  if (newlyOpened.length > 0 || !overrides.places.every(wasOpen)) {
    const second = await repeat().catch(() => undefined);
    if (second === undefined) why = `${backend.name} failed when it was asked again with their files open`;
    else if (!hasSameRanges("rename", answer.parse(), second.parse())) opened.keep();
    checked = (second && (await check(second))) ?? checked;
  }
  const { rename, left, request } = checked;
  const unconfirmed = left && (await judge(left, why, checked));
  const kept = await Promise.all(
    rename.kept
      .filter(({ isPublic }) => isPublic)
      .map(async ({ place: { uri, range } }) => {
        const file = await request.texts.read(uri);
        return file ? [placeAt(file, rangeToOffsets(file.text, range, backend.encoding).from, context)] : [];
      }),
  );
  return {
    result: rename.result,
    ...(unconfirmed === undefined ? {} : { unconfirmed }),
    ...(kept.length === 0 ? {} : { kept_aliases: kept.flat() }),
  };
}

async function judge(
  left: PossiblePlaces,
  failure: string | undefined,
  { rename, request, overrides, conflicts }: CheckedRename,
): Promise<Unconfirmed> {
  const { hasMore, isIncomplete, unparsed } = left;
  const judged = await judgeUses(left, rename, request);
  const isOverride = (place: PossiblePlace) => overrides.places.some((each) => isSamePlace(each, place));
  const certain = [...conflicts.places, ...judged.certain.filter((each) => !isOverride(each)), ...overrides.places];
  const listed = [...certain, ...judged.possible.filter((each) => !isOverride(each))];
  const isCut =
    hasMore || isIncomplete || unparsed.length > 0 || overrides.whyCut !== undefined || conflicts.whyCut !== undefined;
  const reasons = [
    ...(isIncomplete ? [describeCutSearch(renameBudgets.search, request.context)] : []),
    ...(hasMore ? [`more than ${MAX_COUNT.toLocaleString("en")} places have the name, and not all were examined`] : []),
    ...(unparsed.length > 0 ? [describeUnparsed(unparsed)] : []),
    ...(failure !== undefined && listed.length > 0 ? [failure] : []),
    ...(judged.why === undefined ? [] : [judged.why]),
    ...(overrides.places.length > 0 ? [describeOverrides(overrides.places.length)] : []),
    ...[overrides.whyCut, conflicts.whyCut].flatMap((why) => why ?? []),
  ];
  return {
    count: listed.length,
    ...(certain.length > 0 ? { certain: certain.length } : {}),
    ...(conflicts.places.length > 0 ? { conflicts: conflicts.places.length } : {}),
    ...(isCut ? { more: true } : {}),
    places: listed.slice(0, MAX_PLACES).map(({ document, offset }) => placeAt(document, offset, request.context)),
    ...(reasons.length > 0 ? { why: reasons.join("; ") } : {}),
    ...(judged.unexamined === undefined ? {} : { unexamined: judged.unexamined }),
  };
}

function isSamePlace(one: PossiblePlace, other: PossiblePlace): boolean {
  return one.offset === other.offset && keyOfUri(one.document.uri) === keyOfUri(other.document.uri);
}
