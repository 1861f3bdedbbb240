/**
 * The text edits of a rename by file: read from a server's WorkspaceEdit, joined with those of
 * another rename to the same name, and written back. Pure.
 */

import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Document } from "../../../text/document.js";
import {
  comparePositions,
  offsetsToRange,
  type Position,
  type PositionEncoding,
  type Range,
  rangeToOffsets,
} from "../../../text/position.js";
import { fileKeyOf } from "../../../uri.js";
import type { FilePosition } from "../enclosingSymbols.js";

/** The edits of one file, in the order of the server. */
export interface FileEdits {
  readonly uri: string;
  /** The version that the edits are for, where the server says one. */
  readonly version: number | null;
  readonly edits: readonly TextEdit[];
}

/** By `fileKeyOf`: a file that links lead to is one file. */
export type RenameEdits = ReadonlyMap<string, FileEdits>;

/** A range that a rename replaces. */
export interface RenamedRange {
  readonly uri: string;
  readonly range: Range;
  readonly newText: string;
}

/** Returns the text edits of an answer. What is not as LSP says is left out. */
export function readRenameEdits(answer: unknown): RenameEdits {
  const files = new Map<string, FileEdits>();
  for (const part of partsOfEdit(answer)) {
    const { textDocument, edits } = part as { textDocument?: { uri?: unknown; version?: unknown }; edits?: unknown };
    const uri = textDocument?.uri;
    if (typeof uri !== "string" || !Array.isArray(edits)) continue;
    const key = fileKeyOf(uri);
    const before = files.get(key);
    const version = typeof textDocument?.version === "number" ? textDocument.version : null;
    const own = withoutRepeats(edits.filter(isTextEdit));
    if (before === undefined) files.set(key, { uri, version, edits: own });
    else if (before.uri === uri) files.set(key, { ...before, edits: [...before.edits, ...own] });
    else {
      const known = new Set(before.edits.map(({ range }) => JSON.stringify(range)));
      const added = own.filter(({ range }) => !known.has(JSON.stringify(range)));
      files.set(key, { ...before, edits: [...before.edits, ...added] });
    }
  }
  return files;
}

/** Whether an answer has an edit twice, as tsserver's has at an alias of an overloaded function. */
export function hasRepeats(answer: unknown): boolean {
  return partsOfEdit(answer).some((part) => {
    const { edits } = part as { edits?: unknown };
    const own = Array.isArray(edits) ? edits.filter(isTextEdit) : [];
    return withoutRepeats(own).length < own.length;
  });
}

function withoutRepeats(edits: readonly TextEdit[]): readonly TextEdit[] {
  const keyOf = ({ range: { start, end }, newText }: TextEdit) =>
    JSON.stringify([start.line, start.character, end.line, end.character, newText]);
  return [...new Map(edits.map((each) => [keyOf(each), each])).values()];
}

/**
 * Returns whether an answer consists of text edits alone, so that others can be added: it moves no
 * files, and asks nobody to fill in a snippet or to confirm a change.
 */
export function isPlainEdit(answer: unknown): answer is WorkspaceEdit {
  const parts = partsOfEdit(answer);
  return parts.every((part) => {
    const { kind, edits } = part as { kind?: unknown; edits?: unknown };
    return (
      kind === undefined && Array.isArray(edits) && edits.every((each) => isTextEdit(each) && !("annotationId" in each))
    );
  });
}

function partsOfEdit(answer: unknown): readonly object[] {
  const { documentChanges, changes } = (answer ?? {}) as { documentChanges?: unknown; changes?: unknown };
  const parts: readonly unknown[] = Array.isArray(documentChanges)
    ? documentChanges
    : Object.entries((changes ?? {}) as object).map(([uri, edits]) => ({ textDocument: { uri }, edits }));
  return parts.filter((part) => typeof part === "object" && part !== null) as readonly object[];
}

