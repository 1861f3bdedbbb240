/** Plans all edits of one document: one, or several that apply together. */

import { LocateError } from "../../../error.js";
import { isInsertion, type Replacement } from "../../../locate/edit/editRequest.js";
import { diffTexts } from "../../../text/diff/difference.js";
import type { Document } from "../../../text/document.js";
import type { Stretch } from "../../../text/stretch.js";
import type { RequestContext } from "../../client/requestContext.js";
import { findAddedSyntaxErrors, uncheckedLines } from "../../place/syntaxCheck.js";
import type { DocumentVersion } from "../../place/syntaxView.js";
import { type BrokenEdit, brokenEditError } from "./brokenEdit.js";
import { type EditOfPlace, namingEdit } from "./editPlaces.js";
import { editTreesOf } from "./editTrees.js";
import { mergeChanges } from "./mergeChanges.js";
import { planEdit } from "./planEdit.js";
import { type EditedText, type PlannedPlace, planPlace } from "./planPlace.js";

/** The edits of a document, and what they make of its text. */
export interface PlannedDocument {
  readonly version: DocumentVersion;
  /** In the order of the text. */
  readonly places: readonly PlannedPlace[];
  /** In the order of the text, apart from each other. */
  readonly changes: readonly Replacement[];
  readonly notes: readonly string[];
}

/**
 * Plans edits of a text. Errors: `edit_breaks_syntax`, `inexact_write`; `invalid_locate` for two
 * edits of the same text.
 */
export async function planDocument(
  edits: readonly EditOfPlace[],
  version: DocumentVersion,
  context: RequestContext,
): Promise<PlannedDocument> {
  const text = { version, trees: await editTreesOf(version, context) };
  const targets = edits.map((edit) => ({ edit, ...edit.place.now() })).sort((one, other) => one.from - other.from);
  const places: PlannedPlace[] = [];
  for (const { edit, ...stretch } of targets)
    places.push(await namingEdit(edit.wanted, () => planPlace(edit, stretch, text, context)));
  const changes = await combine(places, text, context);
  await assertSound(places, changes, text, context);
  const [first, ...others] = changes;
  const whole = first && mergeChanges(version.text, [first, ...others]);
  const lines = whole && (await uncheckedLines(version, whole, context));
  return { version, places, changes, notes: lines === undefined ? [] : [uncheckedNote(lines)] };
}

function uncheckedNote(lines: string): string {
  return `Before the edit, ${lines} could not be read, so the edit was not checked for syntax errors there.`;
}

/**
 * Returns what all edits change. Those whose changes meet, such as of neighbours in a list, are
 * planned one after the other, each in the text that the others leave.
 */
async function combine(
  places: readonly PlannedPlace[],
  text: EditedText,
  context: RequestContext,
): Promise<readonly Replacement[]> {
  assertApart(places);
  const changes = places
    .map(({ plan }) => plan.change)
    .sort((one, other) => one.from - other.from || one.to - other.to);
  const isApart = changes.every((change, index) => index === 0 || (changes[index - 1] as Replacement).to < change.from);
  if (!isApart) return planInTurn(places, text, context);
  for (const place of places) if (place.plan.join !== undefined) await failBroken(place, place, text, context);
  return changes;
}

/** Throws `invalid_locate` if two edits are of the same text. Insertions beside it are none. */
function assertApart(places: readonly PlannedPlace[]): void {
  for (const [index, place] of places.entries())
    for (const other of places.slice(index + 1)) {
      if (other.request.target.from > place.request.target.to) break;
      if (conflicts(place, other)) throw overlapError(place, other);
    }
}

function conflicts({ request: one }: PlannedPlace, { request: other }: PlannedPlace): boolean {
  const [first, second] = [one.target, other.target];
  const meets = first.from < second.to && second.from < first.to;
  const areInsertions = [isInsertion(one.operation), isInsertion(other.operation)];
  if (areInsertions[0] && areInsertions[1]) return false;
  const isSame = first.from === second.from && first.to === second.to;
  if (!areInsertions[0] && !areInsertions[1]) return meets || isSame;
  const [inserted, changed] = areInsertions[0] ? [first, second] : [second, first];
  // Beside all of it is beside it.
  const isInside = changed.from <= inserted.from && inserted.to <= changed.to && !isSame;
  return isInside && (inserted.from < inserted.to || (changed.from < inserted.from && inserted.to < changed.to));
}

function overlapError(
  { edit: one, request }: PlannedPlace,
  { edit: other, request: second }: PlannedPlace,
): LocateError {
  const names = one.wanted.name === undefined ? "Two matches" : `${one.wanted.name} and ${other.wanted.name}`;
  const lineOf = ({ document, target }: typeof request) => document.lineAt(target.from) + 1;
  const lines = `lines ${lineOf(request)} and ${lineOf(second)}`;
  return new LocateError(
    "invalid_locate",
    `${names} are of the same text (${lines}). Write one edit for both. Nothing was changed.`,
    { field: "edits", expected: "edits that do not overlap" },
  );
}

