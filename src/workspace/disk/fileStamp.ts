/**
 * File stamps: a cheap fingerprint that tells whether a file has changed since it was last looked
 * at.
 */

import type { Stats } from "node:fs";

export interface FileStamp {
  /** In bytes. */
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly modifiedMs: number;
  /** Absent where it was not recorded, as in the index's cache. */
  readonly inode?: number;
}

/** The stamp of a watched entry, or "folder": a folder either exists or doesn't. */
export type EntryStamp = (FileStamp & { readonly isYoung: boolean }) | "folder";

/** No file was modified then: a file with this stamp is read again before anything relies on it. */
const NEVER_MS = -1;

/**
 * File systems record times in steps: a few milliseconds usually, a second or two where times are
 * whole seconds. A file younger than a step can be written again without a change of its stamp.
 */
const CLOCK_STEP_MS = 20;
const COARSE_CLOCK_STEP_MS = 2_000;

export function stampOf({ size, mtimeMs, ino }: Pick<Stats, "size" | "mtimeMs" | "ino">): FileStamp {
  return { size, modifiedMs: mtimeMs, inode: ino };
}

/** Compares size and time, and inodes where both are known. */
export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  if (one.size !== other.size || one.modifiedMs !== other.modifiedMs) return false;
  return one.inode === undefined || other.inode === undefined || one.inode === other.inode;
}

/**
 * Returns the stamp of a file that is about to be read, untrusted if it may be written again within
 * a clock step. The index keeps its stamps between sessions, so it takes the coarsest step.
 */
export function stampBeforeReading(stats: Pick<Stats, "size" | "mtimeMs" | "ino">, now: number): FileStamp {
  const stamp = stampOf(stats);
  return isYoung(stamp, now, COARSE_CLOCK_STEP_MS) ? { ...stamp, modifiedMs: NEVER_MS } : stamp;
}

/** The stamp of a text that did not come from disk, or of a file that could not be read. */
export const unknownStamp: FileStamp = { size: 0, modifiedMs: NEVER_MS };

export function isTrustedStamp({ modifiedMs }: FileStamp): boolean {
  return modifiedMs !== NEVER_MS;
}

/** `now` is in milliseconds since 1970. */
export function entryStampOf(stats: Stats, now: number): EntryStamp {
  if (stats.isDirectory()) return "folder";
  const stamp = stampOf(stats);
  const stepMs = stamp.modifiedMs % 1_000 === 0 ? COARSE_CLOCK_STEP_MS : CLOCK_STEP_MS;
  return { ...stamp, isYoung: isYoung(stamp, now, stepMs) };
}

/**
 * Whether a watched entry has changed. `isReported`: the system said so, which decides where stamps
 * can't.
 */
export function hasChanged(previous: EntryStamp, current: EntryStamp, isReported: boolean): boolean {
  if (previous === "folder" || current === "folder") return previous !== current;
  return (isReported && previous.isYoung) || !isSameStamp(previous, current);
}

/** A time in the future counts as old: no later write will have it. */
function isYoung({ modifiedMs }: FileStamp, now: number, stepMs: number): boolean {
  return Math.abs(now - modifiedMs) < stepMs;
}
