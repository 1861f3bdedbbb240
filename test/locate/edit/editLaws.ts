/** Edits of a source whose result is known: the same change by hand. */

import type { OperationName } from "../../../src/locate/edit/editRequest.js";
import { isAttributeLine, isCommentLine } from "../../../src/locate/edit/lineShape.js";
import { closeSource, type EditedSource, type EditTarget, editSource, openSource } from "./editedSource.js";
import { type Spelling, spellingsOf } from "./spellings.js";

/** An edit whose result is not as it would be by hand, or that adds a syntax error. */
export interface Misfit {
  readonly operation: string;
  readonly spelling: string;
  readonly type: string;
  /** 1-based. */
  readonly lineNumber: number;
  /** The first line that differs: expected and written; undefined for a syntax error alone. */
  readonly difference?: readonly [string, string];
  readonly isBroken: boolean;
}

export interface EditReport {
  /** The number of edits. */
  count: number;
  readonly misfits: Misfit[];
  /** The results, for a formatter, without replacements that give the source again. */
  readonly results: EditedText[];
}

/** What an edit has made of a source. */
export interface EditedText extends Pick<Misfit, "operation" | "spelling" | "type" | "lineNumber"> {
  readonly text: string;
}

/** Edits up to `most` targets of a text, each with several operations, and compares the results. */
export async function checkEdits(language: string, text: string, most: number): Promise<EditReport> {
  const source = await openSource(language, text);
  const report: EditReport = { count: 0, misfits: [], results: [] };
  try {
    const targets = source.targets.filter(({ first, last }) => last > first && last - first < MAX_LINES);
    const step = Math.max(1, targets.length / most);
    for (let at = 0; at * step < targets.length; at++) {
      const target = targets[Math.floor(at * step)] as EditTarget;
      const spellings = spellingsOf(source, target);
      await checkReplacements(source, target, spellings, report);
      await checkMoves(source, target, spellings[at % spellings.length] as Spelling, report);
    }
    return report;
  } finally {
    closeSource(source);
  }
}

const MAX_LINES = 400;

/** Replaces a target with its own text in each spelling. */
async function checkReplacements(
  source: EditedSource,
  target: EditTarget,
  spellings: readonly Spelling[],
  report: EditReport,
): Promise<void> {
  const { text } = source.parsed.document;
  // A text that moves loses the whitespace in its blank lines.
  const hasEmptyIndents = /^[ \t]+\r?$/m.test(text);
  for (const [spelling, newText] of spellings) {
    const result = await editSource(source, "replace", target, newText);
    const isExact = spelling === "full indentation" || !hasEmptyIndents;
    compare({ operation: "replace", spelling, target }, { expected: text, ...result, isExact }, report);
  }
}

/** Inserts a copy of a target before and after it, deletes it, and inserts it again. */
async function checkMoves(
  source: EditedSource,
  target: EditTarget,
  [spelling, newText]: Spelling,
  report: EditReport,
): Promise<void> {
  const neighbours = neighboursOf(source, target);
  if (neighbours === undefined) return;
  const { next, gap } = neighbours;
  const { text, length } = source.parsed.document;
  const isExact = gap !== undefined;
  const lines = text.split("\n");
  const own = lines.slice(target.first, target.last + 1);
  const between = lines.slice(target.last + 1, target.last + 1 + (gap ?? 0));
  const copied = [...lines.slice(0, target.first), ...own, ...between, ...own, ...lines.slice(target.last + 1)];
  for (const operation of ["insert_after", "insert_before"] satisfies OperationName[]) {
    const result = await editSource(source, operation, target, newText);
    compare({ operation, spelling, target }, { expected: copied.join("\n"), ...result, isExact }, report);
  }
  const left = [...lines.slice(0, target.first), ...lines.slice(target.last + 1 + between.length)].join("\n");
  const deleted = await editSource(source, "delete", target);
  compare({ operation: "delete", spelling, target }, { expected: left, ...deleted, isExact }, report);
  const shift = deleted.text.length - length;
  const rest = await openSource(source.language, deleted.text);
  try {
    const moved = { kind: next.kind, from: next.from + shift, to: next.to + shift };
    const result = await editSource(rest, "insert_before", moved, newText);
    compare({ operation: "delete and insert", spelling, target }, { expected: text, ...result, isExact }, report);
  } finally {
    closeSource(rest);
  }
}

interface Edit {
  readonly operation: string;
  readonly spelling: string;
  readonly target: EditTarget;
}

interface Outcome {
  readonly expected: string;
  readonly text: string;
  readonly isBroken: boolean;
  /** Whether blank lines count. */
  readonly isExact: boolean;
}

function compare({ operation, spelling, target }: Edit, outcome: Outcome, report: EditReport): void {
  const { isBroken, isExact } = outcome;
  const edit = { operation, spelling, type: target.type, lineNumber: target.first + 1 };
  report.count++;
  if (operation !== "replace" || outcome.text !== outcome.expected)
    report.results.push({ ...edit, text: outcome.text });
  const [expected, text] = [outcome.expected, outcome.text].map((each) =>
    (isExact ? each : each.replace(/^[ \t]*\r?\n/gm, "").trimEnd()).split("\n"),
  ) as [string[], string[]];
  const longer = expected.length > text.length ? expected : text;
  const at = longer.findIndex((_, line) => expected[line] !== text[line]);
  if (at < 0 && !isBroken) return;
  const difference = at < 0 ? {} : { difference: [expected[at] ?? "", text[at] ?? ""] as const };
  report.misfits.push({ ...edit, ...difference, isBroken });
}

/** What is beside a target. */
interface Neighbours {
  /** The symbol after it. */
  readonly next: EditTarget;
  /** The blank lines between all symbols of the block; undefined where they differ. */
  readonly gap: number | undefined;
}

/** Returns the neighbours of a symbol that is between two others of the same block. */
function neighboursOf(
  { parsed: { document }, language, targets }: EditedSource,
  target: EditTarget,
): Neighbours | undefined {
  const symbols = targets.filter(({ kind }) => kind === "symbol");
  const parentOf = (each: EditTarget) =>
    symbols.findLast(({ from, to }) => from <= each.from && each.to <= to && to - from > each.to - each.from);
  const siblings = symbols.filter((each) => parentOf(each) === parentOf(target));
  const at = siblings.indexOf(target);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  if (at < 1 || previous === undefined || next === undefined) return undefined;
  const lineText = (line: number) => document.slice(document.lineFrom(line), document.lineTo(line));
  const hasLeading = [target, next].some(({ first }) => {
    const above = lineText(first - 1);
    return (
      isCommentLine(above, language) || isAttributeLine(above, language) || /\*\/$|^\s*template|[)\]]$/.test(above)
    );
  });
  const gapBetween = (a: EditTarget, b: EditTarget) => {
    for (let line = a.last + 1; line < b.first; line++) if (lineText(line).trim() !== "") return undefined;
    return b.first - a.last - 1;
  };
  if (hasLeading || gapBetween(previous, target) === undefined || gapBetween(target, next) === undefined)
    return undefined;
  const gaps = siblings.slice(1).map((each, index) => gapBetween(siblings[index] as EditTarget, each));
  const isUniform = siblings.every(({ first, last }) => first < last) && gaps.every((each) => each === gaps[0]);
  return { next, gap: isUniform ? gaps[0] : undefined };
}
