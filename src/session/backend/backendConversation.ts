/** Our own requests to a backend: a conversation that is opened with the first of them, so that a session which never asks for a Locate pays nothing. */

import type { LocateError, Logger } from "../../error.js";
import type { Conversation, IdFormat } from "../../wire/conversation.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Verdict } from "../../wire/frames.js";

/** The backend has died while it was waited for; it may be asked again when it is back. */
export class BackendLost extends Error {
  readonly why: LocateError;

  constructor(why: LocateError) {
    super(why.message);
    this.why = why;
  }
}

/** Where frames of a conversation leave. */
interface FrameSink {
  send(frame: Buffer): void;
}

export class BackendConversation {
  readonly #prefix: string;
  readonly #link: FrameSink;
  readonly #pending = new Set<(why: BackendLost) => void>();
  #conversation: Promise<Conversation> | undefined;

  /** `prefix`: how ids of our requests begin, as JSON text. */
  constructor(prefix: string, link: FrameSink) {
    this.#prefix = prefix;
    this.#link = link;
  }

  open(): Promise<Conversation> {
    this.#conversation ??= this.#start();
    return this.#conversation;
  }

  /** Whether an answer of the backend's may be for us. */
  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Whether that id (JSON text) is one of ours. */
  isOwnId(id: string | undefined): boolean {
    return id?.startsWith(this.#prefix) === true;
  }

  /** That answer; rejects with `Lost` where the backend dies over it. */
  rejectOnLoss<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#pending.add(reject);
      const settled = () => this.#pending.delete(reject);
      answer.then(resolve, reject).then(settled);
    });
  }

  /** The backend has died: what it was asked has no answer, and the next question goes to its successor. */
  reset(why: LocateError): void {
    const before = this.#conversation;
    this.#conversation = undefined;
    for (const reject of [...this.#pending]) reject(new BackendLost(why));
    this.#pending.clear();
    void before?.then(({ connection }) => connection.dispose());
  }

  /** An answer to a request of ours. */
  deliver(body: Buffer, envelope: Envelope, log: Logger): void {
    void this.open().then((conversation) => {
      try {
        conversation.deliver(body, envelope);
      } catch (error) {
        log(`the backend's answer to a request of ours is no JSON: ${(error as Error).message}`);
      }
    });
  }

  async #start(): Promise<Conversation> {
    const { openConversation } = await import("../../wire/conversation.js");
    return openConversation((frame) => this.#link.send(frame), idStyleOf(this.#prefix));
  }
}

/** Ids of our own requests: numbers on our side, on the wire strings that begin so (JSON text). */
export function idStyleOf(prefix: string): IdFormat {
  return {
    toWire: (id) => `${prefix}${id}"`,
    fromWire: (text) => Number(text.slice(prefix.length, -1)),
  };
}

/** The backend's side: answers to requests we minted. */
export function takeOwnResponses(
  envelope: Envelope,
  {
    backend: { conversation },
    session: { log },
  }: {
    readonly backend: { readonly conversation: BackendConversation };
    readonly session: { readonly log: Logger };
  },
): Verdict | undefined {
  if (envelope.method !== undefined || !conversation.isOwnId(envelope.id)) return undefined;
  return { kind: "take", take: ({ body }) => void conversation.deliver(body, envelope, log) };
}
