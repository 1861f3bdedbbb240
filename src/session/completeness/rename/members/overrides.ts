/**
 * Finds the members that override a renamed one, or that it overrides, and that a rename leaves
 * out. With different names they don't override each other, and calls run other code than before.
 */

import type { Deadline } from "../../../../ask/deadline.js";
import { type DeclaredEntity, keyOf } from "../../../../code/entities/entity.js";
import { findAlike } from "../../../../code/families/alikeMembers.js";
import { type FamilyOptions, findFamily } from "../../../../code/families/families.js";
import { distanceBetween, pathOfUri } from "../../../../uri.js";
import { resolverOf } from "../../codeTexts.js";
import type { PossiblePlace } from "../../searchRun.js";
import type { RenameEdits } from "../renameEdits.js";
import { type RenameRequest, renameBudgets } from "../renameRequest.js";
import { createServerTypes, findRenamedMembers, isOwn, placesOfMembers } from "./renamedMembers.js";

/** What a rename would part from a renamed member. */
export interface LeftOutOverrides {
  /** Declarations in types that name each other in their heads. */
  readonly places: readonly PossiblePlace[];
  /** Declarations in types that may take each other's place only because they have its members. */
  readonly alike: readonly PossiblePlace[];
  /** Declarations outside of the workspace, which can't be renamed. */
  readonly outside: readonly PossiblePlace[];
  /** Why there may be more; undefined if all members were examined. */
  readonly whyCut?: string;
}

export const noOverrides: LeftOutOverrides = { places: [], alike: [], outside: [] };

/**
 * Returns the declarations in types that a rename leaves out. `path` is that of the request's file,
 * absolute.
 */
export async function findLeftOutOverrides(
  edits: RenameEdits,
  path: string,
  request: RenameRequest,
): Promise<LeftOutOverrides> {
  const deadline = request.deadline.within(renameBudgets.overrides);
  const turns = await resolverOf(path, request.texts, request.context);
  return turns.take(async (resolver) => {
    const renamed = await findRenamedMembers(edits, resolver, request);
    if (renamed === undefined) return noOverrides;
    const serverTypes = createServerTypes(resolver, request, deadline);
    const options: FamilyOptions = { isExact: true, typesElsewhere: serverTypes.of, isOver: () => deadline.isOver };
    const family = new Map<string, DeclaredEntity>();
    let isCut = false;
    for (const member of renamed.members) {
      if (family.has(keyOf(member))) continue;
      const found = await findFamily(member, resolver, options);
      isCut ||= found?.isCut === true;
      for (const each of found?.members ?? []) family.set(keyOf(each), each);
    }
    const alike = await findAlike([...family.values()], resolver, options);
    isCut ||= serverTypes.isCut || deadline.isOver;
    // What is renamed may be outside of the workspace, too.
    for (const member of renamed.members) family.delete(keyOf(member));
    const left = [...family.values()].sort(compareNearest(path));
    const isInside = (each: DeclaredEntity) => isOwn(each, request);
    const outside = left.filter((each) => !isInside(each));
    return {
      places: await placesOfMembers(left.filter(isInside), request),
      alike: await placesOfMembers(alike.filter(isInside), request),
      outside: await placesOfMembers(outside, request),
      ...(isCut ? { whyCut: describeCutMembers(renamed.word, deadline) } : {}),
    };
  });
}

/** Compares members by their files, the nearest to one first, then by place. */
function compareNearest(path: string): (one: DeclaredEntity, other: DeclaredEntity) => number {
  const distanceOf = ({ file }: DeclaredEntity) => distanceBetween(file.path, path);
  return (one, other) =>
    distanceOf(one) - distanceOf(other) || one.file.path.localeCompare(other.file.path) || one.from - other.from;
}

function describeCutMembers(word: string, deadline: Deadline): string {
  const seconds = deadline.secondsOf(renameBudgets.overrides);
  return `not all members named ${word} could be searched for overrides of the renamed one within ${seconds} s`;
}

/** Returns why overrides would break. */
export function describeOverrides(count: number): string {
  return count === 1
    ? "1 place overrides the renamed member, or is overridden by it, and the server does not rename it"
    : `${count} places override the renamed member, or are overridden by it, and the server does not rename all of them`;
}

/** Returns why declarations outside of the workspace keep a member from being renamed. */
export function describeOutside(count: number): string {
  return `the renamed member has to keep its name: it overrides ${count === 1 ? "1 that is" : `${count} that are`} declared outside of the workspace`;
}

/** Returns why members of types that are alike would break. */
export function describeAlike(count: number): string {
  return count === 1
    ? "1 place is in a type with all members of the renamed one's interface, or the other way round, which another name would end: rename it, too"
    : `${count} places are in types with all members of the renamed one's interface, or the other way round, which another name would end: rename each of them, too`;
}

/** Returns the absolute paths of the files of places. */
export function pathsOfPlaces(places: readonly PossiblePlace[]): readonly string[] {
  return [...new Set(places.flatMap(({ document }) => pathOfUri(document.uri) ?? []))];
}
