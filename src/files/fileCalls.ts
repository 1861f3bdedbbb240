/**
 * Calls of the file system and their results, as values that can be sent between threads: one
 * message for a batch of calls, one for their outcomes. Structured clones of errors lose their
 * members, so these are sent as plain data.
 */

import type { Dirent, Stats } from "node:fs";
import { type ErrorKind, errorMessage, LocateError } from "../error.js";
import type { ReadPermission } from "./readPermission.js";

export type FileCall =
  | {
      readonly kind: "read";
      readonly path: string;
      readonly maxBytes: number;
      readonly permission?: ReadPermission | undefined;
    }
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
  /** Grows with each step of a call, where that is known. */
  readonly stepCount?: number;
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

/** The cells of the memory that both sides share. */
export const sharedCells = { returnedCount: 0, isAbandoned: 1, length: 2 } as const;

export type SentError =
  | { readonly kind: ErrorKind; readonly message: string; readonly data: LocateError["data"] }
  | { readonly code: string | undefined; readonly message: string };

/** A `Buffer` arrives as a `Uint8Array`. */
export type SentOutcome =
  | { readonly value: Uint8Array | FileCallResults["stat" | "entries"] }
  | { readonly error: SentError };

export function toSentError(error: unknown): SentError {
  if (error instanceof LocateError) return { kind: error.kind, message: error.message, data: error.data };
  return { code: (error as NodeJS.ErrnoException | undefined)?.code, message: errorMessage(error) };
}

export function fromSentError(error: SentError): Error {
  if ("kind" in error) return new LocateError(error.kind, error.message, error.data);
  return Object.assign(new Error(error.message), error.code === undefined ? {} : { code: error.code });
}