function isTextEdit(value: unknown): value is TextEdit {
  const { range, newText } = (value ?? {}) as { range?: { start?: unknown; end?: unknown } | null; newText?: unknown };
  return typeof newText === "string" && isPosition(range?.start) && isPosition(range?.end);
}

function isPosition(value: unknown): value is Position {
  const { line, character } = (value ?? {}) as Partial<Record<keyof Position, unknown>>;
  return typeof line === "number" && typeof character === "number";
}

/**
 * Splits edits that replace several lines, or a whole file as those of pylsp do, into the names
 * that they replace. The texts are those that the edits are for.
 */
export async function splitLongEdits(
  edits: RenameEdits,
  newName: string,
  readText: (uri: string) => Promise<Document | undefined>,
  encoding: PositionEncoding,
): Promise<RenameEdits> {
  const split = new Map<string, FileEdits>();
  for (const [key, file] of edits) {
    const isLong = ({ range: { start, end } }: TextEdit) => start.line !== end.line;
    const text = file.edits.some(isLong) ? await readText(file.uri) : undefined;
    const own = file.edits.flatMap((edit) =>
      text !== undefined && isLong(edit) ? (namesIn(edit, newName, text, encoding) ?? [edit]) : [edit],
    );
    split.set(key, { ...file, edits: own });
  }
  return split;
}

/** Returns an edit as one of each name in it; undefined where it does more than replace names. */
function namesIn(
  { range, newText }: TextEdit,
  newName: string,
  text: Document,
  encoding: PositionEncoding,
): readonly TextEdit[] | undefined {
  const { from, to } = rangeToOffsets(text, range, encoding);
  const [before, after] = [wordsAndGaps(text.slice(from, to)), wordsAndGaps(newText)];
  if (before.length !== after.length) return undefined;
  const edits: TextEdit[] = [];
  let at = from;
  for (const [n, part] of before.entries()) {
    if (part !== after[n]) {
      if (after[n] !== newName) return undefined;
      edits.push({ range: offsetsToRange(text, { from: at, to: at + part.length }, encoding), newText: newName });
    }
    at += part.length;
  }
  return edits;
}

/** Returns the words of a text, and what is between them. */
function wordsAndGaps(text: string): readonly string[] {
  return text.match(/[\p{ID_Continue}$]+|[^\p{ID_Continue}$]+/gu) ?? [];
}

/** Returns a key by which the starts of ranges are compared. */
export function keyOfRange({ uri, range: { start } }: Omit<RenamedRange, "newText">): string {
  return `${fileKeyOf(uri)}:${start.line}:${start.character}`;
}

/** Returns all ranges that a rename replaces. */
export function rangesOfRename(edits: RenameEdits): readonly RenamedRange[] {
  return [...edits.values()].flatMap(rangesOf);
}

/** Returns the ranges that a rename replaces in one file. */
export function rangesOf({ uri, edits }: FileEdits): readonly RenamedRange[] {
  return edits.map(({ range, newText }) => ({ uri, range, newText }));
}

/** A file, and the word that a rename replaces in it. */
export interface RenamedWord<File> {
  readonly file: File;
  readonly word: string;
}

/** Returns the word that a rename replaces; undefined if that is more than a name, or less. */
export async function renamedWord<File extends { readonly text: Document }>(
  edits: RenameEdits,
  newName: string,
  readFile: (uri: string) => Promise<File | undefined>,
  encoding: PositionEncoding,
): Promise<RenamedWord<File> | undefined> {
  const place = rangesOfRename(edits).find(({ newText }) => newText === newName);
  const file = place && (await readFile(place.uri));
  if (place === undefined || file === undefined) return undefined;
  const { from, to } = rangeToOffsets(file.text, place.range, encoding);
  const word = file.text.slice(from, to);
  return /^[\p{ID_Continue}$]+$/u.test(word) ? { file, word } : undefined;
}

