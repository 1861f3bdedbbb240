/**
 * Finds and replaces values in the bytes of a JSON text without parsing it. Spans are half-open
 * byte offsets.
 */

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

/** Returns the offset after the string that begins at `from`, or -1 if it doesn't end. */
export function stringEnd(json: Buffer, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    const byte = json[at];
    if (byte === BACKSLASH) at++;
    else if (byte === QUOTE) return at + 1;
  }
  return -1;
}

/**
 * Returns the offset after the object or array at `from`, or -1. Brackets are counted, not matched
 * by kind: validation is up to the receiver.
 */
export function containerEnd(json: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      // Strings can be whole documents: native code finds the end, unless there are escapes.
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

/** Returns the offset after the value at `from`, or -1 if there is none or it doesn't end. */
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
 * Walks the members of the object at `from`. `visit` gets the offsets of a key (with its quotes)
 * and of its value, and returns the end of the value, by `valueEnd` or by walking it: a text is
 * read once, however deep the walk goes. Returns the offset after the object, or -1 if there is
 * none, it doesn't end, or `visit` returned -1.
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

/**
 * Whether a key, whose span includes the quotes, equals `word`. Decoded only if it has escapes or
 * non-ASCII bytes.
 */
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
  /** The span of the key, with its quotes. */
  readonly keyAt: Span;
  readonly value: Span;
}

/** Returns the members of the object at `from`, in order, up to the first syntax error. */
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

/** Returns the elements of the array at `from`, or none if there is no array. */
export function elements(json: Buffer, from: number): Span[] {
  const found: Span[] = [];
  walkArray(json, from, (at) => {
    const to = valueEnd(json, at);
    if (to >= 0) found.push({ from: at, to });
    return to;
  });
  return found;
}

/**
 * Returns the span of the value at `path`, if it exists. The last of repeated keys counts, as in
 * JSON.parse.
 */
export function findValue(json: Buffer, path: readonly string[], from = 0): Span | undefined {
  let found: Span | undefined;
  /** Finds the rest of the path, from `depth` on, in the object at `at`. Returns its end. */
  const walk = (depth: number, at: number): number =>
    walkObject(json, at, (keyFrom, keyTo, valueFrom) => {
      if (!keyEquals(json, keyFrom, keyTo, path[depth] as string)) return valueEnd(json, valueFrom);
      const isLast = depth === path.length - 1;
      const before = found;
      found = undefined;
      const walked = isLast ? -1 : walk(depth + 1, valueFrom);
      const to = walked < 0 ? valueEnd(json, valueFrom) : walked;
      if (to < 0) found = before;
      else if (isLast) found = { from: valueFrom, to };
      return to;
    });
  const start = skipSpace(json, from);
  if (path.length === 0) return { from: start, to: json.length };
  walk(0, start);
  return found;
}

/** Returns the spans of all values at `path`; `*` matches each element of an array. */
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

/** Returns the decoded string at a span; undefined for any other value. */
export function stringAt(json: Buffer, span: Span | undefined): string | undefined {
  if (!span || json[span.from] !== QUOTE) return undefined;
  if (isPlainString(json, span)) return json.toString("latin1", span.from + 1, span.to - 1);
  try {
    return JSON.parse(json.toString("utf8", span.from, span.to)) as string;
  } catch {
    return undefined;
  }
}

/** Whether the bytes of a string, with its quotes, are its characters: nothing is escaped. */
function isPlainString(json: Buffer, { from, to }: Span): boolean {
  for (let at = from + 1; at < to - 1; at++) {
    const byte = json[at] as number;
    if (byte === BACKSLASH || byte === QUOTE || byte < 0x20 || byte >= 0x80) return false;
  }
  return to - from >= 2 && json[to - 1] === QUOTE;
}

/** Returns a copy of `json` with the splices applied, which must not overlap. */
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
 * Returns a copy of `json` with `value` at `path`; missing objects are added. Undefined if a value
 * on the path is neither absent, null nor an object.
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

/**
 * Does the same, and replaces a value on the path that is not an object: PHP clients write `[]` for
 * `{}`.
 */
export function putValue(json: Buffer, path: readonly string[], value: unknown): Buffer {
  for (let depth = path.length; depth > 0; depth--) {
    const rest = path.slice(depth).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    const done = setValue(json, path.slice(0, depth), rest);
    if (done !== undefined) return done;
  }
  return json;
}

/** Returns a copy of `json` without the member at `path`; `json` itself if there is none. */
export function removeValue(json: Buffer, path: readonly string[]): Buffer {
  const object = findValue(json, path.slice(0, -1));
  const all = object ? members(json, object.from) : [];
  const n = all.findLastIndex(({ key }) => key === path.at(-1));
  const removed = all[n];
  if (!removed) return json;
  // With the comma after it, so that a member put first leaves no trace; the last one with the
  // comma before it.
  const span =
    n < all.length - 1
      ? { from: removed.keyAt.from, to: json.indexOf(COMMA, removed.value.to) + 1 }
      : { from: all[n - 1]?.value.to ?? removed.keyAt.from, to: removed.value.to };
  // The key may be repeated.
  return removeValue(splice(json, [{ ...span, bytes: Buffer.alloc(0) }]), path);
}

function nested(path: readonly string[], value: unknown): string {
  return path.reduceRight((json, key) => `{${JSON.stringify(key)}:${json}}`, JSON.stringify(value));
}
