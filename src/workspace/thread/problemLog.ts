/**
 * Logs the problems of a workspace without flooding the log: each line once, and a limited number
 * of them.
 */

import type { Logger } from "../../error.js";

const MAX_LINES = 200;
/** A broken grammar causes the same problem in every file of its language. */
const MAX_FILES_PER_REASON = 3;

export class ProblemLog {
  readonly #write: Logger;
  readonly #logged = new Set<string>();
  readonly #filesPerReason = new Map<string, number>();

  constructor(log: Logger) {
    this.#write = log;
  }

  log(line: string): void {
    if (this.#logged.has(line) || this.#logged.size > MAX_LINES) return;
    this.#logged.add(line);
    this.#write(
      this.#logged.size > MAX_LINES ? "Too many problems in this workspace: further ones are not logged." : line,
    );
  }

  /** Logs why a file has no declarations. */
  logFile(path: string, reason: string): void {
    const count = (this.#filesPerReason.get(reason) ?? 0) + 1;
    if (count > MAX_FILES_PER_REASON || this.#filesPerReason.size > MAX_LINES) return;
    this.#filesPerReason.set(reason, count);
    this.log(`${path} is not indexed: ${reason}`);
  }
}
