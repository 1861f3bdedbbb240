/**
 * Completes the answers to a client's own requests, as those to `locate/*` are completed. The
 * client gets the server's bytes where nothing was added. What may be missing all the same is said
 * beside it: a plain answer has no room for it.
 */

import { type Backend, ensureBackend, hasIndex, isEmbedded } from "../../../ask/backend/backend.js";
import { unsupportedError } from "../../../ask/backend/supportCheck.js";
import { isCheckedMethod, type LocateMethod, lspMethods, shortName } from "../../../ask/methodTable.js";
import { isObject } from "../../../backend/isObject.js";
import { LocateError } from "../../../error.js";
import { isWordAt } from "../../../locate/find/characters.js";
import type { SymbolNode } from "../../../locate/symbols/symbolNode.js";
import {
  offsetToPosition,
  type Position,
  positionToOffset,
  type Range,
  rangeToOffsets,
} from "../../../text/position.js";
import { escapeName } from "../../../text/printable.js";
import type { Stretch } from "../../../text/stretch.js";
import { pathOfUri } from "../../../uri.js";
import { elements, findValue, type Splice, skipSpace, splice, stringAt } from "../../../wire/json.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createAnswerCheck } from "../../completeness/answerCheck.js";
import { prepareRename, resultOf, type Settled, settle } from "../../completeness/rename/members/renameAtInterface.js";
import { embeddedRenameParams } from "../../completeness/rename/renameOptions.js";
import { createRename, type RenameContext } from "../../completeness/rename/renameSymbol.js";
import { canAnswerBySyntax, isSyntaxMethod } from "../../completeness/syntaxAnswers/answerBySyntax.js";
import { checkedAnswerBySyntax } from "../../completeness/syntaxAnswers/checkedAnswer.js";
import { isHierarchy, prepareBySyntax } from "../../completeness/syntaxAnswers/prepareBySyntax.js";
import {
  type CompletedPlace,
  placeAt,
  type Unconfirmed,
  type UnconfirmedPlace,
} from "../../completeness/unconfirmed.js";
import { requestResult } from "../../methods/forward/locateQuestion.js";
import { withoutTokens } from "../../methods/params.js";
import { lastPlainName } from "../../place/declarationPath.js";
import { createPlace, type Place } from "../../place/resolvePlace.js";
import { type DocumentVersion, syntaxViewOf } from "../../place/syntaxView.js";
import {
  type AnswerSources,
  type CapturedText,
  type CompletedResult,
  type PlainRequest,
  positionIn,
} from "./plainRequest.js";
import { completeSymbols } from "./workspaceSymbols.js";

/** Finds the place that a request is about, and its backend. */
export async function openAnswerSources(
  request: PlainRequest,
  captured: CapturedText | undefined,
  context: RequestContext,
): Promise<AnswerSources> {
  const { method, params, uri } = request;
  if (uri === undefined || method === "workspace/symbol") {
    captured?.snapshot.release();
    const { query } = params;
    const complete = async (result: Buffer) =>
      typeof query === "string" ? completeSymbols(result, query, context) : { result };
    return { start() {}, complete, answerBySyntax: () => complete(Buffer.from("[]")), release() {} };
  }
  const { document, snapshot } = captured ?? (await readText(uri, context));
  if (method === "textDocument/documentSymbol") {
    const version = { uri: document.uri, languageId: document.languageId, text: snapshot.text };
    const complete = async (result: Buffer) => ({ result: await putNamesFirst(result, version, context) });
    const answerBySyntax = () => Promise.reject(new Error(`${method} is not answered from syntax`));
    return { start() {}, complete, answerBySyntax, release: () => snapshot.release() };
  }
  const backend = await ensureBackend(document, context.backends);
  const offset = positionToOffset(snapshot.text, positionOf(params), backend.encoding);
  const place = createPlace(document, snapshot, { from: offset, to: offset }, context.documents);
  return { ...sourcesAt(place, backend, request, context), release: () => place.release() };
}

/**
 * The limit of the work of completing an answer. Longer than for `locate/*`, since a plain answer
 * can't say that the search was cut, or that a busy server could not be asked again: the client's
 * own limit comes first on a machine that is very busy.
 */
const CHECK_TIMEOUT_MS = 20_000;

