/**
 * Walks JSON without making values of it: strings, which are most of a notebook with outputs, are
 * passed over and decoded only by those who want them.
 */

import type { Stretch } from "../../../text/stretch.js";

export interface JsonVisitor {
  /** Called at the bracket that opens an object or a list. */
  begin(kind: "object" | "list", from: number): void;
  /** Called with the key of the next value of the object, with its quotes. */
  key(key: Stretch): void;
  /** Called between the elements of a list. */
  next(): void;
  /** Called after the bracket that closes the object or list. */
  end(to: number): void;
  /** Called with a string, number or word. */
  literal(value: Stretch): void;
}

/** Where JSON is broken, and what should be there. */
export interface JsonProblem {
  readonly at: number;
  readonly expected: string;
}

/** Python writes `NaN` and `Infinity`, which JSON lacks. */
const WORD = /-?(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|Infinity)|true|false|null|NaN/y;

/** Visits the values of a text in order; stops and says where it is no JSON. */
export function walkJson(json: string, visitor: JsonVisitor): JsonProblem | undefined {
  const open: ("object" | "list")[] = [];
  let lineEnd = -1;
  /** What may come: `first` is after an opening bracket, `after` after a value. */
  let state: "value" | "first" | "key" | "after" = "value";
  for (let at = spaceTo(json, 0); ; at = spaceTo(json, at)) {
    const inObject = open.at(-1) === "object";
    if (state === "after" && open.length === 0) return at < json.length ? { at, expected: "the end" } : undefined;
    const character = json[at];
    if (character === closingOf(open.at(-1)) && (state === "first" || state === "after")) {
      open.pop();
      visitor.end(++at);
      state = "after";
      continue;
    }
    if (state === "after") {
      if (character !== ",") return { at, expected: `a comma or ${closingOf(open.at(-1))}` };
      at++;
      if (inObject) state = "key";
      else {
        visitor.next();
        state = "value";
      }
      continue;
    }
    const isKey = state === "key" || (state === "first" && inObject);
    if (character === '"') {
      const to = stringTo(json, at);
      if (lineEnd < at) lineEnd = indexOrEnd(json, "\n", at);
      if (to === undefined || lineEnd < to) return { at, expected: "an end of the string in its line" };
      if (!isKey) {
        visitor.literal({ from: at, to });
        state = "after";
        at = to;
        continue;
      }
      visitor.key({ from: at, to });
      at = spaceTo(json, to);
      if (json[at] !== ":") return { at, expected: "a colon" };
      at++;
      state = "value";
      continue;
    }
    if (isKey) return { at, expected: "a key" };
    if (character === "{" || character === "[") {
      const kind = character === "{" ? "object" : "list";
      open.push(kind);
      visitor.begin(kind, at++);
      state = "first";
      continue;
    }
    WORD.lastIndex = at;
    const [word] = WORD.exec(json) ?? [];
    if (word === undefined) return { at, expected: "a value" };
    visitor.literal({ from: at, to: at + word.length });
    at += word.length;
    state = "after";
  }
}

function closingOf(kind: "object" | "list" | undefined): string | undefined {
  if (kind === undefined) return undefined;
  return kind === "object" ? "}" : "]";
}

/** Returns the offset after spaces and line ends. */
function spaceTo(json: string, from: number): number {
  let at = from;
  for (let code = json.charCodeAt(at); code === SPACE || isOtherSpace(code); ) code = json.charCodeAt(++at);
  return at;
}

const SPACE = 0x20;

function isOtherSpace(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x09;
}

/** Returns the offset after the string that begins at `from`; undefined if it has no end. */
function stringTo(json: string, from: number): number | undefined {
  for (let at = json.indexOf('"', from + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = at;
    while (json[escapes - 1] === "\\") escapes--;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
  return undefined;
}

function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at < 0 ? text.length : at;
}
