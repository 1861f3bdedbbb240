/**
 * Requests of the client in agent mode. Here, and only here, a plain LSP request is held back: it
 * is a question, whose life is in ask/lifecycle.ts. Its frame is forwarded when it is sent, and the
 * response that is the answer passes.
 */

import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import { type Backend, ensureBackend, notificationFrame } from "../../ask/backend/backend.js";
import { mayGuess } from "../../ask/backend/backendReadiness.js";
import { BackendTrust } from "../../ask/backend/backendTrust.js";
import { isSupported } from "../../ask/backend/supportCheck.js";
import { Cancellation } from "../../ask/cancellationToken.js";
import type { DiskChangeTracker } from "../../ask/documents/diskChanges.js";
import type { UnopenedFiles } from "../../ask/documents/unopenedFiles.js";
import { otherWorktreeTest, outsideFoldersTest } from "../../ask/documents/worktreeFilter.js";
import { plainAsker } from "../../ask/lifecycle.js";
import { outcomeOf } from "../../ask/outcome.js";
import { isEmptyFinal, type Policy, plainPolicyOf, shortName } from "../../ask/policy.js";
import type { AskContext, Question } from "../../ask/question.js";
import { QuestionRun } from "../../ask/questionRun.js";
import { StaleAnswers } from "../../ask/staleAnswers.js";
import { isObject } from "../../backend/json.js";
import { codes, errorMessage, errorObjectOf, type Logger } from "../../error.js";
import { keyOfUri, pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, splice } from "../../wire/json.js";
import { buildResult } from "../../wire/messages.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import type { RequestContext } from "../client/requestContext.js";
import type { AnswerDoubts } from "./answers/answerDoubts.js";
import { PlainAnswer } from "./answers/plainAnswer.js";
import {
  hasPartialResults,
  isMissingMethod,
  itemUriOf,
  keepResult,
  mayBeCompleted,
  progressToken,
  type WrongFiles,
  withoutPartialResults,
} from "./answers/plainMessages.js";
import type { CompletedResult } from "./answers/plainRequest.js";
import { type OpenSharedAnswer, shareAnswer } from "./answers/sharedAnswers.js";
import { placeGoneError, type RequestPlaces, type RequestPlacesHost, trackPlaces } from "./requestPlaces.js";
import { isSyntaxMethod, lacksMethod } from "./syntaxMethods.js";

