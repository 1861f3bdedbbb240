/**
 * The log of a shared session. It is the session's stderr and is opened for appending, so it is
 * rotated by copying it and cutting it to no bytes.
 */

import { copyFileSync, readdirSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { removeFile } from "./daemonRecord.js";

/** A log and the one before it together take at most twice that, and one chunk. */
const MAX_LOG_BYTES = 1024 * 1024;
const MAX_LOG_AGE_MS = 7 * 24 * 3_600_000;
const STDERR = 2;

/** Returns the path of the earlier part of a log. */
export function earlierLog(path: string): string {
  return `${path}.1`;
}

/** Moves the log's content to the earlier log if it is long. */
export function rotateLog(path: string, maxBytes = MAX_LOG_BYTES): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxBytes) return;
  try {
    copyFileSync(path, earlierLog(path));
  } catch {
    removeFile(earlierLog(path)); // a full disk
  }
  truncateSync(path);
}

/**
 * Removes the logs of sessions that have not run for some days, and the sockets of those that were
 * killed before they listened; `keys` are those that run.
 */
export function removeOldFiles(folder: string, keys: readonly string[], now = Date.now()): void {
  for (const name of readdirSync(folder)) {
    const found = /^(?:([0-9a-f]{16})\.log(?:\.1)?|\d+\.new)$/.exec(name);
    if (found === null || keys.includes(found[1] ?? "")) continue;
    const path = join(folder, name);
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - modifiedAt > MAX_LOG_AGE_MS) removeFile(path);
  }
}

/** Returns a stream that writes to this process's stderr, which is the log at `path`. */
export function openDaemonLog(path: string): Writable {
  let bytesUntilCheck = 0;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        for (let written = 0; written < chunk.length; ) written += writeSync(STDERR, chunk, written);
        bytesUntilCheck -= chunk.length;
        if (bytesUntilCheck <= 0) {
          rotateLog(path);
          bytesUntilCheck = MAX_LOG_BYTES / 16;
        }
      } catch {
        // A full disk, or a removed folder: the session goes on without its log.
      }
      done();
    },
  });
}
