/**
 * Watching files for servers whose client can't: what they registered for with `workspace/didChangeWatchedFiles`, and what they are told of it. Nothing is watched
 * before the first of them asks.
 *
 * `.gitignore` counts for nothing here: what is generated is what a server has to be told of. But folders that are nobody's own sources (`node_modules`, `.git`, a
 * virtual environment) are looked into only by a pattern that names them.
 */

import { homedir } from "node:os";
import { resolve, sep } from "node:path";
import type { FileSystemWatcher } from "vscode-languageserver-protocol";
import { pathOfUri, uriOfPath } from "../../uri.js";
import { type FileChangeType, mergeChanges } from "./fileChanges.js";
import { type Glob, literalPrefix, segmentsOf } from "./globs.js";
import { defaultWatchLimits, MatchedEntries, type WatchedPattern, type WatchLimits } from "./matchedEntries.js";

/** As LSP's `FileEvent`; 1: created, 2: changed, 3: deleted. */
export interface FileEvent {
  readonly uri: string;
  readonly type: FileChangeType;
}

export interface FileWatchersHost {
  /** The workspace folders, as paths. */
  roots(): readonly string[];
  /** What `backendKey` wants to hear of has happened. Each file comes once. */
  notify(backendKey: string, changes: readonly FileEvent[]): void;
  log(line: string): void;
}

export interface FileWatchers {
  /** A backendKey's registration, by its own id; one with the same id is replaced. What can't be read as a pattern is left out, and logged. `watchers` is as the server wrote it. */
  watch(backendKey: string, id: string, watchers: unknown): void;
  unwatch(backendKey: string, id: string): void;
  /** All that a backendKey has registered. It is told nothing any more. */
  drop(backendKey: string): void;
  /** What `roots` says is another thing now. */
  rootsChanged(): void;
  end(): void;
  /** Resolves when all that was asked for is in place. */
  whenSettled(): Promise<void>;
  /** Resolves when holders have been told of what has happened by now: somebody writes a file and asks at once. */
  flush(): Promise<void>;
}

export function watchFiles(host: FileWatchersHost, limits: WatchLimits = defaultWatchLimits): FileWatchers {
  return new RegisteredWatchers(host, limits);
}

/** One of a server's watchers, before anybody asks where the roots are. */
interface Watcher {
  readonly backendKey: string;
  /** The sum of what is wanted: 1 for what's new, 2 for what has changed, 4 for what's gone. */
  readonly kinds: number;
  readonly since: number;
  /** What the pattern counts from: a path, the top of the file system, or each of the roots. */
  readonly from: { readonly path: string } | "top" | "roots";
  /** With forward slashes. */
  readonly pattern: string;
}

/** What any number of watchers want. */
interface Pattern extends WatchedPattern {
  watchers: readonly Watcher[];
}

/** So many are told together, and no later than that while others are being found. */
const MAX_BATCH = 1_000;
const MAX_BATCH_MS = 100;

class RegisteredWatchers implements FileWatchers {
  readonly #host: FileWatchersHost;
  readonly #limits: WatchLimits;
  /** By backendKey, then by id. */
  readonly #registrations = new Map<string, Map<string, readonly Watcher[]>>();
  #patterns: ReadonlyMap<string, Pattern> = new Map();
  #updateCount = 0;
  #updating: Promise<void> | undefined;
  /** From the first registration on. */
  #matched: MatchedEntries<Pattern> | undefined;
  /** What holders have not been told yet, by path. */
  readonly #pending = new Map<string, Map<string, FileChangeType>>();
  #pendingCount = 0;
  #pendingSince = 0;
  #isEnded = false;
  readonly #logged = new Set<string>();

  constructor(host: FileWatchersHost, limits: WatchLimits) {
    this.#host = host;
    this.#limits = limits;
  }

  watch(backendKey: string, id: string, watchers: unknown): void {
    // Files are stamped more finely than in whole milliseconds.
    const since = Date.now() + 1;
    const read = (Array.isArray(watchers) ? watchers : []).flatMap(
      (watcher: Partial<FileSystemWatcher> | null) => this.#read(watcher ?? {}, backendKey, since) ?? [],
    );
    const registered = this.#registrations.get(backendKey) ?? new Map<string, readonly Watcher[]>();
    this.#registrations.set(backendKey, registered.set(id, read));
    this.#scheduleUpdate();
  }

