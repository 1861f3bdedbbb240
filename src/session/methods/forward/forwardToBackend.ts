/**
 * `locate/*` requests that the backend answers: the steps from params to result, which all these
 * methods share.
 */

import { ResponseError } from "vscode-jsonrpc/node";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { type Backend, ensureBackend, isEmbedded } from "../../../ask/backend/backend.js";
import { isReady } from "../../../ask/backend/backendReadiness.js";
import { isSupported, unsupportedError } from "../../../ask/backend/supportCheck.js";
import { explainPublishedUnresolved, explainUnresolvedImports } from "../../../ask/diagnostics/unresolvedImports.js";
import { changesFiles, isCheckedMethod, type LocateMethod } from "../../../ask/policy.js";
import { codes, LocateError } from "../../../error.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { type AnswerCheck, createAnswerCheck } from "../../completeness/answerCheck.js";
import { methodsWithEnclosingSymbols, positionsOfItems } from "../../completeness/answerPlaces.js";
import { type EnclosingSymbol, findEnclosingSymbols } from "../../completeness/enclosingSymbols.js";
import { createFileTexts, type FileTexts } from "../../completeness/fileTexts.js";
import { assertOtherName, embeddedRenameParams, readRenameOptions } from "../../completeness/rename/renameOptions.js";
import { canAnswerBySyntax, isSyntaxMethod } from "../../completeness/syntaxAnswers/answerBySyntax.js";
import { checkedAnswerBySyntax } from "../../completeness/syntaxAnswers/checkedAnswer.js";
import { textDigest, toPlaceResult } from "../../place/placeResult.js";
import { type Place, type PlaceOptions, resolvePlace } from "../../place/resolvePlace.js";
import {
  assertRequiredParam,
  locateOf,
  progressReporter,
  type RequestParams,
  withoutPartialResults,
  withoutProgress,
  withoutTokens,
} from "../params.js";
import { completeReport, publishedReport } from "./diagnosticReport.js";
import { prepareCall, requestResult } from "./locateQuestion.js";

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
    if (renaming) assertOtherName(renaming.options, first);
    const backend = await ensureBackend(first.document(), context.backends);
    const isAvailable = await isSupported(name, backend, context.token);
    const respondBySyntax = async () => {
      const bySyntax = await reportBySyntax({ name, place: first, backend, wantsPlace: wantsPlace === true }, context);
      return RawJson.object({ place: toPlaceResult(first, "point", context), ...bySyntax });
    };
    if (!isAvailable && !row.acceptsPush) return await respondBySyntax();
    if (isCheckedMethod(name))
      check = createAnswerCheck({ method: name, place: first, backend, extra: withoutTokens(rest) }, context);
    if (!isReady(backend)) check?.start();
    let sentText = first.document().text;
    const onSend = () => {
      sentText = first.document().text;
      // Once the request is written: asking the index takes a part of a millisecond.
      setImmediate(() => check?.start());
    };
    const own = renaming && isEmbedded(backend) ? embeddedRenameParams(renaming.options) : {};
    const call = {
      name,
      row,
      places,
      backend,
      extra: { ...rest, ...own },
      onSend,
      onItem: (item: unknown) => check?.noteItem(item),
    };
    // The server's answer is the first of several steps, which have one progress.
    const reportRename = renaming ? progressReporter(rest, context) : undefined;
    const prepared = await prepareCall(call, context);
    const extra = reportRename ? withoutProgress(prepared) : prepared;
    const report = { place: first, backend, startedAt };
    const requestBackend = () =>
      requestResult({ ...call, extra }, context).catch((error: unknown) => {
        if (row.acceptsPush && isMethodMissing(error)) return publishedReport(report, context);
        throw error;
      });
    const asked = { place: first, backend, context, request: requestBackend, report: reportRename };
    const rename =
      renaming && (await import("../../completeness/rename/renameSymbol.js")).createRename(renaming.options, asked);
    const prepare = async () => {
      const { prepareRename, settle } = await import("../../completeness/rename/members/refusedRename.js");
      return prepareRename(await settle(requestBackend()), asked, context);
    };
    const backendResult = rename?.ask ?? (name === "prepareRename" ? prepare : requestBackend);
    const firstAnswer = () => {
      if (!isAvailable) return publishedReport(report, context);
      return row.acceptsPush ? completeReport(backendResult, rest, report, context) : backendResult();
    };
    let firstResult: RawJson;
    try {
      firstResult = await firstAnswer();
    } catch (error) {
      if (isMethodMissing(error)) return await respondBySyntax();
      throw withHint(error, first, backend, context);
    }
    const { result, ...facts } = rename
      ? await rename.complete(firstResult).catch((error: unknown) => {
          throw withHint(error, first, backend, context);
        })
      : ((await check?.complete(firstResult, backendResult)) ?? { result: firstResult });
    if (!wantsPlace && !renaming?.options.apply) return result;
    const placeResult = toPlaceResult(first, options.as === "document" ? "range" : options.as, context);
    const described = {
      ...(await describeAnswer(name, result, backend, context, check?.texts())),
      ...(name === "diagnostic" && describeCheck(first, backend, result, context)),
      ...(isEmptyAnswer(result) && explainEmpty(first, backend, context)),
    };
    return RawJson.object({
      place: changesFiles(name) ? { ...placeResult, text_sha256: textDigest(sentText) } : placeResult,
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
  const { texts, ...answer } = await checkedAnswerBySyntax(question, context);
  const described = await describeAnswer(name, answer.result, backend, context, texts);
  return { ...answer, by: "syntax", ...described };
}

/**
 * Says which text was checked, whether only its syntax was, and what is known of the environment
 * where the server does not find an import.
 */
function describeCheck({ document }: Place, backend: Backend, result: RawJson, { servers }: RequestContext) {
  const { version, text } = document();
  const { items = [] } = (result.parse() ?? {}) as { readonly items?: readonly Diagnostic[] };
  const hint = explainUnresolvedImports(items, text, backend, servers);
  return { version, checked: isEmbedded(backend) ? "syntax" : "all", ...(hint !== undefined && { hint }) };
}

/** Whether a result is null or an empty list. */
function isEmptyAnswer({ bytes }: RawJson): boolean {
  return bytes.length <= 4 && /^(?:null|\[\s*\])$/.test(bytes.toString("latin1"));
}

/** Returns a server's error, with what it does not find of what the document imports. */
function withHint(error: unknown, place: Place, backend: Backend, context: RequestContext): unknown {
  const { hint } = error instanceof ResponseError ? explainEmpty(place, backend, context) : {};
  if (hint === undefined) return error;
  const { code, message, data } = error as ResponseError<unknown>;
  return new ResponseError(code, `${message.trimEnd()}\n${hint}`, data);
}

/** Says why the server may know nothing: it does not find what the document imports. */
function explainEmpty({ document }: Place, backend: Backend, context: RequestContext): { readonly hint?: string } {
  const [hint] = explainPublishedUnresolved([document()], backend, context);
  return hint === undefined ? {} : { hint };
}

/** Returns what is known of an answer besides its bytes. */
async function describeAnswer(
  name: string,
  result: RawJson,
  { encoding }: Backend,
  context: RequestContext,
  texts: FileTexts = createFileTexts(context),
): Promise<{ readonly enclosing?: readonly (EnclosingSymbol | null)[] }> {
  const positions = methodsWithEnclosingSymbols.has(name) ? positionsOfItems(name, result.parse()) : undefined;
  if (positions === undefined) return {};
  return { enclosing: await findEnclosingSymbols(positions, encoding, texts, context) };
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
