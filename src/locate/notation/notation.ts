/**
 * Locates as text, `<file_path>:<scope>@<find>`: parsing with all plausible readings, and
 * formatting.
 */
import { attempt, errorMessage, LocateError } from "../../error.js";
import { isPrintable, toPrintableJson } from "../../text/printable.js";
import { clip, invalidLocate, quoteCode } from "../errorText.js";
import { type Locate, MAX_FIND_LENGTH, type PlaceOrDocument, type Scope } from "../locate.js";
import { readFields } from "./fields.js";
import { findPathEnds } from "./pathEnds.js";
import { printedSymbols, readPrintedPlace, withoutFrame } from "./printedPlaces.js";
import { formatLines, hasSingleReading, parseScopeReadings } from "./scopeNotation.js";
import { findAtSign, formatSymbolPath, quoteSymbolPath } from "./symbolPath.js";

export interface NotationOptions {
  /**
   * Checks whether a file exists, open or on disk. Decides where a path that contains `:` or `@`
   * ends. Default: no file exists.
   */
  readonly exists?: (path: string) => boolean;
  /** Default "place". For "document" the file alone is enough. */
  readonly takes?: PlaceOrDocument;
}

export interface ParseOptions extends NotationOptions {
  /** The name of the text where it came from, for errors: `locate`, `locate[2]`. */
  readonly field?: string;
}

/** The maximum length of a text in the notation. It bounds the cost of reading one. */
const MAX_TEXT_LENGTH = 32_768;
/** Enough for the longest Locate with every character escaped. */
const MAX_JSON_LENGTH = 1_000_000;
/** The maximum length of a scope that contains a bare `@`. */
const MAX_ODD_SCOPE_LENGTH = 400;
const MAX_READINGS = 16;

/**
 * Returns the first reading of a text in the notation, or of a JSON object. Throws
 * `invalid_locate`.
 */
export function parseLocate(text: string, options: ParseOptions = {}): Locate {
  return parseLocateReadings(text, options)[0];
}

/**
 * Returns all readings of a text, in the notation or as a JSON object, likeliest first. The next
 * reading applies where no symbol has the path of the one before
 * (`package.json:dependencies.@types/node`). Throws `invalid_locate` where there is none.
 */
export function parseLocateReadings(text: string, options: ParseOptions = {}): readonly [Locate, ...Locate[]] {
  const object = parseJsonObject(text, options.field ?? "locate");
  if (object !== undefined) return [readFields(object, options)];
  if (text.length > MAX_TEXT_LENGTH)
    throw invalidLocate({
      field: options.field ?? "locate",
      problem: `is a text of ${text.length} characters`,
      expected: `at most ${MAX_TEXT_LENGTH}, of which the find may have ${MAX_FIND_LENGTH}`,
    });
  const outcomes = findPathEnds(text, options.exists).map((end) =>
    attempt(() => readingsAfterPath(text.slice(0, end), text.slice(end), options)),
  );
  const asWritten = outcomes.flatMap((outcome) => (outcome instanceof LocateError ? [] : outcome));
  const [first, ...more] = [...printedReadings(text, asWritten[0], options), ...asWritten];
  if (first !== undefined) return [first, ...more.slice(0, MAX_READINGS - 1)];
  throw outcomes[0];
}

/**
 * Returns the readings of a text as a place that a tool prints, for a text that is no Locate as it
 * is written, or one of a file that does not exist.
 */
function printedReadings(text: string, asWritten: Locate | undefined, options: ParseOptions): readonly Locate[] {
  const { exists } = options;
  const isThere = (path: string | undefined) => path !== undefined && exists?.(path) === true;
  const inner = withoutFrame(text);
  const place = options.takes === "document" ? undefined : readPrintedPlace(inner ?? text);
  // `f.ts:3:5 - error`, where as it is written the rest is a symbol path.
  const isLines = place !== undefined && asWritten?.file_path === place.file_path && /^\d/.test(place.scope);
  if (!isLines && asWritten !== undefined) {
    if (exists === undefined || asWritten.file_path === undefined || isThere(asWritten.file_path)) return [];
  }
  const symbols = options.takes === "document" ? [] : printedSymbols(inner ?? text);
  const isPlace = isLines || isThere(place?.file_path) || (asWritten === undefined && symbols.length === 0);
  if (place !== undefined && isPlace) {
    const { file_path, scope, find } = place;
    const read = attempt(() => readFields({ file_path, scope, find }, options));
    if (!(read instanceof LocateError)) return [read];
  }
  if (inner !== undefined) {
    const readings = attempt(() => parseLocateReadings(inner, options));
    if (!(readings instanceof LocateError)) return readings;
  }
  return symbols.flatMap((symbol_path) => {
    const read = attempt(() => readFields({ scope: { symbol_path } }, options));
    return read instanceof LocateError ? [] : [read];
  });
}

/**
 * Returns the object that a text is as JSON; undefined for a text in the notation, even if its path
 * begins with a brace (`{{name}}/main.py`). Throws `invalid_locate` for malformed JSON.
 */
