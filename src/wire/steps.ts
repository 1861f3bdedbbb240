/** Steps: functions from an envelope to a verdict, run in order, with their verdicts combined. */

import type { Logger } from "../error.js";
import { type Envelope, findTrailingId } from "./envelope.js";
import { type Frame, holdVerdict, passVerdict, type Verdict } from "./frames.js";
import type { Message } from "./readMessages.js";

/** Returns a verdict, or undefined to leave it to later steps. After `see`, later steps decide. */
export type Step<Context> = (message: Envelope, context: Context) => Verdict | undefined;

/** Runs the steps in order. Holds a message without an envelope; one that is whole passes. */
export function decide<Context>(
  steps: readonly Step<Context>[],
  message: Envelope | undefined,
  whole: boolean,
  context: Context,
): Verdict {
  if (!message) return whole ? passVerdict : holdVerdict;
  let combined: Verdict | undefined;
  for (const step of steps) {
    const verdict = step(message, context);
    if (!verdict) continue;
    if (!combined) combined = verdict;
    else if (verdict.kind !== "pass") combined = combineVerdicts(combined, verdict);
    if (verdict.kind !== "see") return combined;
  }
  return combined ?? passVerdict;
}

/**
 * The verdict of a step that takes the frame, handles the message, and forwards nothing in its
 * place.
 */
export function takeMessage({ method, id }: Envelope, handle: (message: Message) => void): Verdict {
  return {
    kind: "take",
    take: ({ bytes, body }: Frame) => {
      handle({ method, id: id ?? findTrailingId(body), bytes, body });
      return undefined;
    },
  };
}

/** Guards against an exception of `take`: logs it as a bug and passes the message unchanged. */
export function guardVerdict(verdict: Verdict, log: Logger): Verdict {
  if (verdict.kind !== "take") return verdict;
  const take = (frame: Frame) => {
    try {
      return verdict.take(frame);
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

/** Combines the verdict `see` of an earlier step with that of a later one. */
function combineVerdicts(earlier: Verdict, later: Verdict): Verdict {
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
