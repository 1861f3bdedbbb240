/**
 * Merges the responses of several backends to one request. Items keep their bytes. An error counts
 * only if all have failed.
 */

import { elements, findValue, findValues, members, type Span, type Splice, splice, stringAt } from "../../wire/json.js";

/** Merges results that are all not null. */
type Merge = (results: readonly Buffer[]) => Buffer;

const merges: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  ["workspace/symbol", (results) => concatArrays(results, [])],
  [
    "workspace/diagnostic",
    (results) => Buffer.concat([Buffer.from('{"items":'), concatArrays(results, ["items"]), Buffer.from("}")]),
  ],
  ["workspace/willCreateFiles", mergeEdits],
  ["workspace/willRenameFiles", mergeEdits],
  ["workspace/willDeleteFiles", mergeEdits],
]);

/** Methods of the requests that go to all active backends. */
export const broadcastRequests: ReadonlySet<string> = new Set(merges.keys());

/**
 * Builds the body of the response to the client under `idText` (JSON text). `bodies` are those of
 * the backends' responses, in order of precedence. For a method without a merge the first result
 * that is not null is taken.
 */
export function mergeResponses(method: string, idText: string, bodies: readonly Buffer[]): Buffer {
  const results = bodies.flatMap((body) => valuesAt(body, "result"));
  if (results.length === 0) {
    const [error] = bodies.flatMap((body) => valuesAt(body, "error"));
    return error ? buildResponse(idText, "error", error) : buildResponse(idText, "result", NULL);
  }
  const nonNull = results.filter((result) => !NULL.equals(result));
  const [first = NULL] = nonNull;
  const merge = merges.get(method);
  return buildResponse(idText, "result", nonNull.length > 1 && merge ? merge(nonNull) : first);
}

const NULL = Buffer.from("null");

/**
 * Returns a list with the body's result or error; empty if it has the other. Some servers write
 * both, one of them null.
 */
function valuesAt(body: Buffer, name: "result" | "error"): readonly Buffer[] {
  const error = findValue(body, ["error"]);
  const hasFailed = error !== undefined && !NULL.equals(body.subarray(error.from, error.to));
  const span = name === "error" ? error : findValue(body, ["result"]);
  return span && hasFailed === (name === "error") ? [body.subarray(span.from, span.to)] : [];
}

