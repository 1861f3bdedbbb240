/** The life of one question: performs what `questionLifecycle.ts` decides. */

import { setTimeout as pause } from "node:timers/promises";
import type { CancellationToken } from "vscode-jsonrpc/node";
import { LocateError } from "../error.js";
import { type Backend, ensureBackend } from "./backend/backend.js";
import type { LossCounter } from "./backend/backendConversation.js";
import { isReady, waitUntilReady, waitUntilSettled } from "./backend/backendReadiness.js";
import { doubtfulError, waitedError } from "./backend/backendTrust.js";
import { Cancellation } from "./cancellationToken.js";
import { notifyChangedFiles } from "./documents/diskChanges.js";
import type { AskContext, Outcome, Question } from "./question.js";
import {
  type Attempt,
  type Facts,
  LAST_STEP,
  nextQuestionState,
  type PreparationStep,
  type QuestionEvent,
  type QuestionState,
  type RepeatStep,
  retryDelayMs,
} from "./questionLifecycle.js";

export class QuestionRun<Value> {
  readonly #question: Question<Value>;
  readonly #context: AskContext;
  #state: QuestionState = { kind: "new" };
  #attempt: Attempt = "first";
  #prepared: PreparationStep | undefined;
  #retryCount = 0;
  readonly #losses: LossCounter = { count: 0 };
  #isOutdated = false;
  #isCompared = false;
  /** When it was sent last, as of `performance.now()`. */
  #sentAt = 0;
  #wasLoading = false;
  #analysisMs = 0;
  /** The outcome that is the answer if the disk has not changed. */
  #kept: Value | undefined;
  #polling: Polling | undefined;

  constructor(question: Question<Value>, context: AskContext) {
    this.#question = question;
    this.#context = context;
  }

  get state(): QuestionState {
    return this.#state;
  }

  /** Asks the question. `isPrepared`: what its answer depends on is there. */
  start({ isPrepared = false } = {}): void {
    if (isPrepared) this.#prepared = LAST_STEP;
    this.#handle("start");
  }

  /** Takes a question that was sent before its text changed: its outcome is of no use. */
  startOutdated(): void {
    this.#state = { kind: "sent", why: "its text was not known to have changed" };
    this.#isOutdated = true;
  }

  /** To be called in the turn in which the request is sent. */
  noteSent(): void {
    const backends = this.#question.backends();
    this.#wasLoading = backends.length === 0 || !backends.every(isReady);
    this.#analysisMs = this.#question.analysisMs();
    this.#sentAt = performance.now();
  }

  /** Judges the outcome of the request. Returns whether it is the answer; else it is kept here. */
  receive(outcome: Outcome<Value>): boolean {
    const { trust } = this.#context;
    if (outcome.kind === "result" && !this.#isUseless && trust)
      for (const backend of this.#question.backends()) trust.noteResult(backend);
    const next = this.#next(outcome.kind, outcome);
    if (next?.kind === "answer" && next.answer === "outcome") {
      this.#state = next;
      return true;
    }
    if (next?.kind === "repeat" && next.step === "compare") this.#kept = this.#question.copy(outcome.value);
    if (next) this.#enter(next);
    return false;
  }

  /** Ends the waiting for a backend that loads, which the client may see as a progress. */
  async end(): Promise<void> {
    await this.#polling?.end();
  }

  /** Whether the outcome of the request is about an older text. */
  get #isUseless(): boolean {
    return this.#isOutdated && !this.#question.token.isCancellationRequested;
  }

  #handle(event: QuestionEvent): void {
    const next = this.#next(event);
    if (next) this.#enter(next);
  }

  #next(event: QuestionEvent, outcome?: Outcome<Value>): QuestionState | undefined {
    return nextQuestionState(this.#state, event, this.#factsOf(outcome));
  }

