/** Steps that a message meets in turn, each saying what is to become of it; and how their verdicts come together. */

import type { Logger } from "../error.js";
import { type Envelope, findTrailingId } from "./envelope.js";
import { type Frame, holdVerdict, passVerdict, type Verdict } from "./frames.js";
import type { Message } from "./readMessages.js";

/** What a step wants done with a message; undefined: not mine. One that only wants to see it lets the later ones decide. */
export type Step<Context> = (message: Envelope, context: Context) => Verdict | undefined;

/** Asks the steps in turn. What no envelope could be read of is waited for, and passed on when it turns out to be none of ours. */
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

/** The verdict of a step that takes the frame, handles the message, and forwards nothing in its place. */
export function takeMessage({ method, id }: Envelope, handle: (message: Message) => void): Verdict {
  return {
    kind: "take",
    take: ({ bytes, body }: Frame) => {
      handle({ method, id: id ?? findTrailingId(body), bytes, body });
      return undefined;
    },
  };
}

/** A step that fails on a message must not lose it: it is logged as our bug, and the message passes. */
export function guardVerdict(verdict: Verdict, log: Logger): Verdict {
  if (verdict.kind !== "take") return verdict;
  const take = (frame: Frame) => {
    try {
      return verdict.take(frame);
    } catch (error) {
      log(`internal error, the message passes as it came: ${error instanceof Error ? error.stack : String(error)}`);
      return frame.bytes;
    }
  };
  return { kind: "take", take };
}

/** The verdict of a later step, after the look that an earlier one takes. */
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

/** What stands between frames, for the log. */
export function quoteBytes(bytes: Buffer): string {
  const text = bytes.toString("utf8", 0, 200).trim();
  return bytes.length > 200 ? `${JSON.stringify(text)} … (${bytes.length} bytes)` : JSON.stringify(text);
}
