/**
 * Reads the `method` and `id` of a JSON-RPC message off its bytes. Not a parser: it reads only the
 * top level, and skips a value only if `method` or `id` follows it.
 */

import { containerEnd, findValue, isSpace, skipSpace, stringEnd } from "./json.js";

/** The members of a message that decide what happens to it. */
export interface Envelope {
  /** The decoded method; undefined in a response. */
  readonly method: string | undefined;
  /** The id as JSON text (`7`, `"a"`), which keeps large numbers exact and `1` apart from `"1"`. */
  readonly id: string | undefined;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_ARRAY = 0x5b;

/**
 * Reads the envelope off the first bytes of a body, or off the whole body (`whole`). Returns
 * undefined if the bytes don't suffice, and for a whole body that is not a JSON object.
 *
 * The result is known once the method is read and the params begin. An id after the params is not
 * read here (`findTrailingId` does): nearly every message without an id by then is a notification.
 * A response is known by its id. Servers that write `id` last, such as gopls, need the whole body.
 */
export function readEnvelope(body: Buffer, whole: boolean): Envelope | undefined {
  let at = skipSpace(body, 0);
  if (body[at] !== OPEN) return undefined;
  at = skipSpace(body, at + 1);
  let method: string | undefined;
  let id: string | undefined;
  while (body[at] === QUOTE) {
    const keyFrom = at + 1;
    const keyEnd = stringEnd(body, at);
    if (keyEnd < 0) return undefined;
    const key = keyOf(body, keyFrom, keyEnd - 1);
    at = skipSpace(body, keyEnd);
    if (body[at] !== COLON) return undefined;
    at = skipSpace(body, at + 1);
    const first = body[at];
    let valueEnd: number;
    if (first === QUOTE) {
      valueEnd = stringEnd(body, at);
    } else if (first === OPEN || first === OPEN_ARRAY) {
      if (method !== undefined) return { method, id };
      if (id !== undefined && key === RESULT_OR_ERROR) return { method: undefined, id };
      if (!whole) return undefined;
      if (key === RESULT_OR_ERROR) {
        const last = lastId(body);
        if (last !== undefined) return { method: undefined, id: last };
      }
      valueEnd = containerEnd(body, at);
    } else {
      valueEnd = scalarEnd(body, at);
    }
    if (valueEnd < 0) {
      const isComplete = method !== undefined || (id !== undefined && key === RESULT_OR_ERROR);
      return isComplete && !whole ? { method, id } : undefined;
    }
    if (key === METHOD && first === QUOTE) method = textOf(body, at, valueEnd);
    else if (key === ID) id = body.toString("latin1", at, valueEnd);
    else if (key === RESULT_OR_ERROR && id !== undefined && method === undefined) return { method, id };
    if (method !== undefined && id !== undefined) return { method, id };
    at = skipSpace(body, valueEnd);
    if (body[at] !== COMMA) break;
    at = skipSpace(body, at + 1);
  }
  if (!whole) return method === undefined ? undefined : { method, id };
  return body[at] === CLOSE ? { method, id } : undefined;
}

/**
 * Returns a reader for one stream that caches the envelope of the last notification: during typing,
 * all messages begin with the same bytes up to their params.
 */
export function envelopeReader(): typeof readEnvelope {
  let prefix: Buffer = Buffer.alloc(0);
  let cachedEnvelope: Envelope | undefined;
  return (body, whole) => {
    if (cachedEnvelope && startsWith(body, prefix)) return cachedEnvelope;
    const envelope = readEnvelope(body, whole);
    if (envelope?.method !== undefined && envelope.id === undefined) {
      const params = body.indexOf(PARAMS_START);
      if (params < 0 || params > MAX_PREFIX_LENGTH) return envelope;
      prefix = Buffer.from(body.subarray(0, params + PARAMS_START.length));
      // Cached only if the bytes before the params determine the envelope.
      cachedEnvelope = readEnvelope(prefix, false)?.method === envelope.method ? envelope : undefined;
    }
    return envelope;
  };
}

const PARAMS_START = Buffer.from('"params":{');
const MAX_PREFIX_LENGTH = 200;

function startsWith(body: Buffer, prefix: Buffer): boolean {
  if (body.length < prefix.length) return false;
  // From the end, where the methods differ.
  for (let at = prefix.length - 1; at >= 0; at--) if (body[at] !== prefix[at]) return false;
  return true;
}

/**
 * Returns the id, as JSON text, of a whole message whose envelope has none: it may follow the
 * params.
 */
export function findTrailingId(body: Buffer): string | undefined {
  const span = findValue(body, ["id"]);
  return span && body.toString("latin1", span.from, span.to);
}

/** Whether the first bytes are of a response whose id follows later. */
export function isResponseWithoutId(head: Buffer): boolean {
  return /^\s*\{\s*(?:"jsonrpc"\s*:\s*"[^"]*"\s*,\s*)?"(?:result|error)"/.test(head.toString("latin1", 0, 64));
}

const METHOD = 1;
const ID = 2;
const RESULT_OR_ERROR = 3;
const OTHER = 0;

/** Returns which member a key names. Compares bytes, and decodes a key only if it has an escape. */
function keyOf(body: Buffer, from: number, to: number): number {
  switch (to - from) {
    case 2:
      return body[from] === 0x69 && body[from + 1] === 0x64 ? ID : OTHER;
    case 5:
      return matches(body, from, "error") ? RESULT_OR_ERROR : OTHER;
    case 6:
      return matches(body, from, "method") ? METHOD : matches(body, from, "result") ? RESULT_OR_ERROR : OTHER;
    default: {
      if (!hasEscape(body, from, to)) return OTHER;
      const decoded = textOf(body, from - 1, to + 1);
      return decoded === "method"
        ? METHOD
        : decoded === "id"
          ? ID
          : decoded === "result" || decoded === "error"
            ? RESULT_OR_ERROR
            : OTHER;
    }
  }
}

function hasEscape(body: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (body[at] === 0x5c) return true;
  return false;
}

function matches(body: Buffer, from: number, word: string): boolean {
  for (let n = 0; n < word.length; n++) if (body[from + n] !== word.charCodeAt(n)) return false;
  return true;
}

/** Returns the decoded string in `from`..`to`, which include the quotes. Escapes are rare. */
function textOf(body: Buffer, from: number, to: number): string {
  const text = body.toString("latin1", from + 1, to - 1);
  if (!text.includes("\\")) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

function scalarEnd(body: Buffer, from: number): number {
  let at = from;
  while (at < body.length) {
    const byte = body[at] as number;
    if (byte === COMMA || byte === CLOSE || isSpace(byte)) return at;
    at++;
  }
  return -1;
}

/**
 * Returns the id of a response that ends with `,"id":7}`. A member before the final brace is at the
 * top level. An `"id"` with escaped quotes is in a string and does not count.
 */
function lastId(body: Buffer): string | undefined {
  const tail = body.toString("latin1", Math.max(0, body.length - 128));
  return /(?<!\\)"id"\s*:\s*(-?\d+|"[^"\\]*")\s*\}\s*$/.exec(tail)?.[1];
}
