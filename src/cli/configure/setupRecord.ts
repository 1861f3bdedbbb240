/**
 * Records what `setup` has changed in a file, so that it can be taken back byte for byte: the bytes
 * that were replaced, and a digest of the result. The settings themselves are not kept.
 */

import { createHash } from "node:crypto";
import { isObject } from "../../backend/isObject.js";

export interface FileRecord {
  readonly path: string;
  /** SHA-256 of the file as it was written. */
  readonly digest: string;
  /** Offset and length, in UTF-16, of what was inserted, and the text that it replaced. */
  readonly at: number;
  readonly length: number;
  readonly replaced: string;
  /** Whether there was no such file. */
  readonly isCreated: boolean;
  /** Folders that were made for it, the outermost first. */
  readonly madeFolders: readonly string[];
  /** SHA-256 of each value that was written, as JSON; absent in records of older versions. */
  readonly values?: readonly string[] | undefined;
}

/** Whether an entry of a file is one that `setup` has written, whatever else was changed. */
export type IsWritten = (value: unknown) => boolean;

export function writtenBy(record: FileRecord | undefined): IsWritten {
  return (value) => record?.values?.includes(digestOf(JSON.stringify(value))) === true;
}

/** Returns the record of a change from `before` to `after`. */
export function recordChange(
  path: string,
  before: string | undefined,
  after: string,
  madeFolders: readonly string[],
  values: readonly unknown[] = [],
): FileRecord {
  const old = before ?? "";
  let at = 0;
  while (at < old.length && at < after.length && old[at] === after[at]) at++;
  let end = 0;
  const limit = Math.min(old.length, after.length) - at;
  while (end < limit && old[old.length - 1 - end] === after[after.length - 1 - end]) end++;
  return {
    path,
    digest: digestOf(after),
    at,
    length: after.length - end - at,
    replaced: old.slice(at, old.length - end),
    isCreated: before === undefined,
    madeFolders,
    values: values.map((value) => digestOf(JSON.stringify(value))),
  };
}

/**
 * Returns the text before the change, in an object because there may have been no file; undefined
 * if the file was changed since.
 */
export function undoChange(
  current: string | undefined,
  record: FileRecord | undefined,
): { readonly text: string | undefined } | undefined {
  if (current === undefined || record === undefined || digestOf(current) !== record.digest) return undefined;
  if (record.isCreated) return { text: undefined };
  return { text: current.slice(0, record.at) + record.replaced + current.slice(record.at + record.length) };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Reads the records of a text; a text that lsp-locate has not written has none. */
export function parseRecords(text: string): readonly FileRecord[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return [];
  }
  const files = isObject(data) ? data["files"] : undefined;
  return Array.isArray(files) ? files.filter(isRecord) : [];
}

function isRecord(value: unknown): value is FileRecord {
  if (!isObject(value)) return false;
  const { path, digest, at, length, replaced, isCreated, madeFolders, values = [] } = value;
  const hasTexts = [path, digest, replaced].every((text) => typeof text === "string");
  const isWhole = [at, length].every((number) => Number.isSafeInteger(number) && Number(number) >= 0);
  return (
    hasTexts &&
    isWhole &&
    typeof isCreated === "boolean" &&
    Array.isArray(madeFolders) &&
    Array.isArray(values) &&
    [...madeFolders, ...values].every((text) => typeof text === "string")
  );
}

/** Formats records as the text of their file. */
export function formatRecords(files: readonly FileRecord[]): string {
  return `${JSON.stringify({ version: 1, files }, null, 2)}\n`;
}
