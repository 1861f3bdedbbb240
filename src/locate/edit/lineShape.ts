/** The blocks that a line opens and closes, by its text, without a syntax tree. */

import { factsOf } from "../../languages/languages.js";
import { minOf } from "../../text/list.js";
import { opensAttribute } from "../symbols/comments.js";

/** Returns a line without the comment at its end and without the whitespace around it. */
export function codeOfLine(line: string, language: string): string {
  const openers = factsOf(language).comments.line;
  const at = openers.flatMap((opener) => [line.indexOf(` ${opener}`), line.indexOf(`\t${opener}`)]);
  const found = at.filter((index) => index >= 0);
  return (found.length > 0 ? line.slice(0, minOf(found)) : line).trim();
}

/** Whether a line closes or continues the block that a line above with its indentation opens. */
export function isCloser(line: string): boolean {
  return /^\s*(?:[)\]}]|<\/|(?:end|else|elif|elsif|elseif|except|finally|catch|rescue|ensure|fi|done|esac)\b)/.test(
    line,
  );
}

/** Whether the next line is expected to be deeper. `code` has no comment at its end. */
export function isOpener(code: string): boolean {
  return opensBlock(code) || opensBracket(code);
}

/** Whether the next line is in a block of its own. `code` has no comment at its end. */
export function opensBlock(code: string): boolean {
  return (
    /(?:(?<!:):|\{|\w\s*\||^<[a-zA-Z][^>]*(?<!\/)>|\b(?:do|then|else|begin|of|where|try|loop))$/.test(code) ||
    opensBlockScalar(code)
  );
}

/** Whether a line ends with the header of a YAML block scalar: `run: |`, `- >-`. */
function opensBlockScalar(code: string): boolean {
  return /(?:^-|:)\s+(?:\S+\s+)?[|>][-+\d]{0,2}$/.test(code);
}

/** Whether a line ends with an open bracket, or with an arrow. */
export function opensBracket(code: string): boolean {
  return /(?:[([]|=>|(?<!-)->)$/.test(code);
}

/** Whether a line goes on in the next one. */
export function isContinued(code: string): boolean {
  return isOpener(code) || /[,\\=+\-*/&|.?<]$/.test(code);
}

/** Whether a line goes on from the one before: `.then(…)`, `&& x`, `?: y`, `-> Z`. */
export function continuesLine(code: string): boolean {
  return /^(?:\.\w|\?\.|&&|\|\||(?:[+\-*/%=<>?:|&]|\?[:?]|[-=|]>|[=!<>]=|<<|>>)\s)/.test(code);
}

/** Whether a line may be less deep than those around it: a label, a comment. */
export function isOutdented(content: string, language: string): boolean {
  return isLabel(content, language) || isCommentLine(content, language);
}

/** Whether a line is a label: `case 1:`, `private:`. */
export function isLabel(content: string, language: string): boolean {
  if (!factsOf(language).hasLabels) return false;
  return /^(?:case\b.*:|default\s*:|(?:public|protected|private)\b[\w\s]*:$|\w+:$)/.test(content);
}

/** Whether a line is only a comment. */
export function isCommentLine(line: string, language: string): boolean {
  const code = line.trim();
  const { line: openers, block } = factsOf(language).comments;
  if (code.startsWith("#[") || code.startsWith("#![")) return false;
  return openers.some((opener) => code.startsWith(opener)) || block.some(([open]) => code.startsWith(open));
}

/** Whether a line begins a decorator or an attribute. */
export function isAttributeLine(line: string, language: string): boolean {
  return opensAttribute(line.trim(), language);
}

/** Returns the columns from a list item's marker to its text; undefined for any other line. */
export function listMarkerWidth(line: string): number | undefined {
  return /^\s*((?:[-*+]|\d+[.)])[ \t]+)/.exec(line)?.[1]?.length;
}
