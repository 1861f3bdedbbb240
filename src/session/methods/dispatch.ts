/** One `locate/*` request from its params to its result: the steps that all methods share, in order. */

import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import { codes, LocateError } from "../../error.js";
import { looseSimilarity } from "../../locate/similarity.js";
import { offsetsToRange, offsetToPosition } from "../../text/position.js";
import { RawJson } from "../../wire/conversation.js";
import { awakened, type Backend } from "../backend/backend.js";
import { isReady, mayGuess, whenReady } from "../backend/backendReadiness.js";
import { type LocateMethod, locateMethods, methods } from "../backend/locateMethods.js";
import { ask } from "../backend/sendRequest.js";
import { isSupported, unsupported } from "../backend/supportCheck.js";
import { withoutOurVersions } from "../client/translation.js";
import { tellOfChangedFiles } from "../documents/diskChanges.js";
import { pushedReport } from "../documents/pushDiagnostics.js";
import { placeReport } from "../place/placeResult.js";
import { type Place, placeOf, type Wish } from "../place/resolvePlace.js";
import type { Session } from "../session.js";
import { filledIn } from "./defaultParams.js";
import { describe } from "./describe.js";
import { edit } from "./edit.js";
import { edgeOnTheLeft, isEmptyAnswer } from "./emptyResult.js";
import { nodes } from "./nodes.js";
import { outline } from "./outline.js";
import { search } from "./search.js";
import { status } from "./status.js";
import { track, untrack } from "./track.js";

/** Answers `locate/…`. Errors: see docs/protocol.md. */
export async function perform(
  method: string,
  params: unknown,
  session: Session,
  token: CancellationToken,
): Promise<unknown> {
  const name = method.slice("locate/".length);
  const request = readParams(params);
  switch (name) {
    case "resolve":
    case "resolveRange": {
      const as = name === "resolve" ? "point" : "range";
      const place = await placeOf(locateOf(request), { as, purpose: "read" }, session, token);
      try {
        return placeReport(place, as, session);
      } finally {
        place.release();
      }
    }
    case "describe":
      return describe(request, session, token);
    case "outline":
      return outline(request, session, token);
    case "nodes":
      return nodes(request, session, token);
    case "search":
      return search(request, session, token);
    case "track":
      return track(request, session, token);
    case "untrack":
      return untrack(request, session);
    case "edit":
      return edit(request, session, token);
    case "status":
      return status(request, session);
    default: {
      const row = Object.hasOwn(methods, name) ? methods[name] : undefined;
      if (!row) throw unknownMethod(method);
      return run(name, row, request, session, token);
    }
  }
}

/** The params of a request: an object, open to whatever the original method takes. */
export type Params = Readonly<Record<string, unknown>>;

async function run(
  name: string,
  row: LocateMethod,
  params: Params,
  session: Session,
  token: CancellationToken,
): Promise<unknown> {
  const { locate: _locate, place: wantsPlace, ...rest } = params;
  const locate = locateOf(params);
  if (wantsPlace !== undefined && wantsPlace !== null && typeof wantsPlace !== "boolean") {
    throw new LocateError("invalid_locate", "place must be true or false.", { field: "place", expected: "boolean" });
  }
  assertWritten(name, row, rest);
  const wish: Wish = { as: wishOf(row), purpose: row.changesText ? "write" : "read" };
  const isList = Array.isArray(locate) && (row.takes === "points" || row.takes === "ranges");
  const places: Place[] = [];
  try {
    for (const one of isList ? locate : [locate]) places.push(await placeOf(one, wish, session, token));
    const first = assertOneDocument(places);
    const backend = await awakened(first.document(), session);
    const canBeAsked = await isSupported(name, backend, token);
    if (!canBeAsked && !row.elseTold) throw unsupported(name, backend);
    let extra = rest;
    // Opened first: there are servers that only begin to load then.
    const document = first.document();
    if (!row.atOnce) backend.link.between(() => session.unopened.openAtBackend(document));
    if (row.acrossFiles || (!row.atOnce && mayGuess(name, backend))) {
      // Progress under the client's token ends with our waiting; the backend must not begin it again.
      if (!isReady(backend)) extra = withoutProgress(rest);
      await whenReady(backend, token, progressToken(rest));
    }
    if (row.acrossFiles) await tellOfChangedFiles(session);
    const told = async () => RawJson.of(await pushedReport(first.document, backend, token));
    const asked = () =>
      answer({ name, row, places, extra, backend, token }).catch((error: unknown) => {
        // There are servers that announce what they then only do for clients which declare it.
        if (!(error instanceof ResponseError) || error.code !== codes.methodNotFound) throw error;
        if (row.elseTold) return told();
        throw unsupported(name, backend);
      });
    const result = await (canBeAsked ? asked() : told());
    if (!wantsPlace) return result;
    const report = placeReport(first, wish.as === "document" ? "range" : wish.as, session);
    return RawJson.object({ place: report, result });
  } finally {
    for (const place of places) place.release();
  }
}

interface Asked {
  readonly name: string;
  readonly row: LocateMethod;
  readonly places: readonly Place[];
  /** What goes along with the place, as the client gave it. */
  readonly extra: Params;
  readonly backend: Backend;
  readonly token: CancellationToken;
  /** Ask one character to the left of the place. */
  readonly oneLeft?: boolean;
  /** Called in the turn in which the question leaves. */
  readonly leaving?: () => void;
}

