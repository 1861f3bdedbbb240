/** The query of `locate/search`: names, patterns or text, and which symbols count. */

import { LocateError } from "../../../error.js";
import { parseSymbolPath } from "../../../locate/notation/symbolPath.js";
import { readNumber } from "../paging.js";
import { assertLength, type RequestParams } from "../params.js";

/** A symbol path to search for. */
export interface SearchedPath {
  readonly path: readonly string[];
  /** As it was written; undefined for an array of names. */
  readonly written: string | undefined;
}

export type SearchQuery =
  | { readonly kind: "names"; readonly alternatives: readonly SearchedPath[] }
  | { readonly kind: "text"; readonly text: string };

/** Which symbols count. */
export interface SearchFilter {
  /** Words of LSP's SymbolKind; undefined for all. */
  readonly kinds: ReadonlySet<string> | undefined;
  readonly arity: number | undefined;
  /** Whether the servers are asked for what only they know. */
  readonly usesServers: boolean;
}

/** The maximum number of paths in one request. */
const MAX_ALTERNATIVES = 20;

/**
 * Reads `symbol_path`: a path as names; or a text with one or several paths separated by `|`, or
 * with `text:` before a text. Errors: `invalid_locate`.
 */
export function readSearchQuery(value: unknown): SearchQuery {
  if (Array.isArray(value)) return { kind: "names", alternatives: [{ path: assertPath(value), written: undefined }] };
  if (typeof value !== "string") throw pathError();
  assertLength("symbol_path", value);
  const [marker] = TEXT_MARKER.exec(value) ?? [];
  if (marker !== undefined) {
    const text = value.slice(marker.length).trim();
    if (text === "" || /[\r\n]/.test(text)) throw textError();
    return { kind: "text", text };
  }
  const texts = splitAlternatives(value);
  if (texts.length > MAX_ALTERNATIVES) throw tooManyError(texts.length);
  const alternatives = texts.map((written) => ({
    path: assertPath(parseSymbolPath(written.replace(/^:/, ""))),
    written,
  }));
  return { kind: "names", alternatives };
}

/** `text::name` is a symbol path. */
const TEXT_MARKER = /^\s*text:(?!:)/;

/**
 * Splits a text at each `|` (grep's `\|`, too) outside of quotes and brackets; not at all where a
 * part would be empty, as in `operator||`.
 */
function splitAlternatives(text: string): readonly string[] {
  const parts = (text.replaceAll("\\|", "|").match(ALTERNATIVE) ?? []).map((part) => part.trim());
  const isSplit = parts.length > 1 && !/^\s*\||\|\s*\||\|\s*$/.test(text);
  return isSplit ? parts : [text];
}

/** A marker, `<|>`, does not separate. */
const ALTERNATIVE = /(?:`[^`]*`|"[^"]*"|\([^()]*\)|\[[^[\]]*\]|[^|]|(?<=<)\|(?=>))+/g;

function assertPath(path: unknown): readonly string[] {
  if (!Array.isArray(path) || path.length === 0) throw pathError();
  if (!path.every((name) => typeof name === "string" && name !== "")) throw pathError();
  assertLength("symbol_path", path.join("."));
  return path as readonly string[];
}

function pathError(): LocateError {
  return new LocateError(
    "invalid_locate",
    'locate/search needs a symbol_path: { "symbol_path": ["MyClass", "my_method"] } or { "symbol_path": "MyClass.my_method" }; several as "A|B", a part of a name as "*part*", plain text as "text: …".',
    { field: "symbol_path", expected: "names that are not empty, as an array or in the string notation" },
  );
}

function textError(): LocateError {
  return new LocateError("invalid_locate", 'After "text:" goes the text to find, in one line: "text: process.env".', {
    field: "symbol_path",
    expected: "a text that is not empty, without line ends",
  });
}

function tooManyError(count: number): LocateError {
  return new LocateError(
    "invalid_locate",
    `symbol_path has ${count} alternatives; search for at most ${MAX_ALTERNATIVES} at a time, or for a pattern such as get*.`,
    { field: "symbol_path", expected: `at most ${MAX_ALTERNATIVES} paths` },
  );
}

/** Reads `kind`, `arity` and `servers`. Errors: `invalid_locate`. */
export function readSearchFilter(params: RequestParams): SearchFilter {
  return {
    kinds: readKinds(params["kind"]),
    arity: readNumber("arity", params["arity"], 0),
    usesServers: params["servers"] !== false,
  };
}

function readKinds(value: unknown): ReadonlySet<string> | undefined {
  if (value === undefined || value === null) return undefined;
  const kinds = Array.isArray(value) ? value : [value];
  if (kinds.every((kind) => typeof kind === "string")) return new Set(kinds.map((kind) => kind.toLowerCase()));
  throw new LocateError("invalid_locate", 'kind must be a word, as in { "kind": "class" }, or several in an array.', {
    field: "kind",
    expected: "a kind of symbol as a word",
  });
}
