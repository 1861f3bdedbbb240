/**
 * Splits bytes into frames (`Content-Length: n`, blank line, body), with a verdict for each while
 * they stream. Most frames pass in chunks as they came, without being copied, collected or parsed.
 */

/** The number of bytes of a body that a verdict is based on; the first few usually decide. */
const HEAD_BYTES = 512;
/** Longer text without a blank line is not a header. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Larger bodies are not allocated in advance: the announced length may be wrong. */
const MAX_PREALLOCATED_BYTES = 64 * 1024 * 1024;

/**
 * What happens to a frame:
 * - `pass`: its bytes are passed on as they come;
 * - `see`: the same, and `see` is called with the whole body just before the last bytes are passed
 *   on. It must not write to the stream that the frame goes to;
 * - `take`: the frame is held until it is whole, and replaced by what `take` returns;
 * - `hold`: the first bytes don't suffice: decide again with the whole body.
 */
export type Verdict =
  | { readonly kind: "pass" }
  | { readonly kind: "see"; see(body: Buffer): void }
  | { readonly kind: "take"; take(frame: Frame): Buffer | undefined }
  | { readonly kind: "hold" };

/** A whole frame: all its bytes, with the header, and the body, which is a part of them. */
export interface Frame {
  readonly bytes: Buffer;
  readonly body: Buffer;
}

export interface FrameHandler {
  /**
   * Called with a frame's first bytes, or with its body if `whole`; must not return `hold` then.
   */
  decide(head: Buffer, whole: boolean): Verdict;
  /** Receives bytes that pass; `open` if they end within a frame. */
  pass(bytes: Buffer, open: boolean): void;
  /** Receives stray text between frames, which is not passed on. */
  stray(bytes: Buffer): void;
}

export const passVerdict: Verdict = { kind: "pass" };
export const holdVerdict: Verdict = { kind: "hold" };
const noBytes = Buffer.alloc(0);

