/**
 * `locate/rename`: completes the server's rename, has it judged, finds what is left of the old
 * name, and applies the result.
 */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { type Backend, isEmbedded } from "../../../ask/backend/backend.js";
import { Deadline, MAX_ANSWER_MS } from "../../../ask/deadline.js";
import { rangeToOffsets } from "../../../text/position.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { Place } from "../../place/resolvePlace.js";
import { toSyntaxText } from "../../place/syntaxView.js";
import { type AppliedChange, applyIfWanted } from "../../verdict/applyChange.js";
import { judgeWithin, openTouched } from "../../verdict/verdict.js";
import { createFileTexts } from "../fileTexts.js";
import { isSamePlace, type PossiblePlace } from "../searchRun.js";
import { type CompletedPlace, placeAt, type Unconfirmed, type UnconfirmedPlace } from "../unconfirmed.js";
import type { CompletedRename } from "./aliases/renameAliases.js";
import { type AddedPlace, type CompletedAnswer, completeAnswer, takeAnswer } from "./completeAnswer.js";
import { judgeRename } from "./judgeRename.js";
import { describeLeftOut } from "./leftOutPlaces.js";
import { describeCaller } from "./members/callers.js";
import { withDoubt } from "./members/doubtfulRename.js";
import { describeEmptyRename } from "./members/emptyRename.js";
import {
  createRenameQuestion,
  type RenameQuestion,
  resultOf,
  type Settled,
  settle,
} from "./members/renameAtInterface.js";
import { renameIncompleteError, withBroken } from "./refuseRename.js";
import { countRemaining, type FoundNames, findNames, type RemainingNames, renameText } from "./remainingNames.js";
import { isPlainEdit, type RenameEdits, readRenameEdits, renamedWord, writeRenameEdits } from "./renameEdits.js";
import { findAlso, type RenameOptions, renameOverrides } from "./renameOptions.js";
import { startRenameProgress } from "./renameProgress.js";
import {
  assertOwnFiles,
  RENAME_TIMEOUT_MS,
  type RenameRequest,
  renameBudgets,
  withoutLibraries,
} from "./renameRequest.js";
import { addUses } from "./uses/completeUses.js";
import { findExamples } from "./uses/examples.js";

/** The answer to `locate/rename`, beside its place. */
export interface RenameOutcome extends AppliedChange {
  readonly result: RawJson;
  /** Places that the server's answer lacks and the rename has, if there are any. */
  readonly completed?: readonly CompletedPlace[];
  readonly unconfirmed?: Unconfirmed;
  /** Where a name that a package.json makes public is kept by an alias. */
  readonly kept_aliases?: readonly UnconfirmedPlace[];
  /** What is left of the old name. */
  readonly remaining?: RemainingNames;
  /** Why nothing is renamed, as far as that is known, and what can be. */
  readonly why?: string;
}

/** What a rename is asked of. */
export interface RenameContext {
  readonly place: Place;
  readonly backend: Backend;
  readonly context: RequestContext;
  /** Sends the server its own request. */
  readonly request: () => Promise<RawJson>;
  /** Reports work-done progress to the client. */
  readonly report?: ((value: object) => void) | undefined;
}

export interface Rename {
  /** Returns the server's answer, or a rename in place of one that it refuses. Errors: its own. */
  ask(): Promise<RawJson>;
  /**
   * Completes, checks and applies the first answer. Errors: `rename_incomplete`,
   * `backend_timeout`, `edit_breaks_syntax`, and the server's where what it refuses is not certain.
   */
  complete(answer: RawJson): Promise<RenameOutcome>;
}