async function readText(uri: string, { unopenedFiles }: RequestContext): Promise<CapturedText> {
  const document = await unopenedFiles.read(pathOfUri(uri) ?? uri);
  return { document, snapshot: document.takeSnapshot() };
}

function positionOf(params: PlainRequest["params"]): Position {
  const position = positionIn(params);
  if (position) return position;
  throw new LocateError("invalid_locate", "The params have no position.", {
    field: "position",
    expected: "a position",
  });
}

function sourcesAt(
  place: Place,
  backend: Backend,
  { method, params }: PlainRequest,
  context: RequestContext,
): Omit<AnswerSources, "release"> {
  const name = shortName(method);
  const { textDocument: _document, position: _position, item: given, ...extra } = withoutTokens(params);
  const row = lspMethods[name] as LocateMethod;
  const item = isObject(given) ? given : undefined;
  const call = { name, row, places: [place], backend, extra, item, onSend() {}, onItem() {} };
  const repeat = () => requestResult(call, context);
  const answerBySyntax = () => answerLackingMethod({ method, place, backend }, context);
  const where = { method, place, context };
  if (name === "rename" || name === "prepareRename") {
    const describe = async (given: Settled<RawJson>) => {
      // The embedded server has been asked without what the index says.
      const isIndexed = isEmbedded(backend) && hasIndex(backend);
      const own = isIndexed ? await embeddedRenameParams({ apply: false }, { place, backend }, context) : {};
      const request = () => requestResult({ ...call, extra: { ...extra, ...own } }, context);
      const first = isIndexed ? await settle(request()) : given;
      if (name === "prepareRename") return { result: (await prepareRename(first, { place, backend }, context)).bytes };
      const renaming = { place, backend, context, request };
      const { result, unconfirmed } = await completeRename(String(params["newName"]), first, renaming);
      return describeResult(result.bytes, { unconfirmed }, where);
    };
    const complete = (result: Buffer) => describe({ result: new RawJson(result) });
    return { start() {}, complete, completeRefusal: (error) => describe({ error }), answerBySyntax };
  }
  const check = isCheckedMethod(name)
    ? createAnswerCheck({ method: name, place, backend, extra, timeoutMs: CHECK_TIMEOUT_MS }, context)
    : undefined;
  const complete = async (result: Buffer) => {
    if (!check) return { result };
    const answer = await check.complete(new RawJson(result), repeat);
    return describeResult(answer.result.bytes, answer, where);
  };
  const last = async () => {
    const found = await check?.last();
    if (!found) return undefined;
    const { result, ...findings } = found.completed;
    return { given: found.answer, completed: describeResult(result.bytes, findings, where) };
  };
  return { start: () => check?.start(), last, complete, answerBySyntax };
}

/** Completes the server's answer to a rename as `locate/rename` does. */
async function completeRename(newName: string, given: Settled<RawJson>, renaming: RenameContext) {
  const options = {
    ...{ newName, apply: false, keepsPublic: true, changesLibraries: false },
    ...{ reportsLeftOut: false, text: undefined, also: [], check: true, stopsAtError: true },
  } as const;
  let first: Settled<RawJson> | undefined = given;
  const request = async () => {
    const answer = first;
    first = undefined;
    return answer ? resultOf(answer) : renaming.request();
  };
  const rename = createRename(options, { ...renaming, request });
  return rename.complete(await rename.ask());
}

interface LackingRequest {
  /** As LSP writes it. */
  readonly method: string;
  readonly place: Place;
  readonly backend: Backend;
}

/** Returns the result. Errors: `unsupported`, which names what to ask for instead. */
async function answerLackingMethod(request: LackingRequest, context: RequestContext): Promise<CompletedResult> {
  const { place, backend } = request;
  const name = shortName(request.method);
  if (isHierarchy(name)) return { result: (await prepareBySyntax(name, { place, backend }, context)).bytes };
  const question = { place, backend };
  if (!isSyntaxMethod(name) || !(await canAnswerBySyntax({ ...question, method: name }, context)))
    throw unsupportedError(name, backend);
  const answer = await checkedAnswerBySyntax({ ...question, method: name }, context);
  return describeResult(answer.result.bytes, answer, { method: request.method, place, context });
}

