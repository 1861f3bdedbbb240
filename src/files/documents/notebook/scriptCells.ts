/**
 * The cells in a text: of a notebook's script, of a script with `# %%` lines of its own, or of a
 * page with fences of code that is run.
 */

import { factsOf } from "../../../languages/languages.js";
import type { Document } from "../../../text/document.js";
import type { Stretch } from "../../../text/stretch.js";
import { isNotebookPath } from "./notebook.js";
import { syntaxOf } from "./notebookScript.js";

/** A cell, from the line that begins it to the next one. */
export interface TextCell extends Stretch {
  /** What a Locate calls it: `cell 3`. */
  readonly name: string;
  /** What the line says besides: `[markdown]`, an id, a title. */
  readonly title: string;
  /** Where the line ends. */
  readonly headerTo: number;
  /** Its lines, without the blank line after the first and the end of the last one. */
  readonly code: Stretch;
}

/** Returns the cells of a text, in order; none where no line begins one. */
export function cellsIn(document: Document, { uri, languageId }: CellSource): readonly TextCell[] {
  const { chunkFence } = factsOf(languageId);
  if (chunkFence !== undefined) return chunksIn(document, chunkFence);
  const { comment, commands } = syntaxOf(languageId);
  const isNotebook = isNotebookPath(uri);
  if (!isNotebook && commands === undefined) return [];
  const { text } = document;
  const own = comment.replace(/[^\w\s]/g, "\\$&");
  const first = isNotebook ? new RegExp(`^${own} (%%+) cell 1\\b`).exec(text)?.[1] : "%%";
  if (first === undefined) return [];
  const headers = [...text.matchAll(new RegExp(`^${own} ?${first}(?![^\\s])([^\\r\\n]*)`, "gm"))];
  return headers.map((match, at) => {
    const [line, rest = ""] = match;
    const from = match.index;
    const to = headers[at + 1]?.index ?? text.length;
    const name = `cell ${at + 1}`;
    const title = rest.trim().replace(new RegExp(`^${name}\\b\\s*`), "");
    return { name, title, from, to, headerTo: from + line.length, code: codeIn(text, from + line.length, to) };
  });
}

/** Returns the fences that match, each with its closing line or, without one, up to the end. */
function chunksIn(document: Document, opening: RegExp): readonly TextCell[] {
  const cells: TextCell[] = [];
  const lineOf = (line: number) => document.slice(document.lineFrom(line), document.lineTo(line));
  for (let line = 0; line < document.lineCount; line++) {
    const header = lineOf(line);
    // Other fences may show such a line.
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(header)?.[1];
    if (fence === undefined) continue;
    const first = line;
    const isEnd = (each: string) =>
      each.trim().startsWith(fence) && each.trim() === (fence[0] ?? "").repeat(each.trim().length);
    while (++line < document.lineCount && !isEnd(lineOf(line)));
    if (!opening.test(header)) continue;
    const last = Math.min(line, document.lineCount - 1);
    const code = {
      from: document.lineFrom(Math.min(first + 1, last)),
      to: document.lineTo(Math.max(first + 1, last - 1)),
    };
    const isEmpty = last <= first + 1 && line < document.lineCount;
    cells.push({
      name: `cell ${cells.length + 1}`,
      title: header.trim().slice(fence.length).trim(),
      from: document.lineFrom(first),
      to: document.lineTo(last),
      headerTo: document.lineTo(first),
      code: isEmpty ? { from: code.from, to: code.from } : code,
    });
  }
  return cells;
}

interface CellSource {
  readonly uri: string;
  readonly languageId: string;
}

function codeIn(text: string, headerTo: number, to: number): Stretch {
  const [lead = ""] = /^\r?\n(?:\r?\n)?/.exec(text.slice(headerTo, headerTo + 4)) ?? [];
  const from = Math.min(to, headerTo + lead.length);
  const end = text.slice(from, to).trimEnd().length;
  return { from, to: from + end };
}
