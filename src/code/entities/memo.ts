/**
 * Results of functions that may need each other's: what needs itself gets another answer instead of
 * waiting for itself. The calls of one memo follow each other; two at once would look like a cycle,
 * so that many questions take turns (`code/resolve/resolverTurns.ts`).
 */

/** A call that has not returned. */
interface Running {
  readonly depth: number;
  /** The depth of the outermost call whose result it would have needed. */
  lowest: number;
}

export class Memo {
  readonly #results = new Map<string, unknown>();
  /** The calls that have not returned, the outermost first. */
  readonly #running = new Map<string, Running>();
  #innermost: Running | undefined;

  /** Returns the result for a key, and `inCycle` while that is being found. */
  async get<Result>(key: string, inCycle: Result, find: () => Promise<Result>): Promise<Result> {
    if (this.#results.has(key)) return this.#results.get(key) as Result;
    const needed = this.#running.get(key);
    if (needed) {
      noteNeed(this.#innermost, needed.depth);
      return inCycle;
    }
    const outer = this.#innermost;
    const own = { depth: this.#running.size, lowest: Number.POSITIVE_INFINITY };
    this.#running.set(key, own);
    this.#innermost = own;
    try {
      const result = await find();
      // What lacks the result of a call around it is not all that there is.
      if (own.lowest >= own.depth) this.#results.set(key, result);
      return result;
    } finally {
      this.#running.delete(key);
      this.#innermost = outer;
      if (own.lowest < own.depth) noteNeed(outer, own.lowest);
    }
  }
}

function noteNeed(call: Running | undefined, depth: number): void {
  if (call) call.lowest = Math.min(call.lowest, depth);
}
