/**
 * `locate/*` requests that the backend answers: the steps from params to result, which all these
 * methods share. What is a method's own is a row of `ask/methodTable.ts`, or of `answerers.ts`.
 */

import type { Location } from "vscode-languageserver-protocol";
import { ensureBackend, isEmbedded } from "../../../ask/backend/backend.js";
import { isReady } from "../../../ask/backend/backendReadiness.js";
import { isSupported } from "../../../ask/backend/supportCheck.js";
import { isCheckedMethod, type LocateMethod, lspMethods } from "../../../ask/methodTable.js";
import { LocateError } from "../../../error.js";
import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { CELL_KIND } from "../../../locate/symbols/symbolNode.js";
import { inlineCode } from "../../../text/printable.js";
import { RawJson } from "../../../wire/rawJson.js";
import { assertWritable } from "../../client/libraryContext.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createAnswerCheck } from "../../completeness/answerCheck.js";
import { assertOtherName, readRenameOptions } from "../../completeness/rename/renameOptions.js";
import { type Place, type PlaceOptions, resolvePlace } from "../../place/resolvePlace.js";
import { assertRequiredParam, locateOf, type RequestParams, withoutPartialResults, withoutTokens } from "../params.js";
import { openAnswerer } from "./answerers.js";
import { askInnerServer } from "./askInnerServer.js";
import {
  canRespondBySyntax,
  describeAnswer,
  isEmptyAnswer,
  isMethodMissing,
  respondBySyntax,
  withHint,
} from "./describeAnswer.js";
import type { ForwardedCall, ForwardedRequest, PreparedRequest } from "./forwardedRequest.js";

export async function forwardToBackend(
  name: string,
  row: LocateMethod,
  params: RequestParams,
  context: RequestContext,
): Promise<unknown> {
  const request = readRequest(name, row, params, context);
  const places: Place[] = [];
  try {
    for (const each of request.locates) places.push(await resolvePlace(each, request.placeOptions, context));
    const inner = await askInnerServer(request, places, context);
    const uses = inner && "declaration" in inner ? inner.uses : [];
    if (inner && "declaration" in inner) {
      for (const place of places.splice(0, places.length, inner.declaration)) place.release();
    } else if (inner && !isEmptyAnswer(inner.result)) {
      const { result, facts, call, text } = inner;
      if (!request.wantsPlace && !request.renaming?.options.apply) return result;
      return await describeAnswer({ result, ...facts }, call, { check: undefined, text }, context);
    }
    const own = await openCall(request, places, context);
    const call = own.isAvailable || row.acceptsPush ? own : await findStandIn(own, context);
    const answer = await answerCall(call, context, uses);
    if (answer !== undefined || call !== own) return answer ?? (await respondBySyntax(call, context));
    // It has announced what it lacks.
    const other = await findStandIn(own, context);
    return (
      (other === own ? undefined : await answerCall(other, context, uses)) ?? (await respondBySyntax(other, context))
    );
  } finally {
    for (const place of places) place.release();
  }
}

/** Returns undefined where the server lacks the method. */
async function answerCall(call: ForwardedCall, context: RequestContext, uses: readonly Location[]): Promise<unknown> {
  if (!call.isAvailable && !call.row.acceptsPush) return undefined;
  const sent = prepareToSend(call, context);
  const answerer = await openAnswerer(call, sent, context);
  const refuse = (error: unknown): never => {
    throw withHint(error, call, context);
  };
  const first = await answerer.ask().catch((error) => (isMethodMissing(error) ? undefined : refuse(error)));
  if (!first) return undefined;
  const { result: own, ...facts } = await answerer.complete(first).catch(refuse);
  const result = uses.length === 0 ? own : RawJson.of([...((own.parse() ?? []) as readonly unknown[]), ...uses]);
  if (!call.wantsPlace && !call.renaming?.options.apply) return result;
  const mark = call.insteadOf === undefined ? {} : { by: "embedded", instead_of: call.insteadOf };
  return await describeAnswer({ result, ...facts, ...mark, ...answerer.describe?.(result) }, call, sent, context);
}

/**
 * Returns a call that the document's server can't answer as one to the embedded server; as it is
 * where syntax and that server answer it, or the embedded server, which reads files on disk, has
 * another text or can't do it either.
 */
