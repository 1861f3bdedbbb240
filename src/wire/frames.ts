/**
 * Bytes into frames (`Content-Length: n`, blank line, body), told what to become while they stream: most of them leave again
 * as they came, in chunks as large as they came, without being copied, collected or parsed.
 */

/** How many bytes of a body are waited for before its fate is asked; what decides stands in the first few. */
const HEAD_BYTES = 512;
/** Bytes without the end of a header are no header. */
const MAX_HEADER_BYTES = 64 * 1024;
/** What is announced to be longer is believed only as it comes: a number costs nothing to write. */
const MAX_PREALLOCATED_BYTES = 64 * 1024 * 1024;

/**
 * What is to become of a frame:
 * - `pass`: it leaves with the bytes it came in with, as they come;
 * - `see`: the same, and its body is shown once it's whole: a moment before its last bytes leave, so that frames that came
 *   together leave together. Whoever sees must not write to where the frame goes;
 * - `take`: it is held until it's whole; what `take` returns leaves in its place, in order;
 * - `hold`: the first bytes don't tell: ask again with the whole body.
 */
export type Verdict =
  | { readonly kind: "pass" }
  | { readonly kind: "see"; see(body: Buffer): void }
  | { readonly kind: "take"; take(frame: Frame): Buffer | undefined }
  | { readonly kind: "hold" };

/** A whole frame: all its bytes, header included, and the body among them. */
export interface Frame {
  readonly bytes: Buffer;
  readonly body: Buffer;
}

export interface FrameHandler {
  /** Called once a frame's first bytes are here; `head` is the whole body where `whole`. Never answered with `hold` then. */
  decide(head: Buffer, whole: boolean): Verdict;
  /** Bytes that leave; `open` when the last of them is not the last of its frame. */
  pass(bytes: Buffer, open: boolean): void;
  /** Text between frames: no part of the protocol, and not passed on. */
  stray(bytes: Buffer): void;
}

export const passVerdict: Verdict = { kind: "pass" };
export const holdVerdict: Verdict = { kind: "hold" };
const noBytes = Buffer.alloc(0);

/** A frame around a body. */
export function frameOf(body: Buffer | string): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`, "latin1"), bytes]);
}

/** Cuts a stream of chunks into frames; call the returned function with each chunk. */
export function frameSplitter(handler: FrameHandler): (chunk: Buffer) => void {
  let pending: Buffer = noBytes; // an unfinished header, or a body too short to be decided
  let verdict: Verdict = passVerdict; // of the frame that is under way
  let bytesLeft = 0; // bytes of it still to come
  let collected: ByteCollector | undefined; // of it, where it is kept
  let headerLength = 0; // of the collected frame

  return (chunk) => {
    const data = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    pending = noBytes;
    let at = 0;
    let passFrom = 0; // data[leaving..at) passes and has not been handed on yet

    const flush = (open: boolean) => {
      if (at > passFrom) handler.pass(passFrom === 0 && at === data.length ? data : data.subarray(passFrom, at), open);
      passFrom = at;
    };

    /** Everything of the frame under way is here. */
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
      passFrom = at; // held back until here
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

/** Bytes of a known number that come in pieces, made one as they come: by the end there is nothing left to be copied. */
interface ByteCollector {
  add(piece: Buffer): void;
  /** All that has come. */
  bytes(): Buffer;
}

/** For `length` bytes. */
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
  | { readonly kind: "open" } // not all of it is here
  | { readonly kind: "none"; readonly to: number }; // no header up to there

const CONTENT_LENGTH = Buffer.from("Content-Length: ");
const BLANK_LINE = Buffer.from("\r\n\r\n");
const CR = 0x0d;
const LF = 0x0a;

function readHeader(data: Buffer, from: number): Header {
  return readPlainHeader(data, from) ?? readAnyHeader(data, from);
}

/** `Content-Length: 123` alone, as nearly everybody writes it. */
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
 * Any spelling of the name, further headers around it, and text before them that is no header: some servers print to stdout.
 * What counts as header begins at the first `Content-…:` from where every line up to the blank one reads `name: value`.
 */
function readAnyHeader(data: Buffer, from: number): Header {
  const end = data.indexOf(BLANK_LINE, from);
  if (end < 0) {
    if (data.length - from <= MAX_HEADER_BYTES) return { kind: "open" };
    return { kind: "none", to: data.length - 1024 }; // a header may be beginning in the last of it
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
