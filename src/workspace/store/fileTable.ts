/** The files of the index, by number: paths, languages, stamps and records. */

import type { FileStamp } from "../disk/fileStamp.js";
import { Arena } from "./arena.js";
import { BinaryWriter, endOfText } from "./binaryEncoding.js";
import { growArray } from "./growArray.js";
import { NameTable } from "./nameTable.js";

export interface IndexedFile {
  /** The bytes that `encodeDeclarations` returned. */
  readonly record: Uint8Array;
  readonly languageId: string;
  readonly stamp: FileStamp;
}

/** Addresses have 31 bits. */
const MAX_BYTES = 2 ** 31;
const WORD_BYTES = 4;
/** In words. Less free memory is not worth a rebuild. */
const MIN_COLLECTABLE_WORDS = 1 << 18;

/** Shared, since nothing here is reentrant. */
const scratch = new BinaryWriter();

export class FileTable {
  /** Each block has the number of the file, the record, and the path. */
  readonly #arena = new Arena();
  readonly #paths = new NameTable(() => this.#arena.bytes);
  #offsets = new Uint32Array(16);
  #lengths = new Uint32Array(16);
  #languages = new Uint16Array(16);
  #sizes = new Float64Array(16);
  #modifiedMs = new Float64Array(16);
  readonly #languageIds: string[] = [];
  readonly #languageNumbers = new Map<string, number>();

  get size(): number {
    return this.#paths.size;
  }

  get byteLength(): number {
    const arrays = [this.#offsets, this.#lengths, this.#languages, this.#sizes, this.#modifiedMs];
    const tableBytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return tableBytes + this.#paths.byteLength + this.#arena.byteLength;
  }

  /**
   * The memory that addresses refer to, with the records of all files. Valid until a file is added.
   */
  get bytes(): Buffer {
    return this.#arena.bytes;
  }

  /** Whether much memory is free, and more than is used. */
  get isMostlyFree(): boolean {
    return this.#arena.freeWords > Math.max(MIN_COLLECTABLE_WORDS, this.#arena.usedWords);
  }

  /** Returns the number of the file, or -1. */
  find(path: string): number {
    return this.#paths.find(path);
  }

  /** Adds a file that is not in the table. Returns its number. */
  add(path: string, { languageId, stamp, record }: IndexedFile): number {
    scratch.clear();
    scratch.writeBytes(record);
    scratch.writeText(path);
    const offset = this.#arena.allocate(wordsFor(scratch.length));
    if (this.#arena.bytes.length > MAX_BYTES) throw new RangeError("The index of the workspace has grown beyond 2 GB.");
    const from = WORD_BYTES * (offset + 1);
    this.#arena.bytes.set(scratch.view(), from);
    const number = this.#paths.add(from + record.length);
    this.#arena.words[offset] = number;
    const limit = number + 1;
    this.#offsets = growArray(this.#offsets, limit);
    this.#lengths = growArray(this.#lengths, limit);
    this.#languages = growArray(this.#languages, limit);
    this.#sizes = growArray(this.#sizes, limit);
    this.#modifiedMs = growArray(this.#modifiedMs, limit);
    this.#offsets[number] = offset;
    this.#lengths[number] = record.length;
    this.#languages[number] = this.#languageNumber(languageId);
    this.setStamp(number, stamp);
    return number;
  }

  remove(number: number): void {
    const from = this.recordStartOf(number);
    const to = endOfText(this.bytes, this.recordEndOf(number));
    this.#paths.delete(number);
    this.#arena.release(this.#offsets[number] as number, wordsFor(to - from));
  }

  setStamp(number: number, { size, modifiedMs }: FileStamp): void {
    this.#sizes[number] = size;
    this.#modifiedMs[number] = modifiedMs;
  }

  *numbers(): Iterable<number> {
    for (let number = 0; number < this.#paths.limit; number++) if (this.#paths.offsetOf(number) !== 0) yield number;
  }

  pathOf(number: number): string {
    return this.#paths.textOf(number);
  }

  languageOf(number: number): string {
    return this.#languageIds[this.#languages[number] as number] as string;
  }

  /** Returns the offset of its record. */
  recordStartOf(number: number): number {
    return WORD_BYTES * ((this.#offsets[number] as number) + 1);
  }

  recordEndOf(number: number): number {
    return this.recordStartOf(number) + (this.#lengths[number] as number);
  }

  /** Returns the number of the file with the record at this offset. */
  fileWithRecord(record: number): number {
    return this.#arena.words[record / WORD_BYTES - 1] as number;
  }

  stampOf(number: number): FileStamp {
    return { size: this.#sizes[number] as number, modifiedMs: this.#modifiedMs[number] as number };
  }

  /** Returns a file. The record is a view, valid until a file is added or removed. */
  fileOf(number: number): IndexedFile {
    const stamp = this.stampOf(number);
    const record = this.bytes.subarray(this.recordStartOf(number), this.recordEndOf(number));
    return { languageId: this.languageOf(number), stamp, record };
  }

  #languageNumber(languageId: string): number {
    const existing = this.#languageNumbers.get(languageId);
    if (existing !== undefined) return existing;
    this.#languageNumbers.set(languageId, this.#languageIds.length);
    return this.#languageIds.push(languageId) - 1;
  }
}

/** Returns the length of a block, including one word for the file's number. */
function wordsFor(bytes: number): number {
  return 1 + Math.ceil(bytes / WORD_BYTES);
}
