/** The main thread's end of one syntax worker: the texts that it has, and the pending requests. */

import { startWorkClock } from "../files/write/processWatch.js";
import { narrow } from "../text/narrowChange.js";
import type { Grammar } from "./grammars/grammars.js";
import { countBeats, type Heartbeat } from "./heartbeat.js";
import type {
  QueryParameters,
  QueryResult,
  SyntaxQuery,
  SyntaxText,
  SyntaxWorkerMessage,
  SyntaxWorkerResponse,
} from "./workerMessages.js";

/** A worker thread, as far as a connection needs it. */
export interface SyntaxThread {
  postMessage(message: SyntaxWorkerMessage): void;
  on(event: "message", listener: (message: SyntaxWorkerResponse) => void): unknown;
  /** The thread has ended with an error. */
  on(event: "error", listener: (error: Error) => void): unknown;
  terminate(): unknown;
}

/** The most texts, and code units in all of them, that a worker keeps parsed. */
const MAX_TEXTS = 60;
const MAX_CODE_UNITS = 24_000_000;
/** A worker that makes no progress for this long hangs, in the code of a grammar or in ours. */
const HANG_TIMEOUT_MS = 10_000;
/** How often the progress of a worker with pending requests is checked. */
const CHECK_INTERVAL_MS = 1_000;
/**
 * Why a request has no result. `limit`: the text is too large or irregular. `refused`: the request
 * failed. `hang`: the worker hung on this request, and was ended. `fatal`: it broke on this
 * request. `another`: it hung or broke on another one. `over`: the session has ended.
 */
export class WorkerFailure extends Error {
  readonly reason: "limit" | "refused" | "hang" | "fatal" | "another" | "over";

  constructor(message: string, reason: WorkerFailure["reason"]) {
    super(message);
    this.reason = reason;
  }
}

const HANG_REASON = `the parser made no progress for ${HANG_TIMEOUT_MS / 1000} s; it was ended, and the next request starts another`;

interface SentText {
  readonly key: number;
  readonly languageId: string;
  text: string;
}

interface PendingSyntaxRequest {
  readonly resolve: (result: never) => void;
  readonly reject: (error: WorkerFailure) => void;
}

/** A worker and the texts sent to it. */
export class WorkerConnection {
  isAlive = true;
  readonly #thread: SyntaxThread;
  /** The text that was used last is the last entry. */
  readonly #texts = new Map<string, SentText>();
  readonly #pending = new Map<number, PendingSyntaxRequest>();
  #codeUnits = 0;
  #lastNumber = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #heartbeat: Heartbeat;
  readonly #idleMs: number | undefined;

  /** Ends the worker after `idleMs` without a request; `undefined` means never. */
  constructor(thread: SyntaxThread, heartbeat: Heartbeat, idleMs: number | undefined) {
    this.#thread = thread;
    this.#heartbeat = heartbeat;
    this.#idleMs = idleMs;
    thread.on("message", (message) => this.#receive(message));
    thread.on("error", (error) =>
      this.#terminate(new WorkerFailure(`the parser has crashed: ${error.message}`, "fatal")),
    );
  }

  /** Brings the worker's copy of a text up to date and returns the text's key. */
  sendText({ uri, languageId, text }: SyntaxText, grammar: Grammar): number {
    const before = this.#texts.get(uri);
    this.#texts.delete(uri);
    if (before && before.languageId === languageId) {
      this.#texts.set(uri, before);
      if (before.text === text) return before.key;
      const { from, to, length } = narrow({ from: 0, to: before.text.length, length: text.length }, before.text, text);
      const insert = text.slice(from, from + length);
      this.#thread.postMessage({ kind: "edit", key: before.key, stretch: { from, to }, insert });
      this.#codeUnits += text.length - before.text.length;
      before.text = text;
    } else {
      if (before) this.#closeText(before);
      const sent = { key: ++this.#lastNumber, languageId, text };
      this.#texts.set(uri, sent);
      this.#codeUnits += text.length;
      this.#thread.postMessage({ kind: "open", key: sent.key, grammar, text });
    }
    this.#closeOldestTexts();
    return (this.#texts.get(uri) as SentText).key;
  }

  /** Sends a query. `keyOf` brings the text up to date and returns its key. */
  request<Query extends SyntaxQuery>(
    query: Query,
    keyOf: () => number,
    parameters: QueryParameters<Query>,
  ): QueryResult<Query> {
    return new Promise((resolve, reject) => {
      const key = keyOf();
      const id = ++this.#lastNumber;
      this.#pending.set(id, { resolve, reject });
      this.#thread.postMessage({ kind: "request", id, query, key, parameters });
      this.#restartTimer();
    });
  }

  close(): void {
    this.#terminate(new WorkerFailure("the session has ended", "over"));
  }

  #receive(message: SyntaxWorkerResponse): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    this.#restartTimer();
    if (!("error" in message)) {
      pending?.resolve(message.result as never);
      return;
    }
    const failure = new WorkerFailure(message.error, message.reason);
    pending?.reject(failure);
    if (message.reason === "fatal") this.#terminate(new WorkerFailure(message.error, "another"));
  }

  /**
   * Restarts the checks of the worker's progress while requests are pending, and the timeout for
   * the next request otherwise.
   */
  #restartTimer(): void {
    clearTimeout(this.#timer);
    if (this.#pending.size > 0) this.#watchProgress(countBeats(this.#heartbeat), HANG_TIMEOUT_MS);
    else if (this.#idleMs !== undefined) {
      const idle = new WorkerFailure("the parser was idle", "over");
      this.#timer = setTimeout(() => this.#terminate(idle), this.#idleMs).unref();
    }
  }

  /**
   * Ends the worker after so long without a beat, by a clock that knows how busy the machine is.
   * Adds up the times between checks, because a machine may sleep.
   */
  #watchProgress(beats: number, leftMs: number): void {
    const workMs = startWorkClock();
    const check = () => {
      const now = countBeats(this.#heartbeat);
      const left = leftMs - Math.min(workMs(), CHECK_INTERVAL_MS);
      if (now !== beats) this.#watchProgress(now, HANG_TIMEOUT_MS);
      else if (left > 0) this.#watchProgress(beats, left);
      else this.#terminate(new WorkerFailure(HANG_REASON, "hang"));
    };
    this.#timer = setTimeout(check, CHECK_INTERVAL_MS).unref();
  }

  /**
   * Rejects all pending requests. The worker handles them in order, so the first one caused the
   * failure.
   */
  #terminate(failure: WorkerFailure): void {
    this.isAlive = false;
    clearTimeout(this.#timer);
    void this.#thread.terminate();
    const isShared = failure.reason === "over" || failure.reason === "another";
    const others = isShared ? failure : new WorkerFailure(failure.message, "another");
    let first = true;
    for (const { reject } of this.#pending.values()) {
      reject(first ? failure : others);
      first = false;
    }
    this.#pending.clear();
  }

  /** Texts grow, and are limited by their number and their length at once. */
  #closeOldestTexts(): void {
    while (this.#texts.size > 1 && (this.#texts.size > MAX_TEXTS || this.#codeUnits > MAX_CODE_UNITS)) {
      const [[uri, oldest]] = this.#texts as unknown as [[string, SentText]];
      this.#texts.delete(uri);
      this.#closeText(oldest);
    }
  }

  #closeText({ key, text }: SentText): void {
    this.#codeUnits -= text.length;
    this.#thread.postMessage({ kind: "close", key });
  }
}
