/** The error for an edit that breaks the syntax, or joins what was apart. */

import { LocateError } from "../../../error.js";
import {
  describeUnit,
  type EditRequest,
  type Replacement,
  type Unit,
  unitNames,
} from "../../../locate/edit/editRequest.js";
import { findJoin } from "../../../locate/edit/joins.js";
import { hasLinesForItself } from "../../../locate/edit/unit.js";
import type { SyntaxContext } from "../../client/requestContext.js";
import { type AddedSyntaxError, findAddedSyntaxErrors } from "../../place/syntaxCheck.js";
import type { DocumentVersion } from "../../place/syntaxView.js";
import { type EditTrees, type PlannedEdit, planEdit } from "./planEdit.js";

/** A request with its plan, and the syntax errors that this adds. */
export interface BrokenEdit {
  readonly request: EditRequest;
  readonly plan: PlannedEdit;
  readonly errors: readonly AddedSyntaxError[];
}

const MAX_LINES = 4;
const MAX_LENGTH = 200;

/** Returns the error `edit_breaks_syntax`. Its data has the units with which the edit would do. */
export async function brokenEditError(
  { request, plan, errors }: BrokenEdit,
  document: DocumentVersion,
  trees: EditTrees,
  context: SyntaxContext,
): Promise<LocateError> {
  const { change, unit, join } = plan;
  const touched = touchedLines(request, change);
  const inTouched = errors.filter(({ line }) => touched.first <= line && line <= touched.last);
  const what =
    join === undefined
      ? `which breaks the syntax of a file without errors${describe(inTouched)}`
      : `which joins ${join.kind === "word" ? "two words" : "two separators"} at ${JSON.stringify(join.text)}`;
  const others: Unit[] = [];
  for (const other of unitNames)
    if (await canBe(other, { request, plan, errors }, document, trees, context)) others.push(other);
  const message = `Taken as ${describeUnit(unit)}, this edit ${writes(request, change)} ${what}. ${adviceFor(request, unit, others)}`;
  return new LocateError("edit_breaks_syntax", message, { unit, units: others, errors: inTouched });
}

function describe(errors: readonly AddedSyntaxError[]): string {
  const [first] = errors;
  return first === undefined ? "" : ` (line ${first.line}, character ${first.character}: ${first.what})`;
}

/** The lines that a change writes, 1-based, in the resulting text. */
function touchedLines({ document }: EditRequest, { from, to, insert }: Replacement) {
  const after = document.edit(from, to, insert).document;
  return { first: after.lineAt(from) + 1, last: after.lineAt(from + insert.length) + 1 };
}

/** Says what the change takes away, or what the lines that it touches would be. */
function writes(request: EditRequest, change: Replacement): string {
  if (change.insert.trim() === "") {
    const deleted = request.document.slice(change.from, change.to).trim();
    return `deletes ${JSON.stringify(deleted.length > MAX_LENGTH ? `${deleted.slice(0, MAX_LENGTH)} …` : deleted)},`;
  }
  const after = request.document.edit(change.from, change.to, change.insert).document;
  const { first, last } = touchedLines(request, change);
  const lines = after.slice(after.lineFrom(first - 1), after.lineTo(Math.min(last, first + MAX_LINES - 1) - 1));
  const text = lines.length > MAX_LENGTH || last - first >= MAX_LINES ? `${lines.slice(0, MAX_LENGTH)} …` : lines;
  return `${first === last ? `makes line ${first}` : `makes lines ${first}–${last}`} ${JSON.stringify(text)},`;
}

/** Whether the same edit with another unit breaks nothing. */
async function canBe(
  unit: Unit,
  { request, plan }: BrokenEdit,
  document: DocumentVersion,
  trees: EditTrees,
  context: SyntaxContext,
): Promise<boolean> {
  if (unit === plan.unit || (unit === "text" && plan.join !== undefined) || request.target.kind === "point")
    return false;
  // To delete the lines of a target would delete what else they hold.
  const isRemoval = request.operation === "delete" || request.newText.trim() === "";
  if (unit === "lines" && isRemoval && !hasLinesForItself(request, undefined)) return false;
  try {
    const other = await planEdit({ ...request, unit }, trees);
    const { from, to, insert } = plan.change;
    if (other.change.from === from && other.change.to === to && other.change.insert === insert) return false;
    // Whether words may meet or not, no advice is to join them.
    const join = findJoin(request.document, other.change, request.language);
    return join === undefined && (await findAddedSyntaxErrors(document, other.change, context)).length === 0;
  } catch (error) {
    if (error instanceof LocateError) return false;
    throw error;
  }
}

const optionFor = (unit: Unit) => `unit: "${unit}" (--as ${unit} at the shell)`;

function adviceFor({ operation, newText }: EditRequest, unit: Unit, others: readonly Unit[]): string {
  const [first, second] = others;
  if (first !== undefined) {
    const also = second === undefined ? "" : `, or ${optionFor(second)}`;
    if (first === "lines" && operation.startsWith("insert"))
      return `To put it on lines of its own, end new_text with a line break or write ${optionFor("lines")}${also}.`;
    return `Write ${optionFor(first)}${also}, with which it breaks nothing.`;
  }
  if (operation === "delete" || newText === "")
    return "Select what has to go along with it, too, such as a separator or the statement around it.";
  if (unit === "text" && operation.startsWith("insert"))
    return "Text goes in as it is: write what has to be between it and the text beside it, too.";
  if (unit === "lines" && newText.includes("\n"))
    return "Its lines get the indentation of the place: write each with the indentation that it has relative to the first.";
  return "Write new_text so that it is complete in its place.";
}
