/** Whether a server has loaded, told from what it says: a state machine that is fed messages and the time, and has no clock of its own. */

import { LocateError } from "../error.js";
import { isObject } from "./json.js";

/** What a server's rule may need the client to declare. */
export type RequiredCapability = "window.workDoneProgress" | "experimental.serverStatusNotification";

/** The signs of one server, as in servers.json. A rule without any sign takes all progress that the server created itself. */
export interface ReadyRule {
  /** Regular expression: loading while progress with such a title is open. */
  readonly progress?: string;
  /** Regular expression: loading while progress with such a token is open. */
  readonly token?: string;
  /** Regular expression: loaded once such a message is logged or shown; with `perFolder`, once for each workspace folder. */
  readonly log?: string;
  readonly perFolder?: boolean;
  /** Loaded once this notification comes with these values in its params; if it `flaps`, loading when it comes with others. */
  readonly notification?: string;
  readonly where?: Readonly<Record<string, unknown>>;
  readonly flaps?: boolean;
  /** What it answers before it has loaded may be wrong, not only empty: questions that depend on more than the text wait, all of them or those named. */
  readonly guesses?: boolean | readonly string[];
  /** Regular expression: when the server says this, it won't get ready, and waiting is over. */
  readonly failure?: string;
  readonly needs?: readonly RequiredCapability[];
  /** What the grace time is counted from: `initialized`, or the first document opened. Default "open". */
  readonly from?: "start" | "open";
  /** Seconds of silence that count as loaded. Absent: silence never does, the sign always comes. */
  readonly grace?: number;
  /** Seconds, 60 by default. */
  readonly timeout?: number;
}

export interface LoadingState {
  readonly kind: "loading";
  /** A noun phrase: `progress "Indexing": 3/40`. */
  readonly waitingFor: string;
  readonly percentage?: number;
  /** When it began, in the clock of the caller. */
  readonly since: number;
}

export type ReadyState =
  | { readonly kind: "ready"; readonly reason: "at once" | "sign" | "silence" | "nothing open" | "distrusted" }
  /** The server says that it could not load: nothing is gained by waiting. */
  | { readonly kind: "failed"; readonly message: string }
  | LoadingState
  /** Still loading past the timeout. Who has told somebody so calls `distrust`. */
  | { readonly kind: "overdue"; readonly waitingFor: string; readonly since: number };

/** For servers that are not in servers.json. */
const defaultRule: ReadyRule = { from: "open", grace: 1.5 };

const DEFAULT_TIMEOUT_S = 60;

/** The client capabilities without which a server would not give its signs. */
export function requiredCapabilities(rule: ReadyRule | "at once" | undefined): readonly RequiredCapability[] {
  if (rule === "at once") return [];
  const { progress, token, log, notification, needs = [] } = rule ?? defaultRule;
  const hasOnlyOtherSigns = progress === undefined && token === undefined && (log ?? notification) !== undefined;
  return hasOnlyOtherSigns ? needs : [...new Set<RequiredCapability>(["window.workDoneProgress", ...needs])];
}

/** Times are milliseconds of any clock that does not run backwards. */
export class Readiness {
  readonly #rule: ReadyRule | "at once";
  readonly #patterns: Patterns;
  readonly #folders: number;
  #initializedAt: number | undefined;
  #openedAt: number | undefined;
  // Invariant: holds only progress that counts as loading; the one that spoke last is last.
  readonly #openProgress = new Map<string, Progress>();
  readonly #createdTokens = new Set<string>();
  #logMatches = 0;
  #isLoaded = false;
  /** When the server last began to say that it is loading; undefined while it says no such thing. */
  #loadingSince: number | undefined;
  #failure: string | undefined;
  #isDistrusted = false;

  constructor(rule: ReadyRule | "at once" | undefined, folders = 1) {
    this.#rule = rule ?? defaultRule;
    this.#patterns = patternsOf(this.#rule === "at once" ? {} : this.#rule);
    this.#folders = Math.max(1, folders);
  }

  /** `initialized` was sent. */
  handleInitialized(now: number): void {
    this.#initializedAt ??= now;
  }

  /** A document was opened; only the first counts. */
  handleDocumentOpened(now: number): void {
    this.#openedAt ??= now;
  }

