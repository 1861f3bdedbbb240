/** The question of a `locate/*` method to its backend: its params, and what its answer becomes. */

import { ask, askPrepared, type OwnQuestion, prepareQuestion } from "../../../ask/ask.js";
import type { Backend } from "../../../ask/backend/backend.js";
import { keepToWorktree, otherWorktreeTest } from "../../../ask/documents/worktreeFilter.js";
import { type LocateMethod, partPolicy } from "../../../ask/methodTable.js";
import { isWordAt } from "../../../locate/find/characters.js";
import { offsetsToRange, offsetToPosition } from "../../../text/position.js";
import { pathOfUri } from "../../../uri.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { withoutOwnVersions } from "../../client/translatedMessages.js";
import { withOpeningProgress } from "../../completeness/definitions/indexState.js";
import type { Place } from "../../place/resolvePlace.js";
import { progressReporter, type RequestParams, withoutProgress, withoutTokens } from "../params.js";
import { addDefaultParams } from "./defaultParams.js";

/** A request to the backend, with its places resolved. */
export interface BackendCall {
  readonly name: string;
  readonly row: LocateMethod;
  readonly places: readonly Place[];
  readonly backend: Backend;
  /** The params beside the Locate, as the client gave them. */
  readonly extra: RequestParams;
  /** What the second request is about, if the client has said that; else it is prepared. */
  readonly item?: object | undefined;
  /** Called in the turn in which the request is sent. */
  readonly onSend: () => void;
  /** Called with the item that a second request is about. */
  readonly onItem: (item: unknown) => void;
}

/**
 * Waits for what the answer depends on. Returns the params for the request: progress under the
 * client's token is ours if it is used while a backend loads, and ends with the waiting; the
 * backend must not begin it again.
 */
export async function prepareCall(call: BackendCall, context: RequestContext): Promise<RequestParams> {
  let { extra } = call;
  const onWaiting = () => {
    extra = withoutProgress(extra);
  };
  await prepareQuestion({ ...questionOf(call, context), onWaiting }, context);
  return extra;
}

/** Makes the question of a method with its places resolved. */
export function questionOf(call: BackendCall, context: RequestContext): OwnQuestion {
  const { name, row, places, backend, extra, onSend } = call;
  const first = places[0] as Place;
  return {
    method: `textDocument/${row.requestMethod ?? name}`,
    name,
    policy: row,
    backend,
    document: first.document,
    async params(attempt) {
      // Progress and partial results are those of the first request.
      const own = attempt === "first" ? extra : withoutTokens(extra);
      const filled = await addDefaultParams(name, first, own, backend, context);
      // The tokens of a two-step method belong to its second request.
      const ownParams = row.followUpMethod === undefined ? filled : {};
      return () => ({
        ...ownParams,
        textDocument: { uri: first.document().uri },
        ...positionParams(row, places, backend, attempt === "left"),
      });
    },
    partialResultToken: extra["partialResultToken"],
    hasWordToTheLeft: () => row.retriesOneLeft === true && wordEndBefore(first) !== undefined,
    onSend,
    onProgress: progressReporter(extra, context),
  };
}

/** Asks the question that has been prepared, and its second request where it has one. */
export async function requestResult(call: BackendCall, context: RequestContext): Promise<RawJson> {
  const { name, row, places, backend } = call;
  const isWrongFile = otherWorktreeTest(pathOfUri((places[0] as Place).document().uri));
  const rewrite = (method: string, { bytes }: RawJson) =>
    new RawJson(backend.link.rewriteResult(method, keepToWorktree(name, bytes, isWrongFile)));
  if (row.followUpMethod !== undefined)
    return rewrite(row.followUpMethod, await requestFollowUp(row.followUpMethod, call, context));
  const asked = { backend, place: places[0] as Place };
  const progress = progressReporter(call.extra, context);
  const answer = askPrepared(questionOf(call, context), context);
  const result = await withOpeningProgress(answer, asked, progress, context);
  const hasEdits = row.changesText || row.takes === "range";
  const editPaths = name === "codeAction" ? [["*", "edit"]] : [[]];
  const body = hasEdits ? withoutOwnVersions(result.bytes, editPaths, context.unopenedFiles) : result.bytes;
  return rewrite(`textDocument/${row.requestMethod ?? name}`, body === result.bytes ? result : new RawJson(body));
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

/** Sends the second request about its item, or the first one that is prepared. */
async function requestFollowUp(method: string, call: BackendCall, context: RequestContext): Promise<RawJson> {
  const { extra, backend, onItem } = call;
  const item = call.item ? backend.link.originalItem(method, call.item) : await preparedItem(call, context);
  if (item === undefined || item === null) return new RawJson(Buffer.from("null"));
  onItem(item);
  return ask({ method, policy: partPolicy, backend, params: () => () => ({ ...extra, item }) }, context);
}

async function preparedItem(call: BackendCall, context: RequestContext): Promise<unknown> {
  const items = (await askPrepared(questionOf(call, context), context)).parse();
  return Array.isArray(items) ? items[0] : undefined;
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
