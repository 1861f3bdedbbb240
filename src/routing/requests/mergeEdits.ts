/**
 * Several backends' WorkspaceEdits as one: edits to one document stand behind each other, and what two backends say in the same bytes is said once, since made twice it would
 * spoil the text. An edit that speaks of documents' versions, or of files themselves, makes all of them speak that way.
 */

import { elements, findValue, findValues, members, type Span, type Splice, splice, stringAt } from "../../wire/json.js";

/** `edits` as JSON; nothing in them is parsed, and only the ids of annotations that two of them use are changed. */
export function mergedEdits(edits: readonly Buffer[]): Buffer {
  const apart = withAnnotationsApart(edits);
  const annotations = apart.flatMap((edit) => {
    const span = findValue(edit, ["changeAnnotations"]);
    return span ? members(edit, span.from).map(({ keyAt, value }) => edit.subarray(keyAt.from, value.to)) : [];
  });
  const changes = apart.some(isVersioned)
    ? named("documentChanges", list(saidOnce(apart.map(documentChangesOf))))
    : named("changes", object([...mergedChanges(apart)].map(([uri, all]) => named(uri, list(all)))));
  return object(annotations.length === 0 ? [changes] : [changes, named("changeAnnotations", object(annotations))]);
}

function isVersioned(edit: Buffer): boolean {
  const span = findValue(edit, ["documentChanges"]);
  return span !== undefined && edit[span.from] === OPEN_ARRAY;
}

const OPEN_ARRAY = 0x5b;

/** An edit may say the same in both ways; `documentChanges` is then the one that counts. */
function documentChangesOf(edit: Buffer): readonly Buffer[] {
  if (isVersioned(edit)) return bytesOf(edit, findValues(edit, ["documentChanges", "*"]));
  return [...changesOf(edit)].map(([uri, edits]) =>
    object([
      named("textDocument", Buffer.from(`{"uri":${JSON.stringify(uri)},"version":null}`)),
      named("edits", list(edits)),
    ]),
  );
}

function changesOf(edit: Buffer): ReadonlyMap<string, readonly Buffer[]> {
  const span = findValue(edit, ["changes"]);
  const all = span ? members(edit, span.from) : [];
  return new Map(all.map(({ key, value }) => [key, bytesOf(edit, elements(edit, value.from))]));
}

function mergedChanges(edits: readonly Buffer[]): ReadonlyMap<string, readonly Buffer[]> {
  const each = edits.map(changesOf);
  const uris = new Set(each.flatMap((changes) => [...changes.keys()]));
  return new Map([...uris].map((uri) => [uri, saidOnce(each.map((changes) => changes.get(uri) ?? []))]));
}

/** All of the lists, without what an earlier one has. Within one list nothing is left out: to insert the same twice means something. */
function saidOnce(lists: readonly (readonly Buffer[])[]): readonly Buffer[] {
  const said = new Set<string>();
  return lists.flatMap((own) => {
    const texts = own.map((bytes) => bytes.toString("latin1"));
    const fresh = own.filter((_bytes, n) => !said.has(texts[n] as string));
    for (const text of texts) said.add(text);
    return fresh;
  });
}

/** The edits with different ids for their annotations: an id that an earlier one uses gets a number in front. */
function withAnnotationsApart(edits: readonly Buffer[]): readonly Buffer[] {
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
    return renamed.size === 0 ? edit : withAnnotationsRenamed(edit, renamed);
  });
}

function withAnnotationsRenamed(edit: Buffer, renamed: ReadonlyMap<string, string>): Buffer {
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

function named(name: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(name)}:`), value]);
}

function list(values: readonly Buffer[]): Buffer {
  return joined("[", values, "]");
}

function object(namedValues: readonly Buffer[]): Buffer {
  return joined("{", namedValues, "}");
}

function joined(open: string, values: readonly Buffer[], close: string): Buffer {
  const comma = Buffer.from(",");
  const parts = values.flatMap((value, n) => (n === 0 ? [value] : [comma, value]));
  return Buffer.concat([Buffer.from(open), ...parts, Buffer.from(close)]);
}
