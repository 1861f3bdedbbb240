/**
 * Splits bytes into frames (`Content-Length: n`, blank line, body), with a decision for each while
 * they stream. Most frames pass in chunks as they came, without being copied, collected or parsed.
 */

/** The number of bytes of a body that a decision is based on; the first few usually decide. */
const HEAD_BYTES = 512;
/** The maximum length of a header. Text before its last bytes is stray. */
const MAX_HEADER_BYTES = 8 * 1024;
/** Smaller pieces of a frame that is collected are copied, as each costs more than its bytes. */
const MIN_PIECE_BYTES = 4 * 1024;
/** What smaller pieces are copied into. */
const SLAB_BYTES = 64 * 1024;
/** The default maximum length of a body. */
export const DEFAULT_MAX_FRAME_BYTES = 256 * 1024 * 1024;

/**
 * What happens to a frame:
 * - `pass`: its bytes are passed on as they come;
 * - `see`: the same, and `see` is called with the whole body just before the last bytes are passed
 *   on. It must not write to the stream that the frame goes to;
 * - `take`: the frame is held until it is whole, and replaced by what `take` returns;
 * - `hold`: the first bytes don't suffice: decide again with the whole body.
 */
export type Decision =
  | { readonly kind: "pass" }
  | { readonly kind: "see"; see(body: Buffer): void }
  | { readonly kind: "take"; take(frame: Frame): Buffer | undefined }
  | { readonly kind: "hold" };

/** A whole frame: all its bytes, with the header, and the body, which is a part of them. */
export interface Frame {
  readonly bytes: Buffer;
  readonly body: Buffer;
  /**
   * The same bytes as they came: reading `bytes` or `body` of such a frame joins them. A copy of
   * the object has none, as it may have other bytes.
   */
  readonly pieces?: readonly Buffer[];
}

export interface FrameHandler {
  /**
   * Called with a frame's first bytes, or with its body if `whole`; must not return `hold` then.
   */
  decide(head: Buffer, whole: boolean): Decision;
  /** Receives bytes that pass; `open` if they end within a frame. */
  pass(bytes: Buffer, open: boolean): void;
  /** Receives stray text between frames, which is not passed on. */
  stray(bytes: Buffer): void;
  /**
   * Called when a header announces a body over the limit, before any of it is collected. All bytes
   * from this header on are dropped.
   */
  oversized(frame: OversizedFrame): void;
}

/** Lengths in bytes: of the body that a header announces, and the maximum. */
export interface OversizedFrame {
  readonly length: number;
  readonly maxFrameBytes: number;
}

export const passDecision: Decision = { kind: "pass" };
export const holdDecision: Decision = { kind: "hold" };
const noBytes = Buffer.alloc(0);

