/**
 * The nodes before a declaration that belong to it: decorators, attributes, and the comment
 * directly above.
 */

import type { Document } from "../../text/document.js";
import { countAtMost } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";

export interface LeadingNode extends Stretch {
  readonly isComment: boolean;
}

/** Leading nodes in the order of their ends. */
export interface LeadingNodes {
  readonly ascending: readonly LeadingNode[];
  readonly ends: readonly number[];
}

export function sortLeadingNodes(nodes: readonly LeadingNode[]): LeadingNodes {
  const ascending = [...nodes].sort((a, b) => a.to - b.to || b.from - a.from);
  return { ascending, ends: ascending.map(({ to }) => to) };
}

/**
 * Returns where a declaration begins with its leading nodes (`from`), and without its leading
 * comment (`codeFrom`). Nodes before `minFrom` do not count.
 */
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
    if (leading.from >= from) continue; // inside a node that was added
    if (leading.from < minFrom || document.slice(leading.to, from).trim() !== "") break;
    if (leading.isComment && !isLeadingComment(leading, from, ascending[at - 1], document)) break;
    from = leading.from;
    if (!leading.isComment) codeFrom = from;
  }
  return { from, codeFrom };
}

/** Returns the last leading node that ends at or before `offset`. */
export function lastLeadingNodeBefore({ ascending, ends }: LeadingNodes, offset: number): LeadingNode | undefined {
  return ascending[countAtMost(ends, offset) - 1];
}

/**
 * A leading comment is first on its line, or follows an attribute on that line, and no blank line
 * follows it.
 */
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
