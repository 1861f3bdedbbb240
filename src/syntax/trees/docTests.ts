/** The examples in documentation that are run as tests, each with its prompts and output. */

import type { DocTestFacts } from "../../languages/facts.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";

export interface DocTest extends Stretch {
  /** The prompts, and the lines of output. */
  readonly omitted: readonly Stretch[];
}

/** Returns the examples of a text, in order; what one piece of documentation has is one example. */
export function docTestsIn(document: Document, { line, prompt }: DocTestFacts): DocTest[] {
  if (prompt === undefined || !document.text.includes(prompt)) return [];
  const found: DocTest[] = [];
  let from: number | undefined;
  let to = 0;
  let omitted: Stretch[] = [];
  const end = () => {
    if (from !== undefined) found.push({ from, to, omitted: omitted.filter((each) => each.from < to) });
    from = undefined;
    omitted = [];
  };
  for (let at = 0; at < document.lineCount; at++) {
    const [lineFrom, lineTo] = [document.lineFrom(at), document.lineTo(at)];
    const written = document.slice(lineFrom, lineTo);
    const [mark] = line.exec(written) ?? [];
    if (mark !== undefined && (from !== undefined || mark.trimStart().startsWith(prompt))) {
      from ??= lineFrom;
      to = lineTo;
      omitted.push({ from: lineFrom, to: lineFrom + mark.length });
    } else if (/"""|'''/.test(written)) end();
    else if (from !== undefined && lineFrom < lineTo) omitted.push({ from: lineFrom, to: lineTo });
  }
  end();
  return found;
}
