/**
 * The readiness of a server: a state machine over its messages and the time, without a clock of its
 * own.
 */

import { LocateError } from "../../error.js";
import { isObject } from "../isObject.js";
import { defaultRule, expectedSign, type Patterns, patternsOf, type ReadyRule, timeoutOf } from "./readyRule.js";

export interface LoadingState {
  readonly kind: "loading";
  /** A noun phrase such as `progress "Indexing": 3/40`. */
  readonly waitingFor: string;
  readonly percentage?: number;
  /** The start of loading, in milliseconds of the caller's clock. */
  readonly since: number;
}

export type ReadyState =
  | { readonly kind: "ready"; readonly reason: "at once" | "sign" | "silence" | "nothing open" | "distrusted" }
  /** The server reported that loading has failed. */
  | { readonly kind: "failed"; readonly message: string }
  | LoadingState
  /** Still loading after the timeout. Call `distrust` after reporting it. */
  | { readonly kind: "overdue"; readonly waitingFor: string; readonly since: number };

/** LSP's FileChangeType of a file that has existed before and does now. */
const CHANGED = 2;

/**
 * How long a server without a sign of its own must be silent after its progress has ended: it may
 * load in phases, each with its own progress.
 */
const PHASE_GAP_MS = 250;
/**
 * The grace time as a multiple of the time to respond to `initialize`. On an idle machine servers
 * take a tenth of their rule's grace time or less.
 */
const GRACE_PER_START = 10;
/** The maximum of it, as a multiple of the rule's grace time. */
const MAX_GRACE_FACTOR = 6;

/** How long to wait for a server that may list its files again: it ignores some of them. */
const RELIST_S = 2;

/** The readiness of one server process. Times are milliseconds of any monotonic clock. */
export class Readiness {
  readonly #rule: ReadyRule | "at once";
  readonly #patterns: Patterns;
  readonly #folders: number;
  readonly #graceMs: number | undefined;
  readonly #relistMs: number;
  #initializedAt: number | undefined;
  #openedAt: number | undefined;
  // Invariant: contains only progress that counts as loading; the last updated one is last.
  readonly #openProgress = new Map<string, Progress>();
  readonly #createdTokens = new Set<string>();
  #logMatches = 0;
  #isLoaded = false;
  /** When the server last started to load; undefined while it gives no sign of loading. */
  #loadingSince: number | undefined;
  /** When the last progress ended, if another may follow. */
  #phaseEndedAt: number | undefined;
  /** When files were created or deleted that it has not listed yet. */
  #relistingSince: number | undefined;
  #failure: string | undefined;
  #isDistrusted = false;

  /** `startMs` is how long the server took to respond to `initialize`. */
  constructor(rule: ReadyRule | "at once" | undefined, folders = 1, startMs = 0) {
    this.#rule = rule ?? defaultRule;
    this.#graceMs = graceMsOf(rule, startMs);
    this.#relistMs = slowedMs(RELIST_S, startMs);
    this.#patterns = patternsOf(this.#rule === "at once" ? {} : this.#rule);
    this.#folders = Math.max(1, folders);
  }

  /** To be called when `initialized` is sent. */
  handleInitialized(now: number): void {
    this.#initializedAt ??= now;
  }

  /** To be called for a server that had loaded before this session began. */
  handleLoadedBefore(): void {
    this.#setLoaded();
  }

  /** To be called when a document is opened; only the first counts. */
  handleDocumentOpened(now: number): void {
    this.#openedAt ??= now;
  }

