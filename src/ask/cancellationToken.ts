/** A cancellation token, without the JSON-RPC library, which need not be loaded for it. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Deadline } from "./deadline.js";

export class Cancellation implements CancellationToken {
  isCancellationRequested = false;
  readonly #listeners = new Set<() => void>();

  readonly onCancellationRequested: CancellationToken["onCancellationRequested"] = (listener) => {
    const call = () => listener(undefined);
    if (this.isCancellationRequested) call();
    else this.#listeners.add(call);
    return { dispose: () => void this.#listeners.delete(call) };
  };

  cancel(): void {
    this.isCancellationRequested = true;
    for (const listener of [...this.#listeners]) listener();
    this.#listeners.clear();
  }
}

/** Runs work whose token is cancelled at a deadline, and with another one. */
export async function withinDeadline<Value>(
  token: CancellationToken,
  deadline: Deadline,
  work: (token: CancellationToken) => Promise<Value>,
): Promise<Value> {
  const limited = new Cancellation();
  const listener = token.onCancellationRequested(() => limited.cancel());
  if (token.isCancellationRequested) limited.cancel();
  const timer = setTimeout(() => limited.cancel(), deadline.leftMs);
  try {
    return await work(limited);
  } finally {
    clearTimeout(timer);
    listener.dispose();
  }
}
