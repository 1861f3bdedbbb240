/** Plans how a client's file changes when lsp-locate is set up in it, or taken out of it. */

import type { ClientFile } from "./clientFile.js";
import type { EntryState } from "./entryState.js";
import { insertJsonEntries, isEmptyJson, jsonEntryState, removeJsonEntries } from "./jsonEntries.js";
import { type FileRecord, type IsWritten, undoChange, writtenBy } from "./setupRecord.js";
import { insertTomlEntries, removeTomlEntries, tomlEntryState } from "./tomlEntries.js";

export interface FilePlan {
  readonly path: string;
  /**
   * What the file has of our part before the change; `outdated` for another one that an earlier
   * `setup` has written, unchanged since.
   */
  readonly state: EntryState | "outdated";
  /** The text before and after; undefined for no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The text without our part, as far as it is known. */
  readonly original: string | undefined;
  /** Whether something of our name is left in it that `setup` has not written. */
  readonly isOtherLeft?: boolean;
  /** The values of our entries. */
  readonly values?: readonly unknown[];
}

/** Returns the text of a new file with our part alone: what `setup` prints. */
export function snippetOf(file: ClientFile): string {
  return insertPart(file, undefined);
}

/**
 * Plans to insert our part. A part that an earlier `setup` has written is replaced if nobody has
 * changed the file since. Throws SetupError for a file that can't be parsed.
 */
export function planInsertion(file: ClientFile, before: string | undefined, record: FileRecord | undefined): FilePlan {
  const undone = undoChange(before, record);
  const original = undone === undefined ? before : undone.text;
  const state = partState(file, before);
  const after = state === "present" ? before : insertPart(file, original);
  const isOurs = state === "different" && undone !== undefined;
  const values = "entries" in file ? file.entries.map(({ value }) => value) : [];
  return { path: file.path, state: isOurs ? "outdated" : state, before, after, original, values };
}

/**
 * Plans to remove our part: what a record or its content shows to be written by `setup`. Throws
 * SetupError for a file that can't be parsed.
 */
export function planRemoval(file: ClientFile, before: string | undefined, record: FileRecord | undefined): FilePlan {
  const undone = undoChange(before, record);
  if (undone !== undefined)
    return { path: file.path, state: "present", before, after: undone.text, original: undone.text };
  const state = partState(file, before);
  const without = before === undefined ? undefined : removePart(file, before, writtenBy(record));
  const isLeft = without !== undefined && !(record?.isCreated && isEmpty(file, without));
  const after = isLeft ? without : undefined;
  const isOtherLeft = partState(file, after) === "different";
  return { path: file.path, state, before, after, original: after, isOtherLeft };
}

/** Says which of our part is in a text; undefined stands for no file. */
export function partState(file: ClientFile, text: string | undefined): EntryState {
  if (text === undefined) return "absent";
  switch (file.kind) {
    case "json":
      return jsonEntryState(file.path, text, file.entries);
    case "toml":
      return tomlEntryState(file.path, text, file);
    case "own":
      return text === file.text ? "present" : "different";
    case "lines":
      return text.split(/\r?\n/).includes(file.lines) ? "present" : "absent";
  }
}

function insertPart(file: ClientFile, text: string | undefined): string {
  switch (file.kind) {
    case "json":
      return insertJsonEntries(file.path, text ?? "", file.entries);
    case "toml":
      return insertTomlEntries(file.path, text ?? "", file);
    case "own":
      return file.text;
    case "lines":
      return appendLines(text ?? "", file.lines);
  }
}

function appendLines(text: string, lines: string): string {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : `${text}${lineEnd}`;
  return `${start}${lines}${lineEnd}`;
}

/** Returns undefined for a file that is all ours. */
function removePart(file: ClientFile, text: string, isWritten: IsWritten): string | undefined {
  switch (file.kind) {
    case "json":
      return removeJsonEntries(file.path, text, file.entries, isWritten);
    case "toml":
      return removeTomlEntries(file.path, text, file, isWritten);
    case "own":
      return text === file.text ? undefined : text;
    case "lines":
      return text
        .split(/(?<=\n)/)
        .filter((line) => line.replace(/\r?\n$/, "") !== file.lines)
        .join("");
  }
}

function isEmpty({ kind }: ClientFile, text: string): boolean {
  return kind === "json" ? isEmptyJson(text) : text.trim() === "";
}