export interface HeldRequestsHost extends RequestPlacesHost {
  readonly texts: RequestPlacesHost["texts"] & { checkAll(): boolean };
  readonly backends: AskContext["backends"];
  readonly diskChanges: DiskChangeTracker;
  readonly unopenedFiles: UnopenedFiles;
  readonly openSharedAnswer: OpenSharedAnswer | undefined;
  /** Makes what completing an answer needs of the session. */
  contextFor(token: CancellationToken): RequestContext;
  /** Returns the client's workspace folders. */
  folders(): readonly WorkspaceFolder[];
  isOpen(uri: string): boolean;
  languageIdOf(uri: string): string;
  /** Forwards a request to the backends. */
  forward(message: Message): void;
  /** Sends a frame to the client. */
  send(frame: Buffer): void;
  /** Says what an answer may leave out. */
  readonly doubts: Pick<AnswerDoubts, "report">;
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
  /** What completes the answer, from when the request is sent. */
  answer: PlainAnswer | undefined;
  /** Whether the answer is made here, and the backends are not waited for. */
  isOurs: boolean;
  /** The answer (body) that is being completed, if it is better than none. */
  kept: Buffer | undefined;
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
    const whole = policy.isCompleted ? withoutPartialResults(message) : message;
    this.#hold({ ...copyMessage(whole), id, method }, { uri, policy, unopened }).start();
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
    if (request.answer && isMissingMethod(request.message.method, body)) {
      void this.#answerBySyntax(request);
      return undefined;
    }
    const kept = outcome.kind === "result" ? keepResult(body, this.#wrongFilesOf(request)) : body;
    if (outcome.kind !== "error" && this.#completes(request, kept)) return undefined;
    this.#finish(request);
    return kept;
  }

  /**
   * Takes an answer (body) that is being completed as it is, for a client that waits no longer than
   * `waitedMs`; undefined if there is none.
   */
  takeUncompleted(id: string, waitedMs: number): Buffer | undefined {
    const request = this.#requests.get(id);
    if (!request?.kept) return undefined;
    request.cancellation.cancel();
    const seconds = Math.round(waitedMs / 1000);
    const doubt = `${request.message.method}: the answer could not be compared with the text within ${seconds} s`;
    return this.#reported(request, request.kept, { doubt });
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
      hasPartialResults: hasPartialResults(message),
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
        } else if (this.#requests.get(message.id) === request && !this.#completes(request, answer.value)) {
          this.#finish(request);
          host.send(frameOf(answer.value));
        }
      },
    };
    const run = new QuestionRun(question, this.#context);
    const answer = undefined;
    const request: HeldRequest = {
      message,
      uri,
      policy,
      cancellation,
      places,
      run,
      answer,
      isOurs: false,
      kept: undefined,
    };
    this.#requests.set(message.id, request);
    return run;
  }

  #send(request: HeldRequest): void {
    const { message, places, cancellation, run, uri } = request;
    if (cancellation.isCancellationRequested) return;
    const body = places?.bodyNow() ?? message.body;
    run.noteSent();
    const sent = body === message.body ? message : { ...message, body, bytes: frameOf(body) };
    if (isSyntaxMethod(message.method) || request.policy.isCompleted) this.#prepareAnswer(request, body);
    const backends = this.#backendsOf(uri);
    const [lacking] = backends.every((each) => lacksMethod(message.method, each)) ? backends : [];
    if (lacking) void this.#answerForLacking(request, lacking, sent);
    else this.#forward(request, sent);
  }

  #forward(request: HeldRequest, sent: Message): void {
    this.#host.forward(sent);
    request.answer?.start();
  }

  /** Answers in place of a backend that lacks the method, unless it still registers it. */
  async #answerForLacking(request: HeldRequest, backend: Backend, sent: Message): Promise<void> {
    const { message, cancellation } = request;
    request.isOurs = true;
    try {
      if (!(await isSupported(shortName(message.method), backend, cancellation))) {
        await this.#answerBySyntax(request);
        return;
      }
    } catch (error) {
      this.#respondError(request, error);
      return;
    }
    if (this.#requests.get(message.id) !== request) return;
    request.isOurs = false;
    this.#forward(request, sent);
  }

  /** Takes the place of a request that is being sent, for what completes its answer. */
  #prepareAnswer(request: HeldRequest, body: Buffer): void {
    const { message, uri, cancellation } = request;
    request.answer?.release();
    const { params } = JSON.parse(body.toString("utf8")) as { params?: unknown };
    const sent = { method: message.method, params: isObject(params) ? params : {}, uri, token: cancellation };
    const context = this.#host.contextFor(cancellation);
    const shared = shareAnswer(sent, this.#backendsOf(uri), context, this.#host.openSharedAnswer);
    request.answer = new PlainAnswer(sent, context, shared);
  }

  /** Completes an answer (body), and sends it then. Returns false for one that passes as it is. */
  #completes(request: HeldRequest, body: Buffer): boolean {
    const { answer, cancellation } = request;
    const result = findValue(body, ["result"]);
    if (!answer || !result || cancellation.isCancellationRequested) return false;
    if (request.policy.changesText && outcomeOf(body).kind === "empty") return false;
    if (!mayBeCompleted(request.message.method, body, result)) return false;
    request.isOurs = true;
    const whole = Buffer.from(body);
    const bytes = whole.subarray(result.from, result.to);
    if (!request.policy.changesText) request.kept = whole;
    const send = ({ result: complete, ...findings }: CompletedResult) => {
      const completed = complete === bytes ? whole : splice(whole, [{ ...result, bytes: complete }]);
      this.#deliver(request, completed, findings);
    };
    answer.complete(bytes).then(send, (error: unknown) => {
      // A change that is not whole is worse than none; an answer that can't be compared is one.
      if (request.policy.changesText) this.#respondError(request, error);
      else {
        const doubt = cancellation.isCancellationRequested
          ? undefined
          : `${request.message.method} could not be compared with the text: ${errorMessage(error)}`;
        this.#deliver(request, whole, { doubt });
      }
    });
    return true;
  }

  /** Answers for a server without the method. */
  async #answerBySyntax(request: HeldRequest): Promise<void> {
    request.isOurs = true;
    const { answer, message } = request;
    try {
      if (!answer) throw new Error("the request has not been sent");
      const { result, ...findings } = await answer.answerBySyntax();
      this.#deliver(request, buildResult(message.id, result), findings);
    } catch (error) {
      this.#respondError(request, error);
    }
  }

  /** Sends the body of a response, unless the client has one already. */
  #deliver(request: HeldRequest, body: Buffer, findings: Omit<CompletedResult, "result">): void {
    if (this.#requests.get(request.message.id) !== request) return;
    this.#host.send(frameOf(this.#reported(request, body, findings)));
  }

  /** Ends a request, and returns the body of its response with what is said of it. */
  #reported(request: HeldRequest, body: Buffer, findings: Omit<CompletedResult, "result">): Buffer {
    this.#finish(request);
    return request.answer ? this.#host.doubts.report(request.answer.request, body, findings) : body;
  }

  #respondError(request: HeldRequest, error: unknown): void {
    if (error instanceof ResponseError) this.#respond(request, error);
    else this.#respond(request, errorObjectOf(error, request.message.method, this.#host.log));
  }

  /** Which files an answer may not name: those of other worktrees, or outside of the folders. */
  #wrongFilesOf({ uri, message, policy }: HeldRequest): WrongFiles | undefined {
    if (policy.worktree === undefined) return undefined;
    const isWrong = uri === undefined ? outsideFoldersTest(this.#host.folders()) : otherWorktreeTest(pathOfUri(uri));
    return { method: message.method, isWrong };
  }

  /** Whether a request may be forwarded at once, and its response passes. */
  #passes(policy: Policy, method: string, uri: string | undefined): boolean {
    if (policy.dependsOn === "project" || policy.namesFiles || policy.isCompleted) return false;
    if (this.#isToBeOpened(method, uri)) return false;
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
  #finish({ message: { id }, places, answer }: HeldRequest): void {
    this.#requests.delete(id);
    places?.release();
    answer?.release();
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

/** Whether the backends have the request. */
function isSent({ run, isOurs }: HeldRequest): boolean {
  return run.state.kind === "sent" && !isOurs;
}
