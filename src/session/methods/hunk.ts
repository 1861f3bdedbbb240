/** One replacement as a unified diff, to be read: made of the lines around it, whatever the size of the file. */

import type { Document } from "../../text/document.js";
import type { Stretch } from "../documents/openDocuments.js";

/** What is written where: from..to becomes `insert`. */
export interface Replacement extends Stretch {
  readonly insert: string;
}

/** Lines shown before a change and behind it; of a longer line only what is near the change. */
const context = 3;
const longestLine = 500;

/** The diff of a file with one hunk: what changes, and three lines around it. */
export function hunkOf(path: string, before: Document, { from, to, insert }: Replacement): string {
  const after = before.edit(from, to, insert).document;
  let first = before.lineAt(from);
  let end = Math.min(before.lineAt(to) + 1, linesIn(before));
  let endAfter = Math.min(after.lineAt(from + insert.length) + 1, linesIn(after));
  while (first < end && first < endAfter && whole(before, first) === whole(after, first)) first++;
  while (first < end && first < endAfter && whole(before, end - 1) === whole(after, endAfter - 1)) {
    end--;
    endAfter--;
  }
  const start = Math.max(0, first - context);
  const above = shown(" ", before, start, first, from);
  const removed = shown("-", before, first, end, from);
  const added = shown("+", after, first, endAfter, from);
  const below = shown(" ", before, end, Math.min(end + context, linesIn(before)), to);
  const around = above.length + below.length;
  const heading = `@@ -${counted(start, around + removed.length)} +${counted(start, around + added.length)} @@`;
  const lines = [`--- a/${path}`, `+++ b/${path}`, heading, ...above, ...removed, ...added, ...below];
  return `${lines.join("\n")}\n`;
}

/** A text that ends in a line end has no line behind it. */
function linesIn(text: Document): number {
  const last = text.lineCount - 1;
  return text.lineFrom(last) === text.length ? last : last + 1;
}

function whole(text: Document, line: number): string {
  return text.slice(text.lineFrom(line), text.nextLineFrom(line));
}

function shown(sign: string, text: Document, from: number, to: number, near: number): string[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => {
    const line = from + at;
    const isOpen = text.lineTo(line) === text.nextLineFrom(line);
    return `${sign}${clipped(text, line, near)}${isOpen ? "\n\\ No newline at end of file" : ""}`;
  });
}

/** Of no lines, the one they stand behind is told. */
function counted(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

/** A line without its end; of a long one the part around an offset. */
function clipped(text: Document, line: number, near: number): string {
  const [from, to] = [text.lineFrom(line), text.lineTo(line)];
  if (to - from <= longestLine) return text.slice(from, to);
  const start = Math.max(from, Math.min(near - longestLine / 2, to - longestLine));
  return `${start > from ? "…" : ""}${text.slice(start, start + longestLine)}${start + longestLine < to ? "…" : ""}`;
}
