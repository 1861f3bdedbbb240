/**
 * A process that one act has for itself. What others send meanwhile waits; what the act sends, also
 * after it has awaited something, does not.
 */

import { AsyncLocalStorage } from "node:async_hooks";

/** The act that the present call is a part of. */
const acts = new AsyncLocalStorage<object>();

export class ExclusiveUse {
  #act: object | undefined;
  /** Settles when the acts so far have ended. */
  #last: Promise<void> = Promise.resolve();

  /** Whether an act has the process, and the present call is not a part of it. */
  get isOfOther(): boolean {
    return this.#act !== undefined && this.#act !== acts.getStore();
  }

  /** Gives the process to one act after the other, each between `begin` and `end`. */
  async run<Value>(act: () => Promise<Value>, { begin, end }: { begin(): Promise<void>; end(): void }): Promise<Value> {
    const before = this.#last;
    let release = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    const own = {};
    this.#act = own;
    try {
      await begin();
      return await acts.run(own, act);
    } finally {
      this.#act = undefined;
      end();
      release();
    }
  }
}
