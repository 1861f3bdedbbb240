/**
 * All declarations of a workspace in memory: found by name, by name and arity, by letters, or by
 * similarity.
 */

import { type Arity, mayTake } from "../../syntax/outline/arity.js";
import type {
  FoundMatches,
  MatchedDeclaration,
  NameMatch,
  PatternQuery,
  WorkspaceDeclaration,
} from "../declaration.js";
import type { FileStamp } from "../disk/fileStamp.js";

import { equalBytes } from "./binaryEncoding.js";
import { filterRangeOf, forEachEntry, RecordEntry } from "./fileRecord.js";
import { FileTable, type IndexedFile } from "./fileTable.js";
import {
  BestNames,
  MIN_NAME_SIMILARITY,
  matchOfRank,
  NameGlob,
  NamePattern,
  NameSimilarity,
  SCATTERED_RANK,
  TopK,
} from "./nameMatching.js";
import { NameTable } from "./nameTable.js";
import { type PostingGroup, Postings } from "./postings.js";
import { hashWords, mayHoldHash, searchWordOf } from "./wordFilter.js";

/**
 * Keeps the records of the files as they are, each name once, and for each name the addresses of
 * its entries in the records. Answers are read from the records. They are ordered by path, then by
 * position, unless stated otherwise.
 */
export class DeclarationStore {
  #files = new FileTable();
  #names = this.#newNames();
  #postings = this.#newPostings();
  /** Numbers of files whose declarations are not among the names yet. */
  readonly #unread = new Set<number>();

  get fileCount(): number {
    return this.#files.size;
  }

  get declarationCount(): number {
    this.#readRecords();
    return this.#postings.count;
  }

  /** The memory of the whole store. */
  get byteLength(): number {
    return this.#files.byteLength + this.#names.byteLength + this.#postings.byteLength;
  }

