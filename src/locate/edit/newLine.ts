/** The lines of a new text with their columns, and the steps by which they are indented. */

import { factsOf } from "../../languages/languages.js";
import type { LineKind } from "../../text/treeFacts.js";
import { columnOf, type IndentStyle } from "./indentUnit.js";
import { codeOfLine, isCloser, opensBlock } from "./lineShape.js";

export interface NewLine {
  /** The whole line, without its line end. */
  readonly text: string;
  /** The text without its indentation. */
  readonly content: string;
  /** `content` without the comment at its end. */
  readonly code: string;
  /** The width of the indentation in columns. */
  readonly column: number;
  /** `directive`: a line of the C or C# preprocessor at column 0, which stays there. */
  readonly kind: LineKind | "blank" | "directive";
}

export function readNewLine(text: string, kind: LineKind, language: string, style: IndentStyle): NewLine {
  const content = text.trimStart();
  return {
    text,
    content,
    code: codeOfLine(text, language),
    column: columnOf(text, style),
    kind: kind === "string" ? kind : content === "" ? "blank" : isDirective(text, language) ? "directive" : kind,
  };
}

/** Whether a line is one of the preprocessor at column 0, which stays there. */
export function isDirective(line: string, language: string): boolean {
  return factsOf(language).hasPreprocessor && DIRECTIVE.test(line);
}

const DIRECTIVE =
  /^#\s*(?:if|ifdef|ifndef|else|elif|elifdef|endif|define|undef|include|pragma|error|warning|line|region|endregion)\b/;

/** The numbers of columns by which a text is indented from one line to the next. */
export interface IndentSteps {
  /** The most common step into a block; undefined if the text has no indented block. */
  readonly block: number | undefined;
  /** The most common step into a continuation line; undefined if there is none. */
  readonly continuation: number | undefined;
}

/** Returns the steps of a text. Ignores lines aligned with a bracket, and steps of one column. */
export function indentStepsOf(lines: readonly NewLine[]): IndentSteps {
  const code = lines.filter(({ kind }) => kind === "code");
  const [blocks, continued] = [new Map<number, number>(), new Map<number, number>()];
  code.forEach((line, at) => {
    const before = code[at - 1];
    if (before === undefined || line.column <= before.column || isAlignedWith(before, line)) return;
    const step = line.column - before.column;
    const next = code.slice(at + 1).find(({ column }) => column <= before.column);
    const isClosed = next?.column === before.column && isCloser(next.content) && closes(next.content, before.code);
    const isBlock = opensBlock(before.code) || isClosed;
    const counts = isBlock ? blocks : continued;
    counts.set(step, (counts.get(step) ?? 0) + 1);
  });
  return { block: commonest(blocks), continuation: commonest(continued) };
}

/** Whether a line may close what another opens: the bracket at its end, if there is one. */
function closes(line: string, opener: string): boolean {
  const at = "([{".indexOf(opener.at(-1) ?? " ");
  return at < 0 || line.startsWith(")]}"[at] as string);
}

function commonest(steps: ReadonlyMap<number, number>): number | undefined {
  return [...steps].filter(([step]) => step > 1).sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0];
}

/** Whether a line is aligned with the content of a bracket left open in the line before. */
export function isAlignedWith(before: NewLine | undefined, line: NewLine): boolean {
  if (before === undefined) return false;
  const open: number[] = [];
  [...before.code].forEach((character, index) => {
    if ("([{".includes(character)) open.push(index);
    else if (")]}".includes(character)) open.pop();
  });
  const last = open.at(-1);
  return last !== undefined && last < before.code.length - 1 && line.column === before.column + last + 1;
}
