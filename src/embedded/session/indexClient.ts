/**
 * The session's side of the workspace index: its start, its documents and folders, its timeouts.
 */

import { ResponseError } from "vscode-jsonrpc/node";
import { errorMessage, type Logger } from "../../error.js";
import type { DocumentEvent } from "../../files/documents/documentStore.js";
import { placeOf } from "../../files/readPermission.js";
import { isLongText, type Syntax } from "../../syntax/syntax.js";
import { groupDigits } from "../../text/printable.js";
import type { IndexState } from "../../workspace/declaration.js";
import { rejectOnAbort } from "../../workspace/timeSlice.js";
import type { IndexAnswer, WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import type { SourceText, SourceTexts } from "./documents.js";
import type { ProgressReporter } from "./progress.js";
import { requestFailed } from "./requestErrors.js";

export interface IndexClientOptions {
  readonly start: (roots: readonly string[]) => Promise<WorkspaceIndex>;
  readonly documents: SourceTexts;
  readonly syntax: Pick<Syntax, "codeOutline">;
  /** Opens a progress report in the client. */
  readonly progress: () => Promise<ProgressReporter>;
  /** How long a query waits. */
  readonly timeoutMs: number;
  /**
   * How long the start is delayed, unless a query needs the index earlier. The first requests of a
   * session are about one text and must not compete with the index. Undefined: it starts with the
   * first query.
   */
  readonly startDelayMs: number | undefined;
  readonly log: Logger;
}

export class IndexClient {
  readonly #options: IndexClientOptions;
  #roots: readonly string[] = [];
  #startTimer: NodeJS.Timeout | undefined;
  // Invariant: at most one index. It receives every open document before the first query.
  #index: Promise<WorkspaceIndex | undefined> | undefined;
  #state: IndexState | undefined;
  #hasEnded = false;
  /** The progress report of the first run. */
  #progress: Promise<ProgressReporter> | undefined;

  constructor(options: IndexClientOptions) {
    this.#options = options;
    const { documents, syntax } = options;
    documents.onChange((source, change) => {
      void this.#index?.then((index) => index && sendDocument(index, source, { change, roots: this.#roots, syntax }));
    });
  }

  /**
   * Schedules the start with the workspace's folders. Without folders, the first query starts an
   * index of the open documents.
   */
  scheduleStart(roots: readonly string[]): void {
    if (this.#hasEnded) return;
    this.#roots = roots;
    clearTimeout(this.#startTimer);
    const { startDelayMs } = this.#options;
    if (roots.length > 0 && startDelayMs !== undefined)
      this.#startTimer = setTimeout(() => void this.#ensureStarted(), startDelayMs).unref();
  }

  /** Replaces the index by one of other folders. Does nothing after `end`. */
  async changeFolders(roots: readonly string[]): Promise<void> {
    if (this.#hasEnded) return;
    const previous = this.#detach();
    this.#index = undefined;
    this.scheduleStart(roots);
    await (await previous)?.end();
  }

  /** Tells the index that these files or folders have changed on disk. */
  async notifyFilesChanged(paths: readonly string[]): Promise<void> {
    (await this.#index)?.notifyChanges(paths);
  }

  /**
   * Returns the index's answer, or undefined if there is no index. Waits up to `timeoutMs` until
   * the index is complete enough to answer, and then rejects with an error that states its
   * progress.
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

  /** Saves the index and ends it. Nothing starts another. */
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
    const { start, documents, syntax, log } = this.#options;
    try {
      const index = await start(roots);
      for (const source of documents.all()) sendDocument(index, source, { change: "opened", roots, syntax });
      this.#trackState(index, roots);
      return index;
    } catch (error) {
      log(`the workspace index failed to start: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /** Records the index's progress, and shows it to the client until the first completion. */
  #trackState(index: WorkspaceIndex, roots: readonly string[]): void {
    let hasCompleted = false;
    index.onStateChange((state) => {
      if (roots !== this.#roots) return; // the state of a previous index
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

interface DocumentChange {
  readonly change: DocumentEvent;
  readonly roots: readonly string[];
  readonly syntax: Pick<Syntax, "codeOutline">;
}

/** A document elsewhere may be open for one client, and the index answers others, too. */
function sendDocument(
  index: WorkspaceIndex,
  { uri, path, languageId, document }: SourceText,
  { change, roots, syntax }: DocumentChange,
): void {
  if (path === undefined || (roots.length > 0 && placeOf(path, roots) !== "inside")) return;
  if (change === "closed") index.close(path);
  else {
    const { text } = document;
    // A long text has large trees: one is enough.
    const outline = isLongText(text) ? () => syntax.codeOutline({ uri, languageId, text }) : undefined;
    index.open(path, languageId, text, outline);
  }
}

/** Converts a failure of the index to an error that says so. */
async function withIndexError<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ResponseError) throw error;
    throw requestFailed(`The index of the workspace has no answer: ${errorMessage(error)}.`);
  }
}

function stillIndexingError(state: IndexState | undefined): Error {
  const progressText = state ? `indexed ${formatFileCount(state)}` : "the index has not started";
  return requestFailed(
    `The workspace is still being indexed, and the answer depends on the rest: ${progressText}. Ask again later.`,
  );
}

function formatFileCount({ indexed, files }: IndexState): string {
  return `${groupDigits(indexed)} of ${groupDigits(files)} files`;
}
