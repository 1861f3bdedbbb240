/**
 * Results of functions that may need each other's: what needs itself gets another answer instead of
 * waiting for itself. The calls of one memo follow each other; two at once would look like a cycle,
 * so that many questions take turns (`code/resolve/resolverTurns.ts`).
 */
export class Memo {
  readonly #results = new Map<string, unknown>();
  readonly #running = new Set<string>();
  /** How often a result was needed for itself. */
  #cycles = 0;

  /** Returns the result for a key, and `inCycle` while that is being found. */
  async get<Result>(key: string, inCycle: Result, find: () => Promise<Result>): Promise<Result> {
    if (this.#results.has(key)) return this.#results.get(key) as Result;
    if (this.#running.has(key)) {
      this.#cycles++;
      return inCycle;
    }
    this.#running.add(key);
    const before = this.#cycles;
    try {
      const result = await find();
      // What was found inside of a cycle is not all that there is.
      if (this.#cycles === before || this.#running.size === 1) this.#results.set(key, result);
      return result;
    } finally {
      this.#running.delete(key);
    }
  }
}
