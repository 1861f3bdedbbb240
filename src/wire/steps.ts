/** Steps: functions from an envelope to a decision, run in order, with their decisions combined. */

import type { Logger } from "../error.js";
import { type Envelope, findTrailingId } from "./envelope.js";
import { type Decision, type Frame, holdDecision, passDecision } from "./frames.js";
import type { Message } from "./wholeMessages.js";

/**
 * Returns a decision, or undefined to leave it to later steps. After `see`, later steps decide;
 * after `inspect`, they decide if the step does not take the message.
 */
export type Step<Context> = (message: Envelope, context: Context) => Decision | Inspection | undefined;

/** The decision of a step that needs the whole frame to decide whether it takes it. */
export interface Inspection {
  readonly kind: "inspect";
  /**
   * Returns whether the step takes the message. `runLaterSteps` returns what the later steps leave
   * of a frame, for a step that takes a message and passes it on after all; such a step has to copy
   * the frame.
   */
  inspect(frame: Frame, runLaterSteps: (frame: Frame) => Buffer | undefined): boolean;
}

/** Runs the steps in order. Holds a message without an envelope; one that is whole passes. */
export function decide<Context>(
  steps: readonly Step<Context>[],
  message: Envelope | undefined,
  whole: boolean,
  context: Context,
): Decision {
  if (!message) return whole ? passDecision : holdDecision;
  let combined: Decision | undefined;
  for (let n = 0; n < steps.length; n++) {
    const outcome = (steps[n] as Step<Context>)(message, context);
    if (!outcome) continue;
    const decision = outcome.kind === "inspect" ? toTake(outcome, message, steps.slice(n + 1), context) : outcome;
    if (!combined) combined = decision;
    else if (decision.kind !== "pass") combined = combineDecisions(combined, decision);
    if (decision.kind !== "see") return combined;
  }
  return combined ?? passDecision;
}

/** Returns what a decision leaves of a whole frame. */
export function applyDecision(decision: Decision, frame: Frame): Buffer | undefined {
  if (decision.kind === "see") decision.see(frame.body);
  return decision.kind === "take" ? decision.take(frame) : frame.bytes;
}

function toTake<Context>(
  { inspect }: Inspection,
  message: Envelope,
  laterSteps: readonly Step<Context>[],
  context: Context,
): Decision {
  const runLaterSteps = (frame: Frame) => applyDecision(decide(laterSteps, message, true, context), frame);
  return { kind: "take", take: (frame) => (inspect(frame, runLaterSteps) ? undefined : runLaterSteps(frame)) };
}

/**
 * The decision of a step that takes the frame, handles the message, and forwards nothing in its
 * place.
 */
export function takeMessage(envelope: Envelope, handle: (message: Message) => void): Decision {
  return replaceMessage(envelope, (message) => {
    handle(message);
    return undefined;
  });
}

/** The same for a step that returns the bytes to forward in its place, if there are any. */
export function replaceMessage(envelope: Envelope, replace: (message: Message) => Buffer | undefined): Decision {
  return { kind: "take", take: (frame) => replace(messageOf(envelope, frame)) };
}

/** Returns a frame with its envelope; the messages of a routed session have it already. */
export function messageOf({ method, id }: Envelope, frame: Frame | Message): Message {
  if ("method" in frame) return frame;
  const { bytes, body } = frame;
  return { method, id: id ?? findTrailingId(body), bytes, body };
}

/** Guards against an exception of `take`: logs it as a bug and passes the message unchanged. */
export function guardDecision(decision: Decision, log: Logger): Decision {
  if (decision.kind !== "take") return decision;
  const take = (frame: Frame) => {
    try {
      return decision.take(frame);
    } catch (error) {
      log(`${describeStepError(error)}; the message passes unchanged`);
      return frame.bytes;
    }
  };
  return { kind: "take", take };
}

/** Describes what a step has thrown: a message that is not JSON, or a bug. */
export function describeStepError(error: unknown): string {
  if (error instanceof SyntaxError) return `not JSON: ${error.message}`;
  return `internal error: ${error instanceof Error ? error.stack : String(error)}`;
}

/** Combines the decision `see` of an earlier step with that of a later one. */
function combineDecisions(earlier: Decision, later: Decision): Decision {
  if (earlier.kind !== "see") return later;
  const { see } = earlier;
  if (later.kind === "take") {
    const take = (frame: Frame) => {
      see(frame.body);
      return later.take(frame);
    };
    return { kind: "take", take };
  }
  const seeBoth = (body: Buffer) => {
    see(body);
    if (later.kind === "see") later.see(body);
  };
  return { kind: "see", see: seeBoth };
}

/** Quotes stray text for the log. */
export function quoteBytes(bytes: Buffer): string {
  const text = bytes.toString("utf8", 0, 200).trim();
  return bytes.length > 200 ? `${JSON.stringify(text)} … (${bytes.length} bytes)` : JSON.stringify(text);
}
