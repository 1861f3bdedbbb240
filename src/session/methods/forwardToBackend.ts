/**
 * `locate/*` requests that the backend answers: the steps from params to result, which all these
 * methods share.
 */

import { ResponseError } from "vscode-jsonrpc/node";
import { type Backend, ensureBackend } from "../../ask/backend/backend.js";
import {
  analysisTimeLeft,
  isReady,
  mayGuess,
  waitUntilReady,
  waitWhileRelisting,
} from "../../ask/backend/backendReadiness.js";
import { repeatWhileLoading } from "../../ask/backend/repeatWhileLoading.js";
import { sendRequest } from "../../ask/backend/sendRequest.js";
import { isSupported, unsupportedError } from "../../ask/backend/supportCheck.js";
import { awaitCheck, mergePublished } from "../../ask/diagnostics/checkDiagnostics.js";
import { awaitPublishedDiagnostics } from "../../ask/diagnostics/pushDiagnostics.js";
import { renewDiagnostics } from "../../ask/diagnostics/renewDiagnostics.js";
import { notifyChangedFiles } from "../../ask/documents/diskChanges.js";
import { keepToWorktree, otherWorktreeTest } from "../../ask/documents/worktreeFilter.js";
import { isEmptyResult } from "../../ask/emptyResult.js";
import { isCheckedMethod, isEmptyFinal, type LocateMethod } from "../../ask/policy.js";
import { codes, LocateError } from "../../error.js";
import { isWordAt } from "../../locate/find/characters.js";
import { offsetsToRange, offsetToPosition } from "../../text/position.js";
import { pathOfUri } from "../../uri.js";
import { RawJson } from "../../wire/rawJson.js";
import type { RequestContext } from "../client/requestContext.js";
import { withoutOwnVersions } from "../client/translation.js";
import { type AnswerCheck, createAnswerCheck } from "../completeness/answerCheck.js";
import { methodsWithEnclosingSymbols, positionsOfItems } from "../completeness/answerPlaces.js";
import { type EnclosingSymbol, findEnclosingSymbols } from "../completeness/enclosingSymbols.js";
import { createFileTexts } from "../completeness/fileTexts.js";
import { readRenameOptions, renameSymbol } from "../completeness/rename/renameSymbol.js";
import { answerBySyntax, canAnswerBySyntax, isSyntaxMethod } from "../completeness/syntaxAnswers/answerBySyntax.js";
import { revisionOfTexts } from "../documents/sessionIndex.js";
import { textDigest, toPlaceResult } from "../place/placeResult.js";
import { type Place, type PlaceOptions, resolvePlace } from "../place/resolvePlace.js";
import { addDefaultParams } from "./defaultParams.js";
import { noDiagnosticsError } from "./diagnosticReport.js";
import {
  assertRequiredParam,
  locateOf,
  progressTokenOf,
  type RequestParams,
  withoutPartialResults,
  withoutProgress,
  withoutTokens,
} from "./params.js";

