/**
 * What somebody waits for goes before the rest: certain files, or all files that hold a word. For a word, files are read and not parsed unless it is in them, so
 * that an answer is complete long before the index is. Several errands at once are done in one reading.
 */

import type { Job, SourceFile } from "./parseJobs.js";
import type { Pending } from "./parseQueue.js";

interface Errand {
  /** Undefined: the files themselves are wanted. */
  readonly word: string | undefined;
  /** Files that nothing is known of yet, by lane. Invariant: no empty sets. */
  readonly left: Map<string, Set<string>>;
  readonly finish: () => void;
}

/** Reading costs little beside parsing: more of it makes a job. */
const mostLooks = 256;
const mostLookBytes = 4 * 1024 * 1024;
const mostFiles = 16;

export class Errands {
  readonly #pending: Pending;
  /** In the order they came, those without a word before all others. */
  #errands: Errand[] = [];

  constructor(pending: Pending) {
    this.#pending = pending;
  }

  /** Resolves when those of the paths that wait to be indexed are, or don't hold the word. `aborted` ends the errand. */
  run(word: string | undefined, paths: Iterable<string>, aborted: AbortSignal): Promise<void> {
    const left = new Map<string, Set<string>>();
    for (const path of paths) {
      const about = this.#pending.about(path);
      if (about === undefined) continue;
      const inLane = left.get(about.lane) ?? new Set();
      left.set(about.lane, inLane.add(path));
    }
    if (left.size === 0 || aborted.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const abort = () => this.#finish(errand);
      const finish = () => {
        aborted.removeEventListener("abort", abort);
        resolve();
      };
      const errand: Errand = { word, left, finish };
      this.#errands.push(errand);
      this.#errands.sort((a, b) => Number(a.word !== undefined) - Number(b.word !== undefined));
      aborted.addEventListener("abort", abort);
    });
  }

  /** The next job for a lane, if somebody waits for one. */
  nextJob(lane: string): Job | undefined {
    for (const errand of this.#errands) {
      const files = this.#filesFor(errand, lane);
      if (files.length === 0) continue;
      if (errand.word === undefined) return { files, words: undefined };
      const words = this.#errands.flatMap(({ word }) => (word === undefined ? [] : [word]));
      return { files, words: [...new Set(words)] };
    }
    return undefined;
  }

  /** A file is indexed, or gone. */
  done(path: string): void {
    for (const errand of [...this.#errands]) this.#strike(errand, path);
  }

  /** A file holds none of these words. */
  without(path: string, words: readonly string[]): void {
    for (const errand of [...this.#errands]) {
      if (errand.word !== undefined && words.includes(errand.word)) this.#strike(errand, path);
    }
  }

  #filesFor({ word, left }: Errand, lane: string): SourceFile[] {
    const files: SourceFile[] = [];
    let bytes = 0;
    for (const path of left.get(lane) ?? []) {
      if (files.length >= (word === undefined ? mostFiles : mostLooks) || bytes > mostLookBytes) break;
      // One that is being parsed already will be done without our asking.
      const file = this.#pending.take(path);
      if (file === undefined) continue;
      files.push(file);
      bytes += this.#pending.about(path)?.bytes ?? 0;
    }
    return files;
  }

  #strike(errand: Errand, path: string): void {
    for (const [lane, paths] of errand.left) {
      if (!paths.delete(path)) continue;
      if (paths.size === 0) errand.left.delete(lane);
      if (errand.left.size === 0) this.#finish(errand);
      return;
    }
  }

  #finish(errand: Errand): void {
    this.#errands = this.#errands.filter((other) => other !== errand);
    errand.finish();
  }
}
