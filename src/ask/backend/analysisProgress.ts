/**
 * The progress that a server reports of its own accord while texts wait to be checked. What it
 * publishes meanwhile, with the versions of these texts, may be what it knew of them before.
 */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { keyOfUri } from "../../uri.js";
import { Deadline } from "../deadline.js";
import type { Backend } from "./backend.js";

export class AnalysisProgress {
  /** Of the progress that the server has created and not ended, or the keys of files at work. */
  readonly #tokens = new Set<unknown>();
  /** Tokens that the server has created: others are of requests. */
  readonly #created = new Set<unknown>();
  /**
   * By key, the files whose changed text the server has not read yet: it was sent, is at work, or
   * is read at a time, as of `performance.now()`, unless the server is at work on it again by then.
   */
  readonly #unread = new Map<string, "sent" | "at work" | number>();
  /** Whether it reports the states of files, which it does of each that it is sent. */
  #hasReported = false;
  readonly #idle: RegExp | undefined;

  /** `idle` matches the state of a checked file, for a server that reports states of files. */
  constructor(idle?: RegExp) {
    this.#idle = idle;
  }

  /**
   * Takes the params of a `window/workDoneProgress/create` or a `$/progress`, or of the server's
   * own notification.
   */
  handleMessage(method: string, params: unknown): void {
    if (this.#idle) {
      const { uri, state } = (params ?? {}) as { uri?: unknown; state?: unknown };
      if (typeof uri !== "string" || typeof state !== "string") return;
      this.#hasReported = true;
      const isIdle = this.#idle.test(state);
      if (isIdle) this.#tokens.delete(uri);
      else this.#tokens.add(uri);
      this.#noteState(keyOfUri(uri), isIdle);
      return;
    }
    const { token, value } = (params ?? {}) as { token?: unknown; value?: { kind?: unknown } | null };
    if (method === "window/workDoneProgress/create") this.#created.add(token);
    else if (!this.#created.has(token)) return;
    if (value?.kind === "end") this.#tokens.delete(token);
    else this.#tokens.add(token);
  }

  /** Notes that the server is sent another text of a document, or its didClose. */
  noteSent(uri: string, what: "changed" | "closed"): void {
    if (what === "closed") this.#unread.delete(keyOfUri(uri));
    else if (this.#hasReported) this.#unread.set(keyOfUri(uri), "sent");
  }

  get isRunning(): boolean {
    return this.#tokens.size > 0;
  }

  /**
   * Resolves when a server that reports states of files has read all changed texts; at the latest
   * after a time, and then no question waits for these any more.
   */
  async untilRead(timeoutMs: number, token: CancellationToken): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (this.#hasUnread && !token.isCancellationRequested) {
      if (performance.now() >= end) this.#unread.clear();
      else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  get #hasUnread(): boolean {
    const now = performance.now();
    for (const [key, state] of this.#unread) if (typeof state === "number" && state <= now) this.#unread.delete(key);
    return this.#unread.size > 0;
  }

  /** That a file is idle may be about the text before, until the server was at work on it. */
  #noteState(key: string, isIdle: boolean): void {
    const state = this.#unread.get(key);
    if (state === undefined) return;
    if (!isIdle) this.#unread.set(key, "at work");
    else if (state === "at work") this.#unread.set(key, performance.now() + Deadline.ofWork(GAP_MS).leftMs);
  }
}

/** How long a file is idle, at most, before the server goes on to what the file includes. */
const GAP_MS = 200;
const PAUSE_MS = 20;

/** By the readiness watch of a process: a process that is started again has its own. */
const progressByWatch = new WeakMap<object, AnalysisProgress>();

/** Returns the notification by which a backend reports the states of files, if it does. */
export function statusMethodOf({ serverEntry }: Pick<Backend, "serverEntry">): string | undefined {
  const rule = serverEntry?.diagnostics?.progress;
  return typeof rule === "object" ? rule.method : undefined;
}

/** Returns the progress of a backend that reports any; undefined where it does not run. */
export function analysisProgressOf({
  serverEntry,
  readiness,
}: Pick<Backend, "serverEntry" | "readiness">): AnalysisProgress | undefined {
  const rule = serverEntry?.diagnostics?.progress ?? false;
  if (rule === false || !readiness) return undefined;
  const progress =
    progressByWatch.get(readiness) ?? new AnalysisProgress(rule === true ? undefined : new RegExp(rule.idle));
  progressByWatch.set(readiness, progress);
  return progress;
}
