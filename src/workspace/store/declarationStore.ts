/** All declarations of a workspace in memory, found by name, by name and number of arguments, or by something like a name. */

import type { Arity, FoundDeclaration } from "../declaration.js";
import { Entry, eachEntry, filterOf } from "./fileRecord.js";
import { FileTable, type IndexedFile } from "./fileTable.js";
import { BestNames, NamePattern } from "./nameMatching.js";
import { leastNearness, Nearness } from "./nameSimilarity.js";
import { NameTable } from "./nameTable.js";
import { type Group, Postings } from "./postings.js";
import { FirstFew } from "./topK.js";
import { mayHoldHash, wordHashes } from "./wordFilter.js";

export type { IndexedFile, Stamp } from "./fileTable.js";

/**
 * Kept are the records of the files as they are, each name once, and for each name where in the records it is declared. What is answered is read from there.
 * Answers are in the order of paths, then places, where nothing else is said.
 */
export class DeclarationStore {
  #files = new FileTable();
  #names = this.#newNames();
  #postings = this.#newPostings();

  get fileCount(): number {
    return this.#files.size;
  }

  get declarationCount(): number {
    return this.#postings.count;
  }

  /** What all of it takes in memory. */
  get bytes(): number {
    return this.#files.byteLength + this.#names.byteLength + this.#postings.byteLength;
  }

