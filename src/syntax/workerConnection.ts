/** The main thread's end of one syntax worker. */

import { narrow } from "../text/narrow.js";
import type { Grammar } from "./grammars/grammars.js";
import type {
  SyntaxRequestKind,
  SyntaxRequests,
  SyntaxText,
  SyntaxWorkerMessage,
  SyntaxWorkerResponse,
} from "./messages.js";

/** A worker, or what stands for one. */
export interface SyntaxThread {
  postMessage(message: SyntaxWorkerMessage): void;
  on(event: "message", listener: (message: SyntaxWorkerResponse) => void): unknown;
  /** It has died: why. */
  on(event: "error", listener: (error: Error) => void): unknown;
  terminate(): unknown;
}

/** Texts, and code units of them, that a worker keeps parsed. */
const MAX_TEXTS = 60;
const MAX_CODE_UNITS = 24_000_000;
/** A worker that says nothing for so long is stuck in a grammar's code. */
const RESPONSE_TIMEOUT_MS = 60_000;
/** Why a worker has no answer: it took too long, it can't, it has broken down, or another question has broken it. */
export class WorkerFailure extends Error {
  readonly reason: "timeout" | "refused" | "fatal" | "another" | "over";

  constructor(message: string, reason: WorkerFailure["reason"]) {
    super(message);
    this.reason = reason;
  }
}

interface SentText {
  readonly key: number;
  readonly languageId: string;
  text: string;
}

interface PendingSyntaxRequest {
  readonly resolve: (result: never) => void;
  readonly reject: (error: WorkerFailure) => void;
}

/** One worker and what it was told. */
export class WorkerConnection {
  isAlive = true;
  readonly #thread: SyntaxThread;
  /** In order of use, the one used last at the end. */
  readonly #texts = new Map<string, SentText>();
  readonly #pending = new Map<number, PendingSyntaxRequest>();
  #codeUnits = 0;
  #lastNumber = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #idleMs: number | undefined;

  /** Ends by itself when nothing was asked for `idleMs`. */
  constructor(thread: SyntaxThread, idleMs: number | undefined) {
    this.#thread = thread;
    this.#idleMs = idleMs;
    thread.on("message", (message) => this.#receive(message));
    thread.on("error", (error) => this.#terminate(new WorkerFailure(`the parser has died: ${error.message}`, "fatal")));
  }

  /** Makes sure that the worker has this text, and gives the key it has it under. */
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

  request<Kind extends SyntaxRequestKind>(
    method: Kind,
    makeParams: () => SyntaxRequests[Kind]["params"],
  ): Promise<SyntaxRequests[Kind]["result"]> {
    return new Promise((resolve, reject) => {
      const params = makeParams();
      const id = ++this.#lastNumber;
      this.#pending.set(id, { resolve, reject });
      this.#thread.postMessage({ kind: "request", id, method, params });
      this.#restartTimer();
    });
  }

  close(): void {
    this.#terminate(new WorkerFailure("the session is over", "over"));
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

  /** Begins to be patient anew: with the worker as long as somebody waits, else with those who may still ask. */
  #restartTimer(): void {
    clearTimeout(this.#timer);
    const hasPending = this.#pending.size > 0;
    const ms = hasPending ? RESPONSE_TIMEOUT_MS : this.#idleMs;
    if (ms === undefined) return;
    const why = `the parser has said nothing for ${ms / 1000} s`;
    this.#timer = setTimeout(() => this.#terminate(new WorkerFailure(why, "timeout")), ms).unref();
  }

  /** Questions are answered in turn: what the worker died of is the first that waits. */
  #terminate(why: WorkerFailure): void {
    this.isAlive = false;
    clearTimeout(this.#timer);
    void this.#thread.terminate();
    const isShared = why.reason === "over" || why.reason === "another";
    const others = isShared ? why : new WorkerFailure(why.message, "another");
    let first = true;
    for (const { reject } of this.#pending.values()) {
      reject(first ? why : others);
      first = false;
    }
    this.#pending.clear();
  }

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
