/** What stands before a declaration and belongs to it: decorators and attributes that the grammar puts beside it, and the comment directly above. */

import type { Document } from "../../text/document.js";
import { countAtMost } from "../../text/part.js";
import type { Stretch } from "../../text/stretch.js";

export interface LeadingNode extends Stretch {
  readonly isComment: boolean;
}

/** By the offset of their last character that is not whitespace: some grammars count the line end into a comment. */
export interface LeadingNodes {
  readonly ascending: readonly LeadingNode[];
  readonly ends: readonly number[];
}

export function sortLeadingNodes(nodes: readonly LeadingNode[]): LeadingNodes {
  const ascending = [...nodes].sort((a, b) => a.to - b.to || b.from - a.from);
  return { ascending, ends: ascending.map(({ to }) => to) };
}

/** Where a declaration begins with all that leads it, and without a comment before the rest; nothing before `least` counts. */
export function findLeadingStart(
  declarationFrom: number,
  minFrom: number,
  { ascending, ends }: LeadingNodes,
  document: Document,
): { readonly from: number; readonly codeFrom: number } {
  let from = declarationFrom;
  let codeFrom = declarationFrom;
  for (let at = countAtMost(ends, declarationFrom) - 1; at >= 0; at--) {
    const leading = ascending[at] as LeadingNode;
    if (leading.from >= from) continue; // inside one that was taken
    if (leading.from < minFrom || document.slice(leading.to, from).trim() !== "") break;
    if (leading.isComment && !isLeadingComment(leading, from, ascending[at - 1], document)) break;
    from = leading.from;
    if (!leading.isComment) codeFrom = from;
  }
  return { from, codeFrom };
}

/** The last of them that ends at or before an offset. */
export function lastLeadingNodeBefore({ ascending, ends }: LeadingNodes, offset: number): LeadingNode | undefined {
  return ascending[countAtMost(ends, offset) - 1];
}

/** A comment stands on lines of its own, with no blank one behind it; or behind an attribute on its line. */
function isLeadingComment(
  { from, to }: LeadingNode,
  offset: number,
  before: LeadingNode | undefined,
  document: Document,
): boolean {
  const end = from + document.slice(from, to).trimEnd().length;
  if (document.lineAt(offset) - document.lineAt(end) > 1) return false;
  const lineFrom = document.lineFrom(document.lineAt(from));
  if (document.slice(lineFrom, from).trim() === "") return true;
  return before?.isComment === false && before.to > lineFrom && document.slice(before.to, from).trim() === "";
}
