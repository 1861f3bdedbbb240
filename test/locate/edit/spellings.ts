/** The ways in which a client may write the text that it replaces a target with. */

import { columnOf, indentOf } from "../../../src/locate/edit/indentUnit.js";
import type { Document } from "../../../src/text/document.js";
import type { EditedSource, EditTarget } from "./editedSource.js";

/** A spelling and the text in it, with the line ends of the source. */
export type Spelling = readonly [name: string, text: string];

/**
 * Returns a target's text in all spellings that keep what is meant. Texts with levels that columns
 * don't show are not translated.
 */
export function spellingsOf({ parsed: { document } }: EditedSource, target: EditTarget): Spelling[] {
  const lines = linesOf(document, target);
  const full = lines.map(({ text }) => text);
  const spellings: Spelling[] = [
    ["full indentation", full.join("\n")],
    ["a final line end", `${full.join("\n")}\n`],
    ["the first line's missing", [full[0]?.trimStart(), ...full.slice(1)].join("\n")],
  ];
  const dedented = dedent(lines);
  if (dedented !== undefined) spellings.push(["no indentation", dedented.join("\n")]);
  const levels = levelsOf(lines);
  if (levels !== undefined) {
    const spell = (unit: string) =>
      lines
        .map(({ text, content }, at) => {
          const level = levels.lines[at];
          return level === undefined ? text : unit.repeat(level.levels) + " ".repeat(level.extra) + content;
        })
        .join("\n");
    const isTabbed = full.some((line) => line.startsWith("\t"));
    spellings.push(["another width", spell(isTabbed || levels.unit === 4 ? "  " : "    ")]);
    spellings.push(["tabs", spell(isTabbed ? "    " : "\t")]);
  }
  return spellings;
}

interface OwnLine {
  readonly text: string;
  readonly content: string;
  /** Whether its indentation may change. */
  readonly isFree: boolean;
  readonly isCode: boolean;
}

function linesOf(document: Document, { first, last, to, kinds }: EditTarget): OwnLine[] {
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const end = at === last - first ? to : document.lineTo(first + at);
    const text = document.slice(document.lineFrom(first + at), end);
    const content = text.trimStart();
    return { text, content, isFree: kinds[at] !== "string" && content !== "", isCode: kinds[at] === "code" };
  });
}

/**
 * Returns the lines without the indentation of the first one; undefined where one of them is less
 * deep.
 */
function dedent(lines: readonly OwnLine[]): string[] | undefined {
  const indent = indentOf(lines[0]?.text ?? "");
  const base = columnOf(indent, { tabWidth: 8 });
  const dedented = lines.map(({ text, content, isFree }) => {
    if (!isFree) return text;
    if (text.startsWith(indent)) return text.slice(indent.length);
    const column = columnOf(text, { tabWidth: 8 });
    return column < base ? undefined : " ".repeat(column - base) + content;
  });
  return dedented.every((line) => line !== undefined) ? dedented : undefined;
}

/** The indentation of a line: levels, and columns beyond them. */
interface Levels {
  readonly levels: number;
  readonly extra: number;
}

/**
 * Returns the levels of each line, undefined for one that keeps its indentation, and their unit.
 * Returns undefined for a text with other steps than one level into a block.
 */
function levelsOf(lines: readonly OwnLine[]): { unit: number; lines: readonly (Levels | undefined)[] } | undefined {
  const code = lines.filter(({ isFree, isCode }) => isFree && isCode);
  const isTabbed = code.some(({ text }) => text.startsWith("\t"));
  if (code.some(({ text }) => (isTabbed ? /^\t* / : /^ *\t/).test(text))) return undefined;
  const columns = code.map(({ text }) => columnOf(text, { tabWidth: 4 }));
  const steps = columns.map((column, at) => column - (columns[at - 1] ?? column)).filter((step) => step > 0);
  const unit = isTabbed ? 4 : Math.min(...steps);
  if (unit !== 2 && unit !== 4) return undefined;
  const isRegular = code.every((_, at) => {
    const step = (columns[at] as number) - (columns[at - 1] ?? (columns[at] as number));
    const before = code[at - 1];
    if (before === undefined || step <= 0) return true;
    const next = code.slice(at).find((_, later) => (columns[at + later] as number) <= (columns[at - 1] as number));
    const isClosed = next !== undefined && /^[)\]}]/.test(next.content);
    return (
      step === unit &&
      (/(?:[:{]|\b(?:do|then|else))$/.test(before.content) || (/[([]$/.test(before.content) && isClosed))
    );
  });
  if (!isRegular || columns.some((column) => column % unit > 0)) return undefined;
  let opener: Levels = { levels: 0, extra: 0 };
  let column = 0;
  return {
    unit,
    lines: lines.map(({ text, isFree, isCode }) => {
      if (!isFree) return undefined;
      const own = columnOf(text, { tabWidth: 4 });
      if (!isCode) return own < column ? undefined : { levels: opener.levels, extra: own - column };
      column = own;
      return (opener = { levels: own / unit, extra: 0 });
    }),
  };
}
