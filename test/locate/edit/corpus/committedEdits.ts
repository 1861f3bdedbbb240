/** The edits that a hunk stands for: places, new texts, and the text that they must give. */

import type { OperationName } from "../../../../src/locate/edit/editRequest.js";
import type { Stretch } from "../../../../src/text/stretch.js";
import { applyHunk, type Hunk, linesOf } from "./hunks.js";

/** How an edit is said, for the report. */
export type EditKind =
  | "replace lines"
  | "replace text"
  | "replace text with indented text"
  | "delete lines"
  | "insert after lines"
  | "insert before lines"
  | "insert after a find"
  | "insert before a find"
  | "replace an item"
  | "delete an item"
  | "insert after an item"
  | "insert before an item";

/** A stretch to describe, or a find in a line (0-based) as an agent writes it. */
export type EditTarget = Stretch | { readonly find: string; readonly line: number };

export interface CommittedEdit {
  readonly kind: EditKind;
  readonly operation: OperationName;
  readonly target: EditTarget;
  readonly newText: string;
  /** The text of the file after the edit. */
  readonly expected: string;
  /** Why another result may be meant; undefined for an edit that must give the expected text. */
  readonly apart?: string;
}

const MAX_LINES = 40;

/** Returns the edits of whole lines for a hunk; none for one that is too long. */
export function lineEditsOf(before: string, hunk: Hunk): CommittedEdit[] {
  const { oldLines, newLines } = hunk;
  if (oldLines.length > MAX_LINES || newLines.length > MAX_LINES) return [];
  const source = new Lines(before);
  const expected = applyHunk(before, hunk);
  if (oldLines.length === 0) return insertionsOf(source, hunk, expected);
  const lines = source.stretch(hunk.line, hunk.line + oldLines.length - 1);
  if (newLines.length === 0)
    return [{ kind: "delete lines", operation: "delete", target: lines, newText: "", expected }];
  const newText = written(newLines);
  const edits: CommittedEdit[] = [{ kind: "replace lines", operation: "replace", target: lines, newText, expected }];
  edits.push(...textReplacements(source, hunk, expected));
  return edits;
}

/** Returns lines as a new text, of which one line end at the end does not count. */
function written(lines: readonly string[]): string {
  return lines.join("\n") + (lines.at(-1)?.trim() === "" ? "\n" : "");
}

/**
 * Returns replacements of the lines without the indentation of the first, as agents write finds: by
 * a text without it, too, and by one with it. None where the two begin at different depths.
 */
function textReplacements(source: Lines, { line, oldLines, newLines }: Hunk, expected: string): CommittedEdit[] {
  const [oldFirst = "", newFirst = ""] = [oldLines[0], newLines[0]];
  const indent = indentOf(oldFirst);
  const ends = [oldFirst, newFirst, oldLines.at(-1) ?? "", newLines.at(-1) ?? ""];
  if (indent === "" || indent !== indentOf(newFirst) || ends.some((each) => each.trimEnd() !== each || each === ""))
    return [];
  const { from, to } = source.stretch(line, line + oldLines.length - 1);
  const edit = { operation: "replace", target: { from: from + indent.length, to }, expected } as const;
  const newText = newLines.join("\n");
  const rest = newLines.slice(1).filter((each) => each.trim() !== "");
  const isShallower = rest.some((each) => indentOf(each).length < indent.length);
  return [
    { ...edit, kind: "replace text with indented text", newText },
    {
      ...edit,
      kind: "replace text",
      newText: newText.slice(indent.length),
      ...(isShallower && { apart: "lines less deep than the first" }),
    },
  ];
}

/** Returns the edits for a hunk that only inserts. */
function insertionsOf(source: Lines, { line, newLines }: Hunk, expected: string): CommittedEdit[] {
  const newText = newLines.join("\n");
  const edits: CommittedEdit[] = [];
  const sides = [
    { operation: "insert_after", at: line - 1, word: "after" },
    { operation: "insert_before", at: line, word: "before" },
  ] as const;
  for (const { operation, at, word } of sides) {
    const text = source.lines[at];
    if (text === undefined || (at === source.lines.length - 1 && text === "")) continue;
    edits.push({
      kind: `insert ${word} lines`,
      operation,
      target: source.stretch(at, at),
      newText: `${newText}\n`,
      expected,
    });
    if (text.trim() === "") continue;
    const reason = reasonApart(text, newLines, word);
    const target = { find: text.trim(), line: at };
    // With a line end and without: agents write both.
    for (const end of newLines.at(-1)?.trim() === "" ? ["\n"] : ["", "\n"]) {
      // May be written to begin a line.
      const apart = reason ?? (end === "" && newLines[0]?.trim() === "" ? "a line break only before it" : undefined);
      edits.push({
        kind: `insert ${word} a find`,
        operation,
        target,
        newText: newText + end,
        expected,
        ...(apart && { apart }),
      });
    }
  }
  return edits;
}

/** Says why the find of a line doesn't tell the place and the depth of the new lines. */
function reasonApart(line: string, newLines: readonly string[], side: "after" | "before") {
  const first = newLines.find((each) => each.trim() !== "");
  if (first === undefined) return "only blank lines";
  const [own, added] = [indentOf(line), indentOf(first)];
  const isInside = side === "after" && OPENER.test(line) && added.length > own.length;
  return own === added || isInside ? undefined : "another depth";
}

/** What a line ends with whose next lines belong to it. */
const OPENER = /(?:[{([:|>]|\b(?:do|then|else))\s*(?:(?:\/\/|#).*)?$/;

/** A text and the offsets of its lines. */
class Lines {
  readonly lines: readonly string[];
  readonly #starts: readonly number[];

  constructor(readonly text: string) {
    this.lines = linesOf(text);
    const lineEnd = text.includes("\r\n") ? 2 : 1;
    let at = 0;
    this.#starts = this.lines.map((line) => (at += line.length + lineEnd) - line.length - lineEnd);
  }

  /** Returns the stretch of some lines, without the last line end. */
  stretch(first: number, last: number): Stretch {
    const from = this.#starts[first] as number;
    return { from, to: (this.#starts[last] as number) + (this.lines[last] as string).length };
  }
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
