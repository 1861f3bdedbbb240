/** Our own questions to a backend: resolve with the answer. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { LocateError } from "../error.js";
import type { OpenDocument } from "../files/documents/openDocument.js";
import type { RawJson } from "../wire/rawJson.js";
import type { Backend } from "./backend/backend.js";
import { analysisTimeLeft, mayGuess, waitUntilReady } from "./backend/backendReadiness.js";
import { sendRequest } from "./backend/sendRequest.js";
import { type Policy, shortName } from "./methodTable.js";
import { isEmptyResult } from "./outcome.js";
import type { AskContext, Question } from "./question.js";
import { type Asker, type Attempt, locateAsker } from "./questionLifecycle.js";
import { QuestionRun } from "./questionRun.js";

export interface OwnQuestion {
  /** As LSP writes it. */
  readonly method: string;
  /** The name of its row, by which servers.json says what the backend guesses; else `method`'s. */
  readonly name?: string;
  readonly policy: Policy;
  readonly asker?: Asker;
  readonly backend: Backend;
  /** Returns the document that it is about, as it is by then: it is opened if it has to be. */
  document?(): OpenDocument | undefined;
  /** What needs the document open, if it is to be closed at the end of that use. */
  readonly user?: object;
  /**
   * Returns a function that makes the params in the turn in which they are sent, so that positions
   * are valid in the text that the backend has by then.
   */
  params(attempt: Attempt): (() => object) | Promise<() => object>;
  /** The client's token for partial results, of the first request. */
  readonly partialResultToken?: unknown;
  /** Whether there is a word before the position, to ask for if the answer is empty. */
  hasWordToTheLeft?(): boolean;
  /** Called before the question waits for a backend that has not loaded. */
  onWaiting?(): void;
  /** Called in each turn in which a request is sent. */
  onSend?(): void;
  readonly onProgress?: ((value: object) => void) | undefined;
}

/** The parts of a RequestContext that asking needs. */
export interface OwnAskContext extends AskContext {
  readonly token: CancellationToken;
  readonly documents: { applyPending(): void };
  readonly partialResults?: { watch(token: unknown): { hasBegun(): boolean; release(): void } };
}

/**
 * Asks the backend when what the answer depends on is there, and again, as questionLifecycle.ts
 * says. Errors: `not_ready`, `backend_timeout`, the backend's own, and what `params` throws.
 */
export function ask(question: OwnQuestion, context: OwnAskContext): Promise<RawJson> {
  return askNow(question, context, { isPrepared: false });
}

/**
 * Waits for what the answer depends on: afterwards the question may be asked by `askPrepared`, also
 * several times. Errors: `not_ready`, the reason the backend can't be started.
 */
export function prepareQuestion(question: OwnQuestion, context: OwnAskContext): Promise<void> {
  return new Promise((resolve, reject) => {
    const respond: Question<unknown>["respond"] = (answer) => reject("error" in answer ? answer.error : answer.value);
    new QuestionRun(toQuestion(question, context, { send: () => resolve(), respond }), context).start();
  });
}

/** Asks a prepared question. Errors: as of `ask`. */
export function askPrepared(question: OwnQuestion, context: OwnAskContext): Promise<RawJson> {
  return askNow(question, context, { isPrepared: true });
}

function askNow(
  question: OwnQuestion,
  context: OwnAskContext,
  options: { readonly isPrepared: boolean },
): Promise<RawJson> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => void run.end().then(outcome);
    const send = (attempt: Attempt) => {
      const onSend = () => {
        run.noteSent();
        question.onSend?.();
      };
      sendOnce(question, { attempt, onSend }, context)
        .then(
          (value) => {
            const kind = isEmptyResult(value) ? "empty" : "result";
            if (run.receive({ kind, value })) settle(() => resolve(value));
          },
          (error: unknown) => {
            const isOwn = error instanceof LocateError;
            // sendRequest has sent it again already, where that may help.
            const isAnswer = run.receive({ kind: "error", value: error, isTransient: false, isOwn });
            if (isAnswer) settle(() => reject(error));
          },
        )
        .catch(reject);
    };
    // Only errors: no outcome is kept, as no file is compared.
    const respond: Question<unknown>["respond"] = (answer) =>
      settle(() => reject("error" in answer ? answer.error : answer.value));
    const run = new QuestionRun<unknown>(toQuestion(question, context, { send, respond }), context);
    run.start(options);
  });
}

function toQuestion(
  question: OwnQuestion,
  { token }: OwnAskContext,
  how: Pick<Question<unknown>, "send" | "respond">,
): Question<unknown> {
  const { backend, method, policy, asker = locateAsker, name = shortName(method), onProgress } = question;
  const isTextOnly = policy.dependsOn === "text";
  const document = isTextOnly ? undefined : question.document?.();
  return {
    ...how,
    policy,
    asker,
    token,
    hasPartialResults: false,
    unopened: document,
    backends: () => [backend],
    ensureBackends: () => [backend],
    // The text alone leaves nothing to guess.
    mayGuess: () => !isTextOnly && mayGuess(name, backend),
    analysisMs: () => (document === undefined ? 0 : analysisTimeLeft(question.document?.() ?? document, backend)),
    hasWordToTheLeft: () => question.hasWordToTheLeft?.() === true,
    onWaiting: () => question.onWaiting?.(),
    onProgress,
    resultOf: () => undefined,
    copy: (value) => value,
    outdatedError: () => new Error("our own requests are sent in the turn in which their params are made"),
  };
}

interface SendOptions {
  readonly attempt: Attempt;
  readonly onSend: () => void;
}

async function sendOnce(
  question: OwnQuestion,
  { attempt, onSend }: SendOptions,
  context: OwnAskContext,
): Promise<RawJson> {
  const { method, policy, backend, user } = question;
  const makeParams = await question.params(attempt);
  const params = () => {
    const document = question.document?.();
    if (document) context.unopenedFiles.openAtBackend(document, user);
    onSend();
    return makeParams();
  };
  const token = attempt === "first" ? question.partialResultToken : undefined;
  const partialResult = token === undefined ? undefined : context.partialResults?.watch(token);
  try {
    const isRetryable = (isLost: boolean) => (isLost || !policy.changesText) && !partialResult?.hasBegun();
    // What a server knows while it loads would change a part of the text.
    const prepareAgain = () => (policy.changesText ? waitUntilReady(backend, context.token) : Promise.resolve());
    return await sendRequest({ method, params, isRetryable, prepareAgain }, backend, context);
  } finally {
    partialResult?.release();
  }
}
