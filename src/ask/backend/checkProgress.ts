/**
 * The progress of a check of the saved files (a compiler's run), for servers that push its
 * diagnostics beside those with which they answer requests.
 */

import { getOrInsert } from "../../text/list.js";
import type { Backend } from "./backend.js";

/** The runs of a backend's check. */
export class CheckProgress {
  readonly #pattern: RegExp;
  readonly #running = new Set<unknown>();
  readonly #waiters = new Set<() => void>();
  #begunAt = Number.NEGATIVE_INFINITY;
  #endedAt = Number.NEGATIVE_INFINITY;
  /** Whether a check that was due has not begun: the server is set not to run any. */
  isOff = false;

  constructor(pattern: RegExp) {
    this.#pattern = pattern;
  }

  /** Handles the params of a `$/progress`. `now` is as of `performance.now()`. */
  handleProgress({ token, value }: ProgressParams, now: number): void {
    if (typeof token !== "string" || !this.#pattern.test(token)) return;
    if (value?.kind === "begin") {
      this.#begunAt = now;
      this.#running.add(token);
      this.isOff = false;
    } else if (value?.kind === "end") {
      this.#running.delete(token);
      this.#endedAt = now;
    } else return;
    for (const resume of [...this.#waiters]) resume();
  }

  /** When the last run began, as of `performance.now()`; -Infinity before the first. */
  get begunAt(): number {
    return this.#begunAt;
  }

  /** When the last run ended, likewise. */
  get endedAt(): number {
    return this.#endedAt;
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Resolves when a run begins or ends, or `stopped` does, or after the timeout. */
  next(timeoutMs: number, stopped: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiters.delete(end);
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      this.#waiters.add(end);
      void stopped.then(end);
    });
  }
}

interface ProgressParams {
  readonly token?: unknown;
  readonly value?: { readonly kind?: unknown } | null;
}

/** By the readiness watch of a process: a process that is started again has checks of its own. */
const progressByWatch = new WeakMap<object, CheckProgress>();

/** Returns the check's progress, or `undefined` for a backend that runs none or is not running. */
export function checkProgressOf({
  serverEntry,
  readiness,
}: Pick<Backend, "serverEntry" | "readiness">): CheckProgress | undefined {
  const pattern = serverEntry?.diagnostics?.check;
  if (pattern === undefined || !readiness) return undefined;
  return getOrInsert(progressByWatch, readiness, () => new CheckProgress(new RegExp(pattern)));
}
