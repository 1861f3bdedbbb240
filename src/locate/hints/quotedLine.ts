/** Excerpts of a document for error messages. */
import type { Document } from "../../text/document.js";
import { clip } from "../errorText.js";

/** The maximum of UTF-16 code units quoted from one line. */
export const MAX_LINE_LENGTH = 160;
/** The number of lines in an excerpt before and after the one it is about. */
const EXCERPT_MARGIN_LINES = 1;

/**
 * Returns the 1-based number of the line that an offset is in, and its text, cut around the offset
 * where it is long.
 */
export function excerptLine(document: Document, offset: number): { readonly line: number; readonly text: string } {
  const line = document.lineAt(offset);
  const from = document.lineFrom(line);
  const to = document.lineTo(line);
  if (to - from <= MAX_LINE_LENGTH) return { line: line + 1, text: document.slice(from, to).trim() };
  const start = Math.max(from, Math.min(offset - MAX_LINE_LENGTH / 4, to - MAX_LINE_LENGTH));
  const text = document.slice(start, start + MAX_LINE_LENGTH);
  // Half of a surrogate pair at a cut is left out.
  return { line: line + 1, text: text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "").trim() };
}

/** Returns the line of an offset with its neighbours, each with its number. */
export function excerptAt(document: Document, offset: number): string {
  const line = document.lineAt(offset);
  const first = Math.max(0, line - EXCERPT_MARGIN_LINES);
  const last = Math.min(document.lineCount - 1, line + EXCERPT_MARGIN_LINES);
  const lines: string[] = [];
  for (let at = first; at <= last; at++) {
    const from = document.lineFrom(at);
    const to = document.lineTo(at);
    const text =
      at === line && to - from > MAX_LINE_LENGTH
        ? excerptLine(document, offset).text
        : clip(document.slice(from, Math.min(to, from + MAX_LINE_LENGTH + 1)), MAX_LINE_LENGTH);
    lines.push(`${at + 1}: ${text}`);
  }
  return lines.join("\n");
}
