/** The answer of `locate/outline` about files, and its text. */

import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { escapeName } from "../../../text/printable.js";
import type { OutlineEntry } from "./outlineEntry.js";

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
