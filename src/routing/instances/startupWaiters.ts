/** Whoever waits for a backend to start: until it runs, stays down, or takes too long. It goes on starting all the same. */

import type { LocateError } from "../../error.js";

/** How long it is waited for; and by who comes later, when somebody has waited in vain. */
const START_TIMEOUT_MS = 30_000;
const RETRY_TIMEOUT_MS = 2_000;

interface Waiter {
  resolve(): void;
  reject(error: LocateError): void;
}

export class StartupWaiters {
  readonly #timeoutError: (timeoutMs: number) => LocateError;
  readonly #waiters = new Set<Waiter>();
  #hasTimedOut = false;

  /** `late` is what those hear who have waited so long. */
  constructor(timeoutError: (timeoutMs: number) => LocateError) {
    this.#timeoutError = timeoutError;
  }

  wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        then();
      };
      const waiter: Waiter = {
        resolve: () => settle(resolve),
        reject: (error) => settle(() => reject(error)),
      };
      const timeoutMs = this.#hasTimedOut ? RETRY_TIMEOUT_MS : START_TIMEOUT_MS;
      const timer = setTimeout(() => {
        this.#hasTimedOut = true;
        waiter.reject(this.#timeoutError(timeoutMs));
      }, timeoutMs).unref();
      this.#waiters.add(waiter);
    });
  }

  /** It runs. */
  resolveAll(): void {
    this.#hasTimedOut = false;
    for (const { resolve } of [...this.#waiters]) resolve();
  }

  /** It stays down. */
  rejectAll(error: LocateError): void {
    for (const { reject } of [...this.#waiters]) reject(error);
  }

  /** Another one is waited for instead. */
  delegateTo(wait: () => Promise<void>): void {
    for (const waiter of [...this.#waiters]) wait().then(waiter.resolve, waiter.reject);
  }
}