  /**
   * Adds or replaces a file. The record is copied. With `isDeferred`, its declarations are read
   * when a query may need them: for a store that answers few queries.
   */
  put(path: string, file: IndexedFile, isDeferred = false): void {
    const number = this.#files.find(path);
    if (number >= 0) {
      const previous = this.#files.fileOf(number);
      if (previous.languageId === file.languageId && equalBytes(previous.record, file.record)) {
        this.#files.setStamp(number, file.stamp);
        return;
      }
      this.#remove(number);
    }
    this.#add(path, file, isDeferred);
    if (this.#files.isMostlyFree) this.#rebuild();
  }

  remove(path: string): void {
    const number = this.#files.find(path);
    if (number < 0) return;
    this.#remove(number);
    if (this.#files.isMostlyFree) this.#rebuild();
  }

  has(path: string): boolean {
    return this.#files.find(path) >= 0;
  }

  fileOf(path: string): IndexedFile | undefined {
    const number = this.#files.find(path);
    if (number < 0) return undefined;
    const file = this.#files.fileOf(number);
    return { ...file, record: file.record.slice() };
  }

  /**
   * Yields all files, in no order. A record is valid until the next change. Files changed during
   * the iteration may be missing or repeated.
   */
  *entries(): Iterable<[string, IndexedFile]> {
    // A rebuild during the iteration replaces the table and leaves this one unchanged.
    const files = this.#files;
    for (const number of files.numbers()) yield [files.pathOf(number), files.fileOf(number)];
  }

  /**
   * Returns the declarations of exactly this name. With an arity, only those known to take this
   * number of arguments: those with an upper bound first, the narrowest range first, then those
   * without.
   */
  findByName(name: string, arity?: number): WorkspaceDeclaration[] {
    this.#readRecords(hashWords(searchWordOf(name)));
    const groups = this.#groupsOf(name);
    if (arity === undefined) return this.#readDeclarations(groups);
    return groupsTaking(arity, groups).flatMap((group) => this.#readDeclarations([group]));
  }

  /**
   * Returns declarations of names that have the letters of `text` in order, ignoring case: the best
   * names first, shorter ones before longer ones.
   */
  findMatching(text: string, limit: number): WorkspaceDeclaration[] {
    const pattern = new NamePattern(text);
    const best = new BestNames(limit);
    this.#forEachName((name, bytes, place) => {
      const rank = pattern.rank(bytes, place, best.rankLimit);
      if (rank >= 0) best.add(name, rank);
    });
    const declarations: WorkspaceDeclaration[] = [];
    for (const names of best.ranks()) {
      const groups = names.flatMap((name) => this.#postings.groupsOf(name));
      for (const declaration of this.#readDeclarations(groups, limit - declarations.length))
        declarations.push(declaration);
    }
    return declarations;
  }

  /**
   * Returns declarations whose names fit a pattern: the best names first, shorter ones before
   * longer ones, then by name. Of those around them, the inner ones have to fit the rest of the
   * path.
   */
  findByPattern({ path, limit }: PatternQuery): FoundMatches {
    const pattern = path.at(-1) ?? "";
    const isInside = containerTest(path.slice(0, -1));
    const rank = pattern.includes("*") ? this.#wildcardRank(pattern) : this.#partRank(pattern);
    const found: RankedName[] = [];
    this.#forEachName((number, bytes, place) => {
      const ranked = rank(number, bytes, place);
      if (ranked) found.push({ ...ranked, number, name: this.#names.textOf(number) });
    });
    const sorted = found.sort(
      (one, other) =>
        one.rank - other.rank || one.name.length - other.name.length || compareStrings(one.name, other.name),
    );
    const declarations: MatchedDeclaration[] = [];
    for (const { number, match } of sorted) {
      if (declarations.length > limit) break;
      for (const each of this.#readDeclarations(this.#postings.groupsOf(number)))
        if (isInside(each.container)) declarations.push({ ...each, match });
    }
    return { declarations: declarations.slice(0, limit), isCut: declarations.length > limit };
  }

  #partRank(text: string): RankName {
    const pattern = new NamePattern(text);
    return (_number, bytes, place) => {
      const rank = pattern.rank(bytes, place, SCATTERED_RANK);
      return rank < 0 ? undefined : { rank, match: matchOfRank(rank) };
    };
  }

  #wildcardRank(text: string): RankName {
    const glob = new NameGlob(text);
    return (number) => {
      const rank = glob.rank(this.#names.textOf(number));
      return rank === undefined ? undefined : { rank, match: "wildcard" };
    };
  }

  /** Returns the first declaration of each name similar to this one, most similar first. */
  findSimilar(name: string, limit: number): WorkspaceDeclaration[] {
    const similarity = new NameSimilarity(name);
    const textOf = (one: SimilarName) => this.#names.textOf(one.number);
    const bySimilarity = (one: SimilarName, other: SimilarName) =>
      other.similarity - one.similarity || compareStrings(textOf(one), textOf(other));
    const best = new TopK(limit, bySimilarity);
    this.#forEachName((number, bytes, place) => {
      const minSimilarity = best.cutoff?.similarity ?? MIN_NAME_SIMILARITY;
      const score = similarity.score(bytes, place, minSimilarity);
      if (score >= minSimilarity) best.add({ number, similarity: score });
    });
    return best.all().flatMap(({ number }) => this.#readDeclarations(this.#postings.groupsOf(number), 1));
  }

  /**
   * Returns the files in these languages that may contain every word of a text. A few of them do
   * not.
   */
  findFilesWith(word: string, languageIds: readonly string[]): string[] {
    const languages = new Set(languageIds);
    const hashes = hashWords(word);
    const { bytes } = this.#files;
    const paths: string[] = [];
    for (const number of this.#files.numbers()) {
      if (!languages.has(this.#files.languageOf(number))) continue;
      const { from, to } = filterRangeOf(bytes, this.#files.recordStartOf(number));
      let mayHold = true;
      if (from <= to) for (const hash of hashes) mayHold &&= mayHoldHash(bytes, from, to, hash);
      if (mayHold) paths.push(this.#files.pathOf(number));
    }
    return paths.sort(compareStrings);
  }

  /** Returns the language of a file; undefined for one that the index does not have. */
  languageOf(path: string): string | undefined {
    const number = this.#files.find(path);
    return number < 0 ? undefined : this.#files.languageOf(number);
  }

  /**
   * Returns the stamp of a file whose text lacks one of these words. Returns undefined where it may
   * have them all: also without a filter, and with an empty one, since the text of a file that was
   * not parsed is not known.
   */
  stampIfWithout(path: string, hashes: readonly number[]): FileStamp | undefined {
    const number = this.#files.find(path);
    return number >= 0 && this.#lacksOneOf(number, hashes) ? this.#files.stampOf(number) : undefined;
  }

  /** Whether the filter of a file shows that its text lacks one of these words. */
  #lacksOneOf(number: number, hashes: readonly number[]): boolean {
    const { bytes } = this.#files;
    const { from, to } = filterRangeOf(bytes, this.#files.recordStartOf(number));
    return from < to && !hashes.every((hash) => mayHoldHash(bytes, from, to, hash));
  }

  #add(path: string, file: IndexedFile, isDeferred: boolean): void {
    const number = this.#files.add(path, file);
    if (isDeferred) this.#unread.add(number);
    else this.#readRecord(number);
  }

  /** Reads the declarations of unread files; with `hashes`, of those that may have these words. */
  #readRecords(hashes: readonly number[] = []): void {
    for (const number of this.#unread) {
      if (this.#lacksOneOf(number, hashes)) continue;
      this.#unread.delete(number);
      this.#readRecord(number);
    }
  }

  #readRecord(number: number): void {
    const [from, to] = [this.#files.recordStartOf(number), this.#files.recordEndOf(number)];
    forEachEntry(this.#files.bytes, from, to, ({ nameAt, arity, at }) => {
      this.#postings.add(this.#names.add(nameAt), arity, at);
    });
  }

  #remove(number: number): void {
    if (this.#unread.delete(number)) {
      this.#files.remove(number);
      return;
    }
    const [from, to] = [this.#files.recordStartOf(number), this.#files.recordEndOf(number)];
    const names = new Set<number>();
    forEachEntry(this.#files.bytes, from, to, ({ nameAt }) => names.add(this.#names.findAt(nameAt)));
    for (const name of names) {
      const other = this.#postings.remove(name, from, to);
      if (other === undefined) this.#names.delete(name);
      else if (isWithin(this.#names.offsetOf(name), from, to)) this.#names.move(name, this.#readEntry(other).nameAt);
    }
    this.#files.remove(number);
  }

  /** Compacts the memory of a store that was much larger before. */
  #rebuild(): void {
    const files = this.#files;
    const unread = new Set(this.#unread);
    this.#unread.clear();
    this.#files = new FileTable();
    this.#names = this.#newNames();
    this.#postings = this.#newPostings();
    for (const number of files.numbers()) this.#add(files.pathOf(number), files.fileOf(number), unread.has(number));
  }

  #readEntry(address: number): RecordEntry {
    const entry = new RecordEntry(this.#files.bytes);
    entry.read(address);
    return entry;
  }

  #newNames(): NameTable {
    return new NameTable(() => this.#files.bytes);
  }

  #newPostings(): Postings {
    return new Postings((address) => this.#readEntry(address).arity);
  }

  #groupsOf(name: string): PostingGroup[] {
    const number = this.#names.find(name);
    return number < 0 ? [] : this.#postings.groupsOf(number);
  }

  #forEachName(visit: (number: number, bytes: Uint8Array, place: number) => void): void {
    this.#readRecords();
    const { bytes } = this.#files;
    for (let number = 0; number < this.#names.limit; number++) {
      const place = this.#names.offsetOf(number);
      if (place !== 0) visit(number, bytes, place);
    }
  }

  /** Reads the declarations at the addresses of these groups, in order, up to a limit. */
  #readDeclarations(groups: readonly PostingGroup[], limit = Number.POSITIVE_INFINITY): WorkspaceDeclaration[] {
    const entry = new RecordEntry(this.#files.bytes);
    const paths = new Map<number, string>();
    const sites = new TopK<DeclarationSite>(limit, compareSites);
    for (const { addresses } of groups) {
      for (const address of addresses) {
        entry.read(address);
        const file = this.#files.fileWithRecord(entry.recordStart());
        let path = paths.get(file);
        if (path === undefined) paths.set(file, (path = this.#files.pathOf(file)));
        sites.add({ address, file, path, line: entry.line, character: entry.character });
      }
    }
    return sites.all().map(({ address, file, path }) => {
      entry.read(address);
      return entry.toWorkspaceDeclaration(path, this.#files.languageOf(file));
    });
  }
}

/** Returns a test of whether containers, in order, have those that fit the patterns among them. */
function containerTest(patterns: readonly string[]): (container: readonly string[]) => boolean {
  const globs = patterns.map((pattern) => new NameGlob(pattern)).reverse();
  return (container) => {
    let at = container.length;
    return globs.every((glob) => {
      do at--;
      while (at >= 0 && glob.rank(container[at] as string) === undefined);
      return at >= 0;
    });
  };
}

/** Rates a name by how it fits a pattern, lower is better; undefined where it does not. */
type RankName = (
  number: number,
  bytes: Uint8Array,
  place: number,
) => { readonly rank: number; readonly match: NameMatch } | undefined;

interface RankedName {
  readonly number: number;
  readonly name: string;
  readonly rank: number;
  readonly match: NameMatch;
}

interface SimilarName {
  readonly number: number;
  readonly similarity: number;
}

interface DeclarationSite {
  readonly address: number;
  readonly file: number;
  readonly path: string;
  readonly line: number;
  readonly character: number;
}

function compareSites(one: DeclarationSite, other: DeclarationSite): number {
  const within = one.line - other.line || one.character - other.character || one.address - other.address;
  return compareStrings(one.path, other.path) || within;
}

function compareStrings(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Returns the groups that take `count` arguments, best first. */
function groupsTaking(count: number, groups: readonly PostingGroup[]): PostingGroup[] {
  const matching = groups.flatMap(({ arity, addresses }) =>
    arity !== undefined && mayTake(arity, count) ? [{ arity, addresses }] : [],
  );
  const spanOf = ({ most, least }: Arity) => most - least;
  return matching.sort(({ arity: one }, { arity: other }) => {
    const isAnyNumber = Number(one.most === Number.POSITIVE_INFINITY) - Number(other.most === Number.POSITIVE_INFINITY);
    if (isAnyNumber !== 0) return isAnyNumber;
    const narrower = one.most === Number.POSITIVE_INFINITY ? 0 : spanOf(one) - spanOf(other);
    return narrower || other.least - one.least;
  });
}

function isWithin(place: number, from: number, to: number): boolean {
  return from <= place && place < to;
}
