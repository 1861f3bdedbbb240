/**
 * The session's end of the conversation: sends queries to the index thread and returns its answers.
 * If the thread crashes, another one is started.
 */

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { errorMessage, type Logger } from "../../error.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import { Document } from "../../text/document.js";
import type { IndexState, PatternQuery, TextQuery } from "../declaration.js";
import { unknownStamp } from "../disk/fileStamp.js";
import { defaultIndexLimits, type IndexLimits } from "../indexLimits.js";
import { failedFileResult, isIndexable, resultOfOutline } from "../parse/fileResults.js";
import type { FileResult } from "../parse/parseJobs.js";
import type { ThreadHandle } from "../threadPort.js";
import type { WorkspaceIndex } from "../workspaceIndex.js";
import type { FromIndex, IndexOptions, IndexQueryKind, IndexQueryTypes, OpenText, ToIndex } from "./indexMessages.js";

export type IndexThread = ThreadHandle<ToIndex, FromIndex>;

export interface StartIndexOptions extends Pick<IndexOptions, "roots" | "languages" | "grammars" | "treeSitterWasm"> {
  /** The cache file, and the version of the program. Without it, nothing is kept on disk. */
  readonly cache?: { readonly file: string; readonly version: string } | undefined;
  readonly limits?: Partial<IndexLimits>;
  /** The number of parse threads. */
  readonly workers?: number;
  readonly isWatching?: boolean;
  /** `startIndexThread`; tests pass their own. */
  readonly startThread: (options: IndexOptions, log: Logger) => IndexThread;
  readonly log: Logger;
}

/** Starts an index. It does not keep the process alive. */
export function startIndex(options: StartIndexOptions): WorkspaceIndex {
  return new IndexThreadClient(options);
}

/** Changes of a document within this time are sent as one, unless a query needs them earlier. */
const TYPING_DELAY_MS = 150;
/** The time that the cache may take to be written at the end. */
const END_TIMEOUT_MS = 2_000;
const MAX_STARTS = 3;

type GetOutline = () => Promise<readonly OutlineSymbol[]>;

interface ClientText extends OpenText {
  /** Absent where the index parses the text itself. */
  readonly outline: GetOutline | undefined;
}

interface PendingQuery {
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: unknown) => void;
}

class IndexThreadClient implements WorkspaceIndex {
  readonly #options: StartIndexOptions;
  readonly #indexOptions: IndexOptions;
  readonly #pendingQueries = new Map<number, PendingQuery>();
  readonly #listeners = new Set<(state: IndexState) => void>();
  readonly #open = new Map<string, ClientText>();
  /** Documents whose latest text has not been sent to the thread. */
  readonly #unsentPaths = new Set<string>();
  #thread: IndexThread | undefined;
  #startCount = 0;
  #lastId = 0;
  #state: IndexState = { isComplete: false, indexed: 0, files: 0 };
  #typingTimer: NodeJS.Timeout | undefined;
  /** Why queries are rejected from now on. */
  #closeReason: string | undefined;
  #onEnded: (() => void) | undefined;
  #endPromise: Promise<void> | undefined;