function buildResponse(idText: string, name: "result" | "error", value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${idText},"${name}":`, "latin1"), value, Buffer.from("}")]);
}

/** Concatenates the arrays at `path`. Other values are left out. */
function concatArrays(results: readonly Buffer[], path: readonly string[]): Buffer {
  const parts: Buffer[] = [];
  for (const result of results) {
    const all = elements(result, findValue(result, path)?.from ?? result.length);
    const [first, last] = [all[0], all.at(-1)];
    if (first && last) parts.push(COMMA, result.subarray(first.from, last.to));
  }
  return Buffer.concat([Buffer.from("["), ...parts.slice(1), Buffer.from("]")]);
}

const COMMA = Buffer.from(",");

/**
 * Merges edits as JSON without parsing them. Only ids of annotations that two of them use are
 * changed. If any edit has `documentChanges`, the result has them, too.
 */
function mergeEdits(edits: readonly Buffer[]): Buffer {
  const distinct = withDistinctAnnotations(edits);
  const annotations = distinct.flatMap((edit) => {
    const span = findValue(edit, ["changeAnnotations"]);
    return span ? members(edit, span.from).map(({ keyAt, value }) => edit.subarray(keyAt.from, value.to)) : [];
  });
  const changes = distinct.some(isVersioned)
    ? toMember("documentChanges", toArray(withoutDuplicates(distinct.map(documentChangesOf))))
    : toMember("changes", toObject([...mergeChangesByUri(distinct)].map(([uri, all]) => toMember(uri, toArray(all)))));
  return toObject(
    annotations.length === 0 ? [changes] : [changes, toMember("changeAnnotations", toObject(annotations))],
  );
}

function isVersioned(edit: Buffer): boolean {
  const span = findValue(edit, ["documentChanges"]);
  return span !== undefined && edit[span.from] === OPEN_ARRAY;
}

const OPEN_ARRAY = 0x5b;

/** An edit may have both forms; then `documentChanges` counts. */
function documentChangesOf(edit: Buffer): readonly Buffer[] {
  if (isVersioned(edit)) return bytesOf(edit, findValues(edit, ["documentChanges", "*"]));
  return [...changesOf(edit)].map(([uri, edits]) =>
    toObject([
      toMember("textDocument", Buffer.from(`{"uri":${JSON.stringify(uri)},"version":null}`)),
      toMember("edits", toArray(edits)),
    ]),
  );
}

function changesOf(edit: Buffer): ReadonlyMap<string, readonly Buffer[]> {
  const span = findValue(edit, ["changes"]);
  const all = span ? members(edit, span.from) : [];
  return new Map(all.map(({ key, value }) => [key, bytesOf(edit, elements(edit, value.from))]));
}

function mergeChangesByUri(edits: readonly Buffer[]): ReadonlyMap<string, readonly Buffer[]> {
  const each = edits.map(changesOf);
  const uris = new Set(each.flatMap((changes) => [...changes.keys()]));
  return new Map([...uris].map((uri) => [uri, withoutDuplicates(each.map((changes) => changes.get(uri) ?? []))]));
}

/**
 * Concatenates the lists without the items of earlier lists. Duplicates in one list stay: inserting
 * twice is meant.
 */
function withoutDuplicates(lists: readonly (readonly Buffer[])[]): readonly Buffer[] {
  const seen = new Set<string>();
  return lists.flatMap((own) => {
    const texts = own.map((bytes) => bytes.toString("latin1"));
    const remaining = own.filter((_bytes, n) => !seen.has(texts[n] as string));
    for (const text of texts) seen.add(text);
    return remaining;
  });
}

/**
 * Makes the ids of annotations distinct: an id that an earlier edit uses gets a number in front.
 */
function withDistinctAnnotations(edits: readonly Buffer[]): readonly Buffer[] {
  const used = new Set<string>();
  return edits.map((edit) => {
    const span = findValue(edit, ["changeAnnotations"]);
    const annotations = span ? members(edit, span.from) : [];
    const own = new Set(annotations.map(({ key }) => key));
    const renamed = new Map<string, string>();
    for (const id of own) {
      let free = id;
      for (let n = 2; used.has(free); n++) free = `${n}:${id}`;
      if (free !== id) renamed.set(id, free);
      used.add(free);
    }
    return renamed.size === 0 ? edit : renameAnnotations(edit, renamed);
  });
}

function renameAnnotations(edit: Buffer, renamed: ReadonlyMap<string, string>): Buffer {
  const changes = findValue(edit, ["changes"]);
  const definitions = findValue(edit, ["changeAnnotations"]);
  const uses = [
    ...(changes ? members(edit, changes.from).flatMap(({ value }) => findValues(edit, ["*", ID], value.from)) : []),
    ...findValues(edit, ["documentChanges", "*", ID]),
    ...findValues(edit, ["documentChanges", "*", "edits", "*", ID]),
    ...(definitions ? members(edit, definitions.from).map(({ keyAt }) => keyAt) : []),
  ];
  const splices = uses.flatMap((span): Splice[] => {
    const free = renamed.get(stringAt(edit, span) ?? "");
    return free === undefined ? [] : [{ ...span, bytes: Buffer.from(JSON.stringify(free)) }];
  });
  return splice(edit, splices);
}

const ID = "annotationId";

function bytesOf(edit: Buffer, spans: readonly Span[]): readonly Buffer[] {
  return spans.map(({ from, to }) => edit.subarray(from, to));
}

function toMember(name: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(name)}:`), value]);
}

function toArray(values: readonly Buffer[]): Buffer {
  return joinValues("[", values, "]");
}

function toObject(namedValues: readonly Buffer[]): Buffer {
  return joinValues("{", namedValues, "}");
}

function joinValues(open: string, values: readonly Buffer[], close: string): Buffer {
  const comma = Buffer.from(",");
  const parts = values.flatMap((value, n) => (n === 0 ? [value] : [comma, value]));
  return Buffer.concat([Buffer.from(open), ...parts, Buffer.from(close)]);
}
