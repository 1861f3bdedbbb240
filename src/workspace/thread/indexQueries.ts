/**
 * The queries of the index. Each answer is true of the disk and of the open documents when it is
 * given.
 */

import { isInside } from "../../files/isInside.js";
import { decode } from "../../text/decode.js";
import { Document } from "../../text/document.js";
import type {
  FoundMatches,
  FoundPaths,
  FoundText,
  IndexState,
  PatternQuery,
  TextLine,
  TextQuery,
  UnparsedFiles,
  WorkspaceDeclaration,
} from "../declaration.js";
import type { SearchablePaths } from "../disk/sourceFiles.js";
import type { SearchedWord } from "../parse/parseJobs.js";
import { createWordFinder, isWholeWordAt } from "../parse/wordSearch.js";
import type { DeclarationStore } from "../store/declarationStore.js";
import { hashWordParts, searchWordOf } from "../store/wordFilter.js";
import { TimeSlice } from "../timeSlice.js";
import type { IndexAnswer, NameQuery } from "../workspaceIndex.js";

/** What queries need of the indexer. */
export interface QuerySource {
  readonly store: Pick<
    DeclarationStore,
    "findByName" | "findMatching" | "findByPattern" | "findSimilar" | "findFilesWith" | "languageOf"
  >;
  state(): IndexState;
  /** The revision of all texts, see `IndexAnswer`. */
  revision(): string;
  /** Whether the workspace has been walked once. */
  hasWalked(): boolean;
  /** Paths of the open documents. */
  openPaths(): Iterable<string>;
  /** Why files could not be read or parsed, by path. */
  unparsedFiles(): ReadonlyMap<string, string>;
  /** Returns the files of the workspace that git does not ignore, of any kind; sources first. */
  searchablePaths(signal: AbortSignal): Promise<SearchablePaths>;
  /**
   * The text of a file as UTF-8: the open document's, or the one on disk. Throws where it can't be
   * read, or is larger than `maxBytes`, by default the limit of the index.
   */
  readBytes(path: string, maxBytes?: number): Buffer;
  /**
   * Whether the index shows that a file, as it is on disk, lacks one of the words with these
   * hashes.
   */
  lacksWord(path: string, hashes: readonly number[]): boolean;
  /** Resolves when all changes on disk up to now are queued. */
  catchUp(signal: AbortSignal): Promise<void>;
  /** Indexes those of the paths that are queued before all others. */
  indexFirst(paths: Iterable<string>, signal: AbortSignal): Promise<void>;
  /** Indexes the files that have a word. Resolves when all of them are, up to now. */
  indexWithWord(word: SearchedWord, signal: AbortSignal): Promise<void>;
  /**
   * Returns whether the index of a file is out of date. The file is then queued, or removed if it
   * is gone.
   */
  requeueIfStale(path: string): boolean;
}

/** The unparsed files that are searched for a word. Further ones count as if they contained it. */
const MAX_SEARCHED_UNPARSED = 500;
const MAX_UNPARSED_PATHS = 5;
/** The maximum size of a file that is searched for a text. That of an indexed file is less. */
const MAX_SEARCHED_BYTES = 32 * 1024 * 1024;
/** Messages wait no longer than this for files to be checked. */
const SLICE_MS = 8;

export class IndexQueries {
  readonly #source: QuerySource;

  constructor(source: QuerySource) {
    this.#source = source;
  }

