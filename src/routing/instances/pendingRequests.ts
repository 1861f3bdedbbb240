/** Requests of the client's that are a backend's to answer: each gets exactly one response, whatever becomes of the backend. */

import type { Frame } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import { copyMessage, type Message } from "../../wire/readMessages.js";

export interface PendingRequest {
  /** JSON text. */
  readonly id: string;
  readonly method: string;
  /** A copy of the whole message: what can be asked again is, should the backend die. */
  readonly message: Message;
  /** The document it is about, as the client spells it. */
  readonly uri: string | undefined;
  /** How often that document had changed by then. */
  readonly changeCount: number;
  /** Takes the whole response, with the client's id. */
  readonly respond: ResponseHandler;
}

export type ResponseHandler = (response: Frame) => void;

/** Those of one backend that it has been asked, and how often its documents have changed meanwhile. */
export class PendingRequests {
  /** By id. */
  readonly #requests = new Map<string, PendingRequest>();
  readonly #cancelled = new Set<string>();
  /** Ids of which an answer may still come, and is none of anybody's. */
  readonly #abandoned = new Set<string>();
  /** By the URI as the client writes it. */
  readonly #changeCounts = new Map<string, number>();

  /** The request as of now. */
  create(
    message: Message & { readonly id: string },
    uri: string | undefined,
    respond: ResponseHandler,
  ): PendingRequest {
    const { id, method = "" } = message;
    return { id, method, message: copyMessage(message), uri, changeCount: this.#changeCountOf(uri), respond };
  }

  add(request: PendingRequest): void {
    this.#requests.set(request.id, request);
  }

  /** It is answered; undefined for what was not asked, or answered before. */
  take(id: string | undefined): PendingRequest | undefined {
    const request = id === undefined ? undefined : this.#requests.get(id);
    if (!request) return undefined;
    this.#requests.delete(request.id);
    this.#cancelled.delete(request.id);
    return request;
  }

  /** The client does not want its answer any more, and gets one all the same; undefined for what is not under way. */
  markCancelled(id: string): PendingRequest | undefined {
    if (this.#requests.has(id)) this.#cancelled.add(id);
    return this.#requests.get(id);
  }

  /** Its answer is not waited for any longer; false where it has come. */
  abandon(request: PendingRequest): boolean {
    if (this.#requests.get(request.id) !== request) return false;
    this.take(request.id);
    this.#abandoned.add(request.id);
    return true;
  }

  /** Whether an answer is that to what was abandoned. */
  wasAbandoned(id: string | undefined): boolean {
    return id !== undefined && this.#abandoned.delete(id);
  }

  /** Nobody answers these any more. */
  takeAll(): readonly (PendingRequest & { readonly isCancelled: boolean })[] {
    const all = [...this.#requests.values()].map((request) => ({
      ...request,
      isCancelled: this.#cancelled.has(request.id),
    }));
    this.#requests.clear();
    this.#cancelled.clear();
    this.#abandoned.clear();
    return all;
  }

  /** A document is opened, changed or closed. */
  noteChange(uri: string): void {
    this.#changeCounts.set(uri, this.#changeCountOf(uri) + 1);
  }

  /** Whether the document that a request is about has changed since. */
  isStale({ uri, changeCount }: PendingRequest): boolean {
    return this.#changeCountOf(uri) !== changeCount;
  }

  #changeCountOf(uri: string | undefined): number {
    return (uri === undefined ? undefined : this.#changeCounts.get(uri)) ?? 0;
  }
}

/** Requests that ask and change nothing: a second backend answers them like the first. An item to resolve is the first one's own. */
export function isIdempotent({ method, message }: PendingRequest): boolean {
  if (!/^(?:textDocument|workspace|callHierarchy|typeHierarchy)\//.test(method)) return false;
  if (method === "workspace/executeCommand" || /Hierarchy\/[a-z]+(?:Calls|types)$/.test(method)) return false;
  // Part of the answer may have gone to the client already.
  return !findValue(message.body, ["params", "partialResultToken"]);
}
