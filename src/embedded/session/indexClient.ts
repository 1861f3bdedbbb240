/** The index's life in a session: when it starts, what it hears of documents and folders, how long a question waits for it. */

import { ResponseError } from "vscode-languageserver/node";
import { errorMessage, type Logger } from "../../error.js";
import type { IndexState } from "../../workspace/declaration.js";
import { rejectOnAbort } from "../../workspace/rejectOnAbort.js";
import type { IndexAnswer, WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import type { DocumentChangeKind, SourceText, SourceTexts } from "./documents.js";
import type { ProgressReporter } from "./progress.js";
import { requestFailed } from "./requestErrors.js";

export interface IndexClientOptions {
  readonly start: (roots: readonly string[]) => Promise<WorkspaceIndex>;
  readonly documents: SourceTexts;
  /** Where the client shows what goes on for a while. */
  readonly progress: () => Promise<ProgressReporter>;
  /** So long a question waits. */
  readonly timeoutMs: number;
  /** So long after the session has begun the index does, if nobody asks it before: the first questions are of the text in front of somebody, and must not wait for it. */
  readonly startDelayMs: number;
  readonly log: Logger;
}

export class IndexClient {
  readonly #options: IndexClientOptions;
  #roots: readonly string[] = [];
  #startTimer: NodeJS.Timeout | undefined;
  // Invariant: at most one, which has been told of every open document before it is asked anything.
  #index: Promise<WorkspaceIndex | undefined> | undefined;
  #state: IndexState | undefined;
  #hasEnded = false;
  /** Of the first time that it is completed. */
  #progress: Promise<ProgressReporter> | undefined;

  constructor(options: IndexClientOptions) {
    this.#options = options;
    options.documents.onChange((source, change) => {
      void this.#index?.then((index) => index && sendDocument(index, source, change));
    });
  }

  /** Begins with the workspace's folders. Where there are none, only what is open is indexed, from the first question on. */
  scheduleStart(roots: readonly string[]): void {
    if (this.#hasEnded) return;
    this.#roots = roots;
    clearTimeout(this.#startTimer);
    if (roots.length > 0)
      this.#startTimer = setTimeout(() => void this.#ensureStarted(), this.#options.startDelayMs).unref();
  }

  /** The workspace has other folders now. */
  async changeFolders(roots: readonly string[]): Promise<void> {
    if (this.#hasEnded) return;
    const previous = this.#detach();
    this.#index = undefined;
    this.scheduleStart(roots);
    await (await previous)?.end();
  }

  /** These files or folders have changed on disk. */
  async notifyFilesChanged(paths: readonly string[]): Promise<void> {
    (await this.#index)?.notifyChanges(paths);
  }

  /**
   * What the index says; undefined where there is none. Waits at most as long as the options say until it is complete for that question;
   * the error then says how far it is.
   */
  async query<Answer>(
    question: (index: WorkspaceIndex, signal: AbortSignal) => Promise<IndexAnswer<Answer>>,
    signal: AbortSignal,
  ): Promise<IndexAnswer<Answer> | undefined> {
    const controller = new AbortController();
    const abort = () => controller.abort(signal.reason);
    const timer = setTimeout(() => controller.abort(stillIndexingError(this.#state)), this.#options.timeoutMs);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    try {
      const index = await rejectOnAbort(this.#ensureStarted(), controller.signal);
      return index && (await rejectOnAbort(withIndexError(question(index, controller.signal)), controller.signal));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
  }

  /** Ends the index, when it has written what it keeps. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    const index = this.#detach();
    this.#index = Promise.resolve(undefined);
    await (await index)?.end();
  }

  #detach(): Promise<WorkspaceIndex | undefined> | undefined {
    clearTimeout(this.#startTimer);
    void this.#progress?.then((progress) => progress.done());
    this.#progress = undefined;
    this.#state = undefined;
    return this.#index;
  }

  #ensureStarted(): Promise<WorkspaceIndex | undefined> {
    this.#index ??= this.#start(this.#roots);
    return this.#index;
  }

  async #start(roots: readonly string[]): Promise<WorkspaceIndex | undefined> {
    const { start, documents, log } = this.#options;
    try {
      const index = await start(roots);
      for (const source of documents.all()) sendDocument(index, source, "opened");
      this.#trackState(index, roots);
      return index;
    } catch (error) {
      log(`there is no index of the workspace: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /** Notes how far the index is, and shows it to the client until it is complete for the first time. */
  #trackState(index: WorkspaceIndex, roots: readonly string[]): void {
    let hasCompleted = false;
    index.onStateChange((state) => {
      if (roots !== this.#roots) return; // of an index that is gone
      this.#state = state;
      if (!hasCompleted && !state.isComplete) this.#progress ??= this.#options.progress();
      hasCompleted ||= state.isComplete;
      void this.#progress?.then((progress) => {
        progress.begin("Indexing");
        progress.report(state.indexed / Math.max(1, state.files), formatFileCount(state));
        if (state.isComplete) progress.done();
      });
    });
  }
}

function sendDocument(
  index: WorkspaceIndex,
  { path, languageId, document }: SourceText,
  change: DocumentChangeKind,
): void {
  if (path === undefined) return;
  if (change === "closed") index.close(path);
  else index.open(path, languageId, document.text);
}

/** An index that fails is no fault of the question's: the error says so. */
async function withIndexError<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ResponseError) throw error;
    throw requestFailed(`The index of the workspace has no answer: ${errorMessage(error)}.`);
  }
}

function stillIndexingError(state: IndexState | undefined): Error {
  const progressText = state ? `indexed ${formatFileCount(state)}` : "the index has not begun";
  return requestFailed(
    `The workspace is still being indexed, and what was asked is not known yet: ${progressText}. Ask again later.`,
  );
}

function formatFileCount({ indexed, files }: IndexState): string {
  return `${indexed.toLocaleString("en-US")} of ${files.toLocaleString("en-US")} files`;
}
