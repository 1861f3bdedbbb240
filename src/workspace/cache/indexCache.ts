/** When the index is read from disk and written there. What goes wrong with it is logged and harms nobody: without a cache, everything is parsed anew. */

import type { Grammar } from "../../syntax/grammars/grammars.js";
import { grammarDigest } from "../grammarDigest.js";
import type { IndexedFile } from "../store/declarationStore.js";
import type { Limits } from "../thread/indexMessages.js";
import { type CacheKey, readCache, writeCache } from "./cacheFile.js";

export interface CacheKeeperOptions {
  readonly file: string;
  /** The program's. */
  readonly version: string;
  readonly roots: readonly string[];
  readonly grammars: Readonly<Record<string, Grammar>>;
  readonly limits: Limits;
  readonly log: (line: string) => void;
}

type Entries = () => Iterable<[string, IndexedFile]>;

/** Written when nothing was new for so long, and not all the time while somebody works. */
const quietMs = 3_000;
const leastMs = 60_000;

export class CacheKeeper {
  readonly #options: CacheKeeperOptions;
  readonly #key: CacheKey;
  /** Something is known that is not in the file. */
  #isNew = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(options: CacheKeeperOptions) {
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
  note(): void {
    this.#isNew = true;
  }

  /** Everything is indexed: a good time to write, soon. */
  settle(entries: Entries): void {
    if (!this.#isNew || this.#timer) return;
    const wait = Math.max(quietMs, this.#writtenAt + leastMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#write(entries);
    }, wait).unref();
  }

  /** Writes what is new; resolves when nothing is being written. */
  end(entries: Entries): Promise<void> {
    clearTimeout(this.#timer);
    return this.#write(entries);
  }

  #write(entries: Entries): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (!this.#isNew) return;
      this.#isNew = false;
      try {
        await writeCache(this.#options.file, this.#key, entries());
      } catch (error) {
        this.#log("written", error);
      }
      this.#writtenAt = performance.now();
    });
    return this.#writing;
  }

  #log(done: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#options.log(`The cache of the index, ${this.#options.file}, can't be ${done}: ${why}`);
  }
}
