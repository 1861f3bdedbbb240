/**
 * The life of a question to a server, as a table. `QuestionRun` performs it.
 *
 *     start ──▶ prepare ──▶ sent ──▶ answer
 *                             │ ▲
 *                             ▼ │
 *                            repeat
 *
 * - `prepare`: one step after the other of what the answer depends on.
 * - `sent`: the server has the request. Its outcome is judged at once: it is the answer, or the
 *   request is sent again.
 * - `repeat`: until there is reason to expect another outcome.
 *
 * The first row of the table that fits decides. A row says why, which a test and a log can read.
 */

import { isEmptyFinal, type Policy } from "./methodTable.js";

/** What is done before a request is sent, in this order. */
export type PreparationStep = "open" | "load" | "notify" | "settle";

/** What is waited for, or done, before a request is sent again. */
export type RepeatStep =
  /** Nothing. */
  | "now"
  /** A delay, which doubles. */
  | "delay"
  /** Until the server has loaded. */
  | "load"
  /** Short intervals, until the server has loaded and analysed the document. */
  | "poll"
  /** Until the server has been notified of the changes on disk. */
  | "notify"
  /** The same; without any change the outcome is the answer after all. */
  | "compare"
  /** Asked for at the character to the left. */
  | "left";

/** What a question gets instead of what the server has said: an error of ours. */
export type OwnAnswer = "doubtful" | "outdated";

export type QuestionState =
  | { readonly kind: "new" }
  | { readonly kind: "prepare"; readonly step: PreparationStep; readonly why: string }
  | { readonly kind: "sent"; readonly why: string }
  | { readonly kind: "repeat"; readonly step: RepeatStep; readonly why: string }
  | { readonly kind: "answer"; readonly answer: "outcome" | "failure" | OwnAnswer; readonly why: string };

export type QuestionEvent =
  /** The question is asked. */
  | "start"
  /** A step of `prepare` or `repeat` is done. */
  | "done"
  /** A comparison with the disk has found no change since the request was sent. */
  | "unchanged"
  /** The outcome of the request. `empty` is a result, too. */
  | "result"
  | "empty"
  | "error";

/** Which request of a question is under way. */
export type Attempt =
  | "first"
  /** One of those sent while the server loads. */
  | "poll"
  /** That after the server has loaded: its outcome counts. */
  | "last"
  /** That about the character to the left. */
  | "left";

/** How those who ask differ. Each is a column; nothing else in the life of a question differs. */
export interface Asker {
  /** For which answers the server is notified of changes on disk before the request. */
  readonly notifiesFor: ReadonlySet<Policy["dependsOn"]>;
  /**
   * Whether the request is repeated at intervals while the server loads; otherwise it is repeated
   * once the server has loaded.
   */
  readonly polls: boolean;
  /** Whether an error of a server that loads counts as empty. */
  readonly toleratesErrors: boolean;
  /**
   * How often a request is sent again after an error that says so. 0 where `sendRequest` does
   * that.
   */
  readonly maxRetries: number;
}

/** Our own requests, as for `locate/*`. */
export const locateAsker: Asker = {
  notifiesFor: new Set(["file", "project"]),
  polls: true,
  toleratesErrors: true,
  maxRetries: 0,
};

/** Our own requests whose answers of a server that loads are worth little. */
export const patientAsker: Asker = { ...locateAsker, polls: false };

/** A client that speaks plain LSP, in agent mode. */
export const plainAsker: Asker = {
  notifiesFor: new Set(["project"]),
  polls: false,
  toleratesErrors: false,
  maxRetries: 3,
};

