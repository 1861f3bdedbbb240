/** The index as everybody else has it: questions go to its thread and answers come back. Should the thread die, another one is started. */

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { IndexState } from "../declaration.js";
import type { Thread } from "../threadPort.js";
import type { WorkspaceIndex } from "../workspaceIndex.js";
import {
  type FromIndex,
  type IndexOptions,
  type Limits,
  type QuestionKind,
  type Questions,
  type ToIndex,
  usualLimits,
} from "./indexMessages.js";

export type IndexThread = Thread<ToIndex, FromIndex>;

export interface StartOptions extends Pick<IndexOptions, "roots" | "languages" | "grammars" | "engine"> {
  /** Where the index is kept between sessions, and the program's version; nowhere if absent. */
  readonly cache?: { readonly file: string; readonly version: string } | undefined;
  readonly limits?: Partial<Limits>;
  /** How many threads parse. */
  readonly workers?: number;
  readonly isWatching?: boolean;
  /** `startIndexThread`, or what stands for it. */
  readonly start: (options: IndexOptions, log: (line: string) => void) => IndexThread;
  readonly log: (line: string) => void;
}

/** Starts to index. Nothing of it keeps the process from ending. */
export function startIndex(options: StartOptions): WorkspaceIndex {
  return new RemoteIndex(options);
}

/** Changes of a document that follow each other so closely are told as one, unless somebody asks. */
const typingMs = 150;
/** How long the end may wait for the cache to be written. */
const endMs = 2_000;
const mostStarts = 3;

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (why: unknown) => void;
}

interface OpenText {
  readonly languageId: string;
  readonly text: string;
}

class RemoteIndex implements WorkspaceIndex {
  readonly #options: StartOptions;
  readonly #indexOptions: IndexOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(state: IndexState) => void>();
  readonly #open = new Map<string, OpenText>();
  /** Documents whose newest text the thread does not have. */
  readonly #untold = new Set<string>();
  #thread: IndexThread | undefined;
  #starts = 0;
  #lastId = 0;
  #state: IndexState = { isComplete: false, indexed: 0, files: 0 };
  #typing: NodeJS.Timeout | undefined;
  /** Why nothing is answered any more. */
  #over: string | undefined;
  #ended: (() => void) | undefined;
  #ending: Promise<void> | undefined;

  constructor(options: StartOptions) {
    const { roots, languages, grammars, engine, cache, limits, workers, isWatching } = options;
    this.#options = options;
    this.#indexOptions = {
      roots: roots.map((root) => resolve(root)),
      languages,
      grammars,
      engine,
      ...(cache && { cache }),
      limits: { ...usualLimits, ...limits },
      workers: workers ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
      isWatching: isWatching ?? true,
    };
    this.#start();
  }

  named(query: Questions["named"]["asked"], signal?: AbortSignal): Promise<Questions["named"]["answer"]> {
    return this.#ask("named", query, signal);
  }

  matching(text: string, limit: number, signal?: AbortSignal): Promise<Questions["matching"]["answer"]> {
    return this.#ask("matching", { text, limit }, signal);
  }

  near(name: string, limit: number, signal?: AbortSignal): Promise<Questions["near"]["answer"]> {
    return this.#ask("near", { name, limit }, signal);
  }

  filesWith(
    word: string,
    languageIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<Questions["filesWith"]["answer"]> {
    return this.#ask("filesWith", { word, languageIds }, signal);
  }

  complete(signal?: AbortSignal): Promise<IndexState> {
    return this.#ask("complete", null, signal);
  }

  open(path: string, languageId: string, text: string): void {
    const known = this.#open.get(path);
    if (known?.text === text && known.languageId === languageId) return;
    this.#open.set(path, { languageId, text });
    this.#untold.add(path);
    // The first text is told at once: what is beside it is indexed first from then on.
    clearTimeout(this.#typing);
    if (known === undefined) this.#tell();
    else this.#typing = setTimeout(() => this.#tell(), typingMs).unref();
  }

  close(path: string): void {
    if (!this.#open.delete(path)) return;
    this.#untold.delete(path);
    this.#post({ kind: "close", path });
  }

  changed(paths: readonly string[]): void {
    if (paths.length > 0) this.#post({ kind: "changed", paths });
  }

  onState(listener: (state: IndexState) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#state);
    return () => this.#listeners.delete(listener);
  }

  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#fail("the index is closed");
    if (thread === undefined) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, endMs);
      this.#ended = () => {
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

  #start(): void {
    this.#starts++;
    try {
      const thread = this.#options.start(this.#indexOptions, this.#options.log);
      thread.on("message", (message) => this.#take(message));
      thread.on("error", (error) => this.#lose(thread, error));
      this.#thread = thread;
      for (const path of this.#open.keys()) this.#untold.add(path);
      this.#tell();
    } catch (error) {
      this.#fail(`the index can't be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #lose(thread: IndexThread, error: Error): void {
    if (thread !== this.#thread) return;
    this.#thread = undefined;
    this.#options.log(`The index has died: ${error.message}`);
    this.#ended?.();
    if (this.#over !== undefined) return;
    this.#rejectAll(`the index has died: ${error.message}`);
    if (this.#starts < mostStarts) this.#start();
    else this.#fail(`the index has died ${mostStarts} times, at last of: ${error.message}`);
  }

  #fail(why: string): void {
    this.#over ??= why;
    clearTimeout(this.#typing);
    this.#rejectAll(why);
  }

  #rejectAll(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }

  #ask<Kind extends QuestionKind>(
    question: Kind,
    asked: Questions[Kind]["asked"],
    signal: AbortSignal | undefined,
  ): Promise<Questions[Kind]["answer"]> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#over !== undefined) return Promise.reject(new Error(this.#over));
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const abort = () => {
        this.#waiting.delete(id);
        this.#post({ kind: "abort", id });
        reject(signal?.reason);
      };
      const done = () => signal?.removeEventListener("abort", abort);
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiting.set(id, {
        resolve: (answer) => (done(), resolve(answer)),
        reject: (why) => (done(), reject(why)),
      });
      this.#tell();
      this.#post({ kind: "ask", id, question, asked });
    });
  }

  /** Tells the thread what it does not know yet of open documents. */
  #tell(): void {
    clearTimeout(this.#typing);
    for (const path of this.#untold) {
      const open = this.#open.get(path);
      if (open) this.#post({ kind: "open", path, ...open });
    }
    this.#untold.clear();
  }

  #post(message: ToIndex): void {
    if (this.#over === undefined) this.#thread?.postMessage(message);
  }

  #take(message: FromIndex): void {
    switch (message.kind) {
      case "answer":
        this.#waiting.get(message.id)?.resolve(message.answer as never);
        this.#waiting.delete(message.id);
        return;
      case "failure":
        this.#waiting.get(message.id)?.reject(new Error(message.failure));
        this.#waiting.delete(message.id);
        return;
      case "state":
        this.#state = message.state;
        for (const listener of [...this.#listeners]) listener(message.state);
        return;
      case "log":
        this.#options.log(message.line);
        return;
      case "ended":
        this.#ended?.();
    }
  }
}
