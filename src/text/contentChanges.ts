/** What a `textDocument/didChange` does to our copy of a document. */

import type { Change } from "./change.js";
import { diffTexts } from "./difference.js";
import { Document } from "./document.js";
import { type PositionEncoding, type Range, rangeToOffsets } from "./position.js";

/** LSP's TextDocumentContentChangeEvent. With a range, `text` replaces it; without one, the whole document. */
export interface ContentChange {
  readonly range?: Range | null;
  /** Deprecated by LSP, and not read: the range says it. */
  readonly rangeLength?: number | null;
  readonly text: string;
}

/** Whether a value from outside is such an event. */
export function isContentChange(value: unknown): value is ContentChange {
  const { text, range } = (value ?? {}) as { text?: unknown; range?: { start?: unknown; end?: unknown } | null };
  const isRange = range === undefined || range === null || (isPosition(range.start) && isPosition(range.end));
  return typeof text === "string" && isRange;
}

function isPosition(value: unknown): boolean {
  const { line, character } = (value ?? {}) as { line?: unknown; character?: unknown };
  return typeof line === "number" && typeof character === "number";
}

/**
 * Applies the events in turn, each in positions of the document that the ones before it left. The changes, narrowed to what differs, are in turn too;
 * an event that changes nothing adds none, a replacement of the whole may add many. Ranges reversed or out of bounds are put in order and clamped.
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
