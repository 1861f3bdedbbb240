/** Calls of the file system and their results, as values that can be sent between threads. */

import type { Dirent, Stats } from "node:fs";

export type FileCall =
  | { readonly kind: "read"; readonly path: string; readonly maxBytes: number }
  | { readonly kind: "stat"; readonly path: string }
  | { readonly kind: "entries"; readonly path: string };

export interface FileCallResults {
  read: Buffer;
  stat: FileStats;
  entries: readonly ListedEntry[];
}

export interface FileStats extends Pick<Stats, "size" | "mtimeMs" | "birthtimeMs" | "ino" | "dev"> {
  readonly isFile: boolean;
  readonly isFolder: boolean;
}

/** An entry of a folder. A link is neither a file nor a folder, whatever it leads to. */
export interface ListedEntry {
  readonly name: string;
  readonly isFile: boolean;
  readonly isFolder: boolean;
}

/** What one call has returned or thrown. The errors are those of readErrors.ts. */
export type FileCallOutcome = { readonly value: FileCallResults[keyof FileCallResults] } | { readonly error: unknown };

/** One of the threads that make calls for a `FileReader`. It has one batch of calls at a time. */
export interface FileCallThread {
  /** The number of calls of the batch that have returned. */
  readonly returnedCount: number;
  /** Makes the calls in order and resolves with their outcomes. Rejects if the thread has ended. */
  perform(batch: readonly FileCall[]): Promise<readonly FileCallOutcome[]>;
  /** Skips the calls of the batch that have not begun, and no longer keeps the process alive. */
  abandon(): void;
}

export function fileStatsOf(stats: Stats): FileStats {
  const { size, mtimeMs, birthtimeMs, ino, dev } = stats;
  return { size, mtimeMs, birthtimeMs, ino, dev, isFile: stats.isFile(), isFolder: stats.isDirectory() };
}

export function listedEntryOf(entry: Dirent): ListedEntry {
  return { name: entry.name, isFile: entry.isFile(), isFolder: entry.isDirectory() };
}
