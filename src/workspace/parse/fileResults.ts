/** Results for one file: what the index keeps of a text, and of one that is not indexed. */

import { errorMessage, LocateError } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import { callableKinds } from "../../syntax/outline/callableKinds.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { Document } from "../../text/document.js";
import { offsetToPosition } from "../../text/position.js";
import type { IndexedDeclaration } from "../declaration.js";
import { type FileStamp, unknownStamp } from "../disk/fileStamp.js";
import { encodeDeclarations } from "../store/fileRecord.js";
import { createWordFilter } from "../store/wordFilter.js";
import type { FileResult } from "./parseJobs.js";

type IndexedResult = Extract<FileResult, { kind: "indexed" }>;

interface OutlineSource {
  readonly document: Document;
  readonly languageId: string;
  readonly stamp: FileStamp;
}

/** Returns the result for a text with this outline of its code. */
export function resultOfOutline(
  outline: readonly OutlineSymbol[],
  { document, languageId, stamp }: OutlineSource,
): IndexedResult {
  const declarations = extractDeclarations(outline, document, languageId);
  const record = detachedBytes(encodeDeclarations(declarations, createWordFilter(document.text)));
  return { kind: "indexed", stamp, record };
}

/** Returns the record of a file that was read, but is not to be parsed: the filter of its words. */
export function unparsedRecordOf(bytes: Uint8Array): Uint8Array {
  return detachedBytes(encodeDeclarations([], createWordFilter(bytes)));
}

/** Returns the result for a file that could not be read or parsed. */
export function failedFileResult(error: unknown): IndexedResult {
  const problem = error instanceof LocateError ? String(error.data["why"]) : errorMessage(error);
  return { ...emptyFileResult(unknownStamp), problem };
}

/** Returns the result for a file without declarations. */
export function emptyFileResult(stamp: FileStamp): IndexedResult {
  return { kind: "indexed", stamp, record: detachedBytes(encodeDeclarations([], new Uint8Array(0))) };
}

/**
 * Returns bytes that can be transferred to another thread: they don't share their buffer with
 * others.
 */
export function detachedBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

/** Returns whether a text is searched for declarations. */
export function isIndexable(text: string, maxBytes: number): boolean {
  return text.length <= maxBytes && !isMinified(text);
}

/** In UTF-16 code units. Shorter texts are quickly parsed in any case. */
const MIN_LENGTH = 5_000;
/**
 * Hand-written lines have some forty characters on average, even in sources with long lines of
 * data.
 */
const MAX_AVERAGE_LINE_LENGTH = 500;
/** The limit for a single line in the first part of a file, which may follow a licence. */
const MAX_LINE_LENGTH = 10_000;
const BEGINNING_LENGTH = 64_000;

/** Returns whether a text is minified code, which has hardly any line breaks. */
export function isMinified(text: string): boolean {
  if (text.length < MIN_LENGTH) return false;
  let lines = 1;
  for (let at = 0, end = 0; at <= text.length; at = end + 1) {
    end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    if (at < BEGINNING_LENGTH && end - at > MAX_LINE_LENGTH) return true;
    lines++;
  }
  return text.length / lines > MAX_AVERAGE_LINE_LENGTH;
}

/**
 * Returns the declarations of an outline of code in source order, each after the one that contains
 * it.
 */
export function extractDeclarations(
  outline: readonly OutlineSymbol[],
  document: Document,
  languageId: string,
): IndexedDeclaration[] {
  const declarations: IndexedDeclaration[] = [];
  const walk = (symbols: readonly OutlineSymbol[], container: readonly string[]) => {
    for (const symbol of symbols) {
      const { name, children } = symbol;
      const written = document.slice(symbol.nameFrom, symbol.nameTo);
      const plain = usedName(plainNameOf(name, written), languageId);
      const innerContainer = plain ? appendQualifiers(container, plain.qualifiers) : container;
      if (plain && !symbol.isLocal && !isPrivateToFile(symbol, languageId)) {
        declarations.push(
          makeDeclaration(symbol, {
            name: plain.name,
            container: innerContainer,
            document,
          }),
        );
      }
      if (children.length > 0)
        walk(children, [...innerContainer, plain?.name ?? blockName(name, written)].filter(isNotEmpty));
    }
  };
  walk(outline, []);
  return declarations;
}

