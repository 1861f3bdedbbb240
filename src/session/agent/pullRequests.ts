/**
 * The client's requests for diagnostics that its server only publishes: each gets the settled ones
 * of the document's last text. A harness may show nothing else, and take an error for "none".
 */

import { type Backend, type Backends, ensureBackend, type NamedDocument } from "../../ask/backend/backend.js";
import type { LastDiagnostics } from "../../ask/diagnostics/diagnosticsStore.js";
import { notCheckedError } from "../../ask/diagnostics/notChecked.js";
import { canPull } from "../../ask/diagnostics/strategy.js";
import { codes, errorObjectOf, type LocateError, type Logger } from "../../error.js";
import { escapeName } from "../../text/printable.js";
import { keyOfUri, pathOfUri } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";

/** How long a request waits for settled diagnostics, from when its server runs. */
const MAX_WAIT_MS = 15_000;
const METHOD = "textDocument/diagnostic";

export interface PullRequestsHost {
  readonly backends: Backends;
  isOpen(uri: string): boolean;
  languageIdOf(uri: string): string;
  /** Whether the client declares that it pulls diagnostics. */
  clientPulls(): boolean;
  /** The settled diagnostics (JSON text) of the document's last text. */
  settledOf(uri: string): string | undefined;
  /** What the backend has said last of the document. */
  knownOf(uri: string): LastDiagnostics | undefined;
  /** Forwards a request to the backends. */
  forward(message: Message): void;
  /** Sends a frame to the client. */
  send(frame: Buffer): void;
  log: Logger;
}

interface PullRequest {
  readonly id: string;
  readonly uri: string;
  timer: NodeJS.Timeout | undefined;
}

export class PullRequests {
  readonly #host: PullRequestsHost;
  /** By id (JSON text). */
  readonly #requests = new Map<string, PullRequest>();

  constructor(host: PullRequestsHost) {
    this.#host = host;
  }

  /** Takes a request for diagnostics of an open document. Returns false for any other. */
  add(message: Message, uri: string | undefined): boolean {
    const { id, method } = message;
    if (method !== METHOD || id === undefined || uri === undefined || !this.#host.isOpen(uri)) return false;
    const document = { uri, languageId: this.#host.languageIdOf(uri) };
    const backend = this.#host.backends.find(document);
    if (!backend || this.#requests.has(id) || this.#isPulled(backend)) return false;
    const request: PullRequest = { id, uri, timer: undefined };
    this.#requests.set(id, request);
    void this.#wait(request, document, copyMessage(message));
    return true;
  }

  /** Cancels a request; returns false for one that is not here. */
  cancel(id: string): boolean {
    const request = this.#requests.get(id);
    if (!request) return false;
    this.#reject(request, { code: codes.requestCancelled, message: "The client has cancelled the request." });
    return true;
  }

  /** Answers the requests about a document whose diagnostics are settled. */
  answer(uri: string): void {
    const key = keyOfUri(uri);
    for (const request of [...this.#requests.values()]) if (keyOfUri(request.uri) === key) this.#answerNow(request);
  }

  end(): void {
    for (const request of [...this.#requests.values()])
      this.#reject(request, { code: codes.requestCancelled, message: "The session has ended." });
  }

  async #wait(request: PullRequest, document: NamedDocument, message: Message): Promise<void> {
    try {
      const backend = await ensureBackend(document, this.#host.backends);
      if (this.#requests.get(request.id) !== request) return;
      if (this.#isPulled(backend)) {
        this.#requests.delete(request.id);
        this.#host.forward(message);
      } else if (!this.#answerNow(request)) {
        const fail = () =>
          this.#reject(request, errorObjectOf(this.#notCheckedError(backend, request.uri), METHOD, this.#host.log));
        request.timer = setTimeout(fail, MAX_WAIT_MS).unref();
      }
    } catch (error) {
      this.#reject(request, errorObjectOf(error, METHOD, this.#host.log));
    }
  }

  #notCheckedError({ name }: Backend, uri: string): LocateError {
    const path = escapeName(pathOfUri(uri) ?? uri);
    return notCheckedError({ backend: name, path, waitedMs: MAX_WAIT_MS, known: this.#host.knownOf(uri) });
  }

  /** Whether the backend itself answers the client's requests. */
  #isPulled(backend: Backend): boolean {
    return this.#host.clientPulls() && canPull(backend);
  }

  #answerNow(request: PullRequest): boolean {
    const diagnostics = this.#host.settledOf(request.uri);
    if (diagnostics === undefined) return false;
    this.#respond(request, `"result":{"kind":"full","items":${diagnostics}}`);
    return true;
  }

  #reject(request: PullRequest, error: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    const { code, message, data } = error;
    this.#respond(request, `"error":${JSON.stringify({ code, message, data })}`);
  }

  #respond(request: PullRequest, member: string): void {
    if (this.#requests.get(request.id) !== request) return;
    this.#requests.delete(request.id);
    clearTimeout(request.timer);
    this.#host.send(frameOf(`{"jsonrpc":"2.0","id":${request.id},${member}}`));
  }
}
