/**
 * A process that one act has for itself. What others send meanwhile waits; what the act sends, also
 * after it has awaited something, does not.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import type { Deadline } from "../../../ask/deadline.js";

/** The act that the present call is a part of. */
const acts = new AsyncLocalStorage<object>();

/** What is around an act. */
interface Turn {
  begin(): Promise<void>;
  end(): void;
  /** The time by which it has to begin. */
  readonly deadline: Deadline;
  late(): Error;
}

export class ExclusiveUse {
  #act: object | undefined;
  /** Settles when the acts so far have ended. */
  #last: Promise<void> = Promise.resolve();

  /** Whether an act has the process, and the present call is not a part of it. */
  get isOfOther(): boolean {
    return this.#act !== undefined && this.#act !== acts.getStore();
  }

  /**
   * Gives the process to one act after the other, each between `begin` and `end`. An act that comes
   * to its deadline while others before it last ends with the error `late`.
   */
  async run<Value>(act: () => Promise<Value>, { begin, end, deadline, late }: Turn): Promise<Value> {
    const before = this.#last;
    let release = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    const isFree = await deadline.before(before.then(() => true));
    if (isFree === undefined) {
      void before.then(release);
      throw late();
    }
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
