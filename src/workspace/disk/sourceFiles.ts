/**
 * The folders of a workspace and the source files in them, kept in step with the disk: whoever hears that something changed marks a folder, and it is
 * looked at again. Calls wait right here, in slices: this thread is there for that, while the process's pool of a few threads is where the session reads
 * its files, and a file system that hangs would hang them all. It takes a fifth of the time, too.
 */

import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { errorMessage, type Logger } from "../../error.js";
import { yieldToEventLoop } from "../yieldToEventLoop.js";
import { type FileStamp, stampOf } from "./fileStamp.js";
import type { IgnoreMatcher, IgnoreRules } from "./ignoreRules.js";
import type { IndexLimits } from "./indexLimits.js";
import { readRepositoryRules, readRuleFile, readRulesAbove } from "./repositoryRules.js";
import { isGeneratedFolder, isSkippedFolder } from "./skippedFolders.js";

/** Whom the walk tells what it sees. */
export interface SourceFilesHost {
  /** The language of a file by its name; undefined where it is no source. */
  languageOf(name: string): string | undefined;
  /** A source file is there, and this is how it is. Said at every look, also where nothing changed. */
  onFile(path: string, languageId: string, stamp: FileStamp): void;
  onFileGone(path: string): void;
  /** A folder is about to be read for the first time: what changes in it from now on is to be marked. */
  onFolderEntered(folder: string): void;
  onFolderLeft(folder: string): void;
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
interface FolderEntry {
  readonly folder: Folder;
  readonly rules: IgnoreRules;
  /** Whether it is to be looked at, with all that is in it, where it is known already. */
  readonly isMarked: boolean;
}

/** What decides by its name about the folder it is in. */
export const ruleFileNames: ReadonlySet<string> = new Set([".gitignore", ".git", "CACHEDIR.TAG", "pyvenv.cfg"]);

/** Messages wait no longer than this for a folder to be looked through. */
const SLICE_MS = 8;
/** No folder of anybody's is nested deeper; a file system that contains itself is. */
const MAX_DEPTH = 100;

export class SourceFiles {
  readonly #roots: readonly string[];
  readonly #realRoots: readonly string[];
  readonly #limits: IndexLimits;
  readonly #host: SourceFilesHost;
  readonly #folders = new Map<string, Folder>();
  /** Folders to look at, in order; `true`: and at all that is in them. */
  readonly #markedFolders = new Map<string, boolean>();
  readonly #markedFiles = new Set<string>();
  /** Files that are reached by a link out of the workspace, by where they are. */
  readonly #linkedFiles = new Map<string, string>();
  #fileCount = 0;
  #limitReason: string | undefined;
  #running: Promise<void> | undefined;
  #isEnded = false;