  constructor(options: StartIndexOptions) {
    const { roots, languages, grammars, treeSitterWasm, cache, limits, workers, isWatching } = options;
    this.#options = options;
    this.#indexOptions = {
      roots: roots.map((root) => resolve(root)),
      languages,
      grammars,
      treeSitterWasm,
      ...(cache && { cache }),
      limits: { ...defaultIndexLimits, ...limits },
      workers: workers ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
      isWatching: isWatching ?? true,
    };
    this.#startThread();
  }

  findByName(
    query: IndexQueryTypes["findByName"]["params"],
    signal?: AbortSignal,
  ): Promise<IndexQueryTypes["findByName"]["result"]> {
    return this.#sendQuery("findByName", query, signal);
  }

  findMatching(text: string, limit: number, signal?: AbortSignal): Promise<IndexQueryTypes["findMatching"]["result"]> {
    return this.#sendQuery("findMatching", { text, limit }, signal);
  }

  findSimilar(name: string, limit: number, signal?: AbortSignal): Promise<IndexQueryTypes["findSimilar"]["result"]> {
    return this.#sendQuery("findSimilar", { name, limit }, signal);
  }

  findFilesWith(
    word: string,
    languageIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<IndexQueryTypes["findFilesWith"]["result"]> {
    return this.#sendQuery("findFilesWith", { word, languageIds }, signal);
  }

  findByPattern(query: PatternQuery, signal?: AbortSignal): Promise<IndexQueryTypes["findByPattern"]["result"]> {
    return this.#sendQuery("findByPattern", query, signal);
  }

  findText(query: TextQuery, signal?: AbortSignal): Promise<IndexQueryTypes["findText"]["result"]> {
    return this.#sendQuery("findText", query, signal);
  }

  findPaths(folder: string, signal?: AbortSignal): Promise<IndexQueryTypes["findPaths"]["result"]> {
    return this.#sendQuery("findPaths", { folder }, signal);
  }

  revision(languageId: string, signal?: AbortSignal): Promise<string | null> {
    return this.#sendQuery("revision", { languageId }, signal);
  }

  waitUntilComplete(signal?: AbortSignal): Promise<IndexState> {
    return this.#sendQuery("waitUntilComplete", null, signal);
  }

  open(path: string, languageId: string, text: string, outline?: GetOutline): void {
    const previous = this.#open.get(path);
    if (previous?.text === text && previous.languageId === languageId) return;
    const { grammars, limits } = this.#indexOptions;
    const isIndexed = Object.hasOwn(grammars, languageId) && isIndexable(text, limits.fileBytes);
    this.#open.set(path, { languageId, text, outline: isIndexed ? outline : undefined });
    this.#unsentPaths.add(path);
    // A newly opened document is sent at once: its folder is then indexed first.
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
      // From here on the thread keeps the process alive, for a short time, so that the cache is
      // written.
      thread.ref();
      thread.postMessage({ kind: "end" });
    });
    this.#thread = undefined;
    // A thread that the file system holds up never ends.
    void thread.terminate();
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
      // The caller opens its documents first.
      setImmediate(() => thread === this.#thread && this.#post({ kind: "start" }));
    } catch (error) {
      this.#close(`the index can't be started: ${errorMessage(error)}`);
    }
  }

  #onThreadLost(thread: IndexThread, error: Error): void {
    if (thread !== this.#thread) return;
    this.#thread = undefined;
    this.#options.log(`The index thread has crashed: ${error.message}`);
    this.#onEnded?.();
    if (this.#closeReason !== undefined) return;
    this.#rejectAll(`the index thread has crashed: ${error.message}`);
    if (this.#startCount < MAX_STARTS) this.#startThread();
    else this.#close(`the index thread has crashed ${MAX_STARTS} times, most recently: ${error.message}`);
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
    query: Kind,
    params: IndexQueryTypes[Kind]["params"],
    signal: AbortSignal | undefined,
  ): Promise<IndexQueryTypes[Kind]["result"]> {
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
        reject: (reason) => (done(), reject(reason)),
      });
      this.#sendOpenDocuments();
      this.#post({ kind: "query", id, query, params });
    });
  }

  /** Sends the texts of open documents that the thread does not have yet. */
  #sendOpenDocuments(): void {
    clearTimeout(this.#typingTimer);
    for (const path of this.#unsentPaths) {
      const open = this.#open.get(path);
      if (open) this.#sendText(path, open);
    }
    this.#unsentPaths.clear();
  }

  #sendText(path: string, open: ClientText): void {
    const { languageId, text, outline } = open;
    this.#post({ kind: "open", path, languageId, text, isOutlined: outline !== undefined });
    const thread = this.#thread;
    const sendResult = (result: FileResult) => {
      const isCurrent = this.#open.get(path) === open && this.#thread === thread;
      if (isCurrent) this.#post({ kind: "outlined", path, result });
    };
    void outline?.()
      .then((symbols) => resultOfOutline(symbols, { document: Document.of(text), languageId, stamp: unknownStamp }))
      .catch(failedFileResult)
      .then(sendResult);
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