/** Whether only its file can name a symbol. */
export function isPrivateToFile({ kind }: OutlineSymbol, languageId: string): boolean {
  return factsOf(languageId).exportsOnlyCallables && !callableKinds.has(kind);
}

/**
 * Returns the name without quotes. PHP declares a property as `$items` and reads it as `->items`;
 * in other languages `$` is a letter of the name.
 */
function usedName(plain: PlainName | undefined, languageId: string): PlainName | undefined {
  if (plain === undefined) return undefined;
  const name = plain.name.replace(/^(["'`])(.+)\1$/s, "$2");
  const { sigil, isSigilDropped } = factsOf(languageId);
  return { ...plain, name: isSigilDropped && sigil && name.length > 1 ? name.replace(sigil, "") : name };
}

interface DeclarationSource {
  readonly name: string;
  readonly container: readonly string[];
  readonly document: Document;
}

function makeDeclaration(symbol: OutlineSymbol, { name, container, document }: DeclarationSource): IndexedDeclaration {
  const written = document.slice(symbol.nameFrom, symbol.nameTo);
  const from = symbol.nameFrom + Math.max(0, written.indexOf(name));
  const { line, character } = offsetToPosition(document, from, "utf-16");
  const { kind, arity } = symbol;
  return { name, kind, container, line, character, ...(arity && { arity }) };
}

/**
 * Appends qualifiers to a container unless it ends with them, as for a constructor `Shape.square`
 * inside `Shape`.
 */
function appendQualifiers(container: readonly string[], qualifiers: readonly string[]): readonly string[] {
  const isRepeated = qualifiers.every((name, at) => container[container.length - qualifiers.length + at] === name);
  return isRepeated ? container : [...container, ...qualifiers];
}

/**
 * Returns the type that a block belongs to: `Foo` of `impl Display for Foo`. Empty if it has none.
 */
function blockName(name: string, written: string): string {
  return /^[\p{ID_Continue}$]+/u.exec(name.endsWith(written) ? written : "")?.[0] ?? "";
}

function isNotEmpty(name: string): boolean {
  return name !== "";
}

interface PlainName {
  readonly name: string;
  /** The names before it, outermost first. */
  readonly qualifiers: readonly string[];
}

/**
 * Returns the name that other files use for a symbol, and its qualifiers: `Serve` in `Server` for
 * the outline name `(*Server).Serve`. `written` is the source text of the name. Returns undefined
 * if other files can't use the name: for a block (`impl Display for Foo`), a callback, an anonymous
 * type, an index in a list.
 */
export function plainNameOf(outlineName: string, written: string): PlainName | undefined {
  const name = written.replace(/\s+/g, " ").trim();
  if (name === "") return undefined;
  const isWhole = outlineName === name;
  if (!isWhole && !outlineName.endsWith(name)) return undefined;
  const before = isWhole ? "" : outlineName.slice(0, -name.length);
  if (/[\s\p{ID_Continue}]$/u.test(before)) return undefined;
  const qualifiers = withoutArguments(before).match(/[\p{ID_Continue}$]+/gu) ?? [];
  return { name: withoutOwnArguments(name), qualifiers };
}

/** Removes type arguments, as in `Box<T>` and `Box[K]`. */
function withoutArguments(qualifier: string): string {
  return qualifier.replace(/<[^<>]*>|\[[^[\]]*\]/g, "");
}

/** Returns the name of the template for a specialisation: `hash` for `hash<Key>`. */
function withoutOwnArguments(name: string): string {
  return /^([\p{ID_Continue}$]+)<.*>$/su.exec(name)?.[1] ?? name;
}
