/**
 * A request of the client in agent mode that is held back, or whose response is: a question, whose
 * life is in ask/questionLifecycle.ts. Its frame is forwarded when it is sent, and the response
 * that is the answer passes, or is completed.
 */

import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import { type Backend, ensureBackend, notificationFrame } from "../../ask/backend/backend.js";
import { mayGuess } from "../../ask/backend/backendReadiness.js";
import { isSupported } from "../../ask/backend/supportCheck.js";
import { Cancellation } from "../../ask/cancellationToken.js";
import { otherWorktreeTest, outsideFoldersTest } from "../../ask/documents/worktreeFilter.js";
import { type Policy, shortName } from "../../ask/methodTable.js";
import { outcomeOf } from "../../ask/outcome.js";
import type { AskContext, Question } from "../../ask/question.js";
import { plainAsker } from "../../ask/questionLifecycle.js";
import { QuestionRun } from "../../ask/questionRun.js";
import { isObject } from "../../backend/isObject.js";
import { codes, errorMessage, errorObjectOf, type Logger } from "../../error.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, splice } from "../../wire/json.js";
import { buildResult } from "../../wire/messages.js";
import type { Message } from "../../wire/wholeMessages.js";
import type { RequestContext } from "../client/requestContext.js";
import type { AnswerDoubts } from "./answers/answerDoubts.js";
import { PlainAnswer } from "./answers/plainAnswer.js";
import {
  hasPartialResults,
  isMissingMethod,
  keepResult,
  mayBeCompleted,
  progressToken,
  refusalIn,
  type WrongFiles,
} from "./answers/plainMessages.js";
import type { CompletedResult } from "./answers/plainRequest.js";
import { type OpenSharedAnswer, shareAnswer } from "./answers/sharedAnswers.js";
import { placeGoneError, type RequestPlaces, type RequestPlacesHost, trackPlaces } from "./requestPlaces.js";
import { isSyntaxMethod, lacksMethod } from "./syntaxMethods.js";

export interface HeldRequestHost extends RequestPlacesHost {
  readonly backends: AskContext["backends"];
  readonly openSharedAnswer: OpenSharedAnswer | undefined;
  /** Makes what completing an answer needs of the session. */
  contextFor(token: CancellationToken): RequestContext;
  /** Returns the client's workspace folders. */
  folders(): readonly WorkspaceFolder[];
  languageIdOf(uri: string): string;
  /** Forwards a request to the backends. */
  forward(message: Message): void;
  /** Sends a frame to the client. */
  send(frame: Buffer): void;
  /** Says what an answer may leave out. */
  readonly doubts: Pick<AnswerDoubts, "report">;
  log: Logger;
}

export type RequestMessage = Message & { readonly id: string; readonly method: string };

export interface HeldRequestOptions {
  readonly message: RequestMessage;
  readonly uri: string | undefined;
  readonly policy: Policy;
  /** The path of its document, if the client has not opened that. */
  readonly unopened: string | undefined;
  /** Called when it has its response. */
  readonly onEnd: () => void;
}

export class HeldRequest {
  readonly #host: HeldRequestHost;
  readonly #options: HeldRequestOptions;
  readonly #cancellation = new Cancellation();
  /** The positions in it; undefined where its document is not open. */
  readonly #places: RequestPlaces | undefined;
  readonly #run: QuestionRun<Buffer>;
  /** What completes the answer, from when the request is sent. */
  #answer: PlainAnswer | undefined;
  /** Whether the answer is made here, and the backends are not waited for. */
  #isOurs = false;
  /** The answer (body) that is being completed, if it is better than none. */
  #kept: Buffer | undefined;
  #hasEnded = false;

  constructor(options: HeldRequestOptions, host: HeldRequestHost, context: AskContext) {
    const { message, uri, unopened } = options;
    this.#host = host;
    this.#options = options;
    this.#places = uri === undefined || unopened !== undefined ? undefined : trackPlaces(message.body, uri, host);
    this.#run = new QuestionRun(this.#question(), context);
  }

  start(): void {
    this.#run.start();
  }

  /** Starts a request that the backends have for an older text. */
  startOutdated(): void {
    this.#run.startOutdated();
  }

  /** Whether the backends have it. */
  get isSent(): boolean {
    return this.#run.state.kind === "sent" && !this.#isOurs;
  }