  unwatch(backendKey: string, id: string): void {
    if (this.#registrations.get(backendKey)?.delete(id)) this.#scheduleUpdate();
  }

  drop(backendKey: string): void {
    this.#pending.delete(backendKey);
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
    const about = { backendKey, since, kinds: typeof kind === "number" ? kind : 7 };
    if (typeof globPattern === "string") {
      const pattern = withSlashes(globPattern);
      return { ...about, pattern, from: /^(\/|[A-Za-z]:\/)/.test(pattern) ? "top" : "roots" };
    }
    const { baseUri, pattern } = globPattern ?? {};
    const path = pathOfUri(typeof baseUri === "object" ? baseUri.uri : `${baseUri}`);
    if (path !== undefined && typeof pattern === "string") {
      return { ...about, pattern: withSlashes(pattern), from: { path: resolve(path) } };
    }
    this.#log(
      `A server wants to be told of files by ${JSON.stringify(globPattern)}, which is no pattern of files. It will not be.`,
    );
    return undefined;
  }

  /** In a moment: a server takes back what it has registered in the same breath as it registers something else. */
  #scheduleUpdate(): void {
    this.#updating ??= Promise.resolve().then(() => {
      this.#updating = undefined;
      if (!this.#isEnded) this.#updatePatterns();
    });
  }

  #updatePatterns(): void {
    const number = this.#updateCount++;
    const roots = this.#host.roots().map((root) => resolve(root));
    const watchers = [...this.#registrations.values()].flatMap((registered) => [...registered.values()].flat());
    const watchedRoots = new Set<string>();
    const wanted = new Map<string, Watcher[]>();
    const patterns = new Map<string, Pattern>();
    for (const watcher of watchers) {
      for (const glob of globsOf(watcher, roots)) {
        const from = rootsFor(glob, roots);
        if (from.length === 0)
          this.#log(`Servers are not told of ${watcher.pattern}: that is nearly everything on this computer.`);
        for (const root of from) watchedRoots.add(root);
        // What somebody wants already is in place.
        const key = [...glob.base, "", ...glob.segments].join("/");
        const pattern = patterns.get(key) ??
          this.#patterns.get(key) ?? { ...glob, number, since: watcher.since, watchers: [] };
        patterns.set(key, pattern);
        wanted.set(key, [...(wanted.get(key) ?? []), watcher]);
      }
    }
    for (const pattern of this.#patterns.values()) pattern.watchers = [];
    for (const [key, pattern] of patterns) pattern.watchers = wanted.get(key) ?? [];
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
    const wanted = patterns.flatMap(({ watchers }) => watchers.filter(({ kinds }) => (kinds & kind) !== 0));
    for (const backendKey of new Set(wanted.map(({ backendKey }) => backendKey))) {
      if (!this.#registrations.has(backendKey)) continue;
      const changes = this.#pending.get(backendKey) ?? new Map<string, FileChangeType>();
      this.#pending.set(backendKey, changes);
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

  /** The same complaint once. */
  #log(line: string): void {
    if (!this.#logged.has(line)) this.#host.log(line);
    this.#logged.add(line);
  }
}

/** A watcher's patterns from the top of the file system down. */
function globsOf({ from, pattern }: Watcher, roots: readonly string[]): Glob[] {
  const below = (path: string, glob: string) => segmentsOf(glob).map((segments) => ({ base: namesIn(path), segments }));
  if (from === "roots") return roots.flatMap((root) => below(root, pattern));
  if (from !== "top") return below(from.path, pattern);
  // Servers put a folder before a pattern without a thought for what in its name might mean something.
  const root = roots.find((root) => isBeginning(`${withSlashes(root).replace(/\/$/, "")}/`, pattern));
  if (root !== undefined) return below(root, pattern.slice(withSlashes(root).length));
  return segmentsOf(pattern).map((segments) => ({ base: [], segments }));
}

/** The folders that have to be walked for a pattern; none where that would be nearly everything. */
function rootsFor({ base, segments }: Glob, roots: readonly string[]): readonly string[] {
  const literal = literalPrefix(segments);
  const folder = pathOf([...base, ...(literal.length === segments.length ? literal.slice(0, -1) : literal)]);
  const around = roots.filter((root) => isIn(root, folder));
  if (around.length > 0) return around;
  const isTooWide = segments.includes("**") && isIn(folder, homedir());
  return isTooWide ? roots.filter((root) => isIn(folder, root)) : [folder];
}

function namesIn(path: string): string[] {
  return path.split(sep).filter((name) => name !== "");
}

function pathOf(names: readonly string[]): string {
  if (sep === "/") return `/${names.join(sep)}`;
  return names[0]?.endsWith(":") ? resolve(`${names.join(sep)}${sep}`) : `${sep}${sep}${names.join(sep)}`;
}

/** Whether `path` is a folder or in it. */
function isIn(folder: string, path: string): boolean {
  return isBeginning(folder.endsWith(sep) ? folder : `${folder}${sep}`, `${path}${sep}`);
}

function isBeginning(beginning: string, text: string): boolean {
  if (sep === "/") return text.startsWith(beginning);
  return text.toLowerCase().startsWith(beginning.toLowerCase());
}

/** As patterns are written, also where paths are not. */
function withSlashes(path: string): string {
  return path.replaceAll(sep, "/");
}
