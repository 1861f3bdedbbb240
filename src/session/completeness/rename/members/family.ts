/**
 * Renames what a renamed member shares its name with: members that override it, or that it
 * overrides. The server is asked at each declaration, and all of them are renamed or none.
 */

import { LocateError } from "../../../../error.js";
import { appendAll } from "../../../../text/list.js";
import { offsetToPosition } from "../../../../text/position.js";
import type { PossiblePlace } from "../../searchRun.js";
import type { ExaminedRename } from "../leftOutPlaces.js";
import { isInRanges, joinRenames, type RenameEdits, rangesOfRename } from "../renameEdits.js";
import { RENAME_TIMEOUT_MS, type RenameRequest } from "../renameRequest.js";
import { renameMember } from "./renameAtInterface.js";

/** A rename with further members, and their declarations. */
export interface AddedFamily {
  readonly examined: ExaminedRename;
  readonly added: readonly { readonly place: PossiblePlace; readonly why: string }[];
}

/** Renames of what was added may leave out further members. */
const MAX_ROUNDS = 5;

/**
 * Returns the rename as it is if the server does not rename each of the members. Errors:
 * `backend_timeout` if there is no time for all of them.
 */
export async function addFamily(
  first: ExaminedRename,
  request: RenameRequest,
  examine: (edits: RenameEdits, before: ExaminedRename) => Promise<ExaminedRename>,
): Promise<AddedFamily> {
  const added: { place: PossiblePlace; why: string }[] = [];
  const why = "overrides the renamed member, or is overridden by it";
  let examined = first;
  for (let round = 0; round < MAX_ROUNDS && examined.overrides.places.length > 0; round++) {
    const { places } = examined.overrides;
    request.noteStage(`renaming ${places.length} members that override it, or that it overrides`);
    const edits = await addMembers(examined.rename.edits, places, request);
    if (edits === undefined) return { examined: first, added: [] };
    appendAll(
      added,
      places.map((place) => ({ place, why })),
    );
    examined = await examine(edits, examined);
  }
  return examined.overrides.places.length > 0 ? { examined: first, added: [] } : { examined, added };
}

/**
 * Adds the server's rename at each declaration; undefined if it has none at one of them. Errors:
 * `backend_timeout`.
 */
export async function addMembers(
  edits: RenameEdits,
  places: readonly PossiblePlace[],
  request: RenameRequest,
): Promise<RenameEdits | undefined> {
  let joined = edits;
  for (const { document, offset } of places) {
    const { uri, text } = document;
    const position = offsetToPosition(text, offset, request.backend.encoding);
    // The rename at another one may have changed it, too.
    if (isInRanges({ uri, position }, rangesOfRename(joined))) continue;
    if (request.deadline.isOver) throw familyTimeoutError(places.length, request);
    const other = await renameMember({ uri, position }, request);
    const next = other && joinRenames(joined, other, request.newName);
    if (next === undefined || !isInRanges({ uri, position }, rangesOfRename(next))) return undefined;
    joined = next;
  }
  return joined;
}

function familyTimeoutError(count: number, { backend, deadline }: RenameRequest): LocateError {
  const seconds = deadline.secondsOf(RENAME_TIMEOUT_MS);
  const message = `${backend.name} has not renamed all ${count} members that override the renamed one, or that it overrides, within ${seconds} s. Try again.`;
  return new LocateError("backend_timeout", message, { method: "textDocument/rename", backend: backend.name, seconds });
}
