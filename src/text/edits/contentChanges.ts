/** The effect of `textDocument/didChange` on our copy of a document. */

import type { Change } from "../change.js";
import { diffTexts } from "../diff/difference.js";
import { Document } from "../document.js";
import { type Position, type PositionEncoding, type Range, rangeToOffsets } from "../position.js";

/**
 * LSP's TextDocumentContentChangeEvent. With a range, `text` replaces that range; without one, the
 * whole document.
 */
export interface ContentChange {
  readonly range?: Range | null;
  /** Deprecated by LSP and not read, as the range implies it. */
  readonly rangeLength?: number | null;
  readonly text: string;
}

/** Checks whether a value from outside is a content change. */
export function isContentChange(value: unknown): value is ContentChange {
  const { text, range } = (value ?? {}) as { text?: unknown; range?: { start?: unknown; end?: unknown } | null };
  const isRange = range === undefined || range === null || (isPosition(range.start) && isPosition(range.end));
  return typeof text === "string" && isRange;
}

export function isPosition(value: unknown): value is Position {
  const { line, character } = (value ?? {}) as { line?: unknown; character?: unknown };
  return typeof line === "number" && typeof character === "number";
}

/**
 * Applies the events in turn, each in positions of the document that the previous ones left.
 * Returns the resulting document and the changes, narrowed and in turn as well. An event that
 * changes nothing adds no change; a replacement of the whole document may add many. Reversed ranges
 * are put in order, and ranges out of bounds are clamped.
 */
export function applyContentChanges(
  document: Document,
  changes: readonly ContentChange[],
  encoding: PositionEncoding,
): { document: Document; changes: Change[] } {
  let current = document;
  const made: Change[] = [];
  for (const { range, text } of changes) {
    if (range) {
      const { from, to } = rangeToOffsets(current, range, encoding);
      const edited = current.edit(from, to, text);
      if (edited.document !== current) made.push(edited.change);
      current = edited.document;
    } else {
      const replaced = diffTexts(current, text);
      for (const change of replaced) made.push(change);
      if (replaced.length > 0) current = Document.of(text);
    }
  }
  return { document: current, changes: made };
}
