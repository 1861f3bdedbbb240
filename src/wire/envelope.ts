/**
 * What a JSON-RPC message is, read off its bytes: `method` and `id`, decoded. Not a parser: nothing below the top level is
 * looked at, and a value is only stepped over when the answer lies behind it.
 */

import { containerEnd, findValue, isSpace, skipSpace, stringEnd } from "./json.js";

/** The members that say what to do with a message. */
export interface Envelope {
  /** The decoded method; undefined in a response. */
  readonly method: string | undefined;
  /** The id as JSON text (`7`, `"a"`), so that large numbers and `1` against `"1"` survive; undefined where there is none. */
  readonly id: string | undefined;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_ARRAY = 0x5b;

/**
 * Reads the envelope off the first bytes of a body, or off all of it (`whole`).
 * Returns undefined where those bytes can't tell, and for a whole body that is no JSON object.
 *
 * A request or notification is told once its method is known and its params begin: an id behind them is not looked for here
 * (`idBehind` does), since nearly all that has none so far is a notification. A response is told by its id; gopls (and whatever
 * else sorts `id` last) needs the whole body for it.
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
 * Reads envelopes of one stream, and remembers the last notification's: while somebody types, every message begins with the same
 * bytes up to its params, and the same bytes have the same envelope.
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
      // Only what is told before its params begin is told by these bytes alone.
      cachedEnvelope = readEnvelope(prefix, false)?.method === envelope.method ? envelope : undefined;
    }
    return envelope;
  };
}

const PARAMS_START = Buffer.from('"params":{');
const MAX_PREFIX_LENGTH = 200;

function startsWith(body: Buffer, prefix: Buffer): boolean {
  if (body.length < prefix.length) return false;
  // From the end: what differs is the method, and that stands there.
  for (let at = prefix.length - 1; at >= 0; at--) if (body[at] !== prefix[at]) return false;
  return true;
}

/** The id of a whole message of which the envelope showed none, as JSON text: it may come behind the params. */
export function findTrailingId(body: Buffer): string | undefined {
  const span = findValue(body, ["id"]);
  return span && body.toString("latin1", span.from, span.to);
}

/** True where the first bytes show a response whose id is still to come. */
export function isResponseWithoutId(head: Buffer): boolean {
  return /^\s*\{\s*(?:"jsonrpc"\s*:\s*"[^"]*"\s*,\s*)?"(?:result|error)"/.test(head.toString("latin1", 0, 64));
}

const METHOD = 1;
const ID = 2;
const RESULT_OR_ERROR = 3;
const OTHER = 0;

/** Which of the members we look for this key is; compared by bytes, decoded only where it holds an escape. */
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

/** The decoded string between two quotes (both included in `from`..`to`). Escapes, `\/` among them, are rare. */
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
 * The id of a response that ends `,"id":7}`: a member right before the final brace is at the top level, so nothing has to be
 * stepped over. An `"id"` whose quotes are escaped stands in a string and does not count.
 */
function lastId(body: Buffer): string | undefined {
  const tail = body.toString("latin1", Math.max(0, body.length - 128));
  return /(?<!\\)"id"\s*:\s*(-?\d+|"[^"\\]*")\s*\}\s*$/.exec(tail)?.[1];
}
