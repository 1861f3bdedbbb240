/** An index file as a stream of its fields. Of the file, one message at a time is in memory. */

import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { LocateError } from "../../error.js";
import { formatMegabytes } from "../../files/readErrors.js";
import type { SpanFile } from "../../files/readFileSync.js";
import { escapeName, groupDigits } from "../../text/printable.js";
import { indexFields } from "./scipMessages.js";

/** A message of the index, and where its bytes are in the file. */
export interface IndexMessage {
  readonly field: number;
  readonly from: number;
  /** Valid until the next message is read. */
  readonly bytes: Uint8Array;
}

/** No file of source code has an entry of this size; such a field is an error. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
const WINDOW_BYTES = 4 * 1024 * 1024;
/** A tag and a length: two variable-length integers. */
const MAX_HEAD_BYTES = 20;

/**
 * Yields the messages in the order of the file. Throws `file_unreadable` if it is no SCIP index.
 */
export function* readIndexMessages(file: SpanFile): Generator<IndexMessage> {
  let window = Buffer.alloc(Math.min(WINDOW_BYTES, Math.max(1, file.size)));
  /** Where the window begins in the file, and how many of its bytes are read. */
  let start = 0;
  let filled = 0;
  const view = (from: number, length: number): Buffer => {
    if (from < start || from + length > start + filled) {
      if (length > window.length) window = Buffer.alloc(length);
      start = from;
      filled = file.readInto(window, from);
    }
    return window.subarray(from - start, Math.min(filled, from - start + length));
  };
  for (let at = 0; at < file.size; ) {
    const head = new BinaryReader(view(at, MAX_HEAD_BYTES));
    const [field, type] = readHead(() => head.tag(), file, at);
    if (type !== WireType.LengthDelimited || field > MAX_FIELD) throw noIndexError(file, at);
    const length = readHead(() => head.uint32(), file, at);
    const from = at + head.pos;
    if (from + length > file.size) throw cutOffError(file, from, length);
    if (length > MAX_MESSAGE_BYTES) throw invalidIndexError(file, `a part of it has ${formatMegabytes(length)}`);
    const isRead =
      field === indexFields.metadata || field === indexFields.document || field === indexFields.externalSymbol;
    if (isRead) yield { field, from, bytes: view(from, length) };
    at = from + length;
  }
}

/** Fields above this one are none of SCIP's, now or soon: the file is something else. */
const MAX_FIELD = 100;

function readHead<T>(read: () => T, file: SpanFile, at: number): T {
  try {
    return read();
  } catch {
    throw noIndexError(file, at);
  }
}

function cutOffError(file: SpanFile, from: number, length: number): LocateError {
  const missing = groupDigits(from + length - file.size);
  return invalidIndexError(file, `it is cut off: ${missing} bytes are missing at its end. Copy or make it again`);
}

function noIndexError(file: SpanFile, at: number): LocateError {
  return invalidIndexError(file, `it is no SCIP index: byte ${groupDigits(at)} begins no field of one`);
}

/** The error for a file that can't be used as an index. `why` ends without a period. */
export function invalidIndexError({ path }: Pick<SpanFile, "path">, why: string): LocateError {
  return new LocateError("file_unreadable", `Can't use the index ${escapeName(path)}: ${why}.`, { path, why });
}
