/**
 * Requests of the client in agent mode. Here, and only here, a plain LSP request is held back: it
 * is a question, whose life is in ask/lifecycle.ts. Its frame is forwarded when it is sent, and the
 * response that is the answer passes.
 */

import { type Backend, ensureBackend, notificationFrame } from "../../ask/backend/backend.js";
import { mayGuess } from "../../ask/backend/backendReadiness.js";
import { BackendTrust } from "../../ask/backend/backendTrust.js";
import { Cancellation } from "../../ask/cancellationToken.js";
import type { DiskChangeTracker } from "../../ask/documents/diskChanges.js";
import type { UnopenedFiles } from "../../ask/documents/unopenedFiles.js";
import { keepToWorktree, otherWorktreeTest, outsideFoldersTest } from "../../ask/documents/worktreeFilter.js";
import { plainAsker } from "../../ask/lifecycle.js";
import { outcomeOf } from "../../ask/outcome.js";
import { isEmptyFinal, type Policy, plainPolicyOf, shortName } from "../../ask/policy.js";
import type { AskContext, Question } from "../../ask/question.js";
import { QuestionRun } from "../../ask/questionRun.js";
import { StaleAnswers } from "../../ask/staleAnswers.js";
import { codes, errorObjectOf, type Logger } from "../../error.js";
import { keyOfUri, pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, splice, stringAt } from "../../wire/json.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import { placeGoneError, type RequestPlaces, type RequestPlacesHost, trackPlaces } from "./requestPlaces.js";

export interface HeldRequestsHost extends RequestPlacesHost {
  readonly texts: RequestPlacesHost["texts"] & { checkAll(): boolean };
  readonly backends: AskContext["backends"];
  readonly diskChanges: DiskChangeTracker;
  readonly unopenedFiles: UnopenedFiles;
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

type RequestMessage = Message & { readonly id: string; readonly method: string };

/** One request of the client that is held back, or whose response is. */
interface HeldRequest {
  readonly message: RequestMessage;
  readonly uri: string | undefined;
  readonly policy: Policy;
  readonly cancellation: Cancellation;
  /** The positions in it; undefined where its document is not open. */
  readonly places: RequestPlaces | undefined;
  readonly run: QuestionRun<Buffer>;
}

export class HeldRequests {
  readonly #host: HeldRequestsHost;
  /** By id (JSON text). */
  readonly #requests = new Map<string, HeldRequest>();
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
    const unopened = uri !== undefined && this.#isToBeOpened(method, uri) ? pathOfUri(uri) : undefined;
    this.#hold({ ...copyMessage(message), id, method }, { uri, policy, unopened }).start();
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
    this.#hold({ ...copyMessage(message), id, method }, { uri, policy, unopened: undefined }).startOutdated();
  }

  /** Cancels a request that the backends do not have; returns false for any other. */
  cancel(id: string): boolean {
    const request = this.#requests.get(id);
    if (!request) return false;
    request.cancellation.cancel();
    if (isSent(request)) return false;
    this.#respond(request, { code: codes.requestCancelled, message: "The client has cancelled the request." });
    return true;
  }

  /**
   * Takes the body of a response of the backends on its way to the client. Returns the body that
   * the client gets; undefined if the response stays here.
   */
  takeResponse(id: string, body: Buffer): Buffer | undefined {
    const request = this.#requests.get(id);
    if (!request || !isSent(request)) return body;
    const outcome = outcomeOf(body);
    if (!request.run.receive(outcome)) return undefined;
    this.#finish(request);
    return outcome.kind === "result" ? this.#keepToWorktree(request, body) : body;
  }

  /** Rejects all requests that the backends do not have, as the session ends. */
  end(): void {
    for (const request of [...this.#requests.values()]) {
      request.cancellation.cancel();
      if (!isSent(request)) this.#respond(request, { code: codes.requestCancelled, message: "The session has ended." });
    }
  }

  /** Makes the question of a request. */
  #hold(
    message: RequestMessage,
    { uri, policy, unopened }: { uri: string | undefined; policy: Policy; unopened: string | undefined },
  ): QuestionRun<Buffer> {
    const host = this.#host;
    const cancellation = new Cancellation();
    const places = uri === undefined || unopened !== undefined ? undefined : trackPlaces(message.body, uri, this.#host);
    const token = progressToken(message.body);
    const name = shortName(message.method);
    const guesses = this.#backendsOf(uri).some((backend) => mayGuess(name, backend));
    const question: Question<Buffer> = {
      policy,
      asker: plainAsker,
      token: cancellation,
      hasPartialResults: message.body.includes(PARTIAL_RESULTS),
      unopened,
      backends: () => this.#backendsOf(uri),
      ensureBackends: async () =>
        uri === undefined ? host.backends.all() : [await ensureBackend(this.#named(uri), host.backends)],
      mayGuess: () => guesses,
      analysisMs: () => 0,
      hasWordToTheLeft: () => false,
      onProgress:
        token === undefined ? undefined : (value) => host.send(notificationFrame("$/progress", { token, value })),
      send: () => this.#send(request),
      resultOf(body) {
        const result = findValue(body, ["result"]);
        return result && body.subarray(result.from, result.to);
      },
      copy: (body) => Buffer.from(body),
      outdatedError: () => placeGoneError(uri ?? ""),
      respond: (answer) => {
        if ("error" in answer) {
          if (cancellation.isCancellationRequested) return; // it has its response
          this.#respond(request, errorObjectOf(answer.error, message.method, host.log));
        } else if (this.#requests.get(message.id) === request) {
          this.#finish(request);
          host.send(frameOf(answer.value));
        }
      },
    };
    const run = new QuestionRun(question, this.#context);
    const request: HeldRequest = { message, uri, policy, cancellation, places, run };
    this.#requests.set(message.id, request);
    return run;
  }

  #send({ message, places, cancellation, run }: HeldRequest): void {
    if (cancellation.isCancellationRequested) return;
    const body = places?.bodyNow() ?? message.body;
    run.noteSent();
    this.#host.forward(body === message.body ? message : { ...message, body, bytes: frameOf(body) });
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

  /** Forgets a request whose response passes. */
  #finish({ message: { id }, places }: HeldRequest): void {
    this.#requests.delete(id);
    places?.release();
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

/** Whether the backends have the request. */
function isSent({ run }: HeldRequest): boolean {
  return run.state.kind === "sent";
}

/** A client that has parts of a result can't get another one. */
const PARTIAL_RESULTS = Buffer.from('"partialResultToken"');
