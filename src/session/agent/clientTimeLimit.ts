/**
 * The time limit of the client's requests in agent mode. A harness gives up after a time of its
 * own, and its model learns nothing; shortly before that, it gets an error, and the backend a
 * cancellation.
 */

/** The part of the client's time after which the request is answered. */
const SHARE = 0.9;

/** A pending request of the client. */
export interface TimedRequest {
  /** JSON text. */
  readonly id: string;
  readonly method: string;
  /** The document that it is about, if it names one. */
  readonly uri: string | undefined;
}

interface Entry {
  readonly request: TimedRequest;
  /** As of `performance.now()`. */
  readonly dueAt: number;
}

export class RequestTimeouts {
  readonly #timeoutMs: number;
  readonly #onTimeout: (request: TimedRequest, waitedMs: number) => void;
  /** By id, in the order in which they are due. */
  readonly #pending = new Map<string, Entry>();
  /** Ids of requests that were answered here, whose responses are dropped. */
  readonly #answered = new Set<string>();
  /** One timer, for the oldest request: most are answered long before. */
  #timer: NodeJS.Timeout | undefined;

  /** `clientTimeoutMs` is the client's own limit. */
  constructor(clientTimeoutMs: number, onTimeout: (request: TimedRequest, waitedMs: number) => void) {
    this.#timeoutMs = clientTimeoutMs * SHARE;
    this.#onTimeout = onTimeout;
  }

  /** Whether responses of backends may be to such requests. */
  get hasAny(): boolean {
    return this.#pending.size > 0 || this.#answered.size > 0;
  }

  /** Notes a request of the client. */
  add(request: TimedRequest): void {
    const now = performance.now();
    this.#answered.delete(request.id);
    this.#pending.delete(request.id);
    this.#pending.set(request.id, { request, dueAt: now + this.#timeoutMs });
    this.#timer ??= this.#schedule(now);
  }

  /** Notes a response on its way to the client. Returns false if it is to be dropped. */
  finish(id: string): boolean {
    if (this.#pending.delete(id)) return true;
    return !this.#answered.delete(id);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#pending.clear();
  }

  #schedule(now: number): NodeJS.Timeout | undefined {
    const [first] = this.#pending.values();
    return first && setTimeout(() => this.#expire(), Math.max(0, first.dueAt - now)).unref();
  }

  #expire(): void {
    const now = performance.now();
    for (const { request, dueAt } of [...this.#pending.values()]) {
      if (dueAt > now) break;
      this.#pending.delete(request.id);
      this.#answered.add(request.id);
      this.#onTimeout(request, this.#timeoutMs);
    }
    this.#timer = this.#schedule(now);
  }
}
