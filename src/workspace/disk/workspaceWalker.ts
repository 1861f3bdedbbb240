/**
 * The folders of a workspace and the source files in them, kept in step with the disk: whoever hears that something changed marks a folder, and it is
 * looked at again. Calls wait right here, in slices: this thread is there for that, while the process's pool of a few threads is where the session reads
 * its files, and a file system that hangs would hang them all. It takes a fifth of the time, too.
 */

import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { Stamp } from "../store/declarationStore.js";
import type { Limits } from "../thread/indexMessages.js";
import { theNextTurn } from "../yieldToEventLoop.js";
import { stampOf } from "./fileStamp.js";
import type { IgnoreRules, IsIgnored } from "./ignoreRules.js";
import { listIn, rulesAbove, rulesOfRepository } from "./repositoryRules.js";
import { isMadeByProgram, isSkippedFolder } from "./skippedFolders.js";

/** Whom the walk tells what it sees. */
export interface WalkHost {
  /** The language of a file by its name; undefined where it is no source. */
  languageOf(name: string): string | undefined;
  /** A source file is there, and this is how it is. Said at every look, also where nothing changed. */
  found(path: string, languageId: string, stamp: Stamp): void;
  lost(path: string): void;
  /** A folder is about to be read for the first time: what changes in it from now on is to be marked. */
  entered(folder: string): void;
  left(folder: string): void;
  log(line: string): void;
}

interface Folder {
  readonly path: string;
  readonly depth: number;
  readonly isRoot: boolean;
  /** The rules that hold above what its own `.gitignore` says. */
  above: IgnoreRules;
  /** What its rules were made of when it was last read; undefined before. */
  ownRules: string | undefined;
  /** Names of what counts in it. */
  files: Set<string>;
  folders: Set<string>;
}

/** A folder in one that is being looked through. */
interface Entering {
  readonly folder: Folder;
  readonly rules: IgnoreRules;
  /** Whether it is to be looked at, with all that is in it, where it is known already. */
  readonly isMarked: boolean;
}

/** What decides by its name about the folder it is in. */
export const decidingNames: ReadonlySet<string> = new Set([".gitignore", ".git", "CACHEDIR.TAG", "pyvenv.cfg"]);

/** Messages wait no longer than this for a folder to be looked through. */
const sliceMs = 8;
/** No folder of anybody's is nested deeper; a file system that contains itself is. */
const deepest = 100;

export class Walk {
  readonly #roots: readonly string[];
  readonly #realRoots: readonly string[];
  readonly #limits: Limits;
  readonly #host: WalkHost;
  readonly #folders = new Map<string, Folder>();
  /** Folders to look at, in order; `true`: and at all that is in them. */
  readonly #marked = new Map<string, boolean>();
  readonly #markedFiles = new Set<string>();
  /** Files that are reached by a link out of the workspace, by where they are. */
  readonly #linked = new Map<string, string>();
  #fileCount = 0;
  #overLimit: string | undefined;
  #running: Promise<void> | undefined;
  #isEnded = false;

  constructor(roots: readonly string[], limits: Limits, host: WalkHost) {
    const named = namedOnce(roots, (line) => host.log(line));
    this.#roots = named.map(({ path }) => path);
    this.#realRoots = named.map(({ real }) => real);
    this.#limits = limits;
    this.#host = host;
    for (const path of this.#roots) {
      this.#folders.set(path, emptyFolder({ path, depth: 0, isRoot: true, above: rulesAbove(path) }));
      this.#marked.set(path, false);
    }
  }

  /** As they are walked: absolute, each folder once. */
  get roots(): readonly string[] {
    return this.#roots;
  }

  /** How many source files there are, as far as was looked. */
  get fileCount(): number {
    return this.#fileCount;
  }

  /** Why not everything was looked at; undefined where it was. */
  get overLimit(): string | undefined {
    return this.#overLimit;
  }

  get isAtRest(): boolean {
    return this.#marked.size === 0 && this.#markedFiles.size === 0 && this.#running === undefined;
  }

  /** Whether a file or folder is one of those that count. */
  knows(path: string): boolean {
    return this.#folders.has(path) || this.holds(path);
  }

  /** Whether a file is one of those that count. */
  holds(path: string): boolean {
    return this.#folders.get(dirname(path))?.files.has(basename(path)) ?? false;
  }

