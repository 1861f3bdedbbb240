/** Finding and replacing values in the bytes of a JSON text, without parsing the rest of it. Spans are byte offsets, half-open. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Splice extends Span {
  readonly bytes: Buffer;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function skipSpace(json: Buffer, from: number): number {
  let at = from;
  while (isSpace(json[at])) at++;
  return at;
}

/** The offset behind the string that opens at `from`, or -1 where it doesn't end. */
export function stringEnd(json: Buffer, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    const byte = json[at];
    if (byte === BACKSLASH) at++;
    else if (byte === QUOTE) return at + 1;
  }
  return -1;
}

/** The offset behind the object or array that opens at `from`, or -1. Brackets are counted, not matched by kind: the receiver judges the JSON. */
export function containerEnd(json: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      // Strings can be long (whole documents): let native code find the end, and step through only where escapes stand in the way.
      const quote = json.indexOf(QUOTE, at + 1);
      if (quote < 0) return -1;
      if (json[quote - 1] !== BACKSLASH) at = quote;
      else {
        const end = stringEnd(json, at);
        if (end < 0) return -1;
        at = end - 1;
      }
    } else if (byte === OPEN || byte === OPEN_ARRAY) depth++;
    else if ((byte === CLOSE || byte === CLOSE_ARRAY) && --depth === 0) return at + 1;
  }
  return -1;
}

/** The offset behind the value at `from`, or -1 where there is none or it doesn't end. */
export function valueEnd(json: Buffer, from: number): number {
  const first = json[from];
  if (first === QUOTE) return stringEnd(json, from);
  if (first === OPEN || first === OPEN_ARRAY) return containerEnd(json, from);
  let at = from;
  while (at < json.length) {
    const byte = json[at];
    if (byte === COMMA || byte === CLOSE || byte === CLOSE_ARRAY || isSpace(byte)) break;
    at++;
  }
  return at > from ? at : -1;
}

/**
 * Walks the members of the object at `from`. `visit` is told where a key (its quotes included) and its value stand and says where the value ends, by `valueEnd` or by
 * walking on inside: so a whole text is gone through once, however deep one looks. Returns the offset behind the object; -1 where there is none, it doesn't end, or a visit said -1.
 */
export function walkObject(
  json: Buffer,
  from: number,
  visit: (keyFrom: number, keyTo: number, valueFrom: number) => number,
): number {
  let at = skipSpace(json, from);
  if (json[at] !== OPEN) return -1;
  at = skipSpace(json, at + 1);
  while (json[at] === QUOTE) {
    const keyFrom = at;
    const keyTo = stringEnd(json, at);
    if (keyTo < 0) return -1;
    at = skipSpace(json, keyTo);
    if (json[at] !== COLON) return -1;
    const to = visit(keyFrom, keyTo, skipSpace(json, at + 1));
    if (to < 0) return -1;
    at = skipSpace(json, to);
    if (json[at] !== COMMA) break;
    at = skipSpace(json, at + 1);
  }
  return json[at] === CLOSE ? at + 1 : -1;
}

/** Walks the elements of the array at `from`, as `walkObject` does the members of an object. */
export function walkArray(json: Buffer, from: number, visit: (valueFrom: number) => number): number {
  let at = skipSpace(json, from);
  if (json[at] !== OPEN_ARRAY) return -1;
  at = skipSpace(json, at + 1);
  while (at < json.length && json[at] !== CLOSE_ARRAY) {
    const to = visit(at);
    if (to < 0) return -1;
    at = skipSpace(json, to);
    if (json[at] !== COMMA) break;
    at = skipSpace(json, at + 1);
  }
  return json[at] === CLOSE_ARRAY ? at + 1 : -1;
}

/** Whether a key (its quotes included) reads `word`; decoded only where its bytes don't say so themselves. */
export function keyEquals(json: Buffer, from: number, to: number, word: string): boolean {
  let isSame = to - from - 2 === word.length;
  for (let at = from + 1; at < to - 1; at++) {
    const byte = json[at] as number;
    if (byte === BACKSLASH || byte >= 0x80) return stringAt(json, { from, to }) === word;
    if (isSame && byte !== word.charCodeAt(at - from - 1)) isSame = false;
  }
  return isSame;
}

interface JsonMember {
  /** Decoded. */
  readonly key: string;
  /** Where the key stands, its quotes included. */
  readonly keyAt: Span;
  readonly value: Span;
}

/** The members of the object at `from`, in order; none where there is no object, those before the fault where it is broken. */
export function members(json: Buffer, from: number): JsonMember[] {
  const found: JsonMember[] = [];
  walkObject(json, from, (keyFrom, keyTo, at) => {
    const to = valueEnd(json, at);
    const keyAt = { from: keyFrom, to: keyTo };
    const key = stringAt(json, keyAt);
    if (to >= 0 && key !== undefined) found.push({ key, keyAt, value: { from: at, to } });
    return to;
  });
  return found;
}

