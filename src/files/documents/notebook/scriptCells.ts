/** The cells in a text: of a notebook's script, or of a script with `# %%` lines of its own. */

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
