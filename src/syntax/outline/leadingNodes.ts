/** What stands before a declaration and belongs to it: decorators and attributes that the grammar puts beside it, and the comment directly above. */

import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";

export interface Leading extends Stretch {
  readonly isComment: boolean;
}

/** By the offset of their last character that is not whitespace: some grammars count the line end into a comment. */
export interface Leadings {
  readonly ascending: readonly Leading[];
}

export function leadingsOf(those: readonly Leading[]): Leadings {
  return { ascending: [...those].sort((a, b) => a.to - b.to || b.from - a.from) };
}

/** Where a declaration begins with all that leads it, and without a comment before the rest; nothing before `least` counts. */
export function withLeading(
  declared: number,
  least: number,
  { ascending }: Leadings,
  document: Document,
): { readonly from: number; readonly codeFrom: number } {
  let from = declared;
  let codeFrom = declared;
  for (let at = lastEndingBy(ascending, declared); at >= 0; at--) {
    const leading = ascending[at] as Leading;
    if (leading.from >= from) continue; // inside one that was taken
    if (leading.from < least || document.slice(leading.to, from).trim() !== "") break;
    if (leading.isComment && !leads(leading, from, ascending[at - 1], document)) break;
    from = leading.from;
    if (!leading.isComment) codeFrom = from;
  }
  return { from, codeFrom };
}

/** The last of them that ends at or before an offset. */
export function behindWhich({ ascending }: Leadings, offset: number): Leading | undefined {
  return ascending[lastEndingBy(ascending, offset)];
}

function lastEndingBy(ascending: readonly Leading[], offset: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as Leading).to <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A comment stands on lines of its own, with no blank one behind it; or behind an attribute on its line. */
function leads({ from, to }: Leading, offset: number, before: Leading | undefined, document: Document): boolean {
  const end = from + document.slice(from, to).trimEnd().length;
  if (document.lineAt(offset) - document.lineAt(end) > 1) return false;
  const lineFrom = document.lineFrom(document.lineAt(from));
  if (document.slice(lineFrom, from).trim() === "") return true;
  return before?.isComment === false && before.to > lineFrom && document.slice(before.to, from).trim() === "";
}
