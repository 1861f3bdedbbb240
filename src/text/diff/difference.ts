/**
 * The difference between two texts as changes, line by line, for mapping offsets when a whole
 * document is replaced.
 */

import type { Change } from "../change.js";
import type { Document } from "../document.js";
import { isInseparableAt, lineEndWidth, lineStartsIn } from "../lineEnd.js";
import { commonPrefix, commonSuffix, narrow } from "../narrowChange.js";
import type { Stretch } from "../stretch.js";
import { alignSequences } from "./alignment.js";

/**
 * Returns changes that turn `before` into `after`: ascending, each in the offsets of the text that
 * the previous ones left, none where the texts are equal. Compares lines without the whitespace
 * around them, so that new indentation or new line ends move code instead of replacing it.
 */
export function diffTexts(before: Document | string, after: string): Change[] {
  const old = typeof before === "string" ? before : before.text;
  const from = lineStartBefore(old, after, commonPrefix(old, after));
  const suffix = commonSuffix(old, after, Math.min(old.length, after.length) - from);
  const oldTo = lineStartAfter(old, old.length - suffix);
  const afterTo = after.length - (old.length - oldTo);

  const changes: Change[] = [];
  for (const pair of pairStretches(splitLines(old, from, oldTo), splitLines(after, from, afterTo))) {
    const oldText = old.slice(pair.old.from, pair.old.to);
    const newText = after.slice(pair.after.from, pair.after.to);
    if (oldText === newText) continue;
    // The previous changes have already turned everything before this one into what it is in
    // `after`, so it starts where the new text does.
    const { from } = pair.after;
    changes.push(narrow({ from, to: from + oldText.length, length: newText.length }, oldText, newText));
  }
  return changes;
}

/**
 * Returns the last offset, up to the end of a common prefix, at which a line starts in both texts.
 */
function lineStartBefore(old: string, after: string, prefix: number): number {
  let start = prefix;
  while (start > 0 && (lineEndWidth(old, start) === 0 || isInseparableAt(old, start) || isInseparableAt(after, start)))
    start--;
  return start;
}

/** Returns the offset after the first line end that comes after `offset`. */
function lineStartAfter(text: string, offset: number): number {
  let start = offset + 1;
  while (start < text.length && (lineEndWidth(text, start) === 0 || isInseparableAt(text, start))) start++;
  return Math.min(start, text.length);
}

/** The lines of a text. Line n is borders[n]..borders[n + 1], its line end included. */
interface Lines {
  readonly text: string;
  readonly borders: readonly number[];
  readonly count: number;
}

function splitLines(text: string, from: number, to: number): Lines {
  const borders = [from];
  for (const start of lineStartsIn(text.slice(from, to))) borders.push(from + start);
  if (borders.at(-1) !== to) borders.push(to);
  return { text, borders, count: borders.length - 1 };
}

function stretchOf(lines: Lines, from: number, to: number): Stretch {
  return { from: lines.borders[from] as number, to: lines.borders[to] as number };
}

/** A stretch of the old text and the stretch of the new one that replaces it. */
interface StretchPair {
  readonly old: Stretch;
  readonly after: Stretch;
}

/** Yields ascending pairs that together cover both texts. */
function* pairStretches(old: Lines, after: Lines): Generator<StretchPair> {
  const partners = alignLines(old, after);
  let oldLine = 0;
  let newLine = 0;
  while (oldLine < old.count || newLine < after.count) {
    let paired = oldLine;
    while (paired < old.count && partners[paired] === -1) paired++;
    const partner = partners[paired] ?? after.count;
    if (paired - oldLine !== partner - newLine) {
      yield { old: stretchOf(old, oldLine, paired), after: stretchOf(after, newLine, partner) };
      oldLine = paired;
      newLine = partner;
    }
    // Equal numbers of old and new lines are taken for the same lines, changed. So is the pair
    // after them.
    while (oldLine <= paired && oldLine < old.count) yield* pairInLine(old, oldLine++, after, newLine++);
  }
}

/** Returns for each old line the index of its new one, or -1. */
function alignLines(old: Lines, after: Lines): Int32Array {
  const kinds = new Map<string, number>();
  const kindsOf = (lines: Lines) =>
    Int32Array.from({ length: lines.count }, (_, line) => {
      const { from, to } = stretchOf(lines, line, line + 1);
      const code = lines.text.slice(from, to).trim();
      const kind = kinds.get(code) ?? kinds.size;
      if (kind === kinds.size) kinds.set(code, kind);
      return kind;
    });
  return alignSequences(kindsOf(old), kindsOf(after), kinds.size);
}

/**
 * Yields a line in three parts, so that each narrows on its own: indentation, code, and the rest.
 */
function* pairInLine(old: Lines, oldLine: number, after: Lines, newLine: number): Generator<StretchPair> {
  const oldStretch = stretchOf(old, oldLine, oldLine + 1);
  const newStretch = stretchOf(after, newLine, newLine + 1);
  const oldCode = codeIn(old.text, oldStretch);
  const newCode = codeIn(after.text, newStretch);
  yield {
    old: { from: oldStretch.from, to: oldCode.from },
    after: { from: newStretch.from, to: newCode.from },
  };
  yield { old: oldCode, after: newCode };
  yield { old: { from: oldCode.to, to: oldStretch.to }, after: { from: newCode.to, to: newStretch.to } };
}

/**
 * Returns a line's stretch without the whitespace around it; for a blank line, the empty stretch
 * before its line end.
 */
function codeIn(text: string, line: Stretch): Stretch {
  const to = line.to - lineEndWidth(text, line.to);
  const content = text.slice(line.from, to);
  const from = line.from + content.length - content.trimStart().length;
  return { from, to: Math.max(from, line.from + content.trimEnd().length) };
}