async function answer(asked: Asked): Promise<RawJson> {
  const { row, places, backend } = asked;
  const leaving = (method: string, { bytes }: RawJson) => new RawJson(backend.link.leaving(method, bytes));
  let result = await firstAnswer(asked);
  if (row.leansLeft && isEmptyAnswer(result)) {
    const place = places[0];
    if (place && edgeOnTheLeft(place) !== undefined) {
      result = await oneAnswer({ ...asked, extra: withoutTokens(asked.extra), oneLeft: true });
    }
  }
  if (row.thenAsks !== undefined) return leaving(row.thenAsks, await secondStep(result, row.thenAsks, asked));
  if (row.changesText || row.takes === "range") {
    const body = withoutOurVersions(
      result.bytes,
      asked.name === "codeAction" ? [["*", "edit"]] : [[]],
      backend.session,
    );
    if (body !== result.bytes) result = new RawJson(body);
  }
  return leaving(`textDocument/${row.asks ?? asked.name}`, result);
}

/** An answer, or a refusal, that only means "still loading" is asked again once the backend has loaded. */
async function firstAnswer(asked: Asked): Promise<RawJson> {
  const { row, backend, token, extra } = asked;
  // Judged when the question leaves: opening the document may be what the backend begins to load with.
  let wasReady = true;
  const leaving = () => {
    wasReady = (row.atOnce === true && !row.notEmptyAtOnce) || isReady(backend);
  };
  try {
    const result = await oneAnswer({ ...asked, leaving });
    if (wasReady || !isEmptyAnswer(result)) return result;
  } catch (error) {
    if (wasReady || error instanceof LocateError || token.isCancellationRequested) throw error;
  }
  await whenReady(backend, token, progressToken(extra));
  return oneAnswer({ ...asked, extra: withoutTokens(extra) });
}

async function oneAnswer({
  name,
  row,
  places,
  extra,
  backend,
  token,
  oneLeft = false,
  leaving,
}: Asked): Promise<RawJson> {
  const { session } = backend;
  const first = places[0] as Place;
  const filled = await filledIn(name, first, extra, backend, token);
  // Tokens of a two-step method belong to its second step.
  const along = row.thenAsks === undefined ? filled : {};
  const params = () => {
    const document = first.document();
    session.unopened.openAtBackend(document);
    leaving?.();
    return { ...along, textDocument: { uri: document.uri }, ...positions(row, places, backend, oneLeft) };
  };
  const partial = session.partials.watch(extra["partialResultToken"]);
  try {
    const question = {
      method: `textDocument/${row.asks ?? name}`,
      params,
      repeatable: () => !row.changesText && !partial.began(),
    };
    return await ask(question, backend, token);
  } finally {
    partial.release();
  }
}

function positions(row: LocateMethod, places: readonly Place[], { encoding }: Backend, oneLeft: boolean): Params {
  const position = (place: Place) => {
    const offset = (oneLeft ? edgeOnTheLeft(place) : undefined) ?? place.now().from;
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

/** Asks what the prepared item leads to. */
async function secondStep(prepared: RawJson, method: string, { extra, backend, token }: Asked): Promise<RawJson> {
  const items = prepared.parse();
  const item: unknown = Array.isArray(items) ? items[0] : undefined;
  if (item === undefined || item === null) return new RawJson(Buffer.from("null"));
  return ask({ method, params: () => ({ ...extra, item }), repeatable: () => true }, backend, token);
}

function wishOf({ takes }: LocateMethod): Wish["as"] {
  if (takes === "document") return "document";
  return takes === "point" || takes === "points" ? "point" : "range";
}

function readParams(params: unknown): Params {
  if (typeof params === "object" && params !== null && !Array.isArray(params)) return params as Params;
  throw new LocateError(
    "invalid_locate",
    'The params must be an object with a `locate`, as in { "locate": "src/file.py:Class.method@text" }.',
    {
      field: "params",
      expected: "object",
    },
  );
}

/** What is located; errors: `invalid_locate` where nothing is. */
export function locateOf({ locate }: Params): unknown {
  if (locate !== undefined && locate !== null) return locate;
  throw new LocateError(
    "invalid_locate",
    'The params have no `locate`. Write where you mean, as in { "locate": "src/file.py:Class.method@text" } or { "locate": { "file_path": …, "scope": …, "find": … } }.',
    { field: "locate", expected: "a Locate, as an object or in the string notation" },
  );
}

/** The first of them, all being in one document. */
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

/** What a backend would take as the word "undefined" where it is missing. */
function assertWritten(name: string, { needs }: LocateMethod, params: Params): void {
  if (needs === undefined || (typeof params[needs] === "string" && params[needs] !== "")) return;
  const slip = Object.keys(params).find((key) => key.replaceAll("_", "").toLowerCase() === needs.toLowerCase());
  const instead = slip !== undefined && slip !== needs ? ` Write ${needs} for ${slip}.` : "";
  throw new LocateError("invalid_locate", `locate/${name} needs ${needs}, a string that is not empty.${instead}`, {
    field: needs,
    expected: "a string that is not empty",
  });
}

function progressToken({ workDoneToken }: Params): string | number | undefined {
  return typeof workDoneToken === "string" || typeof workDoneToken === "number" ? workDoneToken : undefined;
}

function withoutProgress({ workDoneToken: _token, ...rest }: Params): Params {
  return rest;
}

/** A second asking must not speak under tokens that the first has used up. */
function withoutTokens({ workDoneToken: _work, partialResultToken: _partial, ...rest }: Params): Params {
  return rest;
}

function unknownMethod(method: string): LocateError {
  const [nearest] = [...locateMethods].sort((a, b) => looseSimilarity(b, method) - looseSimilarity(a, method));
  const advice = nearest !== undefined && looseSimilarity(nearest, method) >= 0.8 ? ` Write ${nearest}.` : "";
  return new LocateError("unknown_method", `There is no ${method}.${advice} There are: ${locateMethods.join(", ")}.`, {
    methods: locateMethods,
  });
}