  /**
   * Takes any notification of the server, and its `window/workDoneProgress/create`. Malformed ones
   * are ignored.
   */
  handleMessage(method: string, params: unknown, now: number): void {
    if (this.#rule === "at once" || !isObject(params)) return;
    if (method === "window/workDoneProgress/create") this.#handleCreate(params["token"]);
    else if (method === "$/progress") this.#handleProgress(params["token"], params["value"], now);
    else if (method === "window/logMessage" || method === "window/showMessage") this.#handleLog(params["message"]);
    if (method === this.#rule.notification) this.#handleNotification(params, this.#rule, now);
  }

  /** To be called when the server was notified of files that have changed; LSP's file events. */
  handleFileEvents(events: readonly { readonly uri: string; readonly type: number }[], now: number): void {
    const endings = this.#rule === "at once" ? undefined : this.#rule.relists;
    if (endings === undefined || !this.#isLoaded) return;
    const isListed = ({ uri, type }: { readonly uri: string; readonly type: number }) =>
      type !== CHANGED && endings.some((ending) => uri.endsWith(ending));
    if (events.some(isListed)) this.#relistingSince = now;
  }

  /** Treats the server as ready from now on, after its rule has failed once. */
  distrust(): void {
    this.#isDistrusted = true;
  }

  /** Returns the state at the time `now`. */
  state(now: number): ReadyState {
    const rule = this.#rule;
    if (rule === "at once") return { kind: "ready", reason: "at once" };
    if (this.#isDistrusted) return { kind: "ready", reason: "distrusted" };
    if (this.#failure !== undefined) return { kind: "failed", message: this.#failure };
    if (this.#hasPassedPhases(now)) return { kind: "ready", reason: "sign" };
    if (this.#loadingSince !== undefined) return this.#loading(this.#loadingSince, now);
    const relistingSince = this.#relistingSince;
    if (relistingSince !== undefined && now < relistingSince + this.#relistMs)
      return this.#loading(relistingSince, now);
    if (this.#isLoaded) return { kind: "ready", reason: "sign" };
    const since = this.#graceStart();
    if (since !== undefined && this.#graceMs !== undefined && now >= since + this.#graceMs) {
      return { kind: "ready", reason: "silence" };
    }
    if (since !== undefined) return this.#loading(since, now);
    if (this.#initializedAt === undefined) return { kind: "loading", waitingFor: "its initialization", since: now };
    // Loading starts with the first document: without one, waiting would never end.
    return { kind: "ready", reason: "nothing open" };
  }

  /** Returns the next time at which the state changes without a message, if it does. */
  deadline(now: number): number | undefined {
    const state = this.state(now);
    if (state.kind !== "loading" || this.#rule === "at once" || this.#initializedAt === undefined) return undefined;
    const timeout = state.since + timeoutOf(this.#rule);
    if (this.#relistingSince === state.since) return Math.min(timeout, state.since + this.#relistMs);
    if (this.#phaseEndedAt !== undefined) return Math.min(timeout, this.#phaseEndedAt + PHASE_GAP_MS);
    const canBeSilence = this.#loadingSince === undefined && this.#graceMs !== undefined;
    return canBeSilence ? Math.min(timeout, state.since + (this.#graceMs ?? 0)) : timeout;
  }

  #graceStart(): number | undefined {
    return this.#rule !== "at once" && this.#rule.from === "start" ? this.#initializedAt : this.#openedAt;
  }

  #loading(since: number, now: number): ReadyState {
    const rule = this.#rule as ReadyRule;
    const current = [...this.#openProgress.values()].at(-1);
    const sign = this.#phaseEndedAt === undefined ? expectedSign(rule) : "a further sign of loading";
    const waitingFor = current === undefined ? sign : describe(current, this.#openProgress.size - 1);
    if (now >= since + timeoutOf(rule)) return { kind: "overdue", waitingFor, since };
    const { percentage } = current ?? {};
    return { kind: "loading", waitingFor, since, ...(percentage === undefined ? {} : { percentage }) };
  }

  #handleCreate(token: unknown): void {
    const key = tokenKey(token);
    if (key !== undefined) this.#createdTokens.add(key);
  }

  #handleProgress(token: unknown, value: unknown, now: number): void {
    const key = tokenKey(token);
    if (key === undefined || !isObject(value)) return;
    const message = signText(value["message"]);
    if (value["kind"] === "begin") {
      const title = signText(value["title"]);
      if (this.#isLoadingSign(key, String(token), title)) {
        this.#setLoading(now);
        this.#putLast(key, { title, message, percentage: finiteNumber(value["percentage"]) });
      }
      this.#checkFailure(`${title} ${message}`);
      return;
    }
    const progress = this.#openProgress.get(key);
    if (value["kind"] === "report" && progress !== undefined) {
      const percentage = finiteNumber(value["percentage"]) ?? progress.percentage;
      this.#putLast(key, { title: progress.title, message: message || progress.message, percentage });
    } else if (value["kind"] === "end") {
      this.#createdTokens.delete(key);
      // Several projects may load concurrently: the server is ready when no progress is open.
      if (this.#openProgress.delete(key) && this.#openProgress.size === 0) this.#handleProgressEnd(now);
    }
    this.#checkFailure(message);
  }

  #handleProgressEnd(now: number): void {
    if (this.#patterns.hasSigns) this.#setLoaded();
    else this.#phaseEndedAt = now;
  }

  #hasPassedPhases(now: number): boolean {
    return this.#phaseEndedAt !== undefined && now >= this.#phaseEndedAt + PHASE_GAP_MS;
  }

  /** If any progress counts, that with a client's own token does not. */
  #isLoadingSign(key: string, token: string, title: string): boolean {
    const { progress, token: tokens, hasSigns } = this.#patterns;
    if (!hasSigns) return this.#createdTokens.has(key);
    return progress?.test(clip(title)) === true || tokens?.test(clip(token)) === true;
  }

  #putLast(key: string, progress: Progress): void {
    this.#openProgress.delete(key);
    this.#openProgress.set(key, progress);
  }

  #handleLog(message: unknown): void {
    const logText = signText(message);
    if (this.#patterns.log?.test(clip(logText))) {
      this.#logMatches++;
      const wanted = this.#rule !== "at once" && this.#rule.perFolder ? this.#folders : 1;
      if (this.#logMatches >= wanted && this.#openProgress.size === 0) this.#setLoaded();
    }
    this.#checkFailure(logText);
  }

  #handleNotification(params: Readonly<Record<string, unknown>>, rule: ReadyRule, now: number): void {
    if (includes(params, rule.where ?? {})) this.#setLoaded();
    else if (rule.flaps) this.#setLoading(now);
  }

  #setLoaded(): void {
    this.#isLoaded = true;
    this.#loadingSince = undefined;
    this.#relistingSince = undefined;
    this.#failure = undefined;
  }

  #setLoading(now: number): void {
    if (this.#hasPassedPhases(now)) this.#loadingSince = undefined;
    this.#loadingSince ??= now;
    this.#phaseEndedAt = undefined;
    this.#failure = undefined;
  }

  #checkFailure(message: string): void {
    if (this.#patterns.failure?.test(clip(message))) this.#failure = message.trim();
  }
}

/** Returns the grace time of a rule. */
function graceMsOf(rule: ReadyRule | "at once" | undefined, startMs: number): number | undefined {
  if (rule === "at once") return undefined;
  const { grace } = rule ?? defaultRule;
  if (grace === undefined || rule === undefined) return grace && grace * 1000;
  return slowedMs(grace, startMs);
}

/**
 * Returns the milliseconds to wait for a sign that takes at most `seconds` on an idle machine. On a
 * busy one all is late: a server that took long to respond to `initialize` gets more time.
 */
function slowedMs(seconds: number, startMs: number): number {
  return Math.max(seconds * 1000, Math.min(startMs * GRACE_PER_START, seconds * 1000 * MAX_GRACE_FACTOR));
}

/** The error for requests that have waited until the timeout. `server` is its display name. */
export function notReady(
  server: string,
  state: { readonly waitingFor: string; readonly since: number },
  now: number,
): LocateError {
  const seconds = Math.max(0, Math.round((now - state.since) / 1000));
  const message =
    `${server} is still loading after ${seconds} s; the request waited for ${state.waitingFor}. ` +
    "Ask again later. From now on its answers are passed on without waiting: an empty one may mean that it has not loaded yet.";
  return new LocateError("not_ready", message, {
    backend: server,
    waiting_for: state.waitingFor,
    seconds_waited: seconds,
  });
}

interface Progress {
  readonly title: string;
  readonly message: string;
  readonly percentage: number | undefined;
}

/** How much of a server's text is compared with the patterns of a rule. */
const MAX_COMPARED_LENGTH = 10_000;

function clip(text: string): string {
  return text.slice(0, MAX_COMPARED_LENGTH);
}

function describe({ title, message, percentage }: Progress, others: number): string {
  const name = `progress "${title}"`;
  const detail = message || (percentage === undefined ? "" : `${percentage} %`);
  return [detail === "" ? name : `${name}: ${detail}`, ...(others > 0 ? [`and ${others} more`] : [])].join(" ");
}

/** Returns a key that tells `1` from `"1"`. */
function tokenKey(token: unknown): string | undefined {
  return typeof token === "string" || typeof token === "number" ? JSON.stringify(token) : undefined;
}

/** Whether `value` contains all of `wanted`, recursively. Both are JSON. */
function includes(value: unknown, wanted: unknown): boolean {
  if (!isObject(wanted)) return JSON.stringify(value) === JSON.stringify(wanted);
  return isObject(value) && Object.entries(wanted).every(([key, inner]) => includes(value[key], inner));
}

/**
 * Returns the beginning of a text, to search it for signs: servers log whole files and stack
 * traces.
 */
function signText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 1000) : "";
}

function finiteNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
