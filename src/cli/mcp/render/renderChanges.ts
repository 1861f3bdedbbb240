/** A change of files in words: as a diff where it is yet to be written, counted where it has been. */

import { codeBlock } from "../../../session/methods/markdown.js";
import type { EditPlan, PlannedChange } from "../../edit/editPlan.js";
import { renderPatch } from "../../show/patch.js";
import { formatCount } from "../../show/view.js";
import { limitLines } from "./limitLines.js";

/** Lines of a diff, and of what each of many files has in it. */
const MAX_DIFF_LINES = 400;
const MIN_LINES_PER_FILE = 10;

/** A rename changes words all over: what is around them says less there than in an edit. */
const contextLines = { rename: 0, edit: 3 } as const;

type PathOf = (path: string) => string;

/** What would be written. `pathOf` names a file as the model is to write it. */
export function renderPreview(plan: EditPlan, name: keyof typeof contextLines, pathOf: PathOf): string {
  const { changes, notes } = plan;
  const room = Math.max(MIN_LINES_PER_FILE, Math.floor(MAX_DIFF_LINES / changes.length));
  const diffs = changes.map((change) => {
    // Of a file that stays, what git says in front of the names is only the names.
    const whole = renderPatch({ changes: [change] }, pathOf, contextLines[name]).replace(
      /^diff --git .*\n(?=--- )/,
      "",
    );
    return limitLines(whole.trimEnd(), room, `In ${pathOf(change.path)}.`);
  });
  const diff = limitLines(diffs.join("\n"), MAX_DIFF_LINES, "All files are counted above.");
  const counts = changes.length > 1 ? renderCounts(changes, pathOf) : [];
  const summary = `Nothing is written yet. The same with apply: true writes ${formatCount(changes.length, "file")}${counts.length > 0 ? ":" : "."}`;
  return [summary, ...counts, ...notes, ...(diff === "" ? [] : [codeBlock(diff, "diff")])].join("\n");
}

/** What was written. Who has asked for it knows the text. */
export function renderWritten({ changes, notes }: EditPlan, pathOf: PathOf): string {
  return ["Written:", ...renderCounts(changes, pathOf), ...notes].join("\n");
}

function renderCounts(changes: readonly PlannedChange[], pathOf: PathOf): readonly string[] {
  return changes.map((change) => `${pathOf(change.path)}: ${describeChange(change, pathOf)}`);
}

function describeChange(change: PlannedChange, pathOf: PathOf): string {
  const { path, oldPath, before, after } = change;
  if (after === undefined) return "deleted";
  if (before === undefined) return "created";
  const moved = path === oldPath ? [] : [`moved from ${pathOf(oldPath)}`];
  return [...moved, ...(before === after ? [] : [countChangedLines(change)])].join(", ");
}

/** What goes and comes in one place is changed; what is over is removed or added. */
function countChangedLines(change: PlannedChange): string {
  const [, ...hunks] = renderPatch({ changes: [change] }, String, 0).split(/^@@ .*\n/m);
  let [changed, added, removed] = [0, 0, 0];
  for (const hunk of hunks) {
    const [goes, comes] = [(hunk.match(/^-/gm) ?? []).length, (hunk.match(/^\+/gm) ?? []).length];
    changed += Math.min(goes, comes);
    added += Math.max(0, comes - goes);
    removed += Math.max(0, goes - comes);
  }
  // Texts that have little in common are not told apart line by line.
  if (hunks.length === 0) return "changed throughout";
  const words = [
    { count: changed, word: "changed" },
    { count: added, word: "added" },
    { count: removed, word: "removed" },
  ].filter(({ count }) => count > 0);
  return words.map(({ count, word }) => `${formatCount(count, "line")} ${word}`).join(", ");
}
