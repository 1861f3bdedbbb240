/** Files that wait to be indexed, in the order that serves people best: what they look at and what is beside it, then the small before the large. */

import { isSame, isTrusted } from "../disk/fileStamp.js";
import type { Stamp } from "../store/declarationStore.js";
import type { SourceFile } from "./parseJobs.js";

interface Waiting {
  readonly languageId: string;
  /** How it was when it came to wait. */
  readonly stamp: Stamp;
  /** Somebody looks at this file or at one beside it. */
  isNear: boolean;
  /** As it was handed out; it waits until what became of that is known. */
  taken: SourceFile | undefined;
}

export interface PendingOptions {
  /** Lanes are parsed apart from each other. */
  readonly laneOf: (languageId: string) => string;
  /** What a client has open of a path. */
  readonly textOf: (path: string) => string | undefined;
}

/** No job is so large that one would wait long for its end. */
const mostFiles = 64;
const mostBytes = 96 * 1024;

export class Pending {
  readonly #options: PendingOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** Paths that are not taken, by lane, then by order: near ones at 0, then by the length of the size in bits. */
  readonly #queues = new Map<string, (Set<string> | undefined)[]>();

  constructor(options: PendingOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.size;
  }

  has(path: string): boolean {
    return this.#waiting.has(path);
  }

  paths(): IterableIterator<string> {
    return this.#waiting.keys();
  }

  /** Where it is parsed, and how much there is to read; undefined where it does not wait. */
  about(path: string): { readonly lane: string; readonly bytes: number } | undefined {
    const waiting = this.#waiting.get(path);
    return waiting && { lane: this.#options.laneOf(waiting.languageId), bytes: waiting.stamp.size };
  }

  /** Where it waits already and was otherwise, what becomes of it as it was handed out does not count. */
  add(path: string, languageId: string, stamp: Stamp): void {
    const known = this.#waiting.get(path);
    if (known?.languageId === languageId && isTrusted(stamp) && isSame(known.stamp, stamp)) return;
    const isNear = known?.isNear ?? false;
    this.delete(path);
    const waiting = { languageId, stamp, isNear, taken: undefined };
    this.#waiting.set(path, waiting);
    this.#queueOf(waiting).add(path);
  }

  /** It goes before others from now on. */
  prefer(path: string): void {
    const waiting = this.#waiting.get(path);
    if (waiting === undefined || waiting.isNear) return;
    this.#queueOf(waiting).delete(path);
    waiting.isNear = true;
    if (!waiting.taken) this.#queueOf(waiting).add(path);
  }

  delete(path: string): void {
    const waiting = this.#waiting.get(path);
    if (waiting === undefined) return;
    this.#waiting.delete(path);
    this.#queueOf(waiting).delete(path);
  }

  /** Hands one out, unless it is handed out already. */
  take(path: string): SourceFile | undefined {
    const waiting = this.#waiting.get(path);
    if (waiting === undefined || waiting.taken) return undefined;
    this.#queueOf(waiting).delete(path);
    const text = this.#options.textOf(path);
    waiting.taken = { path, languageId: waiting.languageId, ...(text === undefined ? {} : { text }) };
    return waiting.taken;
  }

  /** Hands out the next ones of a lane, as many as make a job; none where nothing waits. */
  takeNext(lane: string): SourceFile[] {
    const files: SourceFile[] = [];
    let bytes = 0;
    for (const queue of this.#queues.get(lane) ?? []) {
      for (const path of queue ?? []) {
        bytes += this.#waiting.get(path)?.stamp.size ?? 0;
        if (files.length >= mostFiles || (bytes > mostBytes && files.length > 0)) return files;
        const file = this.take(path);
        if (file) files.push(file);
      }
    }
    return files;
  }

  /** Whether it waits as it was handed out then: it has neither changed since nor gone. */
  isCurrent(file: SourceFile): boolean {
    return this.#waiting.get(file.path)?.taken === file;
  }

  /** It was handed out for nothing and waits as before. */
  giveBack(file: SourceFile): void {
    const waiting = this.#waiting.get(file.path);
    if (waiting?.taken !== file) return;
    waiting.taken = undefined;
    this.#queueOf(waiting).add(file.path);
  }

  #queueOf({ languageId, stamp, isNear }: Waiting): Set<string> {
    const lane = this.#options.laneOf(languageId);
    const queues = this.#queues.get(lane) ?? [];
    this.#queues.set(lane, queues);
    const order = isNear ? 0 : 1 + Math.ceil(Math.log2(stamp.size + 1));
    const queue = queues[order] ?? new Set<string>();
    queues[order] = queue;
    return queue;
  }
}
