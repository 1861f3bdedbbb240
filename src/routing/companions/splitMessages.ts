/** Splits the chunks of a stream into messages, of which each passes, is replaced or is taken. */

import { readEnvelope } from "../../wire/envelope.js";
import { type Frame, type FrameHandler, frameSplitter } from "../../wire/frames.js";
import { messageOf } from "../../wire/steps.js";
import type { Message } from "../../wire/wholeMessages.js";

export interface SplitMessagesOptions {
  /** Returns the bytes to pass on in place of a message; undefined for none. */
  take(message: Message): Buffer | undefined;
  /** Receives the bytes that pass, and those that are no message. */
  pass(bytes: Buffer): void;
  readonly oversized: FrameHandler["oversized"];
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes: number | undefined;
}

/** Returns a function that takes the chunks. */
export function splitMessages(options: SplitMessagesOptions): (chunk: Buffer) => void {
  const { take, pass, oversized, maxFrameBytes } = options;
  const takeFrame = (frame: Frame): Buffer | undefined => {
    const envelope = readEnvelope(frame.body, true);
    return envelope ? take(messageOf(envelope, frame)) : frame.bytes;
  };
  const decide = () => ({ kind: "take", take: takeFrame }) as const;
  return frameSplitter({ decide, stray: pass, pass, oversized }, maxFrameBytes);
}
