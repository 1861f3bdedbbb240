/**
 * Compares a backend's answer with the text of the workspace, to find places that the answer may
 * have left out. If such places are in files that the backend may not have loaded, opens these
 * files at the backend and repeats the request once.
 */

import { type Backend, isEmbedded } from "../../ask/backend/backend.js";
import { isReady } from "../../ask/backend/backendReadiness.js";
import { Deadline } from "../../ask/deadline.js";
import { explainPublishedUnresolved } from "../../ask/diagnostics/unresolvedImports.js";
import { FilesOpenedForCheck } from "../../ask/documents/filesOpenedForCheck.js";
import type { CheckedMethod } from "../../ask/methodTable.js";
import { appendAll } from "../../text/list.js";
import { pathOfUri } from "../../uri.js";
import type { RawJson } from "../../wire/rawJson.js";
import type { RequestContext } from "../client/requestContext.js";
import { answerPermission } from "../documents/filePaths.js";
import type { Place } from "../place/resolvePlace.js";
import { hasSameRanges, withEarlierItems } from "./answerPlaces.js";
import { examineLeftOut } from "./definitions/leftOutUses.js";
import { createFileTexts, type FileTexts } from "./fileTexts.js";
import { filesWithoutEffect } from "./kept/filesWithoutEffect.js";
import { type Completion, findKeptCheck, type KeptCheck } from "./kept/keptChecks.js";
import { noPlaces, type PossiblePlaces } from "./searchRun.js";
import { addPlaces } from "./syntaxAnswers/addedPlaces.js";
import { findBodyCalls } from "./syntaxAnswers/bodyCalls.js";
import {
  type CompletedPlace,
  describeCutSearch,
  describeUnparsed,
  describeUnreadablePlaces,
  placeAt,
  type Unconfirmed,
} from "./unconfirmed.js";
import { explainUnloadedFiles } from "./unloadedFiles/explainUnloadedFiles.js";
import { startUseSearch, type UseSearch } from "./useSearch.js";

export interface AnswerCheck {
  /**
   * Starts the search in parallel with the backend's request; `complete` does so otherwise. Called
   * once the request is sent, so that it is not delayed.
   */
  start(): void;
  /**
   * Returns the answer that was compared last, and what has come of it, if the same holds now;
   * starts as `start` does.
   */
  last(): Promise<LastAnswer | undefined>;
  /** Stores the item of a two-step method's second request, such as a `CallHierarchyItem`. */
  noteItem(item: unknown): void;
  /**
   * Returns the last answer of the backend with the places that it certainly lacks, and those that
   * it may leave out; no `unconfirmed` if the language has no grammar, or there is no name at the
   * place. Takes 3 s of work at most, or as long as was given. `repeat` sends the request again; if
   * that fails or is too late, the first answer is returned.
   */
  complete(result: RawJson, repeat: () => Promise<RawJson>): Promise<CompletedAnswer>;
  /** Returns the texts that the last answer was compared with. */
  texts(): FileTexts;
}

interface CompletedAnswer {
  readonly result: RawJson;
  /** What was added to the backend's answer. */
  readonly completed?: readonly CompletedPlace[];
  readonly unconfirmed?: Unconfirmed;
}

interface LastAnswer {
  readonly answer: Buffer;
  readonly completed: CompletedAnswer;
}

