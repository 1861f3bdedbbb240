/**
 * The answer to a client's own request, where it becomes more than what the server says. What it
 * takes is loaded with the first such request.
 */

import type { RequestContext } from "../../client/requestContext.js";
import type { AnswerSources, CapturedText, CompletedResult, PlainRequest } from "./plainRequest.js";

export class PlainAnswer {
  readonly request: PlainRequest;
  readonly #context: RequestContext;
  readonly #captured: CapturedText | undefined;
  #sources: Promise<AnswerSources> | undefined;

  /** To be called in the turn in which the request is sent: its place is in the present text. */
  constructor(request: PlainRequest, context: RequestContext) {
    this.request = request;
    this.#context = context;
    const document = request.uri === undefined ? undefined : context.documents.get(request.uri);
    this.#captured = document && { document, snapshot: document.takeSnapshot() };
  }

  /** Starts what can be found out while the server works. */
  start(): void {
    // Once the request is written.
    setImmediate(() => {
      this.#load().then(
        (sources) => sources.start(),
        () => {}, // a failure is reported with the answer
      );
    });
  }

  /** Returns the result as the client gets it. Errors: `rename_incomplete`. */
  async complete(result: Buffer): Promise<CompletedResult> {
    return (await this.#load()).complete(result);
  }

  /** Returns the result for a server without the method. Errors: `unsupported`. */
  async answerBySyntax(): Promise<CompletedResult> {
    return (await this.#load()).answerBySyntax();
  }

  release(): void {
    if (!this.#sources) this.#captured?.snapshot.release();
    void this.#sources?.then(
      (sources) => sources.release(),
      () => this.#captured?.snapshot.release(),
    );
  }

  #load(): Promise<AnswerSources> {
    this.#sources ??= import("./completeAnswer.js").then(({ openAnswerSources }) =>
      openAnswerSources(this.request, this.#captured, this.#context),
    );
    return this.#sources;
  }
}
