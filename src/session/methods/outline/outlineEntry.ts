/** The entries of outlines: symbols, and files with their text. */

import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { type SymbolNode, symbolKindName } from "../../../locate/symbols/symbolNode.js";
import type { Document } from "../../../text/document.js";
import { offsetToPosition, type Position } from "../../../text/position.js";
import { escapeName } from "../../../text/printable.js";
import { toOneBased } from "../../place/placeResult.js";

/** A symbol for people and models; lines and characters are 1-based, ranges end exclusively. */
export interface OutlineEntry {
  readonly name: string;
  /** The scope of a Locate that means just this symbol; null for the few that no path reaches. */
  readonly symbol_path: readonly string[] | null;
  readonly kind: string;
  readonly detail?: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly children?: readonly OutlineEntry[];
}

export function toEntry(
  { name, kind, detail, from, to }: SymbolNode,
  text: Document,
  symbol_path: readonly string[] | null,
): OutlineEntry {
  const position = (offset: number) => toOneBased(offsetToPosition(text, offset, "utf-16"));
  return {
    name,
    symbol_path,
    kind: symbolKindName(kind),
    ...(detail ? { detail } : {}),
    range: { start: position(from), end: position(to) },
  };
}

/** Whether a symbol is listed: local ones are left out, unless they contain one that is not. */
export function isListed({ isLocal, children }: SymbolNode): boolean {
  return isLocal !== true || children.some(isListed);
}

/** A file, or a folder whose files are only counted. */
export interface FilesEntry {
  readonly file_path: string;
  readonly uri: string;
  /** Of a file; top-level, without children. */
  readonly symbols?: readonly OutlineEntry[];
  /** The number of top-level symbols that are left out. */
  readonly omitted?: number;
  /** Of a folder, the number of files in it. */
  readonly count?: number;
}

export interface FilesOutline {
  readonly files: readonly FilesEntry[];
  /** The number of files. */
  readonly count: number;
  /** What `after` is for the next entries, and how many they are. */
  readonly after?: number;
  readonly omitted?: number;
  readonly markdown: string;
}

/** Describes what follows the path of a file or folder. */
export function describeContent({ symbols = [], omitted, count }: FilesEntry): string {
  if (count !== undefined) return `/ (${count} ${count === 1 ? "file" : "files"})`;
  const names = symbols.map(({ name, symbol_path, kind, range: { start, end } }) => {
    const last = end.character === 1 ? Math.max(start.line, end.line - 1) : end.line;
    const lines = last === start.line ? start.line : `${start.line}-${last}`;
    return `${kind} ${escapeName(symbol_path ? formatSymbolPath(symbol_path) : name)} ${lines}`;
  });
  const parts = [...names, ...(omitted === undefined ? [] : [`${omitted} more`])];
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}
