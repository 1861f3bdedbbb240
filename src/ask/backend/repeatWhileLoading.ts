/** Requests whose empty result may only mean that the backend has not loaded yet. */

import { setTimeout as pause } from "node:timers/promises";
import { type CancellationToken, CancellationTokenSource } from "vscode-jsonrpc/node";
import { LocateError } from "../../error.js";
import type { RawJson } from "../../wire/rawJson.js";
import type { Backend } from "./backend.js";
import { waitUntilReady } from "./backendReadiness.js";

/** The interval between two requests grows from the first one to the last. */
const FIRST_INTERVAL_MS = 10;
const LAST_INTERVAL_MS = 2_000;
/** So that a fifth of the time at most is waited in vain. */
const GROWTH = 1.25;

interface RepeatOptions {
  readonly backend: Backend;
  /** How long the backend may analyse the document, even if it has loaded. */
  readonly analysisMs: number;
  readonly isEmpty: (result: RawJson) => boolean;
  readonly token: CancellationToken;
  readonly onProgress: ((value: object) => void) | undefined;
}

/**
 * Repeats a request until its result is not empty, for the last time when the backend has loaded
 * and `analysisMs` have passed. Errors: `not_ready`, and those of the last request.
 */
export async function repeatWhileLoading(
  request: () => Promise<RawJson>,
  { backend, analysisMs, isEmpty, token, onProgress }: RepeatOptions,
): Promise<RawJson> {
  const waiting = new CancellationTokenSource();
  const analysis = new AbortController();
  const cancelled = token.onCancellationRequested(() => waiting.cancel());
  let isLoaded = false;
  const loaded = Promise.all([
    waitUntilReady(backend, waiting.token, onProgress),
    pause(analysisMs, undefined, { ref: false, signal: analysis.signal }),
  ]).then(() => {
    isLoaded = true;
  });
  try {
    for (let intervalMs = FIRST_INTERVAL_MS; ; intervalMs = Math.min(GROWTH * intervalMs, LAST_INTERVAL_MS)) {
      await Promise.race([loaded, pause(intervalMs, undefined, { ref: false })]);
      if (isLoaded) break;
      const result = await request().catch((error: unknown) => {
        if (error instanceof LocateError || token.isCancellationRequested) throw error;
        return undefined; // as for an empty result
      });
      if (result !== undefined && !isEmpty(result)) return result;
    }
  } finally {
    cancelled.dispose();
    // Ends the progress that the client sees of the waiting, before it gets the result.
    waiting.cancel();
    analysis.abort();
    await loaded.catch(() => {});
  }
  return request();
}
