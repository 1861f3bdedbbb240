/** The replacement of text that an edit makes, by its unit. */

import { LocateError } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import type { ElementList, ListOwner } from "../../text/treeFacts.js";
import { type EditFacts, type EditRequest, isInsertion, type Replacement, type Unit } from "./editRequest.js";
import { bodyOf, deleteElements, type ElementInsertion, insertElements } from "./items.js";
import { linePlaceOf } from "./linePlace.js";
import { bodyOfLines, editLines, fitItem } from "./lines.js";
import { unitOf } from "./unit.js";

/**
 * Returns the replacement, with the line ends of the place. Throws `invalid_locate` for a deletion
 * of nothing, and for a given unit "item" where there is none.
 */
export function changeOf(request: EditRequest, unit: Unit, facts: EditFacts): Replacement {
  const change = changeByUnit(request, unit, facts);
  const isNothing = change.from === change.to && change.insert === "";
  if (isNothing && request.operation === "delete") throw nothingToDelete();
  return withLineEnds(change, request.document);
}

function changeByUnit(request: EditRequest, unit: Unit, facts: EditFacts): Replacement {
  const { newText, operation, target } = request;
  // Nothing to insert: not even a blank line.
  if (unit === "text" || (isInsertion(operation) && newText === "")) return editText(request);
  if (unit === "item") {
    if (facts.list === undefined || target.kind === "point") throw noItem();
    return editItem(request, facts.list, facts);
  }
  const { list } = linePlaceOf(request, facts);
  const isRemoval = operation === "delete" || (operation === "replace" && newText === "");
  const isAll = list !== undefined && list.previous === undefined && list.next === undefined;
  return isRemoval && isAll && list.owner ? deleteOwner(request, list.owner, facts) : editLines(request, facts);
}

/**
 * Returns the change in which a parser sees the kinds of the new lines, and the number of lines of
 * it before their first; undefined where the kinds don't matter.
 */
export function trialOf(
  request: EditRequest,
  unit: Unit,
  facts: EditFacts,
): { readonly change: Replacement; readonly skipped: number } | undefined {
  const { operation, language, newText, target } = request;
  if (operation === "delete" || unit === "text") return undefined;
  if (unit === "item") {
    if (facts.list === undefined || target.kind === "point" || !/[\r\n]/.test(newText.trim())) return undefined;
    const body = bodyOf(newText, facts.list).replace(/\r\n|\r/g, "\n");
    const { elements, ...change } = writtenItem(request, facts.list, body);
    return { change, skipped: change.insert.slice(0, elements.from - change.from).split("\n").length - 1 };
  }
  if (!bodyOfLines(request, linePlaceOf(request, facts).kind).includes("\n")) return undefined;
  // Where indentation has no meaning, the text is read as it was written: the end of a heredoc may
  // depend on its column.
  const change = editLines(request, facts, { isFitted: factsOf(language).isIndented });
  return { change, skipped: change.insert.slice(0, change.insert.search(/\S/)).split(/\r\n|\r|\n/).length - 1 };
}

/** Returns the insertion of a new text beside the target, as elements of its list. */
export function insertionOf({ document, operation }: EditRequest, list: ElementList, text: string): ElementInsertion {
  return insertElements(document, list, operation === "insert_before" ? "before" : "after", text);
}

/** Returns the edit of elements that share a line with others. */
function editItem(request: EditRequest, list: ElementList, facts: EditFacts): Replacement {
  const { document, operation, newText } = request;
  if (operation === "delete" || newText.trim() === "")
    return deleteElements(document, list, (owner) => deleteOwner(request, owner, facts));
  const { from, to, insert } = writtenItem(request, list, fitItem(bodyOf(newText, list), request, facts));
  return { from, to, insert };
}

/** Returns the replacement or insertion of elements. */
function writtenItem(request: EditRequest, list: ElementList, body: string): ElementInsertion {
  if (isInsertion(request.operation)) return insertionOf(request, list, body);
  const { from, to } = list.elements;
  return { from, to, insert: body, elements: { from, to: from + body.length } };
}

/** Deletes a list, or the clause or statement around it, that has no meaning without an element. */
function deleteOwner(request: EditRequest, { from, to, list }: ListOwner, { style }: EditFacts): Replacement {
  const facts: EditFacts = { ...(list && { list }), style, newElements: 0, kinds: [] };
  const target = { from, to, kind: "text" } as const;
  const whole: EditRequest = { ...request, operation: "delete", newText: "", unit: undefined, target };
  if (unitOf(whole, facts) === "lines") return changeByUnit(whole, "lines", facts);
  if (list !== undefined) return deleteElements(request.document, list, (outer) => deleteOwner(request, outer, facts));
  const { document } = request;
  const line = document.lineAt(from);
  const [before, after] = [document.slice(document.lineFrom(line), from), document.slice(to, document.lineTo(line))];
  if (before.trim() === "") return { from, to: to + (after.length - after.trimStart().length), insert: "" };
  return { from: from - (before.length - before.trimEnd().length), to, insert: "" };
}

/** Returns the edit of a part of a line, which goes in as it is. */
function editText({ operation, newText, target: { from, to } }: EditRequest): Replacement {
  if (operation === "delete") return { from, to, insert: "" };
  if (operation === "replace") return { from, to, insert: newText };
  const at = operation === "insert_before" ? from : to;
  return { from: at, to: at, insert: newText };
}

/**
 * Returns a change with the line ends of the line where it is, which keeps a byte order mark at the
 * start of the text.
 */
function withLineEnds(wanted: Replacement, document: Document): Replacement {
  const start = Math.max(wanted.from, Number(document.slice(0, 1) === "\ufeff"));
  const change = { ...wanted, from: start, to: Math.max(start, wanted.to) };
  const { from, insert } = change;
  if (document.lineCount < 2) return { ...change, insert: insert.replace(/\r\n|\r/g, "\n") };
  const at = Math.min(document.lineAt(from), document.lineCount - 2);
  const lineEnd = document.slice(document.lineTo(at), document.nextLineFrom(at));
  return { ...change, insert: insert.replace(/\r\n|\r|\n/g, lineEnd) };
}

function nothingToDelete(): LocateError {
  return new LocateError(
    "invalid_locate",
    "There is nothing to delete: the Locate means a point. Write the text that is to go as the find, or put `<|>` at both of its ends.",
    { field: "locate", expected: "a range that is not empty" },
  );
}

function noItem(): LocateError {
  return new LocateError(
    "invalid_locate",
    'There is no item at this place: the Locate does not mean one or more whole elements of a list. Write an element as the find, or unit "lines" or "text".',
    { field: "unit", expected: "lines or text" },
  );
}
