/**
 * Our own conversations with the client: about `locate/*`, and sometimes about what that takes of it. Loaded when the first Locate comes, so that a
 * session that never asks for one pays nothing; until then messages queue in order.
 */

import { codes } from "../../error.js";
import type { Conversation, IdFormat } from "../../wire/conversation.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import type { Verdict } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import type { Backend } from "../backend/backend.js";
import type { Session } from "../session.js";
import { arrivalOf, noteArrival } from "./requestSnapshot.js";

interface Conversations {
  /** In which the client asks, and we answer. */
  readonly client: Conversation;
  /** In which we ask the client. */
  readonly toClient: Conversation;
}

export class Asking {
  /** How ids of our own requests begin, as JSON text. Random, so that nobody else's id can meet them. */
  readonly idPrefix = `"lsp-locate:${Math.random().toString(36).slice(2, 10)}:`;
  /** `locate/*` requests being answered, by id as JSON text. */
  readonly #active = new Set<string>();
  readonly #open: () => Promise<Conversations>;
  #conversations: Promise<Conversations> | undefined;
  #idle: (() => void)[] = [];

  constructor(session: () => Session) {
    this.#open = () => openConversations(session(), this);
  }

  /** Whether a cancellation may be for us. */
  get busy(): boolean {
    return this.#active.size > 0;
  }

  /** Whether any Locate has come so far: only then there is anything of ours at the backend. */
  get used(): boolean {
    return this.#conversations !== undefined;
  }

  isActive(id: string): boolean {
    return this.#active.has(id);
  }

  /** A message of the client's that is ours to answer. */
  fromClient(body: Buffer, envelope: Envelope, session: Session): void {
    const { id } = envelope;
    if (id !== undefined && envelope.method !== "$/cancelRequest") {
      if (this.#active.has(id)) {
        const message = `A request with the id ${id} is still being answered. Give each request an id of its own.`;
        session.respond(id, { error: { code: codes.invalidRequest, message } });
        return;
      }
      this.#active.add(id);
    }
    const arrival = arrivalOf(envelope.method, body, session);
    void this.conversations().then(({ client }) => {
      try {
        client.deliver(body, envelope, (params) => arrival && noteArrival(params, arrival));
      } catch (error) {
        arrival?.watched.release();
        const message = `This is no JSON: ${(error as Error).message}`;
        session.respond(id ?? "null", { error: { code: codes.parseError, message } });
        this.done(id ?? "null");
      }
    });
  }

  /** The client's answer to a request of ours. */
  answered(body: Buffer, envelope: Envelope, session: Session): void {
    void this.conversations().then(({ toClient }) => {
      try {
        toClient.deliver(body, envelope);
      } catch (error) {
        session.log(`the client's answer to a request of ours is no JSON: ${(error as Error).message}`);
      }
    });
  }

  /** A request of the client's has got its answer. */
  done(id: string): void {
    this.#active.delete(id);
    if (this.#active.size === 0) for (const resume of this.#idle.splice(0)) resume();
  }

  /** Resolves when nothing is left to answer. */
  idle(): Promise<void> {
    return this.#active.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  conversations(): Promise<Conversations> {
    this.#conversations ??= this.#open();
    return this.#conversations;
  }
}

async function openConversations(session: Session, asking: Asking): Promise<Conversations> {
  const { openConversation } = await import("../../wire/conversation.js");
  const { answerClient } = await import("../errorResponse.js");
  const client = openConversation(
    (frame, answered) => {
      session.toClient.send(frame);
      if (answered !== undefined) asking.done(answered);
    },
    { toWire: String, fromWire: (text) => text },
  );
  const toClient = openConversation((frame) => session.toClient.send(frame), ourIds(asking.idPrefix));
  answerClient(client.connection, session);
  return { client, toClient };
}

/** Ids of our own requests: numbers on our side, on the wire strings that begin so (JSON text). */
export function ourIds(prefix: string): IdFormat {
  return {
    toWire: (id) => `${prefix}${id}"`,
    fromWire: (text) => Number(text.slice(prefix.length, -1)),
  };
}

/** The client's side: `locate/*`, the cancelling of it, and answers to what we asked. No backend sees any of them. */
export function locates(envelope: Envelope, session: Session): Verdict | undefined {
  const { method, id } = envelope;
  const { asking } = session;
  if (method === undefined) {
    if (!id?.startsWith(asking.idPrefix)) return undefined;
    return { kind: "take", take: ({ body }) => void asking.answered(body, envelope, session) };
  }
  if (method.startsWith("locate/")) {
    const take = ({ body }: { body: Buffer }) => {
      const asked = id ?? findTrailingId(body);
      if (asked === undefined) session.log(`${method} is a request; without an id it has no answer`);
      else asking.fromClient(body, { method, id: asked }, session);
      return undefined;
    };
    return { kind: "take", take };
  }
  if (method !== "$/cancelRequest" || !asking.busy) return undefined;
  return {
    kind: "take",
    take: ({ bytes, body }) => {
      const span = findValue(body, ["params", "id"]);
      const cancelled = span && body.toString("latin1", span.from, span.to);
      if (cancelled === undefined || !asking.isActive(cancelled)) return bytes;
      asking.fromClient(body, envelope, session);
      return undefined;
    },
  };
}

/** The backend's side: answers to requests we minted. */
export function answers(envelope: Envelope, { questions, session }: Backend): Verdict | undefined {
  if (envelope.method !== undefined || !questions.isOurs(envelope.id)) return undefined;
  return { kind: "take", take: ({ body }) => void questions.answered(body, envelope, session.log) };
}
