/** The examples in documentation that are run as tests, each with its prompts and output. */

import type { DocTestFacts } from "../../languages/facts.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";

export interface DocTest extends Stretch {
  /** The prompts, and the lines of output. */
  readonly omitted: readonly Stretch[];
}

/** Returns the examples of a text, in order; what one piece of documentation has is one example. */
export function docTestsIn(document: Document, facts: DocTestFacts): DocTest[] {
  const { line, prompt, fence } = facts;
  if (fence !== undefined) return document.text.includes("```") ? fencedTestsIn(document, { ...facts, fence }) : [];
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

/**
 * Returns what is no code in a stretch of whole lines that shows a console: prompts, and lines
 * without one. Undefined where its first line has no prompt.
 */
export function promptsIn(document: Document, { from, to }: Stretch, facts: DocTestFacts): Stretch[] | undefined {
  const { line, prompt } = facts;
  if (prompt === undefined) return undefined;
  const omitted: Stretch[] = [];
  for (let at = document.lineAt(from); document.lineFrom(at) < to; at++) {
    const [lineFrom, lineTo] = [document.lineFrom(at), document.lineTo(at)];
    const [mark] = line.exec(`${document.slice(lineFrom, lineTo)} `) ?? [];
    if (mark === undefined && omitted.length === 0) return undefined;
    const end = mark === undefined ? lineTo : Math.min(lineTo, lineFrom + mark.length);
    if (lineFrom < end) omitted.push({ from: lineFrom, to: end });
    if (at === document.lineCount - 1) break;
  }
  return omitted;
}

/** Returns the examples in fences of comments, each by itself. */
function fencedTestsIn(document: Document, { line, fence, hidden }: DocTestFacts & { readonly fence: RegExp }) {
  const found: DocTest[] = [];
  let test: { readonly from: number; to: number; readonly omitted: Stretch[] } | undefined;
  let isInside = false;
  for (let at = 0; at < document.lineCount; at++) {
    const [from, to] = [document.lineFrom(at), document.lineTo(at)];
    const written = document.slice(from, to);
    const [comment] = line.exec(written) ?? [];
    const rest = comment === undefined ? "" : written.slice(comment.length);
    const isFence = rest.trimStart().startsWith("```");
    if (comment === undefined || isFence) {
      if (test && test.to > test.from) found.push(test);
      isInside = isFence && !isInside;
      test = isInside && fence.test(rest.trim()) ? { from: document.nextLineFrom(at), to: -1, omitted: [] } : undefined;
    } else if (test) {
      const [mark = ""] = hidden?.exec(rest) ?? /^ /.exec(rest) ?? [];
      test.omitted.push({ from, to: from + comment.length + mark.length });
      test.to = to;
    }
  }
  return found;
}