export async function forwardToBackend(
  name: string,
  row: LocateMethod,
  params: RequestParams,
  context: RequestContext,
): Promise<unknown> {
  const { locate: _locate, place: wantsPlace, ...given } = params;
  const startedAt = performance.now();
  const locate = locateOf(params);
  if (wantsPlace !== undefined && wantsPlace !== null && typeof wantsPlace !== "boolean") {
    throw new LocateError("invalid_locate", "place must be true or false.", { field: "place", expected: "boolean" });
  }
  assertRequiredParam(name, row, given);
  const renaming = name === "rename" ? readRenameOptions(given, wantsPlace === true, context) : undefined;
  // A checked answer may be that of a second request, and is sent as one.
  const rest = renaming?.params ?? (isCheckedMethod(name) ? withoutPartialResults(given) : given);
  const options: PlaceOptions = { as: placeKindOf(row), purpose: row.changesText ? "write" : "read" };
  const isList = Array.isArray(locate) && (row.takes === "points" || row.takes === "ranges");
  const places: Place[] = [];
  let check: AnswerCheck | undefined;
  try {
    for (const one of isList ? locate : [locate]) places.push(await resolvePlace(one, options, context));
    const first = assertOneDocument(places);
    const backend = await ensureBackend(first.document(), context.backends);
    const isAvailable = await isSupported(name, backend, context.token);
    const respondBySyntax = async () => {
      const bySyntax = await reportBySyntax({ name, place: first, backend, wantsPlace: wantsPlace === true }, context);
      return RawJson.object({ place: toPlaceResult(first, "point", context), ...bySyntax });
    };
    if (!isAvailable && !row.acceptsPush) return await respondBySyntax();
    let extra = rest;
    if (isCheckedMethod(name))
      check = createAnswerCheck({ method: name, place: first, backend, extra: withoutTokens(rest) }, context);
    if (!isReady(backend)) check?.start();
    // Opened before waiting: some servers begin to load only then.
    const document = first.document();
    if (row.dependsOn !== "text") backend.link.between(() => context.unopenedFiles.openAtBackend(document));
    if (row.dependsOn === "project" || (row.dependsOn !== "text" && mayGuess(name, backend))) {
      // Progress under the client's token is ours, and ends with the waiting; the backend must not
      // begin it again.
      if (!isReady(backend)) extra = withoutProgress(rest);
      await waitUntilReady(backend, context.token, progressReporter(rest, context));
    }
    if (row.dependsOn !== "text") await notifyChangedFiles(context);
    if (row.dependsOn === "project") await waitWhileRelisting(backend, context.token);
    const pushReport = async () => {
      const items =
        (await renewDiagnostics(first.document, startedAt, backend, {
          ...context,
          revisionOf: (document, timeoutMs) => revisionOfTexts(document, timeoutMs, context),
        })) ?? (await awaitPublishedDiagnostics(first.document, backend, context));
      if (items === undefined) throw noDiagnosticsError(backend, first.document(), context);
      return RawJson.of({ kind: "full", items });
    };
    let sentText = first.document().text;
    const onSend = () => {
      sentText = first.document().text;
      // Once the request is written: asking the index takes a part of a millisecond.
      setImmediate(() => check?.start());
    };
    const onItem = (item: unknown) => check?.noteItem(item);
    const backendResult = () =>
      requestResult({ name, row, places, extra, backend, context, onSend, onItem }).catch((error: unknown) => {
        if (row.acceptsPush && isMethodMissing(error)) return pushReport();
        throw error;
      });
    const pulledReport = async () => {
      await awaitCheck(first.document, backend, context, progressReporter(rest, context));
      return mergePublished(await backendResult(), first.document(), context);
    };
    let firstResult: RawJson;
    try {
      firstResult = await (!isAvailable ? pushReport() : row.acceptsPush ? pulledReport() : backendResult());
    } catch (error) {
      if (isMethodMissing(error)) return await respondBySyntax();
      throw error;
    }
    const { result, ...facts } = renaming
      ? await renameSymbol(firstResult, renaming.options, { place: first, backend, context, repeat: backendResult })
      : ((await check?.complete(firstResult, backendResult)) ?? { result: firstResult });
    if (!wantsPlace && !renaming?.options.apply) return result;
    const report = toPlaceResult(first, options.as === "document" ? "range" : options.as, context);
    const changesText = row.changesText || name === "formatting";
    const described = await describeAnswer(name, result, backend, context, check);
    return RawJson.object({
      place: changesText ? { ...report, text_sha256: textDigest(sentText) } : report,
      result,
      ...described,
      ...facts,
    });
  } finally {
    for (const place of places) place.release();
  }
}

/**
 * Whether the server lacks the method, although it declares it: some do so for all clients, others
 * for those which don't declare it, too.
 */
function isMethodMissing(error: unknown): boolean {
  return error instanceof ResponseError && error.code === codes.methodNotFound;
}

interface UnsupportedCall {
  readonly name: string;
  readonly place: Place;
  readonly backend: Backend;
  readonly wantsPlace: boolean;
}

/**
 * Answers a method that the backend does not have, from syntax and what it has. Errors:
 * `unsupported` where that is not possible, or the client could not see how it was answered.
 */
