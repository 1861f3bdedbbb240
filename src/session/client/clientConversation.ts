/**
 * Our own conversations with the client: `locate/*` requests, and the requests to the client that
 * they need.
 *
 * They are loaded with the first Locate: a session without one does not load them. Until then
 * messages queue in order.
 */

import type { MessageConnection } from "vscode-jsonrpc/node";
import { idStyleOf } from "../../ask/backend/backendConversation.js";
import { codes, errorMessage, type Logger } from "../../error.js";
import type { Conversation } from "../../wire/conversation.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import type { Decision } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import type { OpenDocuments } from "../documents/openDocuments.js";
import { attachSnapshot, takeSnapshot } from "./requestSnapshot.js";

interface Conversations {
  /** For requests of the client. */
  readonly incoming: Conversation;
  /** For our own requests. */
  readonly outgoing: Conversation;
}

/** What the conversation needs of its session. */
interface ClientConversationHost {
  /** Sends a whole frame to the client. */
  readonly send: (frame: Buffer) => void;
  /** Sends a response; `id` is JSON text. */
  readonly respond: (id: string, outcome: { readonly error: unknown }) => void;
  readonly documents: Pick<OpenDocuments, "get">;
  /** Registers the handlers of `locate/*` on the connection. */
  readonly listen: (connection: MessageConnection) => Promise<void>;
  readonly log: Logger;
}

export class ClientConversation {
  /**
   * How the ids of our own requests begin, as JSON text. Random, so that no other id can collide
   * with them.
   */
  readonly idPrefix = `"lsp-locate:${Math.random().toString(36).slice(2, 10)}:`;
  /** The ids (JSON text) of pending requests to us. */
  readonly #pendingIds = new Set<string>();
  /** By id (JSON text) of a pending request: called instead of responding with an error. */
  readonly #fallbacks = new Map<string, () => void>();
  readonly #host: ClientConversationHost;
  #conversations: Promise<Conversations> | undefined;
  #idleWaiters: (() => void)[] = [];

  constructor(host: ClientConversationHost) {
    this.#host = host;
  }

  /** Whether a cancellation may be about a `locate/*` request. */
  get isBusy(): boolean {
    return this.#pendingIds.size > 0;
  }

  /**
   * Whether any Locate has come so far. Before that, no file is open at a backend because of us.
   */
  get isOpen(): boolean {
    return this.#conversations !== undefined;
  }

  isPending(id: string): boolean {
    return this.#pendingIds.has(id);
  }

  /**
   * Delivers a request of the client to us, or its cancellation. With a `fallback`, a request that
   * fails gets no response: `fallback` is called, unless the client has cancelled the request.
   */
  deliverRequest(body: Buffer, envelope: Envelope, fallback?: () => void): void {
    const { id } = envelope;
    if (id !== undefined && envelope.method !== "$/cancelRequest") {
      if (this.#pendingIds.has(id)) {
        const message = `A request with the id ${id} is still being answered. Give each request an id of its own.`;
        this.#host.respond(id, { error: { code: codes.invalidRequest, message } });
        return;
      }
      this.#pendingIds.add(id);
      if (fallback) this.#fallbacks.set(id, fallback);
    }
    const snapshot = takeSnapshot(envelope.method, body, this.#host.documents);
    const reject = (code: number, message: string) => {
      snapshot?.textSnapshot.release();
      const onError = this.#fallbacks.get(id ?? "null");
      if (!onError) this.#host.respond(id ?? "null", { error: { code, message } });
      this.finishRequest(id ?? "null");
      onError?.();
    };
    this.conversations().then(
      ({ incoming }) => {
        try {
          incoming.deliver(body, envelope, (params) => snapshot && attachSnapshot(params, snapshot));
        } catch (error) {
          reject(codes.parseError, `The message is not JSON: ${errorMessage(error)}`);
        }
      },
      (error) => {
        this.#host.log(`internal error: locate/* could not be loaded: ${errorMessage(error)}`);
        if (id !== undefined) {
          reject(
            codes.internalError,
            `lsp-locate could not load locate/*; is it installed completely? ${errorMessage(error)}`,
          );
        }
      },
    );
  }

  /** Delivers the client's response to our own request. */
  deliverResponse(body: Buffer, envelope: Envelope): void {
    void this.conversations().then(({ outgoing }) => {
      try {
        outgoing.deliver(body, envelope);
      } catch (error) {
        this.#host.log(`the client's response to our own request is not JSON: ${errorMessage(error)}`);
      }
    });
  }

  /** Notes that a request of the client has its response. */
  finishRequest(id: string): void {
    this.#pendingIds.delete(id);
    this.#fallbacks.delete(id);
    if (this.#pendingIds.size === 0) for (const resume of this.#idleWaiters.splice(0)) resume();
  }

  /** Resolves when no request is pending. */
  whenIdle(): Promise<void> {
    return this.#pendingIds.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  conversations(): Promise<Conversations> {
    this.#conversations ??= this.#open();
    return this.#conversations;
  }

  async #open(): Promise<Conversations> {
    const { openConversation } = await import("../../wire/conversation.js");
    const { send, listen } = this.#host;
    const incoming = openConversation(
      (frame, responseId) => {
        const fallback = responseId === undefined ? undefined : this.#fallbacks.get(responseId);
        const isFailure = fallback !== undefined && isErrorToPassOver(frame);
        if (!isFailure) send(frame);
        if (responseId !== undefined) this.finishRequest(responseId);
        if (isFailure) fallback();
      },
      { toWire: String, fromWire: (text) => text },
    );
    const outgoing = openConversation(send, idStyleOf(this.idPrefix));
    await listen(incoming.connection);
    return { incoming, outgoing };
  }
}

/** Whether a frame of ours is an error response, other than to a cancelled request. */
function isErrorToPassOver(frame: Buffer): boolean {
  const body = frame.subarray(frame.indexOf(HEADER_END) + HEADER_END.length);
  const code = findValue(body, ["error", "code"]);
  return code !== undefined && body.toString("latin1", code.from, code.to) !== String(codes.requestCancelled);
}

const HEADER_END = Buffer.from("\r\n\r\n");

/**
 * Step for client messages: takes `locate/*`, its cancellation, and responses to our requests. No
 * backend sees any of them.
 */
export function takeLocateMessages(
  envelope: Envelope,
  { conversation, log }: { readonly conversation: ClientConversation; readonly log: Logger },
): Decision | undefined {
  const { method, id } = envelope;
  if (method === undefined) {
    if (!id?.startsWith(conversation.idPrefix)) return undefined;
    return { kind: "take", take: ({ body }) => void conversation.deliverResponse(body, envelope) };
  }
  if (method.startsWith("locate/")) {
    const take = ({ body }: { body: Buffer }) => {
      const requestId = id ?? findTrailingId(body);
      if (requestId === undefined) log(`${method} has no id, so it gets no response`);
      else conversation.deliverRequest(body, { method, id: requestId });
      return undefined;
    };
    return { kind: "take", take };
  }
  if (method !== "$/cancelRequest" || !conversation.isBusy) return undefined;
  return {
    kind: "take",
    take: ({ bytes, body }) => {
      const span = findValue(body, ["params", "id"]);
      const cancelledId = span && body.toString("latin1", span.from, span.to);
      if (cancelledId === undefined || !conversation.isPending(cancelledId)) return bytes;
      conversation.deliverRequest(body, envelope);
      return undefined;
    },
  };
}
