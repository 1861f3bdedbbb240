/** Lines that hold a text, as answers to `locate/search`. */

import { readMarker } from "../../../locate/find/marker.js";
import type { Locate } from "../../../locate/locate.js";
import { inlineCode } from "../../../text/printable.js";
import { uriOfPath } from "../../../uri.js";
import type { TextLine } from "../../../workspace/declaration.js";
import type { RequestContext } from "../../client/requestContext.js";
import { findEnclosingSymbols } from "../../completeness/enclosingSymbols.js";
import { createFileTexts } from "../../completeness/fileTexts.js";
import { displayPath, type Roots } from "../../documents/filePaths.js";
import { queryText } from "../../place/declarationQueries.js";
import { toOneBased } from "../../place/placeResult.js";
import { describeRest, itemsOf, nextAfter, type Page } from "../paging.js";
import { groupedLines, type TextResult } from "./groupedLines.js";

/** Lines are counted up to this number. */
const MAX_COUNT = 10_000;

/** The answer to a search for plain text. */
export interface TextAnswer {
  readonly symbols: readonly never[];
  readonly text: readonly TextResult[];
  readonly count: number;
  /** There may be more. */
  readonly more?: true;
  /** What `after` is for the next lines. */
  readonly after?: number;
  readonly markdown: string;
}

/** Finds the lines of the workspace that hold a text, also inside of words. */
export async function searchText(text: string, page: Page, context: RequestContext): Promise<TextAnswer> {
  const limit = page.after + page.limit;
  const found = await queryText({ text: readMarker(text).text, limit, isPart: true, maxCount: MAX_COUNT }, context);
  const { roots } = context.client;
  const lines = itemsOf(found.lines, page);
  const positions = lines.map(({ path, line, character }) => ({
    uri: uriOfPath(path, roots.folders),
    position: { line, character },
  }));
  const symbols = await findEnclosingSymbols(positions, "utf-16", createFileTexts(context), context);
  const results = lines.map((line, n): TextResult => {
    const enclosing = symbols[n];
    return { ...resultOfLine(line, text, roots), ...(enclosing && { enclosing }) };
  });
  const next = nextAfter(page, found.count);
  const answer = { text: results, count: found.count, isPartial: found.isPartial, next };
  return {
    symbols: [],
    text: results,
    count: found.count,
    ...(found.isPartial && { more: true as const }),
    ...(next !== undefined && { after: next }),
    markdown: markdownOfText(text, answer, page),
  };
}

interface FoundLines {
  readonly text: readonly TextResult[];
  readonly count: number;
  readonly isPartial: boolean;
  readonly next: number | undefined;
}

function markdownOfText(text: string, { text: results, count, isPartial, next }: FoundLines, page: Page): string {
  const written = inlineCode(text);
  if (count === 0) {
    const searched = isPartial ? " as far as it was searched: not all files were" : "";
    return `${written} is nowhere in the workspace's files that git does not ignore${searched}.`;
  }
  const heading = `${written} is in ${isPartial ? "at least " : ""}${count} ${count === 1 ? "line" : "lines"}:`;
  const left = count - page.after - results.length;
  const rest = next === undefined ? [] : [describeRest({ left, next, isAtLeast: isPartial })];
  return [heading, ...groupedLines(results), ...rest].join("\n");
}

export function resultOfLine({ path, line, character, text }: TextLine, find: string, roots: Roots): TextResult {
  const file_path = displayPath(uriOfPath(path, roots.folders), roots);
  const locate: Locate = { file_path, scope: { line: line + 1 }, find };
  const marked = character + (readMarker(find).markers[0] ?? 0);
  return { file_path, position: toOneBased({ line, character: marked }), text, locate };
}
