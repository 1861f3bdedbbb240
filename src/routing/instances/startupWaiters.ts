/** Whoever waits for a backend to start: until it runs, stays down, or takes too long. It goes on starting all the same. */

import type { LocateError } from "../../error.js";

/** How long it is waited for; and by who comes later, when somebody has waited in vain. */
const patienceMs = 30_000;
const latePatienceMs = 2_000;

interface Sleeper {
  resolve(): void;
  reject(why: LocateError): void;
}

export class Sleepers {
  readonly #late: (milliseconds: number) => LocateError;
  readonly #sleepers = new Set<Sleeper>();
  #isLate = false;

  /** `late` is what those hear who have waited so long. */
  constructor(late: (milliseconds: number) => LocateError) {
    this.#late = late;
  }

  wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        this.#sleepers.delete(sleeper);
        then();
      };
      const sleeper: Sleeper = {
        resolve: () => settle(resolve),
        reject: (why) => settle(() => reject(why)),
      };
      const patience = this.#isLate ? latePatienceMs : patienceMs;
      const timer = setTimeout(() => {
        this.#isLate = true;
        sleeper.reject(this.#late(patience));
      }, patience).unref();
      this.#sleepers.add(sleeper);
    });
  }

  /** It runs. */
  wake(): void {
    this.#isLate = false;
    for (const { resolve } of [...this.#sleepers]) resolve();
  }

  /** It stays down. */
  refuse(why: LocateError): void {
    for (const { reject } of [...this.#sleepers]) reject(why);
  }

  /** Another one is waited for instead. */
  follow(other: () => Promise<void>): void {
    for (const sleeper of [...this.#sleepers]) other().then(sleeper.resolve, sleeper.reject);
  }
}
