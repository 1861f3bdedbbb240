/** Plans an edit with the facts of its syntax tree: the unit, and the change that it makes. */

import { changeOf, insertionOf, trialOf } from "../../../locate/edit/changeOf.js";
import { droppedLead } from "../../../locate/edit/droppedLead.js";
import {
  type EditFacts,
  type EditRequest,
  isInsertion,
  type Replacement,
  trimStretch,
  type Unit,
} from "../../../locate/edit/editRequest.js";
import { findJoin, type Join } from "../../../locate/edit/joins.js";
import { styleAround } from "../../../locate/edit/linePlace.js";
import { unitOf } from "../../../locate/edit/unit.js";
import type { Stretch } from "../../../text/stretch.js";
import type { ElementList, LineKind, StretchFacts } from "../../../text/treeFacts.js";

/** What an edit asks of the syntax tree. The answers are empty where there is none. */
export interface EditTrees {
  factsAt(stretch: Stretch): Promise<StretchFacts>;
  /** Returns the list of which `elements`, a stretch of the resulting text, would be elements. */
  listAfterEdit(change: Replacement, elements: Stretch): Promise<ElementList | undefined>;
  /** Returns the kind of each line that a change writes. */
  lineKindsAfterEdit(change: Replacement): Promise<readonly LineKind[]>;
}

export interface PlannedEdit {
  readonly unit: Unit;
  readonly change: Replacement;
  /** What the replaced text began with and the new one lacks: `export`, a decorator. */
  readonly dropped: readonly string[];
  /** Two words or separators that would meet without anything between them. */
  readonly join?: Join;
}

/** Errors: those of `changeOf`. */
export async function planEdit(wanted: EditRequest, trees: EditTrees): Promise<PlannedEdit> {
  const { request, facts: stretchFacts } = await withFacts(wanted, trees);
  const { target, document, operation, newText, language } = request;
  const trimmed = trimStretch(document, target);
  const newElements = await countNewElements(request, stretchFacts, trees);
  const style = styleAround(document, trimmed.from);
  const known: EditFacts = { ...stretchFacts, style, newElements, kinds: [] };
  const unit = unitOf(request, known);
  const trial = trialOf(request, unit, known);
  const kinds = trial === undefined ? [] : (await trees.lineKindsAfterEdit(trial.change)).slice(trial.skipped);
  const change = changeOf(request, unit, { ...known, kinds });
  const isReplaced = operation === "replace" && newText.trim() !== "";
  const dropped = isReplaced ? droppedLead(document.slice(trimmed.from, trimmed.to), newText, language) : [];
  const join = isJoinMeant(request, known) ? undefined : findJoin(document, change, language);
  return { unit, change, dropped, ...(join && { join }) };
}

interface RequestWithFacts {
  readonly request: EditRequest;
  readonly facts: StretchFacts;
}

/**
 * Reads the facts of a request's target. One that is the last element of a list and the `;` which
 * ends the whole statement is that element, unless it is replaced: `.b();`, `| "b";`.
 */
async function withFacts(request: EditRequest, trees: EditTrees): Promise<RequestWithFacts> {
  const { target, document, operation, unit } = request;
  const { from, to } = trimStretch(document, target);
  const facts = from === to ? {} : await trees.factsAt({ from, to });
  const isPart = facts.list === undefined && target.kind === "text" && unit !== "text" && operation !== "replace";
  if (!isPart || document.slice(to - 1, to) !== ";") return { request, facts };
  const element = await trees.factsAt({ from, to: to - 1 });
  const isLast = element.list?.next === undefined && element.list?.separators.includes(";") === false;
  return isLast
    ? { request: { ...request, target: { ...target, from, to: to - 1 } }, facts: element }
    : { request, facts };
}

/** Returns how many elements a new text to insert adds to the target's list. */
async function countNewElements(request: EditRequest, { list }: StretchFacts, trees: EditTrees): Promise<number> {
  const { operation, newText } = request;
  if (list === undefined || !isInsertion(operation) || newText.trim() === "") return 0;
  const { elements, ...change } = insertionOf(request, list, newText);
  const after = await trees.listAfterEdit(change, elements);
  return after?.type === list.type ? Math.max(0, after.count - list.count) : 0;
}

/** Whether words may meet: at a place to insert at, by choice, and in what is not code. */
function isJoinMeant({ target, unit }: EditRequest, { prose }: EditFacts): boolean {
  return target.kind === "point" || unit === "text" || prose !== undefined;
}