  constructor(roots: readonly string[], limits: IndexLimits, host: SourceFilesHost) {
    const resolved = resolveRoots(roots, (line) => host.log(line));
    this.#roots = resolved.map(({ path }) => path);
    this.#realRoots = resolved.map(({ real }) => real);
    this.#limits = limits;
    this.#host = host;
    for (const path of this.#roots) {
      this.#folders.set(path, createFolder({ path, depth: 0, isRoot: true, above: readRulesAbove(path) }));
      this.#markedFolders.set(path, false);
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
  get limitReason(): string | undefined {
    return this.#limitReason;
  }

  get isIdle(): boolean {
    return this.#markedFolders.size === 0 && this.#markedFiles.size === 0 && this.#running === undefined;
  }

  /** Whether a file or folder is one of those that count. */
  hasPath(path: string): boolean {
    return this.#folders.has(path) || this.hasFile(path);
  }

  /** Whether a file is one of those that count. */
  hasFile(path: string): boolean {
    return this.#folders.get(dirname(path))?.files.has(basename(path)) ?? false;
  }

  /** The files that count in a folder. */
  filesIn(folder: string): string[] {
    return [...(this.#folders.get(folder)?.files ?? [])].map((name) => pathInFolder(folder, name));
  }

  /** Something in a folder may have changed: names, or files of any of them. Looked at when next `look` is called. */
  markFolder(folder: string): void {
    if (this.#folders.has(folder)) this.#markedFolders.set(folder, this.#markedFolders.get(folder) ?? false);
    else {
      const parent = dirname(folder);
      if (parent !== folder) this.markFolder(parent);
    }
  }

  /** A file or folder may have changed, come or gone. */
  markPath(path: string): void {
    if (this.hasFile(path)) this.#markedFiles.add(path);
    else if (this.#folders.has(path)) {
      this.#markedFolders.set(path, true);
      if (!this.#roots.includes(path)) this.markFolder(dirname(path));
    } else this.markFolder(dirname(path));
  }

  /** Everything may have changed. */
  markAll(): void {
    for (const path of this.#roots) {
      const root = this.#folders.get(path);
      if (root) root.above = readRulesAbove(path);
      this.#markedFolders.set(path, true);
    }
  }

  /** Looks at what is marked; resolves when nothing is. */
  scan(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  end(): void {
    this.#isEnded = true;
    this.#markedFolders.clear();
    this.#markedFiles.clear();
  }

  async #run(): Promise<void> {
    let sliceEnd = performance.now() + SLICE_MS;
    const pause = async () => {
      if (performance.now() < sliceEnd) return;
      await yieldToEventLoop();
      sliceEnd = performance.now() + SLICE_MS;
    };
    while (!this.#isEnded && (this.#markedFolders.size > 0 || this.#markedFiles.size > 0)) {
      for (const path of this.#markedFiles) {
        this.#markedFiles.delete(path);
        this.#scanFile(path);
        await pause();
      }
      // In the order they were marked, also those marked meanwhile: what is near to the top comes before what is deep below.
      for (const [path, isDeep] of this.#markedFolders) {
        this.#markedFolders.delete(path);
        const folder = this.#folders.get(path);
        try {
          for (const _ of folder ? this.#scanFolder(folder, isDeep) : []) {
            await pause();
            if (this.#folders.get(path) !== folder) break;
          }
        } catch (error) {
          this.#host.log(`${path} can't be looked through: ${errorMessage(error)}`);
        }
        await pause();
        if (this.#isEnded) return;
      }
    }
  }

  #scanFile(path: string): void {
    const folder = this.#folders.get(dirname(path));
    const languageId = this.#host.languageOf(basename(path));
    if (folder === undefined || languageId === undefined) return;
    const stats = statIfExists(path);
    if (stats?.isFile()) this.#host.onFile(path, languageId, stampOf(stats));
    else this.#markedFolders.set(folder.path, this.#markedFolders.get(folder.path) ?? false);
  }

  *#scanFolder(folder: Folder, isDeep: boolean): Generator<void> {
    if (folder.ownRules === undefined) this.#host.onFolderEntered(folder.path);
    const entries = this.#readEntries(folder);
    if (entries === undefined) return;
    const { rules, haveChanged } = this.#readRules(folder, entries);
    const isIgnored = rules.matcherIn(folder.path);
    const files = new Set<string>();
    const folders = new Set<string>();
    for (const entry of entries) {
      if (this.#isSourceFolder(entry, folder, isIgnored)) {
        if (this.#addFolder(entry.name, { folder, rules, isMarked: isDeep || haveChanged })) folders.add(entry.name);
      } else if (this.#addFile(entry, folder, isIgnored)) files.add(entry.name);
      yield;
    }
    for (const name of folder.files) if (!files.has(name)) this.#removeFile(pathInFolder(folder.path, name));
    for (const name of folder.folders) if (!folders.has(name)) this.#removeFolder(pathInFolder(folder.path, name));
    folder.files = files;
    folder.folders = folders;
  }

  /** Undefined where the folder is gone; empty where nothing in it counts. */
  #readEntries(folder: Folder): Dirent[] | undefined {
    try {
      const entries = readdirSync(folder.path, { withFileTypes: true });
      const names = new Set(entries.map(({ name }) => name));
      return !folder.isRoot && isGeneratedFolder(folder.path, names) ? [] : entries;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isGone = code === "ENOENT" || code === "ENOTDIR";
      if (isGone && !folder.isRoot) {
        this.#folders.get(dirname(folder.path))?.folders.delete(basename(folder.path));
        this.#removeFolder(folder.path);
        return undefined;
      }
      this.#host.log(`${folder.path} can't be read and is left out: ${errorMessage(error)}`);
      return [];
    }
  }

  #readRules(folder: Folder, entries: readonly Dirent[]): { rules: IgnoreRules; haveChanged: boolean } {
    // A repository in another one goes by its own rules alone, as for git.
    const isTop = entries.some(({ name }) => name === ".git");
    const above = isTop && !folder.isRoot ? readRepositoryRules(folder.path) : folder.above;
    const hasList = entries.some((entry) => entry.name === ".gitignore" && !entry.isDirectory());
    const list = hasList ? readRuleFile(join(folder.path, ".gitignore")) : "";
    const ownRules = `${isTop}\n${list}`;
    const haveChanged = folder.ownRules !== undefined && folder.ownRules !== ownRules;
    folder.ownRules = ownRules;
    return { rules: above.withRules(folder.path, list), haveChanged };
  }

  #isSourceFolder(entry: Dirent, folder: Folder, isIgnored: IgnoreMatcher): boolean {
    // A link to a folder leads out of the workspace, or to what is in it under its own name.
    if (!entry.isDirectory() || folder.depth >= MAX_DEPTH) return false;
    const path = pathInFolder(folder.path, entry.name);
    if (isSkippedFolder(entry.name, path) || this.#roots.includes(path)) return false;
    return !isIgnored(entry.name, true);
  }

  /** False where there is no room for one more. */
  #addFolder(name: string, { folder, rules, isMarked }: FolderEntry): boolean {
    const path = pathInFolder(folder.path, name);
    const known = this.#folders.get(path);
    if (known) {
      known.above = rules;
      if (isMarked) this.#markedFolders.set(path, true);
      return true;
    }
    if (this.#folders.size >= this.#limits.folders) this.#stopAtLimit(`${this.#limits.folders} folders`);
    if (this.#limitReason !== undefined) return false;
    this.#folders.set(path, createFolder({ path, depth: folder.depth + 1, isRoot: false, above: rules }));
    this.#markedFolders.set(path, false);
    // At once, as files are: should the folder go while it is looked through, what is in it goes too.
    folder.folders.add(name);
    return true;
  }

  #addFile(entry: Dirent, folder: Folder, isIgnored: IgnoreMatcher): boolean {
    const languageId = this.#host.languageOf(entry.name);
    if (languageId === undefined || !(entry.isFile() || entry.isSymbolicLink())) return false;
    if (isIgnored(entry.name, false)) return false;
    const path = pathInFolder(folder.path, entry.name);
    if (!this.#hasRoom(folder, entry.name)) return false;
    // A name that leads nowhere, or only to itself, throws.
    const stats = statIfExists(path);
    if (!stats?.isFile() || (entry.isSymbolicLink() && !this.#isNewLinkTarget(path))) return false;
    // Counted at once and not when the folder is done, for the sake of the limit.
    if (!folder.files.has(entry.name)) {
      folder.files.add(entry.name);
      this.#fileCount++;
    }
    this.#host.onFile(path, languageId, stampOf(stats));
    return true;
  }

  #hasRoom(folder: Folder, name: string): boolean {
    if (folder.files.has(name)) return true;
    if (this.#fileCount >= this.#limits.files) this.#stopAtLimit(`${this.#limits.files} source files`);
    return this.#limitReason === undefined;
  }

  /** Whether a link leads out of the workspace, to where no other one does. What is inside is known by its own name. */
  #isNewLinkTarget(path: string): boolean {
    const real = realPathOf(path);
    if (real === undefined || this.#realRoots.some((root) => isInside(root, real))) return false;
    const first = this.#linkedFiles.get(real) ?? path;
    this.#linkedFiles.set(real, first);
    return first === path;
  }

  #stopAtLimit(limit: string): void {
    if (this.#limitReason !== undefined) return;
    this.#limitReason = `there are more than ${limit} in ${this.#roots.join(", ")}`;
    this.#host.log(
      `Not everything is indexed: ${this.#limitReason}. Open a folder further down, or leave more out by .gitignore.`,
    );
    for (const path of this.#markedFolders.keys()) {
      if (this.#folders.get(path)?.ownRules === undefined) this.#markedFolders.delete(path);
    }
  }

  #removeFile(path: string): void {
    this.#fileCount--;
    for (const [real, linked] of this.#linkedFiles) if (linked === path) this.#linkedFiles.delete(real);
    this.#host.onFileGone(path);
  }

  #removeFolder(path: string): void {
    const folder = this.#folders.get(path);
    if (folder === undefined) return;
    this.#folders.delete(path);
    this.#markedFolders.delete(path);
    this.#host.onFolderLeft(path);
    for (const name of folder.files) this.#removeFile(pathInFolder(path, name));
    for (const name of folder.folders) this.#removeFolder(pathInFolder(path, name));
  }
}

function createFolder(facts: Pick<Folder, "path" | "depth" | "isRoot" | "above">): Folder {
  return { ...facts, ownRules: undefined, files: new Set(), folders: new Set() };
}

interface ResolvedRoot {
  readonly path: string;
  readonly real: string;
}

/** Each folder once, whatever links lead to it: one that lies in another is named as what lies there. */
function resolveRoots(roots: readonly string[], log: Logger): ResolvedRoot[] {
  const resolved: ResolvedRoot[] = [];
  const existing = [...new Set(roots.map((root) => resolve(root)))].flatMap((path) => {
    const real = realPathOf(path);
    if (real === undefined) log(`There is no folder ${path} to index.`);
    return real === undefined ? [] : [{ path, real }];
  });
  // What others lie in comes first; of several names for one folder, the one named first counts.
  for (const { path, real } of existing.sort((a, b) => a.real.length - b.real.length)) {
    const outer = resolved.find((other) => isInside(other.real, real));
    if (outer?.real === real) continue;
    resolved.push({ path: outer ? join(outer.path, real.slice(outer.real.length)) : path, real });
  }
  return resolved;
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function pathInFolder(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function statIfExists(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
