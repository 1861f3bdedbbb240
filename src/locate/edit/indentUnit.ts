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
  const { tabSize, insertSpaces } = countIndents(text);
  return { tabSize, insertSpaces };
}

interface IndentCounts extends IndentUnit, Pick<IndentStyle, "steps" | "allSteps"> {}

function countIndents(text: string): IndentCounts {
  let tabs = 0;
  let spaces = 0;
  let previous = 0;
  let isOpened = false;
  const steps = new Map<number, number>();
  const blocks = new Map<number, number>();
  const count = (counts: Map<number, number>, step: number) => counts.set(step, (counts.get(step) ?? 0) + 1);
  for (const [, indent = "", rest = ""] of text.matchAll(INDENTED_CODE)) {
    if (indent.startsWith("\t")) tabs++;
    else if (indent !== "") spaces++;
    const step = indent.length - previous;
    if (!indent.includes("\t") && step > 1) {
      count(steps, step);
      if (isOpened) count(blocks, step);
    }
    previous = indent.length;
    isOpened = BLOCK_OPENER.test(rest);
  }
  const allSteps = new Set([...steps.keys()].filter((step) => (steps.get(step) ?? 0) > 1));
  if (tabs > spaces) return { tabSize: 4, insertSpaces: false, steps: new Set(), allSteps };
  // Other steps may be those of continuation lines.
  const shown = blocks.size > 0 ? blocks : steps;
  const tabSize = commonestStep(shown) ?? 4;
  const least = (shown.get(tabSize) ?? 0) * MIN_SHARE;
  return {
    tabSize,
    insertSpaces: true,
    allSteps,
    steps: new Set([...shown.keys()].filter((step) => (shown.get(step) ?? 0) >= least)),
  };
}

/** How often a step is in a text that is one of its units, compared with the commonest. */
const MIN_SHARE = 0.2;

/** Matches the indentation and the rest of each line but those of a block comment. */
const INDENTED_CODE = /^([ \t]*)([^\s*].*)/gm;
/** Matches the end of a line that opens a block. */
const BLOCK_OPENER = /(?:[{:]|\b(?:do|then|else|of|where))\s*$/;

/** How the lines of a file are indented. */
export interface IndentStyle extends IndentUnit {
  /** The widths of the steps into blocks that are usual in the file; empty with tabs. */
  readonly steps: ReadonlySet<number>;
  /** The widths of all steps that occur more than once, those of continuation lines included. */
  readonly allSteps: ReadonlySet<number>;
  /** The columns between tab stops. */
  readonly tabWidth: number;
  /** Whether tabs stand for eight spaces each, as in GNU's sources, and not for levels. */
  readonly isMixed: boolean;
  /** Whether any line shows the style; false for a text without indentation. */
  readonly isShown: boolean;
}

/** The columns between tab stops where tabs stand for spaces. */
export const MIXED_TAB_WIDTH = 8;

/** Returns the style of a text. */
export function indentStyleOf(text: string): IndentStyle {
  const unit = countIndents(text);
  const mixedStep = mixedStepOf(text);
  const isShown = /^[ \t]+\S/m.test(text);
  return mixedStep === undefined
    ? { ...unit, tabWidth: unit.tabSize, isMixed: false, isShown }
    : {
        ...unit,
        tabSize: mixedStep,
        insertSpaces: true,
        steps: new Set([mixedStep]),
        tabWidth: MIXED_TAB_WIDTH,
        isMixed: true,
        isShown,
      };
}

/**
 * Returns the columns of one level of a text in which tabs stand for eight spaces: it has lines
 * with up to seven spaces and lines with tabs, and its steps are less than a tab.
 */
function mixedStepOf(text: string): number | undefined {
  let tabs = 0;
  let narrow = 0;
  let previous = 0;
  const steps = new Map<number, number>();
  for (const [, indent = ""] of text.matchAll(INDENTED_CODE)) {
    if (indent.startsWith("\t")) tabs++;
    else if (indent !== "" && indent.length < MIXED_TAB_WIDTH) narrow++;
    const column = columnOf(indent, { tabWidth: MIXED_TAB_WIDTH });
    const step = column - previous;
    if (step > 1) steps.set(step, (steps.get(step) ?? 0) + 1);
    previous = column;
  }
  const step = commonestStep(steps);
  return tabs > 0 && narrow > 0 && step !== undefined && step < MIXED_TAB_WIDTH ? step : undefined;
}

function commonestStep(steps: ReadonlyMap<number, number>): number | undefined {
  return [...steps].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0];
}

/** Returns the columns of a line's indentation. */
export function columnOf(line: string, { tabWidth }: Pick<IndentStyle, "tabWidth">): number {
  let column = 0;
  for (const character of indentOf(line)) column += character === "\t" ? tabWidth - (column % tabWidth) : 1;
  return column;
}

/** Returns the indentation at the start of a line. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
