/**
 * The index on disk between sessions: one file per workspace folder, believed only where everything about it is right.
 *
 * It begins with four bytes of its own. Then come blocks: the length of what they hold, its checksum, both in four bytes, and what they hold. The first holds the key,
 * the others files, the last nothing. Each checksum goes on from the one before and counts the length too, so that no byte can be another and nothing missing.
 * A file is its path, the number of its language (0: a new one, and its name), size and time as doubles, and the record with its length before it.
 */

import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import * as zlib from "node:zlib";
import { BinaryReader, BinaryWriter, equalBytes } from "../store/binaryEncoding.js";
import { RECORD_VERSION } from "../store/fileRecord.js";
import type { IndexedFile } from "../store/fileTable.js";
import { writeAtomically } from "./atomicWrite.js";

/** What has to be the same for a cache to count. The version of the format goes without saying. */
export interface CacheKey {
  /** The program's version. */
  readonly version: string;
  /** A digest of the grammars and queries that the declarations were found with. */
  readonly grammars: string;
  /** The workspace folder. */
  readonly root: string;
}

/** Has to be raised with every change of what is written or how. */
const FORMAT_VERSION = 1;
const magic = Uint8Array.of(0x6c, 0x73, 0x78, FORMAT_VERSION);
const HEADER_LENGTH = 8;
/** A block is closed when it is as long as this. Whoever reads keeps the blocks, and writing rests between them. */
const BLOCK_BYTES = 1 << 20;

/** The files by path, or undefined where there is no cache, or any doubt about it. Never rejects. */
export async function readCache(file: string, key: CacheKey): Promise<Map<string, IndexedFile> | undefined> {
  try {
    // What is no file may never let itself be opened, unless asked not to wait.
    const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
    const handle = await open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    try {
      return await readFrom(handle, key);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

async function readFrom(handle: FileHandle, key: CacheKey): Promise<Map<string, IndexedFile> | undefined> {
  const stats = await handle.stat();
  const isOwn = process.getuid === undefined || stats.uid === process.getuid();
  if (!stats.isFile() || !isOwn) return undefined;
  const blocks = new BlockReader(handle, stats.size);
  const first = await blocks.next();
  if (first === undefined || new BinaryReader(first).readText() !== serializeKey(key)) return undefined;
  const files = new Map<string, IndexedFile>();
  const languages: string[] = [];
  for (;;) {
    const block = await blocks.next();
    if (block === undefined) return undefined;
    if (block.length === 0) return blocks.isAtEnd ? files : undefined;
    readFiles(block, files, languages);
  }
}

function readFiles(block: Uint8Array, files: Map<string, IndexedFile>, languages: string[]): void {
  const reader = new BinaryReader(block);
  while (reader.at < block.length) {
    const path = reader.readText();
    const number = reader.readNumber() || languages.push(reader.readText());
    const languageId = languages[number - 1] ?? "";
    const stamp = { size: reader.readDouble(), modifiedMs: reader.readDouble() };
    files.set(path, { languageId, stamp, record: reader.readBytes(reader.readNumber()) });
  }
}

/** Replaces the cache, all at once. Rejects where it can't be written; what was there before stays. */
export async function writeCache(file: string, key: CacheKey, files: Iterable<[string, IndexedFile]>): Promise<void> {
  await writeAtomically(file, async (handle) => {
    const blocks = new BlockWriter(handle);
    const writer = new BinaryWriter();
    writer.writeText(serializeKey(key));
    await blocks.write(writer);
    const languages = new Map<string, number>();
    for (const [path, { languageId, stamp, record }] of files) {
      writer.writeText(path);
      const language = languages.get(languageId);
      writer.writeNumber(language ?? 0);
      if (language === undefined) {
        writer.writeText(languageId);
        languages.set(languageId, languages.size + 1);
      }
      writer.writeDouble(stamp.size);
      writer.writeDouble(stamp.modifiedMs);
      writer.writeNumber(record.length);
      writer.writeBytes(record);
      if (writer.length >= BLOCK_BYTES) await blocks.write(writer);
    }
    if (writer.length > 0) await blocks.write(writer);
    await blocks.write(writer);
  });
}

function serializeKey({ version, grammars, root }: CacheKey): string {
  return JSON.stringify([RECORD_VERSION, version, grammars, root]);
}

class BlockWriter {
  readonly #handle: FileHandle;
  #checksum: number | undefined;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Writes what the writer has, and clears it. */
  async write(writer: BinaryWriter): Promise<void> {
    const { head, sum } = headerOf(writer.view(), this.#checksum ?? 0);
    await this.#handle.appendFile(this.#checksum === undefined ? Buffer.concat([magic, head]) : head);
    await this.#handle.appendFile(writer.view());
    this.#checksum = sum;
    writer.clear();
  }
}

class BlockReader {
  readonly #handle: FileHandle;
  #bytesLeft: number;
  #checksum: number | undefined;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#bytesLeft = size;
  }

  get isAtEnd(): boolean {
    return this.#bytesLeft === 0;
  }

  /** What the next block holds; undefined where there is none, or it was damaged. */
  async next(): Promise<Uint8Array | undefined> {
    if (this.#checksum === undefined) {
      const beginning = await this.#read(magic.length);
      if (beginning === undefined || !equalBytes(beginning, magic)) return undefined;
    }
    const head = await this.#read(HEADER_LENGTH);
    if (head === undefined) return undefined;
    const block = await this.#read(new DataView(head.buffer).getUint32(0, true));
    if (block === undefined) return undefined;
    const expected = headerOf(block, this.#checksum ?? 0);
    this.#checksum = expected.sum;
    return equalBytes(head, expected.head) ? block : undefined;
  }

  async #read(length: number): Promise<Uint8Array | undefined> {
    if (length > this.#bytesLeft) return undefined;
    this.#bytesLeft -= length;
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#handle.read(bytes, done, length - done);
      if (bytesRead === 0) return undefined;
      done += bytesRead;
    }
    return bytes;
  }
}

/** What stands before a block, and the checksum of all up to its end. */
function headerOf(block: Uint8Array, before: number): { readonly head: Uint8Array; readonly sum: number } {
  const head = new Uint8Array(HEADER_LENGTH);
  const view = new DataView(head.buffer);
  view.setUint32(0, block.length, true);
  const sum = checksum(block, checksum(head.subarray(0, 4), before));
  view.setUint32(4, sum, true);
  return { head, sum };
}

/** The sum of these bytes behind others whose sum is `before`. */
export const checksum: (bytes: Uint8Array, before: number) => number = zlib.crc32 ?? crc32;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** What Node has itself from 20.15 on. */
export function crc32(bytes: Uint8Array, before: number): number {
  let sum = ~before;
  for (const byte of bytes) sum = (sum >>> 8) ^ (crcTable[(sum ^ byte) & 0xff] as number);
  return ~sum >>> 0;
}
