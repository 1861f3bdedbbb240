/**
 * The record of a file: the filter of its words and its declarations in a compact encoding. Any
 * declaration can be read from its offset, so an index needs to keep no more than the offset.
 *
 * A record is the length of the filter plus one (0: the file may contain any word), the filter, the
 * number of declarations, and the entries. An entry is
 * - a number: four times the kind, plus 2 if it has an arity, plus 1 if it is outermost;
 * - the name of the kind, if LSP does not have it;
 * - the distance back to the enclosing entry, or to the beginning of the record if it is outermost;
 * - the distance back to an earlier occurrence of its name, or 0 and the name;
 * - line, character, and the arity: the least number, and the difference to the greatest plus one,
 *   or 0 where there is no upper bound.
 *
 * A container that is not itself declared has an entry that ends with its name.
 */

import { symbolKindName } from "../../locate/symbols/symbolNode.js";
import type { Arity } from "../../syntax/outline/arity.js";
import type { IndexedDeclaration, WorkspaceDeclaration } from "../declaration.js";
import { BinaryReader, BinaryWriter } from "./binaryEncoding.js";

/** Increase it with every change of the format. */
export const RECORD_VERSION = 2;

/** LSP's symbol kinds are numbered from 1. */
const MAX_SYMBOL_KIND = 26;
/** In place of a kind: the entry declares nothing. */
const NOT_DECLARED = 0;
/** In place of a kind that LSP does not have. */
const OTHER_KIND = MAX_SYMBOL_KIND + 1;
const kindNumbers: ReadonlyMap<string, number> = new Map(
  Array.from({ length: MAX_SYMBOL_KIND }, (_, at) => [symbolKindName(at + 1), at + 1]),
);

/**
 * Encodes a file's record. `filter` is what `createWordFilter` returned for its text. Declarations
 * should come in source order, each after the one that contains it: any other order makes the
 * record longer.
 */
export function encodeDeclarations(
  declarations: readonly IndexedDeclaration[],
  filter: Uint8Array | undefined,
): Uint8Array {
  const writer = new BinaryWriter();
  writer.writeNumber(filter === undefined ? 0 : filter.length + 1);
  if (filter !== undefined) writer.writeBytes(filter);
  writer.writeNumber(declarations.length);
  const entries = new EntryWriter(writer);
  for (const declaration of declarations) entries.write(declaration);
  return writer.finish();
}

interface OpenEntry {
  readonly name: string;
  readonly at: number;
}

class EntryWriter {
  readonly #writer: BinaryWriter;
  readonly #names = new Map<string, number>();
  /** The last entry and those that enclose it, outermost first. */
  readonly #open: OpenEntry[] = [];

  constructor(writer: BinaryWriter) {
    this.#writer = writer;
  }

  write(declaration: IndexedDeclaration): void {
    const { container, line, character, arity } = declaration;
    let shared = 0;
    while (shared < container.length && this.#open[shared]?.name === container[shared]) shared++;
    this.#open.length = shared;
    for (const name of container.slice(shared)) this.#writeHead(name, NOT_DECLARED, undefined, undefined);
    this.#writeHead(declaration.name, kindNumbers.get(declaration.kind) ?? OTHER_KIND, declaration.kind, arity);
    this.#writer.writeNumber(line);
    this.#writer.writeNumber(character);
    if (arity === undefined) return;
    this.#writer.writeNumber(arity.least);
    this.#writer.writeNumber(arity.most === Number.POSITIVE_INFINITY ? 0 : arity.most - arity.least + 1);
  }

  #writeHead(name: string, kind: number, kindName: string | undefined, arity: Arity | undefined): void {
    const at = this.#writer.length;
    const parent = this.#open.at(-1);
    this.#writer.writeNumber(4 * kind + (arity === undefined ? 0 : 2) + (parent === undefined ? 1 : 0));
    if (kind === OTHER_KIND) this.#writer.writeText(kindName ?? "");
    this.#writer.writeNumber(at - (parent?.at ?? 0));
    const writtenAt = this.#names.get(name);
    this.#writer.writeNumber(writtenAt === undefined ? 0 : at - writtenAt);
    if (writtenAt === undefined) {
      this.#names.set(name, this.#writer.length);
      this.#writer.writeText(name);
    }
    this.#open.push({ name, at });
  }
}

