/** Requests of the client's that a backend has and has not answered: each gets exactly one response, whatever becomes of the backend. */

import type { Message } from "../wire/collect.js";
import { type Frame, frameOf } from "../wire/frames.js";
import { find } from "../wire/json.js";

export interface Asked {
  readonly id: string;
  readonly method: string;
  /** A copy of the whole message: what can be asked again is, should the backend die. */
  readonly message: Message;
  /** The document it is about, as the client spells it. */
  readonly uri: string | undefined;
  /** How often that document had changed by then. */
  readonly changes: number;
  /** The client has taken it back; it is answered all the same. */
  readonly isCancelled?: true;
  readonly answered: Answered;
}

/** Takes a whole response, with the client's id. */
export type Answered = (answer: Frame) => void;

/** A response of our own. */
export function framed(body: Buffer | string): Frame {
  const bytes = frameOf(body);
  return { bytes, body: bytes.subarray(bytes.length - Buffer.byteLength(body)) };
}

/** The bytes of a frame whose body may have been changed since. */
export function framedAnew(frame: Frame, body: Buffer): Buffer {
  return body === frame.body ? frame.bytes : frameOf(body);
}

/** Requests that ask and change nothing: a second backend answers them like the first. An item to resolve is the first one's own. */
export function isRepeatable({ method, message }: Asked): boolean {
  if (!/^(?:textDocument|workspace|callHierarchy|typeHierarchy)\//.test(method)) return false;
  if (method === "workspace/executeCommand" || /Hierarchy\/[a-z]+(?:Calls|types)$/.test(method)) return false;
  // Part of the answer may have gone to the client already.
  return !find(message.body, ["params", "partialResultToken"]);
}

/** A message that may be kept: what came in a chunk would keep the whole chunk. */
export function kept({ method, id, bytes, body }: Message): Message {
  const copy = Buffer.from(bytes);
  return { method, id, bytes: copy, body: copy.subarray(copy.length - body.length) };
}
