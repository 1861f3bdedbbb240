/** The intervals at which a request is repeated while a backend loads. */

import { setTimeout as pause } from "node:timers/promises";
import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Backend } from "./backend/backend.js";
import { waitUntilReady } from "./backend/backendReadiness.js";
import { Cancellation } from "./cancellationToken.js";

/** The interval between two requests grows from the first one to the last. */
const FIRST_INTERVAL_MS = 10;
const LAST_INTERVAL_MS = 2_000;
/** So that a fifth of the time at most is waited in vain. */
const GROWTH = 1.25;

interface PollingOptions {
  readonly backend: Backend;
  /** How long the backend may analyse the document, even if it has loaded. */
  readonly analysisMs: number;
  readonly token: CancellationToken;
  readonly onProgress: ((value: object) => void) | undefined;
}

export class Polling {
  readonly #waiting = new Cancellation();
  readonly #analysis = new AbortController();
  readonly #cancelled: { dispose(): void };
  readonly #loaded: Promise<void>;
  #intervalMs = FIRST_INTERVAL_MS;
  #isLoaded = false;

  constructor({ backend, analysisMs, token, onProgress }: PollingOptions) {
    this.#cancelled = token.onCancellationRequested(() => this.#waiting.cancel());
    this.#loaded = Promise.all([
      waitUntilReady(backend, this.#waiting, onProgress),
      pause(analysisMs, undefined, { ref: false, signal: this.#analysis.signal }),
    ]).then(() => {
      this.#isLoaded = true;
    });
  }

  /** Whether the backend has loaded and analysed the document, so that the next request counts. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Resolves when the request is to be sent again. Errors: `not_ready`. */
  async next(): Promise<void> {
    await Promise.race([this.#loaded, pause(this.#intervalMs, undefined, { ref: false })]);
    this.#intervalMs = Math.min(GROWTH * this.#intervalMs, LAST_INTERVAL_MS);
  }

  /** Ends the waiting, and the progress that the client sees of it. */
  async end(): Promise<void> {
    this.#cancelled.dispose();
    this.#waiting.cancel();
    this.#analysis.abort();
    await this.#loaded.catch(() => {});
  }
}
