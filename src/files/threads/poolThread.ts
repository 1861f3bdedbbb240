/** Calls in the process's pool of threads: slow in great number, but nothing has to be started. */

import { close, type Dirent, fstat, open, read, readdir, type Stats, stat, statSync } from "node:fs";
import { promisify } from "node:util";
import { ByteCollector } from "../byteCollector.js";
import {
  type FileCall,
  type FileCallOutcome,
  type FileCallResults,
  type FileCallThread,
  fileStatsOf,
  listedEntryOf,
} from "../fileCalls.js";
import { assertRegularFile, tooLargeError, toReadError } from "../readErrors.js";
import { OPEN_FLAGS, type ReadOptions } from "../readFileSync.js";
import { assertReadable } from "../readPermission.js";

/** The functions of the file system that are called; each may never settle. */
export interface ReadOperations {
  stat(path: string): Promise<Stats>;
  /** Does the same in this thread, for files on a local disk. */
  statSync?(path: string): Stats;
  open(path: string, flags: number): Promise<number>;
  fstat(file: number): Promise<Stats>;
  /** Returns the number of bytes read into the buffer; 0 at the end. */
  read(file: number, buffer: Buffer, offset: number, length: number): Promise<number>;
  close(file: number): Promise<void>;
  readdir(path: string): Promise<Dirent[]>;
}

export const systemOperations: ReadOperations = {
  stat: promisify(stat),
  statSync,
  open: promisify(open) as ReadOperations["open"],
  fstat: promisify(fstat),
  read: (file, buffer, offset, length) =>
    new Promise((resolve, reject) => {
      read(file, buffer, offset, length, null, (error, count) => (error ? reject(error) : resolve(count)));
    }),
  close: promisify(close),
  readdir: (path) =>
    new Promise((resolve, reject) => {
      readdir(path, { withFileTypes: true }, (error, entries) => (error ? reject(error) : resolve(entries)));
    }),
};

/** One thread of the pool, since it has one call under way at a time. */
export class PoolThread implements FileCallThread {
  returnedCount = 0;
  stepCount = 0;
  readonly #operations: ReadOperations;
  #isAbandoned = false;

  constructor(operations: ReadOperations) {
    this.#operations = operations;
  }

  async perform(batch: readonly FileCall[]): Promise<readonly FileCallOutcome[]> {
    this.#isAbandoned = false;
    const outcomes: FileCallOutcome[] = [];
    for (const call of batch) {
      this.returnedCount = outcomes.length;
      if (this.#isAbandoned) break;
      outcomes.push(
        await this.#perform(call).then(
          (value) => ({ value }),
          (error) => ({ error: toReadError(call.path, error) }),
        ),
      );
    }
    return outcomes;
  }

  abandon(): void {
    this.#isAbandoned = true;
  }

  async #perform(call: FileCall): Promise<FileCallResults[keyof FileCallResults]> {
    switch (call.kind) {
      case "read":
        return this.#read(call.path, call);
      case "stat":
        return fileStatsOf(await this.#step(this.#operations.stat(call.path)));
      case "entries":
        return (await this.#step(this.#operations.readdir(call.path))).map(listedEntryOf);
    }
  }

  async #step<Result>(operation: Promise<Result>): Promise<Result> {
    try {
      return await operation;
    } finally {
      this.stepCount++;
    }
  }

  async #read(path: string, { maxBytes, permission }: ReadOptions): Promise<Buffer> {
    const statsBefore = await this.#step(this.#operations.stat(path));
    assertRegularFile(path, statsBefore, maxBytes);
    const file = await this.#step(this.#operations.open(path, OPEN_FLAGS));
    try {
      if (permission !== undefined)
        assertReadable(path, file, await this.#step(this.#operations.fstat(file)), permission);
      const collector = new ByteCollector(statsBefore.size, maxBytes);
      while (collector.wantsMore && !this.#isAbandoned)
        collector.add(
          await this.#step(this.#operations.read(file, collector.buffer, collector.length, collector.room)),
        );
      if (collector.length > maxBytes) throw tooLargeError(path, maxBytes);
      assertRegularFile(path, await this.#step(this.#operations.fstat(file)));
      return collector.bytes();
    } finally {
      await this.#step(this.#operations.close(file));
    }
  }
}
