/**
 * The index at work: folders are walked and watched, files that are new or changed are parsed, what they declare goes into the store, and the store is kept on
 * disk between sessions. Questions are answered from what is true when they are asked. Knows nothing of the thread it runs in.
 */

import { lstatSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { CacheKeeper } from "../cache/indexCache.js";
import type { FoundDeclaration, IndexState } from "../declaration.js";
import { languageByName } from "../disk/fileLanguage.js";
import { isSame, isTrusted, noStamp, stampOf } from "../disk/fileStamp.js";
import { Watching } from "../disk/folderWatcher.js";
import { decidingNames, Walk } from "../disk/workspaceWalker.js";
import type { DeclaringOptions, FileResult, Job, SourceFile } from "../parse/parseJobs.js";
import { Pending } from "../parse/parseQueue.js";
import { nothingIn } from "../parse/parseWorker.js";
import { Errands } from "../parse/priorityJobs.js";
import { searchedWord, wordFinder } from "../parse/wordSearch.js";
import { Crew, type DeclaringThread } from "../parse/workerPool.js";
import { unlessAborted } from "../rejectOnAbort.js";
import { DeclarationStore, type IndexedFile, type Stamp } from "../store/declarationStore.js";
import type { Known, NameQuery } from "../workspaceIndex.js";
import { theNextTurn } from "../yieldToEventLoop.js";
import type { IndexOptions } from "./indexMessages.js";
import { Complaints } from "./problemLog.js";

/** Whom it tells, and who parses for it. */
export interface IndexingHost {
  log(line: string): void;
  /** Some times a second at most. */
  state(state: IndexState): void;
  startDeclaring(options: DeclaringOptions): DeclaringThread;
}

/** Changes come in swarms: they are looked at together. */
const swarmMs = 150;
const stateMs = 200;
/** Where the system does not tell of changes, everything is looked at when a question comes: not again at once, and not for more than a small part of the time. */
const leastLookMs = 2_000;
const looksShare = 20;
/** Whose grammars are shipped share their threads. */
const sharedLane = "the shipped grammars";
/** Messages wait no longer than this for files to be looked at. */
const sliceMs = 8;

interface OpenText {
  readonly languageId: string;
  readonly text: string;
}

export class Indexing {
  readonly #options: IndexOptions;
  readonly #host: IndexingHost;
  readonly #languageOf: (name: string) => string | undefined;
  readonly #store = new DeclarationStore();
  readonly #pending: Pending;
  readonly #errands: Errands;
  readonly #crew: Crew;
  readonly #walk: Walk;
  readonly #watching: Watching;
  readonly #keeper: CacheKeeper | undefined;
  readonly #open = new Map<string, OpenText>();
  /** What the last session knew, until the first walk has seen what of it is still so. */
  #cached: Map<string, IndexedFile> | undefined;
  readonly #walked: Promise<void>;
  #hasWalked = false;
  #isEnded = false;
  readonly #lanes: ReadonlySet<string>;
  readonly #complaints: Complaints;
  #swarm: NodeJS.Timeout | undefined;
  #lookedAt = { at: 0, tookMs: 0 };
  #told: IndexState | undefined;
  #telling: NodeJS.Timeout | undefined;
  #waitingForAll: (() => void)[] = [];

  constructor(options: IndexOptions, host: IndexingHost) {
    this.#options = options;
    this.#host = host;
    this.#complaints = new Complaints((line) => host.log(line));
    const log = (line: string) => this.#complaints.say(line);
    this.#lanes = new Set(Object.keys(options.grammars).map((languageId) => this.#laneOf(languageId)));
    const { grammars, roots, limits, cache } = options;
    this.#pending = new Pending({
      laneOf: (languageId) => this.#laneOf(languageId),
      textOf: (path) => this.#open.get(path)?.text,
    });
    this.#errands = new Errands(this.#pending);
    this.#crew = new Crew({
      sizeOf: (lane) => (lane === sharedLane ? options.workers : 1),
      start: () => host.startDeclaring(this.#declaringOptions()),
      next: (lane) => this.#errands.nextJob(lane) ?? this.#nextJob(lane),
      done: (file, result, job) => this.#done(file, result, job),
      failed: (file, why) => this.#done(file, { ...nothingIn(noStamp), trouble: why }),
      log,
    });
    const languageByFile = languageByName(options.languages);
    this.#languageOf = (name) => {
      const languageId = languageByFile(name);
      return languageId !== undefined && Object.hasOwn(grammars, languageId) ? languageId : undefined;
    };
    this.#walk = new Walk(roots, limits, {
      languageOf: this.#languageOf,
      found: (path, languageId, stamp) => this.#found(path, languageId, stamp),
      lost: (path) => this.#lost(path),
      entered: (folder) => this.#watching.enter(folder),
      left: (folder) => this.#watching.leave(folder),
      log,
    });
    this.#watching = new Watching(options.isWatching ? this.#walk.roots : undefined, {
      renamed: (path) => {
        if (this.#mayMatter(path)) this.#mark(() => this.#walk.markPath(path));
      },
      // What counts as a source is known; of other files only the lists of what is left out matter.
      written: (path) => {
        if (this.#walk.holds(path) || basename(path) === ".gitignore") this.#mark(() => this.#walk.markPath(path));
      },
      failed: (why) => log(`Changes on disk are looked for when a question comes: ${why}.`),
    });
    this.#keeper = cache && new CacheKeeper({ ...cache, roots: this.#walk.roots, grammars, limits, log });
    this.#walked = this.#begin();
  }

  async named({ name, arity }: NameQuery, signal: AbortSignal): Promise<Known<FoundDeclaration[]>> {
    await this.#inStep(signal);
    await this.#run(searchedWord(name), this.#pending.paths(), signal);
    return this.#checked(() => this.#store.named(name, arity), pathOf, signal);
  }

  async filesWith(word: string, languageIds: readonly string[], signal: AbortSignal): Promise<Known<string[]>> {
    await this.#inStep(signal);
    await this.#run(searchedWord(word), this.#pending.paths(), signal);
    const { answer } = await this.#checked(() => this.#store.filesWith(word, languageIds), itself, signal);
    // One in a hundred only seems to hold it: reading them is little beside what whoever asks does with a file.
    const isIn = wordFinder(searchedWord(word));
    const holding: string[] = [];
    let until = performance.now() + sliceMs;
    for (const path of answer) {
      if (this.#isIn(path, isIn)) holding.push(path);
      if (performance.now() < until) continue;
      await unlessAborted(theNextTurn(), signal);
      until = performance.now() + sliceMs;
    }
    return { answer: holding, state: this.state };
  }

  async matching(text: string, limit: number, signal: AbortSignal): Promise<Known<FoundDeclaration[]>> {
    await this.#sofar(signal);
    return this.#checked(() => this.#store.matching(text, limit), pathOf, signal);
  }

  async near(name: string, limit: number, signal: AbortSignal): Promise<Known<FoundDeclaration[]>> {
    await this.#sofar(signal);
    return this.#checked(() => this.#store.near(name, limit), pathOf, signal);
  }

  /** Resolves when everything is indexed; rejects where there is too much. */
  async complete(signal: AbortSignal): Promise<IndexState> {
    await this.#inStep(signal);
    while (this.#pending.size > 0 || !this.#walk.isAtRest) {
      await unlessAborted(new Promise<void>((resolve) => this.#waitingForAll.push(resolve)), signal);
      await unlessAborted(this.#walk.look(), signal);
    }
    if (this.#walk.overLimit !== undefined) throw new Error(`Not everything is indexed: ${this.#walk.overLimit}.`);
    return this.state;
  }

  open(path: string, languageId: string, text: string): void {
    const known = resolve(path);
    this.#open.set(known, { languageId, text });
    if (!Object.hasOwn(this.#options.grammars, languageId)) {
      this.#forget(known);
      return;
    }
    this.#await(known, languageId, { ...noStamp, size: text.length });
    this.#pending.prefer(known);
    for (const beside of this.#walk.filesIn(dirname(known))) this.#pending.prefer(beside);
  }

  close(path: string): void {
    const known = resolve(path);
    if (!this.#open.delete(known)) return;
    // Until it is read, nobody may take what was open for what is on disk: the stamp of that is no file's.
    if (this.#walk.holds(known)) this.#mark(() => this.#walk.markPath(known));
    else this.#forget(known);
  }

  changed(paths: readonly string[]): void {
    this.#mark(() => {
      for (const path of paths) this.#walk.markPath(resolve(path));
    });
  }

  get state(): IndexState {
    const waiting = this.#pending.size;
    const files = Math.max(this.#walk.fileCount, this.#store.fileCount, waiting);
    const isComplete = this.#hasWalked && waiting === 0 && this.#walk.overLimit === undefined;
    return { isComplete, indexed: files - waiting, files };
  }

  /** Ends the threads, and writes what is new to disk. */
  async end(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const timer of [this.#swarm, this.#telling]) clearTimeout(timer);
    this.#crew.end();
    this.#watching.end();
    this.#walk.end();
    await this.#keeper?.end(() => this.#entries());
  }

  async #begin(): Promise<void> {
    try {
      this.#cached = await this.#keeper?.read();
      await this.#look();
    } catch (error) {
      this.#complaints.say(`The workspace can't be looked through: ${messageOf(error)}`);
    }
    // What is left of it is gone from disk, unless nobody looked.
    if (this.#walk.overLimit === undefined) this.#cached = undefined;
    this.#hasWalked = true;
    this.#tell();
  }

  /** Everything that has happened on disk and in the client by now is known: what changed waits to be indexed. */
  async #inStep(signal: AbortSignal): Promise<void> {
    await unlessAborted(this.#walked, signal);
    // Two turns: behind the first the system is asked what there is to say, behind the second that was heard.
    await theNextTurn();
    await theNextTurn();
    const { at, tookMs } = this.#lookedAt;
    const isDue = performance.now() - at > Math.max(leastLookMs, looksShare * tookMs);
    if (!this.#watching.isWorking && isDue) this.#walk.markAll();
    if (!this.#walk.isAtRest) await unlessAborted(this.#look(), signal);
  }

  /** As far as is known without waiting for the rest of the workspace; what is open always is. */
  async #sofar(signal: AbortSignal): Promise<void> {
    if (this.#hasWalked) await this.#inStep(signal);
    await this.#run(undefined, this.#open.keys(), signal);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#swarm);
    this.#swarm = undefined;
    const from = performance.now();
    await this.#walk.look();
    const now = performance.now();
    this.#lookedAt = { at: now, tookMs: now - from };
    this.#tell();
  }

  /** Whether a name that came or went is worth reading its folder anew: not that of every file that a build or an editor leaves there for a moment. */
  #mayMatter(path: string): boolean {
    const name = basename(path);
    if (this.#walk.knows(path) || decidingNames.has(name) || this.#languageOf(name) !== undefined) return true;
    try {
      return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    } catch {
      return false;
    }
  }

  #mark(mark: () => void): void {
    if (this.#isEnded) return;
    mark();
    this.#swarm ??= setTimeout(() => {
      this.#look().catch((error) => this.#complaints.say(`The workspace can't be looked through: ${messageOf(error)}`));
    }, swarmMs).unref();
  }

  /** Has files indexed before others; with a word, those that hold it. */
  #run(word: string | undefined, paths: Iterable<string>, signal: AbortSignal): Promise<void> {
    const done = this.#errands.run(word, paths, signal);
    this.#crew.wake(this.#lanes);
    return unlessAborted(done, signal);
  }

  /** An answer in which every file is as it is on disk now. */
  async #checked<Each>(
    query: () => Each[],
    fileOf: (each: Each) => string,
    signal: AbortSignal,
  ): Promise<Known<Each[]>> {
    const checked = new Set<string>();
    for (;;) {
      const answer = query();
      const unchecked = new Set(answer.map(fileOf).filter((path) => !checked.has(path)));
      if (unchecked.size === 0) return { answer, state: this.state };
      const stale: string[] = [];
      let until = performance.now() + sliceMs;
      for (const path of unchecked) {
        checked.add(path);
        if (this.#isStale(path)) stale.push(path);
        if (performance.now() < until) continue;
        await unlessAborted(theNextTurn(), signal);
        until = performance.now() + sliceMs;
      }
      if (stale.length > 0) await this.#run(undefined, stale, signal);
      // Asked again: others may have changed something in the turns that were theirs.
    }
  }

  /** Whether what is known of a file is not what is there. Then it waits to be indexed, or it is gone. */
  #isStale(path: string): boolean {
    if (this.#pending.has(path)) return true;
    const known = this.#store.fileOf(path);
    if (known === undefined || this.#open.has(path)) return false;
    let stamp: Stamp | undefined;
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      stamp = stats?.isFile() ? stampOf(stats) : undefined;
    } catch {
      // As good as gone.
    }
    if (stamp === undefined) {
      this.#forget(path);
      this.#mark(() => this.#walk.mark(dirname(path)));
      return true;
    }
    if (isSame(known.stamp, stamp)) return false;
    this.#await(path, known.languageId, stamp);
    return true;
  }

  #isIn(path: string, isIn: (bytes: Buffer) => boolean): boolean {
    const open = this.#open.get(path);
    try {
      return isIn(open ? Buffer.from(open.text) : readFileSync(path));
    } catch {
      return false;
    }
  }

  #found(path: string, languageId: string, stamp: Stamp): void {
    if (this.#open.has(path)) return;
    const known = this.#store.fileOf(path);
    const isKnown = known?.languageId === languageId && isSame(known.stamp, stamp);
    if (isKnown && !this.#pending.has(path)) return;
    const cached = this.#cached?.get(path);
    if (!known && cached?.languageId === languageId && isSame(cached.stamp, stamp)) {
      this.#cached?.delete(path);
      this.#store.put(path, cached);
      this.#tell();
    } else this.#await(path, languageId, stamp);
  }

  #lost(path: string): void {
    if (!this.#open.has(path)) this.#forget(path);
  }

  #forget(path: string): void {
    this.#pending.delete(path);
    this.#store.remove(path);
    this.#errands.done(path);
    this.#keeper?.note();
    this.#tell();
  }

  #await(path: string, languageId: string, stamp: Stamp): void {
    this.#pending.add(path, languageId, stamp);
    this.#crew.wake([this.#laneOf(languageId)]);
    this.#tell();
  }

  #done(file: SourceFile, result: FileResult, job?: Job): void {
    if (this.#isEnded || !this.#pending.isCurrent(file)) return;
    const { path, languageId } = file;
    switch (result.kind) {
      case "without":
        this.#pending.giveBack(file);
        this.#errands.without(path, job?.words ?? []);
        return;
      case "gone":
        this.#mark(() => this.#walk.mark(dirname(path)));
        this.#forget(path);
        return;
      case "indexed":
        if (result.trouble !== undefined) this.#complaints.sayOf(path, result.trouble);
        this.#pending.delete(path);
        this.#store.put(path, { languageId, stamp: result.stamp, record: result.record });
        this.#errands.done(path);
        if (isTrusted(result.stamp)) this.#keeper?.note();
        this.#tell();
    }
  }

  #nextJob(lane: string): Job | undefined {
    const files = this.#pending.takeNext(lane);
    return files.length > 0 ? { files, words: undefined } : undefined;
  }

  #laneOf(languageId: string): string {
    const grammar = this.#options.grammars[languageId];
    return grammar === undefined || grammar.isShipped ? sharedLane : `the grammar for ${languageId}`;
  }

  #declaringOptions(): DeclaringOptions {
    const { engine, grammars, limits } = this.#options;
    return { engine, grammars, fileBytes: limits.fileBytes };
  }

  /** What is kept on disk: what came from there. Where nobody has looked yet, what was kept before goes on being kept. */
  *#entries(): Generator<[string, IndexedFile]> {
    for (const entry of this.#store.entries()) if (isTrusted(entry[1].stamp)) yield entry;
    if (this.#cached) yield* this.#cached;
  }

  #tell(): void {
    if (this.#pending.size === 0 && this.#hasWalked && this.#walk.isAtRest) {
      for (const resolve of this.#waitingForAll.splice(0)) resolve();
      this.#keeper?.settle(() => this.#entries());
    }
    const isChange = this.#told?.isComplete !== this.state.isComplete;
    this.#telling ??= setTimeout(() => this.#tellNow(), isChange && this.state.isComplete ? 0 : stateMs).unref();
  }

  #tellNow(): void {
    this.#telling = undefined;
    const { state } = this;
    const told = this.#told;
    if (told?.isComplete === state.isComplete && told.indexed === state.indexed && told.files === state.files) return;
    this.#told = state;
    this.#host.state(state);
  }
}

function pathOf({ path }: FoundDeclaration): string {
  return path;
}

function itself(path: string): string {
  return path;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