async function reportBySyntax(
  { name, place, backend, wantsPlace }: UnsupportedCall,
  context: RequestContext,
): Promise<Readonly<Record<string, unknown>>> {
  if (!isSyntaxMethod(name)) throw unsupportedError(name, backend);
  const question = { method: name, place, backend };
  const withPlace = await canAnswerBySyntax(question, context);
  if (!withPlace || !wantsPlace) throw unsupportedError(name, backend, { withPlace });
  const ask = () => answerBySyntax(question, context);
  const check = isCheckedMethod(name)
    ? createAnswerCheck({ method: name, place, backend, extra: {} }, context)
    : undefined;
  check?.start();
  const first = await ask();
  const { result, unconfirmed } = (await check?.complete(first, ask)) ?? { result: first };
  const described = await describeAnswer(name, result, backend, context, check);
  return { result, by: "syntax", ...described, ...(unconfirmed && { unconfirmed }) };
}

/** Returns what is known of an answer besides its bytes. */
async function describeAnswer(
  name: string,
  result: RawJson,
  { encoding }: Backend,
  context: RequestContext,
  check: AnswerCheck | undefined,
): Promise<{ readonly enclosing?: readonly (EnclosingSymbol | null)[] }> {
  const positions = methodsWithEnclosingSymbols.has(name) ? positionsOfItems(name, result.parse()) : undefined;
  if (positions === undefined) return {};
  const texts = check?.texts() ?? createFileTexts(context);
  return { enclosing: await findEnclosingSymbols(positions, encoding, texts, context) };
}

/**
 * Returns a function that reports progress under the client's own token; undefined where the client
 * gave none.
 */
function progressReporter(
  params: RequestParams,
  { notifyClient }: Pick<RequestContext, "notifyClient">,
): ((value: object) => void) | undefined {
  const token = progressTokenOf(params);
  return token === undefined ? undefined : (value) => notifyClient("$/progress", { token, value });
}

interface BackendCall {
  readonly name: string;
  readonly row: LocateMethod;
  readonly places: readonly Place[];
  /** The params beside the Locate, as the client gave them. */
  readonly extra: RequestParams;
  readonly backend: Backend;
  readonly context: RequestContext;
  /** Request one character to the left of the place. */
  readonly oneLeft?: boolean;
  /** Called in the turn in which the request is sent. */
  readonly onSend?: () => void;
  /** Called with the item that a second request is about. */
  readonly onItem?: (item: unknown) => void;
}

async function requestResult(call: BackendCall): Promise<RawJson> {
  const { row, places, backend, context } = call;
  const { uri } = (places[0] as Place).document();
  const isWrongFile = otherWorktreeTest(pathOfUri(uri));
  const rewrite = (method: string, { bytes }: RawJson) =>
    new RawJson(backend.link.rewriteResult(method, keepToWorktree(call.name, bytes, isWrongFile)));
  let result = await requestWithRetry(call);
  if (row.retriesOneLeft && isEmptyResult(result)) {
    const place = places[0];
    if (place && wordEndBefore(place) !== undefined) {
      result = await requestOnce({ ...call, extra: withoutTokens(call.extra), oneLeft: true });
    }
  }
  if (row.followUpMethod !== undefined)
    return rewrite(row.followUpMethod, await requestFollowUp(result, row.followUpMethod, call));
  if (row.changesText || row.takes === "range") {
    const body = withoutOwnVersions(
      result.bytes,
      call.name === "codeAction" ? [["*", "edit"]] : [[]],
      context.unopenedFiles,
    );
    if (body !== result.bytes) result = new RawJson(body);
  }
  return rewrite(`textDocument/${row.requestMethod ?? call.name}`, result);
}

/**
 * Sends a request, and repeats it if the result, or the error, may only mean that the backend had
 * not loaded or analysed the document: until there is a result that is not empty, at the latest
 * when it has.
 */
