/** A failed edit as a small record: the lines around it, what was sent, what came of it. */

import { structuredPatch } from "diff";
import type { EditRecord } from "./runCorpus.js";

/** The lines around the hunk. */
const CONTEXT = 6;

export interface Failure extends Omit<EditRecord, "before" | "expected" | "got"> {
  /** What differs, for an edit with other bytes. */
  readonly cause?: string;
  /** What the release changed: the lines around the edit, with ` `, `-` and `+`. */
  readonly hunk: string;
  /** The message of a refusal; for other bytes, what differs: `-` expected, `+` written. */
  readonly got: string;
}

/** Returns the record with the texts cut down to the lines that differ. */
export function toFailure({ before, expected, got, ...record }: EditRecord): Failure {
  const hunk = patchOf(before, expected, CONTEXT);
  if (record.verdict !== "other bytes") return { ...record, hunk, got };
  return { ...record, cause: causeOf(expected, got), hunk, got: patchOf(expected, got, 2) };
}

function patchOf(before: string, after: string, context: number): string {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context });
  return hunks.flatMap(({ lines }) => lines).join("\n");
}

/** Says what differs between two texts, the least first. */
function causeOf(expected: string, got: string): string {
  const reductions: readonly (readonly [string, (text: string) => string])[] = [
    ["white space at line ends", (text) => text.replace(/[ \t]+$/gm, "")],
    ["indentation", (text) => text.replace(/^[ \t]+/gm, "")],
    ["blank lines", (text) => text.replace(/^[ \t]*\n/gm, "")],
    ["indentation and blank lines", (text) => text.replace(/^\s+/gm, "")],
    ["white space", (text) => text.replace(/\s+/g, "")],
    ["separators", (text) => text.replace(/[\s,;|&]+/g, "")],
  ];
  return reductions.find(([, reduce]) => reduce(expected) === reduce(got))?.[0] ?? "words";
}
