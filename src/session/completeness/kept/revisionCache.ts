/** A cache for each process of a backend, void when any text of the workspace changes. */

import type { Backend } from "../../../ask/backend/backend.js";
import type { ReadinessWatch } from "../../../backend/readiness/watchReadiness.js";

export class RevisionCache<Value> {
  readonly #create: () => Value;
  /** Another process has another `ReadinessWatch`. */
  readonly #last = new WeakMap<ReadinessWatch, { readonly revision: string; readonly value: Value }>();

  constructor(create: () => Value) {
    this.#create = create;
  }

  /**
   * Returns the value at a revision of all texts, and drops that of another one. Returns undefined
   * if the revision is not known, or the backend does not run.
   */
  at({ readiness }: Backend, revision: string | undefined): Value | undefined {
    if (readiness === undefined || revision === undefined) return undefined;
    const last = this.#last.get(readiness);
    if (last?.revision === revision) return last.value;
    const value = this.#create();
    this.#last.set(readiness, { revision, value });
    return value;
  }
}

/** The index does not see settings, and files that git ignores. They matter after this time. */
export const KEEP_MS = 60_000;

/**
 * A server may notice a change on disk later than the index. Its answers are kept only if the last
 * change is longer ago than this.
 */
const SETTLE_MS = 2_000;

/** When each revision was first seen, as of `performance.now()`. */
const firstSeen = new RevisionCache(() => performance.now());

/** Notes when a revision was first seen: what is resolved long after that is kept. */
export function noteRevision(backend: Backend, revision: string | undefined): void {
  firstSeen.at(backend, revision);
}

/** Whether the last change of a text is so long ago that the backend has noticed it. */
export function isSettled(backend: Backend, revision: string | undefined): boolean {
  const at = firstSeen.at(backend, revision);
  return at !== undefined && performance.now() - at >= SETTLE_MS;
}
