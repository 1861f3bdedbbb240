/**
 * Edits of code whose lines begin with marks: in a quotation of Markdown, or in a doctest. They are
 * planned in the code without its marks, and what is new gets them.
 */

import type { DocTestFacts } from "../../../languages/facts.js";
import { factsOf } from "../../../languages/languages.js";
import type { Replacement } from "../../../locate/edit/editRequest.js";
import type { InnerCode } from "../../../syntax/outline/innerDeclarations.js";
import { Document } from "../../../text/document.js";
import type { Stretch } from "../../../text/stretch.js";
import type { SyntaxContext } from "../../client/requestContext.js";
import type { DocumentVersion } from "../../place/syntaxView.js";
import { innerCodeOf } from "../../verdict/innerDocuments.js";

/** Code without its marks, and the ways into it and back. */
export interface MarkedCode {
  readonly version: DocumentVersion;
  /** The text of the edit without the marks that it has. */
  readonly newText: string;
  /** Returns where a stretch of the text is in the code. */
  into(stretch: Stretch): Stretch;
  /** Returns a change of the code as one of the text. */
  back(change: Replacement): Replacement;
}

interface MarkedLine extends Stretch {
  /** What is before its code. */
  readonly mark: string;
  /** Undefined for a line that is no code: the output of a doctest. */
  readonly code: string | undefined;
}

/**
 * Returns the code around a stretch. Undefined where its lines have no marks, and where `newText`
 * has them in some lines: the others are no code.
 */
export async function markedCodeAt(
  version: DocumentVersion,
  stretch: Stretch,
  newText: string,
  context: SyntaxContext,
): Promise<MarkedCode | undefined> {
  const { uri, languageId, text } = version;
  const { grammar, docTests } = factsOf(languageId);
  if (!grammar?.hasExamples && docTests === undefined) return undefined;
  const all = await innerCodeOf(version, context);
  const own = all.find(({ from, to, isExample }) => isExample && from <= stretch.from && stretch.to <= to);
  const lines = own ? linesOf(text, own) : [];
  const touched = lines.filter(({ from, to }) => from <= stretch.to && stretch.from <= to);
  const marks = lines.flatMap(({ code = "", mark }) => (code.trim() === "" || mark === "" ? [] : [mark]));
  // Lines of Rust that are not shown have a longer one.
  const [statement] = marks.sort((one, other) => one.length - other.length);
  if (own === undefined || statement === undefined || touched.some(({ code }) => code === undefined)) return undefined;
  const shown = factsOf(own.languageId).docTests;
  const hasPrompts = shown?.prompt !== undefined && statement.trim().startsWith(shown.prompt);
  const rule = { statement, docTests: hasPrompts ? shown : undefined };
  const unmarked = withoutMarks(newText, rule);
  if (unmarked === undefined) return undefined;
  const code = Document.of(lines.map((line) => line.code ?? "").join("\n"));
  const lineEnd = text.slice(own.from, own.to).includes("\r\n") ? "\r\n" : "\n";
  const [extension = ""] = factsOf(own.languageId).extensions ?? [];
  return {
    newText: unmarked,
    version: { uri: `${uri}.${extension}`, languageId: own.languageId, text: code },
    into: ({ from, to }) => ({ from: offsetInCode(from, lines, code), to: offsetInCode(to, lines, code) }),
    back: (change) => changeOfText(change, { lines, code, rule, lineEnd }),
  };
}

interface MarkRule {
  /** The mark of a line that begins a statement; of any line but in doctests. */
  readonly statement: string;
  /** Of code that has prompts. */
  readonly docTests: DocTestFacts | undefined;
}

function linesOf(text: Document, { from: start, to: end, omitted }: InnerCode): readonly MarkedLine[] {
  const lines: MarkedLine[] = [];
  const last = text.lineAt(Math.max(start, end - (text.slice(end - 1, end) === "\n" ? 1 : 0)));
  for (let line = text.lineAt(start); line <= last; line++) {
    const [from, to] = [text.lineFrom(line), text.lineTo(line)];
    let codeFrom = Math.max(from, Math.min(start, to));
    for (const each of omitted) if (each.from <= codeFrom && codeFrom < each.to) codeFrom = Math.min(to, each.to);
    const isWhole = omitted.some((each) => each.from === from && each.to >= to) && !isMark(text.slice(from, to));
    lines.push({ from, to, mark: text.slice(from, codeFrom), code: isWhole ? undefined : text.slice(codeFrom, to) });
  }
  return lines;
}

