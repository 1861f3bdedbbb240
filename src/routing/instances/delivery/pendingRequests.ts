/**
 * Requests of the client that were sent to a backend. Each gets exactly one response, even if the
 * backend exits.
 */

import type { Frame } from "../../../wire/frames.js";
import { findValue } from "../../../wire/json.js";
import type { Message } from "../../../wire/wholeMessages.js";

export interface PendingRequest {
  /** JSON text. */
  readonly id: string;
  readonly method: string;
  /** The whole message, for another attempt after an exit of the backend. */
  readonly message: Message;
  /** The URI of its document, as the client writes it. */
  readonly uri: string | undefined;
  /** How often that document had changed when the request came. */
  readonly changeCount: number;
  /** How often the backend was lost since it came. */
  readonly losses: number;
  /** Called with the whole response, which has the client's id. */
  readonly respond: ResponseHandler;
}

export type ResponseHandler = (response: Frame) => void;

/** The pending requests of one backend, and how often its documents have changed. */
export class PendingRequests {
  /** By id. */
  readonly #requests = new Map<string, PendingRequest>();
  readonly #cancelled = new Set<string>();
  /** Ids for which a late response is to be dropped. */
  readonly #abandoned = new Set<string>();
  /** By URI, as the client writes it. */
  readonly #changeCounts = new Map<string, number>();

  /** Makes a request of a message, without adding it. */
  create(
    message: Message & { readonly id: string },
    uri: string | undefined,
    respond: ResponseHandler,
  ): PendingRequest {
    const { id, method = "" } = message;
    const changeCount = this.#changeCountOf(uri);
    return { id, method, message, uri, changeCount, losses: 0, respond };
  }

  get isEmpty(): boolean {
    return this.#requests.size === 0;
  }

  add(request: PendingRequest): void {
    this.#requests.set(request.id, request);
  }

  /** Removes and returns the request that a response is for; `undefined` if there is none. */
  take(id: string | undefined): PendingRequest | undefined {
    const request = id === undefined ? undefined : this.#requests.get(id);
    if (!request) return undefined;
    this.#requests.delete(request.id);
    this.#cancelled.delete(request.id);
    return request;
  }

  /**
   * Marks a request as cancelled by the client and returns it; `undefined` if it is not pending. It
   * still gets a response.
   */
  markCancelled(id: string): PendingRequest | undefined {
    if (this.#requests.has(id)) this.#cancelled.add(id);
    return this.#requests.get(id);
  }

  /**
   * Removes a request, so that its response will be dropped. Returns false if it is not pending any
   * more.
   */
  abandon(request: PendingRequest): boolean {
    if (this.#requests.get(request.id) !== request) return false;
    this.take(request.id);
    this.#abandoned.add(request.id);
    return true;
  }

  /** Whether this is the late response to an abandoned request. True only once. */
  wasAbandoned(id: string | undefined): boolean {
    return id !== undefined && this.#abandoned.delete(id);
  }

  /** Removes and returns all requests, as the backend has exited. */
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

  /** A document was opened, changed or closed. */
  noteChange(uri: string): void {
    this.#changeCounts.set(uri, this.#changeCountOf(uri) + 1);
  }

  /** Whether the document of a request has changed since the request came. */
  isStale({ uri, changeCount }: PendingRequest): boolean {
    return this.#changeCountOf(uri) !== changeCount;
  }

  #changeCountOf(uri: string | undefined): number {
    return (uri === undefined ? undefined : this.#changeCounts.get(uri)) ?? 0;
  }
}

/**
 * Whether a request may be sent again to the next process. Requests that change something may not,
 * nor those about items of the process that has exited.
 */
export function isIdempotent({ method, message }: PendingRequest): boolean {
  if (!/^(?:textDocument|workspace|callHierarchy|typeHierarchy)\//.test(method)) return false;
  if (method === "workspace/executeCommand" || /Hierarchy\/[a-z]+(?:Calls|types)$/.test(method)) return false;
  // The client may have got partial results already.
  return !findValue(message.body, ["params", "partialResultToken"]);
}
