/** One index: its file, its tables, and the documents that were read from it last. */

import { dirname, join, resolve } from "node:path";
import { errorMessage, type Logger } from "../../error.js";
import { fileReader } from "../../files/fileReader.js";
import { isInside } from "../../files/isInside.js";
import { SpanFile } from "../../files/readFileSync.js";
import { escapeName, formatCount } from "../../text/printable.js";
import { pathInside, pathOfUri, realPathOf } from "../../uri.js";
import { type Baseline, openBaseline } from "./baseline.js";
import { invalidIndexError } from "./indexStream.js";
import { readDocument, readSymbol, type ScipDocument, type ScipSymbol } from "./scipMessages.js";
import type { SymbolKey } from "./symbols.js";
import { type IndexTables, listAt, rowOfKey } from "./tables.js";
import { openTables, type TablesOptions } from "./tablesCache.js";

export interface ScipIndexOptions extends TablesOptions {
  /** The commit that was indexed, if the user says it. */
  readonly commit?: string | undefined;
  /** The folders of the workspace, absolute. */
  readonly folders: readonly string[];
  readonly log: Logger;
}

/** A document in which a symbol occurs. */
export interface Posting {
  readonly number: number;
  readonly isDefinition: boolean;
}

/** Documents are read again when they are wanted; this much of the file is kept as objects. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

export class ScipIndex {
  readonly path: string;
  readonly tables: IndexTables;
  /** The folder that the documents' paths begin at. */
  readonly root: string;
  readonly baseline: Baseline;
  readonly #file: SpanFile;
  readonly #numbers = new Map<string, number[]>();
  /** The oldest first. */
  readonly #kept = new Map<number, ScipDocument>();
  #keptBytes = 0;
  #nameLines: readonly string[] | undefined;

  /** Rejects with `file_unreadable`, with what to do. */
  static async open(path: string, options: ScipIndexOptions): Promise<ScipIndex> {
    const file = new SpanFile(path);
    try {
      const tables = await openTables(file, options);
      const root = await findRoot(file, tables, options.folders);
      const baseline = await openBaseline({ indexPath: path, root, commit: options.commit, log: options.log });
      if (tables.strayDocuments > 0) options.log(describeStray(path, tables));
      return new ScipIndex(file, tables, root, baseline);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  private constructor(file: SpanFile, tables: IndexTables, root: string, baseline: Baseline) {
    this.#file = file;
    this.path = file.path;
    this.tables = tables;
    this.root = root;
    this.baseline = baseline;
    tables.paths.forEach((each, number) => {
      const numbers = this.#numbers.get(each);
      if (numbers) numbers.push(number);
      else if (each !== "") this.#numbers.set(each, [number]);
    });
  }

  /** When the file was written, in milliseconds since 1970. */
  get modifiedMs(): number {
    return this.#file.stamp.modifiedMs;
  }

  /** Whether the file is still the one that was opened. */
  isCurrent(): boolean {
    return this.#file.isCurrent();
  }

  /** Returns the numbers of a file's documents: none, one, or several if they are in parts. */
  documentsOf(path: string): readonly number[] {
    const inside = pathInside(this.root, path);
    return (inside === undefined ? undefined : this.#numbers.get(inside)) ?? [];
  }

  /** Whether there is a document with a path as documents have them. */
  hasDocument(inside: string): boolean {
    return this.#numbers.has(inside);
  }

  /**
   * Returns the absolute path of a document; undefined for one whose path leads out of the root.
   */
  pathOf(number: number): string | undefined {
    const path = this.tables.paths[number];
    return path ? join(this.root, path) : undefined;
  }

  /** Reads a document. Throws `file_unreadable` if the file has been changed meanwhile. */
  document(number: number): ScipDocument {
    const kept = this.#kept.get(number);
    if (kept) {
      this.#kept.delete(number);
      this.#kept.set(number, kept);
      return kept;
    }
    const length = this.tables.documents.length[number] as number;
    const document = this.#readAs(readDocument, this.tables.documents.from[number] as number, length);
    this.#kept.set(number, document);
    this.#keptBytes += length;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= MAX_KEPT_BYTES || oldest === number) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= this.tables.documents.length[oldest] as number;
    }
    return document;
  }

  /** Returns the documents in which a symbol occurs, in the order of the file. */
  postings(key: SymbolKey): readonly Posting[] {
    const row = rowOfKey(this.tables, key);
    if (row === -1) return [];
    const all = [...listAt(this.tables.occurrences, row)];
    return all.map((value) => ({ number: value >>> 1, isDefinition: (value & 1) === 1 }));
  }

  /** Returns the numbers of the documents that declare symbols related to this one. */
  relatedDocuments(key: SymbolKey): readonly number[] {
    const row = rowOfKey(this.tables, key);
    return row === -1 ? [] : [...new Set(listAt(this.tables.related, row))];
  }

  /** Returns what the index says of a symbol that is declared elsewhere. */
  externalFacts(key: SymbolKey): readonly ScipSymbol[] {
    const row = rowOfKey(this.tables, key);
    if (row === -1) return [];
    const { from, length } = this.tables.externals;
    return [...listAt(this.tables.external, row)].map((n) =>
      this.#readAs(readSymbol, from[n] as number, length[n] as number),
    );
  }

  /** Returns the names of definitions in lower case, in the order of `tables.named`. */
  nameLines(): readonly string[] {
    this.#nameLines ??= this.tables.names.slice(1, -1).toLowerCase().split("\n");
    return this.tables.named.length === 0 ? [] : this.#nameLines;
  }

  close(): void {
    this.#file.close();
  }

  #readAs<T>(read: (bytes: Uint8Array) => T, from: number, length: number): T {
    const bytes = this.#file.read(from, length);
    try {
      return read(bytes);
    } catch (error) {
      throw invalidIndexError(this.#file, `it has been changed while it is used: ${errorMessage(error)}`);
    }
  }
}

function describeStray(path: string, { strayDocuments, strayPath }: IndexTables): string {
  const such = `such as ${escapeName(strayPath)}`;
  return `${escapeName(path)}: ${formatCount(strayDocuments, "document")} left out, whose paths lead out of the project (${such})`;
}

/** As many documents are looked for in each folder. */
const SAMPLE_COUNT = 40;

/**
 * Returns the folder in which the most documents of an index are: that of the project if it is in
 * the workspace, a folder of the workspace, or that of the index. Rejects if none has any.
 */
async function findRoot(
  { path }: Pick<SpanFile, "path">,
  { metadata, paths, strayDocuments, strayPath }: IndexTables,
  folders: readonly string[],
): Promise<string> {
  const project = pathOfUri(metadata.projectRoot);
  const isOwn = project !== undefined && folders.some((folder) => isInside(realPathOf(project), realPathOf(folder)));
  const candidates = [...new Set([...(isOwn ? [resolve(project)] : []), ...folders, dirname(resolve(path))])];
  const known = paths.filter((each) => each !== "");
  if (known.length === 0 && strayDocuments > 0)
    throw invalidIndexError(
      { path },
      `the paths of its documents lead out of the project (such as ${escapeName(strayPath)}), as they are of another machine. Make it again with paths relative to the project`,
    );
  if (known.length === 0) return candidates[0] as string;
  const step = Math.max(1, Math.floor(known.length / SAMPLE_COUNT));
  const sample = known.filter((_, n) => n % step === 0);
  let best = { root: "", count: 0 };
  for (const root of candidates) {
    let count = 0;
    for (const each of sample) if (await isFile(join(root, each))) count++;
    if (count > best.count) best = { root, count };
  }
  if (best.count > 0) return best.root;
  const places = candidates.join(", ");
  throw invalidIndexError(
    { path },
    `it is of another repository: none of its ${formatCount(known.length, "document")} (such as ${known[0]}) is in ${places}. Name the folder that it was made in, or put the index there`,
  );
}

async function isFile(path: string): Promise<boolean> {
  return fileReader.stat(path).then(
    (stats) => stats.isFile,
    () => false,
  );
}