  async findByName(
    { name, arity, soFar }: NameQuery,
    signal: AbortSignal,
  ): Promise<IndexAnswer<WorkspaceDeclaration[]>> {
    if (soFar) return { answer: this.#source.store.findByName(name, arity), state: this.#source.state() };
    const word = searchWordOf(name);
    // How a name is declared is known of whole names.
    await this.#source.indexWithWord({ word, isDeclared: word === name }, signal);
    const result = await this.#queryFresh(() => this.#source.store.findByName(name, arity), pathOf, signal);
    const unparsed = await this.#unparsedWith(word, signal);
    return { ...result, ...(unparsed && { unparsed }) };
  }

  async findFilesWith(
    word: string,
    languageIds: readonly string[],
    signal: AbortSignal,
  ): Promise<IndexAnswer<string[]>> {
    const searchWord = searchWordOf(word);
    await this.#source.indexWithWord({ word: searchWord, isDeclared: false }, signal);
    const { store } = this.#source;
    // Which words a file has that could not be parsed, the index does not know.
    const isOfLanguages = (path: string) => languageIds.includes(store.languageOf(path) ?? "");
    const query = () => [
      ...new Set([
        ...store.findFilesWith(word, languageIds),
        ...[...this.#source.unparsedFiles().keys()].filter(isOfLanguages),
      ]),
    ];
    const { answer } = await this.#queryFresh(query, identity, signal);
    // The filter is wrong about one file in a hundred. Reading files is cheap beside what callers
    // do with them.
    const hasWord = createWordFinder(searchWord);
    const matches: string[] = [];
    const slice = new TimeSlice(SLICE_MS);
    for (const path of answer) {
      if (this.#mayMatch(path, hasWord)) matches.push(path);
      await slice.pause(signal);
    }
    return { answer: matches, state: this.#source.state(), revision: this.#source.revision() };
  }

  async findMatching(text: string, limit: number, signal: AbortSignal): Promise<IndexAnswer<WorkspaceDeclaration[]>> {
    await this.#indexOpenDocuments(signal);
    return this.#queryFresh(() => this.#source.store.findMatching(text, limit), pathOf, signal);
  }

  async findByPattern(query: PatternQuery, signal: AbortSignal): Promise<IndexAnswer<FoundMatches>> {
    await this.#indexOpenDocuments(signal);
    let isCut = false;
    const findAll = () => {
      const found = this.#source.store.findByPattern(query);
      isCut = found.isCut;
      return [...found.declarations];
    };
    const { answer, state } = await this.#queryFresh(findAll, pathOf, signal);
    return { answer: { declarations: answer, isCut }, state };
  }

  async findSimilar(name: string, limit: number, signal: AbortSignal): Promise<IndexAnswer<WorkspaceDeclaration[]>> {
    await this.#indexOpenDocuments(signal);
    return this.#queryFresh(() => this.#source.store.findSimilar(name, limit), pathOf, signal);
  }

  /**
   * Searches the files themselves, since most kinds of files are not indexed. Those that are need
   * not be read if they lack a word of the text.
   */
  async findText(query: TextQuery, signal: AbortSignal): Promise<IndexAnswer<FoundText>> {
    const search = new TextSearch(query);
    await this.#source.catchUp(signal);
    const { paths, isPartial } = await this.#source.searchablePaths(signal);
    const hashes = hashWordParts(query.isPart ? withoutOuterWords(query.text) : query.text);
    const slice = new TimeSlice(SLICE_MS);
    for (const path of paths) {
      const bytes = this.#source.lacksWord(path, hashes) ? undefined : this.#bytesOf(path, MAX_SEARCHED_BYTES);
      if (bytes !== undefined) search.add(path, bytes);
      if (search.isOver) break;
      await slice.pause(signal);
    }
    const { lines, count } = search;
    return { answer: { lines, count, isPartial: isPartial || search.isOver }, state: this.#source.state() };
  }

  /** Returns the files in a folder that git does not ignore, of any kind, by path. */
  async findPaths(folder: string, signal: AbortSignal): Promise<IndexAnswer<FoundPaths>> {
    await this.#source.catchUp(signal);
    const { paths, isPartial } = await this.#source.searchablePaths(signal);
    const inside = paths.filter((path) => isInside(path, folder)).sort();
    return { answer: { paths: inside, isPartial }, state: this.#source.state() };
  }

  /** Indexes the open documents, without waiting for the rest of the workspace. */
  async #indexOpenDocuments(signal: AbortSignal): Promise<void> {
    if (this.#source.hasWalked()) await this.#source.catchUp(signal);
    await this.#source.indexFirst(this.#source.openPaths(), signal);
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
      if (stale.length > 0) await this.#source.indexFirst(stale, signal);
      // Query again: other messages may have changed the store in the meantime.
    }
  }

  /** Returns the files that could not be parsed and may contain a word. */
  async #unparsedWith(word: string, signal: AbortSignal): Promise<UnparsedFiles | undefined> {
    const hasWord = createWordFinder(word);
    const slice = new TimeSlice(SLICE_MS);
    const found: [string, string][] = [];
    let searched = 0;
    for (const entry of [...this.#source.unparsedFiles()]) {
      const isSearched = ++searched <= MAX_SEARCHED_UNPARSED;
      if (!isSearched || this.#mayMatch(entry[0], hasWord)) found.push(entry);
      if (isSearched) await slice.pause(signal);
    }
    const [first] = found;
    if (first === undefined) return undefined;
    const paths = found.slice(0, MAX_UNPARSED_PATHS).map(([path]) => path);
    return { count: found.length, paths, reason: first[1] };
  }

  /** Whether a file has the word, or can't be read. */
  #mayMatch(path: string, hasWord: (bytes: Buffer) => boolean): boolean {
    const bytes = this.#bytesOf(path, MAX_SEARCHED_BYTES);
    return bytes === undefined || hasWord(bytes);
  }

  /** Returns `undefined` for a file that can't be read. */
  #bytesOf(path: string, maxBytes?: number): Buffer | undefined {
    try {
      return this.#source.readBytes(path, maxBytes);
    } catch {
      return undefined;
    }
  }
}

/** Returns a text without the words at its ends, which may be parts of longer ones. */
function withoutOuterWords(text: string): string {
  return text.replace(/^[\p{ID_Continue}$]+/u, "").replace(/(?<![\p{ID_Continue}$])[\p{ID_Continue}$]+$/u, "");
}

function pathOf({ path }: WorkspaceDeclaration): string {
  return path;
}

function identity(path: string): string {
  return path;
}

/** All files together; a search past it ends. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_LINE_LENGTH = 160;

/** Searches files for a text and collects the first lines that hold it. */
export class TextSearch {
  readonly lines: TextLine[] = [];
  readonly #text: string;
  readonly #limit: number;
  readonly #maxCount: number;
  readonly #isPart: boolean;
  readonly #hasText: (bytes: Buffer) => boolean;
  readonly #endsAt: number;
  #bytesLeft = MAX_BYTES;
  #hasMore = false;
  #count = 0;

  constructor({ text, limit, isPart = false, maxCount = limit, timeoutMs = Number.POSITIVE_INFINITY }: TextQuery) {
    this.#text = text;
    this.#limit = limit;
    this.#maxCount = maxCount;
    this.#isPart = isPart;
    const needle = Buffer.from(text, "utf8");
    this.#hasText = isPart ? (bytes) => bytes.includes(needle) : createWordFinder(text);
    this.#endsAt = performance.now() + timeoutMs;
  }

  /** The number of lines found. */
  get count(): number {
    return this.#count;
  }

  /** Whether the search has ended at a limit: there may be further lines. */
  get isOver(): boolean {
    return this.#hasMore || this.#bytesLeft <= 0 || performance.now() > this.#endsAt;
  }

  /** Takes in the lines of a file. Binary files have none. */
  add(path: string, bytes: Buffer): void {
    this.#bytesLeft -= bytes.length;
    if (!this.#hasText(bytes)) return;
    const decoded = decode(bytes);
    if ("binary" in decoded) return;
    const { text } = decoded;
    const document = Document.of(text);
    for (let from = text.indexOf(this.#text); from >= 0; ) {
      let next = from + 1;
      if (this.#isPart || isWholeWordAt(text, from, this.#text.length)) {
        if (this.#count >= this.#maxCount) {
          this.#hasMore = true;
          return;
        }
        this.#count++;
        const line = document.lineAt(from);
        const character = from - document.lineFrom(line);
        const [lineFrom, lineTo] = [document.lineFrom(line), document.lineTo(line)];
        if (this.lines.length < this.#limit)
          this.lines.push({ path, line, character, text: excerpt(document, lineFrom, lineTo, from) });
        next = Math.max(next, lineTo);
      }
      from = text.indexOf(this.#text, next);
    }
  }
}

/** Returns a line without the whitespace around it; of a long one, the part around an offset. */
function excerpt(document: Document, from: number, to: number, offset: number): string {
  const start = to - from <= MAX_LINE_LENGTH ? from : Math.max(from, offset - MAX_LINE_LENGTH / 4);
  const text = document.slice(start, Math.min(to, start + MAX_LINE_LENGTH));
  // Half of a surrogate pair at a cut is left out.
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "").trim();
}