/** Whether a line that has nothing else is one of the code, which is empty. */
function isMark(line: string): boolean {
  return /^[\s>]*$/.test(line) || /^\s*\/\/[/!]\s*(?:#\s*)?$/.test(line) || /^\s*(?:>>>|\.\.\.)\s*$/.test(line);
}

/** Returns a new text without the marks that it has; undefined where some lines lack them. */
function withoutMarks(newText: string, { statement, docTests }: MarkRule): string | undefined {
  const own = statement.trim().replace(/[^\w\s]/g, "\\$&");
  const mark = docTests?.prompt === undefined ? new RegExp(`^[ \\t]*${own}[ \\t]?`) : docTests.line;
  const lines = newText.split(/\r?\n/);
  const isMarked = lines.map((line) => own !== "" && mark.test(`${line} `));
  if (!isMarked.includes(true)) return newText;
  if (lines.some((line, at) => at > 0 && line.trim() !== "" && !isMarked[at])) return undefined;
  return lines.map((line) => `${line} `.replace(mark, "").trimEnd()).join("\n");
}

function offsetInCode(offset: number, lines: readonly MarkedLine[], code: Document): number {
  const at = Math.max(
    0,
    lines.findLastIndex(({ from }) => from <= offset),
  );
  const { from, mark } = lines[at] as MarkedLine;
  return Math.min(code.lineFrom(at) + Math.max(0, offset - from - mark.length), code.lineTo(at));
}

interface MarkedText {
  readonly lines: readonly MarkedLine[];
  readonly code: Document;
  readonly rule: MarkRule;
  readonly lineEnd: string;
}

/** Replaces the lines that differ, and no others. */
function changeOfText({ from, to, insert }: Replacement, { lines, code, rule, lineEnd }: MarkedText): Replacement {
  const after = code.edit(from, to, insert.replaceAll("\r\n", "\n")).document.text.split("\n");
  const before = lines.map((line) => line.code ?? "");
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && after[start] === before[start]) start++;
  let end = 0;
  while (end < least - start && after.at(-1 - end) === before.at(-1 - end)) end++;
  const replaced = lines.slice(start, lines.length - end);
  const keepsLines = replaced.length === after.length - end - start;
  const written = after
    .slice(start, after.length - end)
    .map((line, at) => (keepsLines ? (replaced[at]?.mark ?? "") : markOf(after, start + at, rule)) + line);
  // The output of a doctest stays with its statement, and goes with it.
  const later = lines.slice(lines.length - end).findIndex(({ code: each }) => each !== undefined);
  const outputs = written.length > 0 && replaced.length > 0 ? 0 : later < 0 ? end : later;
  const [first, last] = [replaced[0], replaced.length > 0 ? lines[lines.length - end + outputs - 1] : undefined];
  const previous = lines[first ? start - 1 : start - 1 + outputs];
  const next = lines[lines.length - end + outputs];
  if (first && last && written.length > 0) return { from: first.from, to: last.to, insert: written.join(lineEnd) };
  // A line goes and comes with the line end before it; the first one with that after it.
  const isFirst = previous === undefined;
  if (first && last)
    return { from: isFirst ? first.from : previous.to, to: isFirst && next ? next.from : last.to, insert: "" };
  const at = previous?.to ?? lines[0]?.from ?? 0;
  const insertText = written.map((line) => (isFirst ? line + lineEnd : lineEnd + line)).join("");
  return { from: at, to: at, insert: insertText };
}

/** Returns the mark of a new line. */
function markOf(lines: readonly string[], at: number, { statement, docTests }: MarkRule): string {
  const line = lines[at] as string;
  if (docTests?.prompt === undefined) return line === "" ? statement.trimEnd() : statement;
  const isContinued = continuesStatement(lines, at);
  if (line === "" && !isContinued) return "";
  const mark = isContinued ? statement.replace(docTests.prompt, "...") : statement;
  return line === "" ? mark.trimEnd() : mark;
}

/** Whether a line belongs to a statement before it, as its indentation and brackets say. */
function continuesStatement(lines: readonly string[], at: number): boolean {
  const line = lines[at] as string;
  if (line === "") return /^\s/.test(lines.slice(at).find((each) => each !== "") ?? "");
  if (at === 0) return false;
  if (/^(?:\s|[)\]}]|(?:elif|else|except|finally|end|rescue|after)\b)/.test(line)) return true;
  const before = lines
    .slice(0, at)
    .join("\n")
    .replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*/g, "");
  return (before.match(/[([{]/g)?.length ?? 0) > (before.match(/[)\]}]/g)?.length ?? 0);
}
