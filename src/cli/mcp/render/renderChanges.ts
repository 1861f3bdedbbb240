/** Renders changes of files: as a diff before they are written, as counts and lines afterwards. */

import { codeBlock, escapeName, formatCount } from "../../../text/printable.js";
import { describePlanNote, type EditPlan, type PlannedChange } from "../../edit/editPlan.js";
import { renderNewLines, withLineFeeds } from "../../show/newLines.js";
import { renderPatch } from "../../show/patch.js";
import { limitLines } from "./limitLines.js";

/** The maximum of lines of a diff, and the minimum for each file of many. */
const MAX_DIFF_LINES = 400;
const MIN_LINES_PER_FILE = 10;

/** Lines of context around a change; a rename changes single words, whose context says little. */
const contextLinesOf = (name: ChangeName) => (name === "rename" ? 0 : 3);

/** The methods that change files. */
export type ChangeName = "rename" | "edit" | "fix" | "delete" | "signature" | "move";

type ShownPlan = Pick<EditPlan, "changes" | "notes">;

type PathOf = (path: string) => string;

/**
 * Renders a plan that is not written yet. `pathOf` returns paths as the model should write them;
 * `nextCall` is the subject of a sentence: the call that writes the plan.
 */
export function renderPreview(plan: ShownPlan, name: ChangeName, pathOf: PathOf, nextCall: string): string {
  const { changes, notes } = plan;
  const room = Math.max(MIN_LINES_PER_FILE, Math.floor(MAX_DIFF_LINES / changes.length));
  const diffs = changes.map((change) => {
    // For a file that is not moved, git's header only repeats the names.
    const whole = renderPatch({ changes: [withLineFeeds(change)] }, pathOf, contextLinesOf(name)).replace(
      /^diff --git .*\n(?=--- )/,
      "",
    );
    return limitLines(clipDiffLines(whole.trimEnd()), room, `In ${escapeName(pathOf(change.path))}.`);
  });
  const diff = limitLines(diffs.join("\n"), MAX_DIFF_LINES, "All files are counted above.");
  const counts = changes.length > 1 ? renderCounts(changes, pathOf) : [];
  // A folder without imports to rewrite is moved, and no file is written.
  const effect = changes.length === 0 ? "does this" : `writes ${formatCount(changes.length, "file")}`;
  const summary = `Nothing is written yet. ${nextCall} ${effect}${changes.length === 1 ? "." : ":"}`;
  return [summary, ...counts, ...describeNotes(notes, pathOf), ...(diff === "" ? [] : [codeBlock(diff, "diff")])].join(
    "\n",
  );
}

/**
 * Renders a plan that has been written: as counts, and after an edit the lines as they are now.
 */
export function renderWritten({ changes, notes }: ShownPlan, name: ChangeName, pathOf: PathOf): string {
  const lines = name === "edit" ? changes.map(renderNewLines).filter((shown) => shown !== "") : [];
  const shown = limitLines(lines.join("\n"), MAX_DIFF_LINES, "Read the file for the rest.");
  return [
    "Written:",
    ...renderCounts(changes, pathOf),
    ...describeNotes(notes, pathOf),
    ...(shown === "" ? [] : [codeBlock(shown)]),
  ].join("\n");
}

function describeNotes(notes: EditPlan["notes"], pathOf: PathOf): readonly string[] {
  return notes.map((note) => describePlanNote(note, pathOf));
}

function renderCounts(changes: readonly PlannedChange[], pathOf: PathOf): readonly string[] {
  return changes.map((change) => `${escapeName(pathOf(change.path))}: ${describeChange(change, pathOf)}`);
}

function describeChange(change: PlannedChange, pathOf: PathOf): string {
  const { path, oldPath, before, after } = change;
  if (after === undefined) return "deleted";
  if (before === undefined) return "created";
  const moved = path === oldPath ? [] : [`moved from ${escapeName(pathOf(oldPath))}`];
  return [...moved, ...(before === after ? [] : [countChangedLines(change)])].join(", ");
}

/** Counts lines replaced in one place as changed, and the rest as removed or added. */
function countChangedLines(change: PlannedChange): string {
  const [, ...hunks] = renderPatch({ changes: [withLineFeeds(change)] }, String, 0).split(/^@@ .*\n/m);
  let [changed, added, removed] = [0, 0, 0];
  for (const hunk of hunks) {
    const [oldLines, newLines] = [(hunk.match(/^-/gm) ?? []).length, (hunk.match(/^\+/gm) ?? []).length];
    changed += Math.min(oldLines, newLines);
    added += Math.max(0, newLines - oldLines);
    removed += Math.max(0, oldLines - newLines);
  }
  // Texts with little in common have no diff by lines.
  if (hunks.length === 0) return "changed throughout";
  const counts = [
    { count: changed, word: "changed" },
    { count: added, word: "added" },
    { count: removed, word: "removed" },
  ].filter(({ count }) => count > 0);
  return counts.map(({ count, word }) => `${formatCount(count, "line")} ${word}`).join(", ");
}

const MAX_LINE_LENGTH = 500;
/** The length of the text before the first difference in a shortened line. */
const LENGTH_BEFORE = 100;

/**
 * Returns a unified diff in which no line is longer than 500 UTF-16 code units. Of a removed line
 * and the one added in its place, the parts around the first difference are kept; of the others,
 * the starts.
 */
function clipDiffLines(diff: string): string {
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
