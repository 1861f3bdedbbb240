/** The files that the kept writes of a workspace have changed, and their texts before the first. */

import { decodeFile } from "../documents/notebook/decodeFile.js";
import { readWholeFileSync } from "../readFileSync.js";
import type { FileChanges } from "../write/resolveChanges.js";
import { type HistoryQuery, pastWrites, readKept } from "../write/transaction/history.js";
import { inverseOf } from "../write/transaction/inverse.js";

export interface PastTexts {
  /** By absolute path now; undefined for a file that a write has made, or was no text. */
  readonly before: ReadonlyMap<string, string | undefined>;
  /** Absolute paths of files that a write has deleted. */
  readonly deleted: readonly string[];
}

/** Reads them. A write that can't be read is left out. */
export function readPastTexts(query: HistoryQuery): PastTexts {
  const before = new Map<string, string | undefined>();
  const deleted = new Set<string>();
  for (const { contents, moves, creations } of inversesOf(query)) {
    const texts = new Map(contents.map(({ path, after }) => [path, textOf(path, after)]));
    // What takes back a move leads from the new path to the old one.
    for (const { from, to } of moves) {
      const first = to !== undefined && before.has(to) ? before.get(to) : texts.get(from);
      if (to !== undefined) before.delete(to);
      before.set(from, first);
      deleted.delete(from);
    }
    for (const [path, text] of texts) if (!before.has(path)) before.set(path, text);
    for (const { path } of creations) {
      before.delete(path);
      deleted.add(path);
    }
  }
  return { before, deleted: [...deleted] };
}

/** Returns the changes that take back the kept writes, the oldest first. */
function inversesOf(query: HistoryQuery): readonly FileChanges[] {
  /** What later writes found. */
  const found = new Map<string, Uint8Array>();
  const inverses = pastWrites(query).flatMap((write) => {
    try {
      const { made } = readKept(
        write,
        (path, maxBytes) => found.get(path) ?? readWholeFileSync(path, { maxBytes }).bytes,
      );
      for (const { path, before } of made.contents) found.set(path, before);
      return inverseOf(made).changes;
    } catch {
      return [];
    }
  });
  return inverses.toReversed();
}

function textOf(path: string, bytes: Uint8Array): string | undefined {
  const decoded = decodeFile(path, Buffer.from(bytes));
  return "binary" in decoded ? undefined : decoded.text;
}
