/**
 * Lists with three elements, or with as many as they may have, drawn in a file per folder of
 * queries: a list per line, `⟦…⟧` around each element, `⏎` for a line end. After ` ⇒ ` is what is
 * left when its only element is deleted; without it, the list without elements.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface DrawnList {
  /** As it is drawn, without what is left of it. */
  readonly drawn: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly elements: readonly string[];
  /** The separator and the spaces between two elements. */
  readonly gap: string;
  /** What is left without elements. */
  readonly emptied: string;
}

/** Returns the lists of a folder of queries; none for one without a file. */
export function drawnListsOf(folder: string): DrawnList[] {
  const path = join(import.meta.dirname, `${folder}.txt`);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map(readDrawnList);
}

function readDrawnList(line: string): DrawnList {
  const [drawn = "", emptied] = line.split(/ ⇒(?: |$)/);
  const parts = drawn.replaceAll("⏎", "\n").split(/[⟦⟧]/);
  const [prefix = "", suffix = ""] = [parts[0], parts.at(-1)];
  const elements = parts.filter((_, at) => at % 2 === 1);
  const [gap = "", ...otherGaps] = parts.slice(1, -1).filter((_, at) => at % 2 === 1);
  if (elements.length < 1 || elements.length > 3 || otherGaps.some((other) => other !== gap))
    throw new Error(`${line}: a list is drawn with up to three elements and equal gaps`);
  return { drawn, prefix, suffix, elements, gap, emptied: emptied?.replaceAll("⏎", "\n") ?? prefix + suffix };
}

/** How a list is laid out. */
export interface ListForm {
  readonly hasLines: boolean;
  readonly hasSeparators: boolean;
  /** Whether a separator is after the last element, too; an operator is before the first. */
  readonly hasTrailingSeparator: boolean;
}

export const listForms: readonly ListForm[] = [false, true].flatMap((hasLines) =>
  [true, false].flatMap((hasSeparators) =>
    [false, true].map((hasTrailingSeparator) => ({ hasLines, hasSeparators, hasTrailingSeparator })),
  ),
);

/** Returns a source with these elements in the list. */
export function layOut(list: DrawnList, elements: readonly string[], form: ListForm): string {
  const { prefix, suffix, gap } = list;
  const separator = form.hasSeparators ? gap.trim() : "";
  const isOperator = separator !== "" && gap.startsWith(" ");
  const isEnded = separator !== "" && suffix.startsWith(separator);
  if (!form.hasLines) {
    const written = elements.join(form.hasSeparators ? gap : " ");
    const around =
      !form.hasTrailingSeparator || isEnded ? [written] : isOperator ? [separator, " ", written] : [written, separator];
    return `${prefix}${around.join("")}${suffix}\n`;
  }
  const outer = /\n([ \t]*)[^\n]*$/.exec(prefix)?.[1] ?? "";
  const indent = outer + (prefix === "" ? "" : INDENT);
  const lines = elements.map((element, at) => {
    if (isOperator) return `${indent}${at > 0 || form.hasTrailingSeparator ? `${separator} ` : ""}${element}`;
    return `${indent}${element}${at < elements.length - 1 || form.hasTrailingSeparator ? separator : ""}`;
  });
  const closing = isEnded ? suffix.slice(separator.length) : suffix;
  const end = closing.trim() === "" ? "" : isClosed(list) ? `\n${outer}${closing.trimStart()}` : closing;
  return `${prefix === "" ? "" : `${prefix.trimEnd()}\n`}${lines.join("\n")}${end}\n`;
}

/** Returns whether what follows the elements closes the list, and may have its line to itself. */
export function isClosed({ suffix }: DrawnList): boolean {
  return /^;?\s*(?:[)\]}>/]|(?:end|done)\b)/.test(suffix);
}

/** The indentation of elements in lines of their own. */
const INDENT = "    ";