/** What decides between rows. All are as of the moment of the event. */
export interface Facts {
  readonly policy: Policy;
  readonly asker: Asker;
  readonly attempt: Attempt;
  /** The last step of `prepare`. */
  readonly prepared: PreparationStep | undefined;
  /** Whether a file has to be opened at the server for it. */
  readonly isUnopened: boolean;
  /** Whether the server may guess, because it loads. */
  readonly mayGuess: boolean;
  readonly isCancelled: boolean;
  /** Whether the request was sent for an older text than the server has. */
  readonly isOutdated: boolean;
  /** Whether the client may have parts of a result already. */
  readonly hasPartialResults: boolean;
  /** Whether a server had not loaded when the request was sent. */
  readonly wasLoading: boolean;
  /** Whether a server may still have analysed the document when the request was sent. */
  readonly wasAnalysing: boolean;
  /** Whether an error says that the request may be sent again, and it may be. */
  readonly isTransient: boolean;
  /** Whether an error is ours: it says why the server can't be asked. */
  readonly isOwnError: boolean;
  readonly retryCount: number;
  /** Whether the server's empty answers are not to be trusted. */
  readonly isDistrusted: boolean;
  /** Whether the answer may be older than the disk: it was not compared yet. */
  readonly isUncompared: boolean;
  /** Whether a file that the result names has changed on disk since the request was sent. */
  readonly isStale: boolean;
  /** Whether there is a word to the left to ask for. */
  readonly hasWordToTheLeft: boolean;
}

interface Transition {
  readonly from: QuestionState["kind"];
  readonly on: readonly QuestionEvent[];
  readonly when?: (facts: Facts) => boolean;
  readonly to: { readonly [Kind in keyof Target]: { readonly kind: Kind } & Target[Kind] }[keyof Target];
  readonly why: string;
}

interface Target {
  readonly prepare: { readonly step: PreparationStep };
  readonly sent: object;
  readonly repeat: { readonly step: RepeatStep };
  readonly answer: { readonly answer: "outcome" | OwnAnswer };
}

const begins = ["start", "done"] as const;
const outcomes = ["result", "empty", "error"] as const;
const order: readonly PreparationStep[] = ["open", "load", "notify", "settle"];
export const LAST_STEP: PreparationStep = "settle";

/** Whether a step of `prepare` is still to be done. */
function isDue(step: PreparationStep, { prepared }: Facts): boolean {
  return prepared === undefined || order.indexOf(prepared) < order.indexOf(step);
}

const prepare = (step: PreparationStep, when: (facts: Facts) => boolean, why: string): readonly Transition[] =>
  (["new", "prepare"] as const).map((from) => ({
    from,
    on: begins,
    when: (facts) => isDue(step, facts) && when(facts),
    to: { kind: "prepare", step },
    why,
  }));

