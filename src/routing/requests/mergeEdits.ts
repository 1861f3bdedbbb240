/**
 * Merges the WorkspaceEdits of several backends: the edits of one document are concatenated,
 * without those that an earlier backend has in the same bytes, as they would apply twice. If any
 * edit has `documentChanges`, the result has them, too.
 */

import { elements, findValue, findValues, members, type Span, type Splice, splice, stringAt } from "../../wire/json.js";

/**
 * Merges edits as JSON without parsing them. Only ids of annotations that two of them use are
 * changed.
 */
export function mergeEdits(edits: readonly Buffer[]): Buffer {
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