/** Whether a position is in one of the ranges. */
export function isInRanges({ uri, position }: FilePosition, ranges: readonly RenamedRange[]): boolean {
  const key = fileKeyOf(uri);
  return ranges.some(
    ({ uri: other, range: { start, end } }) =>
      fileKeyOf(other) === key &&
      start.line === position.line &&
      position.line <= end.line &&
      start.character <= position.character &&
      position.character < end.character,
  );
}

/**
 * Joins two renames to `newName`. Where both change one place, and one of them keeps the old name
 * by an alias, the alias goes: the other one renames what it would stand for. Returns undefined if
 * the two contradict each other.
 */
export function joinRenames(one: RenameEdits, other: RenameEdits, newName: string): RenameEdits | undefined {
  const joined = new Map(one);
  for (const [key, file] of other) {
    const before = joined.get(key);
    const edits = joinEdits([...(before?.edits ?? []), ...file.edits], newName);
    if (edits === undefined) return undefined;
    joined.set(key, { ...(before ?? file), edits });
  }
  return joined;
}

function joinEdits(edits: readonly TextEdit[], newName: string): readonly TextEdit[] | undefined {
  const byRange = new Map<string, TextEdit>();
  for (const edit of edits) {
    const key = JSON.stringify(edit.range, ["start", "end", "line", "character"]);
    const before = byRange.get(key);
    const newText = before === undefined ? edit.newText : joinTexts(before.newText, edit.newText, newName);
    if (newText === undefined) return undefined;
    byRange.set(key, { ...(before ?? edit), newText });
  }
  const joined = [...byRange.values()];
  const sorted = joined.toSorted((a, b) => comparePositions(a.range.start, b.range.start));
  const isOverlapping = sorted.some(({ range }, n) => {
    const next = sorted[n + 1]?.range.start;
    return next !== undefined && comparePositions(next, range.end) < 0;
  });
  return isOverlapping ? undefined : joined;
}

function joinTexts(one: string, other: string, newName: string): string | undefined {
  if (one === other) return one;
  const isRename = (text: string) => text === newName || aliasIn(text, newName) !== undefined;
  return isRename(one) && isRename(other) ? newName : undefined;
}

/** Returns a rename without the edits that begin where one of the ranges does. */
export function withoutRanges(edits: RenameEdits, ranges: readonly Omit<RenamedRange, "newText">[]): RenameEdits {
  const keys = new Set(ranges.map(keyOfRange));
  const kept = [...edits].map(([key, file]): [string, FileEdits] => {
    const isKept = ({ range }: TextEdit) => !keys.has(keyOfRange({ uri: file.uri, range }));
    return [key, { ...file, edits: file.edits.filter(isKept) }];
  });
  return new Map(kept.filter(([, file]) => file.edits.length > 0));
}

/** How an edit keeps the old name: `new as old` for other files, `old as new` for its own. */
export interface Alias {
  readonly oldName: string;
  readonly keeps: "outside" | "inside";
}

/** Returns the alias in the text of an edit; undefined if it is no specifier with one. */
export function aliasIn(newText: string, newName: string): Alias | undefined {
  const [left, right, ...rest] = newText.split(/(?<!\s)\s+as\s+/);
  if (left === undefined || right === undefined || rest.length > 0 || left === right) return undefined;
  if (left === newName) return { oldName: right, keeps: "outside" };
  return right === newName ? { oldName: left, keeps: "inside" } : undefined;
}

/**
 * Returns the WorkspaceEdit of a server with other text edits, in the same form, marked as ours.
 */
export function writeRenameEdits(
  answer: WorkspaceEdit,
  edits: RenameEdits,
): WorkspaceEdit & { readonly completed: true } {
  const files = [...edits.values()];
  if (answer.documentChanges === undefined) {
    return {
      ...answer,
      changes: Object.fromEntries(files.map((file) => [file.uri, [...file.edits]])),
      completed: true,
    };
  }
  const documentChanges = files.map(
    ({ uri, version, edits }): TextDocumentEdit => ({ textDocument: { uri, version }, edits: [...edits] }),
  );
  return { ...answer, documentChanges, completed: true };
}
