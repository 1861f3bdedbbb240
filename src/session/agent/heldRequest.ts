/** One request of the client that is held back, or whose response is. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Policy } from "../../ask/policy.js";
import type { Message } from "../../wire/readMessages.js";
import type { RequestPlaces } from "./requestPlaces.js";

export interface HeldRequest {
  readonly message: Message & { readonly id: string; readonly method: string };
  readonly uri: string | undefined;
  readonly policy: Policy;
  readonly cancellation: Cancellation;
  places: RequestPlaces | undefined;
  /** Whether the request has been sent to the backends. */
  isSent: boolean;
  /** When it was sent last, as of `performance.now()`. */
  sentAt: number;
  /** Whether all backends had loaded when it was sent. */
  wasReady: boolean;
  /** Whether it was sent for an older text, so that its response is of no use. */
  isOutdated: boolean;
  /** Whether the files that an answer has named were compared with the disk. */
  isCompared: boolean;
  retryCount: number;
}

/** Makes a request that has not been sent. */
export function newRequest(message: HeldRequest["message"], uri: string | undefined, policy: Policy): HeldRequest {
  return {
    message,
    uri,
    policy,
    cancellation: new Cancellation(),
    places: undefined,
    isSent: false,
    sentAt: 0,
    wasReady: false,
    isOutdated: false,
    isCompared: false,
    retryCount: 0,
  };
}

/** The cancellation of a request, without the JSON-RPC library, which need not be loaded for it. */
class Cancellation implements CancellationToken {
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
