/**
 * What is kept of an index in memory: where its documents are, and in which of them a symbol
 * occurs. Occurrences themselves stay in the file, and symbols are their keys (`keyOfSymbol`), so
 * that an index of 1 GB takes some tens of megabytes.
 */

import { TextDecoder } from "node:util";
import type { SpanFile } from "../../files/readFileSync.js";
import { TimeSlice } from "../../workspace/timeSlice.js";
import { invalidIndexError, readIndexMessages } from "./indexStream.js";
import { indexFields, type Metadata, readMetadata, readSymbol, roles, visitDocument } from "./scipMessages.js";
import { isLocalSymbol, isLocalSymbolBytes, keyOfSymbol, nameOfSymbol, type SymbolKey } from "./symbols.js";

/** Lists of numbers by row: those of row n are values[starts[n]] to values[starts[n + 1]]. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/** Where a message is in the file. */
export interface Spans {
  readonly from: Float64Array;
  readonly length: Uint32Array;
}

export interface IndexTables {
  readonly metadata: Metadata;
  /** Documents that were left out, as their paths lead out of the project. */
  readonly strayDocuments: number;
  /** The path of the first of them; empty without any. */
  readonly strayPath: string;
  readonly occurrenceCount: number;
  /** The number of documents by language, as the index names it. */
  readonly languages: Readonly<Record<string, number>>;
  /** The paths of documents, in the order of the file. One may occur twice. */
  readonly paths: readonly string[];
  readonly documents: Spans;
  /** The key of each symbol, high and low in turn. Local symbols are in no table. */
  readonly keys: Uint32Array;
  /** A hash table of `keys`, by open addressing: the row of a symbol, plus one; 0 is free. */
  readonly slots: Uint32Array;
  /** By symbol: the documents in which it occurs, twice their number, plus one where defined. */
  readonly occurrences: Lists;
  /** By symbol: the documents with symbols that are related to it. */
  readonly related: Lists;
  /** By symbol: the numbers of its descriptions without a document, which are in `externals`. */
  readonly external: Lists;
  readonly externals: Spans;
  /** The names of definitions, for searches: `\n` before and after each. */
  readonly names: string;
  /** By name: the symbol and the document. */
  readonly named: Uint32Array;
}

/** Returns the row of a symbol, or -1. */
export function rowOfKey({ keys, slots }: Pick<IndexTables, "keys" | "slots">, { high, low }: SymbolKey): number {
  const mask = slots.length - 1;
  for (let slot = (high ^ low) & mask; ; slot = (slot + 1) & mask) {
    const row = (slots[slot] as number) - 1;
    if (row === -1 || (keys[2 * row] === high && keys[2 * row + 1] === low)) return row;
  }
}

/** Returns the numbers of a row. */
export function listAt({ starts, values }: Lists, row: number): Uint32Array {
  return values.subarray(starts[row], starts[row + 1]);
}

const SLICE_MS = 50;
const utf8 = new TextDecoder();

/**
 * Reads the whole file once, and reports the fraction that is read. Rejects with `file_unreadable`
 * if it is no valid index.
 */
export async function buildTables(file: SpanFile, report: (fraction: number) => void = () => {}): Promise<IndexTables> {
  const builder = new TablesBuilder();
  const slice = new TimeSlice(SLICE_MS);
  for (const { field, from, bytes } of readIndexMessages(file)) {
    try {
      if (field === indexFields.metadata) builder.metadata = readMetadata(bytes);
      else if (field === indexFields.document) builder.addDocument(bytes, from);
      else builder.addExternal(bytes, from);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw invalidIndexError(file, `what is at its byte ${from} can't be read: ${error.message}`);
    }
    report(from / file.size);
    await slice.pause();
  }
  if (builder.metadata === undefined) throw invalidIndexError(file, "it is no SCIP index: it has no metadata");
  return builder.finish(builder.metadata);
}

