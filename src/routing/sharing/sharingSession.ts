/** The stream of one session that shares a server, as the server's end sees it. */

import type { Duplex } from "node:stream";
import type { LocateError } from "../../error.js";
import { frameOf } from "../../wire/frames.js";
import { buildNotification } from "../../wire/messages.js";
import type { Message } from "../../wire/wholeMessages.js";
import { ATTACHED, type AttachedParams, DETACHED, type DetachedParams } from "./attachment.js";

/** A session that has not read this much may as well be gone. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** A request that is not answered yet. */
export interface UnansweredRequest {
  readonly method: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

export class SharingSession {
  /** Marks its ids and tokens at the server. */
  readonly tag: string;
  /** By id (JSON text): the requests that the server has. */
  readonly pending = new Map<string, UnansweredRequest>();
  /** Messages that wait. */
  readonly queue: Message[] = [];
  /** Whether a message is being taken, and the next ones wait. */
  isPaused = false;
  /** Whether it has sent `initialized`. */
  isInitialized = false;
  /** Whether its client reads documents that are in no file. */
  readsDocuments = false;
  initializeId: string | undefined;
  readonly #stream: Duplex;

  constructor(tag: string, stream: Duplex) {
    this.tag = tag;
    this.#stream = stream;
  }

  send(frame: Buffer): void {
    if (!this.#stream.writable) return;
    this.#stream.write(Buffer.from(frame));
    if (this.#stream.writableLength > MAX_UNREAD_BYTES) this.#stream.destroy();
  }

  sayAttached(params: AttachedParams): void {
    this.send(frameOf(buildNotification(ATTACHED, params)));
  }

  /** Tells it of the end of the server, and ends. */
  detach(params: DetachedParams, why: LocateError | undefined): void {
    const { kind = undefined, ...facts } = why?.data ?? {};
    const error = why && kind ? { kind, message: why.message, facts } : undefined;
    this.send(frameOf(buildNotification(DETACHED, { ...params, error } satisfies DetachedParams)));
    this.end();
  }

  /** Has it leave the server, which goes on for the others. */
  leave(why: LocateError): void {
    this.detach({ code: null, signal: null, stderr: [] }, why);
  }

  end(): void {
    this.#stream.end();
  }
}
