/**
 * Adds places to a backend's answer that it certainly lacks, in the form that the answer has. Its
 * own bytes stay as they are.
 */

import type { CallHierarchyItem, Range } from "vscode-languageserver-protocol";
import { ask } from "../../../ask/ask.js";
import type { Backend } from "../../../ask/backend/backend.js";
import type { FilesOpenedForCheck } from "../../../ask/documents/filesOpenedForCheck.js";
import { type CheckedMethod, partPolicy } from "../../../ask/methodTable.js";
import { getOrInsert } from "../../../text/list.js";
import { offsetsToRange } from "../../../text/position.js";
import { fileKeyOf, pathOfUri } from "../../../uri.js";
import { elements, findValue, type Splice, skipSpace, splice } from "../../../wire/json.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { answerPermission } from "../../documents/filePaths.js";
import { parsedSymbolsOf } from "../../place/syntaxView.js";
import type { PossiblePlace } from "../searchRun.js";
import { type CompletedPlace, placeAt } from "../unconfirmed.js";
import { callerAt, subtypeItem } from "./hierarchyItems.js";

interface CompletedRequest {
  readonly method: CheckedMethod;
  readonly backend: Backend;
  /** The files that are open for the time of the request. */
  readonly opened: FilesOpenedForCheck;
}

const WHY = "imports, or the server's own definition of it, lead to the symbol";

/** Returns the answer with the places, which are not in it, and what was added. */
export async function addPlaces(
  answer: RawJson,
  places: readonly PossiblePlace[],
  request: CompletedRequest,
  context: RequestContext,
): Promise<{ readonly result: RawJson; readonly completed: readonly CompletedPlace[] }> {
  if (places.length === 0) return { result: answer, completed: [] };
  const bytes = await withPlaces(answer.bytes, places, request, context);
  const completed = places.map(({ document, offset }) => ({ ...placeAt(document, offset, context), why: WHY }));
  return { result: new RawJson(bytes), completed };
}

function withPlaces(
  answer: Buffer,
  places: readonly PossiblePlace[],
  request: CompletedRequest,
  context: RequestContext,
): Buffer | Promise<Buffer> {
  switch (request.method) {
    case "incomingCalls":
      return withCalls(answer, places, request, context);
    case "subtypes":
      return withTypes(answer, places, request, context);
    default:
      return appendItems(
        answer,
        places.map((place) => Buffer.from(JSON.stringify(locationOf(place, answer, request)))),
      );
  }
}

function rangeOf({ document, offset, to = offset }: PossiblePlace, { encoding }: Backend): Range {
  return offsetsToRange(document.text, { from: offset, to }, encoding);
}

/** Returns a Location; a LocationLink where the answer has them. */
function locationOf(place: PossiblePlace, answer: Buffer, { backend }: CompletedRequest): object {
  const { uri } = place.document;
  const range = rangeOf(place, backend);
  const [first] = elements(answer, skipSpace(answer, 0));
  const hasLinks = first !== undefined && findValue(answer, ["targetUri"], first.from) !== undefined;
  return hasLinks ? { targetUri: uri, targetRange: range, targetSelectionRange: range } : { uri, range };
}

/** Adds types that extend or implement the type. */
async function withTypes(
  answer: Buffer,
  places: readonly PossiblePlace[],
  { backend }: CompletedRequest,
  context: RequestContext,
): Promise<Buffer> {
  const items: Buffer[] = [];
  for (const { document, offset, to = offset, use } of places) {
    const subtype = use?.subtype;
    if (subtype === undefined) continue;
    const own = { from: offset, to };
    const symbols = await parsedSymbolsOf(document, context).catch(() => []);
    items.push(Buffer.from(JSON.stringify(subtypeItem(document, symbols, { own, subtype }, backend))));
  }
  return appendItems(answer, marked(items, "typeHierarchy/subtypes", backend));
}