/** Builds the frame of a body. */
export function frameOf(body: Buffer | string): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`, "latin1"), bytes]);
}

/** Returns a function that takes the chunks of a stream and splits them into frames. */
export function frameSplitter(handler: FrameHandler): (chunk: Buffer) => void {
  let pending: Buffer = noBytes; // an unfinished header, or a body too short for a verdict
  let verdict: Verdict = passVerdict; // of the current frame
  let bytesLeft = 0; // of the current frame, still to come
  let collected: ByteCollector | undefined; // of the current frame, if it is kept
  let headerLength = 0; // of the collected frame

  return (chunk) => {
    const data = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    pending = noBytes;
    let at = 0;
    let passFrom = 0; // data[passFrom..at) passes and is not yet passed on

    const flush = (open: boolean) => {
      if (at > passFrom) handler.pass(passFrom === 0 && at === data.length ? data : data.subarray(passFrom, at), open);
      passFrom = at;
    };

    /** Called when the current frame is whole. */
    const finish = () => {
      const frame = collected?.bytes() ?? noBytes;
      collected = undefined;
      if (verdict.kind === "pass") return;
      let decision: Verdict = verdict;
      if (decision.kind === "see") {
        decision.see(frame);
        return;
      }
      const body = frame.subarray(headerLength);
      passFrom = at; // held until here
      if (decision.kind === "hold") {
        decision = handler.decide(body, true);
      }
      if (decision.kind === "take") {
        const replacement = decision.take({ bytes: frame, body });
        if (replacement) handler.pass(replacement, false);
        return;
      }
      handler.pass(frame, false);
      if (decision.kind === "see") decision.see(body);
    };

    while (at < data.length) {
      if (bytesLeft > 0) {
        const take = Math.min(bytesLeft, data.length - at);
        collected?.add(data.subarray(at, at + take));
        bytesLeft -= take;
        at += take;
        if (bytesLeft === 0) finish();
        else if (verdict.kind === "take" || verdict.kind === "hold") passFrom = at;
        continue;
      }

      const header = readHeader(data, at);
      if (header.kind === "none") {
        flush(false);
        handler.stray(data.subarray(at, header.to));
        at = passFrom = header.to;
        continue;
      }
      if (header.kind === "open") {
        flush(false);
        pending = data.subarray(at);
        return;
      }
      if (header.from > at) {
        flush(false);
        handler.stray(data.subarray(at, header.from));
        at = passFrom = header.from;
      }
      const available = data.length - header.bodyFrom;
      if (available < header.length && available < HEAD_BYTES) {
        flush(false);
        pending = data.subarray(at);
        return;
      }
      const whole = available >= header.length;
      const head = data.subarray(header.bodyFrom, header.bodyFrom + Math.min(available, header.length));
      verdict = handler.decide(head, whole);
      if (whole && (verdict.kind === "pass" || verdict.kind === "see")) {
        if (verdict.kind === "see") verdict.see(head);
        at = header.bodyFrom + header.length;
        continue;
      }
      if (whole && verdict.kind === "take") {
        flush(false);
        const end = header.bodyFrom + header.length;
        const replacement = verdict.take({ bytes: data.subarray(at, end), body: head });
        at = passFrom = end;
        if (replacement) handler.pass(replacement, false);
        continue;
      }
      bytesLeft = header.length;
      headerLength = 0;
      if (verdict.kind === "take" || verdict.kind === "hold") {
        flush(false);
        headerLength = header.bodyFrom - at;
        collected = createByteCollector(headerLength + header.length);
        collected.add(data.subarray(at, header.bodyFrom));
      } else if (verdict.kind === "see") {
        collected = createByteCollector(header.length);
      }
      at = header.bodyFrom;
      if (bytesLeft === 0) finish();
    }
    flush(bytesLeft > 0);
  };
}

/** Collects a known number of bytes, copying the pieces as they come. */
interface ByteCollector {
  add(piece: Buffer): void;
  /** Returns the bytes added so far. */
  bytes(): Buffer;
}

/** Creates a collector for `length` bytes. */
function createByteCollector(length: number): ByteCollector {
  if (length > MAX_PREALLOCATED_BYTES) {
    const pieces: Buffer[] = [];
    return { add: (piece) => void pieces.push(piece), bytes: () => Buffer.concat(pieces) };
  }
  const all = Buffer.allocUnsafe(length);
  let at = 0;
  return {
    add(piece) {
      at += piece.copy(all, at);
    },
    bytes: () => all.subarray(0, at),
  };
}

type Header =
  | { readonly kind: "header"; readonly from: number; readonly bodyFrom: number; readonly length: number }
  | { readonly kind: "open" } // incomplete
  | { readonly kind: "none"; readonly to: number }; // no header before `to`

const CONTENT_LENGTH = Buffer.from("Content-Length: ");
const BLANK_LINE = Buffer.from("\r\n\r\n");
const CR = 0x0d;
const LF = 0x0a;

function readHeader(data: Buffer, from: number): Header {
  return readPlainHeader(data, from) ?? readAnyHeader(data, from);
}

/** Reads a header that is only `Content-Length: 123`, as nearly all are. */
function readPlainHeader(data: Buffer, from: number): Header | undefined {
  let at = from;
  for (let n = 0; n < CONTENT_LENGTH.length; n++) if (data[at++] !== CONTENT_LENGTH[n]) return undefined;
  const digits = at;
  let length = 0;
  for (; at < data.length; at++) {
    const digit = (data[at] as number) - 0x30;
    if (digit < 0 || digit > 9) break;
    length = length * 10 + digit;
  }
  if (at === digits || at - digits > 15) return undefined;
  if (data[at] !== CR || data[at + 1] !== LF || data[at + 2] !== CR || data[at + 3] !== LF) return undefined;
  return { kind: "header", from, bodyFrom: at + 4, length };
}

/**
 * Reads a header in any spelling, with further fields, and with stray text before it: some servers
 * print to stdout. The header begins at the first `Content-…:` after which every line up to the
 * blank one is `name: value`.
 */
function readAnyHeader(data: Buffer, from: number): Header {
  const end = data.indexOf(BLANK_LINE, from);
  if (end < 0) {
    if (data.length - from <= MAX_HEADER_BYTES) return { kind: "open" };
    return { kind: "none", to: data.length - 1024 }; // the rest may be the beginning of a header
  }
  const block = data.toString("latin1", from, end);
  for (const { index } of block.matchAll(/content-(?:length|type)[ \t]*:/gi)) {
    const lines = block.slice(index).split("\r\n");
    if (!lines.every((line) => /^[\w-]+[ \t]*:[^\r\n]*$/.test(line))) continue;
    const length = lines
      .map((line) => /^content-length[ \t]*:[ \t]*(\d{1,15})[ \t]*$/i.exec(line)?.[1])
      .find((digits) => digits !== undefined);
    if (length === undefined) continue;
    const others = /(?:^|\n)((?:[\w-]+[ \t]*:[^\r\n]*\r\n)*)$/.exec(block.slice(0, index))?.[1] ?? "";
    return {
      kind: "header",
      from: from + index - others.length,
      bodyFrom: end + BLANK_LINE.length,
      length: Number(length),
    };
  }
  return { kind: "none", to: end + BLANK_LINE.length };
}
