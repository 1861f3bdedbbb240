/**
 * A notebook as one text in the language of its code, which is what Locates, servers and the index
 * see of it. Each cell begins with a comment (`# %% cell 3`), with blank lines around it so that it
 * is the comment of nothing else. What is no code is in comments, too.
 *
 * The convention: https://jupytext.readthedocs.io/en/latest/formats-scripts.html
 */

import type { KernelCommandFacts } from "../../../languages/facts.js";
import { factsOf } from "../../../languages/languages.js";
import type { Notebook, NotebookCell } from "./notebook.js";

/** A cell in a script. */
export interface ScriptCell {
  readonly header: string;
  /** The lines of its source, without their ends, as they are in the script. */
  readonly lines: readonly string[];
}

/** Returns the script of a notebook. */
export function scriptOf(notebook: Notebook): string {
  return scriptCellsOf(notebook)
    .map(({ header, lines }) => `${header}\n\n${lines.join("\n")}\n`)
    .join("\n");
}

export function scriptCellsOf(notebook: Notebook): readonly ScriptCell[] {
  const marker = markerOf(notebook);
  const syntax = syntaxOf(notebook.languageId);
  return notebook.cells.map((cell, at) => ({
    header: headerOf(cell, at, marker),
    lines: scriptLinesOf(cell, syntax),
  }));
}

/** Returns the lines of a cell's source, which the script has one for one. */
export function sourceLinesOf({ text }: Pick<NotebookCell, "text">): readonly string[] {
  return text.split("\n");
}

function headerOf({ kind, id }: NotebookCell, at: number, marker: string): string {
  const type = kind === "code" ? "" : ` [${kind}]`;
  return `${marker} cell ${at + 1}${type}${id === undefined ? "" : ` id=${JSON.stringify(id)}`}`;
}

/**
 * Returns the beginning of the lines that begin cells: one `%` more than any line of a source has
 * there.
 */
export function markerOf({ cells, languageId }: Notebook): string {
  const { comment } = syntaxOf(languageId);
  let marker = `${comment} %%`;
  while (cells.some(({ kind, text }) => kind === "code" && `\n${text}`.includes(`\n${marker}`))) marker += "%";
  return marker;
}

export interface ScriptSyntax {
  readonly comment: string;
  readonly commands: KernelCommandFacts | undefined;
}

export function syntaxOf(languageId: string): ScriptSyntax {
  const { comments, kernelCommands } = factsOf(languageId);
  return { comment: comments.line[0] ?? "#", commands: kernelCommands };
}

/** What is put in front of a line for the kernel, so that it is a comment of the language. */
const COMMAND_MARK = "ipython: ";

function scriptLinesOf(cell: NotebookCell, { comment, commands }: ScriptSyntax): readonly string[] {
  const lines = sourceLinesOf(cell);
  if (cell.kind !== "code") return lines.map((line) => (/^\r?$/.test(line) ? comment + line : `${comment} ${line}`));
  if (commands === undefined) return lines;
  const mark = `${comment} ${COMMAND_MARK}`;
  const first = lines.findIndex((line) => line.trim() !== "");
  const [, whole] = commands.cell.exec(lines[first] ?? "") ?? [];
  if (whole !== undefined && !commands.codeCells.test(whole))
    return lines.map((line, at) => (at < first ? line : mark + line));
  const state: NestingState = { depth: 0, quote: "" };
  return lines.map((line) => {
    const isStatement = state.depth === 0 && state.quote === "";
    const written = isStatement ? markCommand(line, commands, mark) : line;
    if (written === line) advanceNesting(line, comment, state);
    return written;
  });
}

function markCommand(line: string, { statement, value }: KernelCommandFacts, mark: string): string {
  if (statement.test(line)) {
    const [indent = ""] = /^\s*/.exec(line) ?? [];
    // A block needs a statement.
    return `${indent}${indent === "" ? "" : "pass "}${mark}${line.slice(indent.length)}`;
  }
  return line.replace(value, `$1None ${mark}$2`);
}

interface NestingState {
  depth: number;
  /** The quotes that end a string over several lines. */
  quote: string;
}

/** Follows brackets and long strings through a line: a line inside of them is no statement. */
function advanceNesting(line: string, comment: string, state: NestingState): void {
  for (let at = 0; at < line.length; ) {
    if (state.quote !== "") {
      const end = line.indexOf(state.quote, at);
      if (end < 0) return;
      at = end + state.quote.length;
      state.quote = "";
      continue;
    }
    NESTING.lastIndex = at;
    const [token] = NESTING.exec(line) ?? [];
    if (token === undefined || token === comment) return;
    at = NESTING.lastIndex;
    if (token === '"""' || token === "'''") state.quote = token;
    else if ("([{".includes(token)) state.depth++;
    else if (")]}".includes(token)) state.depth = Math.max(0, state.depth - 1);
  }
}

/** Escapes, long quotes, short strings, comments and brackets. */
const NESTING = /\\.|"""|'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#|[([{}\])]/g;

/** Returns the line of the source for a line of the script that was written or changed. */
export function sourceLineOf(line: string, kind: NotebookCell["kind"], { comment, commands }: ScriptSyntax): string {
  if (kind !== "code") {
    if (!line.startsWith(comment)) return line;
    return line.slice(comment.length + (line[comment.length] === " " ? 1 : 0));
  }
  if (commands === undefined) return line;
  const mark = `${comment} ${COMMAND_MARK}`;
  const at = line.indexOf(mark);
  // Formatters have their own mind of the spaces before a comment.
  const before = at < 0 ? undefined : /^(\s*|.*=\s*)(?:(?:pass|None)\s+)?$/.exec(line.slice(0, at))?.[1];
  return before === undefined ? line : before + line.slice(at + mark.length);
}
