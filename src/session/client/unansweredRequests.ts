/**
 * Requests of servers that the client may leave unanswered, or refuse: those that it has not
 * declared to support, and in agent mode all. It is asked first. If it refuses, or takes too long,
 * the server gets the result of a client that has nothing to say, as some servers wait for it, or
 * end at an error. A response that comes too late is dropped.
 */

import { codes } from "../../error.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import { frameOf } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import { buildError, buildResult } from "../../wire/messages.js";
import type { Inspection } from "../../wire/steps.js";
import type { Message } from "../../wire/wholeMessages.js";

/** What the server gets where the client does not answer. */
export interface Fallback {
  readonly method: string;
  /** The result, as JSON text; undefined for the error MethodNotFound. */
  readonly result: string | undefined;
  /** How long the client may take; undefined: for ever. */
  readonly timeoutMs: number | undefined;
  /** The errors of the client that are replaced by the result. */
  readonly replaces: "MethodNotFound" | "all";
  /** Called when the client is not to answer any more. */
  readonly onUsed?: (() => void) | undefined;
}

interface PendingRequest {
  readonly fallback: Fallback;
  readonly timer: NodeJS.Timeout | undefined;
}

/** More requests are not kept, of those that are pending and of those that are over. */
const MAX_REQUESTS = 1_000;

export class ServerRequests {
  readonly #forward: (message: Message) => void;
  /** By the id that the client has for it (JSON text). */
  readonly #pending = new Map<string, PendingRequest>();
  /** Ids of those that were answered in place of the client. */
  readonly #answered = new Set<string>();

  /** `forward` takes a response as if the client had sent it. */
  constructor(forward: (message: Message) => void) {
    this.#forward = forward;
  }

  /** Whether any response of the client may differ for the server. */
  get areExpected(): boolean {
    return this.#pending.size > 0 || this.#answered.size > 0;
  }

  /** Notes a request on its way to the client, with the id that it has there (JSON text). */
  note(id: string, fallback: Fallback): void {
    const key = keyOf(id);
    clearTimeout(this.#pending.get(key)?.timer);
    this.#answered.delete(key);
    const { timeoutMs } = fallback;
    const answer = () => this.#answer(id);
    const timer = timeoutMs === undefined ? undefined : setTimeout(answer, timeoutMs).unref();
    this.#pending.set(key, { fallback, timer });
    for (const [oldest, request] of this.#pending) {
      if (this.#pending.size <= MAX_REQUESTS) break;
      clearTimeout(request.timer);
      this.#pending.delete(oldest);
    }
  }

  /** Takes a response of the client. Returns false if the server gets it as it is. */
  take(id: string, body: Buffer): boolean {
    const key = keyOf(id);
    const request = this.#pending.get(key);
    if (!request) return this.#answered.delete(key);
    const { result, replaces } = request.fallback;
    const isReplaced = result !== undefined && hasError(body, replaces);
    if (isReplaced) this.#answer(id);
    else this.#forget(key);
    this.#answered.delete(key);
    return isReplaced;
  }

  /** Forgets a request that does not reach the client. */
  forget(id: string): void {
    this.#forget(keyOf(id));
  }

  /** Forgets all requests, as the session ends. */
  end(): void {
    for (const key of [...this.#pending.keys()]) this.#forget(key);
  }

  #answer(id: string): void {
    const key = keyOf(id);
    const request = this.#pending.get(key);
    if (!request) return;
    this.#forget(key);
    const { method, result, onUsed } = request.fallback;
    onUsed?.();
    const body = result === undefined ? buildError(id, unknownMethod(method)) : buildResult(id, Buffer.from(result));
    this.#forward({ method: undefined, id, body, bytes: frameOf(body) });
    this.#answered.add(key);
    for (const oldest of this.#answered) {
      if (this.#answered.size <= MAX_REQUESTS) break;
      this.#answered.delete(oldest);
    }
  }

  #forget(key: string): void {
    clearTimeout(this.#pending.get(key)?.timer);
    this.#pending.delete(key);
  }
}

/** Step for client messages: responses to such requests, which we may have to replace or drop. */
export function takeServerResponses(
  { method, id }: Envelope,
  { serverRequests }: { readonly serverRequests: ServerRequests },
): Inspection | undefined {
  if (method !== undefined || !serverRequests.areExpected) return undefined;
  return {
    kind: "inspect",
    inspect({ body }) {
      const responseId = id ?? findTrailingId(body);
      return responseId !== undefined && serverRequests.take(responseId, body);
    },
  };
}

function hasError(body: Buffer, which: Fallback["replaces"]): boolean {
  if (which === "all") return findValue(body, ["error"]) !== undefined;
  const code = findValue(body, ["error", "code"]);
  return code !== undefined && Number(body.toString("latin1", code.from, code.to)) === codes.methodNotFound;
}

function unknownMethod(method: string) {
  return { code: codes.methodNotFound, message: `The client has not answered ${method}.` };
}

/** The same id, whichever escapes a peer writes it with. What is no JSON stays as it is. */
function keyOf(id: string): string {
  try {
    return JSON.stringify(JSON.parse(id));
  } catch {
    return id;
  }
}