interface CheckedRequest {
  readonly method: CheckedMethod;
  readonly place: Place;
  readonly backend: Backend;
  /** The params apart from the Locate and from tokens, which every request has of its own. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Returns the files that the last answer leaves out: they could not be read or parsed. */
  readonly unparsed?: () => readonly string[];
  /** The limit of the whole check's work, from the backend's first answer, if not 3 s. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 3_000;
export const MAX_PLACES = 50;
/** The same for more places of a name that the workspace declares more than once. */
const MAX_GROUP_PLACES = 5;

/** Where the deadline has passed before anything was found. */
const notSearched: PossiblePlaces = { ...noPlaces, isIncomplete: true };

/** Makes the check of one answer. */
export function createAnswerCheck(request: CheckedRequest, context: RequestContext): AnswerCheck {
  const { method, place, backend, extra } = request;
  let item: unknown;
  if (method === "outgoingCalls") {
    return {
      start: () => {},
      last: async () => undefined,
      texts: () => createFileTexts(context),
      noteItem: (noted) => {
        item = noted;
      },
      async complete(result) {
        const deadline = deadlineOf(request, context);
        const search = findBodyCalls({ item, answer: result.parse(), backend, deadline }, context);
        const found = await deadline.before(search);
        if (found === null) return { result };
        return { result, unconfirmed: await report(found ?? notSearched, { request, deadline }, context) };
      },
    };
  }
  const { includeDeclaration } = (extra["context"] ?? {}) as { includeDeclaration?: unknown };
  const checked = { method, place, backend, includesDeclaration: includeDeclaration !== false };
  let search: UseSearch | undefined;
  const startSearch = ({ revision }: KeptCheck) => (search ??= startUseSearch(checked, context, revision));
  let lookUp: Promise<KeptCheck> | undefined;
  const start = (): Promise<KeptCheck> => {
    if (lookUp) return lookUp;
    lookUp = findKeptCheck(checked, context);
    // An answer that left nothing out once will probably do so again.
    lookUp.then(
      (kept) => kept.lastAnswer || startSearch(kept),
      () => {},
    );
    return lookUp;
  };
  let texts: FileTexts | undefined;
  return {
    start: () => void start(),
    async last() {
      const kept = await start();
      if (kept.lastAnswer === undefined) return undefined;
      const before = await kept.completionOf(kept.lastAnswer, createFileTexts(context, kept.revision));
      return before && { answer: kept.lastAnswer, completed: toCompletedAnswer(before) };
    },
    texts: () => search?.texts() ?? texts ?? createFileTexts(context),
    noteItem: () => {},
    async complete(result, repeat) {
      const kept = await start();
      texts = createFileTexts(context, kept.revision);
      const before = await kept.completionOf(result.bytes, texts);
      if (before) return toCompletedAnswer(before);
      return completeBySearch(result, repeat, { request, search: startSearch(kept), kept }, context);
    },
  };
}

function deadlineOf({ timeoutMs = TIMEOUT_MS }: CheckedRequest, { limit }: Pick<RequestContext, "limit">): Deadline {
  return Deadline.ofWork(timeoutMs, Number.POSITIVE_INFINITY, limit);
}

function toCompletedAnswer({ result, completed, unconfirmed }: Completion): CompletedAnswer {
  return { result, ...(completed.length > 0 && { completed }), unconfirmed };
}

interface SearchOptions {
  readonly request: CheckedRequest;
  readonly search: UseSearch;
  readonly kept: KeptCheck;
}

async function completeBySearch(
  result: RawJson,
  repeat: () => Promise<RawJson>,
  { request, search, kept }: SearchOptions,
  context: RequestContext,
): Promise<CompletedAnswer> {
  const { backend, place } = request;
  const document = place.document();
  const opened = new FilesOpenedForCheck(backend, { ...context, permission: answerPermission(context.client.roots) });
  try {
    // The second answer may come after the deadline. What it shows is of use to later requests.
    const sendAgain = (noteOutcome: (isSame: boolean) => void) =>
      opened.use(repeatRequest(result, repeat, { request, opened, noteOutcome }));
    return await completeWithOpenedFiles(result, sendAgain, { request, search, kept, opened }, context);
  } finally {
    void opened.close(document);
  }
}

/** The answer of a repeated request, or why there is none. */
type SecondAnswer = { readonly answer: RawJson } | { readonly error: unknown };

interface RepeatOptions {
  readonly request: CheckedRequest;
  readonly opened: FilesOpenedForCheck;
  readonly noteOutcome: (isSame: boolean) => void;
}

/** Sends the request again. The opened files stay open if that has changed the answer. */
async function repeatRequest(
  first: RawJson,
  repeat: () => Promise<RawJson>,
  { request: { method }, opened, noteOutcome }: RepeatOptions,
): Promise<SecondAnswer> {
  try {
    const answer = withEarlierItems(method, first, await repeat());
    const isSame = hasSameRanges(method, first.parse(), answer.parse());
    noteOutcome(isSame);
    if (!isSame) opened.keep();
    return { answer };
  } catch (error) {
    noteOutcome(false);
    return { error };
  }
}

interface SearchedRequest extends SearchOptions {
  readonly opened: FilesOpenedForCheck;
}

async function completeWithOpenedFiles(
  result: RawJson,
  sendAgain: (noteOutcome: (isSame: boolean) => void) => Promise<SecondAnswer>,
  { request, search, kept, opened }: SearchedRequest,
  context: RequestContext,
): Promise<CompletedAnswer> {
  const deadline = deadlineOf(request, context);
  const found = await search.find(result.parse(), deadline);
  if (found === undefined) return { result };
  const seconds = deadline.secondsOf(request.timeoutMs ?? TIMEOUT_MS);
  const late = `the server could not be asked again with their files open within ${seconds} s`;
  // The embedded server has read all files already, so opening them would change nothing.
  const isBySyntax = isEmbedded(request.backend);
  const finish = async (answer: RawJson, left: PossiblePlaces, failure?: string): Promise<CompletedAnswer> => {
    const symbol = { ...request, answer: answer.parse(), deadline, texts: search.texts(), opened, isBySyntax };
    // A head names the type of a method that is overridden, not the method.
    const isOfHead = request.method === "implementation" || request.method === "subtypes";
    const isOfOther = isOfHead && left.memberName !== undefined;
    const asTheyAre = { places: left.places, certain: [], definitionUris: new Set<string>() };
    const { places, certain, definitionUris } = isOfOther ? asTheyAre : await examineLeftOut(left, symbol, context);
    const added = await addPlaces(answer, certain, { ...request, opened }, context);
    const unconfirmed = await report({ ...left, places }, { request, deadline, search, failure }, context);
    const completion = { ...added, unconfirmed };
    const isLate = failure !== undefined || deadline.isOver;
    if (!unconfirmed.more) await kept.keep(answer.bytes, completion, { definitionUris, texts: search.texts(), isLate });
    return toCompletedAnswer(completion);
  };
  const withoutEffect = filesWithoutEffect(request, found.revision);
  const files = isBySyntax ? [] : found.filesWithoutAnswer.filter((path) => !withoutEffect.has(path));
  const newlyOpened = await opened.open(files, deadline);
  if (newlyOpened.length === 0) {
    const isLate = files.length > 0 && deadline.isOver;
    return finish(result, found, isLate ? late : undefined);
  }
  const second = await deadline.before(sendAgain(withoutEffect.try(newlyOpened)));
  if (second === undefined) return finish(result, found, late);
  if ("error" in second)
    return finish(result, found, `${request.backend.name} failed when it was asked again with their files open`);
  const { answer } = second;
  return finish(answer, (await search.find(answer.parse(), deadline)) ?? found);
}

interface ReportOptions {
  readonly request: CheckedRequest;
  readonly deadline: Deadline;
  readonly search?: UseSearch;
  /** Why the request could not be repeated. */
  readonly failure?: string | undefined;
}

async function report(
  { places, hasMore, isIncomplete, unparsed: unsearched, unreadable }: PossiblePlaces,
  { request, deadline, search, failure }: ReportOptions,
  context: RequestContext,
): Promise<Unconfirmed> {
  const count = places.length;
  const unparsed = [...new Set([...unsearched, ...(request.unparsed?.() ?? [])])];
  const isGroup = count > MAX_PLACES && (await search?.isDeclaredOften(deadline)) === true;
  const listed = places.slice(0, isGroup ? MAX_GROUP_PLACES : MAX_PLACES);
  const reasons: string[] = [];
  if (isGroup) reasons.push("several symbols have this name, and most of the places may mean another one");
  if (isIncomplete) reasons.push(describeCutSearch(deadline.secondsOf(request.timeoutMs ?? TIMEOUT_MS), context));
  if (unparsed.length > 0) reasons.push(describeUnparsed(unparsed));
  if (unreadable.length > 0) reasons.push(describeUnreadablePlaces(unreadable));
  if (count > 0) {
    if (failure !== undefined) reasons.push(failure);
    if (!isReady(request.backend)) reasons.push(`${request.backend.name} is still loading`);
    const paths = [...new Set(places.flatMap(({ document }) => pathOfUri(document.uri) ?? []))];
    const target = request.place.document();
    const { name: server, serverEntry } = request.backend;
    const environment = serverEntry?.environment?.uses[0]?.path;
    const seen = new Map([target, ...places.map(({ document }) => document)].map((each) => [each.uri, each]));
    const hint = explainPublishedUnresolved([...seen.values()], request.backend, context);
    appendAll(reasons, hint === undefined ? (serverEntry?.environment?.refused ?? []) : [hint]);
    appendAll(reasons, await explainUnloadedFiles(paths, { target, server, environment }, context));
  }
  return {
    count,
    ...(hasMore || isIncomplete || unparsed.length > 0 ? { more: true } : {}),
    places: listed.map(({ document, offset }) => placeAt(document, offset, context)),
    ...(reasons.length > 0 ? { why: reasons.join("; ") } : {}),
  };
}
