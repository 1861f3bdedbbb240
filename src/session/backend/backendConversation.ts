/** Our own requests to a backend: a conversation that is opened with the first of them, so that a session which never asks for a Locate pays nothing. */

import type { LocateError } from "../../error.js";
import type { Conversation } from "../../wire/conversation.js";
import type { Envelope } from "../../wire/envelope.js";
import { ourIds } from "../client/clientConversation.js";
import type { Link } from "./backend.js";

/** The backend has died while it was waited for; it may be asked again when it is back. */
export class Lost extends Error {
  readonly why: LocateError;

  constructor(why: LocateError) {
    super(why.message);
    this.why = why;
  }
}

export class Questions {
  readonly #prefix: string;
  readonly #link: Pick<Link, "send">;
  readonly #hopeful = new Set<(why: Lost) => void>();
  #conversation: Promise<Conversation> | undefined;

  /** `prefix`: how ids of our requests begin, as JSON text. */
  constructor(prefix: string, link: Pick<Link, "send">) {
    this.#prefix = prefix;
    this.#link = link;
  }

  conversation(): Promise<Conversation> {
    this.#conversation ??= this.#open();
    return this.#conversation;
  }

  /** Whether an answer of the backend's may be for us. */
  get awaits(): boolean {
    return this.#hopeful.size > 0;
  }

  /** Whether that id (JSON text) is one of ours. */
  isOurs(id: string | undefined): boolean {
    return id?.startsWith(this.#prefix) === true;
  }

  /** That answer; rejects with `Lost` where the backend dies over it. */
  awaiting<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#hopeful.add(reject);
      const settled = () => this.#hopeful.delete(reject);
      answer.then(resolve, reject).then(settled);
    });
  }

  /** The backend has died: what it was asked has no answer, and the next question goes to its successor. */
  renew(why: LocateError): void {
    const before = this.#conversation;
    this.#conversation = undefined;
    for (const reject of [...this.#hopeful]) reject(new Lost(why));
    this.#hopeful.clear();
    void before?.then(({ connection }) => connection.dispose());
  }

  /** An answer to a request of ours. */
  answered(body: Buffer, envelope: Envelope, log: (line: string) => void): void {
    void this.conversation().then((conversation) => {
      try {
        conversation.deliver(body, envelope);
      } catch (error) {
        log(`the backend's answer to a request of ours is no JSON: ${(error as Error).message}`);
      }
    });
  }

  async #open(): Promise<Conversation> {
    const { openConversation } = await import("../../wire/conversation.js");
    return openConversation((frame) => this.#link.send(frame), ourIds(this.#prefix));
  }
}