  /** Cancels it. Returns whether it has its response by that: the backends do not have it. */
  cancel(reason: string): boolean {
    this.#cancellation.cancel();
    if (this.isSent) return false;
    this.#respond({ code: codes.requestCancelled, message: reason });
    return true;
  }

  /**
   * Takes the body of a response of the backends. Returns the body that the client gets; undefined
   * if the response stays here.
   */
  takeResponse(body: Buffer): Buffer | undefined {
    const outcome = outcomeOf(body, this.#backends());
    if (!this.#run.receive(outcome)) return undefined;
    if (this.#answer && isMissingMethod(this.#options.message.method, body)) {
      void this.#answerBySyntax();
      return undefined;
    }
    const kept = outcome.kind === "result" ? keepResult(body, this.#wrongFiles()) : body;
    if (this.#completes(kept)) return undefined;
    this.#end();
    return kept;
  }

  /**
   * Takes an answer (body) that is being completed as it is, for a client that waits no longer than
   * `waitedMs`; undefined if there is none.
   */
  takeUncompleted(waitedMs: number): Buffer | undefined {
    if (!this.#kept) return undefined;
    this.#cancellation.cancel();
    const { method } = this.#options.message;
    const seconds = Math.round(waitedMs / 1000);
    const doubt = `${method}: the answer could not be compared with the text within ${seconds} s`;
    return this.#reported(this.#kept, { doubt });
  }

  #question(): Question<Buffer> {
    const { message, uri, policy, unopened } = this.#options;
    const host = this.#host;
    const token = progressToken(message.body);
    const guesses = this.#backends().some((backend) => mayGuess(shortName(message.method), backend));
    return {
      policy,
      asker: plainAsker,
      token: this.#cancellation,
      hasPartialResults: hasPartialResults(message),
      unopened,
      backends: () => this.#backends(),
      ensureBackends: async () =>
        uri === undefined ? host.backends.all() : [await ensureBackend(namedBy(uri, host), host.backends)],
      mayGuess: () => guesses,
      analysisMs: () => 0,
      hasWordToTheLeft: () => false,
      onProgress:
        token === undefined ? undefined : (value) => host.send(notificationFrame("$/progress", { token, value })),
      send: () => this.#send(),
      resultOf(body) {
        const result = findValue(body, ["result"]);
        return result && body.subarray(result.from, result.to);
      },
      copy: (body) => Buffer.from(body),
      outdatedError: () => placeGoneError(uri ?? ""),
      respond: (answer) => {
        if ("error" in answer) {
          // One that is cancelled has its response.
          if (!this.#cancellation.isCancellationRequested) this.#respondError(answer.error);
        } else if (!this.#hasEnded && !this.#completes(answer.value)) {
          this.#end();
          host.send(frameOf(answer.value));
        }
      },
    };
  }

  #send(): void {
    const { message, policy } = this.#options;
    if (this.#cancellation.isCancellationRequested) return;
    const body = this.#places?.bodyNow() ?? message.body;
    this.#run.noteSent();
    const sent = body === message.body ? message : { ...message, body, bytes: frameOf(body) };
    if (isSyntaxMethod(message.method) || policy.isCompleted) this.#prepareAnswer(body);
    const backends = this.#backends();
    const [lacking] = backends.every((each) => lacksMethod(message.method, each)) ? backends : [];
    if (lacking) void this.#answerForLacking(lacking, sent);
    else this.#forward(sent);
  }

  #forward(sent: Message): void {
    this.#host.forward(sent);
    this.#answer?.start();
  }

  /** Answers in place of a backend that lacks the method, unless it still registers it. */
  async #answerForLacking(backend: Backend, sent: Message): Promise<void> {
    this.#isOurs = true;
    try {
      if (!(await isSupported(shortName(this.#options.message.method), backend, this.#cancellation))) {
        await this.#answerBySyntax();
        return;
      }
    } catch (error) {
      this.#respondError(error);
      return;
    }
    if (this.#hasEnded) return;
    this.#isOurs = false;
    this.#forward(sent);
  }

  /** Takes the place of the request as it is being sent, for what completes its answer. */
  #prepareAnswer(body: Buffer): void {
    const { message, uri } = this.#options;
    this.#answer?.release();
    const { params } = JSON.parse(body.toString("utf8")) as { params?: unknown };
    const sent = { method: message.method, params: isObject(params) ? params : {}, uri, token: this.#cancellation };
    const context = this.#host.contextFor(this.#cancellation);
    const shared = shareAnswer(sent, this.#backends(), context, this.#host.openSharedAnswer);
    this.#answer = new PlainAnswer(sent, context, shared);
  }

  /** Completes an answer (body), and sends it then. Returns false for one that passes as it is. */
  #completes(body: Buffer): boolean {
    const { policy, message } = this.#options;
    const result = findValue(body, ["result"]);
    const refusal = refusalIn(message.method, body);
    if (!this.#answer || !(result || refusal) || this.#cancellation.isCancellationRequested) return false;
    if (result && !mayBeCompleted(message.method, body, result)) return false;
    this.#isOurs = true;
    const whole = Buffer.from(body);
    const bytes = result && whole.subarray(result.from, result.to);
    if (!policy.changesText) this.#kept = whole;
    const send = ({ result: complete, ...findings }: CompletedResult) => {
      const completed = result ? splice(whole, [{ ...result, bytes: complete }]) : buildResult(message.id, complete);
      this.#deliver(complete === bytes ? whole : completed, findings);
    };
    const completing = refusal ? this.#answer.completeRefusal(refusal) : this.#answer.complete(bytes as Buffer);
    completing.then(send, (error: unknown) => {
      // A change that is not whole is worse than none; an answer that can't be compared is one.
      if (error === refusal) this.#deliver(whole, {});
      else if (policy.changesText) this.#respondError(error);
      else {
        const doubt = this.#cancellation.isCancellationRequested
          ? undefined
          : `${message.method} could not be compared with the text: ${errorMessage(error)}`;
        this.#deliver(whole, { doubt });
      }
    });
    return true;
  }

  /** Answers for a server without the method. */
  async #answerBySyntax(): Promise<void> {
    this.#isOurs = true;
    try {
      if (!this.#answer) throw new Error("the request has not been sent");
      const { result, ...findings } = await this.#answer.answerBySyntax();
      this.#deliver(buildResult(this.#options.message.id, result), findings);
    } catch (error) {
      this.#respondError(error);
    }
  }

  /** Sends the body of a response, unless the client has one already. */
  #deliver(body: Buffer, findings: Omit<CompletedResult, "result">): void {
    if (!this.#hasEnded) this.#host.send(frameOf(this.#reported(body, findings)));
  }

  /** Ends the request, and returns the body of its response with what is said of it. */
  #reported(body: Buffer, findings: Omit<CompletedResult, "result">): Buffer {
    this.#end();
    return this.#answer ? this.#host.doubts.report(this.#answer.request, body, findings) : body;
  }

  #respondError(error: unknown): void {
    if (error instanceof ResponseError) this.#respond(error);
    else this.#respond(errorObjectOf(error, this.#options.message.method, this.#host.log));
  }

  #respond({
    code,
    message,
    data,
  }: Pick<ResponseError<unknown>, "code" | "message"> & { readonly data?: unknown }): void {
    if (this.#hasEnded) return;
    this.#end();
    const { id } = this.#options.message;
    this.#host.send(frameOf(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, data })}}`));
  }

  #end(): void {
    this.#hasEnded = true;
    this.#places?.release();
    this.#answer?.release();
    this.#options.onEnd();
  }

  /** Which files the answer may not name: those of other worktrees, or outside of the folders. */
  #wrongFiles(): WrongFiles | undefined {
    const { uri, message, policy } = this.#options;
    if (policy.worktree === undefined) return undefined;
    const isWrong = uri === undefined ? outsideFoldersTest(this.#host.folders()) : otherWorktreeTest(pathOfUri(uri));
    return { method: message.method, isWrong };
  }

  #backends(): readonly Backend[] {
    return backendsFor(this.#options.uri, this.#host);
  }
}

/** Returns the backends that a request goes to: that of its document, or all. */
export function backendsFor(
  uri: string | undefined,
  host: Pick<HeldRequestHost, "backends" | "languageIdOf">,
): readonly Backend[] {
  if (uri === undefined) return host.backends.all();
  const backend = host.backends.find(namedBy(uri, host));
  return backend ? [backend] : [];
}

function namedBy(uri: string, { languageIdOf }: Pick<HeldRequestHost, "languageIdOf">) {
  return { uri, languageId: languageIdOf(uri) };
}