function parseJsonObject(text: string, field: string): unknown {
  if (!/^\s*\{/.test(text) || text.length > MAX_JSON_LENGTH) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/^\s*\{\s*"/.test(text)) return undefined;
    throw invalidLocate({
      field,
      problem: `begins as JSON and is not valid: ${clip(errorMessage(error), 200)}`,
      expected: "one JSON object, or a string such as `foo.py:MyClass.run@return <|>x`",
    });
  }
}

/**
 * Returns the readings of the rest after a path: nothing, `@find`, or `:scope` with an optional
 * `@find`.
 */
function readingsAfterPath(path: string, rest: string, options: ParseOptions): Locate[] {
  const check = (scope: Scope | null, find: string) =>
    readFields({ file_path: path === "" ? null : path, scope, find }, options);
  if (!rest.startsWith(":")) return [check(null, rest.slice(1))];

  const afterColon = rest.slice(1);
  const field = options.field === undefined ? "scope" : `${options.field}.scope`;
  const at = findAtSign(afterColon);
  const { scope, find } = cut(afterColon, at);
  const scopes = parseScopeReadings(scope, field);
  const likely =
    scopes instanceof LocateError ? [] : (scopes.length > 0 ? scopes : [null]).map((each) => check(each, find));
  if (hasSingleReading(scope) && likely.length > 0) return likely;

  const others = hasSingleReading(scope) ? [] : alternativeCuts(afterColon, at).map((other) => cut(afterColon, other));
  const unlikely = others.flatMap((other) => {
    const read = parseScopeReadings(other.scope, field);
    if (read instanceof LocateError) return [];
    return read.flatMap((each) => {
      const locate = attempt(() => check(each, other.find));
      return locate instanceof LocateError ? [] : [locate];
    });
  });
  if (scopes instanceof LocateError && unlikely.length === 0) throw scopes;
  return [...likely, ...unlikely];
}

/** Cuts a text at an `@`; not at all where `at` is negative. */
function cut(text: string, at: number): { readonly scope: string; readonly find: string } {
  return at < 0 ? { scope: text, find: "" } : { scope: text.slice(0, at), find: text.slice(at + 1) };
}

/**
 * Returns the other places where a symbol path could end: the later `@`, then none at all, then the
 * earlier `@`, which are in brackets or quotes.
 */
function alternativeCuts(text: string, primary: number): number[] {
  const line = text.slice(0, MAX_ODD_SCOPE_LENGTH + 1).split(/[\r\n]/, 1)[0] ?? "";
  const found = [...line.matchAll(/@/g)].map((match) => match.index).filter((at) => at > 0 && at !== primary);
  const whole = primary >= 0 && line.length === text.length ? [-1] : [];
  const after = primary < 0 ? [] : found.filter((at) => at > primary);
  return [...after, ...whole, ...found.filter((at) => !after.includes(at))].slice(0, MAX_READINGS);
}

/** The fields that only the object form can express. */
const objectOnlyFields = ["find_index", "fuzzy", "anchor_text", "ancestor_node_type", "sibling", "handle"] as const;

/**
 * Formats a Locate as text that parses to the same Locate. Throws `invalid_locate`, with the
 * reason, where there is no such text.
 */
export function formatLocate(locate: Locate, options: Pick<NotationOptions, "exists"> = {}): string {
  const checked = readFields(locate, { takes: "document" });
  const unwritten = objectOnlyFields.find((name) => checked[name] !== undefined);
  if (unwritten !== undefined) throw notWritable(unwritten, "is no part of the notation");

  const texts = spellings(checked);
  const wanted = JSON.stringify(checked);
  // Parsing each spelling shows whether any rule reads it differently.
  const outcomes = texts.map((text) => attempt(() => parseLocate(text, { ...options, takes: "document" })));
  const right = texts.find((_, index) => JSON.stringify(outcomes[index]) === wanted);
  if (right !== undefined) return right;
  const [other] = outcomes;
  if (other === undefined || other instanceof LocateError || other.file_path === checked.file_path)
    throw notWritable("locate", "would be read otherwise");
  const path = other.file_path === undefined ? "absent" : quoteCode(other.file_path);
  throw notWritable("file_path", `\`${clip(checked.file_path ?? "")}\` would be read as ${path}`);
}

/** Returns the ways to write a Locate, plainest first. */
function spellings({ file_path = "", scope, find }: Locate): string[] {
  const end = find === undefined ? "" : `@${find}`;
  if (scope === undefined) return [`${file_path}${end}`, `${file_path}:${end}`];
  if ("line" in scope) return [`${file_path}:${formatLines(scope)}${end}`];
  const { symbol_path } = scope;
  return [formatSymbolPath(symbol_path), quoteSymbolPath(symbol_path)].map((path) => `${file_path}:${path}${end}`);
}

/**
 * Writes a Locate as one printable line that is read as the same Locate: in the notation, or as
 * JSON where the notation can't express it (`a@b.py` without `exists`, a line end). A document is
 * its path.
 */
export function writeLocate(locate: Locate, options: Pick<NotationOptions, "exists"> = {}): string {
  const text = isDocument(locate) ? locate.file_path : attempt(() => formatLocate(locate, options));
  return text instanceof LocateError || !isPrintable(text) ? toPrintableJson(locate) : text;
}

function isDocument(locate: Locate): locate is Locate & { readonly file_path: string } {
  return Object.keys(locate).every((field) => field === "file_path") && locate.file_path !== undefined;
}

function notWritable(field: string, problem: string): LocateError {
  const expected = "a Locate that can be written as a text";
  return invalidLocate({ field, problem, expected, suggestion: "the object form instead" });
}
