/** The index as everybody else has it: questions go to its thread and answers come back. Should the thread die, another one is started. */

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { errorMessage, type Logger } from "../../error.js";
import type { IndexState } from "../declaration.js";
import { defaultIndexLimits, type IndexLimits } from "../disk/indexLimits.js";
import type { ThreadHandle } from "../threadPort.js";
import type { WorkspaceIndex } from "../workspaceIndex.js";
import type { FromIndex, IndexOptions, IndexQueryKind, IndexQueryTypes, ToIndex } from "./indexMessages.js";

export type IndexThread = ThreadHandle<ToIndex, FromIndex>;

export interface StartIndexOptions extends Pick<IndexOptions, "roots" | "languages" | "grammars" | "engine"> {
  /** Where the index is kept between sessions, and the program's version; nowhere if absent. */
  readonly cache?: { readonly file: string; readonly version: string } | undefined;
  readonly limits?: Partial<IndexLimits>;
  /** How many threads parse. */
  readonly workers?: number;
  readonly isWatching?: boolean;
  /** `startIndexThread`, or what stands for it. */
  readonly startThread: (options: IndexOptions, log: Logger) => IndexThread;
  readonly log: Logger;
}

/** Starts to index. Nothing of it keeps the process from ending. */
export function startIndex(options: StartIndexOptions): WorkspaceIndex {
  return new IndexThreadClient(options);
}

/** Changes of a document that follow each other so closely are told as one, unless somebody asks. */
const TYPING_DELAY_MS = 150;
/** How long the end may wait for the cache to be written. */
const END_TIMEOUT_MS = 2_000;
const MAX_STARTS = 3;

interface PendingQuery {
  readonly resolve: (answer: never) => void;
  readonly reject: (why: unknown) => void;
}

interface OpenText {
  readonly languageId: string;
  readonly text: string;
}

class IndexThreadClient implements WorkspaceIndex {
  readonly #options: StartIndexOptions;
  readonly #indexOptions: IndexOptions;
  readonly #pendingQueries = new Map<number, PendingQuery>();
  readonly #listeners = new Set<(state: IndexState) => void>();
  readonly #open = new Map<string, OpenText>();
  /** Documents whose newest text the thread does not have. */
  readonly #unsentPaths = new Set<string>();
  #thread: IndexThread | undefined;
  #startCount = 0;
  #lastId = 0;
  #state: IndexState = { isComplete: false, indexed: 0, files: 0 };
  #typingTimer: NodeJS.Timeout | undefined;
  /** Why nothing is answered any more. */
  #closeReason: string | undefined;
  #onEnded: (() => void) | undefined;
  #endPromise: Promise<void> | undefined;

