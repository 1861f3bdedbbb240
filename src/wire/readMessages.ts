/** Whole frames off a stream, one after the other: for who has to look at all of a message before it can tell where that belongs. */

import type { Readable } from "node:stream";
import { type Envelope, findTrailingId, readEnvelope } from "./envelope.js";
import { type Frame, frameSplitter } from "./frames.js";
import { endOf } from "./relay.js";

/** A whole message: what it is, and its bytes. They are only lent: a copy must be made of what is kept. */
export interface Message extends Envelope, Frame {}

export interface ReadMessagesOptions {
  readonly from: Readable;
  readonly onMessage: (message: Message) => void;
  /** Text between frames, and frames that hold no message. */
  readonly onStray: (bytes: Buffer) => void;
  /** Around the messages of each chunk; false of `after` pauses the stream until `onDrain` calls back. */
  readonly beforeChunk: () => void;
  readonly afterChunk: () => boolean;
  readonly onDrain: (resume: () => void) => void;
}

const ID_KEY = Buffer.from('"id"');

/** Collects until the stream ends; resolves then. `stop` leaves the rest of it unread. */
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
    from.resume(); // what nobody reads would hold the other end
  };
  return { ended, stop };
}
