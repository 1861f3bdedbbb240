/**
 * The messages of a SCIP index, read field by field from their bytes. The field numbers are those
 * of scip.proto, version 0.10. Fields without a reader here are skipped, and so are unknown ones.
 */

import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { PositionEncoding } from "../../text/encoding.js";
import { indexerNamed } from "../indexers.js";

/** A range of a document: lines and characters, 0-based, in the document's encoding; half-open. */
export interface ScipRange {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/** The bits of an occurrence's roles. */
export const roles = { definition: 1, import: 2, write: 4, read: 8, forwardDefinition: 64 } as const;

export interface ScipOccurrence {
  readonly range: ScipRange;
  readonly symbol: string;
  readonly roles: number;
  /** The node around it, of a definition the whole declaration. */
  readonly enclosingRange?: ScipRange | undefined;
  /** In place of the symbol's documentation. */
  readonly documentation: readonly string[];
}

export interface Relationship {
  readonly symbol: string;
  readonly isReference: boolean;
  readonly isImplementation: boolean;
  readonly isTypeDefinition: boolean;
  readonly isDefinition: boolean;
}

export interface ScipSymbol {
  readonly symbol: string;
  readonly documentation: readonly string[];
  readonly relationships: readonly Relationship[];
  /** A number of SCIP's `SymbolInformation.Kind`; 0 if it is not said. */
  readonly kind: number;
  readonly displayName: string;
  readonly signature?: { readonly language: string; readonly text: string } | undefined;
}

export interface ScipDocument {
  readonly path: string;
  readonly language: string;
  /** The text that was indexed; empty in most indexes. */
  readonly text: string;
  readonly encoding: PositionEncoding | undefined;
  readonly occurrences: readonly ScipOccurrence[];
  readonly symbols: readonly ScipSymbol[];
}

export interface Metadata {
  readonly tool: string;
  readonly toolVersion: string;
  /** A URI; of the machine on which the index was made. */
  readonly projectRoot: string;
}

/** The fields of an index, which are read as a stream. */
export const indexFields = { metadata: 1, document: 2, externalSymbol: 3 } as const;

/** Readers by the number of a field. A reader takes exactly the field's value. */
type FieldReaders = Readonly<Record<number, (reader: BinaryReader) => void>>;

/** Throws a `RangeError` or an `Error` if the bytes are not a message. */
function readFields(bytes: Uint8Array, readers: FieldReaders): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    const read = readers[field];
    if (read === undefined) reader.skip(type, field);
    else if (type !== WireType.LengthDelimited && type !== WireType.Varint)
      throw new Error(`field ${field} has type ${type}`);
    else read(reader);
  }
}

export function readMetadata(bytes: Uint8Array): Metadata {
  let tool = "";
  let toolVersion = "";
  let projectRoot = "";
  readFields(bytes, {
    2: (reader) =>
      readFields(reader.bytes(), {
        1: (inner) => void (tool = inner.string()),
        2: (inner) => void (toolVersion = inner.string()),
      }),
    3: (reader) => void (projectRoot = reader.string()),
  });
  return { tool, toolVersion, projectRoot };
}

/** What the tables keep of a document's symbols, as bytes. */
export interface DocumentVisitor {
  path(path: string): void;
  language(language: string): void;
  occurrence(symbol: Uint8Array, roles: number): void;
  /** A symbol that the document declares, with the symbols that it is related to. */
  symbol(symbol: Uint8Array, displayName: string, related: readonly Uint8Array[]): void;
}

/** Visits a document without making objects of its occurrences. */
export function visitDocument(bytes: Uint8Array, visitor: DocumentVisitor): void {
  readFields(bytes, {
    1: (reader) => visitor.path(reader.string()),
    4: (reader) => visitor.language(reader.string()),
    2: (reader) => visitOccurrence(reader, visitor),
    3: (reader) => {
      let symbol: Uint8Array = NO_BYTES;
      let displayName = "";
      const related: Uint8Array[] = [];
      readFields(reader.bytes(), {
        1: (inner) => void (symbol = inner.bytes()),
        4: (inner) => readFields(inner.bytes(), { 1: (target) => void related.push(target.bytes()) }),
        6: (inner) => void (displayName = inner.string()),
      });
      visitor.symbol(symbol, displayName, related);
    },
  });
}

/** Without readers by field, which would be made anew for each of millions of occurrences. */
function visitOccurrence(reader: BinaryReader, visitor: DocumentVisitor): void {
  let symbol: Uint8Array = NO_BYTES;
  let bits = 0;
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === SYMBOL_TAG) symbol = reader.bytes();
    else if (tag === ROLES_TAG) bits = reader.int32();
    else reader.skip(tag & 7, tag >>> 3);
  }
  if (reader.pos !== end) throw new RangeError("an occurrence is longer than it says");
  visitor.occurrence(symbol, bits);
}

/** Fields 2 and 3 of an occurrence with their wire types. */
const SYMBOL_TAG = (2 << 3) | WireType.LengthDelimited;
const ROLES_TAG = (3 << 3) | WireType.Varint;
const NO_BYTES = new Uint8Array(0);

