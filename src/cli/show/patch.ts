/** Renders changes of files as a unified diff that `git apply` and `patch -p1` accept. */

import { formatPatch, type StructuredPatch, structuredPatch } from "diff";
import type { Colors } from "picocolors/types.js";
import type { EditPlan, PlannedChange } from "../edit/editPlan.js";

const DEFAULT_CONTEXT_LINES = 3;
/** The time for one file; texts with little in common could take minutes. */
const DIFF_TIMEOUT_MS = 5000;

/**
 * Renders the plain diff, for files and pipes. `pathOf` returns paths with forward slashes;
 * `context` is in lines.
 */
export function renderPatch(
  { changes }: Pick<EditPlan, "changes">,
  pathOf: (path: string) => string,
  context = DEFAULT_CONTEXT_LINES,
): string {
  return changes.map((change) => renderFilePatch(change, pathOf, context)).join("");
}

/** Colours a diff for a terminal. */
export function colourPatch(diff: string, colours: Colors): string {
  const paint = (line: string): string => {
    if (/^(?:diff |--- |\+\+\+ |(?:new|deleted) file|rename )/.test(line)) return colours.bold(line);
    if (line.startsWith("@@")) return colours.cyan(line);
    if (line.startsWith("+")) return colours.green(line);
    return line.startsWith("-") ? colours.red(line) : line;
  };
  return diff
    .split("\n")
    .map((line) => paint(line.replace(/\r$/, "")))
    .join("\n");
}

function renderFilePatch(change: PlannedChange, pathOf: (path: string) => string, context: number): string {
  const { path, oldPath, before, after, bom } = change;
  const [oldName, newName] = [`a/${pathOf(oldPath)}`, `b/${pathOf(path)}`];
  const [oldText, newText] = [before, after].map((text) => (text && bom ? `\ufeff${text}` : (text ?? "")));
  const patch = structuredPatch(oldName, newName, oldText as string, newText as string, undefined, undefined, {
    context,
    timeout: DIFF_TIMEOUT_MS,
  });
  if (!patch) return `diff --git ${oldName} ${newName}\nToo much has changed to be shown line by line.\n`;
  return `${formatPatch({ ...patch, ...gitHeaders(change, oldName, newName) })}`;
}

function gitHeaders(
  { path, oldPath, before, after }: PlannedChange,
  oldName: string,
  newName: string,
): Partial<StructuredPatch> {
  if (before === undefined) return { isGit: true, isCreate: true, oldFileName: "/dev/null", newFileName: newName };
  if (after === undefined) return { isGit: true, isDelete: true, oldFileName: oldName, newFileName: "/dev/null" };
  return path === oldPath ? { isGit: true } : { isGit: true, isRename: true };
}
