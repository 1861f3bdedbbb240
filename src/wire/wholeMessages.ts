/** Reads whole messages off a stream, for receivers that need the whole message to route it. */

import type { Readable } from "node:stream";
import { type Envelope, findTrailingId, readEnvelope } from "./envelope.js";
import { type Frame, type FrameHandler, frameSplitter, withPieces } from "./frames.js";
import { endOf } from "./relay.js";

/**
 * A whole message: its envelope and its bytes. These are a part of the chunk that they came in: a
 * message that is kept for long is copied.
 */
export interface Message extends Envelope, Frame {}

export interface WholeMessagesOptions {
  readonly from: Readable;
  readonly onMessage: (message: Message) => void;
  /** Receives stray text, and bodies that are not messages. */
  readonly onStray: (bytes: Buffer) => void;
  /** Called with a frame over the limit, after which nothing more is read. */
  readonly onOversized: FrameHandler["oversized"];
  readonly maxFrameBytes: number | undefined;
  /**
   * Called before and after the messages of a chunk. If `afterChunk` returns false, the stream is
   * paused until `onDrain` calls back.
   */
  readonly beforeChunk: () => void;
  readonly afterChunk: () => boolean;
  readonly onDrain: (resume: () => void) => void;
}

const ID_KEY = Buffer.from('"id"');

/** Reads until the stream ends, which resolves `ended`. `stop` discards the rest. */
export function readWholeMessages(options: WholeMessagesOptions): { readonly ended: Promise<void>; stop(): void } {
  const { from, onMessage, onStray, onOversized, maxFrameBytes, beforeChunk, afterChunk, onDrain } = options;
  let isStopped = false;
  /** What the first bytes of the frame tell; undefined where they do not suffice. */
  let early: Envelope | undefined;
  const take = (frame: Frame): undefined => {
    if (isStopped) return;
    const envelope = early ?? readEnvelope(frame.body, true);
    if (!envelope) return onStray(frame.body) as undefined;
    const { method } = envelope;
    const id = envelope.id ?? (frame.body.includes(ID_KEY) ? findTrailingId(frame.body) : undefined);
    onMessage(
      frame.pieces ? messageOfPieces({ method, id }, frame) : { method, id, bytes: frame.bytes, body: frame.body },
    );
  };
  const taken = { kind: "take", take } as const;
  const decide = (head: Buffer, whole: boolean) => {
    early = whole ? undefined : readEnvelope(head, false);
    return taken;
  };
  const split = frameSplitter({ decide, stray: onStray, pass: () => {}, oversized: onOversized }, maxFrameBytes);
  const read = (chunk: Buffer) => {
    beforeChunk();
    try {
      split(chunk);
    } finally {
      if (!afterChunk()) pause();
    }
  };
  const pause = () => {
    from.pause();
    onDrain(() => from.resume());
  };
  from.on("data", read);
  const ended = endOf(from);
  const stop = () => {
    isStopped = true;
    from.off("data", read);
    from.resume(); // an unread stream would block the writer
  };
  return { ended, stop };
}

/** Adds an envelope to a frame, whose pieces are joined only where its bytes are read. */
function messageOfPieces({ method, id }: Envelope, frame: Frame): Message {
  const message = {
    method,
    id,
    get bytes() {
      return frame.bytes;
    },
    get body() {
      return frame.body;
    },
  };
  return withPieces(message, frame.pieces);
}

/** Copies a message, to keep it without the chunk that it came in. */
export function copyMessage({ method, id, bytes, body }: Message): Message {
  const copy = Buffer.from(bytes);
  return { method, id, bytes: copy, body: copy.subarray(copy.length - body.length) };
}
