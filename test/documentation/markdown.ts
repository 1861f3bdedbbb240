/** Reads the code blocks and tables of a documentation page. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const repository = join(import.meta.dirname, "../..");

export interface Block {
  /** The first word after the fence, or "". */
  readonly language: string;
  readonly code: string;
  /** The last line of text before the block. */
  readonly intro: string;
  /** The line of its fence, 1-based. */
  readonly lineNumber: number;
}

export function textOf(page: string): string {
  return readFileSync(join(repository, page), "utf8");
}

/** Returns the paths of the pages in a folder. */
export function pagesIn(folder: string): string[] {
  return readdirSync(join(repository, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** Returns every fenced block, in order. Throws for one that is never closed. */
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

/** Returns the rows of all tables except headings, as trimmed cells in which `\|` is a `|`. */
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

/** Returns the text between two HTML comments, `<!-- name:begin -->` and `<!-- name:end -->`. */
export function regionOf(page: string, name: string): string {
  const text = textOf(page);
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${page} has no region between ${begin} and ${end}`);
  return text.slice(from + begin.length, to);
}