/** Makes a rename of what is at a place. */
export function createRename(options: RenameOptions, renaming: RenameContext): Rename {
  const { context, request, report, backend } = renaming;
  const question = createRenameQuestion(request, { ...renaming, newName: options.newName }, context);
  return {
    ask: question.ask,
    async complete(answer) {
      const progress = startRenameProgress(options.newName, report);
      const completing = completeRename(answer, options, { ...renaming, question, noteStage: progress.note });
      const settled = await settle(completing.finally(() => progress.end()));
      const refusal = question.refusal();
      const isRefused = refusal !== undefined && !isCertain(settled) && !isTaken(settled);
      if (isRefused && "error" in refusal.answer) throw withDoubt(refusal.answer.error, refusal, settled, backend.name);
      const outcome: RenameOutcome = isRefused ? { result: resultOf(refusal.answer) } : resultOf(settled);
      const { unconfirmed, diagnostics } = outcome;
      const incomplete = unconfirmed && !options.reportsLeftOut && renameIncompleteError(unconfirmed, renameOverrides);
      if (incomplete) throw incomplete;
      const edit = outcome.result.parse() as WorkspaceEdit | null;
      if (edit === null || (isPlainEdit(edit) && readRenameEdits(edit).size === 0)) {
        if (options.apply === false && !options.reportsLeftOut) return outcome;
        const why = await describeEmptyRename({ ...renaming, texts: createFileTexts(context) });
        return { ...outcome, why, ...(options.apply === false ? {} : { applied: false, failureReason: why }) };
      }
      if (options.apply === false) return outcome;
      return { ...outcome, ...(await applyIfWanted(edit, options, { label: "locate/rename", diagnostics }, context)) };
    },
  };
}

/** Whether a rename that the server refuses is whole, as it or the text shows. */
function isCertain(settled: Settled<RenameOutcome>): boolean {
  if ("error" in settled) return false;
  const { unconfirmed, diagnostics } = settled.result;
  const { count = 0, certain = 0, more } = unconfirmed ?? {};
  if (certain > 0 || more) return false;
  return count === 0 || diagnostics?.checked === "all" || diagnostics?.checked === "touched";
}

/** Whether the new name is that of something else, which no server's refusal says better. */
function isTaken(settled: Settled<RenameOutcome>): boolean {
  return "result" in settled && (settled.result.unconfirmed?.conflicts ?? 0) > 0;
}

async function completeRename(
  answer: RawJson,
  options: RenameOptions,
  {
    place,
    backend,
    context,
    question,
    noteStage,
  }: RenameContext & Pick<RenameRequest, "noteStage"> & { readonly question: RenameQuestion },
): Promise<RenameOutcome> {
  const { newName, keepsPublic, changesLibraries } = options;
  const deadline = Deadline.ofWork(RENAME_TIMEOUT_MS, MAX_ANSWER_MS, context.limit);
  const also = await findAlso(options, place, context);
  const asked = { newName, keepsPublic, changesLibraries, also, backend, deadline, noteStage, context };
  assertOwnFiles(readRenameEdits(answer.parse()), asked);
  const { uri, languageId, text } = place.document();
  const target = { document: { uri, languageId, text }, offset: place.now().from };
  const completing = isEmbedded(backend)
    ? takeAnswer(answer, { place, request: asked })
    : completeAnswer(answer, { place, request: asked, repeat: question.repeat });
  if (options.check) {
    const { own } = withoutLibraries(readRenameEdits(answer.parse()), asked);
    const uris = [...own.values()].map(({ uri }) => uri);
    void openTouched(uris, backend, context).catch(() => undefined);
  }
  const found = await completing;
  if (found === undefined) return { result: answer };
  const { request, examined } = found;
  const isPlain = isPlainEdit(found.result.parse());
  const word = await wordOf(examined.rename, request);
  noteStage("searching for the old name");
  const names = word === undefined ? undefined : await findOldNames(word, found, target);
  const withText =
    names && options.text && isPlain ? renameText(examined.rename.edits, names, options.text, request) : undefined;
  const { edits, examples, doubtful } = await addExamples(withText ?? examined.rename.edits, names, {
    ...{ examined, target, isPlain, request },
  });
  const added = [...found.added, ...examples];
  const { containerNames = [], isOfFileAlone } = examined.left ?? {};
  const judged =
    options.check && word !== undefined
      ? await judgeRename(
          {
            ...{ edits, word, target, alike: examined.overrides.alike, added },
            ...{ isOfFileAlone, containerNames, isPlain },
          },
          request,
        )
      : undefined;
  const last = judged?.edits ?? edits;
  const encoding = { encoding: backend.encoding };
  const verdict =
    options.check && judged === undefined
      ? (await judgeWithin(deadline, toWorkspaceEdit(found), encoding, context)).verdict
      : judged?.verdict;
  const isJudged = verdict !== undefined && (verdict.checked === "all" || verdict.checked === "touched");
  const caller = examined.left && (await describeCaller(target, examined.left, request));
  const uses = { ...found.judged, doubtful: [...found.judged.doubtful, ...doubtful] };
  const left = describeLeftOut({ ...found, judged: uses, caller, target, edits: last, isJudged }, request);
  const unconfirmed = verdict ? withBroken(left, verdict) : left;
  const isKept = (each: AddedPlace) => judged?.dropped.has(each) !== true;
  const completed = [
    ...(question.refusal()?.places ?? []).map(({ document, offset }) => ({
      ...placeAt(document, offset, context),
      why: `${backend.name} refuses to rename it, and lists this as a reference`,
    })),
    ...[...added.filter(isKept), ...(judged?.added ?? [])].map(({ place: { document, offset }, why }) => ({
      ...placeAt(document, offset, context),
      why,
    })),
  ];
  const { certain, possible } = uses;
  const unknown = [...certain, ...uses.doubtful.map((each) => each.place), ...possible];
  const isUnknown = (place: PossiblePlace) => unknown.some((each) => isSamePlace(each, place));
  const keptAliases = await findKeptAliases(examined.rename, request);
  return {
    result: last === examined.rename.edits ? found.result : writeEdits(found, last),
    ...(completed.length > 0 ? { completed } : {}),
    ...(unconfirmed === undefined ? {} : { unconfirmed }),
    ...(keptAliases.length > 0 ? { kept_aliases: keptAliases } : {}),
    ...(verdict === undefined ? {} : { diagnostics: verdict }),
    ...(names === undefined ? {} : { remaining: countRemaining(last, names, isUnknown, request) }),
  };
}

