/**
 * The tables of indexes between sessions, in the cache folder. A file of tables is keyed by the
 * digest of the index. A second file says which digest an index at a path has as long as nobody
 * writes into it, so that an index is not read whole to find its tables.
 *
 * A file of tables is the length of its head in four bytes, the head as JSON, and the arrays, each
 * at a multiple of eight bytes.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import type { SpanFile } from "../../files/readFileSync.js";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { checksum, writeAtomically } from "../../workspace/cache/cacheFile.js";
import { yieldToEventLoop } from "../../workspace/timeSlice.js";
import { buildTables, type IndexTables } from "./tables.js";

/** Increase it with every change of the tables or of what they are made by. */
const FORMAT = 3;
const MAX_CACHE_BYTES = 2 ** 31 - 1;

export interface TablesOptions {
  /** Absolute; undefined: nothing is kept. */
  readonly cacheFolder: string | undefined;
  readonly log: (message: string) => void;
  /** Called with the fraction of the work that is done, where the file has to be read. */
  readonly report?: ((fraction: number) => void) | undefined;
}

/** The share of the digest in the time that it takes to make tables. */
const DIGEST_SHARE = 0.2;

/** Returns the tables of an index. Rejects as `buildTables` does. */
export async function openTables(
  file: SpanFile,
  { cacheFolder, log, report = () => {} }: TablesOptions,
): Promise<IndexTables> {
  if (cacheFolder === undefined) return buildTables(file, report);
  const folder = join(cacheFolder, "scip");
  const stampFile = join(folder, `${sha256(file.path)}.json`);
  const stamp = JSON.stringify({ format: FORMAT, ...file.stamp });
  const known = readStamp(stampFile, stamp);
  const digested = known === undefined ? DIGEST_SHARE : 0;
  const digest = known ?? (await digestOf(file, (fraction) => report(digested * fraction)));
  const tablesFile = join(folder, `${digest}.${FORMAT}.tables`);
  const kept = readTables(tablesFile);
  const tables = kept ?? (await buildTables(file, (fraction) => report(digested + (1 - digested) * fraction)));
  try {
    if (kept === undefined) await writeAtomically(tablesFile, (handle) => writeTables(handle, tables));
    if (known === undefined)
      await writeAtomically(stampFile, (handle) => handle.writeFile(JSON.stringify({ stamp, digest })));
  } catch (error) {
    log(`the tables of ${file.path} are not kept: ${error instanceof Error ? error.message : String(error)}`);
  }
  return tables;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function readStamp(path: string, stamp: string): string | undefined {
  try {
    const { bytes } = readWholeFileSync(path, { maxBytes: 10_000 });
    const { stamp: known, digest } = JSON.parse(bytes.toString("utf8")) as {
      readonly stamp?: unknown;
      digest?: unknown;
    };
    return known === stamp && typeof digest === "string" && /^[0-9a-f]+$/.test(digest) ? digest : undefined;
  } catch {
    return undefined;
  }
}

const CHUNK_BYTES = 8 * 1024 * 1024;

async function digestOf(file: SpanFile, report: (fraction: number) => void): Promise<string> {
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; ; ) {
    const length = file.readInto(chunk, at);
    if (length === 0) return hash.digest("hex").slice(0, 32);
    hash.update(chunk.subarray(0, length));
    at += length;
    report(at / file.size);
    await yieldToEventLoop();
  }
}

/** The arrays, in the order of the file. */
function arraysOf(tables: IndexTables): readonly (Uint32Array | Float64Array)[] {
  const { documents, externals, keys, slots, occurrences, related, external, named } = tables;
  return [
    ...[documents.from, externals.from, documents.length, externals.length, keys, slots],
    ...[occurrences, related, external].flatMap(({ starts, values }) => [starts, values]),
    named,
  ];
}

interface Head {
  readonly facts: Omit<
    IndexTables,
    "documents" | "externals" | "keys" | "slots" | "occurrences" | "related" | "external" | "named"
  >;
  readonly lengths: readonly number[];
  readonly checksum: number;
}

async function writeTables(handle: { writeFile(data: Uint8Array): Promise<void> }, tables: IndexTables): Promise<void> {
  const arrays = arraysOf(tables).map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  const { metadata, strayDocuments, strayPath, occurrenceCount, languages, paths, names } = tables;
  const head: Head = {
    facts: { metadata, strayDocuments, strayPath, occurrenceCount, languages, paths, names },
    lengths: arrays.map(({ length }) => length),
    checksum: arrays.reduce((sum, array) => withChecksum(array, sum), 0),
  };
  const written = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(written.length);
  await handle.writeFile(Buffer.concat([length, written, padding(4 + written.length)]));
  for (const array of arrays) {
    await handle.writeFile(array);
    await handle.writeFile(padding(array.length));
  }
}

/** Returns the checksum after an array. zlib begins again at 0 for some that are empty. */
function withChecksum(array: Uint8Array, before: number): number {
  return array.length === 0 ? before : checksum(array, before);
}

function padding(length: number): Uint8Array {
  return new Uint8Array((8 - (length % 8)) % 8);
}

/** Returns undefined if there are none, or if the file is damaged. */
function readTables(path: string): IndexTables | undefined {
  try {
    const { bytes: file } = readWholeFileSync(path, { maxBytes: MAX_CACHE_BYTES });
    const headLength = file.readUInt32LE(0);
    const { facts, lengths, checksum: expected } = JSON.parse(file.toString("utf8", 4, 4 + headLength)) as Head;
    // Arrays begin at multiples of eight, also of the memory.
    const bytes = file.byteOffset % 8 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
    let at = 4 + headLength + padding(4 + headLength).length;
    let sum = 0;
    const take = (length: number) => {
      const from = at;
      at += length + padding(length).length;
      const array = bytes.subarray(from, from + length);
      if (array.length !== length) throw new RangeError("the tables are cut off");
      sum = withChecksum(array, sum);
      return array;
    };
    const doubles = ({ buffer, byteOffset, length }: Uint8Array) => new Float64Array(buffer, byteOffset, length / 8);
    const numbers = ({ buffer, byteOffset, length }: Uint8Array) => new Uint32Array(buffer, byteOffset, length / 4);
    const arrays = lengths.map((length, n) => (n < 2 ? doubles(take(length)) : numbers(take(length))));
    if (sum !== expected || at !== bytes.length) return undefined;
    const [documentsFrom, externalsFrom, ...rest] = arrays as [Float64Array, Float64Array, ...Uint32Array[]];
    const [documentLengths, externalLengths, keys, slots, ...lists] = rest as [
      ...[Uint32Array, Uint32Array, Uint32Array, Uint32Array],
      ...Uint32Array[],
    ];
    const [a, b, c, d, e, f, named] = lists as [
      ...[Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array],
      Uint32Array,
    ];
    return {
      ...facts,
      documents: { from: documentsFrom, length: documentLengths },
      externals: { from: externalsFrom, length: externalLengths },
      keys,
      slots,
      occurrences: { starts: a, values: b },
      related: { starts: c, values: d },
      external: { starts: e, values: f },
      named,
    };
  } catch {
    return undefined;
  }
}
