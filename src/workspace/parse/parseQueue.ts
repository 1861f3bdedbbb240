/** Files that wait to be indexed, in the order that serves people best: what they look at and what is beside it, then the small before the large. */

import { type FileStamp, isSameStamp, isTrustedStamp } from "../disk/fileStamp.js";
import type { SourceFile } from "./parseJobs.js";

interface QueuedFile {
  readonly languageId: string;
  /** How it was when it came to wait. */
  readonly stamp: FileStamp;
  /** Somebody looks at this file or at one beside it. */
  isNear: boolean;
  /** As it was handed out; it waits until what became of that is known. */
  inProgress: SourceFile | undefined;
}

export interface ParseQueueOptions {
  /** Lanes are parsed apart from each other. */
  readonly laneOf: (languageId: string) => string;
  /** What a client has open of a path. */
  readonly textOf: (path: string) => string | undefined;
}

/** No job is so large that one would wait long for its end. */
const MAX_FILES = 64;
const MAX_BYTES = 96 * 1024;

export class ParseQueue {
  readonly #options: ParseQueueOptions;
  readonly #files = new Map<string, QueuedFile>();
  /** Paths that are not taken, by lane, then by order: near ones at 0, then by the length of the size in bits. */
  readonly #queues = new Map<string, (Set<string> | undefined)[]>();

  constructor(options: ParseQueueOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#files.size;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  paths(): IterableIterator<string> {
    return this.#files.keys();
  }

  /** Where it is parsed, and how much there is to read; undefined where it does not wait. */
  infoOf(path: string): { readonly lane: string; readonly bytes: number } | undefined {
    const waiting = this.#files.get(path);
    return waiting && { lane: this.#options.laneOf(waiting.languageId), bytes: waiting.stamp.size };
  }

  /** Where it waits already and was otherwise, what becomes of it as it was handed out does not count. */
  add(path: string, languageId: string, stamp: FileStamp): void {
    const previous = this.#files.get(path);
    if (previous?.languageId === languageId && isTrustedStamp(stamp) && isSameStamp(previous.stamp, stamp)) return;
    const isNear = previous?.isNear ?? false;
    this.delete(path);
    const file = { languageId, stamp, isNear, inProgress: undefined };
    this.#files.set(path, file);
    this.#queueOf(file).add(path);
  }

  /** It goes before others from now on. */
  prefer(path: string): void {
    const waiting = this.#files.get(path);
    if (waiting === undefined || waiting.isNear) return;
    this.#queueOf(waiting).delete(path);
    waiting.isNear = true;
    if (!waiting.inProgress) this.#queueOf(waiting).add(path);
  }

  delete(path: string): void {
    const waiting = this.#files.get(path);
    if (waiting === undefined) return;
    this.#files.delete(path);
    this.#queueOf(waiting).delete(path);
  }

  /** Hands one out, unless it is handed out already. */
  take(path: string): SourceFile | undefined {
    const waiting = this.#files.get(path);
    if (waiting === undefined || waiting.inProgress) return undefined;
    this.#queueOf(waiting).delete(path);
    const text = this.#options.textOf(path);
    waiting.inProgress = { path, languageId: waiting.languageId, ...(text === undefined ? {} : { text }) };
    return waiting.inProgress;
  }

  /** Hands out the next ones of a lane, as many as make a job; none where nothing waits. */
  takeBatch(lane: string): SourceFile[] {
    const files: SourceFile[] = [];
    let bytes = 0;
    for (const queue of this.#queues.get(lane) ?? []) {
      for (const path of queue ?? []) {
        bytes += this.#files.get(path)?.stamp.size ?? 0;
        if (files.length >= MAX_FILES || (bytes > MAX_BYTES && files.length > 0)) return files;
        const file = this.take(path);
        if (file) files.push(file);
      }
    }
    return files;
  }

  /** Whether it waits as it was handed out then: it has neither changed since nor gone. */
  isCurrent(file: SourceFile): boolean {
    return this.#files.get(file.path)?.inProgress === file;
  }

  /** It was handed out for nothing and waits as before. */
  putBack(file: SourceFile): void {
    const waiting = this.#files.get(file.path);
    if (waiting?.inProgress !== file) return;
    waiting.inProgress = undefined;
    this.#queueOf(waiting).add(file.path);
  }

  #queueOf({ languageId, stamp, isNear }: QueuedFile): Set<string> {
    const lane = this.#options.laneOf(languageId);
    const queues = this.#queues.get(lane) ?? [];
    this.#queues.set(lane, queues);
    const order = isNear ? 0 : 1 + Math.ceil(Math.log2(stamp.size + 1));
    const queue = queues[order] ?? new Set<string>();
    queues[order] = queue;
    return queue;
  }
}