/**
 * Returns the range of the filter in the record at `record`. For a file that may contain any word,
 * `to` is less than `from`.
 */
export function filterRangeOf(bytes: Uint8Array, record: number): { readonly from: number; readonly to: number } {
  const reader = new BinaryReader(bytes, record);
  const length = reader.readNumber() - 1;
  return { from: reader.at, to: reader.at + length };
}

/** Calls `visit` with each declaration of a record, always with the same object. */
export function forEachEntry(
  bytes: Uint8Array,
  record: number,
  end: number,
  visit: (entry: RecordEntry) => void,
): void {
  const { from, to } = filterRangeOf(bytes, record);
  const reader = new BinaryReader(bytes, Math.max(from, to));
  const entry = new RecordEntry(bytes);
  let left = reader.readNumber();
  for (let { at } = reader; left > 0 && at < end; ) {
    at = entry.read(at);
    if (!entry.isDeclared) continue;
    left--;
    visit(entry);
  }
}

/** A cursor over the entries of records: it shows the entry read last. */
export class RecordEntry {
  readonly #bytes: Uint8Array;
  readonly #reader: BinaryReader;
  #at = 0;
  #kind = 0;
  #otherKind = "";
  #parentAt = 0;
  #isOutermost = true;
  #parentEntry: RecordEntry | undefined;
  /** The offset of its encoded name. */
  nameAt = 0;
  line = 0;
  character = 0;
  arity: Arity | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#reader = new BinaryReader(bytes);
  }

  /** The offset of the entry. */
  get at(): number {
    return this.#at;
  }

  get isDeclared(): boolean {
    return this.#kind !== NOT_DECLARED;
  }

  /** Reads the entry at `at`. Returns the offset of the next one. */
  read(at: number): number {
    const reader = this.#reader;
    this.#at = reader.at = at;
    const head = reader.readNumber();
    this.#kind = head >>> 2;
    this.#isOutermost = (head & 1) === 1;
    if (this.#kind === OTHER_KIND) this.#otherKind = reader.readText();
    this.#parentAt = at - reader.readNumber();
    const distance = reader.readNumber();
    this.nameAt = distance === 0 ? reader.at : at - distance;
    if (distance === 0) reader.skipText();
    this.arity = undefined;
    if (!this.isDeclared) return reader.at;
    this.line = reader.readNumber();
    this.character = reader.readNumber();
    if ((head & 2) === 2) {
      const least = reader.readNumber();
      const more = reader.readNumber();
      this.arity = { least, most: more === 0 ? Number.POSITIVE_INFINITY : least + more - 1 };
    }
    return reader.at;
  }

  toWorkspaceDeclaration(path: string, languageId: string): WorkspaceDeclaration {
    const { line, character, arity } = this;
    const [name, kind, container] = [this.#name(), this.#kindName(), this.#container()];
    // No spreading: it would cost more than everything else here.
    if (arity === undefined) return { name, kind, container, line, character, path, languageId };
    return { name, kind, container, line, character, arity, path, languageId };
  }

  #name(): string {
    return new BinaryReader(this.#bytes, this.nameAt).readText();
  }

  #kindName(): string {
    return this.#kind === OTHER_KIND ? this.#otherKind : symbolKindName(this.#kind);
  }

  /** Returns the offset of the record that contains the entry. */
  recordStart(): number {
    return this.#parent()?.recordStart() ?? this.#parentAt;
  }

  /** Returns the names of the enclosing entries, outermost first. */
  #container(): string[] {
    const around = this.#parent();
    if (around === undefined) return [];
    const container = around.#container();
    container.push(around.#name());
    return container;
  }

  /** Returns the enclosing entry, always as the same object. */
  #parent(): RecordEntry | undefined {
    // In an undamaged record, an enclosing entry comes first.
    if (this.#isOutermost || this.#parentAt >= this.#at) return undefined;
    this.#parentEntry ??= new RecordEntry(this.#bytes);
    this.#parentEntry.read(this.#parentAt);
    return this.#parentEntry;
  }
}
