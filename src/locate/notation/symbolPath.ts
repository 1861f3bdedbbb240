/** Symbol paths as text: `A.b`, `A::b`, `` doc.`1. Intro` ``, and back. */
import { describeValue, invalidLocate } from "../errorText.js";

/**
 * Returns the names in a symbol path, outermost first; null where a name is empty, or contains a
 * line end without being quoted. A trailing `[n]` stays part of its name.
 */
export function parseSymbolPath(text: string): string[] | null {
  const { names, hasLineEnd } = scanPath(text, false);
  return hasLineEnd || names.includes("") ? null : names;
}

/**
 * Formats a symbol path so that it parses to the same path wherever a scope may be. Quotes names
 * that would be split or read as lines in backticks.
 */
export function formatSymbolPath(path: readonly string[]): string {
  if (path.length === 0 || path.includes(""))
    throw invalidLocate({
      field: "scope.symbol_path",
      problem: `is ${describeValue(path)}`,
      expected: "names that are not empty",
    });
  const text = path.map((name, index) => (isBare(name, index === 0) ? name : quote(name))).join(".");
  // Names that are harmless alone can combine: `operator<` and `x>`, `42` and nothing else.
  const holds = !isLineLike(text) && isSame(parseSymbolPath(text), path);
  return holds ? text : quoteSymbolPath(path);
}

/**
 * Formats a symbol path with every name quoted, for use after a file path that would absorb it: ``
 * C:`\\x` ``.
 */
export function quoteSymbolPath(path: readonly string[]): string {
  return path.map(quote).join(".");
}

/**
 * Checks whether a scope is read as lines, or is so similar to lines that it is an error: `42`,
 * `L10-L20`, `227:def f`, `-5`.
 */
export function isLineLike(scope: string): boolean {
  const lines = /^[-+]?L?\d+(?::\d+)?(?:\s*(?:[-–,:]|\.\.)\s*(?:L?\d+(?::\d+)?)?)?$/;
  const grep = /^\d+(?::\d+)?:\D/;
  return lines.test(scope) || grep.test(scope);
}

/**
 * Returns the offset of the first `@` that is neither in quotes nor in brackets, or -1. `text`
 * begins with a scope.
 */
export function findAtSign(text: string): number {
  return scanPath(text, true).end;
}

interface PathScan {
  readonly names: string[];
  /** The offset of the bare `@` that ended the scan, or -1. */
  readonly end: number;
  /** Whether there is a line end outside of quotes. */
  readonly hasLineEnd: boolean;
}

/** Reads names to the end of the text, or to the first bare `@`. */
function scanPath(text: string, stopAtSign: boolean): PathScan {
  const closing = closingBrackets(text);
  const names: string[] = [];
  let name = "";
  let at = 0;
  let isNameStart = true;
  let hasLineEnd = false;
  while (at < text.length) {
    const quoted: QuotedName | null = isNameStart ? readQuoted(text, at) : null;
    isNameStart = false;
    if (quoted !== null) {
      name = quoted.name;
      at = quoted.end;
      continue;
    }
    const close = closing.get(at);
    if (close !== undefined) {
      name += text.slice(at, close + 1);
      at = close + 1;
      continue;
    }
    if (stopAtSign && text[at] === "@") return { names, end: at, hasLineEnd };
    const width = separatorWidth(text, at, names.length === 0 && name === "");
    if (width === 0) {
      hasLineEnd ||= text[at] === "\n" || text[at] === "\r";
      name += text[at++];
    } else {
      names.push(name);
      name = "";
      at += width;
      isNameStart = true;
    }
  }
  names.push(name);
  return { names, end: -1, hasLineEnd };
}

/**
 * Returns the length of the separator at `at`, or 0. A leading `.` belongs to the first name:
 * `.btn`.
 */
function separatorWidth(text: string, at: number, isPathStart: boolean): number {
  if (text[at] === ".") return isPathStart ? 0 : 1;
  return text.startsWith("::", at) ? 2 : 0;
}

interface QuotedName {
  readonly name: string;
  readonly end: number;
}

/**
 * Reads a quoted name that begins at `at`. A doubled quote inside is one quote. A separator, a
 * bracket (`` `a b`[1] ``) or the end must follow the closing quote. Otherwise, and where nothing
 * closes it, the quote is a character like any other.
 */
function readQuoted(text: string, at: number): QuotedName | null {
  const mark = text[at];
  if (mark !== "`" && mark !== '"' && mark !== "'") return null;
  let from = at + 1;
  let name = "";
  for (;;) {
    const close = text.indexOf(mark, from);
    if (close < 0) return null;
    name += text.slice(from, close);
    if (text[close + 1] !== mark) {
      const end = close + 1;
      return end === text.length || /[.:@[(]/.test(text[end] ?? "") ? { name, end } : null;
    }
    name += mark;
    from = close + 2;
  }
}

const closerOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/**
 * Returns the offset of the closing bracket for each paired opening one. An unpaired bracket is a
 * character like any other (`operator<`, `operator->`). No pair spans a line end, and no `<` pairs
 * across an `@`, as a marker may follow that. Linear: each bracket is pushed and popped once.
 */
function closingBrackets(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  let lastAt = -1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "\n" || character === "\r") open.length = 0;
    else if (character === "@") lastAt = at;
    else if (character in closerOf) open.push(at);
    else if (open.length === 0) continue;
    else if (character === '"' || character === "`") at = endOfString(text, at);
    else if (character === ">") {
      const top = open.at(-1) ?? 0;
      const arrow = text[at - 1] === "-" || text[at - 1] === "=";
      if (text[top] !== "<" || arrow) continue;
      open.pop();
      if (top > lastAt) closing.set(top, at);
    } else if (character === ")" || character === "]" || character === "}") {
      while (text[open.at(-1) ?? -1] === "<") open.pop();
      const top = open.at(-1);
      if (top === undefined || closerOf[text[top] ?? ""] !== character) continue;
      open.pop();
      closing.set(top, at);
    }
  }
  return closing;
}

/**
 * Returns the end of a string inside brackets, `["a]b"]`, or its start where nothing closes it on
 * its line.
 */
function endOfString(text: string, at: number): number {
  for (let close = at + 1; close < text.length && text[close] !== "\n" && text[close] !== "\r"; close++)
    if (text[close] === text[at]) return close;
  return at;
}

/** Checks whether a name needs no quotes, at the start of a path or after a separator. */
function isBare(name: string, isPathStart: boolean): boolean {
  if (name.trim() !== name || /[@\r\n]|^[:"'`]|:$/.test(name) || hasLoneBracket(name)) return false;
  const { names } = scanPath(isPathStart ? name : `x.${name}`, false);
  return names.length === (isPathStart ? 1 : 2) && names.at(-1) === name;
}

/** Checks for an unpaired bracket, which could pair with one in the find that follows. */
function hasLoneBracket(name: string): boolean {
  const closing = closingBrackets(name);
  let at = 0;
  while (at < name.length) {
    const close = closing.get(at);
    if (close !== undefined) at = close;
    else if (/[()[\]{}]/.test(name[at] ?? "")) return true;
    at++;
  }
  return false;
}

/** Quotes a name in backticks, or in double quotes where it contains backticks. */
function quote(name: string): string {
  const mark = name.includes("`") && !name.includes('"') ? '"' : "`";
  return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
}

function isSame(one: readonly string[] | null, other: readonly string[]): boolean {
  return one !== null && one.length === other.length && one.every((name, index) => name === other[index]);
}
