/**
 * Finds members that have the new name already: in the type of a renamed member, or in a type that
 * it extends or that extends it. Then one would take the other's place, or override it.
 */

import { keyOfUri } from "../../../../uri.js";
import type { PossiblePlace } from "../../searchRun.js";
import type { RenameEdits } from "../renameEdits.js";
import { type RenameRequest, renameBudgets } from "../renameRequest.js";
import type { NameConflicts } from "../scopeConflicts.js";
import { findMembers, haveSameArity, type Member, mayOverride, oldNameOf } from "./overrides.js";
import { createSuperTypes, keyOfType } from "./superTypes.js";

/** Whether subtypes don't see a member, as its own modifiers say. */
function isPrivate({ before }: Member): boolean {
  return /\bprivate\b/.test(before);
}

/** Returns the declarations with the new name. `path` is that of the request's file, absolute. */
export async function findMemberConflicts(
  edits: RenameEdits,
  path: string,
  request: RenameRequest,
): Promise<NameConflicts> {
  const deadline = request.deadline.within(renameBudgets.conflicts);
  const query = { edits, path, request, deadline };
  const named = await findMembers(request.newName, query);
  const taken = named.members.filter(({ isRenamed }) => !isRenamed);
  const word = taken.length === 0 ? undefined : await oldNameOf(edits, request);
  if (word === undefined) return { places: [] };
  const renamed = (await findMembers(word, query)).members.filter(({ isRenamed }) => isRenamed);
  const superTypes = createSuperTypes(request, deadline);
  const isSubtype = async (one: Member, other: Member) => (await superTypes.of(one.type)).has(keyOfType(other.type));
  const found = new Map<string, PossiblePlace>();
  for (const own of renamed)
    for (const other of taken) {
      // What is static, a field or not virtual takes the place of what is inherited, too.
      const isHidden =
        own.isStatic === other.isStatic && !isPrivate(own) && !isPrivate(other) && haveSameArity(own, other);
      const isSameType = keyOfType(own.type) === keyOfType(other.type);
      const isInConflict = isSameType
        ? own.isStatic === other.isStatic && haveSameArity(own, other)
        : (isHidden || mayOverride(own, other)) && ((await isSubtype(own, other)) || (await isSubtype(other, own)));
      const { document } = other.type;
      if (isInConflict) found.set(`${keyOfUri(document.uri)}:${other.offset}`, { document, offset: other.offset });
    }
  const isCut = renamed.length > 0 && (named.isCut || superTypes.isCut);
  const whyCut = `not all members named ${request.newName} could be compared with the renamed one`;
  return { places: [...found.values()], ...(isCut ? { whyCut } : {}) };
}
