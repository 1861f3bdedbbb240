/** Waiting for a promise until a signal aborts. */

/**
 * Rejects with the signal's reason as soon as it aborts. The work itself continues, and its later
 * failure is ignored.
 */
export function rejectOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