/** Returns an answer to documentSymbol (JSON) with the ranges of its flat symbols so. */
async function putNamesFirst(answer: Buffer, document: DocumentVersion, context: RequestContext): Promise<Buffer> {
  const splices: Splice[] = [];
  let symbols: readonly SymbolNode[] | undefined;
  for (const item of elements(answer, skipSpace(answer, 0))) {
    const name = stringAt(answer, findValue(answer, ["name"], item.from));
    const range = findValue(answer, ["location", "range"], item.from);
    if (name === undefined || !range) continue;
    const { start, end } = JSON.parse(answer.toString("utf8", range.from, range.to)) as Range;
    const plain = lastPlainName([name], document.languageId);
    const whole = rangeToOffsets(document.text, { start, end }, context.client.encoding);
    if (plain === "" || document.text.slice(whole.from, whole.from + plain.length) === plain) continue;
    symbols ??= (await syntaxViewOf(document, context))?.symbols ?? [];
    const at = nameOffset(symbols, plain, whole, document);
    if (at === undefined) continue;
    const own = { start: offsetToPosition(document.text, at, context.client.encoding), end };
    splices.push({ ...range, bytes: Buffer.from(JSON.stringify(own)) });
  }
  return splices.length === 0 ? answer : splice(answer, splices);
}

/**
 * Returns the offset of a symbol's name in its range: that of its declaration, where a syntax tree
 * has one there, else the only one in its first line.
 */
function nameOffset(
  symbols: readonly SymbolNode[],
  name: string,
  whole: Stretch,
  { text, languageId }: DocumentVersion,
): number | undefined {
  const declared = firstNamed(symbols, name, whole, languageId);
  if (declared) return declared.nameFrom;
  const line = text.slice(whole.from, Math.min(whole.to, text.lineTo(text.lineAt(whole.from))));
  const offsets: number[] = [];
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const isWord = !(at > 0 && isWordAt(line, at - 1)) && !isWordAt(line, at + name.length);
    if (isWord) offsets.push(whole.from + at);
  }
  return offsets.length === 1 ? offsets[0] : undefined;
}

/** Returns the outermost symbol of a name in a stretch. */
function firstNamed(
  symbols: readonly SymbolNode[],
  name: string,
  { from, to }: Stretch,
  languageId: string,
): SymbolNode | undefined {
  let level = symbols.filter((each) => each.from < to && each.to > from);
  while (level.length > 0) {
    const found = level.find(
      (each) => from <= each.nameFrom && each.nameTo <= to && lastPlainName([each.name], languageId) === name,
    );
    if (found) return found;
    level = level.flatMap(({ children }) => children).filter((each) => each.from < to && each.to > from);
  }
  return undefined;
}

interface LoggedRequest {
  readonly method: string;
  readonly place: Place;
  readonly context: RequestContext;
}

/** What completing an answer has come to. */
interface Findings {
  readonly completed?: readonly CompletedPlace[] | undefined;
  readonly unconfirmed?: Unconfirmed | undefined;
}

const MAX_LOGGED_PLACES = 20;

/** Returns a result with the places that were added to it, and those that it may leave out. */
function describeResult(
  result: Buffer,
  { completed = [], unconfirmed }: Findings,
  request: LoggedRequest,
): CompletedResult {
  return {
    result,
    ...(completed.length > 0 && {
      added: `${nameOf(request)}: added to the server's answer, as imports or definitions lead there: ${listOf(completed)}`,
    }),
    ...(unconfirmed && { doubt: describeDoubtful(unconfirmed, request) }),
  };
}

function describeDoubtful({ count, more, places, why }: Unconfirmed, request: LoggedRequest): string | undefined {
  const reason = why === undefined ? "" : ` (${why})`;
  if (count > 0) return `${nameOf(request)}: also in the text, not in the answer${reason}: ${listOf(places, count)}`;
  return more ? `${nameOf(request)}: the answer could not be checked against the text${reason}` : undefined;
}

function nameOf({ method, place, context }: LoggedRequest): string {
  const { uri, languageId, text } = place.document();
  const { file_path, line } = placeAt({ uri, languageId, text }, place.now().from, context);
  return `${method} at ${escapeName(file_path)}:${line}`;
}

function listOf(places: readonly UnconfirmedPlace[], count = places.length): string {
  const named = places.slice(0, MAX_LOGGED_PLACES).map(({ file_path, line }) => `${escapeName(file_path)}:${line}`);
  const left = count - named.length;
  return `${named.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}