/** The table: the first row that fits decides. */
export const transitions: readonly Transition[] = [
  ...prepare("open", ({ isUnopened }) => isUnopened, "servers answer about open documents, and some load only then"),
  ...prepare(
    "load",
    ({ policy, mayGuess }) => policy.dependsOn === "project" || mayGuess,
    "before it has loaded, the server may answer wrongly",
  ),
  ...prepare(
    "notify",
    ({ policy, asker }) => asker.notifiesFor.has(policy.dependsOn),
    "files may have changed on disk unnoticed",
  ),
  ...prepare(
    "settle",
    ({ policy }) => policy.dependsOn === "project",
    "some servers list their files again after such changes, or read texts for a while",
  ),
  { from: "new", on: ["start"], to: { kind: "sent" }, why: "it depends on nothing else" },
  { from: "prepare", on: ["done"], to: { kind: "sent" }, why: "all that it depends on is there" },

  {
    from: "sent",
    on: outcomes,
    when: ({ isOutdated, isCancelled, hasPartialResults }) => isOutdated && !isCancelled && hasPartialResults,
    to: { kind: "answer", answer: "outdated" },
    why: "its text has changed since, and the client may have parts of the result",
  },
  {
    from: "sent",
    on: outcomes,
    when: ({ isOutdated, isCancelled }) => isOutdated && !isCancelled,
    to: { kind: "repeat", step: "now" },
    why: "its text has changed since",
  },

  {
    from: "sent",
    on: ["error"],
    when: ({ isTransient, isCancelled, retryCount, asker, policy }) =>
      isTransient && !isCancelled && !policy.changesText && retryCount < asker.maxRetries,
    to: { kind: "repeat", step: "delay" },
    why: "the server was interrupted",
  },
  {
    from: "sent",
    on: ["error"],
    when: ({ isOwnError, isCancelled, attempt, wasLoading, asker, policy }) =>
      !isOwnError &&
      !isCancelled &&
      asker.polls &&
      asker.toleratesErrors &&
      (attempt === "poll" || (attempt === "first" && wasLoading && !isEmptyFinal(policy))),
    to: { kind: "repeat", step: "poll" },
    why: "a server that loads may refuse anything",
  },
  {
    from: "sent",
    on: ["error"],
    when: ({ isOwnError, isCancelled, wasLoading, asker, policy }) =>
      !isOwnError && !isCancelled && !asker.polls && asker.toleratesErrors && wasLoading && !isEmptyFinal(policy),
    to: { kind: "repeat", step: "load" },
    why: "a server that loads may refuse what it answers later",
  },
  { from: "sent", on: ["error"], to: { kind: "answer", answer: "outcome" }, why: "the server refuses" },

  {
    from: "sent",
    on: ["result"],
    when: ({ isStale }) => isStale,
    to: { kind: "repeat", step: "notify" },
    why: "a file that it names has changed since",
  },
  { from: "sent", on: ["result"], to: { kind: "answer", answer: "outcome" }, why: "there is a result" },

  {
    from: "sent",
    on: ["empty"],
    when: ({ isCancelled }) => isCancelled,
    to: { kind: "answer", answer: "outcome" },
    why: "nobody waits for another one",
  },
  {
    from: "sent",
    on: ["empty"],
    when: ({ attempt, asker, policy, wasLoading, wasAnalysing }) =>
      asker.polls &&
      (attempt === "poll" || (attempt === "first" && ((wasLoading && !isEmptyFinal(policy)) || wasAnalysing))),
    to: { kind: "repeat", step: "poll" },
    why: "the server has not loaded or not analysed the document",
  },
  {
    from: "sent",
    on: ["empty"],
    when: ({ asker, policy, wasLoading }) => !asker.polls && wasLoading && !isEmptyFinal(policy),
    to: { kind: "repeat", step: "load" },
    why: "the server has not loaded",
  },
  {
    from: "sent",
    on: ["empty"],
    when: ({ policy, isDistrusted }) => isDistrusted && !isEmptyFinal(policy),
    to: { kind: "answer", answer: "doubtful" },
    why: "nothing has shown that the server has loaded",
  },
  {
    from: "sent",
    on: ["empty"],
    when: ({ policy, isUncompared }) => isUncompared && !isEmptyFinal(policy),
    to: { kind: "repeat", step: "compare" },
    why: "files may have changed on disk since",
  },
  {
    from: "sent",
    on: ["empty"],
    when: ({ hasWordToTheLeft, attempt }) => hasWordToTheLeft && attempt !== "left",
    to: { kind: "repeat", step: "left" },
    why: "at the right edge of a word, some servers answer only about its last character",
  },
  { from: "sent", on: ["empty"], to: { kind: "answer", answer: "outcome" }, why: "there is nothing" },

  { from: "repeat", on: ["done"], to: { kind: "sent" }, why: "there may be another outcome now" },
  { from: "repeat", on: ["unchanged"], to: { kind: "answer", answer: "outcome" }, why: "the disk is as it was" },
];

/** Returns the next state; undefined for an event that says nothing in this state. */
export function nextQuestionState(state: QuestionState, event: QuestionEvent, facts: Facts): QuestionState | undefined {
  const row = transitions.find(
    ({ from, on, when }) => from === state.kind && on.includes(event) && (when === undefined || when(facts)),
  );
  return row && { ...row.to, why: row.why };
}

const FIRST_RETRY_DELAY_MS = 100;

/** Returns the delay before a request is sent again: it doubles each time. */
export function retryDelayMs(retryCount: number): number {
  return FIRST_RETRY_DELAY_MS * 2 ** retryCount;
}
