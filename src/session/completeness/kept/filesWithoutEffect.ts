/**
 * Files whose opening at a backend has not changed its answer to a request. They are not opened for
 * the same request again, until any text of the workspace changes.
 */

import type { Backend } from "../../../ask/backend/backend.js";
import { isReady } from "../../../ask/backend/backendReadiness.js";
import type { Place } from "../../place/resolvePlace.js";
import { isSettled, RevisionCache } from "./revisionCache.js";

/**
 * The index sees no change of settings. Until this time is over, what they change is left out of
 * the answer, and goes with it as unconfirmed.
 */
const KEEP_MS = 10 * 60_000;

interface RepeatedRequest {
  readonly method: string;
  readonly place: Place;
  readonly backend: Backend;
  /** The params apart from the Locate and from tokens. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface FilesWithoutEffect {
  has(path: string): boolean;
  /**
   * Begins to repeat the request with these files open: until it is answered, they are not opened
   * for it once more. The returned function notes whether the answer is the same.
   */
  try(paths: readonly string[]): (isSame: boolean) => void;
}

/** By request: the times at which files were opened for it in vain, by path. */
const timesByRequest = new RevisionCache(() => new Map<string, Map<string, number>>());

/** Returns the files of a request. `revision` is that of all texts, where it is known. */
export function filesWithoutEffect(
  { method, place, backend, extra }: RepeatedRequest,
  revision: string | undefined,
): FilesWithoutEffect {
  const kept = timesByRequest.at(backend, revision);
  const key = JSON.stringify([method, place.document().uri, place.now().from, extra]);
  const times = kept?.get(key) ?? new Map<string, number>();
  return {
    has(path) {
      const at = times.get(path);
      return at !== undefined && performance.now() - at < KEEP_MS;
    },
    try(paths) {
      const at = performance.now();
      const canKeep = isReady(backend) && isSettled(backend, revision);
      if (canKeep) {
        kept?.set(key, times);
        for (const path of paths) times.set(path, at);
      }
      return (isSame) => {
        if (!isSame) for (const path of paths) times.delete(path);
      };
    },
  };
}