/** Builds the frame of a body. */
export function frameOf(body: Buffer | string): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`, "latin1"), bytes]);
}

/** Describes a frame over the limit, for errors and logs. */
export function describeOversized({ length, maxFrameBytes }: OversizedFrame): string {
  const toMegabytes = (bytes: number) => Math.ceil((bytes / 1024 / 1024) * 100) / 100;
  return `a message of ${toMegabytes(length)} MB; the limit is ${toMegabytes(maxFrameBytes)} MB (--max-frame)`;
}

/**
 * Returns a function that takes the chunks of a stream and splits them into frames. A body may have
 * `maxFrameBytes` bytes.
 */
export function frameSplitter(handler: FrameHandler, maxFrameBytes = DEFAULT_MAX_FRAME_BYTES): (chunk: Buffer) => void {
  let pending: Buffer = noBytes; // an unfinished header, or a body too short for a decision
  let decision: Decision = passDecision; // of the current frame
  let bytesLeft = 0; // of the current frame, still to come
  let collected: PieceCollector | undefined; // of the current frame, if it is kept
  let headerLength = 0; // of the collected frame
  let isOver = false; // after a frame over the limit

  return (chunk) => {
    if (isOver) return;
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
      const frame = collected?.frame(headerLength);
      collected = undefined;
      if (!frame || decision.kind === "pass") return;
      let final: Decision = decision;
      if (final.kind === "see") {
        final.see(frame.bytes);
        return;
      }
      passFrom = at; // held until here
      if (final.kind === "hold") final = handler.decide(frame.body, true);
      if (final.kind === "take") {
        const replacement = final.take(frame);
        if (replacement) handler.pass(replacement, false);
        return;
      }
      handler.pass(frame.bytes, false);
      if (final.kind === "see") final.see(frame.body);
    };

    while (at < data.length) {
      if (bytesLeft > 0) {
        const take = Math.min(bytesLeft, data.length - at);
        collected?.add(data.subarray(at, at + take));
        bytesLeft -= take;
        at += take;
        if (bytesLeft === 0) finish();
        else if (decision.kind === "take" || decision.kind === "hold") passFrom = at;
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
      if (header.length > maxFrameBytes) {
        flush(false);
        isOver = true;
        handler.oversized({ length: header.length, maxFrameBytes });
        return;
      }
      const available = data.length - header.bodyFrom;
      if (available < header.length && available < HEAD_BYTES) {
        flush(false);
        pending = data.subarray(at);
        return;
      }
      const whole = available >= header.length;
      const head = data.subarray(header.bodyFrom, header.bodyFrom + Math.min(available, header.length));
      decision = handler.decide(head, whole);
      if (whole && (decision.kind === "pass" || decision.kind === "see")) {
        if (decision.kind === "see") decision.see(head);
        at = header.bodyFrom + header.length;
        continue;
      }
      if (whole && decision.kind === "take") {
        flush(false);
        const end = header.bodyFrom + header.length;
        const replacement = decision.take({ bytes: data.subarray(at, end), body: head });
        at = passFrom = end;
        if (replacement) handler.pass(replacement, false);
        continue;
      }
      bytesLeft = header.length;
      headerLength = 0;
      if (decision.kind === "take" || decision.kind === "hold") {
        flush(false);
        headerLength = header.bodyFrom - at;
        collected = new PieceCollector();
        collected.add(data.subarray(at, header.bodyFrom));
      } else if (decision.kind === "see") {
        collected = new PieceCollector();
      }
      at = header.bodyFrom;
      if (bytesLeft === 0) finish();
    }
    flush(bytesLeft > 0);
  };
}

/** Collects the pieces of a frame, most of them without a copy. */
class PieceCollector {
  readonly #pieces: Buffer[] = [];
  /** What small pieces are copied into, and how many of its bytes are used. */
  #slab = noBytes;
  #used = 0;

  add(piece: Buffer): void {
    if (piece.length >= MIN_PIECE_BYTES) {
      this.#endSlab();
      this.#pieces.push(piece);
      return;
    }
    if (this.#used + piece.length > this.#slab.length) {
      this.#endSlab();
      this.#slab = Buffer.allocUnsafe(SLAB_BYTES);
    }
    this.#used += piece.copy(this.#slab, this.#used);
  }

  /** Returns the frame of the pieces so far, whose body begins after `headerLength` bytes. */
  frame(headerLength: number): Frame {
    this.#endSlab();
    return frameOfPieces(this.#pieces, headerLength);
  }

  #endSlab(): void {
    if (this.#used > 0) this.#pieces.push(this.#slab.subarray(0, this.#used));
    this.#slab = this.#slab.subarray(this.#used);
    this.#used = 0;
  }
}

function frameOfPieces(pieces: readonly Buffer[], headerLength: number): Frame {
  let bytes: Buffer | undefined;
  let body: Buffer | undefined;
  const frame: Frame = {
    get bytes() {
      bytes ??= pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
      return bytes;
    },
    get body() {
      body ??= frame.bytes.subarray(headerLength);
      return body;
    },
  };
  return withPieces(frame, pieces);
}

/** Adds the pieces that a frame came in. */
export function withPieces<Whole extends Frame>(frame: Whole, pieces: readonly Buffer[] | undefined): Whole {
  return Object.defineProperty(frame, "pieces", { value: pieces });
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
 * print to stdout.
 */
function readAnyHeader(data: Buffer, from: number): Header {
  const end = data.indexOf(BLANK_LINE, from);
  if (end < 0) {
    // The last bytes may be the beginning of a header.
    if (data.length - from <= 2 * MAX_HEADER_BYTES) return { kind: "open" };
    return { kind: "none", to: data.length - MAX_HEADER_BYTES };
  }
  const bodyFrom = end + BLANK_LINE.length;
  const blockFrom = Math.max(from, end - MAX_HEADER_BYTES);
  const found = findHeader(data.toString("latin1", blockFrom, end));
  if (found === undefined) return { kind: "none", to: bodyFrom };
  return { kind: "header", from: blockFrom + found.from, bodyFrom, length: found.length };
}

const FIELD = /^[\w-]+[ \t]*:[^\r\n]*$/;
const CONTENT_LENGTH_FIELD = /^content-length[ \t]*:[ \t]*(\d+)[ \t]*$/i;
const CONTENT_FIELD_NAMES = /content-(?:length|type)[ \t]*:/gi;

/**
 * Finds the header at the end of a text. It begins at the first `Content-…:` after which every line
 * is `name: value` and one of them is the length, or at the fields directly before. Reads each line
 * once, from the last to the first, so the time is linear.
 */
function findHeader(text: string): { readonly from: number; readonly length: number } | undefined {
  let found: { readonly from: number; readonly length: number } | undefined;
  let isLineStart = false; // of what was found
  let laterLength: number | undefined; // in the lines after this one
  for (let to = text.length; ; ) {
    const lineBreak = text.lastIndexOf("\r\n", to - 1);
    // Stray text may end with a line feed alone.
    const from = Math.max(text.lastIndexOf("\n", to - 1), text.lastIndexOf("\r", to - 1)) + 1;
    const line = text.slice(from, to);
    const isField = FIELD.test(line);
    const first = firstContentField(line, laterLength);
    if (first !== undefined) {
      found = { from: from + first.at, length: first.length };
      isLineStart = first.at === 0;
    } else if (found !== undefined && isLineStart && isField) {
      found = { from, length: found.length };
    }
    if (!isField || lineBreak < 0 || from !== lineBreak + 2) return found;
    laterLength = lengthIn(line) ?? laterLength;
    to = lineBreak;
  }
}

/** Returns the first `Content-…:` in a line from which on the length is known. */
function firstContentField(
  line: string,
  laterLength: number | undefined,
): { readonly at: number; readonly length: number } | undefined {
  for (const { index } of line.matchAll(CONTENT_FIELD_NAMES)) {
    const length = lengthIn(line.slice(index)) ?? laterLength;
    if (length !== undefined) return { at: index, length };
  }
  return undefined;
}

function lengthIn(line: string): number | undefined {
  const digits = CONTENT_LENGTH_FIELD.exec(line)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
