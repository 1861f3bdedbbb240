/**
 * Debounces requests made while the user types: only the newest is sent, after a pause, and only
 * its result counts.
 */

import { type CancellationToken, CancellationTokenSource, type Disposable } from "vscode";

export interface DebouncedRequest<Request> extends Disposable {
  /** Sends a request and cancels earlier ones. `immediately` skips the pause. */
  send(request: Request, when: "debounced" | "immediately"): void;
  /** Cancels the current request. */
  cancel(): void;
}

/** A pause in typing, in milliseconds: too short to notice, longer than between two keys. */
const DEBOUNCE_MS = 150;

/** `handle` must not throw. It must check its token before it shows anything. */
export function debounceRequests<Request>(
  handle: (request: Request, token: CancellationToken) => Promise<void>,
): DebouncedRequest<Request> {
  let source = new CancellationTokenSource();
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    clearTimeout(timer);
    source.cancel();
    source.dispose();
    source = new CancellationTokenSource();
  };
  return {
    send(request, when) {
      cancel();
      const { token } = source;
      if (when === "immediately") void handle(request, token);
      else timer = setTimeout(() => void handle(request, token), DEBOUNCE_MS);
    },
    cancel,
    dispose: cancel,
  };
}
