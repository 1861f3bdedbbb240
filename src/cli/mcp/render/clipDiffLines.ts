/** Shortens the long lines of a diff that is only shown, around what differs in them. */

const MAX_LINE_LENGTH = 500;
/** The length of the text before the first difference in a shortened line. */
const LENGTH_BEFORE = 100;

/**
 * Returns a unified diff in which no line is longer than 500 UTF-16 code units. Of a removed line
 * and the one added in its place, the parts around the first difference are kept; of the others,
 * the starts.
 */
export function clipDiffLines(diff: string): string {
  const lines = diff.split("\n");
  if (lines.every((line) => line.length <= MAX_LINE_LENGTH)) return diff;
  return lines.map((line, at) => clipFrom(line, differenceAt(lines, at))).join("\n");
}

/** Returns the offset at which a changed line differs from its counterpart; 0 without one. */
function differenceAt(lines: readonly string[], at: number): number {
  const line = lines[at] ?? "";
  if (line.length <= MAX_LINE_LENGTH) return 0;
  const counterpart = line.startsWith("-") ? addedFor(lines, at) : line.startsWith("+") ? removedFor(lines, at) : -1;
  const other = lines[counterpart];
  if (other === undefined) return 0;
  let same = 1;
  while (same < line.length && line[same] === other[same]) same++;
  return same;
}

/** Returns the index of the line that was added in place of the removed line `at`, or -1. */
function addedFor(lines: readonly string[], at: number): number {
  const first = runStart(lines, at, "-");
  const end = runEnd(lines, at, "-");
  const counterpart = end + (at - first);
  return lines[counterpart]?.startsWith("+") ? counterpart : -1;
}

/** Returns the index of the removed line in whose place the line `at` was added, or -1. */
function removedFor(lines: readonly string[], at: number): number {
  const first = runStart(lines, at, "+");
  const removedFrom = runStart(lines, first - 1, "-");
  const counterpart = removedFrom + (at - first);
  return counterpart < first && lines[counterpart]?.startsWith("-") ? counterpart : -1;
}

function runStart(lines: readonly string[], at: number, mark: string): number {
  let first = at;
  while (lines[first - 1]?.startsWith(mark)) first--;
  return first;
}

function runEnd(lines: readonly string[], at: number, mark: string): number {
  let end = at;
  while (lines[end]?.startsWith(mark)) end++;
  return end;
}

function clipFrom(line: string, difference: number): string {
  if (line.length <= MAX_LINE_LENGTH) return line;
  const from = Math.min(Math.max(1, difference - LENGTH_BEFORE), line.length - 1);
  const to = from + MAX_LINE_LENGTH - 3;
  return `${line[0]}${from > 1 ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
}
