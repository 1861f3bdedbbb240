/** Reads the code blocks and tables of a documentation page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const repository = join(__dirname, "../..");

export interface Block {
  /** The first word behind the fence; empty where there is none. */
  readonly language: string;
  readonly code: string;
  /** The last line of text before the block. */
  readonly intro: string;
  /** Of its fence, for people. */
  readonly lineNumber: number;
}

export function textOf(page: string): string {
  return readFileSync(join(repository, page), "utf8");
}

/**
 * Every fenced block, in order. One that is never closed is an error: all that follows would be
 * code.
 */
export function blocksOf(page: string): Block[] {
  const lines = textOf(page).split("\n");
  const blocks: Block[] = [];
  let intro = "";
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] as string;
    const language = /^\s*```(\S*)/.exec(text)?.[1];
    if (language === undefined) {
      if (text.trim() !== "") intro = text.trim();
      continue;
    }
    const end = lines.indexOf("```", line + 1);
    if (end < 0) throw new Error(`${page}:${line + 1}: this block never ends`);
    blocks.push({ language, code: lines.slice(line + 1, end).join("\n"), intro, lineNumber: line + 1 });
    line = end;
  }
  return blocks;
}

/**
 * The rows of all tables, as cells without the spaces around them, headings left out. `\|` is a
 * `|`.
 */
export function rowsOf(page: string): string[][] {
  return textOf(page)
    .split("\n")
    .filter((line, index, lines) => line.startsWith("|") && !/^\|[-:| ]+$/.test(lines[index + 1] ?? ""))
    .filter((line) => !/^\|[-:| ]+$/.test(line))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf("|"))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    );
}

/** What stands between a pair of HTML comments, `<!-- name:begin -->` and `<!-- name:end -->`. */
export function regionOf(page: string, name: string): string {
  const text = textOf(page);
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${page} has no region between ${begin} and ${end}`);
  return text.slice(from + begin.length, to);
}
