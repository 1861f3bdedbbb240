/** Reads whole messages off a stream, for receivers that need the whole message to route it. */

import type { Readable } from "node:stream";
import { type Envelope, findTrailingId, readEnvelope } from "./envelope.js";
import { type Frame, type FrameHandler, frameSplitter } from "./frames.js";
import { endOf } from "./relay.js";

/**
 * A whole message: its envelope and its bytes. The bytes are borrowed: copy a message to keep it.
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
  const take = (frame: Frame): undefined => {
    if (isStopped) return;
    const envelope = readEnvelope(frame.body, true);
    if (!envelope) return onStray(frame.body) as undefined;
    const id = envelope.id ?? (frame.body.includes(ID_KEY) ? findTrailingId(frame.body) : undefined);
    onMessage({ method: envelope.method, id, bytes: frame.bytes, body: frame.body });
  };
  const decide = () => ({ kind: "take", take }) as const;
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

/** Copies a message, to keep it: the original would keep the whole chunk that it came in. */
export function copyMessage({ method, id, bytes, body }: Message): Message {
  const copy = Buffer.from(bytes);
  return { method, id, bytes: copy, body: copy.subarray(copy.length - body.length) };
}
