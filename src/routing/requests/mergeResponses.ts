/**
 * Which servers a request goes to where several could answer it, and how their responses become
 * one: a row for each method. Items keep their bytes. An error counts only if all have failed.
 */

import { elements, findValue, findValues, members, type Span, type Splice, splice, stringAt } from "../../wire/json.js";
import { buildError, buildResult, type ErrorObject } from "../../wire/messages.js";

/** Merges results that are all not null. */
type Merge = (results: readonly Buffer[]) => Buffer;

/**
 * `workspace`: all active servers, merged. `all`: the servers of the document, merged. `formatter`:
 * one of them. A method without a row is for the `first` of them that can; where its result is
 * empty, for the next.
 */
type AnswerRule =
  | { readonly asks: "workspace" | "all"; readonly merge: Merge }
  | { readonly asks: "formatter" }
  | { readonly asks: "first" };

const concatenated: AnswerRule = { asks: "all", merge: (results) => concatArrays(results, []) };
const formatter: AnswerRule = { asks: "formatter" };

const rules: ReadonlyMap<string, AnswerRule> = new Map<string, AnswerRule>([
  ["workspace/symbol", { asks: "workspace", merge: (results) => concatArrays(results, []) }],
  [
    "workspace/diagnostic",
    {
      asks: "workspace",
      merge: (results) => Buffer.concat([Buffer.from('{"items":'), concatArrays(results, ["items"]), Buffer.from("}")]),
    },
  ],
  ["workspace/willCreateFiles", { asks: "workspace", merge: mergeEdits }],
  ["workspace/willRenameFiles", { asks: "workspace", merge: mergeEdits }],
  ["workspace/willDeleteFiles", { asks: "workspace", merge: mergeEdits }],
  ["textDocument/hover", { asks: "all", merge: mergeHovers }],
  ["textDocument/completion", { asks: "all", merge: mergeCompletions }],
  ["textDocument/codeAction", concatenated],
  ["textDocument/codeLens", concatenated],
  ["textDocument/documentLink", concatenated],
  ["textDocument/inlayHint", concatenated],
  ["textDocument/documentColor", concatenated],
  ["textDocument/formatting", formatter],
  ["textDocument/rangeFormatting", formatter],
  ["textDocument/rangesFormatting", formatter],
  ["textDocument/onTypeFormatting", formatter],
]);

/** Returns which of the servers that can answer a request are asked. */
export function audienceOf(method: string): AnswerRule["asks"] {
  return rules.get(method)?.asks ?? "first";
}

/** Methods of the requests that go to all active backends. */
export const broadcastRequests: ReadonlySet<string> = new Set(
  [...rules].flatMap(([method, { asks }]) => (asks === "workspace" ? [method] : [])),
);

/**
 * Builds the body of the response to the client under `idText` (JSON text). `bodies` are those of
 * the backends' responses, in order of precedence. For a method without a merge the first result
 * that is not null is taken.
 */
export function mergeResponses(method: string, idText: string, bodies: readonly Buffer[]): Buffer {
  const results = bodies.flatMap((body) => valuesAt(body, "result"));
  if (results.length === 0) {
    const [error] = bodies.flatMap((body) => valuesAt(body, "error"));
    if (!error) return buildResult(idText, NULL);
    return buildError(idText, JSON.parse(error.toString("utf8")) as ErrorObject);
  }
  const nonNull = results.filter((result) => !NULL.equals(result));
  const [first = NULL] = nonNull;
  const rule = rules.get(method);
  const merge = rule && "merge" in rule ? rule.merge : undefined;
  return buildResult(idText, nonNull.length > 1 && merge ? merge(nonNull) : first);
}

const NULL = Buffer.from("null");

/** Whether a response has an error. Some servers write both members, one of them null. */
export function isErrorResponse(body: Buffer): boolean {
  const error = findValue(body, ["error"]);
  return error !== undefined && !NULL.equals(body.subarray(error.from, error.to));
}

/** Returns a list with the body's result or error; empty if it has the other. */
function valuesAt(body: Buffer, name: "result" | "error"): readonly Buffer[] {
  const span = findValue(body, [name]);
  return span && isErrorResponse(body) === (name === "error") ? [body.subarray(span.from, span.to)] : [];
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

/** LSP's Hover, as far as it is merged. */
interface Hover {
  readonly contents?: unknown;
  readonly range?: object;
}

/** Writes the contents below each other, with a rule between. The range is that of the first. */
function mergeHovers(results: readonly Buffer[]): Buffer {
  const hovers = results.map((each) => JSON.parse(each.toString("utf8")) as Hover);
  const isPlain = hovers.every(({ contents }) => (contents as { readonly kind?: unknown })?.kind === "plaintext");
  const texts = hovers.map(({ contents }) => markdownOf(contents)).filter((text) => text.trim() !== "");
  const value = texts.join(isPlain ? "\n\n" : "\n\n---\n\n");
  const range = hovers.find((each) => each.range)?.range;
  const contents = { kind: isPlain ? "plaintext" : "markdown", value };
  return Buffer.from(JSON.stringify({ contents, ...(range ? { range } : {}) }));
}

/** Returns the contents of a hover, in any form that LSP has, as Markdown. */
function markdownOf(contents: unknown): string {
  if (typeof contents === "string") return contents;
  if (Array.isArray(contents)) return contents.map(markdownOf).join("\n\n");
  const { language, value } = (contents ?? {}) as { readonly language?: string; readonly value?: string };
  return language === undefined ? (value ?? "") : `\`\`\`${language}\n${value ?? ""}\n\`\`\``;
}

/** LSP's CompletionList. */
interface CompletionList {
  readonly isIncomplete?: boolean;
  readonly items?: readonly object[];
  readonly itemDefaults?: Readonly<Record<string, unknown>>;
}

/** One list of all items; the defaults of a list become members of its items. */
function mergeCompletions(results: readonly Buffer[]): Buffer {
  const lists = results.map((each): CompletionList => {
    const parsed = JSON.parse(each.toString("utf8")) as CompletionList | readonly object[];
    return isList(parsed) ? { items: parsed } : parsed;
  });
  const isIncomplete = lists.some((list) => list.isIncomplete === true);
  const items = lists.flatMap(({ items: own = [], itemDefaults = {} }) => {
    const { editRange, ...defaults } = itemDefaults;
    return own.map((item) => ({ ...defaults, ...withTextEdit(item, editRange) }));
  });
  return Buffer.from(JSON.stringify({ isIncomplete, items }));
}

const isList = (value: unknown): value is readonly object[] => Array.isArray(value);

/** Returns an item with the text edit that the default range of its list means. */
function withTextEdit(item: object, editRange: unknown): object {
  const { label, textEdit, textEditText } = item as { label?: string; textEdit?: object; textEditText?: string };
  if (editRange === undefined || textEdit !== undefined) return item;
  const newText = textEditText ?? label ?? "";
  const isPair = typeof editRange === "object" && editRange !== null && "insert" in editRange;
  return { ...item, textEdit: isPair ? { newText, ...editRange } : { newText, range: editRange } };
}