/** The elements of the array at `from`; none where there is no array. */
export function elements(json: Buffer, from: number): Span[] {
  const found: Span[] = [];
  walkArray(json, from, (at) => {
    const to = valueEnd(json, at);
    if (to >= 0) found.push({ from: at, to });
    return to;
  });
  return found;
}

/** Where the value under `path` stands, if it is there. Of a key given twice the last counts, as in JSON.parse. */
export function findValue(json: Buffer, path: readonly string[], from = 0): Span | undefined {
  let span: Span | undefined = { from: skipSpace(json, from), to: json.length };
  for (const step of path) {
    span = memberNamed(json, step, span.from);
    if (!span) return undefined;
  }
  return span;
}

function memberNamed(json: Buffer, name: string, from: number): Span | undefined {
  let valueFrom = -1;
  let valueTo = -1;
  walkObject(json, from, (keyFrom, keyTo, at) => {
    const to = valueEnd(json, at);
    if (to >= 0 && keyEquals(json, keyFrom, keyTo, name)) {
      valueFrom = at;
      valueTo = to;
    }
    return to;
  });
  return valueFrom < 0 ? undefined : { from: valueFrom, to: valueTo };
}

/** Every place a path leads to; `*` stands for each element of an array. */
export function findValues(json: Buffer, path: readonly string[], from = 0): Span[] {
  const star = path.indexOf("*");
  if (star < 0) {
    const span = findValue(json, path, from);
    return span ? [span] : [];
  }
  const array = findValue(json, path.slice(0, star), from);
  if (!array) return [];
  const rest = path.slice(star + 1);
  return elements(json, array.from).flatMap((element) =>
    rest.length === 0 ? [element] : findValues(json, rest, element.from),
  );
}

/** The decoded string that stands at a span; undefined for any other value. */
export function stringAt(json: Buffer, span: Span | undefined): string | undefined {
  if (!span || json[span.from] !== QUOTE) return undefined;
  try {
    return JSON.parse(json.toString("utf8", span.from, span.to)) as string;
  } catch {
    return undefined;
  }
}

/** A copy of `json` with these stretches replaced; they must not overlap. */
export function splice(json: Buffer, splices: readonly Splice[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { from, to, bytes } of [...splices].sort((a, b) => a.from - b.from)) {
    parts.push(json.subarray(at, from), bytes);
    at = to;
  }
  parts.push(json.subarray(at));
  return Buffer.concat(parts);
}

/**
 * A copy of `json` in which `path` holds `value`: what is there is replaced, missing objects are added.
 * Returns undefined where something on the way is neither absent, null nor an object.
 */
export function setValue(json: Buffer, path: readonly string[], value: unknown): Buffer | undefined {
  let at = skipSpace(json, 0);
  for (const [depth, step] of path.entries()) {
    const inner = findValue(json, [step], at);
    const rest = path.slice(depth + 1);
    if (!inner) {
      if (json[at] !== OPEN) return undefined;
      const insertAt = at + 1;
      const comma = json[skipSpace(json, insertAt)] === CLOSE ? "" : ",";
      const member = Buffer.from(`${JSON.stringify(step)}:${nested(rest, value)}${comma}`);
      return splice(json, [{ from: insertAt, to: insertAt, bytes: member }]);
    }
    const isNull = json.toString("latin1", inner.from, inner.to) === "null";
    if (rest.length === 0 || isNull) return splice(json, [{ ...inner, bytes: Buffer.from(nested(rest, value)) }]);
    if (json[inner.from] !== OPEN) return undefined;
    at = inner.from;
  }
  return undefined;
}

/** A copy of `json` without the member that `path` leads to; `json` itself where it isn't there. */
export function removeValue(json: Buffer, path: readonly string[]): Buffer {
  const object = findValue(json, path.slice(0, -1));
  const all = object ? members(json, object.from) : [];
  const n = all.findLastIndex(({ key }) => key === path.at(-1));
  const removed = all[n];
  if (!removed) return json;
  // With the comma behind it, so that what was put in front of others leaves no trace; the last one with the comma before it.
  const span =
    n < all.length - 1
      ? { from: removed.keyAt.from, to: json.indexOf(COMMA, removed.value.to) + 1 }
      : { from: all[n - 1]?.value.to ?? removed.keyAt.from, to: removed.value.to };
  // The same key may stand there once more.
  return removeValue(splice(json, [{ ...span, bytes: Buffer.alloc(0) }]), path);
}

function nested(path: readonly string[], value: unknown): string {
  return path.reduceRight((json, key) => `{${JSON.stringify(key)}:${json}}`, JSON.stringify(value));
}