/** Plans edits from the last to the first, each in the text that the ones before have left. */
async function planInTurn(
  places: readonly PlannedPlace[],
  { version }: EditedText,
  context: RequestContext,
): Promise<readonly Replacement[]> {
  let text = version.text;
  const pending = turnsOf(places).map((place) => ({ place, target: place.request.target as Stretch }));
  while (pending.length > 0) {
    const { place, target } = pending.shift() as (typeof pending)[number];
    const now = { ...version, text };
    const trees = await editTreesOf(now, context);
    // The target of an element of a declaration is that element.
    const request = { ...place.request, document: text, target: { ...place.request.target, ...target } };
    if (target.from === target.to && place.request.target.from < place.request.target.to) {
      if (place.request.operation === "delete") continue;
      throw overlapError(place, places.find((each) => each !== place) ?? place);
    }
    const plan = await namingEdit(place.edit.wanted, () => planEdit(request, trees));
    if (plan.join !== undefined) await failBroken(place, { request, plan }, { version: now, trees }, context);
    const { from, to, insert } = plan.change;
    text = text.edit(from, to, insert).document;
    const isBefore = place.request.operation === "insert_before" && place.request.target.kind !== "point";
    for (const other of pending) other.target = movedBy(plan.change, other.target, isBefore);
  }
  return differences(version.text, text.text);
}

/**
 * Returns the order in which edits are made: the last in the text first. At one target, what goes
 * in before it is made in the order of the edits, what goes in after it in the reverse one, and
 * then the target is changed.
 */
function turnsOf(places: readonly PlannedPlace[]): readonly PlannedPlace[] {
  const rank = ({ request: { operation, target } }: PlannedPlace) => {
    if (operation === "insert_before" && target.kind !== "point") return 1;
    return isInsertion(operation) ? 0 : 2;
  };
  const turns = places.map((place, index) => ({ place, index, rank: rank(place) }));
  turns.sort((one, other) => {
    const [first, second] = [one.place.request.target, other.place.request.target];
    const isSame = first.from === second.from && first.to === second.to;
    if (!isSame) return second.to - first.to || second.from - first.from;
    return one.rank - other.rank || (one.rank === 1 ? one.index - other.index : other.index - one.index);
  });
  return turns.map(({ place }) => place);
}

/** Returns where a target is after a change of the text beside or around it. */
function movedBy({ from, to, insert }: Replacement, target: Stretch, isBefore: boolean): Stretch {
  const shift = insert.length - (to - from);
  const move = (offset: number, goesAlong: boolean) => {
    if (offset > to || (offset === to && goesAlong)) return offset + shift;
    return Math.min(offset, from);
  };
  const start = move(target.from, from < to || isBefore);
  return { from: start, to: Math.max(start, target.from === target.to ? start : move(target.to, false)) };
}

/** Returns the differences of two texts as replacements in the first one. */
export function differences(before: Document, after: string): readonly Replacement[] {
  let shift = 0;
  return diffTexts(before, after).map(({ from, to, length }) => {
    const change = { from: from - shift, to: to - shift, insert: after.slice(from, from + length) };
    shift += length - (to - from);
    return change;
  });
}

/** Throws `edit_breaks_syntax` if the edits together break the syntax. */
async function assertSound(
  places: readonly PlannedPlace[],
  changes: readonly Replacement[],
  text: EditedText,
  context: RequestContext,
): Promise<void> {
  const { version } = text;
  const [firstChange, ...others] = changes;
  if (firstChange === undefined) return;
  const whole = mergeChanges(version.text, [firstChange, ...others]);
  const errors = await findAddedSyntaxErrors(version, whole, context);
  if (errors.length === 0) return;
  const [first] = places;
  for (const place of places) {
    const own = places.length === 1 ? errors : await findAddedSyntaxErrors(version, place.plan.change, context);
    if (own.length > 0) await failBroken(place, { ...place, errors: own }, text, context);
  }
  if (first === undefined) return;
  const [error] = errors;
  throw new LocateError(
    "edit_breaks_syntax",
    `Each of these edits alone is sound, but together they break the syntax${error === undefined ? "" : ` (line ${error.line}, character ${error.character}: ${error.what})`}. Write them as one edit. Nothing was changed.`,
    { unit: first.plan.unit, units: [], errors },
  );
}

/** Throws the error of an edit that breaks the syntax, or joins what was apart. */
async function failBroken(
  { edit }: PlannedPlace,
  { request, plan, errors = [] }: Pick<BrokenEdit, "request" | "plan"> & Partial<BrokenEdit>,
  { version, trees }: EditedText,
  context: RequestContext,
): Promise<void> {
  const error = await brokenEditError({ request, plan, errors }, version, trees, context);
  await namingEdit(edit.wanted, () => Promise.reject(error));
}
