/**
 * File watching for backends whose client can't watch: their registrations for
 * `workspace/didChangeWatchedFiles`, and the events sent to them. Nothing is watched before the
 * first registration.
 *
 * `.gitignore` does not count, since servers need to know of generated files. But folders that hold
 * no sources of the user (`node_modules`, `.git`, a virtual environment) are watched only if a
 * pattern names them.
 */

import { resolve, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { FileSystemWatcher } from "vscode-languageserver-protocol";
import { homeFolder } from "../../backend/config/userFolder.js";
import { describeExcess, type Glob, literalPrefix, segmentsOf } from "../../files/glob/globs.js";
import { getOrInsert } from "../../text/list.js";
import { pathOfUri, uriOfPath } from "../../uri.js";
import {
  defaultWatchLimits,
  type FileChangeType,
  MatchedEntries,
  mergeChanges,
  type WatchedPattern,
  type WatchLimits,
} from "./matchedEntries.js";

/** LSP's `FileEvent`. */
export interface FileEvent {
  readonly uri: string;
  readonly type: FileChangeType;
}

export interface FileWatchersHost {
  /** In milliseconds since 1970; that of the watchers by default. */
  readonly sessionStart?: number;
  /** The workspace folders, as paths. */
  roots(): readonly string[];
  /** Sends changes to a backend that registered for them; each file occurs once. */
  notify(backendKey: string, changes: readonly FileEvent[]): void;
  log(line: string): void;
}

export interface FileWatchers {
  /**
   * Adds a backend's registration, replacing the one with the same id. `watchers` is unchecked
   * JSON; an invalid pattern is skipped and logged.
   */
  watch(backendKey: string, id: string, watchers: unknown): void;
  unwatch(backendKey: string, id: string): void;
  /** Removes all registrations of a backend, and its pending events. */
  drop(backendKey: string): void;
  /** To be called when `roots` returns other folders. */
  rootsChanged(): void;
  end(): void;
  /** Resolves when all registrations are in effect. */
  whenSettled(): Promise<void>;
  /**
   * Resolves when the events of all changes up to now have been sent, as a request that follows
   * depends on them.
   */
  flush(): Promise<void>;
}

export function watchFiles(host: FileWatchersHost, limits: WatchLimits = defaultWatchLimits): FileWatchers {
  return new RegisteredWatchers(host, limits);
}

/** One of a server's watchers, independent of the workspace folders. */
interface Watcher {
  readonly backendKey: string;
  /** LSP's `WatchKind`: the sum of 1 for created, 2 for changed, 4 for deleted. */
  readonly kinds: number;
  /** When it was registered, in milliseconds since 1970. */
  readonly since: number;
  /** What the pattern is relative to: a path, the top of the file system, or each of the roots. */
  readonly from: { readonly path: string } | "top" | "roots";
  /** Has forward slashes. */
  readonly pattern: string;
}

/**
 * A server may have looked for a file before it registers, and a replaced registration has a gap:
 * changes of this time are reported, too, but none from before the session.
 */
const LOOK_BACK_MS = 5_000;

/** LSP's `WatchKind`: created, changed and deleted. */
const ALL_KINDS = 7;

/** A pattern with its watchers. */
interface Pattern extends WatchedPattern {
  /** The sums of LSP's `WatchKind`, by backend key. */
  kinds: Map<string, number>;
}

/**
 * Events are sent when this many are pending or this much time has passed, even if more are being
 * found.
 */
const MAX_BATCH = 1_000;
const MAX_BATCH_MS = 100;
/** A backend with more watchers is notified of everything in the workspace instead. */
const MAX_WATCHERS = 2_000;
/** The maximum number of folders of which none is in another. */
const MAX_ROOTS = 1_000;
/** The time between two updates of the patterns, as a multiple of what the last one took. */
const UPDATE_PAUSE_FACTOR = 5;
/** Shorter pauses are left out. */
const MIN_PAUSE_MS = 25;
/** The maximum number of lines in the log, and the maximum length of a pattern in one. */
const MAX_LOGGED_LINES = 1_000;
const MAX_LOGGED_LENGTH = 100;

class RegisteredWatchers implements FileWatchers {
  readonly #host: FileWatchersHost;
  readonly #limits: WatchLimits;
  readonly #sessionStart: number;
  /** By backend key, then by id. */
  readonly #registrations = new Map<string, Map<string, readonly Watcher[]>>();
  /** By backend key: how many watchers it has, and the one in the place of further ones. */
  readonly #watcherCounts = new Map<string, number>();
  readonly #everythingWatchers = new Map<string, Watcher>();
  #patterns: ReadonlyMap<string, Pattern> = new Map();
  #updateCount = 0;
  #lastUpdateMs = 0;
  #updating: Promise<void> | undefined;
  /** Created by the first registration. */
  #matched: MatchedEntries<Pattern> | undefined;
  /** Events to be sent, by backend key, then by path. */
  readonly #pending = new Map<string, Map<string, FileChangeType>>();
  #pendingCount = 0;
  #pendingSince = 0;
  #isEnded = false;
  readonly #logged = new Set<string>();

  constructor(host: FileWatchersHost, limits: WatchLimits) {
    this.#host = host;
    this.#limits = limits;
    this.#sessionStart = host.sessionStart ?? Date.now();
  }

  watch(backendKey: string, id: string, watchers: unknown): void {
    // Times of files are finer than whole milliseconds.
    const since = Math.max(this.#sessionStart, Date.now() - LOOK_BACK_MS) + 1;
    const given: readonly (Partial<FileSystemWatcher> | null)[] = Array.isArray(watchers) ? watchers : [];
    const registered = getOrInsert(this.#registrations, backendKey, () => new Map<string, readonly Watcher[]>());
    this.#remove(registered, backendKey, id);
    const count = (this.#watcherCounts.get(backendKey) ?? 0) + given.length;
    if (count > MAX_WATCHERS) registered.set(id, [this.#watchEverything(backendKey, since)]);
    else {
      const read = given.flatMap((watcher) => this.#read(watcher ?? {}, backendKey, since) ?? []);
      registered.set(id, read);
      this.#watcherCounts.set(backendKey, count - given.length + read.length);
    }
    this.#scheduleUpdate();
  }

  unwatch(backendKey: string, id: string): void {
    const registered = this.#registrations.get(backendKey);
    if (registered && this.#remove(registered, backendKey, id)) this.#scheduleUpdate();
  }

  /** Removes a registration; whether there was one. */
  #remove(registered: Map<string, readonly Watcher[]>, backendKey: string, id: string): boolean {
    const watchers = registered.get(id);
    if (watchers === undefined) return false;
    const own = watchers.filter((watcher) => watcher !== this.#everythingWatchers.get(backendKey)).length;
    this.#watcherCounts.set(backendKey, (this.#watcherCounts.get(backendKey) ?? own) - own);
    return registered.delete(id);
  }

  /** Returns the watcher of a backend with too many, for everything in the workspace. */
  #watchEverything(backendKey: string, since: number): Watcher {
    const watcher = getOrInsert(
      this.#everythingWatchers,
      backendKey,
      (): Watcher => ({
        backendKey,
        since,
        kinds: ALL_KINDS,
        pattern: "**",
        from: "roots",
      }),
    );
    this.#log(
      `${backendKey} watches more than ${MAX_WATCHERS} patterns. It is notified of everything in the workspace instead.`,
    );
    return watcher;
  }

  drop(backendKey: string): void {
    this.#pending.delete(backendKey);
    this.#watcherCounts.delete(backendKey);
    this.#everythingWatchers.delete(backendKey);
    // At once, as the next process of the server has the same key.
    for (const { kinds } of this.#patterns.values()) kinds.delete(backendKey);
    if (this.#registrations.delete(backendKey)) this.#scheduleUpdate();
  }

  rootsChanged(): void {
    if (this.#registrations.size > 0) this.#scheduleUpdate();
  }

  end(): void {
    this.#isEnded = true;
    this.#pending.clear();
    this.#matched?.end();
  }

  async whenSettled(): Promise<void> {
    await this.#updating;
    await this.#matched?.whenSettled();
  }

  async flush(): Promise<void> {
    await this.#updating;
    await this.#matched?.flush();
  }

  #read({ globPattern, kind }: Partial<FileSystemWatcher>, backendKey: string, since: number): Watcher | undefined {
    const about = { backendKey, since, kinds: typeof kind === "number" ? kind : ALL_KINDS };
    if (typeof globPattern === "string") {
      const pattern = withSlashes(globPattern);
      this.#logExcess(pattern);
      return { ...about, pattern, from: /^(\/|[A-Za-z]:\/)/.test(pattern) ? "top" : "roots" };
    }
    const { baseUri, pattern } = globPattern ?? {};
    const path = pathOfUri(typeof baseUri === "object" ? baseUri.uri : `${baseUri}`);
    if (path !== undefined && typeof pattern === "string") {
      this.#logExcess(pattern);
      return { ...about, pattern: withSlashes(pattern), from: { path: resolve(path) } };
    }
    this.#log(
      `A server's file watcher is ignored: ${JSON.stringify(globPattern)?.slice(0, MAX_LOGGED_LENGTH)} is not a glob pattern.`,
    );
    return undefined;
  }

  /** Logs that a pattern is over the limits of patterns. */
  #logExcess(pattern: string): void {
    const excess = describeExcess(pattern);
    if (excess === undefined) return;
    const shown = pattern.length > MAX_LOGGED_LENGTH ? `${pattern.slice(0, MAX_LOGGED_LENGTH)}…` : pattern;
    this.#log(
      `A server watches ${shown}: ${excess}. It is notified of everything in the folder that this begins with.`,
    );
  }

  /**
   * Deferred, since servers often replace a registration by removing it and adding another at once.
   */
  #scheduleUpdate(): void {
    // A flood of registrations is taken in few updates, as each of them is about all patterns.
    const pauseMs = Math.floor(UPDATE_PAUSE_FACTOR * this.#lastUpdateMs);
    const pause = pauseMs < MIN_PAUSE_MS ? Promise.resolve() : setTimeout(pauseMs, undefined, { ref: false });
    this.#updating ??= pause.then(() => {
      this.#updating = undefined;
      if (this.#isEnded) return;
      const start = performance.now();
      this.#updatePatterns();
      this.#lastUpdateMs = performance.now() - start;
    });
  }

  #updatePatterns(): void {
    const number = this.#updateCount++;
    const roots = this.#host.roots().map((root) => resolve(root));
    const watchers = new Set(
      [...this.#registrations.values()].flatMap((registered) => [...registered.values()].flat()),
    );
    const watchedRoots = new Set<string>();
    const wanted = new Map<string, Map<string, number>>();
    const patterns = new Map<string, Pattern>();
    for (const watcher of watchers) {
      for (const glob of globsOf(watcher, roots)) {
        const from = rootsFor(glob, roots);
        if (from.length === 0)
          this.#log(`The files of ${watcher.pattern} are not watched: the pattern covers most of this computer.`);
        for (const root of from) {
          if (watchedRoots.size < MAX_ROOTS || watchedRoots.has(root)) watchedRoots.add(root);
          else this.#log(`Servers watch more than ${MAX_ROOTS} separate folders. The others are not watched.`);
        }
        // A pattern that is already watched is kept.
        const key = [...glob.base, "", ...glob.segments].join("/");
        const pattern = patterns.get(key) ??
          this.#patterns.get(key) ?? { ...glob, number, since: watcher.since, kinds: new Map<string, number>() };
        patterns.set(key, pattern);
        const kinds = wanted.get(key) ?? new Map<string, number>();
        wanted.set(key, kinds.set(watcher.backendKey, (kinds.get(watcher.backendKey) ?? 0) | watcher.kinds));
      }
    }
    for (const pattern of this.#patterns.values()) pattern.kinds = new Map();
    for (const [key, pattern] of patterns) pattern.kinds = wanted.get(key) ?? new Map<string, number>();
    this.#patterns = patterns;
    this.#matched ??= new MatchedEntries(
      {
        onChange: (path, type, patterns) => this.#addChange(path, type, patterns),
        onSliceEnd: (isAll) => this.#notifyIfDue(isAll),
        log: (line) => this.#host.log(line),
      },
      this.#limits,
    );
    this.#matched.update([...watchedRoots], new Set(patterns.values()));
  }

  #addChange(path: string, type: FileChangeType, patterns: readonly Pattern[]): void {
    const kind = 1 << (type - 1);
    const wanted = patterns.flatMap(({ kinds }) => [...kinds].filter(([, wantedKinds]) => (wantedKinds & kind) !== 0));
    for (const backendKey of new Set(wanted.map(([key]) => key))) {
      const changes = getOrInsert(this.#pending, backendKey, () => new Map<string, FileChangeType>());
      const combined = mergeChanges(changes.get(path), type);
      if (combined === undefined) changes.delete(path);
      else changes.set(path, combined);
      if (this.#pendingCount++ === 0) this.#pendingSince = performance.now();
    }
  }

  #notifyIfDue(isAll: boolean): void {
    if (this.#pendingCount === 0 || this.#isEnded) return;
    const isLate = performance.now() - this.#pendingSince >= MAX_BATCH_MS;
    if (!isAll && !isLate && this.#pendingCount < MAX_BATCH) return;
    const pending = [...this.#pending];
    this.#pending.clear();
    this.#pendingCount = 0;
    for (const [backendKey, changes] of pending) {
      const events = [...changes].map(([path, type]) => ({ uri: uriOfPath(path, []), type }));
      if (events.length > 0) this.#host.notify(backendKey, events);
    }
  }

  /** Logs each line once, up to a number of lines. */
  #log(line: string): void {
    if (this.#logged.has(line) || this.#logged.size >= MAX_LOGGED_LINES) return;
    this.#host.log(line);
    this.#logged.add(line);
  }
}

/** Returns a watcher's patterns, relative to the top of the file system. */
function globsOf({ from, pattern }: Watcher, roots: readonly string[]): Glob[] {
  const below = (path: string, glob: string) => segmentsOf(glob).map((segments) => ({ base: namesIn(path), segments }));
  if (from === "roots") return roots.flatMap((root) => below(root, pattern));
  if (from !== "top") return below(from.path, pattern);
  // Servers prepend a folder to a pattern without escaping special characters in its name.
  const root = roots.find((root) => isBeginning(`${withSlashes(root).replace(/\/$/, "")}/`, pattern));
  if (root !== undefined) return below(root, pattern.slice(withSlashes(root).length));
  return segmentsOf(pattern).map((segments) => ({ base: [], segments }));
}

/** Returns the folders to track for a pattern; none if they would be most of the disk. */
function rootsFor({ base, segments }: Glob, roots: readonly string[]): readonly string[] {
  const literal = literalPrefix(segments);
  const folder = pathOf([...base, ...(literal.length === segments.length ? literal.slice(0, -1) : literal)]);
  const around = roots.filter((root) => isIn(root, folder));
  if (around.length > 0) return around;
  const isTooWide = segments.includes("**") && isAroundHome(folder);
  return isTooWide ? roots.filter((root) => isIn(folder, root)) : [folder];
}

function isAroundHome(folder: string): boolean {
  const home = homeFolder();
  return home !== undefined && isIn(folder, home);
}

function namesIn(path: string): string[] {
  return path.split(sep).filter((name) => name !== "");
}

function pathOf(names: readonly string[]): string {
  if (sep === "/") return `/${names.join(sep)}`;
  return names[0]?.endsWith(":") ? resolve(`${names.join(sep)}${sep}`) : `${sep}${sep}${names.join(sep)}`;
}

/** Whether `path` is `folder` or lies in it, regardless of case on Windows. */
function isIn(folder: string, path: string): boolean {
  return isBeginning(folder.endsWith(sep) ? folder : `${folder}${sep}`, `${path}${sep}`);
}

function isBeginning(beginning: string, text: string): boolean {
  if (sep === "/") return text.startsWith(beginning);
  return text.toLowerCase().startsWith(beginning.toLowerCase());
}

/** Returns a path with forward slashes, as in patterns. */
function withSlashes(path: string): string {
  return path.replaceAll(sep, "/");
}
