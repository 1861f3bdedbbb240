/**
 * The members that share one name through their types: what a member overrides or implements, what
 * overrides or implements it, and what is that for a third. All of them have one name, or the
 * program means something else.
 */

import { factsOf, familyOf } from "../../languages/languages.js";
import { appendAll } from "../../text/list.js";
import { MAX_DECLARATIONS } from "../entities/codeFiles.js";
import { type DeclaredEntity, isType, keyOf } from "../entities/entity.js";
import type { MemberResolving, UnresolvedHead } from "../types/members.js";
import { Implementations, MAX_FILES } from "./implementations.js";
import { extentOf, mayOverride, mayOverrideOutside } from "./overriding.js";
import { findSupertypes, type SupertypeOptions, type TypesElsewhere } from "./supertypes.js";

export interface Family {
  readonly members: readonly DeclaredEntity[];
  /** The types that declare or inherit one of them. */
  readonly types: readonly DeclaredEntity[];
  /** Whether there may be more: the family is too large, or the search was ended. */
  readonly isCut: boolean;
}

export interface FamilyOptions extends Pick<SupertypeOptions, "typesElsewhere"> {
  /**
   * Whether what only hides or overloads a member is left out: for whoever knows the type of each
   * receiver, it is another member.
   */
  readonly isExact?: boolean;
  /** Whether the search has to end. */
  readonly isOver?: () => boolean;
}

/** Families with more members are not completed. */
const MAX_MEMBERS = 500;

/** Returns the family of a member; undefined for what is no member of a type. */
export async function findFamily(
  first: DeclaredEntity,
  resolver: MemberResolving,
  options: FamilyOptions = {},
): Promise<Family | undefined> {
  const { isExact = false, typesElsewhere, isOver } = options;
  const implementations = new Implementations(resolver, typesElsewhere);
  const word = first.file.text.slice(first.from, first.to);
  const members = new Map<string, DeclaredEntity>();
  const types = new Map<string, DeclaredEntity>();
  const compared = new Set<string>();
  let isCut = false;
  let below: MembersBelow | undefined;
  const queue = [first];
  for (let member = queue.shift(); member; member = queue.shift()) {
    if (members.has(keyOf(member))) continue;
    if (members.size >= MAX_MEMBERS || isOver?.()) {
      isCut = true;
      break;
    }
    members.set(keyOf(member), member);
    const owner = await resolver.members.ownerOf(member);
    if (owner === undefined) {
      // What a class without a name overrides has led here.
      if (member === first) return undefined;
      continue;
    }
    types.set(keyOf(owner), owner);
    const own = member;
    const add = (found: readonly DeclaredEntity[]) =>
      appendAll(queue, isExact ? found.filter((each) => mayOverride(own, each)) : found);
    if (factsOf(owner.file.languageId).hasImplBlocks) {
      add(await membersIn((await resolver.members.traitsOfBlock(member, 0)).types, word, resolver));
    }
    if (extentOf(member, isExact) !== "itself") {
      for (const type of await withSubtypes(owner, implementations)) {
        if (compared.has(keyOf(type))) continue;
        compared.add(keyOf(type));
        types.set(keyOf(type), type);
        const above = await findSupertypes(type, resolver, type === owner ? { typesElsewhere } : {});
        add(await membersIn(above.types, word, resolver));
      }
      add(await implementations.of(member));
    }
    if (!isExact) appendAll(queue, await declaredElsewhere(first, { members, types }, resolver));
    else if (extentOf(member, isExact) !== "itself") {
      below ??= await declaredBelow(first, resolver, options);
      add(below.members.flatMap(({ declared, above }) => (above.has(keyOf(owner)) ? [declared] : [])));
    }
  }
  for (const type of below?.isCut && !isCut ? types.values() : []) isCut ||= await isInManyFiles(type, resolver);
  return { members: [...members.values()], types: [...types.values()], isCut };
}

/**
 * Returns a type of a family that may have the member from a library, as not all that it extends is
 * known; undefined without one.
 */
export async function findOpenType(
  { members, types }: Family,
  resolver: MemberResolving,
): Promise<DeclaredEntity | undefined> {
  for (const member of members) {
    const owner = factsOf(member.file.languageId).hasImplBlocks ? await resolver.members.ownerOf(member) : undefined;
    if (owner && !(await resolver.members.traitsOfBlock(member, 0)).isComplete) return owner;
  }
  const ends = await endsOf(members, resolver);
  for (const type of types) if ((await findSupertypes(type, resolver, { ends })).isOpen) return type;
  return undefined;
}

/** Returns the keys of the types whose members of a family override nothing of a library. */
async function endsOf(family: readonly DeclaredEntity[], { members }: MemberResolving): Promise<ReadonlySet<string>> {
  const ends = new Set<string>();
  const overriding = new Set<string>();
  for (const each of family) {
    const owner = await members.ownerOf(each);
    if (owner) (mayOverrideOutside(each) ? overriding : ends).add(keyOf(owner));
  }
  for (const each of overriding) ends.delete(each);
  return ends;
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

interface MembersBelow {
  readonly members: readonly {
    readonly declared: DeclaredEntity;
    /** The keys of all types that its own extends or implements. */
    readonly above: ReadonlySet<string>;
  }[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/**
 * Returns the members of a name that the workspace declares in types which extend others: more of
 * them than heads with the name of one type lead to, where that is in many files.
 */
async function declaredBelow(
  { file: { languageId, text }, from, to }: DeclaredEntity,
  resolver: MemberResolving,
  { typesElsewhere, isOver }: FamilyOptions,
): Promise<MembersBelow> {
  const { files, members } = resolver;
  const word = text.slice(from, to);
  // No library extends a type of the workspace.
  const mayBeOwn = async ({ file, from }: UnresolvedHead) => {
    const [name = ""] = file.text.slice(from, from + MAX_NAME).match(/^[\p{ID_Continue}$]+/u) ?? [];
    return (await files.declared(name, languageId)).some(isType);
  };
  const elsewhere: TypesElsewhere = async (head) =>
    typesElsewhere && (await mayBeOwn(head)) ? typesElsewhere(head) : [];
  const found: { declared: DeclaredEntity; above: ReadonlySet<string> }[] = [];
  for (const declared of await files.declared(word, languageId)) {
    if (isOver?.()) break;
    const owner = declared.kind === "symbol" ? await members.ownerOf(declared) : undefined;
    if (declared.kind !== "symbol" || owner === undefined) continue;
    const { types } = await findSupertypes(owner, resolver, { typesElsewhere: elsewhere });
    found.push({ declared, above: new Set(types.map(keyOf)) });
  }
  return { members: found, isCut: (await files.declarations(word, languageId)).length > MAX_DECLARATIONS };
}

/** Whether not all files with the name of a type are searched for those that extend it. */
async function isInManyFiles({ file, from, to }: DeclaredEntity, { files }: MemberResolving): Promise<boolean> {
  const paths = await files.sources.filesWith(file.text.slice(from, to), familyOf(file.languageId));
  return paths.length > MAX_FILES;
}

/** The length of a name in a head that is compared, in UTF-16 units. */
const MAX_NAME = 200;

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
