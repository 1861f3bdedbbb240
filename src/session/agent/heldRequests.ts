/**
 * Requests of the client in agent mode. Here, and only here, a plain LSP request is held back:
 *
 * - one whose result depends on several files waits until the backend has loaded, and until it has
 *   been notified of files that changed on disk;
 * - any other goes at once, and is sent again once the backend has loaded if its result is empty;
 * - a file that the client has not opened is opened at the backend first;
 * - one whose result names files is sent again if one of these has changed on disk.
 *
 * If a result may be empty only because the backend has not loaded, the client gets the error
 * `not_ready` instead.
 */

import { type Backend, ensureBackend, notificationFrame } from "../../ask/backend/backend.js";
import { isReady, mayGuess, waitUntilReady, waitWhileRelisting } from "../../ask/backend/backendReadiness.js";
import { BackendTrust, doubtfulError, waitedError } from "../../ask/backend/backendTrust.js";
import { keepToWorktree, otherWorktreeTest, outsideFoldersTest } from "../../ask/documents/worktreeFilter.js";
import { isEmptyResult } from "../../ask/emptyResult.js";
import { isEmptyFinal, type Policy, plainPolicyOf, shortName } from "../../ask/policy.js";
import { PARTIAL_RESULTS, StaleAnswers, type StaleAnswersHost } from "../../ask/staleAnswers.js";
import { codes, errorObjectOf, LocateError, type Logger } from "../../error.js";
import { keyOfUri, pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, splice, stringAt } from "../../wire/json.js";
import { copyMessage, type Message } from "../../wire/readMessages.js";
import { type HeldRequest, newRequest } from "./heldRequest.js";
import { placeGoneError, type RequestPlacesHost, trackPlaces } from "./requestPlaces.js";

/** The delays before a request is repeated after `ContentModified` or `ServerCancelled`. */
const RETRY_DELAYS_MS = [100, 200, 400];

export interface HeldRequestsHost extends RequestPlacesHost, StaleAnswersHost {
  readonly texts: RequestPlacesHost["texts"] & StaleAnswersHost["texts"];
  /** Returns the client's workspace folders. */
  folders(): readonly WorkspaceFolder[];
  isOpen(uri: string): boolean;
  languageIdOf(uri: string): string;
  /** Forwards a request to the backends. */
  forward(message: Message): void;
  /** Sends a frame to the client. */
  send(frame: Buffer): void;
  log: Logger;
}

export class HeldRequests {
  readonly #host: HeldRequestsHost;
  /** By id (JSON text). */
  readonly #requests = new Map<string, HeldRequest>();
  readonly #trust = new BackendTrust();
  readonly #stale: StaleAnswers;

  constructor(host: HeldRequestsHost) {
    this.#host = host;
    this.#stale = new StaleAnswers(host);
  }

  get hasAny(): boolean {
    return this.#requests.size > 0;
  }

