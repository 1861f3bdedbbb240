/**
 * Members of types that can take each other's place without naming each other: a type has all
 * members of an interface, where that is enough.
 */

import { factsOf } from "../../languages/languages.js";
import { type DeclaredEntity, isType, keyOf, type TypeEntity } from "../entities/entity.js";
import type { MemberResolving } from "../types/members.js";
import { type FamilyOptions, findFamily } from "./families.js";

/** Types that share fewer members with an interface may have them by chance. */
const MIN_SHARED_MEMBERS = 2;

/** Returns the members that one of a family stands for in this way, and their families. */
export async function findAlike(
  family: readonly DeclaredEntity[],
  resolver: MemberResolving,
  options: FamilyOptions,
): Promise<readonly DeclaredEntity[]> {
  const [first] = family;
  if (first === undefined || !factsOf(first.file.languageId).overriding.isStructural) return [];
  const { files, members } = resolver;
  const ownerOf = async (member: DeclaredEntity) => {
    const owner = await members.ownerOf(member);
    return owner && isType(owner) ? owner : undefined;
  };
  const others = new Map<string, { readonly member: DeclaredEntity; readonly owner: TypeEntity }>();
  for (const member of await files.declared(first.file.text.slice(first.from, first.to), first.file.languageId)) {
    const owner = member.kind === "symbol" ? await ownerOf(member) : undefined;
    if (member.kind === "symbol" && owner) others.set(keyOf(member), { member, owner });
  }
  for (const each of family) others.delete(keyOf(each));
  const found: DeclaredEntity[] = [];
  const queue = [...family];
  for (let next = queue.pop(); next && others.size > 0 && !options.isOver?.(); next = queue.pop()) {
    const owner = await ownerOf(next);
    if (owner === undefined) continue;
    for (const [key, other] of others) {
      if (!isAlike(owner, other.owner) && !isAlike(other.owner, owner)) continue;
      const { members: added = [other.member] } = (await findFamily(other.member, resolver, options)) ?? {};
      for (const each of added) {
        if (!others.delete(keyOf(each)) && keyOf(each) !== key) continue;
        found.push(each);
        queue.push(each);
      }
    }
  }
  return found;
}

/** Whether a type itself declares what an interface requires. */
function isAlike({ symbol }: TypeEntity, required: TypeEntity): boolean {
  if (required.symbol.kind !== "interface") return false;
  const isOptional = ({ nameTo }: TypeEntity["symbol"]) => required.file.text.startsWith("?", nameTo);
  const names = new Set(required.symbol.children.filter((each) => !isOptional(each)).map(({ name }) => name));
  const declared = new Set(symbol.children.map(({ name }) => name));
  return names.size >= MIN_SHARED_MEMBERS && [...names].every((name) => declared.has(name));
}