class TablesBuilder {
  metadata: Metadata | undefined;
  #strayDocuments = 0;
  #strayPath = "";
  #occurrenceCount = 0;
  readonly #languages = new Map<string, number>();
  readonly #paths: string[] = [];
  readonly #documents = new SpanList();
  readonly #externals = new SpanList();
  readonly #keys = new NumberList();
  #slots: Uint32Array = new Uint32Array(1 << 12);
  /** By symbol: the last document in which it occurs, plus one, and where that is in the pairs. */
  readonly #lastDocument = new NumberList();
  readonly #lastPair = new NumberList();
  readonly #occurrences = new PairList();
  readonly #related = new PairList();
  readonly #external = new PairList();
  readonly #names: string[] = [];
  readonly #named = new NumberList();

  addDocument(bytes: Uint8Array, from: number): void {
    const document = this.#paths.length;
    let path = "";
    let language = "";
    const displayNames = new Map<number, string>();
    const definitions = new Map<number, Uint8Array>();
    visitDocument(bytes, {
      path: (each) => {
        path = each;
      },
      language: (each) => {
        language = each;
      },
      occurrence: (symbol, bits) => {
        this.#occurrenceCount++;
        if (symbol.length === 0 || isLocalSymbolBytes(symbol)) return;
        const row = this.#rowOf(symbol);
        const isDefinition = (bits & roles.definition) !== 0;
        this.#addOccurrence(row, document, isDefinition);
        if (isDefinition) definitions.set(row, symbol);
      },
      symbol: (symbol, displayName, related) => {
        if (isLocalSymbolBytes(symbol)) return;
        if (displayName !== "") displayNames.set(this.#rowOf(symbol), displayName);
        for (const target of related) this.#related.add(this.#rowOf(target), document);
      },
    });
    for (const [row, symbol] of definitions) this.#addName(row, document, displayNames.get(row), symbol);
    const inside = pathOfProject(path, this.metadata);
    const isStray = !isInnerPath(inside);
    if (isStray) this.#strayDocuments++;
    if (isStray) this.#strayPath ||= path;
    this.#paths.push(isStray ? "" : inside);
    this.#documents.add(from, bytes.length);
    if (!isStray) this.#languages.set(language, (this.#languages.get(language) ?? 0) + 1);
  }

  addExternal(bytes: Uint8Array, from: number): void {
    const { symbol } = readSymbol(bytes);
    if (isLocalSymbol(symbol)) return;
    this.#external.add(this.#rowOf(Buffer.from(symbol)), this.#externals.count);
    this.#externals.add(from, bytes.length);
  }

  finish(metadata: Metadata): IndexTables {
    const keys = this.#keys.finish();
    const count = keys.length / 2;
    return {
      metadata,
      strayDocuments: this.#strayDocuments,
      strayPath: this.#strayPath,
      occurrenceCount: this.#occurrenceCount,
      languages: Object.fromEntries(this.#languages),
      paths: this.#paths,
      documents: this.#documents.finish(),
      keys,
      slots: this.#slots,
      occurrences: this.#occurrences.toLists(count),
      related: this.#related.toLists(count),
      external: this.#external.toLists(count),
      externals: this.#externals.finish(),
      names: `\n${this.#names.join("\n")}\n`,
      named: this.#named.finish(),
    };
  }

  #addOccurrence(row: number, document: number, isDefinition: boolean): void {
    if (this.#lastDocument.at(row) !== document + 1) {
      this.#lastDocument.set(row, document + 1);
      this.#lastPair.set(row, this.#occurrences.add(row, 2 * document));
    }
    if (isDefinition) this.#occurrences.mark(this.#lastPair.at(row));
  }

  /** Parameters and the like are found by nobody's search. */
  #addName(row: number, document: number, displayName: string | undefined, symbol: Uint8Array): void {
    const last = nameOfSymbol(utf8.decode(symbol));
    if (last === undefined || !searchedKinds.has(last.kind)) return;
    this.#names.push((displayName ?? last.name).replaceAll("\n", " "));
    this.#named.add(row);
    this.#named.add(document);
  }

