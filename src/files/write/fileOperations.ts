/**
 * The file operations of the writer, as one narrow interface that a test can make fail at any call.
 */

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";
import { makeTemporaryFolder, removeTemporaryFolder } from "./temporaryFolder.js";

/** A file whose attributes are copied, and the new file that gets them; both are open. */
export interface AttributePair {
  readonly from: { readonly fd: number; readonly path: string };
  readonly to: { readonly fd: number; readonly path: string };
}

export type FileOperations = Pick<
  typeof fs,
  | "openSync"
  | "closeSync"
  | "readSync"
  | "writeSync"
  | "fstatSync"
  | "statSync"
  | "lstatSync"
  | "linkSync"
  | "renameSync"
  | "unlinkSync"
  | "mkdirSync"
  | "rmdirSync"
  | "readdirSync"
  | "fsyncSync"
  | "fchmodSync"
  | "fchownSync"
  | "ftruncateSync"
> & {
  /**
   * Copies modes, access control lists and extended attributes; returns for each pair if it could.
   */
  copyAttributes(pairs: readonly AttributePair[]): readonly boolean[];
};

export const diskOperations: FileOperations = { ...fs, copyAttributes };

// Node has no access to extended attributes. `cp` of GNU coreutils copies them from one open file
// to another, and fails if it can't; that of macOS does so by path. Windows has none that a program
// expects to keep: a new file inherits the folder's access control list.
function copyAttributes(pairs: readonly AttributePair[]): readonly boolean[] {
  if (process.platform === "win32") return pairs.map(() => true);
  if (process.platform === "linux") return copyByDescriptor(pairs);
  return pairs.map(({ from, to }) => spawnSync("/bin/cp", ["-p", from.path, to.path], { env: {} }).status === 0);
}

/** Runs one `cp` for all pairs; if it fails for any, one for each. */
function copyByDescriptor(pairs: readonly AttributePair[]): readonly boolean[] {
  const [pair] = pairs;
  if (pair === undefined) return [];
  if (pairs.length === 1) return [runCopy([pair], descriptorPath(1))];
  // `cp` copies to the entries of a folder, which are links to the descriptors that it inherits.
  return copyByLinks(pairs) ? pairs.map(() => true) : pairs.map((each) => runCopy([each], descriptorPath(1)));
}

/** Returns false also where there can be no links, as with TMPDIR on a full or read-only disk. */
function copyByLinks(pairs: readonly AttributePair[]): boolean {
  let folder: string | undefined;
  try {
    folder = makeTemporaryFolder();
    for (const index of pairs.keys())
      fs.symlinkSync(descriptorPath(2 * index + 1), join(folder, basename(descriptorPath(2 * index))));
    return runCopy(pairs, folder);
  } catch {
    return false;
  } finally {
    if (folder !== undefined) removeTemporaryFolder(folder);
  }
}

function runCopy(pairs: readonly AttributePair[], target: string): boolean {
  const sources = pairs.map((_pair, index) => descriptorPath(2 * index));
  const { status } = spawnSync("cp", ["--attributes-only", "--preserve=mode,xattr", ...sources, target], {
    stdio: ["ignore", "ignore", "ignore", ...pairs.flatMap(({ from, to }) => [from.fd, to.fd])],
    env: { PATH: (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute).join(delimiter) },
  });
  return status === 0;
}

/** Returns the path by which `cp` reaches the n-th descriptor after stdin, stdout and stderr. */
function descriptorPath(index: number): string {
  return `/proc/self/fd/${index + 3}`;
}

/** Returns whether a thrown value is a system error with one of the codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");
}

/** Runs an operation on a file. A system error gets the path as `file`, for the message. */
export function withFile<T>(path: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof Error && "syscall" in error && !("file" in error)) Object.assign(error, { file: path });
    throw error;
  }
}

/** Runs an operation whose file may be missing; returns `undefined` then. */
export function unlessMissing<T>(operation: () => T): T | undefined {
  try {
    return operation();
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/**
 * Removes a file, link or empty folder that may never have been made. A read-only file system
 * refuses this before it looks whether there is one.
 */
export function removeIfPresent(operations: FileOperations, path: string, kind: "file" | "folder" = "file"): void {
  try {
    if (kind === "file") operations.unlinkSync(path);
    else operations.rmdirSync(path);
  } catch (error) {
    if (unlessMissing(() => operations.lstatSync(path)) !== undefined) throw error;
  }
}

/** Writes all bytes at a position, whatever a single write takes. */
export function writeAll(operations: FileOperations, fd: number, bytes: Uint8Array, position = 0): void {
  for (let written = 0; written < bytes.length; )
    written += operations.writeSync(fd, bytes, written, bytes.length - written, position + written);
}

/** Reads an open file from its start, at most `maxBytes`. */
export function readAll(operations: FileOperations, fd: number, maxBytes: number): Buffer {
  const bytes = Buffer.alloc(maxBytes);
  let length = 0;
  while (length < maxBytes) {
    const count = operations.readSync(fd, bytes, length, maxBytes - length, length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
