/** Our own questions to a backend, as for `locate/*`: resolves with the answer. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { LocateError } from "../error.js";
import type { RawJson } from "../wire/rawJson.js";
import type { Backend } from "./backend/backend.js";
import { analysisTimeLeft, mayGuess } from "./backend/backendReadiness.js";
import { sendRequest } from "./backend/sendRequest.js";
import type { OpenDocument } from "./documents/openDocument.js";
import { isEmptyResult } from "./emptyResult.js";
import { type Attempt, locateAsker } from "./lifecycle.js";
import type { Policy } from "./policy.js";
import type { AskContext, Question } from "./question.js";
import { QuestionRun } from "./questionRun.js";

export interface OwnQuestion {
  /** As LSP writes it. */
  readonly method: string;
  /** The name of its row, by which servers.json says what the backend guesses. */
  readonly name: string;
  readonly policy: Policy;
  readonly backend: Backend;
  /** Returns the document that it is about, as it is by then. */
  document(): OpenDocument;
  /**
   * Returns a function that makes the params in the turn in which they are sent, so that positions
   * are valid in the text that the backend has by then.
   */
  params(attempt: Attempt): Promise<() => object>;
  /** The client's token for partial results, of the first request. */
  readonly partialResultToken: unknown;
  /** Whether there is a word before the position, to ask for if the answer is empty. */
  hasWordToTheLeft(): boolean;
  /** Called before the question waits for a backend that has not loaded. */
  onWaiting?(): void;
  /** Called in each turn in which a request is sent. */
  onSend(): void;
  readonly onProgress: ((value: object) => void) | undefined;
}

/** The parts of a RequestContext that asking needs. */
export interface OwnAskContext extends AskContext {
  readonly token: CancellationToken;
  readonly documents: { applyPending(): void };
  readonly partialResults: { watch(token: unknown): { hasBegun(): boolean; release(): void } };
}

/**
 * Waits for what the answer depends on, as lifecycle.ts says: afterwards the question may be asked,
 * also several times. Errors: `not_ready`, the reason the backend can't be started.
 */
export function prepareQuestion(question: OwnQuestion, context: OwnAskContext): Promise<void> {
  return new Promise((resolve, reject) => {
    const respond: Question<unknown>["respond"] = (answer) => reject("error" in answer ? answer.error : answer.value);
    new QuestionRun(toQuestion(question, context, { send: () => resolve(), respond }), context).start();
  });
}

/**
 * Asks the backend, and again as lifecycle.ts says. Errors: `not_ready`, `backend_timeout`, the
 * backend's own, and what `params` throws.
 */
export function askPrepared(question: OwnQuestion, context: OwnAskContext): Promise<RawJson> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => void run.end().then(outcome);
    const send = (attempt: Attempt) => {
      const onSend = () => {
        run.noteSent();
        question.onSend();
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
    run.start({ isPrepared: true });
  });
}

function toQuestion(
  question: OwnQuestion,
  { token }: OwnAskContext,
  how: Pick<Question<unknown>, "send" | "respond">,
): Question<unknown> {
  const { backend, name, policy, document, onProgress } = question;
  const isTextOnly = policy.dependsOn === "text";
  return {
    ...how,
    policy,
    asker: locateAsker,
    token,
    hasPartialResults: false,
    unopened: isTextOnly ? undefined : document(),
    backends: () => [backend],
    ensureBackends: () => [backend],
    // The text alone leaves nothing to guess.
    mayGuess: () => !isTextOnly && mayGuess(name, backend),
    analysisMs: () => (isTextOnly ? 0 : analysisTimeLeft(document(), backend)),
    hasWordToTheLeft: () => question.hasWordToTheLeft(),
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
  const { method, policy, backend, document } = question;
  const makeParams = await question.params(attempt);
  const params = () => {
    context.unopenedFiles.openAtBackend(document());
    onSend();
    return makeParams();
  };
  const partialResult = context.partialResults.watch(attempt === "first" ? question.partialResultToken : undefined);
  try {
    const isRetryable = () => !policy.changesText && !partialResult.hasBegun();
    return await sendRequest({ method, params, isRetryable }, backend, context);
  } finally {
    partialResult.release();
  }
}
