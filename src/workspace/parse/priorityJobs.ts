/**
 * What somebody waits for goes before the rest: certain files, or all files that hold a word. For a word, files are read and not parsed unless it is in them, so
 * that an answer is complete long before the index is. Several errands at once are done in one reading.
 */

import type { ParseJob, SourceFile } from "./parseJobs.js";
import type { ParseQueue } from "./parseQueue.js";

interface PriorityRequest {
  /** Undefined: the files themselves are wanted. */
  readonly word: string | undefined;
  /** Files that nothing is known of yet, by lane. Invariant: no empty sets. */
  readonly remaining: Map<string, Set<string>>;
  readonly finish: () => void;
}

/** Reading costs little beside parsing: more of it makes a job. */
const MAX_SEARCHED_FILES = 256;
const MAX_SEARCHED_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 16;

export class PriorityJobs {
  readonly #queue: ParseQueue;
  /** In the order they came, those without a word before all others. */
  #requests: PriorityRequest[] = [];

  constructor(queue: ParseQueue) {
    this.#queue = queue;
  }

  /** Resolves when those of the paths that wait to be indexed are, or don't hold the word. `aborted` ends the errand. */
  request(word: string | undefined, paths: Iterable<string>, signal: AbortSignal): Promise<void> {
    const remaining = new Map<string, Set<string>>();
    for (const path of paths) {
      const file = this.#queue.infoOf(path);
      if (file === undefined) continue;
      const inLane = remaining.get(file.lane) ?? new Set();
      remaining.set(file.lane, inLane.add(path));
    }
    if (remaining.size === 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const abort = () => this.#finish(request);
      const finish = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const request: PriorityRequest = { word, remaining, finish };
      this.#requests.push(request);
      this.#requests.sort((a, b) => Number(a.word !== undefined) - Number(b.word !== undefined));
      signal.addEventListener("abort", abort);
    });
  }

  /** The next job for a lane, if somebody waits for one. */
  nextJob(lane: string): ParseJob | undefined {
    for (const request of this.#requests) {
      const files = this.#takeFiles(request, lane);
      if (files.length === 0) continue;
      if (request.word === undefined) return { files, words: undefined };
      const words = this.#requests.flatMap(({ word }) => (word === undefined ? [] : [word]));
      return { files, words: [...new Set(words)] };
    }
    return undefined;
  }

  /** A file is indexed, or gone. */
  markDone(path: string): void {
    for (const request of [...this.#requests]) this.#removePath(request, path);
  }

  /** A file holds none of these words. */
  markWithoutWords(path: string, words: readonly string[]): void {
    for (const request of [...this.#requests]) {
      if (request.word !== undefined && words.includes(request.word)) this.#removePath(request, path);
    }
  }

  #takeFiles({ word, remaining }: PriorityRequest, lane: string): SourceFile[] {
    const files: SourceFile[] = [];
    let bytes = 0;
    for (const path of remaining.get(lane) ?? []) {
      if (files.length >= (word === undefined ? MAX_FILES : MAX_SEARCHED_FILES) || bytes > MAX_SEARCHED_BYTES) break;
      // One that is being parsed already will be done without our asking.
      const file = this.#queue.take(path);
      if (file === undefined) continue;
      files.push(file);
      bytes += this.#queue.infoOf(path)?.bytes ?? 0;
    }
    return files;
  }

  #removePath(request: PriorityRequest, path: string): void {
    for (const [lane, paths] of request.remaining) {
      if (!paths.delete(path)) continue;
      if (paths.size === 0) request.remaining.delete(lane);
      if (request.remaining.size === 0) this.#finish(request);
      return;
    }
  }

  #finish(request: PriorityRequest): void {
    this.#requests = this.#requests.filter((other) => other !== request);
    request.finish();
  }
}
