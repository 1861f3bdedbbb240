/**
 * Callers waiting for a backend to start. A timeout rejects the caller; the start itself continues.
 */

import type { Server } from "../../backend/config/servers.js";
import type { LocateError } from "../../error.js";
import { startTimeoutError } from "./instanceErrors.js";

const START_TIMEOUT_MS = 30_000;
/** Used once a caller has timed out, so that later callers fail fast. */
const RETRY_TIMEOUT_MS = 2_000;

interface Waiter {
  resolve(): void;
  reject(error: LocateError): void;
}

export class StartupWaiters {
  readonly #server: Server;
  readonly #isLimited: boolean;
  readonly #waiters = new Set<Waiter>();
  readonly #timeoutMs: number;
  #hasTimedOut = false;

  /** `timeoutMs` is the limit of the command line, if there is one. */
  constructor(server: Server, timeoutMs: number | undefined) {
    this.#server = server;
    this.#isLimited = timeoutMs !== undefined;
    this.#timeoutMs = timeoutMs ?? START_TIMEOUT_MS;
  }

  /** Resolves when the backend is running; rejects on timeout or when `rejectAll` is called. */
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
      const timeoutMs = this.#hasTimedOut ? RETRY_TIMEOUT_MS : this.#timeoutMs;
      const timer = setTimeout(() => {
        this.#hasTimedOut = true;
        waiter.reject(startTimeoutError(this.#server, timeoutMs, this.#isLimited));
      }, timeoutMs).unref();
      this.#waiters.add(waiter);
    });
  }

  resolveAll(): void {
    this.#hasTimedOut = false;
    for (const { resolve } of [...this.#waiters]) resolve();
  }

  rejectAll(error: LocateError): void {
    for (const { reject } of [...this.#waiters]) reject(error);
  }

  /** Makes all pending callers wait for another instance instead. */
  delegateTo(wait: () => Promise<void>): void {
    for (const waiter of [...this.#waiters]) wait().then(waiter.resolve, waiter.reject);
  }
}
