/** When the index is read from disk and written there. What goes wrong with it is logged and harms nobody: without a cache, everything is parsed anew. */

import { errorMessage, type Logger } from "../../error.js";
import type { Grammar } from "../../syntax/grammars/grammars.js";
import type { IndexLimits } from "../disk/indexLimits.js";
import { grammarDigest } from "../grammarDigest.js";
import type { IndexedFile } from "../store/fileTable.js";
import { type CacheKey, readCache, writeCache } from "./cacheFile.js";

export interface IndexCacheOptions {
  readonly file: string;
  /** The program's. */
  readonly version: string;
  readonly roots: readonly string[];
  readonly grammars: Readonly<Record<string, Grammar>>;
  readonly limits: IndexLimits;
  readonly log: Logger;
}

type ReadEntries = () => Iterable<[string, IndexedFile]>;

/** Written when nothing was new for so long, and not all the time while somebody works. */
const WRITE_DELAY_MS = 3_000;
const MIN_WRITE_INTERVAL_MS = 60_000;

export class IndexCache {
  readonly #options: IndexCacheOptions;
  readonly #key: CacheKey;
  /** Something is known that is not in the file. */
  #isDirty = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(options: IndexCacheOptions) {
    this.#options = options;
    const { version, roots, grammars, limits } = options;
    this.#key = { version, grammars: grammarDigest(grammars, limits), root: [...roots].sort().join("\n") };
  }

  async read(): Promise<Map<string, IndexedFile> | undefined> {
    try {
      return await readCache(this.#options.file, this.#key);
    } catch (error) {
      this.#log("read", error);
      return undefined;
    }
  }

  /** Something is new. */
  markDirty(): void {
    this.#isDirty = true;
  }

  /** Everything is indexed: a good time to write, soon. */
  scheduleWrite(entries: ReadEntries): void {
    if (!this.#isDirty || this.#timer) return;
    const wait = Math.max(WRITE_DELAY_MS, this.#writtenAt + MIN_WRITE_INTERVAL_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#write(entries);
    }, wait).unref();
  }

  /** Writes what is new; resolves when nothing is being written. */
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
