/** The index's life in a session: when it starts, what it hears of documents and folders, how long a question waits for it. */

import { ResponseError } from "vscode-languageserver/node";
import type { IndexState } from "../../workspace/declaration.js";
import type { IndexAnswer, WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import type { Documents, Happening, Source } from "./documents.js";
import type { Progress } from "./progress.js";
import { orAborted, refusal } from "./requestHandler.js";

export interface IndexingOptions {
  readonly start: (roots: readonly string[]) => Promise<WorkspaceIndex>;
  readonly documents: Documents;
  /** Where the client shows what goes on for a while. */
  readonly progress: () => Promise<Progress>;
  /** So long a question waits. */
  readonly patienceMs: number;
  /** So long after the session has begun the index does, if nobody asks it before: the first questions are of the text in front of somebody, and must not wait for it. */
  readonly restMs: number;
  readonly log: (line: string) => void;
}

export class Indexing {
  readonly #options: IndexingOptions;
  #roots: readonly string[] = [];
  #rest: NodeJS.Timeout | undefined;
  // Invariant: at most one, which has been told of every open document before it is asked anything.
  #index: Promise<WorkspaceIndex | undefined> | undefined;
  #state: IndexState | undefined;
  /** Of the first time that it is completed. */
  #progress: Promise<Progress> | undefined;

  constructor(options: IndexingOptions) {
    this.#options = options;
    options.documents.onChange((source, happening) => {
      void this.#index?.then((index) => index && tell(index, source, happening));
    });
  }

  /** Begins with the workspace's folders. Where there are none, only what is open is indexed, from the first question on. */
  begin(roots: readonly string[]): void {
    this.#roots = roots;
    clearTimeout(this.#rest);
    if (roots.length > 0) this.#rest = setTimeout(() => void this.#started(), this.#options.restMs).unref();
  }

  /** The workspace has other folders now. */
  async moveTo(roots: readonly string[]): Promise<void> {
    const before = this.#retire();
    this.#index = undefined;
    this.begin(roots);
    await (await before)?.end();
  }

  /** These files or folders have changed on disk. */
  async changed(paths: readonly string[]): Promise<void> {
    (await this.#index)?.notifyChanges(paths);
  }

  /**
   * What the index says; undefined where there is none. Waits at most as long as the options say until it is complete for that question;
   * the error then says how far it is.
   */
  async ask<Answer>(
    question: (index: WorkspaceIndex, signal: AbortSignal) => Promise<IndexAnswer<Answer>>,
    signal: AbortSignal,
  ): Promise<IndexAnswer<Answer> | undefined> {
    const controller = new AbortController();
    const abort = () => controller.abort(signal.reason);
    const patience = setTimeout(() => controller.abort(stillIndexing(this.#state)), this.#options.patienceMs);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    try {
      const index = await orAborted(this.#started(), controller.signal);
      return index && (await orAborted(answered(question(index, controller.signal)), controller.signal));
    } finally {
      clearTimeout(patience);
      signal.removeEventListener("abort", abort);
    }
  }

  /** Ends the index, when it has written what it keeps. */
  async end(): Promise<void> {
    const index = this.#retire();
    this.#index = Promise.resolve(undefined);
    await (await index)?.end();
  }

  #retire(): Promise<WorkspaceIndex | undefined> | undefined {
    clearTimeout(this.#rest);
    void this.#progress?.then((progress) => progress.done());
    this.#progress = undefined;
    this.#state = undefined;
    return this.#index;
  }

  #started(): Promise<WorkspaceIndex | undefined> {
    this.#index ??= this.#start(this.#roots);
    return this.#index;
  }

  async #start(roots: readonly string[]): Promise<WorkspaceIndex | undefined> {
    const { start, documents, log } = this.#options;
    try {
      const index = await start(roots);
      for (const source of documents.all()) tell(index, source, "opened");
      this.#follow(index, roots);
      return index;
    } catch (error) {
      log(`there is no index of the workspace: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  }

  /** Notes how far the index is, and shows it to the client until it is complete for the first time. */
  #follow(index: WorkspaceIndex, roots: readonly string[]): void {
    let wasComplete = false;
    index.onStateChange((state) => {
      if (roots !== this.#roots) return; // of an index that is gone
      this.#state = state;
      if (!wasComplete && !state.isComplete) this.#progress ??= this.#options.progress();
      wasComplete ||= state.isComplete;
      void this.#progress?.then((progress) => {
        progress.begin("Indexing");
        progress.report(state.indexed / Math.max(1, state.files), filesOf(state));
        if (state.isComplete) progress.done();
      });
    });
  }
}

function tell(index: WorkspaceIndex, { path, languageId, document }: Source, happening: Happening): void {
  if (path === undefined) return;
  if (happening === "closed") index.close(path);
  else index.open(path, languageId, document.text);
}

/** An index that fails is no fault of the question's: the error says so. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ResponseError) throw error;
    throw refusal(`The index of the workspace has no answer: ${error instanceof Error ? error.message : error}.`);
  }
}

function stillIndexing(state: IndexState | undefined): Error {
  const how = state ? `indexed ${filesOf(state)}` : "the index has not begun";
  return refusal(`The workspace is still being indexed, and what was asked is not known yet: ${how}. Ask again later.`);
}

function filesOf({ indexed, files }: IndexState): string {
  return `${indexed.toLocaleString("en-US")} of ${files.toLocaleString("en-US")} files`;
}
