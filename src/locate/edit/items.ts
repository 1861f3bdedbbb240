/** Edits of elements that share a line with others: separators come and go with them. */

import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import type { ElementList, ListOwner } from "../../text/treeFacts.js";
import type { Replacement } from "./editRequest.js";

/** An insertion of elements, and where they would be in the resulting text. */
export interface ElementInsertion extends Replacement {
  readonly elements: Stretch;
}

/** Inserts elements before or after those of a list. `text` has no indentation of its own. */
export function insertElements(
  document: Document,
  list: ElementList,
  side: "before" | "after",
  text: string,
): ElementInsertion {
  const { elements, next } = list;
  const separator = separatorOf(document, list);
  const between = betweenElements(document, list, side);
  const tail = document.slice(elements.to, document.lineTo(document.lineAt(elements.to)));
  const written = withoutEnd(bodyOf(text, list), [enderOf(tail, list)]);
  if (side === "after") {
    const at = elements.to;
    const rest = document.slice(at, next?.from ?? document.lineTo(document.lineAt(at)));
    const isSeparated = startsWithSeparator(rest, list);
    const body = isSeparated ? withoutEnd(written, list.separators) : written;
    const gap = joins(document.slice(elements.from, at), list) ? between : withSeparator(between, separator, list);
    return insertionAt(at, gap, body, next === undefined || isSeparated || joins(body, list) ? "" : separator);
  }
  const body = startsWithSeparator(between, list) ? withoutEnd(written, list.separators) : written;
  return insertionAt(elements.from, "", body, joins(body, list) ? between : withSeparator(between, separator, list));
}

/** Returns the separator that is beside the elements; the usual one where there is none. */
export function separatorOf(document: Document, { elements, previous, next, separators, inside }: ElementList): string {
  const gaps = [document.slice(elements.to, next?.from ?? inside.to)];
  if (previous !== undefined) gaps.push(document.slice(previous.to, elements.from));
  for (const gap of gaps) {
    const separator = separators.find((each) => gap.trimStart().startsWith(each));
    if (separator !== undefined) return separator;
  }
  return separators[0] ?? "";
}

/** Returns the `;` after the last element of a list that is not separated by it. */
export function enderOf(tail: string, { next, separators }: ElementList): string {
  return next === undefined && !separators.includes(";") && /^\s*;/.test(tail) ? ";" : "";
}

/** Returns code without a separator at its end. */
export function withoutEnd(code: string, ends: readonly string[]): string {
  const end = ends.find((each) => each !== "" && code.endsWith(each));
  return end === undefined ? code : code.slice(0, -end.length).trimEnd();
}

function insertionAt(at: number, before: string, body: string, after: string): ElementInsertion {
  const from = at + before.length;
  return { from: at, to: at, insert: before + body + after, elements: { from, to: from + body.length } };
}

/** Returns a new text without the separators at its ends that the list writes itself. */
export function bodyOf(text: string, { separators, isOptional }: ElementList): string {
  let body = text.trim();
  for (const separator of separators) {
    if (body.startsWith(separator)) body = body.slice(separator.length).trimStart();
    if (!isOptional && body.endsWith(separator)) body = body.slice(0, -separator.length).trimEnd();
  }
  return body;
}

/** Whether an element needs no separator after it, because it ends with one or with a block. */
export function joins(element: string, { separators, isOptional }: ElementList): boolean {
  if (separators.length === 0) return true;
  return isOptional && (element.endsWith("}") || separators.some((separator) => element.endsWith(separator)));
}

function startsWithSeparator(text: string, { separators }: ElementList): boolean {
  return separators.some((separator) => text.trimStart().startsWith(separator));
}

/** Returns a gap between elements with a separator in it. */
function withSeparator(gap: string, separator: string, list: ElementList): string {
  return startsWithSeparator(gap, list) ? gap : `${separator}${gap === "" ? " " : gap}`;
}

/**
 * Returns what is between two elements of a list, preferably without a line break: a separator and
 * white space.
 */
function betweenElements(document: Document, list: ElementList, side: "before" | "after"): string {
  const { elements, previous, next, separators, isOptional } = list;
  const gaps = [
    ...(previous ? [document.slice(previous.to, elements.from)] : []),
    ...(next ? [document.slice(elements.to, next.from)] : []),
  ];
  if (side === "after") gaps.reverse();
  const isPlain = (gap: string) => {
    const rest = gap.trim();
    return rest === "" ? isOptional || separators.length === 0 : separators.includes(rest);
  };
  const plain = gaps.filter(isPlain);
  const found = plain.find((gap) => !/[\r\n]/.test(gap)) ?? plain[0];
  if (found !== undefined) return found;
  const separator = separatorOf(document, list);
  if (isOptional || separator === "") return " ";
  return /^[,;]$/.test(separator) ? `${separator} ` : ` ${separator} `;
}

/** Deletes elements with one separator; the only ones with what has no meaning without them. */
export function deleteElements(
  document: Document,
  list: ElementList,
  deleteOwner: (owner: ListOwner) => Replacement,
): Replacement {
  const { elements, previous, next, owner } = list;
  if (previous === undefined && next === undefined)
    return owner === undefined ? emptyList(document, list) : deleteOwner(owner);
  const isBeside = (one: Stretch | undefined, other: Stretch | undefined) =>
    one !== undefined && other !== undefined && document.lineAt(one.to) === document.lineAt(other.from);
  const isForward = next !== undefined && (isBeside(elements, next) || !isBeside(previous, elements));
  if (isForward) {
    const gap = document.slice(elements.to, next.from);
    // A comment before the next element belongs to that one.
    const [own = ""] = separatorAt(list).exec(gap) ?? [];
    return { from: elements.from, to: elements.to + own.length, insert: "" };
  }
  const gap = document.slice((previous as Stretch).to, elements.from);
  const kept = commentIn(gap, list);
  return { from: (previous as Stretch).to, to: elements.to, insert: kept };
}

/** Matches white space, a separator and white space at the start of a gap. */
export function separatorAt({ separators }: ElementList): RegExp {
  const escaped = separators.map((separator) => separator.replace(/[|&\\^$*+?.()[\]{}]/g, "\\$&"));
  return new RegExp(`^\\s*(?:${escaped.join("|")})?\\s*`);
}

/** Returns a comment between two elements, without the separator and white space around it. */
function commentIn(gap: string, list: ElementList): string {
  const [own = ""] = separatorAt(list).exec(gap) ?? [];
  const comment = gap.slice(own.length).trim();
  return comment === "" ? "" : ` ${comment}`;
}

/** Deletes the only elements of a list, and the white space that is left between its brackets. */
function emptyList(document: Document, list: ElementList): Replacement {
  const { elements, inside, separators } = list;
  const before = document.slice(inside.from, elements.from);
  const after = document.slice(elements.to, inside.to);
  const [own = ""] = separatorAt(list).exec(after) ?? [];
  const isBare = before.trim() === "" && inside.from > list.from;
  if (separators.length === 0) return { from: isBare ? inside.from : elements.from, to: elements.to, insert: "" };
  // The list may be in words: `do … end`.
  const isInWords =
    /\w/.test(document.slice(inside.from - 1, inside.from)) && /^\w/.test(document.slice(inside.to, inside.to + 1));
  return isBare && after.length === own.length
    ? { from: inside.from, to: inside.to, insert: isInWords ? " " : "" }
    : { from: elements.from, to: elements.to + own.trimEnd().length, insert: "" };
}
