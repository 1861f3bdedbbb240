/** How a file was when it was read, and whether it still is so. */

import type { Stats } from "node:fs";
import type { Stamp } from "../store/declarationStore.js";

/** No file was ever modified then: what has this stamp is read again before anybody relies on it. */
const never = -1;

/** File systems may tell times apart by no less than this: a file so young can be written again and look the same. */
const doubtMs = 2_000;

export function stampOf({ size, mtimeMs }: Pick<Stats, "size" | "mtimeMs">): Stamp {
  return { size, modifiedMs: mtimeMs };
}

/** The stamp of a file that is about to be read. A time ahead of the clock is as good as one long gone: no later write will bear it. */
export function stampToRead(stats: Pick<Stats, "size" | "mtimeMs">, now: number): Stamp {
  return Math.abs(now - stats.mtimeMs) < doubtMs ? { ...stampOf(stats), modifiedMs: never } : stampOf(stats);
}

/** The stamp of what did not come from disk, or could not be read. */
export const noStamp: Stamp = { size: 0, modifiedMs: never };

export function isTrusted({ modifiedMs }: Stamp): boolean {
  return modifiedMs !== never;
}

export function isSame(one: Stamp, other: Stamp): boolean {
  return one.size === other.size && one.modifiedMs === other.modifiedMs;
}
