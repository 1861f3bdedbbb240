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
export function closeOf(json: Buffer, from: number): number {
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

function valueEnd(json: Buffer, from: number): number {
  const first = json[from];
  if (first === QUOTE) return stringEnd(json, from);
  if (first === OPEN || first === OPEN_ARRAY) return closeOf(json, from);
  let at = from;
  while (at < json.length) {
    const byte = json[at];
    if (byte === COMMA || byte === CLOSE || byte === CLOSE_ARRAY || isSpace(byte)) break;
    at++;
  }
  return at > from ? at : -1;
}

/** The keys and values of the object at `from`, in order; nothing where there is no object. */
function* members(json: Buffer, from: number): Generator<{ key: string; value: Span }> {
  let at = skipSpace(json, from);
  if (json[at] !== OPEN) return;
  at = skipSpace(json, at + 1);
  while (json[at] === QUOTE) {
    const keyEnd = stringEnd(json, at);
    if (keyEnd < 0) return;
    const key = stringAt(json, { from: at, to: keyEnd });
    at = skipSpace(json, keyEnd);
    if (json[at] !== COLON) return;
    at = skipSpace(json, at + 1);
    const to = valueEnd(json, at);
    if (to < 0 || key === undefined) return;
    yield { key, value: { from: at, to } };
    at = skipSpace(json, to);
    if (json[at] !== COMMA) return;
    at = skipSpace(json, at + 1);
  }
}

/** The elements of the array at `from`. */
function* elements(json: Buffer, from: number): Generator<Span> {
  let at = skipSpace(json, from);
  if (json[at] !== OPEN_ARRAY) return;
  at = skipSpace(json, at + 1);
  while (at < json.length && json[at] !== CLOSE_ARRAY) {
    const to = valueEnd(json, at);
    if (to < 0) return;
    yield { from: at, to };
    at = skipSpace(json, to);
    if (json[at] !== COMMA) return;
    at = skipSpace(json, at + 1);
  }
}

/** Where the value under `path` stands, if it is there. Of a key given twice the last counts, as in JSON.parse. */
export function find(json: Buffer, path: readonly string[], from = 0): Span | undefined {
  let span: Span | undefined = { from: skipSpace(json, from), to: json.length };
  for (const step of path) {
    let found: Span | undefined;
    for (const { key, value } of members(json, span.from)) if (key === step) found = value;
    if (!found) return undefined;
    span = found;
  }
  return span;
}

/** Every place a path leads to; `*` stands for each element of an array. */
export function findAll(json: Buffer, path: readonly string[], from = 0): Span[] {
  const star = path.indexOf("*");
  if (star < 0) {
    const span = find(json, path, from);
    return span ? [span] : [];
  }
  const array = find(json, path.slice(0, star), from);
  if (!array) return [];
  const rest = path.slice(star + 1);
  return [...elements(json, array.from)].flatMap((element) =>
    rest.length === 0 ? [element] : findAll(json, rest, element.from),
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
export function put(json: Buffer, path: readonly string[], value: unknown): Buffer | undefined {
  let at = skipSpace(json, 0);
  for (const [depth, step] of path.entries()) {
    const inner = find(json, [step], at);
    const rest = path.slice(depth + 1);
    if (!inner) {
      if (json[at] !== OPEN) return undefined;
      const behind = at + 1;
      const comma = json[skipSpace(json, behind)] === CLOSE ? "" : ",";
      const member = Buffer.from(`${JSON.stringify(step)}:${nested(rest, value)}${comma}`);
      return splice(json, [{ from: behind, to: behind, bytes: member }]);
    }
    const isNull = json.toString("latin1", inner.from, inner.to) === "null";
    if (rest.length === 0 || isNull) return splice(json, [{ ...inner, bytes: Buffer.from(nested(rest, value)) }]);
    if (json[inner.from] !== OPEN) return undefined;
    at = inner.from;
  }
  return undefined;
}

function nested(path: readonly string[], value: unknown): string {
  return path.reduceRight((json, key) => `{${JSON.stringify(key)}:${json}}`, JSON.stringify(value));
}
