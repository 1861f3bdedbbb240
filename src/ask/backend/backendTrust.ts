/**
 * Whether an empty result of a backend means that there is nothing. If its readiness rule has
 * failed, it may not have loaded: such a result is not trusted until the backend has given one that
 * is not empty, or for some minutes.
 */

import { LocateError } from "../../error.js";
import { getOrInsert } from "../../text/list.js";
import type { Backend } from "./backend.js";

/** How long empty results of a backend are not trusted after waiting for it has timed out. */
const DISTRUST_MS = 5 * 60_000;

/** The state of a backend whose readiness rule has failed. */
interface Distrust {
  readonly since: number;
  hasAnswered: boolean;
}

export class BackendTrust {
  /** By the readiness of a backend's process. */
  readonly #distrusts = new WeakMap<object, Distrust>();

  /** Whether the backend has loaded as far as is known, and its empty results count. */
  isTrusted(backend: Backend): boolean {
    const state = backend.readiness?.state();
    return state?.kind === "ready" && (state.reason !== "distrusted" || !this.isDistrusted(backend));
  }

  /** Whether an empty result of the backend may mean that it has not loaded. */
  isDistrusted({ readiness }: Backend): boolean {
    const state = readiness?.state();
    if (!readiness || state?.kind !== "ready" || state.reason !== "distrusted") return false;
    const distrust = getOrInsert(this.#distrusts, readiness, () => ({ since: performance.now(), hasAnswered: false }));
    return !distrust.hasAnswered && performance.now() - distrust.since < DISTRUST_MS;
  }

  /** Notes that waiting for a backend has timed out. */
  noteTimeout({ readiness }: Backend): void {
    if (readiness) this.#distrusts.set(readiness, { since: performance.now(), hasAnswered: false });
  }

  /** Notes that a backend has given a result that is not empty. */
  noteResult({ readiness }: Backend): void {
    const distrust = readiness && this.#distrusts.get(readiness);
    if (distrust) distrust.hasAnswered = true;
  }
}

/** Builds the error for a wait that has timed out, in a session in agent mode. */
export function waitedError({ name }: Backend, { data }: LocateError): LocateError {
  const { waiting_for, seconds_waited } = data as { waiting_for?: unknown; seconds_waited?: unknown };
  const message = `${name} is still loading after ${seconds_waited} s; the request waited for ${waiting_for}. Send it again later: an empty result now would not mean that there is nothing.`;
  return new LocateError("not_ready", message, { backend: name, waiting_for, seconds_waited });
}

/** The error in place of an empty result of a backend that has not been seen to load. */
export function doubtfulError({ name }: Backend): LocateError {
  const message = `${name} found nothing, but has not said that it has loaded: there may be results all the same. Send the request again later.`;
  return new LocateError("not_ready", message, {
    backend: name,
    waiting_for: "its first result that is not empty",
    seconds_waited: 0,
  });
}
