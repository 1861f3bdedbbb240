/** Encodes frames as bytes, and splits a stream into frames without parsing their bodies. */

const blankLine = Buffer.from("\r\n\r\n");
const nothing = Buffer.alloc(0);
const lengthAt = "Content-Length: ".length;

/** Encodes a message as a frame. A string is taken as JSON text. */
export function encodeFrame(message) {
  const body = Buffer.from(typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, "latin1"), body]);
}

/** Joins frames into chunks of about 64 KB, as a pipe delivers them when its writer is busy. */
export function joinIntoChunks(frames) {
  const chunks = [];
  let parts = [];
  let size = 0;
  for (const one of frames) {
    parts.push(one);
    size += one.length;
    if (size < 65_536) continue;
    chunks.push(Buffer.concat(parts));
    parts = [];
    size = 0;
  }
  if (size > 0) chunks.push(Buffer.concat(parts));
  return chunks;
}

/**
 * Returns a function that takes chunks and splits them into frames. `onFrame` gets the first `keep`
 * bytes of a body and its length, once the whole body has been received. The processes of this
 * bench write `Content-Length: n` and no other header, so only that is read.
 */
export function createFrameSplitter(onFrame, keep = Number.POSITIVE_INFINITY) {
  let header = nothing; // an incomplete header
  let length = 0;
  let left = 0; // missing bytes of the current body
  let parts = [];
  let kept = 0;

  return (chunk) => {
    const data = header.length > 0 ? Buffer.concat([header, chunk]) : chunk;
    header = nothing;
    let at = 0;
    while (at < data.length) {
      if (left === 0) {
        const end = data.indexOf(blankLine, at);
        if (end < 0) {
          header = data.subarray(at);
          return;
        }
        for (let digit = at + lengthAt; digit < end; digit++) left = left * 10 + data[digit] - 0x30;
        length = left;
        at = end + blankLine.length;
        continue;
      }
      const here = Math.min(left, data.length - at);
      if (kept < keep) {
        const part = data.subarray(at, at + Math.min(here, keep - kept));
        parts.push(part);
        kept += part.length;
      }
      at += here;
      left -= here;
      if (left > 0) continue;
      const body = parts.length === 1 ? parts[0] : Buffer.concat(parts);
      parts = [];
      kept = 0;
      onFrame(body, length);
    }
  };
}

/**
 * Returns the text of a scalar member of a JSON body, found by its name; undefined if there is
 * none.
 */
export function readScalar(body, name) {
  const key = keys.get(name) ?? Buffer.from(`"${name}":`);
  keys.set(name, key);
  const found = body.indexOf(key);
  if (found < 0) return undefined;
  let from = found + key.length;
  // Some relays write messages anew, with a space.
  if (body[from] === 0x20) from++;
  let to = from;
  if (body[from] === 0x22) to = body.indexOf('"', from + 1) + 1;
  else while (to < body.length && body[to] !== 0x2c && body[to] !== 0x7d) to++;
  return body.latin1Slice(from, to);
}

const keys = new Map();
