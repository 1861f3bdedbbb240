/**
 * Finds members that have the new name already: in the type of a renamed member, or in a type that
 * it extends or that extends it. Then one would take the other's place, or override it.
 */

import { type CodeFile, type DeclaredEntity, isCallable, keyOf } from "../../../../code/entities/entity.js";
import { Implementations } from "../../../../code/families/implementations.js";
import { haveSameArity, isPrivate, isStaticMember, mayOverride } from "../../../../code/families/overriding.js";
import { findSupertypes, type SupertypeOptions } from "../../../../code/families/supertypes.js";
import type { Resolver } from "../../../../code/resolve/resolver.js";
import { forwardsTo } from "../../../../code/types/forwarding.js";
import { factsOf } from "../../../../languages/languages.js";
import { codeFileOf, resolverOf } from "../../codeTexts.js";
import type { PossiblePlace } from "../../searchRun.js";
import type { RenameEdits } from "../renameEdits.js";
import { type RenameRequest, renameBudgets } from "../renameRequest.js";
import type { NameConflicts } from "../scopeConflicts.js";
import { createServerTypes, findRenamedMembers, isMember, isOwn, memberAt, placesOfMembers } from "./renamedMembers.js";

/** Returns the declarations with the new name. `target` is the place of the request. */
export async function findMemberConflicts(
  edits: RenameEdits,
  target: PossiblePlace,
  request: RenameRequest,
): Promise<NameConflicts> {
  const { newName, texts, context } = request;
  const deadline = request.deadline.within(renameBudgets.conflicts);
  const file = await codeFileOf(target.document, context);
  if (file === undefined) return { places: [] };
  const turns = await resolverOf(file.path, texts, context);
  return turns.take(async (resolver) => {
    if (factsOf(file.languageId).hasImplBlocks)
      return { places: await placesOfMembers(await findInBlocks(file, target.offset, newName, resolver), request) };
    const renamed = await findRenamedMembers(edits, resolver, request);
    if (renamed === undefined) return { places: [] };
    const isRenamed = new Set(renamed.members.map(keyOf));
    const serverTypes = createServerTypes(resolver, request, deadline);
    const comparison = { resolver, typesElsewhere: serverTypes.of };
    const found: DeclaredEntity[] = [];
    let isCut = false;
    for (const other of await resolver.files.declared(newName, renamed.languageId)) {
      if (other.kind !== "symbol" || isRenamed.has(keyOf(other)) || !isOwn(other, request)) continue;
      if (!(await isMember(other, resolver))) continue;
      isCut ||= deadline.isOver;
      if (!isCut && (await isInConflict(other, renamed.members, comparison))) found.push(other);
    }
    const whyCut = `not all members named ${newName} could be compared with the renamed one`;
    return { places: await placesOfMembers(found, request), ...(isCut || serverTypes.isCut ? { whyCut } : {}) };
  });
}

interface Comparison extends Pick<SupertypeOptions, "typesElsewhere"> {
  readonly resolver: Resolver;
}

async function isInConflict(
  other: DeclaredEntity,
  renamed: readonly DeclaredEntity[],
  { resolver, typesElsewhere }: Comparison,
): Promise<boolean> {
  const ownerOf = (member: DeclaredEntity) => resolver.members.ownerOf(member);
  const isSubtype = async (one: DeclaredEntity, type: DeclaredEntity) => {
    const { types } = await findSupertypes(one, resolver, { typesElsewhere });
    return types.some((each) => keyOf(each) === keyOf(type));
  };
  const otherType = await ownerOf(other);
  for (const own of renamed) {
    const type = await ownerOf(own);
    if (type === undefined || otherType === undefined) continue;
    const isBeside = isStaticMember(own) === isStaticMember(other) && haveSameArity(own, other);
    if (keyOf(type) === keyOf(otherType)) {
      if (isBeside) return true;
      continue;
    }
    // What is static, a field or not virtual takes the place of what is inherited, too.
    const isHidden = isBeside && !isPrivate(own) && !isPrivate(other);
    if (!isHidden && !mayOverride(own, other)) continue;
    if ((await isSubtype(type, otherType)) || (await isSubtype(otherType, type))) return true;
  }
  return false;
}

/**
 * Returns the members with the new name of the types that have the renamed one, by blocks of their
 * own or of traits, or by what they dereference to: the compiler takes one of the two, and says
 * nothing.
 */
async function findInBlocks(
  file: CodeFile,
  offset: number,
  newName: string,
  resolver: Resolver,
): Promise<readonly DeclaredEntity[]> {
  const renamed = await memberAt(file, offset, resolver);
  if (renamed === undefined) return [];
  const { member, owner } = renamed;
  const types = [owner];
  for (const { file, name } of await new Implementations(resolver).direct(owner)) {
    const below = await resolver.members.typeAround(file, name.from, 0);
    if (below) types.push(below);
  }
  const found: DeclaredEntity[] = [];
  for (const type of types)
    for (const each of (await resolver.members.ofType(type, newName, 0)).entities)
      if (each.kind === "symbol" && isCallable(each) === isCallable(member)) found.push(each);
  for (const each of await resolver.files.declared(newName, file.languageId)) {
    if (each.kind !== "symbol" || isCallable(each) !== isCallable(member)) continue;
    const type = await resolver.members.ownerOf(each);
    if (type && keyOf(type) !== keyOf(owner) && (await forwardsTo(type, owner, resolver))) found.push(each);
  }
  return found;
}
