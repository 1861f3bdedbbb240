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
  /** What `holder` wants to hear of has happened. Each file comes once. */
  notify(holder: string, changes: readonly FileEvent[]): void;
  log(line: string): void;
}

export interface FileWatchers {
  /** A holder's registration, by its own id; one with the same id is replaced. What can't be read as a pattern is left out, and logged. `watchers` is as the server wrote it. */
  watch(holder: string, id: string, watchers: unknown): void;
  unwatch(holder: string, id: string): void;
  /** All that a holder has registered. It is told nothing any more. */
  drop(holder: string): void;
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
  readonly holder: string;
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
  /** By holder, then by id. */
  readonly #registrations = new Map<string, Map<string, readonly Watcher[]>>();
  #patterns: ReadonlyMap<string, Pattern> = new Map();
  #updateCount = 0;
  #updating: Promise<void> | undefined;
  /** From the first registration on. */
  #tree: MatchedEntries<Pattern> | undefined;
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

  watch(holder: string, id: string, watchers: unknown): void {
    // Files are stamped more finely than in whole milliseconds.
    const since = Date.now() + 1;
    const read = (Array.isArray(watchers) ? watchers : []).flatMap(
      (watcher: Partial<FileSystemWatcher> | null) => this.#read(watcher ?? {}, holder, since) ?? [],
    );
    const registered = this.#registrations.get(holder) ?? new Map<string, readonly Watcher[]>();
    this.#registrations.set(holder, registered.set(id, read));
    this.#scheduleUpdate();
  }

  unwatch(holder: string, id: string): void {
    if (this.#registrations.get(holder)?.delete(id)) this.#scheduleUpdate();
  }

  drop(holder: string): void {
    this.#pending.delete(holder);
    if (this.#registrations.delete(holder)) this.#scheduleUpdate();
  }

  rootsChanged(): void {
    if (this.#registrations.size > 0) this.#scheduleUpdate();
  }

  end(): void {
    this.#isEnded = true;
    this.#pending.clear();
    this.#tree?.end();
  }

  async whenSettled(): Promise<void> {
    await this.#updating;
    await this.#tree?.whenSettled();
  }

  async flush(): Promise<void> {
    await this.#updating;
    await this.#tree?.flush();
  }

  #read({ globPattern, kind }: Partial<FileSystemWatcher>, holder: string, since: number): Watcher | undefined {
    const about = { holder, since, kinds: typeof kind === "number" ? kind : 7 };
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
    const tops = new Set<string>();
    const wanted = new Map<string, Watcher[]>();
    const patterns = new Map<string, Pattern>();
    for (const watcher of watchers) {
      for (const glob of globsOf(watcher, roots)) {
        const from = topsFor(glob, roots);
        if (from.length === 0)
          this.#log(`Servers are not told of ${watcher.pattern}: that is nearly everything on this computer.`);
        for (const top of from) tops.add(top);
        // What somebody wants already is in place.
        const key = [...glob.base, "", ...glob.names].join("/");
        const pattern = patterns.get(key) ??
          this.#patterns.get(key) ?? { ...glob, number, since: watcher.since, watchers: [] };
        patterns.set(key, pattern);
        wanted.set(key, [...(wanted.get(key) ?? []), watcher]);
      }
    }
    for (const pattern of this.#patterns.values()) pattern.watchers = [];
    for (const [key, pattern] of patterns) pattern.watchers = wanted.get(key) ?? [];
    this.#patterns = patterns;
    this.#tree ??= new MatchedEntries(
      {
        onChange: (path, type, patterns) => this.#addChange(path, type, patterns),
        onSliceEnd: (isAll) => this.#notifyIfDue(isAll),
        log: (line) => this.#host.log(line),
      },
      this.#limits,
    );
    this.#tree.update([...tops], new Set(patterns.values()));
  }

  #addChange(path: string, type: FileChangeType, patterns: readonly Pattern[]): void {
    const kind = 1 << (type - 1);
    const wanted = patterns.flatMap(({ watchers }) => watchers.filter(({ kinds }) => (kinds & kind) !== 0));
    for (const holder of new Set(wanted.map(({ holder }) => holder))) {
      if (!this.#registrations.has(holder)) continue;
      const changes = this.#pending.get(holder) ?? new Map<string, FileChangeType>();
      this.#pending.set(holder, changes);
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
    for (const [holder, changes] of pending) {
      const events = [...changes].map(([path, type]) => ({ uri: uriOfPath(path, []), type }));
      if (events.length > 0) this.#host.notify(holder, events);
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
  const below = (path: string, glob: string) => segmentsOf(glob).map((names) => ({ base: namesIn(path), names }));
  if (from === "roots") return roots.flatMap((root) => below(root, pattern));
  if (from !== "top") return below(from.path, pattern);
  // Servers put a folder before a pattern without a thought for what in its name might mean something.
  const root = roots.find((root) => isBeginning(`${withSlashes(root).replace(/\/$/, "")}/`, pattern));
  if (root !== undefined) return below(root, pattern.slice(withSlashes(root).length));
  return segmentsOf(pattern).map((names) => ({ base: [], names }));
}

/** The folders that have to be walked for a pattern; none where that would be nearly everything. */
function topsFor({ base, names }: Glob, roots: readonly string[]): readonly string[] {
  const plain = literalPrefix(names);
  const folder = pathOf([...base, ...(plain.length === names.length ? plain.slice(0, -1) : plain)]);
  const around = roots.filter((root) => isIn(root, folder));
  if (around.length > 0) return around;
  const isTooWide = names.includes("**") && isIn(folder, homedir());
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
