/** The messages between a client's session and the shared one about answers: JSON-RPC. */

import type { CompletedResult } from "./plainRequest.js";
import type { SharedQuestion } from "./sharedAnswers.js";

/**
 * A request of the client's session: a server has been sent a question. Result: the last answer to
 * it, where that holds (`LastSharedAnswer`), or null.
 */
export const ANSWER_START = "answer/start";

export interface StartedAnswer {
  readonly id: number;
  readonly question: SharedQuestion;
  /** Earlier ones that the client has the answers to. */
  readonly released: readonly number[];
}

/** A request with the server's `result` (JSON text): what is it when complete? */
export const ANSWER_COMPLETE = "answer/complete";

/** A request: what is the answer, as the server has no such method? */
export const ANSWER_BY_SYNTAX = "answer/bySyntax";

/** A notification: the client waits no longer for an answer. */
export const ANSWER_RELEASE = "answer/release";

export interface LastSharedAnswer extends SharedAnswer {
  /** The digest of the server's result that was completed to this. */
  readonly digest: string;
}

/** Result of both requests; without `text` (JSON), the result is the server's. */
export interface SharedAnswer extends Omit<CompletedResult, "result"> {
  readonly text?: string;
}
