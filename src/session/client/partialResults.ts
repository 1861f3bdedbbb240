/** Whether part of a result has reached the client already; such a request is not retried. */

import type { Envelope } from "../../wire/envelope.js";
import type { Decision } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";

export class PartialResults {
  /** By token, as JSON text. */
  readonly #tokens = new Map<string, { began: boolean }>();

  watch(token: unknown): { hasBegun(): boolean; release(): void } {
    if (typeof token !== "string" && typeof token !== "number") return { hasBegun: () => false, release: () => {} };
    const key = JSON.stringify(token);
    const entry = { began: false };
    this.#tokens.set(key, entry);
    return { hasBegun: () => entry.began, release: () => this.#tokens.delete(key) };
  }

  get isWatching(): boolean {
    return this.#tokens.size > 0;
  }

  note(body: Buffer): void {
    const span = findValue(body, ["params", "token"]);
    const entry = span && this.#tokens.get(body.toString("latin1", span.from, span.to));
    if (entry) entry.began = true;
  }
}

/** Step for backend messages: notes partial results. */
export function observePartialResults(
  { method }: Envelope,
  { session: { partialResults } }: { readonly session: { readonly partialResults: PartialResults } },
): Decision | undefined {
  if (method !== "$/progress" || !partialResults.isWatching) return undefined;
  return { kind: "see", see: (body) => partialResults.note(body) };
}
