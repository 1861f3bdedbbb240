/**
 * The files that are not indexed yet: open documents and files in their folders first, then small
 * files before large ones.
 */

import { getOrInsert } from "../../text/list.js";
import { type FileStamp, isSameStamp, isTrustedStamp } from "../disk/fileStamp.js";
import type { SourceFile } from "./parseJobs.js";

interface QueuedFile {
  readonly languageId: string;
  /** The stamp of the file when it was queued. */
  readonly stamp: FileStamp;
  /** Whether the file, or one in the same folder, is open. */
  isNear: boolean;
  /** The file as it was taken; it stays in the queue until its result is known. */
  inProgress: SourceFile | undefined;
}

export interface ParseQueueOptions {
  /** Returns the lane of a language. Lanes have separate threads. */
  readonly laneOf: (languageId: string) => string;
  /** Returns the text of an open document. */
  readonly textOf: (path: string) => string | undefined;
}

/** The size of a job is limited, so that urgent jobs soon find a free thread. */
const MAX_FILES = 64;
const MAX_BYTES = 96 * 1024;

export class ParseQueue {
  readonly #options: ParseQueueOptions;
  readonly #files = new Map<string, QueuedFile>();
  /**
   * Paths that are not taken, by lane, then by priority: near ones at 0, then by the bit length of
   * the size.
   */
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

  /** Returns the lane of a queued file, and its stamp when it was queued. */
  infoOf(path: string): { readonly lane: string; readonly stamp: FileStamp } | undefined {
    const queued = this.#files.get(path);
    return queued && { lane: this.#options.laneOf(queued.languageId), stamp: queued.stamp };
  }

  /**
   * Adds a file. If it is queued with another stamp, a result for the file as it was taken no
   * longer counts. Returns false if it is queued with this stamp already.
   */
  add(path: string, languageId: string, stamp: FileStamp): boolean {
    const previous = this.#files.get(path);
    if (previous?.languageId === languageId && isTrustedStamp(stamp) && isSameStamp(previous.stamp, stamp))
      return false;
    const isNear = previous?.isNear ?? false;
    this.delete(path);
    const file = { languageId, stamp, isNear, inProgress: undefined };
    this.#files.set(path, file);
    this.#queueOf(file).add(path);
    return true;
  }

  /** Moves a file before the others from now on. */
  prefer(path: string): void {
    const queued = this.#files.get(path);
    if (queued === undefined || queued.isNear) return;
    this.#queueOf(queued).delete(path);
    queued.isNear = true;
    if (!queued.inProgress) this.#queueOf(queued).add(path);
  }

  delete(path: string): void {
    const queued = this.#files.get(path);
    if (queued === undefined) return;
    this.#files.delete(path);
    this.#queueOf(queued).delete(path);
  }

  /** Takes one file, unless it is taken already. */
  take(path: string): SourceFile | undefined {
    const queued = this.#files.get(path);
    if (queued === undefined || queued.inProgress) return undefined;
    this.#queueOf(queued).delete(path);
    const text = this.#options.textOf(path);
    queued.inProgress = { path, languageId: queued.languageId, ...(text === undefined ? {} : { text }) };
    return queued.inProgress;
  }

  /** Takes the next files of a lane, as many as make a job. */
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

  /**
   * Returns whether a file is queued as it was taken, that is, neither changed nor deleted since.
   */
  isCurrent(file: SourceFile): boolean {
    return this.#files.get(file.path)?.inProgress === file;
  }

  /** Puts a file back that was taken and not parsed. */
  putBack(file: SourceFile): void {
    const queued = this.#files.get(file.path);
    if (queued?.inProgress !== file) return;
    queued.inProgress = undefined;
    this.#queueOf(queued).add(file.path);
  }

  #queueOf({ languageId, stamp, isNear }: QueuedFile): Set<string> {
    const lane = this.#options.laneOf(languageId);
    const queues = getOrInsert(this.#queues, lane, () => []);
    const order = isNear ? 0 : 1 + Math.ceil(Math.log2(stamp.size + 1));
    const queue = queues[order] ?? new Set<string>();
    queues[order] = queue;
    return queue;
  }
}
