/** How a file was when it was last looked at, and what became of it since, as far as its looks tell. */

import type { Stats } from "node:fs";

/** 1: it's new. 2: it is another than it was. 3: it's gone. As in LSP. */
export type FileChangeType = 1 | 2 | 3;

/** What is too young to be told from what may be written in the next moment ends in `?`. */
export type EntryFingerprint = string;

/** A folder is only ever there or not. */
export const FOLDER_FINGERPRINT: EntryFingerprint = "folder";

/** The clocks of file systems go forward in steps: some milliseconds mostly, but a second or two where times are whole seconds. */
const CLOCK_STEP_MS = 20;
const COARSE_CLOCK_STEP_MS = 2_000;

/** `now` is in milliseconds since 1970. */
export function entryFingerprintOf(stats: Stats, now: number): EntryFingerprint {
  if (stats.isDirectory()) return FOLDER_FINGERPRINT;
  const { mtimeMs, size, ino } = stats;
  const stepMs = mtimeMs % 1_000 === 0 ? COARSE_CLOCK_STEP_MS : CLOCK_STEP_MS;
  return `${mtimeMs} ${size} ${ino}${Math.abs(now - mtimeMs) < stepMs ? "?" : ""}`;
}

/** Whether a file has changed. `isSaidToHave`: the system said so, which counts where stamps can't tell. */
export function hasChanged(previous: EntryFingerprint, current: EntryFingerprint, isReported: boolean): boolean {
  if (isReported && previous.endsWith("?")) return true;
  return previous.replace("?", "") !== current.replace("?", "");
}

/** What became of a file since a time in milliseconds since 1970. */
export function changeSince(since: number, { mtimeMs, birthtimeMs }: Stats): FileChangeType | undefined {
  if (mtimeMs <= since) return undefined;
  return birthtimeMs > since ? 1 : 2;
}

/** Two things that happened to a file, as one; undefined where nobody needs to know. */
export function mergeChanges(previous: FileChangeType | undefined, next: FileChangeType): FileChangeType | undefined {
  if (previous === undefined) return next;
  if (previous === 1) return next === 3 ? undefined : 1;
  return next === 3 ? 3 : 2;
}
