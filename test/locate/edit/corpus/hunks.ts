/** The hunks between two texts, without context. */

import { diffArrays } from "diff";

/** Lines of the older text that became others. One of the two sides may be empty. */
export interface Hunk {
  /** The first old line, or the line before which new lines are inserted. 0-based. */
  readonly line: number;
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
}

const DIFF_TIMEOUT_MS = 2_000;

/**
 * Returns the hunks in source order. Lines have no line ends. Hunks that add or remove the last
 * line end are left out.
 */
export function hunksBetween(before: string, after: string): Hunk[] {
  const [oldText, newText] = [linesOf(before), linesOf(after)];
  const changes = diffArrays([...oldText], [...newText], { timeout: DIFF_TIMEOUT_MS }) ?? [];
  const hunks: Hunk[] = [];
  let line = 0;
  let open: { line: number; oldLines: string[]; newLines: string[] } | undefined;
  for (const { value, added, removed } of changes) {
    if (!added && !removed) {
      open = undefined;
    } else {
      if (open === undefined) hunks.push((open = { line, oldLines: [], newLines: [] }));
      (added ? open.newLines : open.oldLines).push(...value);
    }
    if (!added) line += value.length;
  }
  const hasFinalLineEnd = [oldText, newText].every((lines) => lines.at(-1) === "");
  return hunks.filter((hunk) => hasFinalLineEnd && hunk.line + hunk.oldLines.length < oldText.length);
}

/** Returns the old text with one hunk applied, with its own line ends. */
export function applyHunk(before: string, { line, oldLines, newLines }: Hunk): string {
  const lineEnd = before.includes("\r\n") ? "\r\n" : "\n";
  const lines = linesOf(before);
  return [...lines.slice(0, line), ...newLines, ...lines.slice(line + oldLines.length)].join(lineEnd);
}

export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n/);
}