  /** A notification from the server, or its `window/workDoneProgress/create`. Anything may come in: what makes no sense is no sign. */
  handleMessage(method: string, params: unknown, now: number): void {
    if (this.#rule === "at once" || !isObject(params)) return;
    if (method === "window/workDoneProgress/create") this.#handleCreate(params["token"]);
    else if (method === "$/progress") this.#handleProgress(params["token"], params["value"], now);
    else if (method === "window/logMessage" || method === "window/showMessage") this.#handleLog(params["message"]);
    if (method === this.#rule.notification) this.#handleNotification(params, this.#rule, now);
  }

  /** It told us wrong, or too late: from now on everything passes. */
  distrust(): void {
    this.#isDistrusted = true;
  }

  state(now: number): ReadyState {
    const rule = this.#rule;
    if (rule === "at once") return { kind: "ready", reason: "at once" };
    if (this.#isDistrusted) return { kind: "ready", reason: "distrusted" };
    if (this.#failure !== undefined) return { kind: "failed", message: this.#failure };
    if (this.#loadingSince !== undefined) return this.#loading(this.#loadingSince, now);
    if (this.#isLoaded) return { kind: "ready", reason: "sign" };
    const since = this.#graceStart();
    if (since !== undefined && rule.grace !== undefined && now >= since + rule.grace * 1000) {
      return { kind: "ready", reason: "silence" };
    }
    if (since !== undefined) return this.#loading(since, now);
    if (this.#initializedAt === undefined) return { kind: "loading", waitingFor: "its initialization", since: now };
    // It begins to load with the first document: without one, waiting would never end.
    return { kind: "ready", reason: "nothing open" };
  }

  /** The next time at which the state changes by itself, if it does. */
  deadline(now: number): number | undefined {
    const state = this.state(now);
    if (state.kind !== "loading" || this.#rule === "at once" || this.#initializedAt === undefined) return undefined;
    const timeout = state.since + timeoutOf(this.#rule);
    const canBeSilence = this.#loadingSince === undefined && this.#rule.grace !== undefined;
    return canBeSilence ? Math.min(timeout, state.since + (this.#rule.grace ?? 0) * 1000) : timeout;
  }

  #graceStart(): number | undefined {
    return this.#rule !== "at once" && this.#rule.from === "start" ? this.#initializedAt : this.#openedAt;
  }

  #loading(since: number, now: number): ReadyState {
    const rule = this.#rule as ReadyRule;
    const current = [...this.#openProgress.values()].at(-1);
    const waitingFor = current === undefined ? expectedSign(rule) : describe(current, this.#openProgress.size - 1);
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
      // Several projects may load side by side or in turn: only when none is open is it ready.
      if (this.#openProgress.delete(key) && this.#openProgress.size === 0) this.#setLoaded();
    }
    this.#checkFailure(message);
  }

  /** Progress that a client asked for by a token of its own is never loading where any progress counts. */
  #isLoadingSign(key: string, token: string, title: string): boolean {
    const { progress, token: tokens, hasSigns } = this.#patterns;
    if (!hasSigns) return this.#createdTokens.has(key);
    return progress?.test(title) === true || tokens?.test(token) === true;
  }

  #putLast(key: string, progress: Progress): void {
    this.#openProgress.delete(key);
    this.#openProgress.set(key, progress);
  }

  #handleLog(message: unknown): void {
    const logText = signText(message);
    if (this.#patterns.log?.test(logText)) {
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
    this.#failure = undefined;
  }

  #setLoading(now: number): void {
    this.#loadingSince ??= now;
    this.#failure = undefined;
  }

  #checkFailure(message: string): void {
    if (this.#patterns.failure?.test(message)) this.#failure = message.trim();
  }
}

/** The answer to who has waited long enough: what for, how long, and what to do now. `server` is how people call it. */
export function notReady(
  server: string,
  state: { readonly waitingFor: string; readonly since: number },
  now: number,
): LocateError {
  const seconds = Math.max(0, Math.round((now - state.since) / 1000));
  const message =
    `${server} is still loading after ${seconds} s: it was waited for ${state.waitingFor}. ` +
    "Ask again when it has had more time. From now on its answers are passed on without waiting: an empty one may only mean that it has not loaded.";
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

interface Patterns {
  readonly progress: RegExp | undefined;
  readonly token: RegExp | undefined;
  readonly log: RegExp | undefined;
  readonly failure: RegExp | undefined;
  readonly hasSigns: boolean;
}

function patternsOf({ progress, token, log, failure, notification }: ReadyRule): Patterns {
  const pattern = (source: string | undefined): RegExp | undefined =>
    source === undefined ? undefined : new RegExp(source);
  const hasSigns = (progress ?? token ?? log ?? notification) !== undefined;
  return { progress: pattern(progress), token: pattern(token), log: pattern(log), failure: pattern(failure), hasSigns };
}

function timeoutOf(rule: ReadyRule): number {
  return (rule.timeout ?? DEFAULT_TIMEOUT_S) * 1000;
}

function describe({ title, message, percentage }: Progress, others: number): string {
  const name = `progress "${title}"`;
  const detail = message || (percentage === undefined ? "" : `${percentage} %`);
  return [detail === "" ? name : `${name}: ${detail}`, ...(others > 0 ? [`and ${others} more`] : [])].join(" ");
}

/** What a rule waits for while the server has said nothing yet. */
function expectedSign({ progress, token, log, notification, where }: ReadyRule): string {
  if (notification !== undefined) return `${notification} with ${JSON.stringify(where ?? {})}`;
  if (log !== undefined) return `the log message /${log}/`;
  const which = progress ?? token;
  return which === undefined ? "a first sign of loading" : `progress /${which}/`;
}

/** Tokens are strings or integers, and `1` is not `"1"`. */
function tokenKey(token: unknown): string | undefined {
  return typeof token === "string" || typeof token === "number" ? JSON.stringify(token) : undefined;
}

/** Whether `value` has everything that `wanted` has, however deep. Both are JSON; `wanted` is the user's and shallow. */
function includes(value: unknown, wanted: unknown): boolean {
  if (!isObject(wanted)) return JSON.stringify(value) === JSON.stringify(wanted);
  return isObject(value) && Object.entries(wanted).every(([key, inner]) => includes(value[key], inner));
}

/** A text to look for signs in. Servers log whole stack traces and files: the beginning is enough. */
function signText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 1000) : "";
}

function finiteNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
