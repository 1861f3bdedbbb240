/**
 * Positions and URIs in messages about notebooks: the client's are of the script, the server's of
 * cells.
 */

import { isObject } from "../../backend/isObject.js";
import { isPosition } from "../../text/edits/contentChanges.js";
import { comparePositions, type Position, type Range } from "../../text/position.js";
import { keyOfUri } from "../../uri.js";
import {
  CELL_SCHEME,
  DISK_CELL,
  type SyncedCell,
  type SyncedNotebook,
  type SyncedNotebooks,
} from "./syncedNotebooks.js";

/** An answer that can't be one about the script; the message says why. */
export class UnusableAnswer extends Error {}

/** Keys of values that are the server's own: it gets them back as they are. */
const opaqueKeys: ReadonlySet<string> = new Set(["data", "arguments"]);
/** Keys of lines without a position: those of FoldingRange. */
const lineKeys: ReadonlySet<string> = new Set(["startLine", "endLine"]);
/** A key that is a URI, as in WorkspaceEdit.changes. */
const URI_KEY = /^[a-z][a-z0-9+.-]+:/i;
const CELL_URI = /(?:vscode-notebook-cell:[^\s"'<>()[\]]*#cell\d+|file:[^\s"'<>()[\]]*\.ipynb#\d+)/g;

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns a part of a server's message as the client reads it. `cell` is the one of ranges that
 * name no document. Throws UnusableAnswer for an edit of the notebook as a whole.
 */
export function toScript(value: unknown, cell: SyncedCell | undefined, notebooks: SyncedNotebooks): unknown {
  if (typeof value === "string") {
    if (!namesCells(value)) return value;
    return value.replace(CELL_URI, (uri) => notebooks.cellOf(uri)?.notebook.document.uri ?? uri);
  }
  if (Array.isArray(value)) {
    const places = value.filter((each) => !isInNoCell(each, notebooks));
    return joinDocumentEdits(places.map((each) => toScript(each, cell, notebooks)));
  }
  if (!isObject(value)) return value;
  if (isPosition(value)) return cell ? { ...value, ...intoScript(value, cell) } : value;
  const own = cellOfMembers(value, cell, notebooks);
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = URI_KEY.test(key) ? String(toScript(key, undefined, notebooks)) : key;
    const mapped = mapMember(value, key, own, notebooks);
    result[name] = Object.hasOwn(result, name) ? joined(result[name], mapped) : mapped;
    if (key === "textDocument" && own && isObject(member) && typeof member.version === "number")
      result[name] = { ...(mapped as object), version: versionOf(own, member.version) };
  }
  return result;
}

/** Whether a text or a message may name notebooks or cells. */
export function namesCells(text: string | Buffer): boolean {
  return text.includes(".ipynb");
}

/** Whether a URI of the server names a cell. */
export function isCell(uri: string): boolean {
  return uri.startsWith(CELL_SCHEME) || DISK_CELL.test(uri);
}

/** Whether a place is in a notebook, and in no cell that is named: where it is can't be known. */
function isInNoCell(value: unknown, notebooks: SyncedNotebooks): boolean {
  if (!isObject(value)) return false;
  const { uri, targetUri, from, to, location, edits } = value;
  const named = [uri, targetUri, ...[from, to, location].map((each) => (isObject(each) ? each.uri : undefined))];
  return edits === undefined && named.some((each) => typeof each === "string" && notebooks.get(each) !== undefined);
}

function mapMember(value: Members, key: string, own: SyncedCell | undefined, notebooks: SyncedNotebooks): unknown {
  const member = value[key];
  if (opaqueKeys.has(key)) return member;
  if (lineKeys.has(key) && typeof member === "number") return member + (own?.from.line ?? 0);
  if (URI_KEY.test(key)) {
    assertNoNotebook(key, notebooks);
    return toScript(member, notebooks.cellOf(key), notebooks);
  }
  const named = uriBeside(key, value);
  return toScript(member, named === undefined ? own : notebooks.cellOf(named), notebooks);
}

/** Returns the URI of the document that a member is about, where its object names one for it. */
function uriBeside(key: string, { targetUri, from }: Members): string | undefined {
  if ((key === "targetRange" || key === "targetSelectionRange") && typeof targetUri === "string") return targetUri;
  return key === "fromRanges" && isObject(from) && typeof from.uri === "string" ? from.uri : undefined;
}

/** Returns the cell that the ranges in an object are of. */
function cellOfMembers(
  { uri, textDocument, edits }: Members,
  cell: SyncedCell | undefined,
  notebooks: SyncedNotebooks,
): SyncedCell | undefined {
  const named = isObject(textDocument) ? textDocument.uri : uri;
  if (typeof named !== "string") return cell;
  if (edits !== undefined) assertNoNotebook(named, notebooks);
  return notebooks.cellOf(named);
}

function assertNoNotebook(uri: string, notebooks: SyncedNotebooks): void {
  if (notebooks.get(uri) === undefined) return;
  throw new UnusableAnswer(
    `The server's edit of ${uri} is one of the whole notebook, and not of its cells. Nothing was changed.`,
  );
}

/** Returns a position of a cell as one of the script; past the cell's end, its end. */
function intoScript({ line, character }: Position, { from, to }: SyncedCell): Position {
  const moved = { line: line + from.line, character };
  return comparePositions(moved, to) > 0 ? to : moved;
}

/** Returns the version of the script, if a cell still has the text of the reported one. */
function versionOf({ version, notebook: { document } }: SyncedCell, reported: number): number {
  return reported === version ? document.version : reported;
}

/** Joins the values of one key, which several cells had. */
function joined(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (isObject(one) && isObject(other) && Array.isArray(one.items) && Array.isArray(other.items))
    return { ...one, items: [...one.items, ...other.items] };
  return other;
}

/** Joins the edits of one document, which are all of its text before them. */
function joinDocumentEdits(items: readonly unknown[]): readonly unknown[] {
  const byUri = new Map<string, { edits: unknown[] }>();
  return items.filter((each) => {
    if (!isObject(each) || !isObject(each.textDocument) || !Array.isArray(each.edits)) return true;
    const uri = String(each.textDocument.uri);
    const first = byUri.get(uri);
    if (first === undefined) byUri.set(uri, each as unknown as { edits: unknown[] });
    else first.edits = [...first.edits, ...each.edits];
    return first === undefined;
  });
}

/** Returns the cells that params are about, in order; none where no code cell is there. */
export function cellsOfParams({ cells }: SyncedNotebook, params: Members): readonly SyncedCell[] {
  const { position, range, ranges, positions, item } = params;
  const places: unknown[] = [
    position,
    range,
    ...[ranges, positions].flatMap((each) => (Array.isArray(each) ? each : [])),
  ];
  if (isObject(item)) places.push(item.selectionRange);
  const given = places.filter((each) => isPosition(each) || isRange(each));
  if (given.length === 0) return cells;
  return cells.filter((cell) => given.some((place) => overlaps(place as Position | Range, cell)));
}

/** Returns params about a notebook's script as params about one of its cells. */
export function toCell(value: unknown, cell: SyncedCell): unknown {
  if (Array.isArray(value)) return value.filter((each) => isInCell(each, cell)).map((each) => toCell(each, cell));
  if (!isObject(value)) return value;
  if (isPosition(value)) return { ...value, ...intoCell(value, cell) };
  const isOther = typeof value.uri === "string" && keyOfUri(value.uri) !== cell.notebook.document.key;
  if (isOther) return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => {
    if (key === "uri") return [key, cell.uri];
    return [key, opaqueKeys.has(key) ? member : toCell(member, cell)];
  });
  return Object.fromEntries(entries);
}

/** Whether a range, or what has one, is in a cell; true for what has none. */
function isInCell(value: unknown, cell: SyncedCell): boolean {
  if (!isObject(value)) return true;
  const range = isRange(value) || isPosition(value) ? value : value.range;
  return isRange(range) || isPosition(range) ? overlaps(range, cell) : true;
}

function intoCell(position: Position, { from, to }: SyncedCell): Position {
  const clamped = comparePositions(position, from) < 0 ? from : comparePositions(position, to) > 0 ? to : position;
  return { line: clamped.line - from.line, character: clamped.character };
}

function overlaps(place: Position | Range, { from, to }: SyncedCell): boolean {
  const [start, end] = isPosition(place) ? [place, place] : [place.start, place.end];
  return comparePositions(start, to) <= 0 && comparePositions(end, from) >= 0;
}

function isRange(value: unknown): value is Range {
  return isObject(value) && isPosition(value.start) && isPosition(value.end);
}
