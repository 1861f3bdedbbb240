/** The places of edits: what their Locates mean, as targets. */

import { LocateError } from "../../../error.js";
import { isInsertion, type OperationName, type TargetKind } from "../../../locate/edit/editRequest.js";
import { invalidLocate } from "../../../locate/errorText.js";
import { readMarker } from "../../../locate/find/marker.js";
import type { Locate } from "../../../locate/locate.js";
import { groupDigits } from "../../../text/printable.js";
import { assertWritable } from "../../client/libraryContext.js";
import type { RequestContext } from "../../client/requestContext.js";
import { type Place, readingsOf, resolvePlace } from "../../place/resolvePlace.js";
import { trackedPlacesOf } from "../../place/trackedPlaces.js";
import { describe } from "../describe.js";
import { MAX_PLACES, type WantedEdit } from "./editParams.js";

/** A resolved edit. `place` is to be released. */
export interface EditOfPlace {
  readonly wanted: WantedEdit;
  /** As it was resolved. */
  readonly locate: unknown;
  readonly place: Place;
  readonly kind: TargetKind;
  /** The text that a find selects, as it is written. */
  readonly find: string | undefined;
}

/** Resolves all edits; where one fails, none. Errors: those of the Locates, `inexact_write`. */
export async function resolveEdits(
  wanted: readonly WantedEdit[],
  context: RequestContext,
): Promise<readonly EditOfPlace[]> {
  const resolved: EditOfPlace[] = [];
  try {
    for (const each of wanted) {
      const one = await namingEdit(each, async () =>
        resolveOne(each, await locateOfPlace(each.locate, context), context),
      );
      resolved.push(one);
      if (each.isEvery) await namingEdit(each, () => resolveOthers(one, resolved, context));
    }
    return resolved;
  } catch (error) {
    for (const { place } of resolved) place.release();
    throw error;
  }
}

/** Runs work for one of several edits; its error says for which. */
export async function namingEdit<Result>({ name }: WantedEdit, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (name === undefined || !(error instanceof LocateError)) throw error;
    const { kind: _kind, ...facts } = error.data;
    throw new LocateError(error.kind, `${name}: ${error.message} Nothing was changed.`, { ...facts, edit: name });
  }
}

async function resolveOne(wanted: WantedEdit, locate: unknown, context: RequestContext): Promise<EditOfPlace> {
  const { operation, newText, isEvery } = wanted;
  const [reading] = readingsOf(locate, "place", context);
  if (isEvery) assertHasFind(reading);
  const meant = isEvery ? { ...reading, find_index: 0 } : locate;
  const isPoint = meansPoint(reading, operation);
  const head = operation === "replace" ? newText : undefined;
  const place = await resolvePlace(
    meant,
    { as: isPoint ? "point" : "range", purpose: "write", newText: head },
    context,
  );
  assertWritable(place.document(), context);
  const target = isPoint ? { kind: "point" as const, find: undefined } : targetOf(reading, place, context);
  return { wanted, locate: meant, place, ...target };
}

/** Resolves the other matches of a find. Errors: `invalid_locate` where there are too many. */
async function resolveOthers(first: EditOfPlace, resolved: EditOfPlace[], context: RequestContext): Promise<void> {
  const count = first.place.resolution?.match?.count ?? 1;
  if (count > MAX_PLACES) {
    const problem = `matches ${groupDigits(count)} times, and one request edits at most ${groupDigits(MAX_PLACES)} places`;
    throw invalidLocate({
      field: "find",
      problem,
      expected: "fewer matches",
      suggestion: "a symbol or lines as the scope",
    });
  }
  const locate = first.locate as Locate;
  for (let find_index = 1; find_index < count; find_index++)
    resolved.push(await resolveOne({ ...first.wanted, isEvery: false }, { ...locate, find_index }, context));
}

function assertHasFind({ find, find_index, handle }: Locate): void {
  if (find_index !== undefined && find_index !== null)
    throw invalidLocate({
      field: "find_index",
      problem: 'chooses one match, and at: "all" means all',
      expected: "no find_index",
    });
  if (handle === undefined && find !== undefined && find !== "") return;
  throw invalidLocate({
    field: "find",
    problem: 'is missing, and at: "all" means all matches of a find',
    expected: "a text to find",
  });
}

/** Returns the Locate of a place; one as servers answer it, `{ uri, range }`, becomes a Locate. */
async function locateOfPlace(locate: unknown, context: RequestContext): Promise<unknown> {
  if (typeof locate !== "object" || locate === null || !("uri" in locate) || !("range" in locate)) return locate;
  const { uri, range } = locate;
  return (await describe({ textDocument: { uri }, range }, context)).locate;
}

/** Whether a Locate is a place to insert at. Throws `invalid_locate` where it has to be a range. */
function meansPoint({ find, scope }: Locate, operation: OperationName): boolean {
  const { text, markers } = readMarker(find ?? "", "range");
  const [at] = markers;
  if (isInsertion(operation)) {
    const isCharacter = scope !== undefined && "line" in scope && scope.character !== undefined;
    return markers.length === 1 || (isCharacter && (find ?? "") === "");
  }
  const isInside = at !== undefined && text.slice(0, at).trim() !== "" && text.slice(at).trim() !== "";
  if (markers.length === 1 && isInside) throw markerError(operation);
  return false;
}

function markerError(operation: OperationName): LocateError {
  const what = operation === "delete" ? "delete takes away" : "replace is about";
  return new LocateError(
    "invalid_locate",
    `One marker is a place, and ${what} a range. Leave it out to mean the whole find, or put one at each end of what is meant: \`<|>\`…\`<|>\`.`,
    { field: "find", expected: "no marker, or two" },
  );
}

/** Returns what the Locate means; for a handle, what was tracked. */
function targetOf(
  reading: Locate,
  place: Place,
  { documents }: Pick<RequestContext, "documents">,
): { readonly kind: TargetKind; readonly find: string | undefined } {
  const locate = reading.handle === undefined ? reading : trackedPlacesOf(documents).get(reading.handle).locate;
  const { scope, find, anchor_text } = locate;
  if (place.resolution?.match !== undefined || (find !== undefined && find !== "")) {
    const { text, markers } = readMarker(find ?? "", "range");
    const [from, to] = markers.length === 2 ? markers : [0, text.length];
    return { kind: "text", find: text.slice(from, to) };
  }
  if (anchor_text !== undefined) return { kind: "node", find: undefined };
  if (scope === undefined || !("line" in scope)) return { kind: "symbol", find: undefined };
  return { kind: scope.character === undefined ? "lines" : "text", find: undefined };
}
