/** Symbol paths as text: `A.b`, `A::b`, `` doc.`1. Intro` ``, and back. */
import { describeValue, invalidLocate } from "../errorText.js";

/**
 * The names in a symbol path, outermost first; null where one of them is empty or goes on over a line end without being quoted.
 * A trailing `[n]` stays part of its name.
 */
export function parseSymbolPath(text: string): string[] | null {
  const { names, hasLineEnd } = scanPath(text, false);
  return hasLineEnd || names.includes("") ? null : names;
}

/**
 * A symbol path as text that is read back as that path, wherever a scope may stand.
 * Names that would be split, or taken for lines, are put in backticks.
 */
export function formatSymbolPath(path: readonly string[]): string {
  if (path.length === 0 || path.includes(""))
    throw invalidLocate({
      field: "scope.symbol_path",
      problem: `is ${describeValue(path)}`,
      expected: "names that are not empty",
    });
  const text = path.map((name, index) => (isBare(name, index === 0) ? name : quote(name))).join(".");
  // Names that are harmless alone can meet: `operator<` and `x>`, `42` and nothing else.
  const holds = !isLineLike(text) && isSame(parseSymbolPath(text), path);
  return holds ? text : quoteSymbolPath(path);
}

/** The same with every name quoted, for where it stands behind a path that it could be taken into: `` C:`\\x` ``. */
export function quoteSymbolPath(path: readonly string[]): string {
  return path.map(quote).join(".");
}

/** Whether a scope so written is read as lines, or is so near to it that it is an error: `42`, `L10-L20`, `227:def f`, `-5`. */
export function isLineLike(scope: string): boolean {
  const lines = /^[-+]?L?\d+(?::\d+)?(?:\s*(?:[-–,:]|\.\.)\s*(?:L?\d+(?::\d+)?)?)?$/;
  const grep = /^\d+(?::\d+)?:\D/;
  return lines.test(scope) || grep.test(scope);
}

/** Where the first `@` stands that is neither in quotes nor in brackets, or -1. `text` begins with a scope. */
export function findAtSign(text: string): number {
  return scanPath(text, true).end;
}

interface PathScan {
  readonly names: string[];
  /** Where the first bare `@` stands that the walk stopped at, or -1. */
  readonly end: number;
  /** A line end stands outside quotes. */
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

/** How long the separator at `at` is, or 0. A `.` that leads the path belongs to its first name: `.btn`. */
function separatorWidth(text: string, at: number, isPathStart: boolean): number {
  if (text[at] === ".") return isPathStart ? 0 : 1;
  return text.startsWith("::", at) ? 2 : 0;
}

interface QuotedName {
  readonly name: string;
  readonly end: number;
}

/**
 * A name in quotes that begins at `at`. A doubled quote inside is one quote. The closing quote has a separator behind it, a
 * bracket (`` `a b`[1] ``) or the end; otherwise, and where nothing closes it, the quote is a character like any other.
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
 * Where each bracket that has a partner is closed. An unpaired one is a character like any other (`operator<`, `operator->`); none
 * pairs across a line end, nor `<` across an `@`, behind which a marker may stand. One pass, each bracket pushed and popped once.
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

/** The end of a string inside brackets, `["a]b"]`, or its start where nothing closes it on its line. */
function endOfString(text: string, at: number): number {
  for (let close = at + 1; close < text.length && text[close] !== "\n" && text[close] !== "\r"; close++)
    if (text[close] === text[at]) return close;
  return at;
}

/** Whether a name stands for itself without quotes, at the start of a path or behind a separator. */
function isBare(name: string, isPathStart: boolean): boolean {
  if (name.trim() !== name || /[@\r\n]|^[:"'`]|:$/.test(name) || hasLoneBracket(name)) return false;
  const { names } = scanPath(isPathStart ? name : `x.${name}`, false);
  return names.length === (isPathStart ? 1 : 2) && names.at(-1) === name;
}

/** A bracket without a partner could find one in the find behind it. */
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

/** A name in backticks, or in double quotes where it has backticks itself. */
function quote(name: string): string {
  const mark = name.includes("`") && !name.includes('"') ? '"' : "`";
  return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
}

function isSame(one: readonly string[] | null, other: readonly string[]): boolean {
  return one !== null && one.length === other.length && one.every((name, index) => name === other[index]);
}
