/** Renders the lines of changed files as they are after the change. */

import type { PlannedChange } from "../edit/editPlan.js";
import { diffLines } from "./patch.js";

/** The lines shown before and after a change. */
const CONTEXT_LINES = 3;
const MAX_LINE_LENGTH = 500;

/**
 * Returns each changed part of a file with its line numbers (1-based) and three lines around it;
 * `⋮` separates parts. Empty for a file that is deleted, or that has little in common with before.
 */
export function renderNewLines(change: PlannedChange): string {
  const { before, after } = withLineFeeds(change);
  if (after === undefined) return "";
  const hunks = diffLines(before ?? "", after, { context: CONTEXT_LINES })?.hunks ?? [];
  const last = hunks.at(-1);
  const width = String(last === undefined ? 0 : last.newStart + last.newLines).length;
  const parts = hunks.map(({ newStart, lines }) => {
    const shown = lines.filter((line) => /^[ +]/.test(line));
    return shown.map((line, at) => `${String(newStart + at).padStart(width)}  ${clipLine(line.slice(1))}`.trimEnd());
  });
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n⋮\n");
}

/**
 * Returns a change for readers, with `\n` for each lone `\r`, which is a line end for Locates and
 * none for diffs.
 */
export function withLineFeeds(change: PlannedChange): PlannedChange {
  const { before, after } = change;
  const toFeeds = (text: string) => text.replace(/\r(?!\n)/g, "\n");
  return {
    ...change,
    ...(before !== undefined && { before: toFeeds(before) }),
    ...(after !== undefined && { after: toFeeds(after) }),
  };
}

function clipLine(line: string): string {
  return line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH)}…`;
}