  /** Returns what is known at this moment. What has a cost is found out when a row needs it. */
  #factsOf(outcome: Outcome<Value> | undefined): Facts {
    const question = this.#question;
    const { policy, asker, token, hasPartialResults, unopened } = question;
    const { trust } = this.#context;
    const error = outcome?.kind === "error" ? outcome : undefined;
    const isStale = () => outcome !== undefined && this.#isStale(outcome.value);
    return {
      policy,
      asker,
      attempt: this.#attempt,
      prepared: this.#prepared,
      isUnopened: unopened !== undefined,
      get mayGuess() {
        return question.mayGuess();
      },
      isCancelled: token.isCancellationRequested,
      isOutdated: this.#isOutdated,
      hasPartialResults,
      wasLoading: this.#wasLoading,
      wasAnalysing: this.#analysisMs > 0,
      isTransient: error?.isTransient === true,
      isOwnError: error?.isOwn === true,
      retryCount: this.#retryCount,
      get isDistrusted() {
        return question.backends().some((backend) => trust?.isDistrusted(backend));
      },
      isUncompared: this.#isUncompared,
      get isStale() {
        return isStale();
      },
      get hasWordToTheLeft() {
        return question.hasWordToTheLeft();
      },
    };
  }

  get #isUncompared(): boolean {
    const { policy, token, hasPartialResults } = this.#question;
    return (
      this.#context.staleAnswers !== undefined &&
      policy.namesFiles === true &&
      !this.#isCompared &&
      !hasPartialResults &&
      !token.isCancellationRequested
    );
  }

  #isStale(value: Value): boolean {
    const result = this.#isUncompared ? this.#question.resultOf(value) : undefined;
    return result !== undefined && this.#context.staleAnswers?.isStale(result, this.#sentAt) === true;
  }

  #enter(next: QuestionState): void {
    this.#state = next;
    if (next.kind === "prepare") {
      this.#prepared = next.step;
      this.#perform(() => this.#prepare(next.step));
    } else if (next.kind === "repeat") this.#perform(() => this.#prepareRepeat(next.step));
    else if (next.kind === "sent") this.#send();
    else if (next.kind === "answer") this.#answer(next.answer);
  }

  #send(): void {
    try {
      this.#question.send(this.#attempt);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Performs a step, and handles what it has led to; in the same turn if it is no promise. */
  #perform(act: () => Promise<QuestionEvent> | undefined): void {
    try {
      const done = act();
      if (done) done.then((event) => this.#handle(event)).catch((error: unknown) => this.#fail(error));
      else this.#handle("done");
    } catch (error) {
      this.#fail(error);
    }
  }

  #prepare(step: PreparationStep): Promise<QuestionEvent> | undefined {
    switch (step) {
      case "open":
        return this.#open();
      case "load":
        return this.#load();
      case "notify":
        return this.#notify().then(() => "done");
      case "settle":
        return this.#settle();
    }
  }

  #prepareRepeat(step: RepeatStep): Promise<QuestionEvent> | undefined {
    switch (step) {
      case "now":
        this.#isOutdated = false;
        return undefined;
      case "left":
        this.#attempt = "left";
        return undefined;
      case "delay": {
        const delayMs = retryDelayMs(this.#retryCount++);
        return new Promise((resolve) => setTimeout(() => resolve("done"), delayMs).unref());
      }
      case "load":
        return this.#load();
      case "poll":
        return this.#poll();
      case "notify":
      case "compare":
        this.#isCompared = true;
        return this.#notifyAgain(step);
    }
  }

  /** Opens what has to be open at the backend. */
  #open(): Promise<QuestionEvent> | undefined {
    const { unopened, backends } = this.#question;
    const { unopenedFiles } = this.#context;
    if (unopened === undefined) return undefined;
    if (typeof unopened === "string") return this.#openFile(unopened);
    for (const { link } of backends()) link.between(() => unopenedFiles.openAtBackend(unopened));
    return undefined;
  }

  async #openFile(path: string): Promise<QuestionEvent> {
    const { unopenedFiles, backends } = this.#context;
    try {
      const document = await unopenedFiles.read(path);
      const { link } = await ensureBackend(document, backends);
      link.between(() => unopenedFiles.openAtBackend(document));
    } catch (error) {
      // A file that does not exist is the backend's to report.
      if (error instanceof LocateError && error.kind !== "file_unreadable") throw error;
    }
    return "done";
  }

  async #load(): Promise<QuestionEvent> {
    const { token, onProgress, onWaiting } = this.#question;
    const { trust } = this.#context;
    // In the same turn where they run: the server may say at once that it has loaded.
    const ensured = this.#question.ensureBackends();
    const backends = ensured instanceof Promise ? await ensured : ensured;
    if (!backends.every(isReady)) onWaiting?.();
    for (const backend of backends) {
      try {
        await waitUntilReady(backend, token, backends.length === 1 ? onProgress : undefined, this.#losses);
      } catch (error) {
        if (!trust || !(error instanceof LocateError) || error.kind !== "not_ready") throw error;
        trust.noteTimeout(backend);
        throw waitedError(backend, error);
      }
    }
    return "done";
  }

  /** Notifies the backends of changes on disk. Returns whether any came after the request. */
  async #notify(): Promise<boolean> {
    const { staleAnswers } = this.#context;
    if (staleAnswers) return staleAnswers.notifyChanges(this.#sentAt);
    await notifyChangedFiles(this.#context);
    return false;
  }

  async #settle(): Promise<QuestionEvent> {
    const { token } = this.#question;
    await Promise.all(this.#question.backends().map((backend) => waitUntilSettled(backend, token)));
    return "done";
  }

  async #notifyAgain(step: "notify" | "compare"): Promise<QuestionEvent> {
    const hasChanged = await this.#notify();
    if (this.#question.policy.dependsOn === "project") await this.#settle();
    return step === "notify" || hasChanged ? "done" : "unchanged";
  }

  async #poll(): Promise<QuestionEvent> {
    const { token, onProgress } = this.#question;
    const [backend] = this.#question.backends();
    this.#polling ??= new Polling({ backend: backend as Backend, analysisMs: this.#analysisMs, token, onProgress });
    await this.#polling.next();
    this.#attempt = this.#polling.isLoaded ? "last" : "poll";
    return "done";
  }

  #answer(answer: (QuestionState & { kind: "answer" })["answer"]): void {
    const { respond, outdatedError, backends } = this.#question;
    const { trust } = this.#context;
    if (answer === "outcome") respond({ value: this.#kept as Value });
    else if (answer === "outdated") respond({ error: outdatedError() });
    else if (answer === "doubtful") {
      const doubtful = backends().find((backend) => trust?.isDistrusted(backend));
      respond({ error: doubtfulError(doubtful as Backend) });
    }
  }

  #fail(error: unknown): void {
    this.#state = { kind: "answer", answer: "failure", why: "the server could not be asked" };
    this.#question.respond({ error });
  }
}

