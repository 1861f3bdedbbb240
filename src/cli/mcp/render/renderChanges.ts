/** A change of files in words: as a diff where it is yet to be written, counted where it has been. */

import { codeBlock } from "../../../session/methods/markdown.js";
import type { FileChange, Plan } from "../../edit/editPlan.js";
import { patch } from "../../show/patch.js";
import { counted } from "../../show/view.js";
import { firstLines } from "./limitLines.js";

/** Lines of a diff, and of what each of many files has in it. */
const mostLines = 400;
const leastOfFile = 10;

/** A rename changes words all over: what is around them says less there than in an edit. */
const contextOf = { rename: 0, edit: 3 } as const;

type PathOf = (path: string) => string;

/** What would be written. `pathOf` names a file as the model is to write it. */
export function previewWords(plan: Plan, name: keyof typeof contextOf, pathOf: PathOf): string {
  const { changes, notes } = plan;
  const room = Math.max(leastOfFile, Math.floor(mostLines / changes.length));
  const diffs = changes.map((change) => {
    // Of a file that stays, what git says in front of the names is only the names.
    const whole = patch({ changes: [change] }, pathOf, contextOf[name]).replace(/^diff --git .*\n(?=--- )/, "");
    return firstLines(whole.trimEnd(), room, `In ${pathOf(change.path)}.`);
  });
  const diff = firstLines(diffs.join("\n"), mostLines, "All files are counted above.");
  const counts = changes.length > 1 ? countsOf(changes, pathOf) : [];
  const said = `Nothing is written yet. The same with apply: true writes ${counted(changes.length, "file")}${counts.length > 0 ? ":" : "."}`;
  return [said, ...counts, ...notes, ...(diff === "" ? [] : [codeBlock(diff, "diff")])].join("\n");
}

/** What was written. Who has asked for it knows the text. */
export function writtenWords({ changes, notes }: Plan, pathOf: PathOf): string {
  return ["Written:", ...countsOf(changes, pathOf), ...notes].join("\n");
}

function countsOf(changes: readonly FileChange[], pathOf: PathOf): readonly string[] {
  return changes.map((change) => `${pathOf(change.path)}: ${becomes(change, pathOf)}`);
}

function becomes(change: FileChange, pathOf: PathOf): string {
  const { path, oldPath, before, after } = change;
  if (after === undefined) return "deleted";
  if (before === undefined) return "created";
  const moved = path === oldPath ? [] : [`moved from ${pathOf(oldPath)}`];
  return [...moved, ...(before === after ? [] : [linesOf(change)])].join(", ");
}

/** What goes and comes in one place is changed; what is over is removed or added. */
function linesOf(change: FileChange): string {
  const [, ...hunks] = patch({ changes: [change] }, String, 0).split(/^@@ .*\n/m);
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
  return words.map(({ count, word }) => `${counted(count, "line")} ${word}`).join(", ");
}
