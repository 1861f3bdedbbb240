/**
 * Replacements as a unified diff for readers, made of the lines around it, whatever the size of
 * the file.
 */

import type { Replacement } from "../../../locate/edit/editRequest.js";
import type { Document } from "../../../text/document.js";
import { appendAll } from "../../../text/list.js";
import { mergeChanges } from "./mergeChanges.js";

/**
 * The number of lines shown before and after a change; of a longer line only the part near the
 * change.
 */
const CONTEXT_LINES = 3;
const MAX_LINE_LENGTH = 500;

/** Returns the diff of a file: its changes, in the order of the text, three lines around each. */
export function hunksOf(path: string, before: Document, changes: readonly Replacement[]): string {
  const inLines = groupWithin(
    0,
    changes,
    ({ from }) => before.lineAt(from),
    ({ to }) => before.lineAt(to),
  );
  const blocks = inLines.map((group) => blockOf(before, mergeChanges(before, group)));
  let shift = 0;
  const hunks = groupWithin(
    2 * CONTEXT_LINES,
    blocks,
    ({ first }) => first,
    ({ end }) => end,
  ).flatMap((group) => {
    const hunk = hunkLines(before, group, shift);
    for (const { removed, added } of group) shift += added.length - removed.length;
    return hunk;
  });
  return `${[`--- a/${path}`, `+++ b/${path}`, ...hunks].join("\n")}\n`;
}

/** Puts items together that have at most `distance` lines between them. */
function groupWithin<Item>(
  distance: number,
  items: readonly Item[],
  firstOf: (item: Item) => number,
  endOf: (item: Item) => number,
): readonly (readonly [Item, ...Item[]])[] {
  const groups: [Item, ...Item[]][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last !== undefined && firstOf(item) - endOf(last) <= distance) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** Lines that change, `first` to before `end`, 0-based. */
interface Block {
  readonly first: number;
  readonly end: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** An offset in the change, which is shown of a long line. */
  readonly near: number;
}

function blockOf(before: Document, { from, to, insert }: Replacement): Block {
  const after = before.edit(from, to, insert).document;
  let first = before.lineAt(from);
  let end = Math.min(before.lineAt(to) + 1, linesIn(before));
  let endAfter = Math.min(after.lineAt(from + insert.length) + 1, linesIn(after));
  while (first < end && first < endAfter && lineWithEnd(before, first) === lineWithEnd(after, first)) first++;
  while (first < end && first < endAfter && lineWithEnd(before, end - 1) === lineWithEnd(after, endAfter - 1)) {
    end--;
    endAfter--;
  }
  const removed = diffLines("-", before, first, end, from);
  return { first, end, removed, added: diffLines("+", after, first, endAfter, from), near: from };
}

/** `shift` is how many lines more the text has before these blocks. */
function hunkLines(before: Document, blocks: readonly [Block, ...Block[]], shift: number): readonly string[] {
  const [{ first, near }] = blocks;
  const start = Math.max(0, first - CONTEXT_LINES);
  const lines = diffLines(" ", before, start, first, near);
  let [countBefore, countAfter] = [lines.length, lines.length];
  for (const [index, { end, removed, added, near: at }] of blocks.entries()) {
    const nextFirst = blocks[index + 1]?.first ?? Math.min(end + CONTEXT_LINES, linesIn(before));
    const below = diffLines(" ", before, end, nextFirst, at);
    for (const part of [removed, added, below]) appendAll(lines, part);
    countBefore += removed.length + below.length;
    countAfter += added.length + below.length;
  }
  return [`@@ -${hunkRange(start, countBefore)} +${hunkRange(start + shift, countAfter)} @@`, ...lines];
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