  /** The files that count in a folder. */
  filesIn(folder: string): string[] {
    return [...(this.#folders.get(folder)?.files ?? [])].map((name) => inFolder(folder, name));
  }

  /** Something in a folder may have changed: names, or files of any of them. Looked at when next `look` is called. */
  mark(folder: string): void {
    if (this.#folders.has(folder)) this.#marked.set(folder, this.#marked.get(folder) ?? false);
    else {
      const parent = dirname(folder);
      if (parent !== folder) this.mark(parent);
    }
  }

  /** A file or folder may have changed, come or gone. */
  markPath(path: string): void {
    if (this.holds(path)) this.#markedFiles.add(path);
    else if (this.#folders.has(path)) {
      this.#marked.set(path, true);
      if (!this.#roots.includes(path)) this.mark(dirname(path));
    } else this.mark(dirname(path));
  }

  /** Everything may have changed. */
  markAll(): void {
    for (const path of this.#roots) {
      const root = this.#folders.get(path);
      if (root) root.above = rulesAbove(path);
      this.#marked.set(path, true);
    }
  }

  /** Looks at what is marked; resolves when nothing is. */
  look(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  end(): void {
    this.#isEnded = true;
    this.#marked.clear();
    this.#markedFiles.clear();
  }

  async #run(): Promise<void> {
    let until = performance.now() + sliceMs;
    const pause = async () => {
      if (performance.now() < until) return;
      await theNextTurn();
      until = performance.now() + sliceMs;
    };
    while (!this.#isEnded && (this.#marked.size > 0 || this.#markedFiles.size > 0)) {
      for (const path of this.#markedFiles) {
        this.#markedFiles.delete(path);
        this.#lookAtFile(path);
        await pause();
      }
      // In the order they were marked, also those marked meanwhile: what is near to the top comes before what is deep below.
      for (const [path, isDeep] of this.#marked) {
        this.#marked.delete(path);
        const folder = this.#folders.get(path);
        try {
          for (const _ of folder ? this.#lookAt(folder, isDeep) : []) {
            await pause();
            if (this.#folders.get(path) !== folder) break;
          }
        } catch (error) {
          this.#host.log(`${path} can't be looked through: ${messageOf(error)}`);
        }
        await pause();
        if (this.#isEnded) return;
      }
    }
  }

  #lookAtFile(path: string): void {
    const folder = this.#folders.get(dirname(path));
    const languageId = this.#host.languageOf(basename(path));
    if (folder === undefined || languageId === undefined) return;
    const stats = statOrNothing(path);
    if (stats?.isFile()) this.#host.found(path, languageId, stampOf(stats));
    else this.#marked.set(folder.path, this.#marked.get(folder.path) ?? false);
  }

  *#lookAt(folder: Folder, isDeep: boolean): Generator<void> {
    if (folder.ownRules === undefined) this.#host.entered(folder.path);
    const entries = this.#entriesOf(folder);
    if (entries === undefined) return;
    const { rules, haveChanged } = this.#rulesIn(folder, entries);
    const isIgnored = rules.in(folder.path);
    const files = new Set<string>();
    const folders = new Set<string>();
    for (const entry of entries) {
      if (this.#isFolderThatCounts(entry, folder, isIgnored)) {
        if (this.#enter(entry.name, { folder, rules, isMarked: isDeep || haveChanged })) folders.add(entry.name);
      } else if (this.#countsAsFile(entry, folder, isIgnored)) files.add(entry.name);
      yield;
    }
    for (const name of folder.files) if (!files.has(name)) this.#drop(inFolder(folder.path, name));
    for (const name of folder.folders) if (!folders.has(name)) this.#leave(inFolder(folder.path, name));
    folder.files = files;
    folder.folders = folders;
  }

  /** Undefined where the folder is gone; empty where nothing in it counts. */
  #entriesOf(folder: Folder): Dirent[] | undefined {
    try {
      const entries = readdirSync(folder.path, { withFileTypes: true });
      const names = new Set(entries.map(({ name }) => name));
      return !folder.isRoot && isMadeByProgram(folder.path, names) ? [] : entries;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isGone = code === "ENOENT" || code === "ENOTDIR";
      if (isGone && !folder.isRoot) {
        this.#folders.get(dirname(folder.path))?.folders.delete(basename(folder.path));
        this.#leave(folder.path);
        return undefined;
      }
      this.#host.log(`${folder.path} can't be read and is left out: ${messageOf(error)}`);
      return [];
    }
  }

  #rulesIn(folder: Folder, entries: readonly Dirent[]): { rules: IgnoreRules; haveChanged: boolean } {
    // A repository in another one goes by its own rules alone, as for git.
    const isTop = entries.some(({ name }) => name === ".git");
    const above = isTop && !folder.isRoot ? rulesOfRepository(folder.path) : folder.above;
    const hasList = entries.some((entry) => entry.name === ".gitignore" && !entry.isDirectory());
    const list = hasList ? listIn(join(folder.path, ".gitignore")) : "";
    const ownRules = `${isTop}\n${list}`;
    const haveChanged = folder.ownRules !== undefined && folder.ownRules !== ownRules;
    folder.ownRules = ownRules;
    return { rules: above.and(folder.path, list), haveChanged };
  }

  #isFolderThatCounts(entry: Dirent, folder: Folder, isIgnored: IsIgnored): boolean {
    // A link to a folder leads out of the workspace, or to what is in it under its own name.
    if (!entry.isDirectory() || folder.depth >= deepest) return false;
    const path = inFolder(folder.path, entry.name);
    if (isSkippedFolder(entry.name, path) || this.#roots.includes(path)) return false;
    return !isIgnored(entry.name, true);
  }

  /** False where there is no room for one more. */
  #enter(name: string, { folder, rules, isMarked }: Entering): boolean {
    const path = inFolder(folder.path, name);
    const known = this.#folders.get(path);
    if (known) {
      known.above = rules;
      if (isMarked) this.#marked.set(path, true);
      return true;
    }
    if (this.#folders.size >= this.#limits.folders) this.#stop(`${this.#limits.folders} folders`);
    if (this.#overLimit !== undefined) return false;
    this.#folders.set(path, emptyFolder({ path, depth: folder.depth + 1, isRoot: false, above: rules }));
    this.#marked.set(path, false);
    // At once, as files are: should the folder go while it is looked through, what is in it goes too.
    folder.folders.add(name);
    return true;
  }

  #countsAsFile(entry: Dirent, folder: Folder, isIgnored: IsIgnored): boolean {
    const languageId = this.#host.languageOf(entry.name);
    if (languageId === undefined || !(entry.isFile() || entry.isSymbolicLink())) return false;
    if (isIgnored(entry.name, false)) return false;
    const path = inFolder(folder.path, entry.name);
    if (!this.#hasRoom(folder, entry.name)) return false;
    // A name that leads nowhere, or only to itself, throws.
    const stats = statOrNothing(path);
    if (!stats?.isFile() || (entry.isSymbolicLink() && !this.#leadsToNewFile(path))) return false;
    // Counted at once and not when the folder is done, for the sake of the limit.
    if (!folder.files.has(entry.name)) {
      folder.files.add(entry.name);
      this.#fileCount++;
    }
    this.#host.found(path, languageId, stampOf(stats));
    return true;
  }

  #hasRoom(folder: Folder, name: string): boolean {
    if (folder.files.has(name)) return true;
    if (this.#fileCount >= this.#limits.files) this.#stop(`${this.#limits.files} source files`);
    return this.#overLimit === undefined;
  }

  /** Whether a link leads out of the workspace, to where no other one does. What is inside is known by its own name. */
  #leadsToNewFile(path: string): boolean {
    const real = realPathOf(path);
    if (real === undefined || this.#realRoots.some((root) => isIn(root, real))) return false;
    const first = this.#linked.get(real) ?? path;
    this.#linked.set(real, first);
    return first === path;
  }

  #stop(what: string): void {
    if (this.#overLimit !== undefined) return;
    this.#overLimit = `there are more than ${what} in ${this.#roots.join(", ")}`;
    this.#host.log(
      `Not everything is indexed: ${this.#overLimit}. Open a folder further down, or leave more out by .gitignore.`,
    );
    for (const path of this.#marked.keys()) {
      if (this.#folders.get(path)?.ownRules === undefined) this.#marked.delete(path);
    }
  }

  #drop(path: string): void {
    this.#fileCount--;
    for (const [real, linked] of this.#linked) if (linked === path) this.#linked.delete(real);
    this.#host.lost(path);
  }

  #leave(path: string): void {
    const folder = this.#folders.get(path);
    if (folder === undefined) return;
    this.#folders.delete(path);
    this.#marked.delete(path);
    this.#host.left(path);
    for (const name of folder.files) this.#drop(inFolder(path, name));
    for (const name of folder.folders) this.#leave(inFolder(path, name));
  }
}

function emptyFolder(about: Pick<Folder, "path" | "depth" | "isRoot" | "above">): Folder {
  return { ...about, ownRules: undefined, files: new Set(), folders: new Set() };
}

interface NamedRoot {
  readonly path: string;
  readonly real: string;
}

/** Each folder once, whatever links lead to it: one that lies in another is named as what lies there. */
function namedOnce(roots: readonly string[], log: (line: string) => void): NamedRoot[] {
  const named: NamedRoot[] = [];
  const there = [...new Set(roots.map((root) => resolve(root)))].flatMap((path) => {
    const real = realPathOf(path);
    if (real === undefined) log(`There is no folder ${path} to index.`);
    return real === undefined ? [] : [{ path, real }];
  });
  // What others lie in comes first; of several names for one folder, the one named first counts.
  for (const { path, real } of there.sort((a, b) => a.real.length - b.real.length)) {
    const outer = named.find((other) => isIn(other.real, real));
    if (outer?.real === real) continue;
    named.push({ path: outer ? join(outer.path, real.slice(outer.real.length)) : path, real });
  }
  return named;
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function inFolder(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function statOrNothing(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