  /** Adds a file, or replaces what was known of it. The record is copied. */
  put(path: string, file: IndexedFile): void {
    const number = this.#files.find(path);
    if (number >= 0) {
      const known = this.#files.fileOf(number);
      if (known.languageId === file.languageId && isSame(known.record, file.record)) {
        this.#files.note(number, file.stamp);
        return;
      }
      this.#remove(number);
    }
    this.#add(path, file);
    if (this.#files.isMostlyIdle) this.#rebuild();
  }

  remove(path: string): void {
    const number = this.#files.find(path);
    if (number < 0) return;
    this.#remove(number);
    if (this.#files.isMostlyIdle) this.#rebuild();
  }

  fileOf(path: string): IndexedFile | undefined {
    const number = this.#files.find(path);
    if (number < 0) return undefined;
    const file = this.#files.fileOf(number);
    return { ...file, record: file.record.slice() };
  }

  /** All files, in no order. A record has to be used before the next change; what is changed meanwhile may be missing or come twice. */
  *entries(): Iterable<[string, IndexedFile]> {
    // What is moved together meanwhile leaves these as they are.
    const files = this.#files;
    for (const number of files.numbers()) yield [files.pathOf(number), files.fileOf(number)];
  }

  /**
   * The declarations of exactly this name. With an arity, only those known to take so many arguments: first where the number is bounded, the narrowest bounds
   * first, then what takes any number more.
   */
  named(name: string, arity?: number): FoundDeclaration[] {
    const groups = this.#groupsOf(name);
    if (arity === undefined) return this.#found(groups);
    return taking(arity, groups).flatMap((group) => this.#found([group]));
  }

  /** Declarations of names that have the letters of `text` in order, ignoring case: the best names first, and the shorter among them. */
  matching(text: string, limit: number): FoundDeclaration[] {
    const pattern = new NamePattern(text);
    const best = new BestNames(limit);
    this.#eachName((name, bytes, place) => {
      const rank = pattern.rank(bytes, place, best.limit);
      if (rank >= 0) best.add(name, rank);
    });
    const found: FoundDeclaration[] = [];
    for (const names of best.ranks()) {
      const groups = names.flatMap((name) => this.#postings.of(name));
      for (const each of this.#found(groups, limit - found.length)) found.push(each);
    }
    return found;
  }

  /** Names that are like this one, the most alike first; the first declaration of each. */
  near(name: string, limit: number): FoundDeclaration[] {
    const nearness = new Nearness(name);
    const textOf = (one: Near) => this.#names.textOf(one.number);
    const byNearness = (one: Near, other: Near) => other.nearness - one.nearness || ordered(textOf(one), textOf(other));
    const nearest = new FirstFew(limit, byNearness);
    this.#eachName((number, bytes, place) => {
      const least = nearest.last?.nearness ?? leastNearness;
      const each = nearness.of(bytes, place, least);
      if (each >= least) nearest.add({ number, nearness: each });
    });
    return nearest.all().flatMap(({ number }) => this.#found(this.#postings.of(number), 1));
  }

  /** Files in a language of these ids that may hold every word of a text; a few of them don't. */
  filesWith(word: string, languageIds: readonly string[]): string[] {
    const wanted = new Set(languageIds);
    const hashes = wordHashes(word);
    const { bytes } = this.#files;
    const paths: string[] = [];
    for (const number of this.#files.numbers()) {
      if (!wanted.has(this.#files.languageOf(number))) continue;
      const { from, to } = filterOf(bytes, this.#files.recordOf(number));
      let mayHold = true;
      if (from <= to) for (const hash of hashes) mayHold &&= mayHoldHash(bytes, from, to, hash);
      if (mayHold) paths.push(this.#files.pathOf(number));
    }
    return paths.sort(ordered);
  }

  #add(path: string, file: IndexedFile): void {
    const number = this.#files.add(path, file);
    const [from, to] = [this.#files.recordOf(number), this.#files.recordEndOf(number)];
    eachEntry(this.#files.bytes, from, to, ({ nameAt, arity, at }) => {
      this.#postings.add(this.#names.add(nameAt), arity, at);
    });
  }

  #remove(number: number): void {
    const [from, to] = [this.#files.recordOf(number), this.#files.recordEndOf(number)];
    const names = new Set<number>();
    eachEntry(this.#files.bytes, from, to, ({ nameAt }) => names.add(this.#names.findAt(nameAt)));
    for (const name of names) {
      const other = this.#postings.remove(name, from, to);
      if (other === undefined) this.#names.delete(name);
      else if (isWithin(this.#names.placeOf(name), from, to)) this.#names.move(name, this.#entryAt(other).nameAt);
    }
    this.#files.remove(number);
  }

  /** Moves together what is left of an index that was much larger. */
  #rebuild(): void {
    const files = this.#files;
    this.#files = new FileTable();
    this.#names = this.#newNames();
    this.#postings = this.#newPostings();
    for (const number of files.numbers()) this.#add(files.pathOf(number), files.fileOf(number));
  }

  #entryAt(address: number): Entry {
    const entry = new Entry(this.#files.bytes);
    entry.read(address);
    return entry;
  }

  #newNames(): NameTable {
    return new NameTable(() => this.#files.bytes);
  }

  #newPostings(): Postings {
    return new Postings((address) => this.#entryAt(address).arity);
  }

  #groupsOf(name: string): Group[] {
    const number = this.#names.find(name);
    return number < 0 ? [] : this.#postings.of(number);
  }

  #eachName(visit: (number: number, bytes: Uint8Array, place: number) => void): void {
    const { bytes } = this.#files;
    for (let number = 0; number < this.#names.limit; number++) {
      const place = this.#names.placeOf(number);
      if (place !== 0) visit(number, bytes, place);
    }
  }

  /** What is declared at the addresses of these groups, in order; the first of it. */
  #found(groups: readonly Group[], limit = Number.POSITIVE_INFINITY): FoundDeclaration[] {
    const entry = new Entry(this.#files.bytes);
    const paths = new Map<number, string>();
    const places = new FirstFew<Place>(limit, inOrder);
    for (const { addresses } of groups) {
      for (const address of addresses) {
        entry.read(address);
        const file = this.#files.withRecord(entry.record());
        let path = paths.get(file);
        if (path === undefined) paths.set(file, (path = this.#files.pathOf(file)));
        places.add({ address, file, path, line: entry.line, character: entry.character });
      }
    }
    return places.all().map(({ address, file, path }) => {
      entry.read(address);
      return entry.found(path, this.#files.languageOf(file));
    });
  }
}

interface Near {
  readonly number: number;
  readonly nearness: number;
}

interface Place {
  readonly address: number;
  readonly file: number;
  readonly path: string;
  readonly line: number;
  readonly character: number;
}

function inOrder(one: Place, other: Place): number {
  const within = one.line - other.line || one.character - other.character || one.address - other.address;
  return ordered(one.path, other.path) || within;
}

function ordered(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The groups that take so many arguments, best first. */
function taking(count: number, groups: readonly Group[]): Group[] {
  const arityOf = (group: Group) => group.arity as Arity;
  const fitting = groups.filter(({ arity }) => arity !== undefined && arity.least <= count && count <= arity.most);
  const spanOf = ({ most, least }: Arity) => most - least;
  return fitting.sort((a, b) => {
    const [one, other] = [arityOf(a), arityOf(b)];
    const isAnyNumber = Number(one.most === Number.POSITIVE_INFINITY) - Number(other.most === Number.POSITIVE_INFINITY);
    if (isAnyNumber !== 0) return isAnyNumber;
    const narrower = one.most === Number.POSITIVE_INFINITY ? 0 : spanOf(one) - spanOf(other);
    return narrower || other.least - one.least;
  });
}

function isWithin(place: number, from: number, to: number): boolean {
  return from <= place && place < to;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
