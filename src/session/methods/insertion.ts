/** Where inserted text goes before or after a range, and how it is indented there. */

import { firstLeadingLine } from "../../locate/symbols/comments.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import type { Replacement } from "./hunk.js";

interface Insertion {
  readonly side: "before" | "after";
  readonly text: string;
  /** The stretch to insert before or after. */
  readonly at: Stretch;
  readonly document: Document;
  readonly language: string;
  /** Whether that stretch is a symbol, a node or lines, and not text that was found. */
  readonly isWhole: boolean;
}

/**
 * Returns the insertion as a replacement.
 *
 * Beside a stretch on lines of its own the text gets lines of its own, too: before it, above the
 * comments that belong to it; after it, below a separator. The text keeps its own indentation; if
 * its first line has none, it gets that of the place. Anywhere else it is inserted as it is.
 */
export function toReplacement(insertion: Insertion): Replacement {
  const { side, text, at, document, language, isWhole } = insertion;
  const inPlace = side === "before" ? { from: at.from, to: at.from } : { from: at.to, to: at.to };
  if (!isWhole || at.from === at.to) return { ...inPlace, insert: text };
  const first = document.lineAt(at.from);
  const lineFrom = document.lineFrom(first);
  if (document.slice(lineFrom, at.from).trim() !== "") return { ...inPlace, insert: text };
  // A range of lines begins at the start of its first line: the indentation is part of it.
  const [indent = ""] = /^[ \t]*/.exec(document.slice(lineFrom, document.lineTo(first))) ?? [];
  if (side === "before") {
    const from = document.lineFrom(firstLeadingLine(document, first, language));
    return { from, to: from, insert: withLineEnd(indentText(text, indent)) };
  }
  const from = document.lineTo(document.lineAt(at.to));
  if (!/^[ \t]*[,;]?[ \t]*$/.test(document.slice(at.to, from))) return { ...inPlace, insert: text };
  // A text that begins with a line break is laid out already.
  const insert = startsLine.test(text) ? text : `\n${indentText(text, indent).replace(/(?:\r\n|\r|\n)$/, "")}`;
  return { from, to: from, insert };
}

const startsLine = /^[ \t]*(?:\r|\n|$)/;

function withLineEnd(text: string): string {
  return /[\r\n]$/.test(text) ? text : `${text}\n`;
}

function indentText(text: string, indent: string): string {
  if (indent === "" || /^\s/.test(text)) return text;
  const [first = "", ...others] = text.split(/(?<=\n|\r(?!\n))/);
  const written = others.filter((line) => line.trim() !== "");
  const rest = isFirstOnly(written, indent)
    ? others
    : others.map((line) => (line.trim() === "" ? line : `${indent}${line}`));
  return [`${indent}${first}`, ...rest].join("");
}

/**
 * Whether only the first line lacks the indentation of the place: each further line is deeper, or
 * else closes what the first line opens.
 */
function isFirstOnly(others: readonly string[], indent: string): boolean {
  return others.every((line) => {
    if (!line.startsWith(indent)) return false;
    const rest = line.slice(indent.length);
    return /^(?:\s|[)\]}]|end\b|<\/)/.test(rest);
  });
}
