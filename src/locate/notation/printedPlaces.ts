/** Places as tools print them: `--> f.rs:3:5`, `f.c:3:5: error: …`, `File "a.py", line 6, in f`. */

import { MAX_PATH_LENGTH } from "../locate.js";
import { type OtherPlace, readOtherNotation } from "./otherNotations.js";
import { parseSymbolPath } from "./symbolPath.js";

/** A file, a scope in our notation, and the text of the line, if the tool has printed that. */
export interface PrintedPlace extends OtherPlace {
  readonly find?: string;
}

/** The maximum length of a printed line. */
const MAX_LINE_LENGTH = 4 * MAX_PATH_LENGTH;

/** What is written around a place, which is the group. */
const frames: readonly RegExp[] = [
  // rustc
  /^-->\s+(\S.*)$/,
  // Node, .NET and Java in the frames of a call
  /^at\s[^(]*\(([^()]+)\)$/,
  /^at\s(?:async\s)?(\S+:\d+)$/,
  // in a text
  /^`([^`]+)`$/,
  /^"([^"]+)"$/,
  /^'([^']+)'$/,
];

/**
 * The forms of a place, alone or at the beginning of a line. `at` is the character, `find` the text
 * of the line. A message after them is left out.
 */
const forms: readonly RegExp[] = [
  // Python
  /^File "(?<path>[^"]+)", line (?<line>[1-9]\d*)(?:, in \S.*)?$/,
  // gcc, clang, Go, Rust, Swift, TypeScript, ESLint, Pyright
  /^(?<path>(?:[A-Za-z]:)?[^:]+):(?<line>[1-9]\d*):(?<at>[1-9]\d*)(?:[:\s](?!\s*@).*)?$/,
  // javac, mypy, Ruby
  /^(?<path>(?:[A-Za-z]:)?[^:]+):(?<line>[1-9]\d*):\s?(?:fatal )?(?:error|warning|note|in)(?=[\s:]).*$/,
  // Microsoft's compilers
  /^(?<path>[^:(]+)\((?<line>[1-9]\d*),\s?(?<at>[1-9]\d*)\)\s?:\s.*$/,
  // grep
  /^(?<path>(?:[A-Za-z]:)?[^:]+):(?<line>[1-9]\d*):\s*(?<find>[^\s\d@:].*)$/,
];

/** Returns the text in quotes or after an arrow, which may be any Locate; undefined without. */
export function withoutFrame(text: string): string | undefined {
  const line = text.trim();
  if (!isPrintedLine(line)) return undefined;
  return frames.map((frame) => frame.exec(line)?.[1]).find((inner) => inner !== undefined);
}

/** Reads a place as a tool prints it, on one line, without a frame; undefined for other texts. */
export function readPrintedPlace(text: string): PrintedPlace | undefined {
  const line = text.trim();
  if (!isPrintedLine(line)) return undefined;
  for (const form of forms) {
    const { path, line: lineNumber, at, find } = form.exec(line)?.groups ?? {};
    if (path === undefined || lineNumber === undefined) continue;
    const scope = at === undefined ? lineNumber : `${lineNumber}:${at}`;
    return { file_path: path, scope, ...(find !== undefined && { find }) };
  }
  return readOtherNotation(line);
}

/**
 * Returns the symbol paths that a text without a file may be, likeliest first: those of `a.b.C.d`,
 * `b.C.d` and `C.d` for `a::b::C.d` and `a.b.C#d`, as `a` may be a crate or a package. None for
 * other texts.
 */
export function printedSymbols(text: string): readonly (readonly string[])[] {
  const line = text.trim();
  if (!isPrintedLine(line) || !symbolForms.some((form) => form.test(line))) return [];
  const names = parseSymbolPath(line.replace("#", ".")) ?? [];
  const count = Math.min(Math.max(names.length - 1, 1), MAX_QUALIFIERS);
  return Array.from({ length: count }, (_, from) => names.slice(from));
}

const symbolForms: readonly RegExp[] = [
  /^[\p{ID_Start}_][\p{ID_Continue}]*::[^\s@]+$/u,
  // Javadoc, and the names of tests
  /^(?:[\p{ID_Start}_][\p{ID_Continue}]*\.)*\p{Lu}[\p{ID_Continue}]*#[\p{ID_Continue}]+(?:\([^()]*\))?$/u,
];

/** The maximum of leading names of a path that may be left out. */
const MAX_QUALIFIERS = 4;

function isPrintedLine(line: string): boolean {
  return line.length <= MAX_LINE_LENGTH && !/[\r\n\0]/.test(line);
}
