/** The time by which an act has to end, and the parts of it. */

export class Deadline {
  /** As of `performance.now()`. */
  readonly #at: number;

  private constructor(at: number) {
    this.#at = at;
  }

  /** Returns a deadline that is `timeoutMs` from now. */
  static after(timeoutMs: number): Deadline {
    return new Deadline(performance.now() + timeoutMs);
  }

  /** Returns that of a part: `timeoutMs` from now, or this one where it is earlier. */
  within(timeoutMs: number): Deadline {
    return new Deadline(Math.min(this.#at, performance.now() + timeoutMs));
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
      timer = setTimeout(() => resolve(undefined), this.leftMs);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
