/**
 * One replacement as a unified diff for readers, made of the lines around it, whatever the size of
 * the file.
 */

import type { Replacement } from "../../../locate/edit/editRequest.js";
import type { Document } from "../../../text/document.js";

/**
 * The number of lines shown before and after a change; of a longer line only the part near the
 * change.
 */
const CONTEXT_LINES = 3;
const MAX_LINE_LENGTH = 500;

/** Returns the diff of a file with one hunk: the change, and three lines around it. */
export function hunkOf(path: string, before: Document, { from, to, insert }: Replacement): string {
  const after = before.edit(from, to, insert).document;
  let first = before.lineAt(from);
  let end = Math.min(before.lineAt(to) + 1, linesIn(before));
  let endAfter = Math.min(after.lineAt(from + insert.length) + 1, linesIn(after));
  while (first < end && first < endAfter && lineWithEnd(before, first) === lineWithEnd(after, first)) first++;
  while (first < end && first < endAfter && lineWithEnd(before, end - 1) === lineWithEnd(after, endAfter - 1)) {
    end--;
    endAfter--;
  }
  const start = Math.max(0, first - CONTEXT_LINES);
  const above = diffLines(" ", before, start, first, from);
  const removed = diffLines("-", before, first, end, from);
  const added = diffLines("+", after, first, endAfter, from);
  const below = diffLines(" ", before, end, Math.min(end + CONTEXT_LINES, linesIn(before)), to);
  const around = above.length + below.length;
  const heading = `@@ -${hunkRange(start, around + removed.length)} +${hunkRange(start, around + added.length)} @@`;
  const lines = [`--- a/${path}`, `+++ b/${path}`, heading, ...above, ...removed, ...added, ...below];
  return `${lines.join("\n")}\n`;
}

/** The number of lines; a line ending at the end of the text begins no further one. */
function linesIn(text: Document): number {
  const last = text.lineCount - 1;
  return text.lineFrom(last) === text.length ? last : last + 1;
}

function lineWithEnd(text: Document, line: number): string {
  return text.slice(text.lineFrom(line), text.nextLineFrom(line));
}

function diffLines(sign: string, text: Document, from: number, to: number, near: number): string[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => {
    const line = from + at;
    const isOpen = text.lineTo(line) === text.nextLineFrom(line);
    return `${sign}${clipLine(text, line, near)}${isOpen ? "\n\\ No newline at end of file" : ""}`;
  });
}

/** Formats a range of lines. As usual in diffs, an empty one is given as the line before it. */
function hunkRange(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

/** Returns a line without its ending; of a long one the part around an offset. */
function clipLine(text: Document, line: number, near: number): string {
  const [from, to] = [text.lineFrom(line), text.lineTo(line)];
  if (to - from <= MAX_LINE_LENGTH) return text.slice(from, to);
  const start = Math.max(from, Math.min(near - MAX_LINE_LENGTH / 2, to - MAX_LINE_LENGTH));
  return `${start > from ? "…" : ""}${text.slice(start, start + MAX_LINE_LENGTH)}${start + MAX_LINE_LENGTH < to ? "…" : ""}`;
}
