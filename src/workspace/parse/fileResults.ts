/** Results for one file: what the index keeps of a text, and of one that is not indexed. */

import { errorMessage, LocateError } from "../../error.js";
import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { Document } from "../../text/document.js";
import { type FileStamp, unknownStamp } from "../disk/fileStamp.js";
import { encodeDeclarations } from "../store/fileRecord.js";
import { createWordFilter } from "../store/wordFilter.js";
import { extractDeclarations } from "./extractDeclarations.js";
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