  constructor(options: StartIndexOptions) {
    const { roots, languages, grammars, engine, cache, limits, workers, isWatching } = options;
    this.#options = options;
    this.#indexOptions = {
      roots: roots.map((root) => resolve(root)),
      languages,
      grammars,
      engine,
      ...(cache && { cache }),
      limits: { ...defaultIndexLimits, ...limits },
      workers: workers ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
      isWatching: isWatching ?? true,
    };
    this.#startThread();
  }

  findByName(
    query: IndexQueryTypes["named"]["asked"],
    signal?: AbortSignal,
  ): Promise<IndexQueryTypes["named"]["answer"]> {
    return this.#sendQuery("named", query, signal);
  }

  findMatching(text: string, limit: number, signal?: AbortSignal): Promise<IndexQueryTypes["matching"]["answer"]> {
    return this.#sendQuery("matching", { text, limit }, signal);
  }

  findSimilar(name: string, limit: number, signal?: AbortSignal): Promise<IndexQueryTypes["near"]["answer"]> {
    return this.#sendQuery("near", { name, limit }, signal);
  }

  findFilesWith(
    word: string,
    languageIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<IndexQueryTypes["filesWith"]["answer"]> {
    return this.#sendQuery("filesWith", { word, languageIds }, signal);
  }

  waitUntilComplete(signal?: AbortSignal): Promise<IndexState> {
    return this.#sendQuery("complete", null, signal);
  }

  open(path: string, languageId: string, text: string): void {
    const previous = this.#open.get(path);
    if (previous?.text === text && previous.languageId === languageId) return;
    this.#open.set(path, { languageId, text });
    this.#unsentPaths.add(path);
    // The first text is told at once: what is beside it is indexed first from then on.
    clearTimeout(this.#typingTimer);
    if (previous === undefined) this.#sendOpenDocuments();
    else this.#typingTimer = setTimeout(() => this.#sendOpenDocuments(), TYPING_DELAY_MS).unref();
  }

  close(path: string): void {
    if (!this.#open.delete(path)) return;
    this.#unsentPaths.delete(path);
    this.#post({ kind: "close", path });
  }

  notifyChanges(paths: readonly string[]): void {
    if (paths.length > 0) this.#post({ kind: "changed", paths });
  }

  onStateChange(listener: (state: IndexState) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#state);
    return () => this.#listeners.delete(listener);
  }

  end(): Promise<void> {
    this.#endPromise ??= this.#endThread();
    return this.#endPromise;
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#close("the index is closed");
    if (thread === undefined) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, END_TIMEOUT_MS);
      this.#onEnded = () => {
        clearTimeout(timer);
        resolve();
      };
      // Only now, and not for long: what was found is to be there when the next session starts.
      thread.ref();
      thread.postMessage({ kind: "end" });
    });
    this.#thread = undefined;
    await thread.terminate();
  }

  #startThread(): void {
    this.#startCount++;
    try {
      const thread = this.#options.startThread(this.#indexOptions, this.#options.log);
      thread.on("message", (message) => this.#onMessage(message));
      thread.on("error", (error) => this.#onThreadLost(thread, error));
      this.#thread = thread;
      for (const path of this.#open.keys()) this.#unsentPaths.add(path);
      this.#sendOpenDocuments();
    } catch (error) {
      this.#close(`the index can't be started: ${errorMessage(error)}`);
    }
  }

  #onThreadLost(thread: IndexThread, error: Error): void {
    if (thread !== this.#thread) return;
    this.#thread = undefined;
    this.#options.log(`The index has died: ${error.message}`);
    this.#onEnded?.();
    if (this.#closeReason !== undefined) return;
    this.#rejectAll(`the index has died: ${error.message}`);
    if (this.#startCount < MAX_STARTS) this.#startThread();
    else this.#close(`the index has died ${MAX_STARTS} times, at last of: ${error.message}`);
  }

  #close(reason: string): void {
    this.#closeReason ??= reason;
    clearTimeout(this.#typingTimer);
    this.#rejectAll(reason);
  }

  #rejectAll(reason: string): void {
    for (const { reject } of this.#pendingQueries.values()) reject(new Error(reason));
    this.#pendingQueries.clear();
  }

  #sendQuery<Kind extends IndexQueryKind>(
    question: Kind,
    asked: IndexQueryTypes[Kind]["asked"],
    signal: AbortSignal | undefined,
  ): Promise<IndexQueryTypes[Kind]["answer"]> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#closeReason !== undefined) return Promise.reject(new Error(this.#closeReason));
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const abort = () => {
        this.#pendingQueries.delete(id);
        this.#post({ kind: "abort", id });
        reject(signal?.reason);
      };
      const done = () => signal?.removeEventListener("abort", abort);
      signal?.addEventListener("abort", abort, { once: true });
      this.#pendingQueries.set(id, {
        resolve: (answer) => (done(), resolve(answer)),
        reject: (why) => (done(), reject(why)),
      });
      this.#sendOpenDocuments();
      this.#post({ kind: "ask", id, question, asked });
    });
  }

  /** Tells the thread what it does not know yet of open documents. */
  #sendOpenDocuments(): void {
    clearTimeout(this.#typingTimer);
    for (const path of this.#unsentPaths) {
      const open = this.#open.get(path);
      if (open) this.#post({ kind: "open", path, ...open });
    }
    this.#unsentPaths.clear();
  }

  #post(message: ToIndex): void {
    if (this.#closeReason === undefined) this.#thread?.postMessage(message);
  }

  #onMessage(message: FromIndex): void {
    switch (message.kind) {
      case "answer":
        this.#pendingQueries.get(message.id)?.resolve(message.answer as never);
        this.#pendingQueries.delete(message.id);
        return;
      case "failure":
        this.#pendingQueries.get(message.id)?.reject(new Error(message.failure));
        this.#pendingQueries.delete(message.id);
        return;
      case "state":
        this.#state = message.state;
        for (const listener of [...this.#listeners]) listener(message.state);
        return;
      case "log":
        this.#options.log(message.line);
        return;
      case "ended":
        this.#onEnded?.();
    }
  }
}
