/**
 * Reads and writes the cache of an index at the right times. Errors are only logged: without a
 * cache, all files are parsed again.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { errorMessage, type Logger } from "../../error.js";
import type { Grammar } from "../../syntax/grammars/grammars.js";
import { statIfExists } from "../disk/folderEntries.js";
import { readSmallFile } from "../disk/readSmallFile.js";
import type { IndexLimits } from "../indexLimits.js";
import { type CachedFile, type CacheKey, readCache, writeCache } from "./cacheFile.js";

export interface IndexCacheOptions {
  readonly file: string;
  /** The version of the program. */
  readonly version: string;
  readonly roots: readonly string[];
  readonly grammars: Readonly<Record<string, Grammar>>;
  readonly limits: IndexLimits;
  readonly log: Logger;
}

type ReadEntries = () => Iterable<[string, CachedFile]>;

/**
 * The cache is written after a pause, and not more often than at the interval while files keep
 * changing.
 */
const WRITE_DELAY_MS = 3_000;
const MIN_WRITE_INTERVAL_MS = 60_000;

export class IndexCache {
  readonly #options: IndexCacheOptions;
  readonly #key: CacheKey;
  /** Whether the index has changed since it was written. */
  #isDirty = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(options: IndexCacheOptions) {
    this.#options = options;
    const { version, roots, grammars, limits } = options;
    this.#key = { version, grammars: grammarDigest(grammars, limits.fileBytes), root: [...roots].sort().join("\n") };
  }

  async read(): Promise<Map<string, CachedFile> | undefined> {
    try {
      return await readCache(this.#options.file, this.#key);
    } catch (error) {
      this.#log("read", error);
      return undefined;
    }
  }

  /** Notes that the index has changed. */
  markDirty(): void {
    this.#isDirty = true;
  }

  /** Schedules a write if the index has changed. Called when all files are indexed. */
  scheduleWrite(entries: ReadEntries): void {
    if (!this.#isDirty || this.#timer) return;
    const wait = Math.max(WRITE_DELAY_MS, this.#writtenAt + MIN_WRITE_INTERVAL_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#write(entries);
    }, wait).unref();
  }

  /** Writes the cache now if the index has changed. Resolves when no write is in progress. */
  flush(entries: ReadEntries): Promise<void> {
    clearTimeout(this.#timer);
    return this.#write(entries);
  }

  #write(entries: ReadEntries): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (!this.#isDirty) return;
      this.#isDirty = false;
      try {
        await writeCache(this.#options.file, this.#key, entries());
      } catch (error) {
        this.#isDirty = true;
        this.#log("written", error);
      }
      this.#writtenAt = performance.now();
    });
    return this.#writing;
  }

  #log(action: string, error: unknown): void {
    const reason = errorMessage(error);
    this.#options.log(`The cache of the index, ${this.#options.file}, can't be ${action}: ${reason}`);
  }
}

/**
 * Returns a digest of what determines the declarations found in a file. Grammars are megabytes, so
 * it includes only their names and sizes; of queries, the text.
 */
function grammarDigest(grammars: Readonly<Record<string, Grammar>>, fileBytes: number): string {
  const hash = createHash("sha256").update(`${fileBytes}`);
  for (const [languageId, { name, wasm, queries }] of Object.entries(grammars).sort(compareLanguages)) {
    hash.update(`\0${languageId}\0${name}\0${sizeOf(wasm)}`);
    for (const folder of queries) {
      for (const query of ["outline.scm", "embedded.scm"]) hash.update(`\0${readSmallFile(join(folder, query))}`);
    }
  }
  return hash.digest("hex");
}

function compareLanguages([one]: [string, Grammar], [other]: [string, Grammar]): number {
  return one < other ? -1 : 1;
}

function sizeOf(path: string): number {
  return statIfExists(path)?.size ?? 0;
}
