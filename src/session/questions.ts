/** Our own requests to a backend: a conversation that is opened with the first of them, so that a session which never asks for a Locate pays nothing. */

import type { Conversation } from "../wire/conversation.js";
import type { Envelope } from "../wire/envelope.js";
import { ourIds } from "./asking.js";
import type { Link } from "./backend.js";

export class Questions {
  readonly #prefix: string;
  readonly #link: Pick<Link, "send">;
  #conversation: Promise<Conversation> | undefined;
  #awaited = 0;

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
    return this.#awaited > 0;
  }

  /** Whether that id (JSON text) is one of ours. */
  isOurs(id: string | undefined): boolean {
    return id?.startsWith(this.#prefix) === true;
  }

  /** Counts requests that are under way. */
  async awaiting<T>(answer: Promise<T>): Promise<T> {
    this.#awaited++;
    try {
      return await answer;
    } finally {
      this.#awaited--;
    }
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
    const { converse } = await import("../wire/conversation.js");
    return converse((frame) => this.#link.send(frame), ourIds(this.#prefix));
  }
}
