/** Waits for a server to load: timers and waiters around the state machine of readiness.ts. */

import { type LoadingState, notReady, Readiness, type ReadyState } from "./readiness.js";
import type { ReadyRule } from "./readyRule.js";

export interface ReadinessWaitOptions {
  readonly signal?: AbortSignal;
  /** Called at once, and whenever the loading state changes. */
  readonly onProgress?: (loading: LoadingState) => void;
}

export interface ReadinessWatch {
  handleInitialized(): void;
  handleLoadedBefore(): void;
  handleDocumentOpened(): void;
  handleMessage(method: string, params: unknown): void;
  /** Takes the file events of which the server was notified. */
  handleFileEvents(events: readonly { readonly uri: string; readonly type: number }[]): void;
  state(): ReadyState;
  /**
   * Resolves when the server has loaded or has failed to. Rejects with `not_ready` after the rule's
   * timeout, which also makes the rule distrusted; with the signal's reason; and with that of
   * `end`.
   */
  wait(options?: ReadinessWaitOptions): Promise<ReadyState>;
  /** Rejects all waiters, and later ones, with `reason`. */
  end(reason: Error): void;
}

export interface WatchReadinessOptions {
  /** The server's display name. */
  readonly name: string;
  readonly rule: ReadyRule | "at once" | undefined;
  readonly folders?: number;
  /** How long the server took to respond to `initialize`. */
  readonly startMs?: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** A pending `wait`. */
interface ReadinessWaiter {
  readonly settle: (outcome: ReadyState | Error) => void;
  readonly onProgress: ((loading: LoadingState) => void) | undefined;
}

export function watchReadiness({
  name,
  rule,
  folders,
  startMs,
  now = () => performance.now(),
}: WatchReadinessOptions): ReadinessWatch {
  const readiness = new Readiness(rule, folders, startMs);
  const waiters = new Set<ReadinessWaiter>();
  let timer: NodeJS.Timeout | undefined;
  let lastReported: LoadingState | undefined;
  let endReason: Error | undefined;

  function settleAll(outcome: ReadyState | Error): void {
    for (const waiter of [...waiters]) waiter.settle(outcome);
  }

  /** Settles or informs the waiters by the current state, and sets a timer for its next change. */
  function review(): void {
    clearTimeout(timer);
    if (waiters.size === 0) return;
    const time = now();
    const state = readiness.state(time);
    if (state.kind === "overdue") {
      readiness.distrust();
      settleAll(notReady(name, state, time));
    } else if (state.kind === "loading") {
      if (lastReported?.waitingFor !== state.waitingFor || lastReported.percentage !== state.percentage) {
        lastReported = state;
        for (const waiter of waiters) waiter.onProgress?.(state);
      }
      const deadline = readiness.deadline(time);
      if (deadline !== undefined) timer = setTimeout(review, Math.max(1, Math.ceil(deadline - time)));
    } else {
      settleAll(state);
    }
  }

  return {
    handleInitialized(): void {
      readiness.handleInitialized(now());
      review();
    },
    handleLoadedBefore(): void {
      readiness.handleLoadedBefore();
      review();
    },
    handleDocumentOpened(): void {
      readiness.handleDocumentOpened(now());
      review();
    },
    handleMessage(method, params): void {
      readiness.handleMessage(method, params, now());
      review();
    },
    handleFileEvents(events): void {
      readiness.handleFileEvents(events, now());
      review();
    },
    state: () => readiness.state(now()),
    wait: ({ signal, onProgress } = {}) =>
      new Promise((resolve, reject) => {
        if (endReason !== undefined) return reject(endReason);
        if (signal?.aborted) return reject(signal.reason);
        const abort = (): void => waiter.settle(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
        const waiter: ReadinessWaiter = {
          onProgress,
          settle(outcome) {
            waiters.delete(waiter);
            if (waiters.size === 0) clearTimeout(timer);
            signal?.removeEventListener("abort", abort);
            if (outcome instanceof Error) reject(outcome);
            else resolve(outcome);
          },
        };
        signal?.addEventListener("abort", abort);
        waiters.add(waiter);
        // Earlier waiters know this state, the new one does not.
        const state = readiness.state(now());
        if (state.kind === "loading") onProgress?.(state);
        lastReported = state.kind === "loading" ? state : undefined;
        review();
      }),
    end(reason): void {
      endReason = reason;
      settleAll(reason);
    },
  };
}
