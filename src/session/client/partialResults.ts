/** Whether part of an answer has gone to the client already: a question is not asked again after that. */

import type { Envelope } from "../../wire/envelope.js";
import type { Verdict } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import type { Backend } from "../backend/backend.js";

export class Partials {
  /** By token, as JSON text. */
  readonly #watched = new Map<string, { began: boolean }>();

  watch(token: unknown): { began(): boolean; release(): void } {
    if (typeof token !== "string" && typeof token !== "number") return { began: () => false, release: () => {} };
    const key = JSON.stringify(token);
    const entry = { began: false };
    this.#watched.set(key, entry);
    return { began: () => entry.began, release: () => this.#watched.delete(key) };
  }

  get any(): boolean {
    return this.#watched.size > 0;
  }

  note(body: Buffer): void {
    const span = findValue(body, ["params", "token"]);
    const entry = span && this.#watched.get(body.toString("latin1", span.from, span.to));
    if (entry) entry.began = true;
  }
}

/** The backend's side. */
export function partials({ method }: Envelope, { session }: Backend): Verdict | undefined {
  if (method !== "$/progress" || !session.partials.any) return undefined;
  return { kind: "see", see: (body) => session.partials.note(body) };
}
