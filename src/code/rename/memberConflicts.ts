/**
 * Finds declarations in other texts that have the new name already: in the type of a renamed
 * member, in a type that it extends or that extends it, or in the package. Then one would take the
 * other's place, or override it.
 */

import { dirname } from "node:path";
import { factsOf } from "../../languages/languages.js";
import { type DeclaredEntity, isCallable, isSymbol, isType, keyOf } from "../entities/entity.js";
import { Implementations } from "../families/implementations.js";
import { haveSameArity, isPrivate, isStaticMember, mayOverride } from "../families/overriding.js";
import { findSupertypes, type SupertypeOptions } from "../families/supertypes.js";
import type { Resolver } from "../resolve/resolver.js";
import { forwardsTo } from "../types/forwarding.js";

export interface MemberConflictOptions extends Pick<SupertypeOptions, "typesElsewhere"> {
  /** Whether a declaration is one of the workspace; all of them are by default. */
  readonly isOwn?: (declared: DeclaredEntity) => boolean;
  /** Whether the search has to end. */
  readonly isOver?: () => boolean;
}

export interface MemberConflicts {
  readonly members: readonly DeclaredEntity[];
  /** Whether there may be more, because the search was ended. */
  readonly isCut: boolean;
}

/** Returns the declarations that have the new name beside renamed members of one language. */
export async function findMemberConflicts(
  renamed: readonly DeclaredEntity[],
  newName: string,
  resolver: Resolver,
  options: MemberConflictOptions = {},
): Promise<MemberConflicts> {
  const { isOwn = () => true, isOver = () => false } = options;
  const found = new Map<string, DeclaredEntity>();
  const [first] = renamed;
  if (first === undefined) return { members: [], isCut: false };
  const { hasImplBlocks, overriding } = factsOf(first.file.languageId);
  if (hasImplBlocks || !overriding.namesSupertypes)
    for (const member of renamed)
      for (const each of await findInTypes(member, newName, resolver)) found.set(keyOf(each), each);
  if (hasImplBlocks) return { members: [...found.values()], isCut: false };
  const isRenamed = new Set(renamed.map(keyOf));
  let isCut = false;
  for (const other of await resolver.files.declared(newName, first.file.languageId)) {
    if (other.kind !== "symbol" || isRenamed.has(keyOf(other)) || !isOwn(other)) continue;
    if (!(await isMember(other, resolver))) continue;
    isCut ||= isOver();
    if (!isCut && (await isInConflict(other, renamed, resolver, options))) found.set(keyOf(other), other);
  }
  return { members: [...found.values()], isCut };
}

/** Returns what declares the new name in other files of a declaration's package. */
export async function findPackageConflicts(
  { file, from, owners }: DeclaredEntity,
  newName: string,
  resolver: Resolver,
): Promise<readonly DeclaredEntity[]> {
  const { path, languageId } = file;
  if (owners.length > 0 || !factsOf(languageId).hasFolderPackages) return [];
  const { entities = [] } = (await resolver.systemOf(languageId)?.unboundAt(newName, file, from, 0)) ?? {};
  return entities.filter(isSymbol).filter((each) => each.file.path !== path && isBeside(each.file.path, path));
}

function isBeside(one: string, other: string): boolean {
  return dirname(one) === dirname(other);
}

/** Whether a declaration is a member of a type, and no type itself. */
export async function isMember(declared: DeclaredEntity, { members }: Pick<Resolver, "members">): Promise<boolean> {
  return (
    !isType(declared) && declared.symbol?.kind !== "constructor" && (await members.ownerOf(declared)) !== undefined
  );
}

async function isInConflict(
  other: DeclaredEntity,
  renamed: readonly DeclaredEntity[],
  resolver: Resolver,
  { typesElsewhere }: MemberConflictOptions,
): Promise<boolean> {
  const isSubtype = async (one: DeclaredEntity, type: DeclaredEntity) => {
    const { types } = await findSupertypes(one, resolver, { typesElsewhere });
    return types.some((each) => keyOf(each) === keyOf(type));
  };
  const otherType = await resolver.members.ownerOf(other);
  for (const own of renamed) {
    const type = await resolver.members.ownerOf(own);
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
 * own or of traits, by what they embed, or by what they dereference to: the compiler takes one of
 * the two, and says nothing.
 */
async function findInTypes(
  member: DeclaredEntity,
  newName: string,
  resolver: Resolver,
): Promise<readonly DeclaredEntity[]> {
  const owner = await resolver.members.ownerOf(member);
  if (owner === undefined) return [];
  const { hasImplBlocks } = factsOf(member.file.languageId);
  // A field and a method of a type with blocks may share their name.
  const isAlike = (each: DeclaredEntity) => !hasImplBlocks || isCallable(each) === isCallable(member);
  const types = [owner];
  for (const { file, name } of await new Implementations(resolver).direct(owner)) {
    const below = await resolver.members.typeAround(file, name.from, 0);
    if (below) types.push(below);
  }
  const found: DeclaredEntity[] = [];
  for (const type of types)
    for (const each of (await resolver.members.ofType(type, newName, 0)).entities)
      if (each.kind === "symbol" && isAlike(each)) found.push(each);
  if (!hasImplBlocks) return found;
  for (const each of await resolver.files.declared(newName, member.file.languageId)) {
    if (each.kind !== "symbol" || !isAlike(each)) continue;
    const type = await resolver.members.ownerOf(each);
    if (type && keyOf(type) !== keyOf(owner) && (await forwardsTo(type, owner, resolver))) found.push(each);
  }
  return found;
}
