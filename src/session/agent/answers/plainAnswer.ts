/**
 * The answer to a client's own request, where it becomes more than what the server says. What it
 * takes is loaded with the first such request.
 */

import type { ResponseError } from "vscode-jsonrpc/node";
import type { RequestContext } from "../../client/requestContext.js";
import type { AnswerSources, CapturedText, CompletedResult, PlainRequest } from "./plainRequest.js";
import { hasMarks } from "./sharedAnswers.js";

export class PlainAnswer {
  readonly request: PlainRequest;
  readonly #context: RequestContext;
  readonly #captured: CapturedText | undefined;
  /** The same answer in the shared session, if it may be had there. */
  readonly #shared: AnswerSources | undefined;
  #sources: Promise<AnswerSources> | undefined;

  /** To be called in the turn in which the request is sent: its place is in the present text. */
  constructor(request: PlainRequest, context: RequestContext, shared: AnswerSources | undefined) {
    this.request = request;
    this.#context = context;
    this.#shared = shared;
    const document = request.uri === undefined ? undefined : context.documents.get(request.uri);
    this.#captured = document && { document, snapshot: document.takeSnapshot() };
  }

  /** Starts what can be found out while the server works. */
  start(): void {
    // Once the request is written.
    setImmediate(() => {
      if (this.#shared) this.#shared.start();
      else
        this.#load().then(
          (sources) => sources.start(),
          () => {}, // a failure is reported with the answer
        );
    });
  }

  /** Returns the result as the client gets it. Errors: `rename_incomplete`. */
  async complete(result: Buffer): Promise<CompletedResult> {
    const shared = hasMarks(result) ? undefined : await this.#share((answer) => answer.complete(result));
    return shared ?? (await this.#load()).complete(result);
  }

  /** Returns a result in place of a refusal. Errors: the server's, where that stands. */
  async completeRefusal(error: ResponseError<unknown>): Promise<CompletedResult> {
    const sources = await this.#load();
    if (!sources.completeRefusal) throw error;
    return sources.completeRefusal(error);
  }

  /** Returns the result for a server without the method. Errors: `unsupported`. */
  async answerBySyntax(): Promise<CompletedResult> {
    return (await this.#share((answer) => answer.answerBySyntax())) ?? (await this.#load()).answerBySyntax();
  }

  release(): void {
    this.#shared?.release();
    if (!this.#sources) this.#captured?.snapshot.release();
    void this.#sources?.then(
      (sources) => sources.release(),
      () => this.#captured?.snapshot.release(),
    );
  }

  /** Asks the shared session; resolves with undefined if the answer is to be made here. */
  async #share(ask: (answer: AnswerSources) => Promise<CompletedResult>): Promise<CompletedResult | undefined> {
    if (!this.#shared) return undefined;
    try {
      const completed = await ask(this.#shared);
      return hasMarks(completed.result) ? undefined : completed;
    } catch (error) {
      if (this.request.token.isCancellationRequested) throw error;
      return undefined; // it has ended, or has another text of the file
    }
  }

  #load(): Promise<AnswerSources> {
    this.#sources ??= import("./answerSources.js").then(({ openAnswerSources }) =>
      openAnswerSources(this.request, this.#captured, this.#context),
    );
    return this.#sources;
  }
}
