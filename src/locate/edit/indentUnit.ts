/** The unit that a text is indented with, and the columns of its lines. */

/** LSP's FormattingOptions, as far as a text shows them. */
export interface IndentUnit {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}

/**
 * Returns the unit of a text: tabs if more lines begin with one, else the commonest step to a
 * deeper line, 4 where nothing is indented.
 */
export function indentUnitOf(text: string): IndentUnit {
  const { tabSize, insertSpaces } = unitOf(countIndents(text));
  return { tabSize, insertSpaces };
}

/** How often something is in a text, by its width in columns. */
type Counts = Map<number, number>;

interface IndentCounts {
  /** The lines that begin with a tab, with a space, and with less than eight spaces. */
  readonly tabs: number;
  readonly spaces: number;
  readonly narrow: number;
  /** The steps to a deeper line, and those of them into a block, without tabs. */
  readonly steps: Counts;
  readonly blocks: Counts;
  /** The steps to a deeper line, if a tab stands for eight spaces. */
  readonly wide: Counts;
}

/** Counts the indentations and steps of all lines but those of a block comment. */
function countIndents(text: string): IndentCounts {
  const counts = { tabs: 0, spaces: 0, narrow: 0 };
  const [steps, blocks, wide]: Counts[] = [new Map(), new Map(), new Map()] as const;
  const count = (counted: Counts, step: number) => counted.set(step, (counted.get(step) ?? 0) + 1);
  let before = { text: "", length: 0, column: 0 };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const content = line.trimStart();
    if (content === "" || content.startsWith("*")) continue;
    const indent = line.slice(0, line.length - content.length);
    const { length } = indent;
    const hasTab = indent.includes("\t");
    const column = hasTab ? columnOf(indent, { tabWidth: MIXED_TAB_WIDTH }) : length;
    if (line.startsWith("\t")) counts.tabs++;
    else if (length > 0) counts.spaces++;
    if (length > 0 && column < MIXED_TAB_WIDTH) counts.narrow++;
    if (column > before.column + 1) count(wide, column - before.column);
    if (!hasTab && length > before.length + 1) {
      count(steps, length - before.length);
      if (BLOCK_OPENER.test(before.text)) count(blocks, length - before.length);
    }
    before = { text: content, length, column };
  }
  return { ...counts, steps, blocks, wide };
}

function unitOf({ tabs, spaces, steps, blocks }: IndentCounts): IndentUnit & Pick<IndentStyle, "steps"> {
  if (tabs > spaces) return { tabSize: 4, insertSpaces: false, steps: new Set() };
  // Other steps may be those of continuation lines.
  const shown = blocks.size > 0 ? blocks : steps;
  const tabSize = commonestStep(shown) ?? 4;
  const least = (shown.get(tabSize) ?? 0) * MIN_SHARE;
  const usual = new Set([...shown.keys()].filter((step) => (shown.get(step) ?? 0) >= least));
  return { tabSize, insertSpaces: true, steps: usual };
}

/** How often a step is in a text that is one of its units, compared with the commonest. */
const MIN_SHARE = 0.2;

/** Matches the end of a line that opens a block. */
const BLOCK_OPENER = /(?:[{:]|\b(?:do|then|else|of|where))\s*$/;

/** How the lines of a file are indented. */
export interface IndentStyle extends IndentUnit {
  /** The widths of the steps into blocks that are usual in the file; empty with tabs. */
  readonly steps: ReadonlySet<number>;
  /** How often each width of a step is in the text, those of continuation lines included. */
  readonly stepCounts: ReadonlyMap<number, number>;
  /** The columns between tab stops. */
  readonly tabWidth: number;
  /** Whether tabs stand for eight spaces each, as in GNU's sources, and not for levels. */
  readonly isMixed: boolean;
  /** Whether any step shows the style; false for a text without indentation. */
  readonly isShown: boolean;
}

/** The columns between tab stops where tabs stand for spaces. */
export const MIXED_TAB_WIDTH = 8;

/** Returns the style of a text. */
export function indentStyleOf(text: string): IndentStyle {
  const counts = countIndents(text);
  const stepCounts = counts.steps;
  const unit = { ...unitOf(counts), stepCounts };
  // A line that is one space deeper is the text of a comment.
  const isShown = counts.tabs > 0 || stepCounts.size > 0;
  const tabSize = mixedStepOf(counts);
  if (tabSize === undefined) return { ...unit, tabWidth: unit.tabSize, isMixed: false, isShown };
  const steps = new Set([tabSize]);
  return { ...unit, tabSize, insertSpaces: true, steps, tabWidth: MIXED_TAB_WIDTH, isMixed: true, isShown };
}

/**
 * Returns the columns of one level of a text in which tabs stand for eight spaces: it has lines
 * with up to seven spaces and lines with tabs, and its steps are less than a tab.
 */
function mixedStepOf({ tabs, narrow, wide }: IndentCounts): number | undefined {
  const step = commonestStep(wide);
  return tabs > 0 && narrow > 0 && step !== undefined && step < MIXED_TAB_WIDTH ? step : undefined;
}

function commonestStep(steps: Counts): number | undefined {
  return [...steps].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0];
}

/** Returns the columns of a line's indentation. */
export function columnOf(line: string, { tabWidth }: Pick<IndentStyle, "tabWidth">): number {
  let column = 0;
  for (const character of line) {
    if (character === "\t") column += tabWidth - (column % tabWidth);
    else if (character === " ") column++;
    else break;
  }
  return column;
}

/** Returns the indentation at the start of a line. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
