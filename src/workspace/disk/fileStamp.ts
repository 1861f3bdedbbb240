/** How a file was when it was read, and whether it still is so. */

import type { Stats } from "node:fs";

export interface FileStamp {
  /** In bytes. */
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly modifiedMs: number;
}

/** No file was ever modified then: what has this stamp is read again before anybody relies on it. */
const NEVER_MS = -1;

/** File systems may tell times apart by no less than this: a file so young can be written again and look the same. */
const CLOCK_RESOLUTION_MS = 2_000;

export function stampOf({ size, mtimeMs }: Pick<Stats, "size" | "mtimeMs">): FileStamp {
  return { size, modifiedMs: mtimeMs };
}

/** The stamp of a file that is about to be read. A time ahead of the clock is as good as one long gone: no later write will bear it. */
export function stampBeforeReading(stats: Pick<Stats, "size" | "mtimeMs">, now: number): FileStamp {
  return Math.abs(now - stats.mtimeMs) < CLOCK_RESOLUTION_MS
    ? { ...stampOf(stats), modifiedMs: NEVER_MS }
    : stampOf(stats);
}

/** The stamp of what did not come from disk, or could not be read. */
export const unknownStamp: FileStamp = { size: 0, modifiedMs: NEVER_MS };

export function isTrustedStamp({ modifiedMs }: FileStamp): boolean {
  return modifiedMs !== NEVER_MS;
}

export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.size === other.size && one.modifiedMs === other.modifiedMs;
}
