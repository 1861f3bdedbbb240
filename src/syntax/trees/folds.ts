/** Folding ranges: blocks, lists and bodies of several lines, and runs of comments or imports. */

import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { runQuery } from "../grammars/runQuery.js";
import { eachNode } from "../index/nodePositions.js";
import type { SyntaxIndex } from "../index/syntaxIndex.js";
import { nodeStretch } from "./nodeText.js";
import { allTexts, type ParsedText } from "./parsedText.js";

/** `from` is on the line that stays visible; `to` is the end of the hidden text. */
export interface Fold extends Stretch {
  readonly kind?: "comment" | "imports";
}

const QUERY_TIMEOUT_MS = 5_000;

/** Returns the folds in source order. At most one fold, the longest, begins on a line. */
export function foldsOf(parsed: ParsedText, indexOf: (text: ParsedText) => SyntaxIndex): Fold[] {
  const byLine = new Map<number, Fold>();
  const { document } = parsed;
  const add = (fold: Fold): void => {
    const line = document.lineAt(fold.from);
    const other = byLine.get(line);
    if (document.lineAt(fold.to) > line && (other === undefined || other.to < fold.to)) byLine.set(line, fold);
  };
  for (const text of allTexts(parsed)) {
    const imports: Stretch[] = [];
    for (const { kind, depth, start, end } of eachNode(indexOf(text))) {
      const node = { from: start.offset, to: end.offset };
      if (importTypes.test(kind)) imports.push(node);
      // A body of one line can be folded if its head is on the line above.
      if ((start.line === end.line && !bodyTypes.test(kind)) || depth === 0) continue;
      const fold = foldOf(kind, node, document);
      if (fold) add(fold);
    }
    for (const run of joinAdjacentLines(imports, document)) add({ ...run, kind: "imports" });
    for (const run of joinAdjacentLines(findComments(text), document)) add({ ...run, kind: "comment" });
  }
  return [...byLine.values()].sort((a, b) => a.from - b.from);
}

const foldableTypes =
  /(?:^|_)(?:block|body|suite|statements|consequence|clause|section|element|mapping_pair|rule_set|case|body_statement|do_group|do_block)$/;
/** Those of them whose head may be on the line above. */
const bodyTypes = /(?:^|_)(?:block|body|suite|statements|consequence|body_statement)$/;
const importTypes = /^(?:import|use|using|include|require|preproc_include|package)(?:_|$)/;

/**
 * A node that starts with a bracket folds from there. A body below its head folds from the head's
 * end.
 */
function foldOf(kind: string, { from, to }: Stretch, document: Document): Fold | undefined {
  const end = from + document.slice(from, to).trimEnd().length;
  if (/[([{<`"']/.test(document.slice(from, from + 1))) return { from, to: end };
  if (!foldableTypes.test(kind)) return undefined;
  const lineFrom = document.lineFrom(document.lineAt(from));
  // A node that is first on its line is the body of the line above. Otherwise its head is on the
  // same line.
  const isBelow = document.slice(lineFrom, from).trim() === "" && bodyTypes.test(kind);
  if (!isBelow) return { from, to: end };
  const head = document.slice(Math.max(0, from - 1_000), from).trimEnd().length + Math.max(0, from - 1_000);
  return head > 0 ? { from: head - 1, to: end } : undefined;
}

/** Joins stretches on consecutive lines. */
function joinAdjacentLines(stretches: readonly Stretch[], document: Document): Stretch[] {
  const found: Stretch[] = [];
  for (const { from, to } of stretches) {
    const last = found.at(-1);
    const isNext = last && document.lineAt(from) <= document.lineAt(last.to) + 1 && from >= last.to;
    if (last && isNext) found[found.length - 1] = { from: last.from, to };
    else if (!last || from >= last.to) found.push({ from, to });
  }
  return found;
}

/** Returns the comments that are first on their lines. */
function findComments({ grammar, tree, document }: ParsedText): Stretch[] {
  const query = grammar.comments;
  if (query === undefined) return [];
  const found: Stretch[] = [];
  for (const { captures } of runQuery(query, tree.rootNode, QUERY_TIMEOUT_MS).matches) {
    for (const { node } of captures) {
      const { from, to } = nodeStretch(node);
      const isFirst = document.slice(document.lineFrom(document.lineAt(from)), from).trim() === "";
      if (isFirst) found.push({ from, to: from + document.slice(from, to).trimEnd().length });
    }
  }
  return found;
}
