/**
 * Reads files synchronously: in worker threads, small ones at start, and spans of large ones.
 *
 * A path is checked before it is opened, since opening a pipe or a device may have effects of its
 * own. What replaces it in between can't block, is read up to the limit, and is refused after that.
 */

import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { ByteCollector } from "./byteCollector.js";
import { isNotebookPath } from "./documents/notebook/notebook.js";
import { assertRegularFile, timeoutError, tooLargeError, toReadError, unreadableError } from "./readErrors.js";
import { assertReadable, type ReadPermission } from "./readPermission.js";

export interface ReadOptions {
  /** The limit for what is read, whatever size the file reports. A longer file is refused. */
  readonly maxBytes: number;
  /** Which files may be read; absent for a file that only the user or we ourselves have named. */
  readonly permission?: ReadPermission | undefined;
}

export interface FileContent {
  readonly bytes: Buffer;
  /** The stats of the path before it was opened. */
  readonly statsBefore: Stats;
  /** The stats of the opened file after it was read. */
  readonly statsAfter: Stats;
}

/**
 * A longer file is hardly source text, and would block a server for seconds: its text is not read,
 * and no file is written that is longer.
 */
export const MAX_TEXT_BYTES = 32 * 1024 * 1024;

/** How much longer a notebook may be: most of it are outputs, which are no text to read. */
const NOTEBOOK_FACTOR = 4;

/** Returns the limit for a file, from that for source text. */
export function maxBytesOf(path: string, maxBytes: number): number {
  return isNotebookPath(path) ? NOTEBOOK_FACTOR * maxBytes : maxBytes;
}

/** The time for reading one file, without a single call that the system does not return from. */
const TIMEOUT_MS = 10_000;

/** Opening what has become a pipe must not wait for a writer. */
export const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Reads a whole file. Throws `file_unreadable`, or the file system's own error where there is no
 * such file.
 */
export function readWholeFileSync(path: string, { maxBytes, permission }: ReadOptions): FileContent {
  return readOpened(path, { maxBytes, permission }, (file, { size }) => {
    const collector = new ByteCollector(size, maxBytes);
    // Not `performance`, whose modules a command at the shell needs for nothing else.
    const until = process.uptime() * 1000 + TIMEOUT_MS;
    while (collector.wantsMore) {
      collector.add(readSync(file, collector.buffer, collector.length, collector.room, null));
      if (process.uptime() * 1000 > until) throw timeoutError(path, TIMEOUT_MS);
    }
    if (collector.length > maxBytes) throw tooLargeError(path, maxBytes);
    return collector.bytes();
  });
}

/** Reads a text file as UTF-8. Errors as for `readWholeFileSync`. */
export function readTextSync(path: string, options: ReadOptions): string {
  return readWholeFileSync(path, options).bytes.toString("utf8");
}

/** Reads up to `length` bytes from the beginning of a file. Errors as for `readWholeFileSync`. */
export function readBeginningSync(path: string, length: number): Buffer {
  const { bytes } = readOpened(path, { maxBytes: Number.POSITIVE_INFINITY }, (file) => {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, null));
  });
  return bytes;
}

/** Reads up to `length` bytes from the end of a file. Errors as for `readWholeFileSync`. */
export function readEndSync(path: string, length: number): Buffer {
  const { bytes } = readOpened(path, { maxBytes: Number.POSITIVE_INFINITY }, (file, { size }) => {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, Math.max(0, size - length)));
  });
  return bytes;
}

function readOpened(
  path: string,
  { maxBytes, permission }: ReadOptions,
  read: (file: number, stats: Stats) => Buffer,
): FileContent {
  try {
    const statsBefore = statSync(path);
    assertRegularFile(path, statsBefore, maxBytes);
    const file = openSync(path, OPEN_FLAGS);
    try {
      if (permission !== undefined) assertReadable(path, file, fstatSync(file), permission);
      const bytes = read(file, statsBefore);
      const statsAfter = fstatSync(file);
      assertRegularFile(path, statsAfter);
      return { bytes, statsBefore, statsAfter };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw toReadError(path, error);
  }
}

/** By which a file is recognised as the same, without reading it. */
export interface SpanFileStamp {
  readonly size: number;
  readonly modifiedMs: number;
  readonly inode: number;
}

/** A large file of which spans are read. It is opened once, and is a regular file. */
export class SpanFile {
  readonly path: string;
  readonly stamp: SpanFileStamp;
  readonly #file: number;

  /** Throws `file_unreadable`, or the file system's own error where there is no such file. */
  constructor(path: string) {
    this.path = path;
    try {
      // Opening a pipe or a device may have effects of its own.
      assertRegularFile(path, statSync(path));
      this.#file = openSync(path, OPEN_FLAGS);
      const stats = fstatSync(this.#file);
      assertRegularFile(path, stats);
      this.stamp = stampOf(stats);
    } catch (error) {
      throw toReadError(path, error);
    }
  }

  get size(): number {
    return this.stamp.size;
  }

  /**
   * Fills `buffer` from an offset of the file, and returns how many bytes there were. Throws
   * `file_unreadable`.
   */
  readInto(buffer: Uint8Array, from: number): number {
    let length = 0;
    try {
      while (length < buffer.length) {
        const count = readSync(this.#file, buffer, length, buffer.length - length, from + length);
        if (count === 0) break;
        length += count;
      }
    } catch (error) {
      throw toReadError(this.path, error);
    }
    return length;
  }

  /** Reads a span. Throws `file_unreadable` if the file has been cut off since. */
  read(from: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(length);
    if (this.readInto(buffer, from) < length) throw unreadableError(this.path, "it has been cut off while it is used");
    return buffer;
  }

  /** Whether the path still leads to the same file, and nobody has written into it. */
  isCurrent(): boolean {
    try {
      const { size, modifiedMs, inode } = stampOf(statSync(this.path));
      return size === this.stamp.size && modifiedMs === this.stamp.modifiedMs && inode === this.stamp.inode;
    } catch {
      return false;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

function stampOf({ size, mtimeMs, ino }: Stats): SpanFileStamp {
  return { size, modifiedMs: mtimeMs, inode: ino };
}
