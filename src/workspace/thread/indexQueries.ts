/**
 * The queries of the index. Each answer is true of the disk and of the open documents when it is
 * given.
 */

import type { IndexState, WorkspaceDeclaration } from "../declaration.js";
import { createWordFinder, searchWordOf } from "../parse/wordSearch.js";
import type { DeclarationStore } from "../store/declarationStore.js";
import { TimeSlice } from "../timeSlice.js";
import type { IndexAnswer, NameQuery } from "../workspaceIndex.js";

/** What queries need of the indexer. */
export interface QuerySource {
  readonly store: Pick<DeclarationStore, "findByName" | "findMatching" | "findSimilar" | "findFilesWith">;
  state(): IndexState;
  /** Whether the workspace has been walked once. */
  hasWalked(): boolean;
  /** Paths of the open documents. */
  openPaths(): Iterable<string>;
  /** Paths of the files that are not indexed yet. */
  queuedPaths(): Iterable<string>;
  /**
   * The text of a file as UTF-8: the open document's, or the one on disk. Throws where it can't be
   * read.
   */
  readBytes(path: string): Buffer;
  /** Resolves when all changes on disk up to now are queued. */
  catchUp(signal: AbortSignal): Promise<void>;
  /**
   * Indexes those of the paths that are queued before all others; with a word, only those that
   * contain it.
   */
  indexFirst(word: string | undefined, paths: Iterable<string>, signal: AbortSignal): Promise<void>;
  /**
   * Returns whether the index of a file is out of date. The file is then queued, or removed if it
   * is gone.
   */
  requeueIfStale(path: string): boolean;
}

/** Messages wait no longer than this for files to be checked. */
const SLICE_MS = 8;

export class IndexQueries {
  readonly #source: QuerySource;

  constructor(source: QuerySource) {
    this.#source = source;
  }

  async findByName({ name, arity }: NameQuery, signal: AbortSignal): Promise<IndexAnswer<WorkspaceDeclaration[]>> {
    await this.#indexFilesWith(searchWordOf(name), signal);
    return this.#queryFresh(() => this.#source.store.findByName(name, arity), pathOf, signal);
  }

  async findFilesWith(
    word: string,
    languageIds: readonly string[],
    signal: AbortSignal,
  ): Promise<IndexAnswer<string[]>> {
    const searchWord = searchWordOf(word);
    await this.#indexFilesWith(searchWord, signal);
    const query = () => this.#source.store.findFilesWith(word, languageIds);
    const { answer } = await this.#queryFresh(query, identity, signal);
    // The filter is wrong about one file in a hundred. Reading files is cheap beside what callers
    // do with them.
    const hasWord = createWordFinder(searchWord);
    const matches: string[] = [];
    const slice = new TimeSlice(SLICE_MS);
    for (const path of answer) {
      if (this.#fileMatches(path, hasWord)) matches.push(path);
      await slice.pause(signal);
    }
    return { answer: matches, state: this.#source.state() };
  }

  async findMatching(text: string, limit: number, signal: AbortSignal): Promise<IndexAnswer<WorkspaceDeclaration[]>> {
    await this.#indexOpenDocuments(signal);
    return this.#queryFresh(() => this.#source.store.findMatching(text, limit), pathOf, signal);
  }

  async findSimilar(name: string, limit: number, signal: AbortSignal): Promise<IndexAnswer<WorkspaceDeclaration[]>> {
    await this.#indexOpenDocuments(signal);
    return this.#queryFresh(() => this.#source.store.findSimilar(name, limit), pathOf, signal);
  }

  /** Indexes all files that contain a word, so that the answer for it is complete. */
  async #indexFilesWith(word: string, signal: AbortSignal): Promise<void> {
    await this.#source.catchUp(signal);
    await this.#source.indexFirst(word, this.#source.queuedPaths(), signal);
  }

  /** Indexes the open documents, without waiting for the rest of the workspace. */
  async #indexOpenDocuments(signal: AbortSignal): Promise<void> {
    if (this.#source.hasWalked()) await this.#source.catchUp(signal);
    await this.#source.indexFirst(undefined, this.#source.openPaths(), signal);
  }

  /** Returns an answer in which every file is as it is on disk now. */
  async #queryFresh<Each>(
    query: () => Each[],
    fileOf: (each: Each) => string,
    signal: AbortSignal,
  ): Promise<IndexAnswer<Each[]>> {
    const fresh = new Set<string>();
    for (;;) {
      const answer = query();
      const unchecked = new Set(answer.map(fileOf).filter((path) => !fresh.has(path)));
      if (unchecked.size === 0) return { answer, state: this.#source.state() };
      const stale: string[] = [];
      const slice = new TimeSlice(SLICE_MS);
      for (const path of unchecked) {
        fresh.add(path);
        if (this.#source.requeueIfStale(path)) stale.push(path);
        await slice.pause(signal);
      }
      if (stale.length > 0) await this.#source.indexFirst(undefined, stale, signal);
      // Query again: other messages may have changed the store in the meantime.
    }
  }

  #fileMatches(path: string, hasWord: (bytes: Buffer) => boolean): boolean {
    try {
      return hasWord(this.#source.readBytes(path));
    } catch {
      return false;
    }
  }
}

function pathOf({ path }: WorkspaceDeclaration): string {
  return path;
}

function identity(path: string): string {
  return path;
}
