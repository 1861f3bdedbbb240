/** Checks that a path can be read as a file, and the errors where it can not. */

import type { Stats } from "node:fs";
import { errorMessage, LocateError } from "../error.js";
import { escapeName } from "../text/printable.js";

const BYTES_PER_MB = 1024 * 1024;

/** Throws `file_unreadable` for folders, pipes, sockets, devices, and files that are too large. */
export function assertRegularFile(path: string, stats: Stats, maxBytes = Number.POSITIVE_INFINITY): void {
  if (!stats.isFile()) throw unreadableError(path, `it is ${kindOf(stats)}, not a regular file`);
  if (stats.size > maxBytes) throw tooLargeError(path, maxBytes, stats.size);
}

/** `size` is in bytes; absent where the file does not report it. */
export function tooLargeError(path: string, maxBytes: number, size?: number): LocateError {
  const actual = size === undefined ? "" : ` (${formatMegabytes(size)})`;
  return unreadableError(path, `it is larger than ${formatMegabytes(maxBytes)}${actual}`);
}

export function timeoutError(path: string, timeoutMs: number): LocateError {
  const reason = `the file system has not returned it within ${timeoutMs / 1000} s; it may be on a mount that is not reachable`;
  return unreadableError(path, reason);
}

/** The error while no thread is left for reading, since these paths have not been read yet. */
export function noThreadError(path: string, overduePaths: readonly string[]): LocateError {
  const reason = `the file system has not returned ${overduePaths.join(" and ")}, and no more files are read until it does; make them reachable or unmount them, or restart the session`;
  return unreadableError(path, reason);
}

/**
 * Returns the error for a failed read: `file_unreadable`, or the file system's own error where
 * there is no such file.
 */
export function toReadError(path: string, error: unknown): unknown {
  if (error instanceof LocateError || isMissing(error)) return error;
  switch ((error as NodeJS.ErrnoException).code) {
    case "EACCES":
    case "EPERM":
      return unreadableError(path, "permission denied");
    case "EAGAIN":
      return unreadableError(path, "it is not a regular file but a stream, and has no content at the moment");
    case "ELOOP":
      return unreadableError(path, "it is a link that leads to itself");
    case "ENXIO":
    case "ENODEV":
      return unreadableError(path, "it is a socket or a device, not a regular file");
    default:
      return unreadableError(path, errorMessage(error));
  }
}

/** Whether the file system says that there is no such file. */
export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}

export function unreadableError(path: string, why: string): LocateError {
  return new LocateError("file_unreadable", `Can't read ${escapeName(path)}: ${why}.`, { path, why });
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a named pipe";
  return stats.isSocket() ? "a socket" : "a device";
}

/** Returns a number of bytes in MB, with one decimal. */
export function formatMegabytes(bytes: number): string {
  return `${Math.round((bytes / BYTES_PER_MB) * 10) / 10} MB`;
}
