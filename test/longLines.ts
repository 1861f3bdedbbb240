/** Lines of code and of comments that are too long: what tidy.test.ts checks. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { root } from "./sourceTree.js";

/** The maximum columns of a line of code; lines with comments have fewer. */
const MAX_CODE_COLUMNS = 120;
const MAX_COMMENT_COLUMNS = 100;

/**
 * Returns `false` if no line can be too long, without parsing. What looks like a comment may be in
 * a string.
 */
function mayHaveLongLines(code: string): boolean {
  const isOver = (max: number) => (text: string) => text.split("\n").some((line) => line.length > max);
  if (isOver(MAX_CODE_COLUMNS)(code)) return true;
  if (!isOver(MAX_COMMENT_COLUMNS)(code)) return false;
  const withComments = /^.*(?:\/\*[\s\S]*?\*\/|\/\/).*$/gm;
  return (code.match(withComments) ?? []).some(isOver(MAX_COMMENT_COLUMNS));
}

/**
 * Returns the numbers (1-based) of a file's lines that are too long: code over 120 columns, unless
 * a string, template or regular expression or an import is the reason, and comments over 100.
 */
export function longLines(path: string): number[] {
  const code = readFileSync(join(root, path), "utf8");
  if (!mayHaveLongLines(code)) return [];
  const tree = parseSync(path, code);
  const isIn = (line: Stretch) => (node: Stretch) => node.start < line.end && node.end > line.start;
  const hasComment = (line: Stretch) => tree.comments.some(isIn(line));
  const lengthOf = ({ start, end }: Stretch) => end - start;
  const lines = linesOf(code);
  const long = lines.filter(
    (line) => lengthOf(line) > MAX_CODE_COLUMNS || (lengthOf(line) > MAX_COMMENT_COLUMNS && hasComment(line)),
  );
  // The parser makes the tree when it is asked for, which takes longer than all else here.
  const unbreakable = long.length === 0 ? [] : unbreakableNodes(tree.program);
  const isComment = ({ start, end }: Stretch) => /^\s*(\/\/|\/\*|\*)/.test(code.slice(start, end));
  const wrong = long.filter((line) => isComment(line) || !unbreakable.some(isIn(line)));
  return wrong.map((line) => lines.indexOf(line) + 1);
}

/** Returns where the lines of a text begin and end, without the space at their ends. */
function linesOf(code: string): Stretch[] {
  let start = 0;
  return code.split("\n").map((line) => {
    const stretch = { start, end: start + line.trimEnd().length };
    start += line.length + 1;
    return stretch;
  });
}

/** Offsets in UTF-16 code units. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Returns the nodes in a tree that can't be broken over lines, or that the formatter does not. */
function unbreakableNodes(node: unknown): Stretch[] {
  if (typeof node !== "object" || node === null) return [];
  const { type } = node as { type?: unknown };
  const isReexport = type === "ExportNamedDeclaration" && (node as { declaration?: unknown }).declaration === null;
  if (isReexport || unbreakableTypes.includes(type)) return [node as Stretch];
  return Object.values(node).flatMap(unbreakableNodes);
}

const unbreakableTypes: readonly unknown[] = [
  "ExportAllDeclaration",
  "ImportDeclaration",
  "Literal",
  "TemplateElement",
  "TemplateLiteral",
];
