/**
 * The members that a type has without declaring them: those of the object that it stands for
 * (Rust's `Deref`), or any, by a method that answers for them (Python's `__getattr__`).
 */

import { factsOf } from "../../languages/languages.js";
import { type DeclaredEntity, type Entity, isCallable, isType, keyOf } from "../entities/entity.js";
import { MAX_DEPTH } from "../entities/resolving.js";
import type { TypeResolving } from "./typeResolving.js";

/** `target`: the type whose members they are; undefined if it may be any. */
export interface Forwarding {
  readonly target: DeclaredEntity | undefined;
}

/**
 * Returns how a type has a member with a name that it neither declares nor inherits; undefined if
 * it has none.
 */
export async function findForwarding(
  type: DeclaredEntity,
  name: string,
  depth: number,
  { members, types }: TypeResolving,
): Promise<Forwarding | undefined> {
  const { forwarding } = factsOf(type.file.languageId);
  // What forwards is not forwarded itself.
  if (forwarding.has(name) || depth >= MAX_DEPTH) return undefined;
  const isMethod = (each: Entity): each is DeclaredEntity => each.kind === "symbol" && isCallable(each);
  for (const [word, what] of forwarding) {
    const method = (await members.ofType(type, word, depth + 1)).entities.find(isMethod);
    if (method === undefined) continue;
    const { result } = what === "result" ? await types.declared(method) : {};
    const value = result && (await types.valueOf(result, method.file, depth + 1));
    return { target: value?.kind === "itself" && isType(value.entity) ? value.entity : undefined };
  }
  return undefined;
}

/** Whether a type has the members of another by forwarding to it, directly or through others. */
export async function forwardsTo(
  type: DeclaredEntity,
  other: DeclaredEntity,
  resolving: TypeResolving,
): Promise<boolean> {
  const seen = new Set([keyOf(type)]);
  for (let each: DeclaredEntity | undefined = type; each; ) {
    each = (await findForwarding(each, "", 0, resolving))?.target;
    if (each === undefined || seen.has(keyOf(each))) return false;
    if (keyOf(each) === keyOf(other)) return true;
    seen.add(keyOf(each));
  }
  return false;
}