async function findStandIn(call: ForwardedCall, context: RequestContext): Promise<ForwardedCall> {
  const { name, place, backend: own } = call;
  const isOpen = context.documents.get(place.document().uri) !== undefined;
  if (isEmbedded(own) || isOpen || (await canRespondBySyntax(call, context))) return call;
  const backend = context.backends.standIn?.(place.document());
  if (backend === undefined) return call;
  const isAvailable = await isSupported(name, backend, context.token).catch(() => false);
  // The client reads places as the document's own server counts.
  if (backend.encoding !== own.encoding) return call;
  const other = { ...call, backend, isAvailable, insteadOf: own.name };
  return isAvailable || (await canRespondBySyntax(other, context)) ? other : call;
}

/** Asks as a client does that wants the place, and parses the answer. */
export async function askBackend<Answer>(
  name: string,
  params: RequestParams,
  context: RequestContext,
): Promise<Answer> {
  const row = lspMethods[name];
  if (row === undefined) throw new TypeError(`there is no method ${name}`);
  const answer = await forwardToBackend(name, row, { ...params, place: true }, context);
  return (answer instanceof RawJson ? answer.parse() : answer) as Answer;
}

/** Reads the params beside the Locate. Errors: `invalid_locate`, or a param that is missing. */
function readRequest(
  name: string,
  row: LocateMethod,
  params: RequestParams,
  context: RequestContext,
): ForwardedRequest {
  const { locate: _, place: wantsPlace, ...given } = params;
  const startedAt = performance.now();
  const locates = locatesOf(params, row);
  if (wantsPlace !== undefined && wantsPlace !== null && typeof wantsPlace !== "boolean") {
    throw new LocateError("invalid_locate", "place must be true or false.", { field: "place", expected: "boolean" });
  }
  assertRequiredParam(name, row, given);
  const renaming = name === "rename" ? readRenameOptions(given, wantsPlace === true, context) : undefined;
  return {
    ...{ name, row, locates, renaming, startedAt, wantsPlace: wantsPlace === true },
    // A checked answer may be that of a second request, and is sent as one.
    extra: renaming?.params ?? (isCheckedMethod(name) ? withoutPartialResults(given) : given),
    placeOptions: { as: placeKindOf(row), purpose: row.changesText ? "write" : "read" },
  };
}

function locatesOf(params: RequestParams, { takes }: LocateMethod): readonly unknown[] {
  const locate = locateOf(params);
  return Array.isArray(locate) && (takes === "points" || takes === "ranges") ? locate : [locate];
}

function placeKindOf({ takes }: LocateMethod): PlaceOptions["as"] {
  if (takes === "document") return "document";
  return takes === "point" || takes === "points" ? "point" : "range";
}

/** Finds the backend of the places' document, and whether it has the method. */
async function openCall(
  request: ForwardedRequest,
  places: readonly Place[],
  context: RequestContext,
): Promise<ForwardedCall> {
  const place = assertOneDocument(places);
  if (request.placeOptions.purpose === "write") assertWritable(place.document(), context);
  if (request.placeOptions.as === "point") assertNamed(request.name, places);
  if (request.renaming) assertOtherName(request.renaming.options, place);
  const backend = await ensureBackend(place.document(), context.backends);
  const isAvailable = await isSupported(request.name, backend, context.token);
  return { ...request, places, place, backend, isAvailable };
}

/** Errors: `invalid_locate` for a cell of a notebook, which has no name that a server knows. */
function assertNamed(method: string, places: readonly Place[]): void {
  for (const { resolution } of places) {
    const { symbol, match } = resolution ?? {};
    if (symbol?.kind !== CELL_KIND || match !== undefined) continue;
    const cell = formatSymbolPath(symbol.path);
    throw new LocateError(
      "invalid_locate",
      `${method} is about a name, and ${inlineCode(cell)} is a cell. Write a name that is in it, ${inlineCode(`${cell}@<name>`)}, or the path of what it declares.`,
      { field: "locate", expected: "a name" },
    );
  }
}

/** Prepares the comparison of the answer, which begins as soon as the request is sent. */
function prepareToSend({ name, place, backend, extra }: ForwardedCall, context: RequestContext): PreparedRequest {
  const check = isCheckedMethod(name)
    ? createAnswerCheck({ method: name, place, backend, extra: withoutTokens(extra) }, context)
    : undefined;
  if (!isReady(backend)) check?.start();
  const sent: PreparedRequest = {
    check,
    text: place.document().text,
    onSend() {
      sent.text = place.document().text;
      // Once the request is written: asking the index takes a part of a millisecond.
      setImmediate(() => check?.start());
    },
    onItem: (item) => check?.noteItem(item),
  };
  return sent;
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
