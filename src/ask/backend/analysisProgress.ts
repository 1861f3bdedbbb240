/**
 * The progress that a server reports of its own accord while texts wait to be checked. What it
 * publishes meanwhile, with the versions of these texts, may be what it knew of them before.
 */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { keyOfUri } from "../../uri.js";
import type { Backend } from "./backend.js";

export class AnalysisProgress {
  /** Of the progress that the server has created and not ended, or the keys of files at work. */
  readonly #tokens = new Set<unknown>();
  /** Tokens that the server has created: others are of requests. */
  readonly #created = new Set<unknown>();
  /** The keys of files whose changed text the server has not read yet. */
  readonly #unread = new Set<string>();
  /** Whether it reports the states of files, which it does of each that it is sent. */
  #hasReported = false;
  readonly #idle: RegExp | undefined;
  #waiting: (() => void)[] = [];

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
      if (isIdle) {
        this.#tokens.delete(uri);
        this.#noteRead(keyOfUri(uri));
      } else this.#tokens.add(uri);
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
    if (what === "closed") this.#noteRead(keyOfUri(uri));
    else if (this.#hasReported) this.#unread.add(keyOfUri(uri));
  }

  get isRunning(): boolean {
    return this.#tokens.size > 0;
  }

  /**
   * Resolves when a server that reports states of files has read all changed texts; at the latest
   * after a time, and then no question waits for these any more.
   */
  async untilRead(timeoutMs: number, token: CancellationToken): Promise<void> {
    if (this.#unread.size === 0) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        listener.dispose();
        resolve();
      };
      const timer = setTimeout(() => {
        this.#unread.clear();
        this.#resume();
      }, timeoutMs);
      const listener = token.onCancellationRequested(end);
      this.#waiting.push(end);
    });
  }

  #noteRead(key: string): void {
    if (this.#unread.delete(key) && this.#unread.size === 0) this.#resume();
  }

  #resume(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const end of waiting) end();
  }
}

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
