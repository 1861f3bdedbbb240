/** Comments and docstrings of declarations, converted to markdown. Pure. */

import { appendAll, minOf } from "../../text/list.js";

/** Opening and closing delimiters of block comments, longer ones first. */
const blockDelimiters: readonly (readonly [RegExp, RegExp])[] = [
  [/^\/\*[*!]?/, /(?<!\*)\*+\/$/],
  [/^<!--/, /-->$/],
  [/^--\[(=*)\[/, /\](=*)\]$/],
  [/^\{-\|?/, /-\}$/],
  [/^\(\*+/, /(?<!\*)\*+\)$/],
  [/^#=/, /=#$/],
  [/^#\|/, /\|#$/],
  [/^<#/, /#>$/],
  [/^=begin\b/, /=end$/],
];
const linePrefix = /^(?:\/\/[/!]?|#!?(?!\[)|--[-|]?|;+|%+)[ \t]?/;

const lineEnd = /\r\n|\r|\n/;

/**
 * Converts one or more consecutive comments. Lines between them that are not comments are dropped.
 */
export function commentToMarkdown(text: string): string {
  const lines = text.split(lineEnd).map((line) => line.trim());
  const content: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const block = blockDelimiters.find(([open]) => open.test(line));
    if (block) {
      const [open, close] = block;
      const end = lines.findIndex((other, n) => n >= at && close.test(n === at ? other.replace(open, "") : other));
      const last = end < 0 ? lines.length - 1 : end;
      const blockText = lines
        .slice(at, last + 1)
        .join("\n")
        .replace(open, "")
        .replace(close, "");
      appendAll(content, removeStars(blockText.split("\n")));
      at = last;
    } else if (linePrefix.test(line)) content.push(line.replace(linePrefix, ""));
    else if (line === "" && content.length > 0) content.push("");
  }
  return formatMarkdown(content);
}

const openingQuote = /^\s*([rRbBuUfF]{0,2})("""|'''|"|')/;

/** Returns the docstring that a body begins with, or undefined. */
export function docstringInBody(body: string): string | undefined {
  const [opening, , quote = ""] = openingQuote.exec(body) ?? [];
  if (opening === undefined) return undefined;
  const end = body.indexOf(quote, opening.length);
  const text = end < 0 ? undefined : body.slice(opening.length, end);
  if (text === undefined || (quote.length === 1 && /[\r\n]/.test(text))) return undefined;
  return formatMarkdown(text.split(lineEnd));
}

/** Returns the docstring above a declaration, bare or as an `@doc` attribute, or undefined. */
export function docstringAbove(before: string): string | undefined {
  const end = endBeforeAttributes(before);
  if (!before.endsWith(HEREDOC, end)) return undefined;
  const closing = end - HEREDOC.length;
  const opening = closing < HEREDOC.length ? -1 : before.lastIndexOf(HEREDOC, closing - HEREDOC.length);
  if (opening < 0) return undefined;
  return formatMarkdown(before.slice(opening + HEREDOC.length, closing).split(lineEnd));
}

const HEREDOC = '"""';
/** A line between a docstring and its declaration. */
const ATTRIBUTE = /^@(?:spec|impl|deprecated)\b/;

/** Returns where a text ends without the attributes in its last lines and the space around them. */
function endBeforeAttributes(text: string): number {
  let end = text.trimEnd().length;
  for (;;) {
    const lineFrom = Math.max(text.lastIndexOf("\n", end - 1), text.lastIndexOf("\r", end - 1)) + 1;
    if (!ATTRIBUTE.test(text.slice(lineFrom, end).trimStart())) return end;
    end = text.slice(0, lineFrom).trimEnd().length;
  }
}

/** Removes the stars at the beginnings of the lines, if all lines but the first have one. */
function removeStars(lines: readonly string[]): string[] {
  const inner = lines.slice(1).filter((line) => line.trim() !== "");
  const isStarred = inner.length > 0 && inner.every((line) => line.trim().startsWith("*"));
  return lines.map((line, at) => (at > 0 && isStarred ? line.replace(/^\s*\*[ \t]?/, "") : line));
}

/**
 * Dedents the lines, starts a paragraph at each tag, and removes XML tags that only frame the text.
 */
function formatMarkdown(lines: readonly string[]): string {
  const rest = lines.slice(1).filter((line) => line.trim() !== "");
  const indentation = minOf(rest.map((line) => line.length - line.trimStart().length));
  const dedented = lines.map((line, at) =>
    (at === 0 ? line.trimStart() : line.slice(Math.min(indentation, line.length))).trimEnd(),
  );
  return dedented
    .map((line, at) => (/^[@\\](?:\w+)\b/.test(line) && at > 0 ? `\n${line}` : line))
    .join("\n")
    .replace(/<\/?(?:summary|remarks|para)>/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
