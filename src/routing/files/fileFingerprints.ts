/** How a file was when it was last looked at, and what became of it since, as far as its looks tell. */

import type { Stats } from "node:fs";

/** 1: it's new. 2: it is another than it was. 3: it's gone. As in LSP. */
export type Happening = 1 | 2 | 3;

/** What is too young to be told from what may be written in the next moment ends in `?`. */
export type Stamp = string;

/** A folder is only ever there or not. */
export const folderStamp: Stamp = "folder";

/** The clocks of file systems go forward in steps: some milliseconds mostly, but a second or two where times are whole seconds. */
const clockStepMs = 20;
const coarseClockStepMs = 2_000;

/** `now` is in milliseconds since 1970. */
export function stampOf(stats: Stats, now: number): Stamp {
  if (stats.isDirectory()) return folderStamp;
  const { mtimeMs, size, ino } = stats;
  const stepMs = mtimeMs % 1_000 === 0 ? coarseClockStepMs : clockStepMs;
  return `${mtimeMs} ${size} ${ino}${Math.abs(now - mtimeMs) < stepMs ? "?" : ""}`;
}

/** Whether a file has changed. `isSaidToHave`: the system said so, which counts where stamps can't tell. */
export function hasChanged(known: Stamp, now: Stamp, isSaidToHave: boolean): boolean {
  if (isSaidToHave && known.endsWith("?")) return true;
  return known.replace("?", "") !== now.replace("?", "");
}

/** What became of a file since a time in milliseconds since 1970. */
export function happenedSince(since: number, { mtimeMs, birthtimeMs }: Stats): Happening | undefined {
  if (mtimeMs <= since) return undefined;
  return birthtimeMs > since ? 1 : 2;
}

/** Two things that happened to a file, as one; undefined where nobody needs to know. */
export function merged(before: Happening | undefined, now: Happening): Happening | undefined {
  if (before === undefined) return now;
  if (before === 1) return now === 3 ? undefined : 1;
  return now === 3 ? 3 : 2;
}
