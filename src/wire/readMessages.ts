/** Reads whole messages off a stream, for receivers that need the whole message to route it. */

import type { Readable } from "node:stream";
import { type Envelope, findTrailingId, readEnvelope } from "./envelope.js";
import { type Frame, frameSplitter } from "./frames.js";
import { endOf } from "./relay.js";

/**
 * A whole message: its envelope and its bytes. The bytes are borrowed: copy a message to keep it.
 */
export interface Message extends Envelope, Frame {}

export interface ReadMessagesOptions {
  readonly from: Readable;
  readonly onMessage: (message: Message) => void;
  /** Receives stray text, and bodies that are not messages. */
  readonly onStray: (bytes: Buffer) => void;
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
export function readMessages({ from, onMessage, onStray, beforeChunk, afterChunk, onDrain }: ReadMessagesOptions): {
  readonly ended: Promise<void>;
  stop(): void;
} {
  let isStopped = false;
  const take = (frame: Frame): undefined => {
    if (isStopped) return;
    const envelope = readEnvelope(frame.body, true);
    if (!envelope) return onStray(frame.body) as undefined;
    const id = envelope.id ?? (frame.body.includes(ID_KEY) ? findTrailingId(frame.body) : undefined);
    onMessage({ method: envelope.method, id, bytes: frame.bytes, body: frame.body });
  };
  const split = frameSplitter({ decide: () => ({ kind: "take", take }), stray: onStray, pass: () => {} });
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
