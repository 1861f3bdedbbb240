/** Leaves out what a server reports of a notebook's script though the kernel takes it. */

import type { Diagnostic } from "vscode-languageserver-protocol";
import { isNotebookPath } from "../../files/documents/notebook/notebook.js";
import { cellsIn } from "../../files/documents/notebook/scriptCells.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { KernelAllowance } from "../../languages/facts.js";
import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";

/**
 * Returns the diagnostics of a document without those; the same list where there are none.
 * Characters count as UTF-16: what is left out mostly begins its line.
 */
export function withoutAllowed(
  items: readonly Diagnostic[],
  { uri, languageId, text }: Pick<OpenDocument, "uri" | "languageId" | "text">,
): readonly Diagnostic[] {
  const { kernelCommands } = factsOf(languageId);
  if (!isNotebookPath(uri) || kernelCommands === undefined) return items;
  const ends = new Set(cellsIn(text, { uri, languageId }).map(({ code }) => text.lineAt(code.to)));
  const isAllowed = ({ message, range: { start, end } }: Diagnostic) =>
    kernelCommands.allows.some((row) => {
      const said = typeof message === "string" ? message : message.value;
      if (!row.message.test(said) || start.line >= text.lineCount) return false;
      const line = lineOf(text, start.line);
      const last = end.line === start.line ? end.character : line.length;
      return row.text.test(line.slice(start.character, last)) && isAt(row.at, { start, end, ends, text });
    });
  const kept = items.filter((each) => !isAllowed(each));
  return kept.length === items.length ? items : kept;
}

interface AllowedPlace extends Pick<Diagnostic["range"], "start" | "end"> {
  /** The last lines of cells. */
  readonly ends: ReadonlySet<number>;
  readonly text: Document;
}

function isAt(at: KernelAllowance["at"], { start, end, ends, text }: AllowedPlace): boolean {
  switch (at) {
    case "anywhere":
      return true;
    case "cell end":
      return ends.has(end.line);
    case "top level":
      return !isInFunction(text, start.line);
  }
}

/** Whether a line is in the body of a function or class, as its indentation shows. */
function isInFunction(text: Document, line: number): boolean {
  let indent = indentOf(lineOf(text, line));
  for (let above = line - 1; above >= 0 && indent > 0; above--) {
    const each = lineOf(text, above);
    if (each.trim() === "" || indentOf(each) >= indent) continue;
    if (/^\s*(?:(?:async\s+)?def|class)\b/.test(each)) return true;
    indent = indentOf(each);
  }
  return false;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function lineOf(text: Document, line: number): string {
  return text.slice(text.lineFrom(line), text.lineTo(line));
}
