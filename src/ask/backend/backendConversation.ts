/**
 * Our own requests to a backend. The JSON-RPC conversation is opened with the first request: a
 * session without a Locate does not load it.
 */

import { errorMessage, type LocateError, type Logger } from "../../error.js";
import type { Conversation, IdFormat } from "../../wire/conversation.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Decision } from "../../wire/frames.js";

/**
 * How often a backend may be lost while one request waits: what kills it may be the request, or the
 * project.
 */
export const MAX_LOSSES = 5;

/** How often the backend was lost so far. */
export interface LossCounter {
  count: number;
}

/** The backend died while a request was pending; the request can be sent again once it is back. */
export class BackendLost extends Error {
  readonly why: LocateError;

  constructor(why: LocateError) {
    super(why.message);
    this.why = why;
  }
}

/** Takes the frames of a conversation. */
interface FrameSink {
  send(frame: Buffer): void;
}

export class BackendConversation {
  readonly #prefix: string;
  readonly #link: FrameSink;
  readonly #pending = new Set<(why: BackendLost) => void>();
  #conversation: Promise<Conversation> | undefined;

  /** `prefix`: how the ids of our requests begin, as JSON text. */
  constructor(prefix: string, link: FrameSink) {
    this.#prefix = prefix;
    this.#link = link;
  }

  open(): Promise<Conversation> {
    this.#conversation ??= this.#start();
    return this.#conversation;
  }

  /** Whether a response of the backend may be to one of our own requests. */
  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Whether that id (JSON text) is of one of our own requests. */
  isOwnId(id: string | undefined): boolean {
    return id?.startsWith(this.#prefix) === true;
  }

  /** Settles as `answer` does; rejects with `BackendLost` if the backend dies first. */
  rejectOnLoss<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#pending.add(reject);
      const forget = () => this.#pending.delete(reject);
      answer.then(resolve, reject).then(forget);
    });
  }

  /**
   * Rejects all pending requests, as the backend has died. The next request opens a new
   * conversation.
   */
  reset(why: LocateError): void {
    const before = this.#conversation;
    this.#conversation = undefined;
    for (const reject of [...this.#pending]) reject(new BackendLost(why));
    this.#pending.clear();
    void before?.then(({ connection }) => connection.dispose());
  }

  /** Delivers a response to one of our own requests. */
  deliver(body: Buffer, envelope: Envelope, log: Logger): void {
    void this.open().then((conversation) => {
      try {
        conversation.deliver(body, envelope);
      } catch (error) {
        log(`the backend's response to our own request is not JSON: ${errorMessage(error)}`);
      }
    });
  }

  async #start(): Promise<Conversation> {
    const { openConversation } = await import("../../wire/conversation.js");
    return openConversation((frame) => this.#link.send(frame), idStyleOf(this.#prefix));
  }
}

/**
 * The ids of our own requests: numbers inside, on the wire strings with that prefix (JSON text).
 */
export function idStyleOf(prefix: string): IdFormat {
  return {
    toWire: (id) => `${prefix}${id}"`,
    fromWire: (text) => Number(text.slice(prefix.length, -1)),
  };
}

/** Step for backend messages: takes the responses to our own requests. */
export function takeOwnResponses(
  envelope: Envelope,
  {
    backend: { conversation },
    session: { log },
  }: {
    readonly backend: { readonly conversation: BackendConversation };
    readonly session: { readonly log: Logger };
  },
): Decision | undefined {
  if (envelope.method !== undefined || !conversation.isOwnId(envelope.id)) return undefined;
  return { kind: "take", take: ({ body }) => void conversation.deliver(body, envelope, log) };
}
