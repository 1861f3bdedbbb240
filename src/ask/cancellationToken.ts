/** A cancellation token, without the JSON-RPC library, which need not be loaded for it. */

import type { CancellationToken } from "vscode-jsonrpc/node";

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
