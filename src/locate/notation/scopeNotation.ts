/**
 * Scopes as text: `42`, `10-20`, `42:7`, `MyClass.run`, and back. The numbers are checked with the
 * other fields.
 */
import { LocateError } from "../../error.js";
import { invalidLocate, quoteCode } from "../errorText.js";
import type { LineScope, Scope } from "../locate.js";
import { isLineLike, parseSymbolPath } from "./symbolPath.js";

/**
 * Returns the first reading of a scope's text; undefined where it is empty. Throws `invalid_locate`
 * for `field`.
 */
export function parseScope(text: string, field: string): Scope | undefined {
  const scopes = parseScopeReadings(text, field);
  if (scopes instanceof LocateError) throw scopes;
  return scopes[0];
}

/**
 * Returns the readings of a scope's text, likeliest first: none for an empty one, the error to
 * throw for a malformed one. Colons left over at its ends (`227:` from grep, `:Test.run` of
 * `file::Test.run`) are dropped, but may be part of the name in a second reading (`:root`).
 */
export function parseScopeReadings(text: string, field: string): readonly Scope[] | LocateError {
  const whole = text.trim();
  const inner = withoutColons(whole);
  if (inner === "") return [];
  const lines = parseLines(inner);
  if (lines !== null) return [lines];
  if (isLineLike(inner)) return malformedLines(inner, field);
  const paths = inner === whole ? [parseSymbolPath(inner)] : [parseSymbolPath(inner), parseSymbolPath(whole)];
  const scopes = paths.flatMap((path) => (path === null ? [] : [{ symbol_path: path }]));
  return scopes.length > 0 ? scopes : malformedSymbolPath(inner, field);
}

/**
 * Checks whether a scope's text is empty or lines, well-formed or not, so that it has no second
 * reading.
 */
export function hasSingleReading(text: string): boolean {
  const inner = withoutColons(text.trim());
  return inner === "" || isLineLike(inner);
}

/** Formats lines. */
export function formatLines({ line, character }: LineScope): string {
  if (typeof line === "number") return character === undefined ? `${line}` : `${line}:${character}`;
  return line[1] === 0 ? `${line[0]}-` : `${line[0]}-${line[1]}`;
}

function withoutColons(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === ":") from++;
  while (to > from && text[to - 1] === ":") to--;
  return text.slice(from, to);
}

function parseLines(text: string): LineScope | null {
  const place = /^L?(\d+):(\d+)$/.exec(text);
  if (place !== null) return { line: Number(place[1]), character: Number(place[2]) };
  const range = /^L?(\d+)\s*[-–,]\s*(?:L?(\d+))?$/.exec(text);
  // Nothing after the dash is the end of the file, as 0 is.
  if (range !== null) return { line: [Number(range[1]), Number(range[2] ?? 0)] };
  const line = /^L?(\d+)$/.exec(text);
  return line === null ? null : { line: Number(line[1]) };
}

function malformedSymbolPath(text: string, field: string): LocateError {
  const lineEnd = text.search(/[\r\n]/);
  if (lineEnd >= 0)
    return invalidLocate({
      field,
      problem: `${quoteCode(text.slice(0, lineEnd))} continues after a line end`,
      expected: "lines, or a symbol path on one line",
      suggestion: "text to find after `@`; a name that contains a line end in backticks",
    });
  return invalidLocate({
    field,
    problem: `${quoteCode(text)} contains an empty name`,
    expected: "names joined by `.` or `::`, such as `MyClass.run`",
    suggestion: "a name that contains separators in backticks",
  });
}

/**
 * Makes the error for malformed lines: a copied line of grep or a compiler, a negative line, a
 * range of characters.
 */
function malformedLines(text: string, field: string): LocateError {
  const copied = /^(\d+)(?::\d+)?:\s*(?=\D)/.exec(text);
  const suggestion =
    copied === null
      ? `lines as \`42\`, \`10-20\`, \`10-\` (to the end) or \`42:7\``
      : `\`${copied[1]}@\` and then the text to find in that line`;
  return invalidLocate({
    field,
    problem: `${quoteCode(text)} begins like lines but is malformed`,
    expected: "lines (from 1) or a symbol path",
    suggestion: `${suggestion}; a symbol of that name goes in backticks`,
  });
}
