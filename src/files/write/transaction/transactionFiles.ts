/** The reads and writes of a transaction, at paths whose folders are checked for links. */

import { constants } from "node:fs";
import { dirname } from "node:path";
import { LocateError } from "../../../error.js";
import { type FileOperations, hasCode, readAll, removeIfPresent, unlessMissing, writeAll } from "../fileOperations.js";
import { type Folders, runAt } from "../folders.js";
import { type Digest, matches } from "../journal.js";
import { changeStamp, traitsOf } from "../planJournal.js";
import type { Entry } from "./decideRecovery.js";

const { O_RDONLY, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

export class TransactionFiles {
  /** Folders with changes that are not durable yet. */
  readonly changedFolders = new Set<string>();
  readonly #operations: FileOperations;
  readonly #folders: Folders;

  constructor({ operations, folders }: { readonly operations: FileOperations; readonly folders: Folders }) {
    this.#operations = operations;
    this.#folders = folders;
  }

  /** Reads a regular file; one byte more than `maxBytes` shows that it is longer. */
  read(path: string, maxBytes: number): Buffer | "absent" | "other" {
    const operations = this.#operations;
    const file = unlessMissing(() => this.at(path, (address) => openRegularFile(operations, address)));
    if (file === undefined) return "absent";
    if (file === "other") return "other";
    try {
      return readAll(operations, file, maxBytes + 1);
    } finally {
      operations.closeSync(file);
    }
  }

  /** Looks at what is at a path, without following links. */
  entryAt(path: string): Entry | "unreachable" | undefined {
    const operations = this.#operations;
    try {
      const stat = unlessMissing(() => this.at(path, (address) => operations.lstatSync(address, { bigint: true })));
      if (stat === undefined) return undefined;
      const isEqual = (digest: Digest) => {
        const bytes = stat.isFile() ? this.read(path, digest.size) : "other";
        return Buffer.isBuffer(bytes) && matches(bytes, digest);
      };
      return { ...traitsOf(stat), changed: changeStamp(stat), matches: isEqual };
    } catch (error) {
      if (error instanceof LocateError) return "unreachable";
      throw error;
    }
  }

  writeInPlace(path: string, bytes: Uint8Array): void {
    const operations = this.#operations;
    const fd = this.at(path, (address) => operations.openSync(address, O_WRONLY | O_NOFOLLOW | O_NONBLOCK));
    try {
      writeAll(operations, fd, bytes);
      operations.ftruncateSync(fd, bytes.length);
      operations.fsyncSync(fd);
    } finally {
      operations.closeSync(fd);
    }
  }

  rename(from: string, to: string): void {
    this.at(from, (source) => this.at(to, (target) => this.#operations.renameSync(source, target)));
    this.changedFolders.add(dirname(from)).add(dirname(to));
  }

  removeFile(path: string): void {
    const operations = this.#operations;
    unlessMissing(() => this.at(path, (address) => removeIfPresent(operations, address)));
  }

  isAbsent(path: string): boolean {
    return this.identityOf(path) === undefined;
  }

  identityOf(path: string): string | undefined {
    const operations = this.#operations;
    const stat = unlessMissing(() => this.at(path, (address) => operations.lstatSync(address, { bigint: true })));
    return stat && `${stat.dev}:${stat.ino}`;
  }

  syncFolders(): void {
    for (const path of this.changedFolders) unlessMissing(() => this.#folders.open(path).sync());
    this.changedFolders.clear();
  }

  at<T>(path: string, operation: (path: string) => T): T {
    return runAt(this.#folders, path, operation);
  }
}

/**
 * Opens without following a link and without waiting; returns "other" for what is no regular file.
 */
export function openRegularFile(operations: FileOperations, path: string): number | "other" {
  let fd: number;
  try {
    fd = operations.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, "ELOOP", "ENXIO", "EISDIR")) return "other";
    throw error;
  }
  try {
    if (operations.fstatSync(fd).isFile()) return fd;
  } catch (error) {
    operations.closeSync(fd);
    throw error;
  }
  operations.closeSync(fd);
  return "other";
}