interface ExampleContext extends Pick<CompletedAnswer, "examined" | "request"> {
  readonly target: PossiblePlace;
  /** Whether edits can be added. */
  readonly isPlain: boolean;
}

/** Adds the uses in examples that certainly mean the renamed name. */
async function addExamples(
  edits: RenameEdits,
  names: FoundNames | undefined,
  { examined: { left }, target, isPlain, request }: ExampleContext,
) {
  if (names === undefined || left?.isOfFileAlone) return { edits, examples: [], doubtful: [] };
  const isOfMember = left ? left.memberName !== undefined : (await reachAt(target, request)) === "member";
  const { shown, doubtful } = findExamples(names, { target, isOfMember, edits }, request);
  const examples = addUses(edits, isPlain ? shown : [], { word: names.word, isOfMember }, request);
  return { edits: examples.edits, examples: examples.added, doubtful };
}

/** Returns the old name; undefined if the rename replaces more than a name. */
async function wordOf({ edits }: CompletedRename, request: RenameRequest): Promise<string | undefined> {
  const { newName, texts, backend } = request;
  return (await renamedWord(edits, newName, texts.read, backend.encoding))?.word;
}

/** Finds the old name: of a local one in its file alone. */
async function findOldNames(
  word: string,
  { request, examined: { left } }: CompletedAnswer,
  target: PossiblePlace,
): Promise<FoundNames> {
  const isOfFileAlone = left?.isOfFileAlone ?? (await reachAt(target, request)) === "local";
  const onlyIn = isOfFileAlone ? target.document : undefined;
  return findNames({ word, onlyIn, deadline: request.deadline.within(renameBudgets.search) }, request);
}

async function reachAt({ document, offset }: PossiblePlace, { context }: RenameRequest) {
  const syntax = await context.syntax();
  const source = toSyntaxText(document, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return undefined;
  return (await syntax.nameAt(source, offset).catch(() => undefined))?.reach;
}

function toWorkspaceEdit({ result }: CompletedAnswer): WorkspaceEdit {
  return result.parse() as WorkspaceEdit;
}

function writeEdits({ result }: CompletedAnswer, edits: RenameEdits): RawJson {
  return RawJson.of(writeRenameEdits(result.parse() as WorkspaceEdit, edits));
}

/** Returns where a package.json makes the old name public. */
async function findKeptAliases(
  { kept }: CompletedRename,
  { texts, backend, context }: RenameRequest,
): Promise<readonly UnconfirmedPlace[]> {
  const places = kept
    .filter(({ isPublic }) => isPublic)
    .map(async ({ place: { uri, range } }) => {
      const file = await texts.read(uri);
      return file ? [placeAt(file, rangeToOffsets(file.text, range, backend.encoding).from, context)] : [];
    });
  return (await Promise.all(places)).flat();
}