  /**
   * Holds back a request of the client. Returns false if the caller must forward it unchanged.
   * `documentUri` is the URI in `params.textDocument`.
   */
  add(message: Message, documentUri: string | undefined): boolean {
    const { id, method } = message;
    const policy = method === undefined ? undefined : plainPolicyOf(method);
    if (id === undefined || method === undefined || policy === undefined || this.#requests.has(id)) return false;
    const uri = documentUri ?? itemUriOf(message.body);
    if (method.startsWith("textDocument/") && uri === undefined) return false; // the backend reports it
    if (this.#passes(policy, method, uri)) return false;
    const isUnopened = this.#isToBeOpened(method, uri);
    const request = newRequest({ ...copyMessage(message), id, method }, uri, policy);
    this.#requests.set(id, request);
    if (uri !== undefined && !isUnopened) request.places = trackPlaces(request.message.body, uri, this.#host);
    const mustWait =
      policy.dependsOn === "project" || this.#backendsOf(uri).some((backend) => mayGuess(shortName(method), backend));
    if (!mustWait && !isUnopened) this.#attempt(request, () => this.#send(request));
    else void this.#prepare(request, mustWait);
    return true;
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
    const request = newRequest({ ...copyMessage(message), id, method }, uri, policy);
    request.isSent = true;
    request.isOutdated = true;
    request.places = trackPlaces(request.message.body, uri, this.#host);
    this.#requests.set(id, request);
  }

  /** Cancels a request that the backends do not have; returns false for any other. */
  cancel(id: string): boolean {
    const request = this.#requests.get(id);
    if (!request) return false;
    request.cancellation.cancel();
    if (request.isSent) return false;
    this.#respond(request, { code: codes.requestCancelled, message: "The client has cancelled the request." });
    return true;
  }

  /**
   * Takes the body of a response of the backends on its way to the client. Returns the body that
   * the client gets; undefined if the response stays here.
   */
  takeResponse(id: string, body: Buffer): Buffer | undefined {
    const request = this.#requests.get(id);
    if (!request?.isSent) return body;
    if (request.isOutdated && !request.cancellation.isCancellationRequested) {
      this.#repeat(request);
      return undefined;
    }
    const error = findValue(body, ["error"]);
    if (error) return this.#takeError(request, body) ? undefined : body;
    if (!isEmptyResponse(body)) {
      for (const backend of this.#backendsOf(request.uri)) this.#trust.noteResult(backend);
      if (this.#stale.includes(request, body)) {
        this.#repeatAfterChanges(request);
        return undefined;
      }
      this.#finish(request);
      return this.#keepToWorktree(request, body);
    }
    const isFinal = request.cancellation.isCancellationRequested || isEmptyFinal(request.policy);
    if (!isFinal && !request.wasReady) {
      this.#repeatWhenReady(request);
      return undefined;
    }
    const doubtful = isFinal
      ? undefined
      : this.#backendsOf(request.uri).find((backend) => this.#trust.isDistrusted(backend));
    if (doubtful) {
      this.#respond(request, doubtfulError(doubtful));
      return undefined;
    }
    if (!isFinal && this.#stale.covers(request)) {
      this.#repeatIfChanged(request, Buffer.from(body));
      return undefined;
    }
    this.#finish(request);
    return body;
  }

  /** Rejects all requests that the backends do not have, as the session ends. */
  end(): void {
    for (const request of [...this.#requests.values()]) {
      request.cancellation.cancel();
      if (!request.isSent) this.#respond(request, { code: codes.requestCancelled, message: "The session has ended." });
    }
  }

  /** Waits for what the request depends on, and sends it. */
  async #prepare(request: HeldRequest, mustWait: boolean): Promise<void> {
    await this.#attemptLater(request, async () => {
      await this.#openFile(request);
      if (mustWait) await this.#waitUntilReady(request);
      if (request.policy.dependsOn === "project") await this.#notifyChanges(request);
      this.#send(request);
    });
  }

  /** Sends a request again, once, when the backends have been notified of changes on disk. */
  #repeatAfterChanges(request: HeldRequest): void {
    request.isSent = false;
    request.isCompared = true;
    void this.#attemptLater(request, async () => {
      await this.#notifyChanges(request);
      this.#send(request);
    });
  }