export function readDocument(bytes: Uint8Array): ScipDocument {
  let path = "";
  let language = "";
  let text = "";
  let encoding = 0;
  const occurrences: ScipOccurrence[] = [];
  const symbols: ScipSymbol[] = [];
  readFields(bytes, {
    1: (reader) => void (path = reader.string()),
    2: (reader) => {
      const occurrence = readOccurrence(reader.bytes());
      if (occurrence) occurrences.push(occurrence);
    },
    3: (reader) => void symbols.push(readSymbol(reader.bytes())),
    4: (reader) => void (language = reader.string()),
    5: (reader) => void (text = reader.string()),
    6: (reader) => void (encoding = reader.int32()),
  });
  return { path, language, text, encoding: encodings[encoding], occurrences, symbols };
}

const encodings: readonly (PositionEncoding | undefined)[] = [undefined, "utf-8", "utf-16", "utf-32"];

/** Returns undefined for one without a symbol, which only colours text, or without a range. */
function readOccurrence(bytes: Uint8Array): ScipOccurrence | undefined {
  let range: ScipRange | undefined;
  let typedRange: ScipRange | undefined;
  let enclosingRange: ScipRange | undefined;
  let typedEnclosing: ScipRange | undefined;
  let symbol = "";
  let bits = 0;
  const documentation: string[] = [];
  readFields(bytes, {
    1: (reader) => void (range = rangeOf(readInts(reader))),
    2: (reader) => void (symbol = reader.string()),
    3: (reader) => void (bits = reader.int32()),
    4: (reader) => void documentation.push(reader.string()),
    7: (reader) => void (enclosingRange = rangeOf(readInts(reader))),
    8: (reader) => void (typedRange = readTypedRange(reader.bytes(), "line")),
    9: (reader) => void (typedRange = readTypedRange(reader.bytes(), "lines")),
    10: (reader) => void (typedEnclosing = readTypedRange(reader.bytes(), "line")),
    11: (reader) => void (typedEnclosing = readTypedRange(reader.bytes(), "lines")),
  });
  const whole = typedRange ?? range;
  if (whole === undefined || symbol === "") return undefined;
  return { range: whole, symbol, roles: bits, enclosingRange: typedEnclosing ?? enclosingRange, documentation };
}

function readInts(reader: BinaryReader): readonly number[] {
  const packed = new BinaryReader(reader.bytes());
  const numbers: number[] = [];
  while (packed.pos < packed.len && numbers.length <= 4) numbers.push(packed.int32());
  return numbers;
}

/** Returns the range of three or four numbers; undefined for anything else. */
function rangeOf([startLine, startCharacter, third, fourth]: readonly number[]): ScipRange | undefined {
  if (startLine === undefined || startCharacter === undefined || third === undefined) return undefined;
  return fourth === undefined
    ? { startLine, startCharacter, endLine: startLine, endCharacter: third }
    : { startLine, startCharacter, endLine: third, endCharacter: fourth };
}

/** Reads SingleLineRange or MultiLineRange. */
function readTypedRange(bytes: Uint8Array, form: "line" | "lines"): ScipRange | undefined {
  const numbers = form === "line" ? [0, 0, 0] : [0, 0, 0, 0];
  readFields(
    bytes,
    Object.fromEntries(numbers.map((_, n) => [n + 1, (reader: BinaryReader) => void (numbers[n] = reader.int32())])),
  );
  return rangeOf(numbers);
}

export function readSymbol(bytes: Uint8Array): ScipSymbol {
  let symbol = "";
  let kind = 0;
  let displayName = "";
  let signature: ScipSymbol["signature"];
  const documentation: string[] = [];
  const relationships: Relationship[] = [];
  readFields(bytes, {
    1: (reader) => void (symbol = reader.string()),
    3: (reader) => void documentation.push(reader.string()),
    4: (reader) => void relationships.push(readRelationship(reader.bytes())),
    5: (reader) => void (kind = reader.int32()),
    6: (reader) => void (displayName = reader.string()),
    7: (reader) => void (signature = readSignature(reader.bytes())),
  });
  return { symbol, documentation, relationships, kind, displayName, signature };
}

function readRelationship(bytes: Uint8Array): Relationship {
  let symbol = "";
  const flags = [false, false, false, false];
  readFields(bytes, {
    1: (reader) => void (symbol = reader.string()),
    ...Object.fromEntries(flags.map((_, n) => [n + 2, (reader: BinaryReader) => void (flags[n] = reader.bool())])),
  });
  const [isReference = false, isImplementation = false, isTypeDefinition = false, isDefinition = false] = flags;
  return { symbol, isReference, isImplementation, isTypeDefinition, isDefinition };
}

function readSignature(bytes: Uint8Array): ScipSymbol["signature"] {
  let language = "";
  let text = "";
  readFields(bytes, {
    4: (reader) => void (language = reader.string()),
    5: (reader) => void (text = reader.string()),
  });
  return text === "" ? undefined : { language, text };
}

/** Returns the encoding of a document's positions; utf-8, SCIP's default, for other indexers. */
export function encodingOf(
  { encoding }: Pick<ScipDocument, "encoding">,
  { tool }: Pick<Metadata, "tool">,
): PositionEncoding {
  return encoding ?? indexerNamed(tool)?.encoding ?? "utf-8";
}