/** The interval between two requests grows from the first one to the last. */
const FIRST_INTERVAL_MS = 10;
const LAST_INTERVAL_MS = 2_000;
/** So that a fifth of the time at most is waited in vain. */
const GROWTH = 1.25;

interface PollingOptions {
  readonly backend: Backend;
  /** How long the backend may analyse the document, even if it has loaded. */
  readonly analysisMs: number;
  readonly token: CancellationToken;
  readonly onProgress: ((value: object) => void) | undefined;
}

/** The intervals at which a request is repeated while a backend loads. */
class Polling {
  readonly #waiting = new Cancellation();
  readonly #analysis = new AbortController();
  readonly #cancelled: { dispose(): void };
  readonly #loaded: Promise<void>;
  #intervalMs = FIRST_INTERVAL_MS;
  #isLoaded = false;

  constructor({ backend, analysisMs, token, onProgress }: PollingOptions) {
    this.#cancelled = token.onCancellationRequested(() => this.#waiting.cancel());
    this.#loaded = Promise.all([
      waitUntilReady(backend, this.#waiting, onProgress),
      pause(analysisMs, undefined, { ref: false, signal: this.#analysis.signal }),
    ]).then(() => {
      this.#isLoaded = true;
    });
  }

  /** Whether the backend has loaded and analysed the document, so that the next request counts. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Resolves when the request is to be sent again. Errors: `not_ready`. */
  async next(): Promise<void> {
    await Promise.race([this.#loaded, pause(this.#intervalMs, undefined, { ref: false })]);
    this.#intervalMs = Math.min(GROWTH * this.#intervalMs, LAST_INTERVAL_MS);
  }

  /** Ends the waiting, and the progress that the client sees of it. */
  async end(): Promise<void> {
    this.#cancelled.dispose();
    this.#waiting.cancel();
    this.#analysis.abort();
    await this.#loaded.catch(() => {});
  }
}
