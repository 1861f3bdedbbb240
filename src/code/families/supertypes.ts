/** All types that a type extends or implements, by its head and the heads of those. */

import { factsOf } from "../../languages/languages.js";
import { appendAll } from "../../text/list.js";
import { type DeclaredEntity, keyOf, type TypeEntity } from "../entities/entity.js";
import type { MemberResolving, UnresolvedHead } from "../types/members.js";

interface TypesAbove {
  readonly types: readonly DeclaredEntity[];
  /** Whether there may be others, of a library. */
  readonly isOpen: boolean;
}

export interface SupertypeOptions {
  /** The keys of types whose supertypes are left out. */
  readonly ends?: ReadonlySet<string>;
  readonly typesElsewhere?: TypesElsewhere | undefined;
}

/** Returns the types that a name in a head means which leads to none in the workspace. */
export type TypesElsewhere = (name: UnresolvedHead) => Promise<readonly TypeEntity[]>;

/** Returns the supertypes of a type. */
export async function findSupertypes(
  type: DeclaredEntity,
  { members }: MemberResolving,
  { ends, typesElsewhere }: SupertypeOptions,
): Promise<TypesAbove> {
  const { hasImplBlocks, hasMethodSets } = factsOf(type.file.languageId);
  // A block says which trait its members are of; methods alone satisfy an interface.
  if (hasImplBlocks) return { types: [], isOpen: false };
  const found = new Map<string, DeclaredEntity>();
  let isOpen = false;
  const queue = [type];
  for (let each = queue.pop(); each; each = queue.pop()) {
    if (ends?.has(keyOf(each))) continue;
    const { types, isComplete, unresolved } = await members.supertypesOf(each);
    const above = [...types];
    let isKnown = isComplete || unresolved.length > 0;
    for (const head of unresolved) {
      const others = (await typesElsewhere?.(head)) ?? [];
      isKnown &&= others.length > 0;
      appendAll(above, others);
    }
    if (!isKnown && !hasMethodSets) isOpen = true;
    for (const each of above) {
      if (found.has(keyOf(each))) continue;
      found.set(keyOf(each), each);
      queue.push(each);
    }
  }
  return { types: [...found.values()], isOpen };
}
