/**
 * The files that queries need before all others: given files, or all files that contain or may
 * declare a word. For a word, files are read and only parsed if they have it, so that an answer is
 * complete long before the index is. Concurrent requests share one reading.
 */

import type { ParseJob, SearchedWord, SourceFile } from "./parseJobs.js";
import type { ParseQueue } from "./parseQueue.js";

interface PriorityRequest {
  /** If undefined, all the files are parsed. */
  readonly word: SearchedWord | undefined;
  /** Files without a result yet, by lane. Invariant: no empty sets. */
  readonly remaining: Map<string, Set<string>>;
  readonly finish: () => void;
}

/** Reading is cheap compared with parsing, so jobs that search for words are larger. */
const MAX_SEARCHED_FILES = 256;
const MAX_SEARCHED_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 16;

export class PriorityJobs {
  readonly #queue: ParseQueue;
  /** In order of arrival, those without a word before all others. */
  #requests: PriorityRequest[] = [];

  constructor(queue: ParseQueue) {
    this.#queue = queue;
  }

  /**
   * Resolves when each of the paths that was queued is indexed or found not to have the word, or
   * when `signal` aborts.
   */
  request(word: SearchedWord | undefined, paths: Iterable<string>, signal: AbortSignal): Promise<void> {
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

  /** Returns the next job of a lane, or undefined if no request needs files of it. */
  nextJob(lane: string): ParseJob | undefined {
    for (const request of this.#requests) {
      const files = this.#takeFiles(request, lane);
      if (files.length === 0) continue;
      if (request.word === undefined) return { files, words: undefined };
      const words = this.#requests.flatMap(({ word }) => (word === undefined ? [] : [word]));
      return { files, words: words.filter((word, at) => words.findIndex((each) => isSameWord(each, word)) === at) };
    }
    return undefined;
  }

  /** Notes that a file is indexed or gone. */
  markDone(path: string): void {
    for (const request of [...this.#requests]) this.#removePath(request, path);
  }

  /** Notes that a file has none of these words. */
  markWithoutWords(path: string, words: readonly SearchedWord[]): void {
    for (const request of [...this.#requests]) {
      const { word } = request;
      if (word !== undefined && words.some((each) => isSameWord(each, word))) this.#removePath(request, path);
    }
  }

  #takeFiles({ word, remaining }: PriorityRequest, lane: string): SourceFile[] {
    const files: SourceFile[] = [];
    let bytes = 0;
    for (const path of remaining.get(lane) ?? []) {
      if (files.length >= (word === undefined ? MAX_FILES : MAX_SEARCHED_FILES) || bytes > MAX_SEARCHED_BYTES) break;
      // A file that is already being parsed needs no further job.
      const file = this.#queue.take(path);
      if (file === undefined) continue;
      files.push(file);
      bytes += this.#queue.infoOf(path)?.stamp.size ?? 0;
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

function isSameWord(one: SearchedWord, other: SearchedWord): boolean {
  return one.word === other.word && one.isDeclared === other.isDeclared;
}
