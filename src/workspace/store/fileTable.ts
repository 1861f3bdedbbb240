/** The files of the index: their paths, what was noted of them, and where their records lie. A file has a number as long as it is there. */

import { Arena } from "./arena.js";
import { endOfText, Packer } from "./binaryEncoding.js";
import { grown } from "./growArray.js";
import { NameTable } from "./nameTable.js";

/** How a file was when it was read. */
export interface Stamp {
  readonly size: number;
  readonly modifiedMs: number;
}

export interface IndexedFile {
  /** As `encodeDeclarations` makes it. */
  readonly record: Uint8Array;
  readonly languageId: string;
  readonly stamp: Stamp;
}

/** An address has to be below. */
const mostBytes = 2 ** 31;
const wordLength = 4;
/** In words. */
const worthCollecting = 1 << 18;

export class FileTable {
  /** Before each record stands the number of its file, behind it the path. */
  readonly #arena = new Arena();
  readonly #paths = new NameTable(() => this.#arena.bytes);
  #places = new Uint32Array(16);
  #lengths = new Uint32Array(16);
  #languages = new Uint16Array(16);
  #sizes = new Float64Array(16);
  #modified = new Float64Array(16);
  readonly #languageIds: string[] = [];
  readonly #languageNumbers = new Map<string, number>();

  get size(): number {
    return this.#paths.size;
  }

  get byteLength(): number {
    const arrays = [this.#places, this.#lengths, this.#languages, this.#sizes, this.#modified];
    const noted = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return noted + this.#paths.byteLength + this.#arena.byteLength;
  }

  /** The records of all files; addresses point in here. Valid until a file is added. */
  get bytes(): Buffer {
    return this.#arena.bytes;
  }

  /** Whether much room waits for records, and more than records take. */
  get isMostlyIdle(): boolean {
    return this.#arena.idle > Math.max(worthCollecting, this.#arena.used);
  }

  /** The number of the file, or -1. */
  find(path: string): number {
    return this.#paths.find(path);
  }

  /** Adds a file that is not there. Returns its number. */
  add(path: string, { languageId, stamp, record }: IndexedFile): number {
    packer.clear();
    packer.bytes(record);
    packer.text(path);
    const place = this.#arena.take(wordsFor(packer.length));
    if (this.#arena.bytes.length > mostBytes) throw new RangeError("The index of the workspace has grown beyond 2 GB.");
    const from = wordLength * (place + 1);
    this.#arena.bytes.set(packer.written(), from);
    const number = this.#paths.add(from + record.length);
    this.#arena.words[place] = number;
    const limit = number + 1;
    this.#places = grown(this.#places, limit);
    this.#lengths = grown(this.#lengths, limit);
    this.#languages = grown(this.#languages, limit);
    this.#sizes = grown(this.#sizes, limit);
    this.#modified = grown(this.#modified, limit);
    this.#places[number] = place;
    this.#lengths[number] = record.length;
    this.#languages[number] = this.#languageNumber(languageId);
    this.note(number, stamp);
    return number;
  }

  remove(number: number): void {
    const from = this.recordOf(number);
    const to = endOfText(this.bytes, this.recordEndOf(number));
    this.#paths.delete(number);
    this.#arena.giveBack(this.#places[number] as number, wordsFor(to - from));
  }

  note(number: number, { size, modifiedMs }: Stamp): void {
    this.#sizes[number] = size;
    this.#modified[number] = modifiedMs;
  }

  *numbers(): Iterable<number> {
    for (let number = 0; number < this.#paths.limit; number++) if (this.#paths.placeOf(number) !== 0) yield number;
  }

  pathOf(number: number): string {
    return this.#paths.textOf(number);
  }

  languageOf(number: number): string {
    return this.#languageIds[this.#languages[number] as number] as string;
  }

  /** Where its record begins. */
  recordOf(number: number): number {
    return wordLength * ((this.#places[number] as number) + 1);
  }

  recordEndOf(number: number): number {
    return this.recordOf(number) + (this.#lengths[number] as number);
  }

  /** The file whose record begins here. */
  withRecord(record: number): number {
    return this.#arena.words[record / wordLength - 1] as number;
  }

  /** The record is a view, valid until a file is added or removed. */
  fileOf(number: number): IndexedFile {
    const stamp = { size: this.#sizes[number] as number, modifiedMs: this.#modified[number] as number };
    const record = this.bytes.subarray(this.recordOf(number), this.recordEndOf(number));
    return { languageId: this.languageOf(number), stamp, record };
  }

  #languageNumber(languageId: string): number {
    const known = this.#languageNumbers.get(languageId);
    if (known !== undefined) return known;
    this.#languageNumbers.set(languageId, this.#languageIds.length);
    return this.#languageIds.push(languageId) - 1;
  }
}

/** One for the file's number. */
function wordsFor(bytes: number): number {
  return 1 + Math.ceil(bytes / wordLength);
}

const packer = new Packer();
