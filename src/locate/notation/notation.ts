/** Locates as text, `<file_path>:<scope>@<find>`: what a text says, by every reading that is plausible, and back. */
import { attempt, errorMessage, LocateError } from "../../error.js";
import { clip, invalidLocate, quoteCode } from "../errorText.js";
import { type Locate, MAX_FIND_LENGTH, type PlaceOrDocument, type Scope } from "../locate.js";
import { readFields } from "./fields.js";
import { findPathEnds } from "./pathEnds.js";
import { formatLines, hasSingleReading, parseScopeReadings } from "./scopeNotation.js";
import { findAtSign, formatSymbolPath, quoteSymbolPath } from "./symbolPath.js";

export interface NotationOptions {
  /** Whether there is such a file, open or on disk: decides where a path ends that holds `:` or `@`. Without it none exists. */
  readonly exists?: (path: string) => boolean;
  /** Default "place". For "document" the file alone is enough. */
  readonly takes?: PlaceOrDocument;
}

export interface ParseOptions extends NotationOptions {
  /** What the text is called where it came from, for errors: `locate`, `locate[2]`. */
  readonly field?: string;
}

/** No longer text is looked at: what reading it costs follows from this. */
const MAX_TEXT_LENGTH = 32_768;
/** Enough for the longest Locate with every character escaped. */
const MAX_JSON_LENGTH = 1_000_000;
/** A scope that holds a bare `@` is no longer. */
const MAX_ODD_SCOPE_LENGTH = 400;
const MAX_READINGS = 16;

/** What a text in the notation says, by its first reading. Throws `invalid_locate`. */
export function parseLocate(text: string, options: ParseOptions = {}): Locate {
  return parseLocateReadings(text, options)[0];
}

/**
 * Everything a text may say, in the notation or as a JSON object, likeliest first: the next reading is for where no symbol has the path of the one before
 * (`package.json:dependencies.@types/node`). Throws `invalid_locate` where it says nothing.
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
  const [first, ...more] = outcomes.flatMap((outcome) => (outcome instanceof LocateError ? [] : outcome));
  if (first !== undefined) return [first, ...more.slice(0, MAX_READINGS - 1)];
  throw outcomes[0];
}

/**
 * Returns the object that a text is as JSON; undefined for a text in the notation, also where its path
 * begins with a brace (`{{name}}/main.py`). Throws `invalid_locate` where it begins as JSON but is not.
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

/** The readings of what stands behind a path: nothing, `@find`, or `:scope` and perhaps `@find`. */
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

/** A text cut at an `@`, or not at all. */
function cut(text: string, at: number): { readonly scope: string; readonly find: string } {
  return at < 0 ? { scope: text, find: "" } : { scope: text.slice(0, at), find: text.slice(at + 1) };
}

/** The other `@` where a symbol path could end: those behind, then none at all, then those before, which stand in brackets or quotes. */
function alternativeCuts(text: string, primary: number): number[] {
  const line = text.slice(0, MAX_ODD_SCOPE_LENGTH + 1).split(/[\r\n]/, 1)[0] ?? "";
  const found = [...line.matchAll(/@/g)].map((match) => match.index).filter((at) => at > 0 && at !== primary);
  const whole = primary >= 0 && line.length === text.length ? [-1] : [];
  const after = primary < 0 ? [] : found.filter((at) => at > primary);
  return [...after, ...whole, ...found.filter((at) => !after.includes(at))].slice(0, MAX_READINGS);
}

/** What a Locate that can't be written says in the object form only. */
const objectOnlyFields = ["find_index", "fuzzy", "anchor_text", "ancestor_node_type", "handle"] as const;

/** A Locate as text that is read back as that Locate. Throws `invalid_locate` where there is no such text, and says why. */
export function formatLocate(locate: Locate, options: Pick<NotationOptions, "exists"> = {}): string {
  const checked = readFields(locate, { takes: "document" });
  const unwritten = objectOnlyFields.find((name) => checked[name] !== undefined);
  if (unwritten !== undefined) throw notWritable(unwritten, "is no part of the notation");

  const texts = spellings(checked);
  const wanted = JSON.stringify(checked);
  // Whatever rule cuts a text elsewhere than meant, here is where it shows.
  const outcomes = texts.map((text) => attempt(() => parseLocate(text, { ...options, takes: "document" })));
  const right = texts.find((_, index) => JSON.stringify(outcomes[index]) === wanted);
  if (right !== undefined) return right;
  const [other] = outcomes;
  if (other === undefined || other instanceof LocateError || other.file_path === checked.file_path)
    throw notWritable("locate", "would be read otherwise");
  const path = other.file_path === undefined ? "absent" : quoteCode(other.file_path);
  throw notWritable("file_path", `\`${clip(checked.file_path ?? "")}\` would be read as ${path}`);
}

/** The ways to write a Locate, plainest first. */
function spellings({ file_path = "", scope, find }: Locate): string[] {
  const end = find === undefined ? "" : `@${find}`;
  if (scope === undefined) return [`${file_path}${end}`, `${file_path}:${end}`];
  if ("line" in scope) return [`${file_path}:${formatLines(scope)}${end}`];
  const { symbol_path } = scope;
  return [formatSymbolPath(symbol_path), quoteSymbolPath(symbol_path)].map((path) => `${file_path}:${path}${end}`);
}

function notWritable(field: string, problem: string): LocateError {
  const expected = "a Locate that can be written as a text";
  return invalidLocate({ field, problem, expected, suggestion: "the object form instead" });
}
