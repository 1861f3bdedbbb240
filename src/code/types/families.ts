/**
 * The members that share one name through their types: what a member overrides or implements, what
 * overrides or implements it, and what is that for a third. All of them have one name, or the
 * program means something else.
 */

import { factsOf } from "../../languages/languages.js";
import { appendAll } from "../../text/list.js";
import { type DeclaredEntity, isType, keyOf } from "../entities/entity.js";
import { Implementations } from "./implementations.js";
import type { MemberResolving } from "./methodSets.js";

export interface Family {
  /** The declarations in the workspace. */
  readonly members: readonly DeclaredEntity[];
  /** The types that declare or inherit one of them. */
  readonly types: readonly DeclaredEntity[];
  /** A type that may have the member from a library: not all that it extends is known. */
  readonly open: DeclaredEntity | undefined;
}

/** Families with more members are not completed. */
const MAX_MEMBERS = 500;

/** Returns the family of a member; undefined for what is no member of a type, or too large. */
export async function findFamily(first: DeclaredEntity, resolver: MemberResolving): Promise<Family | undefined> {
  const implementations = new Implementations(resolver);
  const word = first.file.text.slice(first.from, first.to);
  const members = new Map<string, DeclaredEntity>();
  const types = new Map<string, DeclaredEntity>();
  const compared = new Set<string>();
  let open: DeclaredEntity | undefined;
  const queue = [first];
  for (let member = queue.pop(); member; member = queue.pop()) {
    if (members.has(keyOf(member))) continue;
    if (members.size >= MAX_MEMBERS) return undefined;
    members.set(keyOf(member), member);
    const owner = await resolver.members.ownerOf(member);
    if (owner === undefined) {
      // What a class without a name overrides has led here.
      if (member === first) return undefined;
      continue;
    }
    types.set(keyOf(owner), owner);
    if (factsOf(owner.file.languageId).hasImplBlocks) {
      const { types: above, isOpen } = await traitsOf(member, resolver);
      if (isOpen) open ??= owner;
      appendAll(queue, await membersIn(above, word, resolver));
    }
    if (extentOf(member) !== "itself") {
      for (const type of await withSubtypes(owner, implementations)) {
        if (compared.has(keyOf(type))) continue;
        compared.add(keyOf(type));
        types.set(keyOf(type), type);
        appendAll(queue, await membersIn((await supertypesOf(type, resolver)).types, word, resolver));
      }
      appendAll(queue, await implementations.of(member));
    }
    appendAll(queue, await declaredElsewhere(first, { members, types }, resolver));
  }
  const ends = await endsOf([...members.values()], resolver);
  for (const type of types.values()) if ((await supertypesOf(type, resolver, ends)).isOpen) open ??= type;
  return { members: [...members.values()], types: [...types.values()], open };
}

/** Returns the keys of the types whose members of a family override nothing. */
async function endsOf(family: readonly DeclaredEntity[], { members }: MemberResolving): Promise<ReadonlySet<string>> {
  const ends = new Set<string>();
  const overriding = new Set<string>();
  for (const each of family) {
    const owner = await members.ownerOf(each);
    if (owner) (extentOf(each) === "whole" ? overriding : ends).add(keyOf(owner));
  }
  for (const each of overriding) ends.delete(each);
  return ends;
}

/**
 * Returns where a member has a family: nowhere (`itself`), in the types that extend its own
 * (`below`), or in those that its own extends, too (`whole`).
 */
function extentOf({ file, symbol, from, to }: DeclaredEntity): "itself" | "below" | "whole" {
  const { privateWord, requiredWord, privateName, isOfMethods } = factsOf(file.languageId).overriding;
  // What annotations have in strings and brackets are no modifiers.
  const head = file.text.slice(symbol?.codeFrom ?? from, from).replace(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, " ");
  if (privateName?.test(file.text.slice(from, to)) || privateWord?.test(head)) return "itself";
  const isBound = isOfMethods && (symbol?.kind === "field" || /\bstatic\b/.test(head));
  return isBound || requiredWord?.test(head) === false ? "below" : "whole";
}

/** Returns what else declares the member in one of the types: an overload, its definition. */
async function declaredElsewhere(
  { file: { languageId, text }, from, to }: DeclaredEntity,
  found: { readonly members: ReadonlyMap<string, unknown>; readonly types: ReadonlyMap<string, unknown> },
  { files, members }: MemberResolving,
): Promise<readonly DeclaredEntity[]> {
  const others: DeclaredEntity[] = [];
  for (const each of await files.declared(text.slice(from, to), languageId)) {
    if (each.kind !== "symbol" || found.members.has(keyOf(each))) continue;
    const owner = await members.ownerOf(each);
    if (owner && found.types.has(keyOf(owner))) others.push(each);
  }
  return others;
}

/** Returns the members of types that have a name, own or inherited. */
async function membersIn(
  types: readonly DeclaredEntity[],
  word: string,
  { members }: MemberResolving,
): Promise<readonly DeclaredEntity[]> {
  const found: DeclaredEntity[] = [];
  for (const type of types)
    for (const each of (await members.ofType(type, word, 0)).entities) if (each.kind === "symbol") found.push(each);
  return found;
}

interface TypesAbove {
  readonly types: readonly DeclaredEntity[];
  /** Whether there may be others, of a library. */
  readonly isOpen: boolean;
}

/** Returns all that a type extends or implements by its head, but for what `ends` do. */
async function supertypesOf(
  type: DeclaredEntity,
  { members }: MemberResolving,
  ends: ReadonlySet<string> = new Set(),
): Promise<TypesAbove> {
  const { hasImplBlocks, hasMethodSets } = factsOf(type.file.languageId);
  // A block says which trait its members are of; methods alone satisfy an interface.
  if (hasImplBlocks) return { types: [], isOpen: false };
  const found = new Map<string, DeclaredEntity>();
  let isOpen = false;
  const queue = [type];
  for (let each = queue.pop(); each; each = queue.pop()) {
    if (ends.has(keyOf(each))) continue;
    const { types, isComplete } = await members.supertypesOf(each);
    if (!isComplete && !hasMethodSets) isOpen = true;
    for (const above of types) {
      if (found.has(keyOf(above))) continue;
      found.set(keyOf(above), above);
      queue.push(above);
    }
  }
  return { types: [...found.values()], isOpen };
}

/** Returns the traits that the block around a member implements. */
async function traitsOf(member: DeclaredEntity, { members }: MemberResolving): Promise<TypesAbove> {
  const { types, isComplete } = await members.traitsOfBlock(member, 0);
  return { types, isOpen: !isComplete };
}

/** Returns a type and all that extend it. */
async function withSubtypes(
  type: DeclaredEntity,
  implementations: Implementations,
): Promise<readonly DeclaredEntity[]> {
  const { hasImplBlocks, hasMethodSets } = factsOf(type.file.languageId);
  if (hasImplBlocks || hasMethodSets) return [type];
  const found = new Map([[keyOf(type), type]]);
  const queue = [type];
  for (let each = queue.pop(); each; each = queue.pop())
    for (const { type: below } of await implementations.direct(each)) {
      if (below === undefined || !isType(below) || found.has(keyOf(below))) continue;
      found.set(keyOf(below), below);
      queue.push(below);
    }
  return [...found.values()];
}
