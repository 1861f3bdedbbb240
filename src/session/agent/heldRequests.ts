/**
 * Requests of the client in agent mode. Here, and only here, a plain LSP request is held back: all
 * but those whose answer depends on nothing that the backend may still lack.
 */

import { BackendTrust } from "../../ask/backend/backendTrust.js";
import { Cancellation } from "../../ask/cancellationToken.js";
import type { DiskChangeTracker } from "../../ask/documents/diskChanges.js";
import { StaleAnswers } from "../../ask/documents/filesInAnswers.js";
import type { UnopenedFiles } from "../../ask/documents/unopenedFiles.js";
import { isEmptyFinal, type Policy, plainPolicyOf } from "../../ask/methodTable.js";
import type { AskContext } from "../../ask/question.js";
import { keyOfUri, pathOfUri } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import { answerInner, mayBeInner } from "./answers/innerAnswer.js";
import { itemUriOf, withoutPartialResults } from "./answers/plainMessages.js";
import { backendsFor, HeldRequest, type HeldRequestHost, type RequestMessage } from "./heldRequest.js";

export interface HeldRequestsHost extends HeldRequestHost {
  readonly texts: HeldRequestHost["texts"] & { checkAll(): boolean };
  readonly diskChanges: DiskChangeTracker;
  readonly unopenedFiles: UnopenedFiles;
  isOpen(uri: string): boolean;
}

export class HeldRequests {
  readonly #host: HeldRequestsHost;
  /** By id (JSON text). */
  readonly #requests = new Map<string, HeldRequest>();
  /** Those that a server of inner code is asked, by id. */
  readonly #inner = new Map<string, Cancellation>();
  readonly #trust = new BackendTrust();
  readonly #context: AskContext;

  constructor(host: HeldRequestsHost) {
    this.#host = host;
    this.#context = {
      get backends() {
        return host.backends;
      },
      diskChanges: host.diskChanges,
      unopenedFiles: host.unopenedFiles,
      trust: this.#trust,
      staleAnswers: new StaleAnswers(host),
    };
  }

  get hasAny(): boolean {
    return this.#requests.size + this.#inner.size > 0;
  }

  /**
   * Holds back a request of the client. Returns false if the caller must forward it unchanged.
   * `documentUri` is the URI in `params.textDocument`.
   */
  add(message: Message, documentUri: string | undefined): boolean {
    const { id, method } = message;
    const policy = method === undefined ? undefined : plainPolicyOf(method);
    if (id === undefined || method === undefined || policy === undefined || this.#requests.has(id)) return false;
    if (this.#inner.has(id)) return false;
    const uri = documentUri ?? itemUriOf(message.body);
    if (method.startsWith("textDocument/") && uri === undefined) return false; // the backend reports it
    if (this.#passes(policy, method, uri)) return false;
    const unopened = uri !== undefined && this.#isToBeOpened(method, uri) ? pathOfUri(uri) : undefined;
    const whole = policy.isCompleted ? withoutPartialResults(message) : message;
    const held = { ...copyMessage(whole), id, method };
    const hold = () => this.#hold(held, { uri, policy, unopened }).start();
    if (this.#mayBeInner(method, uri)) this.#askInner(held, uri, hold);
    else hold();
    return true;
  }

  /** Whether a request may be about code in a text of another language. */
  #mayBeInner(method: string, uri: string | undefined): uri is string {
    if (uri === undefined || !this.#host.isOpen(uri) || this.#host.texts.differsFromBackend(uri)) return false;
    return mayBeInner(method, this.#host.languageIdOf(uri));
  }

  /** Asks the server of the code at a place; where none answers, `hold` is called. */
  #askInner(message: RequestMessage, uri: string, hold: () => void): void {
    const { id } = message;
    const cancellation = new Cancellation();
    this.#inner.set(id, cancellation);
    const context = this.#host.contextFor(cancellation);
    void answerInner(message, uri, { context, log: this.#host.log }).then((body) => {
      this.#inner.delete(id);
      if (body) this.#host.send(frameOf(body));
      else hold();
    });
  }

  /**
   * Whether a request about a document may be forwarded at once, and sent again by `addSent` if its
   * document turns out to be old.
   */
  canRepeat(method: string, uri: string): boolean {
    const policy = plainPolicyOf(method);
    return policy !== undefined && this.#passes(policy, method, uri);
  }

  /**
   * Adds a request that was forwarded before its document changed on disk. Its response is dropped,
   * and it is sent again for the new text; if the client may have got parts of the result, it gets
   * `content_modified`.
   */
  addSent(message: Message, uri: string): void {
    const { id, method } = message;
    const policy = method === undefined ? undefined : plainPolicyOf(method);
    if (id === undefined || method === undefined || policy === undefined || this.#requests.has(id)) return;
    this.#hold({ ...copyMessage(message), id, method }, { uri, policy, unopened: undefined }).startOutdated();
  }

  /** Cancels a request that the backends do not have; returns false for any other. */
  cancel(id: string): boolean {
    this.#inner.get(id)?.cancel();
    if (this.#inner.has(id)) return true;
    return this.#requests.get(id)?.cancel("The client has cancelled the request.") ?? false;
  }

  /**
   * Takes the body of a response of the backends on its way to the client. Returns the body that
   * the client gets; undefined if the response stays here.
   */
  takeResponse(id: string, body: Buffer): Buffer | undefined {
    const request = this.#requests.get(id);
    return request?.isSent ? request.takeResponse(body) : body;
  }

  /**
   * Takes an answer (body) that is being completed as it is, for a client that waits no longer than
   * `waitedMs`; undefined if there is none.
   */
  takeUncompleted(id: string, waitedMs: number): Buffer | undefined {
    return this.#requests.get(id)?.takeUncompleted(waitedMs);
  }

  /** Rejects all requests that the backends do not have, as the session ends. */
  end(): void {
    for (const cancellation of this.#inner.values()) cancellation.cancel();
    for (const request of [...this.#requests.values()]) request.cancel("The session has ended.");
  }

  #hold(
    message: RequestMessage,
    about: { readonly uri: string | undefined; readonly policy: Policy; readonly unopened: string | undefined },
  ): HeldRequest {
    const { id } = message;
    const onEnd = () => this.#requests.delete(id);
    const request = new HeldRequest({ message, ...about, onEnd }, this.#host, this.#context);
    this.#requests.set(id, request);
    return request;
  }

  /** Whether a request may be forwarded at once, and its response passes. */
  #passes(policy: Policy, method: string, uri: string | undefined): boolean {
    if (policy.dependsOn === "project" || policy.namesFiles || policy.isCompleted) return false;
    if (this.#mayBeInner(method, uri)) return false;
    if (this.#isToBeOpened(method, uri)) return false;
    if (uri !== undefined && this.#host.texts.differsFromBackend(uri)) return false;
    if (isEmptyFinal(policy)) return true;
    const backends = backendsFor(uri, this.#host);
    return backends.length > 0 && backends.every((backend) => this.#trust.isTrusted(backend));
  }

  /** Whether a request is about a file that the client has not opened. */
  #isToBeOpened(method: string, uri: string | undefined): boolean {
    if (uri === undefined || !method.startsWith("textDocument/") || this.#host.isOpen(uri)) return false;
    return pathOfUri(uri) !== undefined && !this.#host.texts.differsFromBackend(keyOfUri(uri));
  }
}