  /**
   * Notifies the backends of changes on disk, and waits for those that list their files again.
   * Returns whether there were any changes since the request was sent.
   */
  async #notifyChanges(request: HeldRequest): Promise<boolean> {
    const hasChanged = await this.#stale.notifyChanges(request.sentAt);
    if (request.policy.dependsOn === "project")
      await Promise.all(
        this.#backendsOf(request.uri).map((backend) => waitWhileRelisting(backend, request.cancellation)),
      );
    return hasChanged;
  }

  /** Sends a request without a result again if there were changes on disk. */
  #repeatIfChanged(request: HeldRequest, body: Buffer): void {
    request.isSent = false;
    request.isCompared = true;
    void this.#attemptLater(request, async () => {
      if (await this.#notifyChanges(request)) this.#send(request);
      else if (this.#requests.get(request.message.id) === request) {
        this.#finish(request);
        this.#host.send(frameOf(body));
      }
    });
  }

  #repeat(request: HeldRequest): void {
    request.isOutdated = false;
    request.isSent = false;
    this.#attempt(request, () => {
      if (request.uri !== undefined && request.message.body.includes(PARTIAL_RESULTS))
        throw placeGoneError(request.uri);
      this.#send(request);
    });
  }

  #repeatWhenReady(request: HeldRequest): void {
    request.isSent = false;
    void this.#attemptLater(request, async () => {
      await this.#waitUntilReady(request);
      this.#send(request);
    });
  }

  /** Leaves out what is in other worktrees of git than the document, or the workspace folders. */
  #keepToWorktree({ uri, message, policy }: HeldRequest, body: Buffer): Buffer {
    const name = shortName(message.method);
    const result = findValue(body, ["result"]);
    if (!result || policy.worktree === undefined) return body;
    const isWrongFile =
      uri === undefined ? outsideFoldersTest(this.#host.folders()) : otherWorktreeTest(pathOfUri(uri));
    const bytes = body.subarray(result.from, result.to);
    const kept = keepToWorktree(name, bytes, isWrongFile);
    return kept === bytes ? body : splice(body, [{ ...result, bytes: kept }]);
  }

  #takeError(request: HeldRequest, body: Buffer): boolean {
    const span = findValue(body, ["error", "code"]);
    const code = span && Number(body.toString("latin1", span.from, span.to));
    const isTransient = code === codes.contentModified || code === codes.serverCancelled;
    const delayMs = RETRY_DELAYS_MS[request.retryCount];
    if (!isTransient || delayMs === undefined || request.policy.changesText) return this.#finish(request);
    if (request.cancellation.isCancellationRequested) return this.#finish(request);
    request.retryCount++;
    request.isSent = false;
    setTimeout(() => this.#attempt(request, () => this.#send(request)), delayMs).unref();
    return true;
  }

  #send(request: HeldRequest): void {
    if (request.cancellation.isCancellationRequested) return;
    const { message, uri } = request;
    const body = request.places?.bodyNow() ?? message.body;
    const backends = this.#backendsOf(uri);
    request.wasReady = backends.length > 0 && backends.every((backend) => isReady(backend));
    request.isSent = true;
    request.sentAt = performance.now();
    this.#host.forward(body === message.body ? message : { ...message, body, bytes: frameOf(body) });
  }

  async #openFile({ uri, message }: HeldRequest): Promise<void> {
    const path = uri !== undefined && this.#isToBeOpened(message.method, uri) ? pathOfUri(uri) : undefined;
    if (path === undefined) return;
    try {
      const document = await this.#host.unopenedFiles.read(path);
      const backend = await ensureBackend(document, this.#host.backends);
      backend.link.between(() => this.#host.unopenedFiles.openAtBackend(document));
    } catch (error) {
      // A file that does not exist is the backend's to report.
      if (error instanceof LocateError && error.kind !== "file_unreadable") throw error;
    }
  }

  async #waitUntilReady({ uri, message, cancellation }: HeldRequest): Promise<void> {
    const token = progressToken(message.body);
    const report = (value: object) => {
      if (token !== undefined) this.#host.send(notificationFrame("$/progress", { token, value }));
    };
    const backends =
      uri === undefined ? this.#host.backends.all() : [await ensureBackend(this.#named(uri), this.#host.backends)];
    for (const backend of backends) {
      try {
        await waitUntilReady(backend, cancellation, backends.length === 1 ? report : undefined);
      } catch (error) {
        if (!(error instanceof LocateError) || error.kind !== "not_ready") throw error;
        this.#trust.noteTimeout(backend);
        throw waitedError(backend, error);
      }
    }
  }

  /** Whether a request may be forwarded at once, and its response passes. */
  #passes(policy: Policy, method: string, uri: string | undefined): boolean {
    if (policy.dependsOn === "project" || policy.namesFiles || this.#isToBeOpened(method, uri)) return false;
    if (uri !== undefined && this.#host.texts.differsFromBackend(uri)) return false;
    if (isEmptyFinal(policy)) return true;
    const backends = this.#backendsOf(uri);
    return backends.length > 0 && backends.every((backend) => this.#trust.isTrusted(backend));
  }

  #backendsOf(uri: string | undefined): readonly Backend[] {
    if (uri === undefined) return this.#host.backends.all();
    const backend = this.#host.backends.find(this.#named(uri));
    return backend ? [backend] : [];
  }

  #named(uri: string): { readonly uri: string; readonly languageId: string } {
    return { uri, languageId: this.#host.languageIdOf(uri) };
  }

  /** Whether a request is about a file that the client has not opened. */
  #isToBeOpened(method: string, uri: string | undefined): boolean {
    if (uri === undefined || !method.startsWith("textDocument/") || this.#host.isOpen(uri)) return false;
    return pathOfUri(uri) !== undefined && !this.#host.texts.differsFromBackend(keyOfUri(uri));
  }

  #attempt(request: HeldRequest, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#respond(request, errorObjectOf(error, request.message.method, this.#host.log));
    }
  }

  async #attemptLater(request: HeldRequest, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (request.cancellation.isCancellationRequested) return;
      this.#respond(request, errorObjectOf(error, request.message.method, this.#host.log));
    }
  }

  /** Forgets a request whose response passes. */
  #finish({ message: { id }, places }: HeldRequest): false {
    this.#requests.delete(id);
    places?.release();
    return false;
  }

  #respond(
    request: HeldRequest,
    error: { readonly code: number; readonly message: string; readonly data?: unknown },
  ): void {
    const { id } = request.message;
    if (this.#requests.get(id) !== request) return;
    this.#finish(request);
    const { code, message, data } = error;
    this.#host.send(frameOf(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, data })}}`));
  }
}

/** The document that the item of a call or type hierarchy is in. */
function itemUriOf(body: Buffer): string | undefined {
  return stringAt(body, findValue(body, ["params", "item", "uri"]));
}

function progressToken(body: Buffer): unknown {
  const span = findValue(body, ["params", "workDoneToken"]);
  return span && JSON.parse(body.toString("utf8", span.from, span.to));
}

function isEmptyResponse(body: Buffer): boolean {
  const span = findValue(body, ["result"]);
  if (!span) return true;
  const bytes = body.subarray(span.from, span.to);
  return isEmptyResult({ bytes, parse: () => JSON.parse(bytes.toString("utf8")) });
}
