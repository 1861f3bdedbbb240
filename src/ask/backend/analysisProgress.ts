/**
 * The progress that a server reports of its own accord while texts wait to be checked. What it
 * publishes meanwhile, with the versions of these texts, may be what it knew of them before.
 */

import type { Backend } from "./backend.js";

export class AnalysisProgress {
  /** Of the progress that the server has created and not ended. */
  readonly #tokens = new Set<unknown>();
  /** Tokens that the server has created: others are of requests. */
  readonly #created = new Set<unknown>();
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
      if (typeof state !== "string") return;
      if (this.#idle.test(state)) this.#tokens.delete(uri);
      else this.#tokens.add(uri);
      return;
    }
    const { token, value } = (params ?? {}) as { token?: unknown; value?: { kind?: unknown } | null };
    if (method === "window/workDoneProgress/create") this.#created.add(token);
    else if (!this.#created.has(token)) return;
    if (value?.kind === "end") this.#tokens.delete(token);
    else this.#tokens.add(token);
  }

  get isRunning(): boolean {
    return this.#tokens.size > 0;
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