/** Adds calls to the functions that they are in, and those functions that the answer lacks. */
async function withCalls(
  answer: Buffer,
  places: readonly PossiblePlace[],
  request: CompletedRequest,
  context: RequestContext,
): Promise<Buffer> {
  const callers = new Map<string, { readonly caller: CallHierarchyItem; readonly ranges: Range[] }>();
  for (const place of places) {
    const symbols = await parsedSymbolsOf(place.document, context).catch(() => []);
    const caller = callerAt(place.document, symbols, place.offset, request.backend);
    const key = keyOfItem(caller);
    const known = getOrInsert(callers, key, () => ({ caller, ranges: [] }));
    known.ranges.push(rangeOf(place, request.backend));
  }
  const splices: Splice[] = [];
  for (const call of elements(answer, skipSpace(answer, 0))) {
    const from = findValue(answer, ["from"], call.from);
    const ranges = findValue(answer, ["fromRanges"], call.from);
    if (!from || !ranges) continue;
    const key = keyOfItem(JSON.parse(answer.toString("utf8", from.from, from.to)));
    const known = callers.get(key);
    if (known === undefined) continue;
    callers.delete(key);
    const own = answer.subarray(ranges.from, ranges.to);
    splices.push({
      ...ranges,
      bytes: appendItems(
        own,
        known.ranges.map((each) => Buffer.from(JSON.stringify(each))),
      ),
    });
  }
  const added: Buffer[] = [];
  for (const { caller, ranges } of callers.values()) {
    const item = await backendItem(caller, request, context);
    added.push(Buffer.concat([Buffer.from('{"from":'), item, Buffer.from(`,"fromRanges":${JSON.stringify(ranges)}}`)]));
  }
  return appendItems(splice(answer, splices), marked(added, "callHierarchy/incomingCalls", request.backend));
}

function keyOfItem(item: unknown): string {
  const { uri, selectionRange } = (item ?? {}) as { uri?: unknown; selectionRange?: { start?: unknown } };
  const { line, character } = (selectionRange?.start ?? {}) as { line?: unknown; character?: unknown };
  return `${line}:${character} ${typeof uri === "string" ? fileKeyOf(uri) : ""}`;
}

/**
 * Returns the backend's own item (JSON) of a function, by which it can be asked on; the given one
 * where it has none.
 */
async function backendItem(
  caller: CallHierarchyItem,
  { backend, opened }: CompletedRequest,
  context: RequestContext,
): Promise<Buffer> {
  const own = Buffer.from(JSON.stringify(caller));
  if (!backend.capabilities.callHierarchyProvider) return own;
  try {
    const path = context.documents.get(caller.uri) ? undefined : pathOfUri(caller.uri);
    const permission = answerPermission(context.client.roots);
    const unopened = path === undefined ? undefined : await context.unopenedFiles.read(path, permission);
    const position = caller.selectionRange.start;
    const question = {
      method: "textDocument/prepareCallHierarchy",
      policy: partPolicy,
      backend,
      document: () => unopened,
      user: opened,
      params: () => () => ({ textDocument: { uri: caller.uri }, position }),
    };
    const { bytes } = await opened.use(ask(question, context));
    const items = elements(bytes, skipSpace(bytes, 0)).map(({ from, to }) => bytes.subarray(from, to));
    return items.find((item) => keyOfItem(JSON.parse(item.toString("utf8"))) === keyOfItem(caller)) ?? own;
  } catch {
    return own;
  }
}

/** Returns new items as the client gets those of that backend. */
function marked(items: readonly Buffer[], method: string, { link }: Backend): readonly Buffer[] {
  const result = link.rewriteResult(method, Buffer.concat([Buffer.from("["), joined(items), Buffer.from("]")]));
  return elements(result, 0).map(({ from, to }) => result.subarray(from, to));
}

const COMMA = Buffer.from(",");

function joined(items: readonly Buffer[]): Buffer {
  return Buffer.concat(items.flatMap((item, n) => (n === 0 ? [item] : [COMMA, item])));
}

/** Returns an array (JSON), a single item or null with more items after its own. */
export function appendItems(answer: Buffer, items: readonly Buffer[]): Buffer {
  if (items.length === 0) return answer;
  const start = skipSpace(answer, 0);
  const own = elements(answer, start);
  const last = own.at(-1);
  if (last) return splice(answer, [{ from: last.to, to: last.to, bytes: Buffer.concat([COMMA, joined(items)]) }]);
  const single = answer[start] === OPEN ? [answer.subarray(start)] : [];
  return Buffer.concat([Buffer.from("["), joined([...single, ...items]), Buffer.from("]")]);
}

const OPEN = "{".charCodeAt(0);
