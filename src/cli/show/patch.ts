/** Renders changes of files as a unified diff that `git apply` and `patch -p1` accept. */

import { formatPatch, type StructuredPatch, structuredPatch } from "diff";
import type { Colors } from "picocolors/types.js";
import { commonPrefix, commonSuffix } from "../../text/narrowChange.js";
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
  const names = [`a/${pathOf(oldPath)}`, `b/${pathOf(path)}`] as const;
  const [oldName, newName] = names;
  const [oldText, newText] = [before, after].map((text) => (text && bom ? `\ufeff${text}` : (text ?? "")));
  const patch = diffLines(oldText as string, newText as string, { context, names });
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

interface DiffOptions {
  /** The number of equal lines around a difference that belong to it. */
  readonly context: number;
  /** The names of the files, before and after. */
  readonly names?: readonly [string, string];
}

/** Returns the differences of two texts; undefined where they have too little in common. */
export function diffLines(
  before: string,
  after: string,
  { context, names: [oldName, newName] = ["", ""] }: DiffOptions,
): StructuredPatch | undefined {
  const { head, tail } = equalEnds(before, after, context);
  const patch = structuredPatch(
    oldName,
    newName,
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
    undefined,
    undefined,
    { context, timeout: DIFF_TIMEOUT_MS },
  );
  if (!patch || head === 0) return patch;
  const lines = countLineFeeds(before, head);
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + lines,
    newStart: hunk.newStart + lines,
  }));
  return { ...patch, hunks };
}

/**
 * Returns the lengths of the beginning and the end that need no comparison: whole lines that are
 * equal, further away from the first and last difference than `context` lines.
 */
function equalEnds(before: string, after: string, context: number): { readonly head: number; readonly tail: number } {
  const prefix = commonPrefix(before, after);
  const suffix = commonSuffix(before, after, Math.min(before.length, after.length) - prefix);
  let head = prefix;
  for (let line = 0; line <= context && head > 0; line++) head = before.lastIndexOf("\n", head - 1);
  let tail = before.length - suffix;
  for (let line = 0; line <= context && tail >= 0; line++) tail = before.indexOf("\n", tail) + 1 || -1;
  return { head: head <= 0 ? 0 : head + 1, tail: tail < 0 ? 0 : before.length - tail };
}

function countLineFeeds(text: string, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
