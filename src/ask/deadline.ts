/** The time by which an act has to end, and the parts of it. */

import os from "node:os";

/** How much more time work may have on a busy machine. */
const MAX_SLOWDOWN = 6;

/**
 * The maximum time for the answer to one question, however busy the machine is: clients of models
 * often give up after two minutes.
 */
export const MAX_ANSWER_MS = 90_000;

export class Deadline {
  readonly #timeoutMs: number;
  /** Returns how many times as long as `timeoutMs` it may take, as of now. */
  readonly #slowdown: () => number;
  readonly #whole: Deadline | undefined;
  /** As of `performance.now()`. */
  readonly #startedAt = performance.now();

  private constructor(timeoutMs: number, slowdown: () => number, whole?: Deadline) {
    this.#timeoutMs = timeoutMs;
    this.#slowdown = slowdown;
    this.#whole = whole;
  }

  /** Returns a deadline that is `timeoutMs` from now. */
  static after(timeoutMs: number): Deadline {
    return new Deadline(timeoutMs, () => 1);
  }

  /**
   * Returns one for work that takes `timeoutMs` where each of its threads has a processor: where
   * more threads of the machine want one, it is later, up to six times as long from now, and at
   * most `maxMs`. It is never later than that of the whole.
   */
  static ofWork(timeoutMs: number, maxMs = Number.POSITIVE_INFINITY, whole?: Deadline): Deadline {
    return new Deadline(timeoutMs, () => Math.min(slowdownOfMachine(), maxMs / timeoutMs), whole);
  }

  /** Returns that of a part: `timeoutMs` from now by the same clock, or this one if earlier. */
  within(timeoutMs: number): Deadline {
    return new Deadline(timeoutMs, this.#slowdown, this);
  }

  /** As of `performance.now()`: later where the machine has become busier. */
  get #at(): number {
    const at = this.#startedAt + this.#timeoutMs * this.#slowdown();
    return this.#whole === undefined ? at : Math.min(at, this.#whole.#at);
  }

  /** Returns for how many seconds a part with a timeout may last as of now, for messages. */
  secondsOf(timeoutMs: number): number {
    const wholeMs = this.#whole === undefined ? Number.POSITIVE_INFINITY : this.#whole.#at - this.#startedAt;
    const seconds = Math.min(timeoutMs * this.#slowdown(), wholeMs) / 1000;
    return seconds < 1 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
  }

  get leftMs(): number {
    return Math.max(0, this.#at - performance.now());
  }

  get isOver(): boolean {
    return performance.now() >= this.#at;
  }

  /** Settles as `work` does; resolves with undefined if that is not before the deadline. */
  async before<Value>(work: Promise<Value>): Promise<Value | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      const wait = (from: number) => {
        const at = this.#at;
        timer = setTimeout(() => (this.#at > at ? wait(at) : resolve(undefined)), Math.max(0, at - from));
      };
      wait(performance.now());
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Returns how many threads there were, on average over the last minute, for each processor: the
 * load average, which is 0 on Windows.
 */
function slowdownOfMachine(): number {
  const [runnable = 0] = os.loadavg();
  return Math.min(MAX_SLOWDOWN, Math.max(1, runnable / os.availableParallelism()));
}
