/**
 * The cache file: the index on disk between sessions. It is read completely or not at all.
 *
 * It begins with four magic bytes. Then follow blocks: the length of the contents and a checksum,
 * four bytes each, and the contents. The first block has the key, the others have files, the last
 * is empty. Each checksum continues the previous one and includes the length, so that every changed
 * or missing byte is detected. A file is its path, the number of its language (0: a new one,
 * followed by its id), size and modification time as doubles, twice the length of the record, plus
 * one if the file is parsed, and the record.
 */

import { randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as zlib from "node:zlib";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { makeFolders } from "../../files/write/makeFolders.js";
import { isRunning } from "../../files/write/processIdentity.js";
import { lstatIfExists } from "../disk/folderEntries.js";
import { BinaryReader, BinaryWriter, equalBytes } from "../store/binaryEncoding.js";
import { RECORD_VERSION } from "../store/fileRecord.js";
import type { IndexedFile } from "../store/fileTable.js";
import { yieldToEventLoop } from "../timeSlice.js";

/** What must be equal for a cache to be valid, besides the version of the format. */
export interface CacheKey {
  /** The version of the program. */
  readonly version: string;
  /** A digest of the grammars and queries that found the declarations. */
  readonly grammars: string;
  /** The workspace folders. */
  readonly root: string;
}

/** A file of the index between sessions. */
export interface CachedFile extends IndexedFile {
  /** Otherwise the record has the filter of its words, and its declarations are not known. */
  readonly isParsed: boolean;
}

/** Increase it with every change of the format. */
const FORMAT_VERSION = 2;
const magic = Uint8Array.of(0x6c, 0x73, 0x78, FORMAT_VERSION);
const HEADER_LENGTH = 8;
/**
 * A block is finished at this length. Readers and writers yield between blocks.
 */
const BLOCK_BYTES = 1 << 20;

/** A longer cache would not fit into one buffer. */
const MAX_CACHE_BYTES = 1024 * 1024 * 1024;

/** Returns the files by path, or undefined if there is no valid cache. Never rejects. */
export async function readCache(file: string, key: CacheKey): Promise<Map<string, CachedFile> | undefined> {
  try {
    // A link is not followed: another user may have placed it.
    if (lstatIfExists(file)?.isFile() !== true) return undefined;
    const { bytes, statsAfter } = readWholeFileSync(file, { maxBytes: MAX_CACHE_BYTES });
    const isOwn = process.getuid === undefined || statsAfter.uid === process.getuid();
    return isOwn ? await readBlocks(bytes, key) : undefined;
  } catch {
    return undefined;
  }
}

async function readBlocks(bytes: Uint8Array, key: CacheKey): Promise<Map<string, CachedFile> | undefined> {
  const blocks = new BlockReader(bytes);
  const first = blocks.next();
  if (first === undefined || new BinaryReader(first).readText() !== serializeKey(key)) return undefined;
  const files = new Map<string, CachedFile>();
  const languages: string[] = [];
  for (;;) {
    const block = blocks.next();
    if (block === undefined) return undefined;
    if (block.length === 0) return blocks.isAtEnd ? files : undefined;
    readFiles(block, files, languages);
    await yieldToEventLoop();
  }
}

function readFiles(block: Uint8Array, files: Map<string, CachedFile>, languages: string[]): void {
  const reader = new BinaryReader(block);
  while (reader.at < block.length) {
    const path = reader.readText();
    const number = reader.readNumber() || languages.push(reader.readText());
    const languageId = languages[number - 1] ?? "";
    const stamp = { size: reader.readDouble(), modifiedMs: reader.readDouble() };
    const length = reader.readNumber();
    files.set(path, { languageId, stamp, record: reader.readBytes(length >>> 1), isParsed: (length & 1) === 1 });
  }
}

/**
 * Replaces the cache atomically. If that fails, the old cache is unchanged and the promise rejects.
 */
export async function writeCache(file: string, key: CacheKey, files: Iterable<[string, CachedFile]>): Promise<void> {
  await writeAtomically(file, async (handle) => {
    const blocks = new BlockWriter(handle);
    const writer = new BinaryWriter();
    writer.writeText(serializeKey(key));
    await blocks.write(writer);
    const languages = new Map<string, number>();
    for (const [path, { languageId, stamp, record, isParsed }] of files) {
      writer.writeText(path);
      const language = languages.get(languageId);
      writer.writeNumber(language ?? 0);
      if (language === undefined) {
        writer.writeText(languageId);
        languages.set(languageId, languages.size + 1);
      }
      writer.writeDouble(stamp.size);
      writer.writeDouble(stamp.modifiedMs);
      writer.writeNumber(2 * record.length + (isParsed ? 1 : 0));
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

  /** Writes the contents of `writer` as a block, and clears it. */
  async write(writer: BinaryWriter): Promise<void> {
    const { head, sum } = headerOf(writer.view(), this.#checksum ?? 0);
    await this.#handle.appendFile(this.#checksum === undefined ? Buffer.concat([magic, head]) : head);
    await this.#handle.appendFile(writer.view());
    this.#checksum = sum;
    writer.clear();
  }
}

class BlockReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #checksum: number | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Returns the contents of the next block, or undefined if it is missing or damaged. */
  next(): Uint8Array | undefined {
    if (this.#checksum === undefined) {
      const beginning = this.#take(magic.length);
      if (beginning === undefined || !equalBytes(beginning, magic)) return undefined;
    }
    const head = this.#take(HEADER_LENGTH);
    if (head === undefined) return undefined;
    const block = this.#take(new DataView(head.buffer, head.byteOffset).getUint32(0, true));
    if (block === undefined) return undefined;
    const expected = headerOf(block, this.#checksum ?? 0);
    this.#checksum = expected.sum;
    return equalBytes(head, expected.head) ? block : undefined;
  }

  #take(length: number): Uint8Array | undefined {
    const from = this.#at;
    if (length > this.#bytes.length - from) return undefined;
    this.#at += length;
    return this.#bytes.subarray(from, this.#at);
  }
}

/** Returns the header of a block, and the checksum of everything up to its end. */
function headerOf(block: Uint8Array, before: number): { readonly head: Uint8Array; readonly sum: number } {
  const head = new Uint8Array(HEADER_LENGTH);
  const view = new DataView(head.buffer);
  view.setUint32(0, block.length, true);
  const sum = checksum(block, checksum(head.subarray(0, 4), before));
  view.setUint32(4, sum, true);
  return { head, sum };
}

/** Returns the CRC-32 of these bytes after others with the CRC-32 `before`. */
export const checksum: (bytes: Uint8Array, before: number) => number = zlib.crc32 ?? crc32;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** A fallback for Node before 20.15, which has no `zlib.crc32`. */
export function crc32(bytes: Uint8Array, before: number): number {
  let sum = ~before;
  for (const byte of bytes) sum = (sum >>> 8) ^ (crcTable[(sum ^ byte) & 0xff] as number);
  return ~sum >>> 0;
}

/**
 * Drafts of ended processes are removed at this age, since process ids of other machines and
 * containers are unknown here.
 */
const ABANDONED_DRAFT_MS = 60_000;
/** Drafts are removed at this age in any case, since process ids are reused. */
const MAX_DRAFT_AGE_MS = 24 * 3_600_000;

/**
 * Replaces a file with what `write` writes. If that fails, the file is unchanged and the promise
 * rejects with the cause. Removes the drafts of crashed writers.
 */
export async function writeAtomically(file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const folder = dirname(file);
  makeFolders(folder, 0o700);
  await removeAbandonedDrafts(folder);
  const draft = `${file}.${process.pid}-${randomBytes(6).toString("hex")}.draft`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await write(handle);
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const writer = /\.(\d+)-[0-9a-f]+\.draft$/.exec(name)?.[1];
    if (writer === undefined) continue;
    const draft = join(folder, name);
    // Another process may have removed it, or it can't be removed and is left.
    await removeIfAbandoned(draft, Number(writer)).catch(() => {});
  }
}

async function removeIfAbandoned(draft: string, writer: number): Promise<void> {
  const { mtimeMs } = await stat(draft);
  const age = Date.now() - mtimeMs;
  if (age > (isRunning(writer) ? MAX_DRAFT_AGE_MS : ABANDONED_DRAFT_MS)) await rm(draft, { force: true });
}
