/** The progress that a client sees while an answer waits for an index to be read. */

import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { escapeName } from "../../../text/printable.js";

/** An index that is being read. */
export interface IndexProgress {
  /** Absolute. */
  readonly path: string;
  /** Of the work that is done, from 0 to 1. */
  readonly fraction: number;
}

/** How often the server is asked how far it is. */
const INTERVAL_MS = 1_000;

/**
 * Returns the answer. Until it is there, or nothing is being opened, passes what `readOpening` says
 * to `onProgress`, as the values of a work-done progress.
 */
export async function reportOpening<Answer>(
  answer: Promise<Answer>,
  readOpening: () => Promise<IndexProgress | undefined>,
  onProgress: (value: object) => void,
  intervalMs = INTERVAL_MS,
): Promise<Answer> {
  let isAnswered = false;
  const note = () => {
    isAnswered = true;
  };
  const answered = answer.then(note, note);
  let begun = false;
  for (;;) {
    await Promise.race([answered, pause(intervalMs, undefined, { ref: false })]);
    const opening = isAnswered ? undefined : await Promise.race([answered, readOpening()]);
    if (opening === undefined) break;
    const doing = `reading ${escapeName(basename(opening.path))}`;
    const own = begun ? { kind: "report", message: doing } : { kind: "begin", title: doing };
    onProgress({ ...own, percentage: Math.floor(100 * opening.fraction) });
    begun = true;
  }
  if (begun) onProgress({ kind: "end" });
  return answer;
}