  #rowOf(symbol: Uint8Array): number {
    const key = keyOfSymbol(symbol);
    const found = rowOfKey({ keys: this.#keys.view, slots: this.#slots }, key);
    if (found !== -1) return found;
    const row = this.#keys.length / 2;
    this.#keys.add(key.high);
    this.#keys.add(key.low);
    this.#lastDocument.add(0);
    this.#lastPair.add(0);
    if (2 * (row + 1) > this.#slots.length) this.#slots = slotsOf(this.#keys.view, row, 2 * this.#slots.length);
    insertRow(this.#slots, key, row);
    return row;
  }
}

const searchedKinds: ReadonlySet<string> = new Set(["type", "term", "method", "macro"]);

/** Returns the path inside of the project where an indexer has written an absolute one. */
function pathOfProject(path: string, metadata: Metadata | undefined): string {
  const root = decodedPath(metadata?.projectRoot ?? "").replace(/\/?$/, "/");
  const written = path.replaceAll("\\", "/");
  return root.length > 1 && written.startsWith(root) ? written.slice(root.length) : path;
}

/** Returns a URI's path as the machine writes it that the URI is of; empty for what is none. */
function decodedPath(uri: string): string {
  try {
    return decodeURIComponent(/^file:\/\/(?:\/(?=[A-Za-z]:))?(.*)$/.exec(uri)?.[1] ?? "");
  } catch {
    return "";
  }
}

/** Whether a document's path stays in the project; indexes come from elsewhere. */
function isInnerPath(path: string): boolean {
  if (path === "" || /^(?:[\\/]|[A-Za-z]:)/.test(path) || /[\p{Cc}\\]/u.test(path)) return false;
  return !path.split("/").includes("..");
}

function insertRow(slots: Uint32Array, { high, low }: SymbolKey, row: number): void {
  const mask = slots.length - 1;
  let slot = (high ^ low) & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = row + 1;
}

function slotsOf(keys: Uint32Array, count: number, size: number): Uint32Array {
  const slots = new Uint32Array(size);
  for (let row = 0; row < count; row++)
    insertRow(slots, { high: keys[2 * row] as number, low: keys[2 * row + 1] as number }, row);
  return slots;
}

/** Numbers of 32 bits, without a sign. */
class NumberList {
  view: Uint32Array = new Uint32Array(1 << 10);
  length = 0;

  at(index: number): number {
    return this.view[index] as number;
  }

  set(index: number, value: number): void {
    this.view[index] = value;
  }

  add(value: number): void {
    if (this.length === this.view.length) {
      const larger = new Uint32Array(2 * this.view.length);
      larger.set(this.view);
      this.view = larger;
    }
    this.view[this.length++] = value;
  }

  finish(): Uint32Array {
    return this.view.slice(0, this.length);
  }
}

/** Pairs of a row and a value, which become lists by row. */
class PairList {
  readonly #rows = new NumberList();
  readonly #values = new NumberList();

  /** Returns the number of the pair. */
  add(row: number, value: number): number {
    this.#rows.add(row);
    this.#values.add(value);
    return this.#rows.length - 1;
  }

  /** Sets the lowest bit of a pair's value. */
  mark(pair: number): void {
    this.#values.set(pair, this.#values.at(pair) | 1);
  }

  toLists(rowCount: number): Lists {
    const starts = new Uint32Array(rowCount + 1);
    for (let pair = 0; pair < this.#rows.length; pair++) starts[this.#rows.at(pair) + 1]!++;
    for (let row = 0; row < rowCount; row++) starts[row + 1]! += starts[row] as number;
    const next = starts.slice();
    const values = new Uint32Array(this.#rows.length);
    for (let pair = 0; pair < this.#rows.length; pair++) values[next[this.#rows.at(pair)]!++] = this.#values.at(pair);
    return { starts, values };
  }
}

class SpanList {
  readonly #from: number[] = [];
  readonly #length: number[] = [];

  get count(): number {
    return this.#from.length;
  }

  add(from: number, length: number): void {
    this.#from.push(from);
    this.#length.push(length);
  }

  finish(): Spans {
    return { from: Float64Array.from(this.#from), length: Uint32Array.from(this.#length) };
  }
}