async function requestWithRetry(call: BackendCall): Promise<RawJson> {
  const { row, places, backend, extra, context } = call;
  // Checked when the request is sent: opening the document may be what makes the backend load.
  let wasReady = true;
  let analysisMs = 0;
  const onSend = () => {
    call.onSend?.();
    wasReady = isEmptyFinal(row) || isReady(backend);
    analysisMs = row.dependsOn === "text" ? 0 : analysisTimeLeft((places[0] as Place).document(), backend);
  };
  try {
    const result = await requestOnce({ ...call, onSend });
    if ((wasReady && analysisMs === 0) || !isEmptyResult(result)) return result;
  } catch (error) {
    if (wasReady || error instanceof LocateError || context.token.isCancellationRequested) throw error;
  }
  const request = () => requestOnce({ ...call, extra: withoutTokens(extra) });
  const onProgress = progressReporter(extra, context);
  const { token } = context;
  return repeatWhileLoading(request, { backend, analysisMs, isEmpty: isEmptyResult, token, onProgress });
}

async function requestOnce({
  name,
  row,
  places,
  extra,
  backend,
  context,
  oneLeft = false,
  onSend,
}: BackendCall): Promise<RawJson> {
  const first = places[0] as Place;
  const filled = await addDefaultParams(name, first, extra, backend, context);
  // The tokens of a two-step method belong to its second request.
  const ownParams = row.followUpMethod === undefined ? filled : {};
  const params = () => {
    const document = first.document();
    context.unopenedFiles.openAtBackend(document);
    onSend?.();
    return { ...ownParams, textDocument: { uri: document.uri }, ...positionParams(row, places, backend, oneLeft) };
  };
  const partialResult = context.partialResults.watch(extra["partialResultToken"]);
  try {
    const request = {
      method: `textDocument/${row.requestMethod ?? name}`,
      params,
      isRetryable: () => !row.changesText && !partialResult.hasBegun(),
    };
    return await sendRequest(request, backend, context);
  } finally {
    partialResult.release();
  }
}

function positionParams(
  row: LocateMethod,
  places: readonly Place[],
  { encoding }: Backend,
  oneLeft: boolean,
): RequestParams {
  const position = (place: Place) => {
    const offset = (oneLeft ? wordEndBefore(place) : undefined) ?? place.now().from;
    return offsetToPosition(place.document().text, offset, encoding);
  };
  const range = (place: Place) => offsetsToRange(place.document().text, place.now(), encoding);
  const first = places[0] as Place;
  switch (row.takes) {
    case "point":
      return { position: position(first) };
    case "points":
      return { positions: places.map(position) };
    case "range":
      return { range: range(first) };
    case "ranges":
      return { ranges: places.map(range) };
    case "document":
      return {};
  }
}

/** Sends the follow-up request about the first prepared item. */
async function requestFollowUp(
  prepared: RawJson,
  method: string,
  { extra, backend, context, onItem }: BackendCall,
): Promise<RawJson> {
  const items = prepared.parse();
  const item: unknown = Array.isArray(items) ? items[0] : undefined;
  if (item === undefined || item === null) return new RawJson(Buffer.from("null"));
  onItem?.(item);
  return sendRequest({ method, params: () => ({ ...extra, item }), isRetryable: () => true }, backend, context);
}

function placeKindOf({ takes }: LocateMethod): PlaceOptions["as"] {
  if (takes === "document") return "document";
  return takes === "point" || takes === "points" ? "point" : "range";
}

/** Returns the first place; all of them must be in one document. */
function assertOneDocument(places: readonly Place[]): Place {
  const [first] = places;
  if (!first) {
    throw new LocateError("invalid_locate", "locate is an empty array. Write at least one Locate.", {
      field: "locate",
      expected: "one Locate or more",
    });
  }
  const uris = new Set(places.map((place) => place.document().uri));
  if (uris.size === 1) return first;
  throw new LocateError(
    "invalid_locate",
    "All the Locates of one request must be in the same file. Ask file by file.",
    {
      field: "locate",
      expected: "Locates in one file",
    },
  );
}

/**
 * Returns the offset of a word's last character if the place is at the word's right edge; else
 * undefined.
 */
function wordEndBefore(place: Place): number | undefined {
  const { text } = place.document();
  const { from } = place.now();
  const around = text.slice(Math.max(0, from - 2), from + 2);
  const at = Math.min(2, from);
  const width = /[\uDC00-\uDFFF]/.test(around[at - 1] ?? "") ? 2 : 1;
  if (at === 0 || !isWordAt(around, at - width)) return undefined;
  return at < around.length && isWordAt(around, at) ? undefined : from - width;
}
