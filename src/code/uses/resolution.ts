/** The evidence of what a use leads to, by scopes, imports, the types of receivers and families. */

import { factsOf } from "../../languages/languages.js";
import { isCalledByName } from "../../languages/overridingFacts.js";
import { appendAll } from "../../text/list.js";
import { realKeyOfPath } from "../../uri.js";
import {
  type DeclaredEntity,
  type Entity,
  isCallable,
  isField,
  isType,
  keyOf,
  type Resolution,
} from "../entities/entity.js";
import { Implementations } from "../families/implementations.js";
import { extentOf, mayOverride } from "../families/overriding.js";
import { findSupertypes } from "../families/supertypes.js";
import { constructorsAt } from "../resolve/constructions.js";
import { isStatic } from "../resolve/narrow.js";
import type { Resolver } from "../resolve/resolver.js";
import { isOfLibrary } from "../types/typeValue.js";
import type { Sign } from "./rules.js";
import { type Candidate, type EvidenceSource, isMember, type UseTarget } from "./use.js";

const interfaceKinds = new Set(["interface", "class", "object"]);

/** What is found by resolving uses of one target. */
export interface ResolutionSources {
  /** Compares what a use leads to with the target. */
  readonly resolution: EvidenceSource;
  /** Tells where nothing but its name can say what a possible use means. */
  readonly receivers: EvidenceSource;
}

export function createResolutionSources(target: UseTarget, resolver: Resolver): ResolutionSources {
  const comparison = new Comparison(target, resolver);
  return {
    resolution: {
      async find(candidate) {
        const sign = await comparison.signOf(candidate);
        return sign ? [sign] : [];
      },
    },
    receivers: { of: "possible", find: (candidate) => comparison.signsOfReceiver(candidate) },
  };
}

class Comparison {
  readonly #resolver: Resolver;
  readonly #target: UseTarget;
  readonly #keys: ReadonlySet<string>;
  #counterparts: Promise<ReadonlySet<string>> | undefined;
  #owners: Promise<readonly OwnedMember[]> | undefined;
  #above: Promise<ReadonlySet<string>> | undefined;

  constructor(target: UseTarget, resolver: Resolver) {
    this.#resolver = resolver;
    this.#target = target;
    this.#keys = new Set(target.entities.map(keyOf));
  }

  /** Returns what a use leads to; undefined where nothing but its spelling says what it means. */
  async signOf({ use, file }: Candidate): Promise<Sign | undefined> {
    if (use.from === this.#target.from && file.path === this.#target.path) return "itself";
    const resolution = await (use.isOuter
      ? this.#resolver.resolveOuter(file, use.from)
      : this.#resolver.resolveAt(file, use.from));
    // A package may be a guess.
    const isGuess = resolution.certainty === "unknown";
    const entities = isGuess ? resolution.entities.filter(({ kind }) => kind !== "package") : resolution.entities;
    const found = { ...resolution, entities };
    const { hasConstructorPaths, hasPrototypes, hasMethodSets, parameters } = factsOf(file.languageId);
    // A type has the name of its constructors.
    const isDeclaration = use.role === "definition" && use.reach !== "import";
    if (this.#isConstructor && use.argumentCount === undefined && !isDeclaration) {
      if (entities.some(isType)) return this.#elsewhere(resolution, { use, file });
      if (entities.length === 0 && hasConstructorPaths) return "type of the constructor, perhaps";
    }
    // One of several, by its name and the number of its parameters.
    if (entities.some((each) => this.#keys.has(keyOf(each)))) return isGuess ? "guessed" : "resolved";
    // A label means a member only where the call is found to take it.
    if (use.callee && isMember(this.#target.name) && parameters.label) return "elsewhere, by syntax";
    if (use.role !== "definition" && hasMethodSets) {
      const counterparts = await this.#findCounterparts();
      if (entities.some((each) => counterparts.has(keyOf(each)))) return "counterpart";
    }
    const called = await constructorsAt(use, file, entities, this.#resolver);
    // Types of arguments, which say which one of several is called, are not compared.
    if (called.some((each) => this.#keys.has(keyOf(each))))
      return called.length === 1 ? "constructed" : "constructed, perhaps";
    const isTwin = hasPrototypes && (await this.#mayBeTwin(entities));
    if (await this.#namesTarget(entities)) return "constructor of the type";
    if (await this.#implementsTarget(entities)) return "implemented";
    if (this.#keys.size === 0 || isTwin) return undefined;
    const sign =
      entities.length > 0
        ? await this.#signOfOther(resolution, { use, file })
        : await this.#signOfAbsent(found, { use, file });
    const isExcluded = sign === "absent" || sign?.startsWith("elsewhere");
    return isExcluded && (await this.#isMarkedField({ use, file })) ? "field of the accessor" : sign;
  }

  get #isConstructor(): boolean {
    const [target] = this.#target.entities;
    return target?.kind === "symbol" && target.symbol?.kind === "constructor";
  }

  /** Returns the sign of a use that leads to another declaration. */
  async #signOfOther(resolution: Resolution, { use, file }: Candidate): Promise<Sign> {
    const { entities } = resolution;
    const relation = await this.#relationOf(entities);
    if (relation === undefined) return this.#elsewhere(resolution, { use, file });
    // Where types are compared by their members, a member of a type above or below is the same.
    const { isStructural, isOfMethods, isMarked } = factsOf(file.languageId).overriding;
    // A call of what a method overrides may run it; what overrides it declares it again.
    const isDeclared = entities.some(
      (each) => "from" in each && each.from === use.from && each.file.path === file.path,
    );
    const isOverriding = (isOfMethods || isMarked) && (relation === "above" || isDeclared);
    return isStructural || isOverriding ? "related" : "related, perhaps";
  }

  /** Returns how sure it is that a use means something else, which it leads to. */
  #elsewhere({ entities, certainty }: Resolution, { use, file }: Candidate): "elsewhere" | "elsewhere, by syntax" {
    const paths = entities.flatMap((each) => (each.kind === "symbol" ? [each.file.path] : []));
    if (mayBeOneOfMany({ use, file }) || certainty !== "shown" || paths.length === 0) return "elsewhere, by syntax";
    const own = this.#target.file.path;
    // A symbolic link leads to the same file by another path.
    const isLinked = paths.some((path) => path !== own && realKeyOfPath(path) === realKeyOfPath(own));
    return isLinked ? "elsewhere, by syntax" : "elsewhere";
  }

  /** Returns the sign of a use that leads nowhere; undefined where only its name is left. */
  async #signOfAbsent({ certainty, searched }: Resolution, { use, file }: Candidate): Promise<Sign | undefined> {
    // What has the name of a type that it embeds may be accessed in any value.
    const isOfValue = use.isMember && use.receiver?.import === undefined;
    if (isOfValue && this.#target.name.reach !== "member" && this.#target.entities.some(isField))
      return "embedded field, perhaps";
    // An object may be of a type below: it is one of a mixin's, or a condition says so.
    if (searched && (await this.#isOfTypeBelow(searched))) return "of a type below";
    const isOfAll = factsOf(file.languageId).overriding.calledName?.test(use.name) === true;
    // A type that has no such member is not the one of the object: a condition says so.
    if (certainty === "shown" && searched && !isOfAll) return undefined;
    if (certainty === "shown" && !(await this.#mayOverrideLibrary())) return "absent";
    return searched && (await this.#isOfOtherType(searched)) ? "absent" : undefined;
  }

  /** Whether a name is the field that the target, an accessor, is for: Ruby's `@name`. */
  async #isMarkedField({ use, file }: Candidate): Promise<boolean> {
    const [own] = this.#target.entities;
    if (use.name === this.#target.name.name || use.reach !== "member" || own?.kind !== "symbol" || !isField(own))
      return false;
    const { members } = this.#resolver;
    const [owner, around] = [await members.ownerOf(own), await members.typeAround(file, use.from, 0)];
    return owner !== undefined && around !== undefined && keyOf(owner) === keyOf(around);
  }

  /** Returns the signs of an access in a value of which no type is known. */
  async signsOfReceiver(candidate: Candidate): Promise<readonly Sign[]> {
    if (!(await this.#isOfUnknownReceiver(candidate))) return [];
    const { use, file } = candidate;
    const declared = await this.#resolver.files.declared(use.name, file.languageId);
    return declared.length < 2 ? ["unknown receiver", "only name"] : ["unknown receiver"];
  }

  async #isOfUnknownReceiver({ use, file }: Candidate): Promise<boolean> {
    if (!isMember(this.#target.name) || !(use.isMember || use.shorthand !== undefined)) return false;
    // Ruby's `@name` is of the class around it.
    if (use.receiver === undefined && factsOf(file.languageId).sigil?.test(use.name)) return false;
    const { entities, certainty } = await this.#resolver.resolveAt(file, use.from);
    if (entities.length > 0 && certainty === "shown") return false;
    const { receiver } = await this.#resolver.valueAt(file, use.from);
    const type = receiver && (await this.#resolver.types.valueOf(receiver.expression, file, 0));
    if (type === undefined || !isOfLibrary(type, factsOf(file.languageId).topTypes)) return true;
    // A type of a library has members of the workspace by an interface, or as it holds another.
    return (await this.#ownerOfTarget())?.symbol?.kind === "interface" || this.#mayOverrideLibrary();
  }

  /** Returns the keys of the methods that a use may mean instead, and must not be missed. */
  #findCounterparts(): Promise<ReadonlySet<string>> {
    this.#counterparts ??= (async () => {
      const implementations = new Implementations(this.#resolver);
      const keys = new Set<string>();
      for (const each of this.#target.entities)
        for (const found of await implementations.counterpartsOf(each)) keys.add(keyOf(found));
      return keys;
    })();
    return this.#counterparts;
  }

  /** Whether members are those of blocks that implement the trait of the target. */
  async #implementsTarget(entities: readonly Entity[]): Promise<boolean> {
    for (const each of entities) {
      if (each.kind !== "symbol" || !factsOf(each.file.languageId).hasImplBlocks) continue;
      const owner = await this.#ownerOfTarget();
      if (owner?.symbol?.kind !== "interface") return false;
      const { types } = await this.#resolver.members.traitsOfBlock(each, 0);
      if (types.some((trait) => keyOf(trait) === keyOf(owner))) return true;
    }
    return false;
  }

  /** Whether what is found may be another declaration of the target, as a prototype is. */
  async #mayBeTwin(entities: readonly Entity[]): Promise<boolean> {
    const [target] = this.#target.entities;
    if (entities.length === 0 || target === undefined) return true;
    if (entities.some(isField)) return false;
    const owner = await this.#ownerOfTarget();
    for (const each of entities) {
      if (each.kind !== "symbol" || isType(each) !== isType(target)) continue;
      const other = await this.#resolver.members.ownerOf(each);
      // A head that leads to no type may have that of the target.
      if (other === undefined && (owner === undefined || each.symbol?.name.includes("::"))) return true;
      if (owner && other && keyOf(owner) === keyOf(other)) return true;
    }
    return false;
  }

  /** Whether a constructor of C++ is named, which has the name of its type. */
  async #namesTarget(entities: readonly Entity[]): Promise<boolean> {
    for (const each of entities) {
      if (each.kind !== "symbol" || each.symbol?.kind !== "constructor") continue;
      if (!factsOf(each.file.languageId).hasConstructorPaths) continue;
      const owner = await this.#resolver.members.ownerOf(each);
      if (owner && this.#keys.has(keyOf(owner))) return true;
    }
    return false;
  }

  /**
   * Returns whether a member is declared by a type that the target's type extends, `above`, or by
   * another one of its hierarchy. An overload that arguments tell apart is not, nor is what only
   * hides another.
   */
  async #relationOf(entities: readonly Entity[]): Promise<"above" | "other" | undefined> {
    for (const { member, owner } of await this.#ownedMembers()) {
      const hasOverloads = factsOf(owner.file.languageId).overloads !== "none";
      for (const each of entities) {
        if (each.kind === "module" || each.kind === "package") continue;
        const other = await this.#resolver.members.ownerOf(each);
        if (other === undefined || (hasOverloads && keyOf(other) === keyOf(owner))) continue;
        if (isStatic(member) !== isStatic(each) || !mayOverride(member, each)) continue;
        if (await this.#extends(owner, other)) return "above";
        if ((await this.#extends(other, owner)) || (await this.#haveOneBase(each, owner, other))) return "other";
      }
    }
    return undefined;
  }

  /** Whether the target may override a method of a library, by which it is called then. */
  async #mayOverrideLibrary(): Promise<boolean> {
    const [target] = this.#target.entities;
    const owner = await this.#ownerOfTarget();
    if (owner === undefined || target?.kind !== "symbol" || !isCallable(target)) return false;
    const { overriding } = factsOf(owner.file.languageId);
    const { isOfMethods, isMarked } = overriding;
    if (!(isOfMethods || isMarked) || extentOf(target, true) === "itself") return false;
    if (isCalledByName(overriding, { ...target, text: target.file.text })) return true;
    return !(await this.#resolver.members.supertypesOf(owner)).isComplete;
  }

  /** Whether a member takes the place of one that the target's does, where types are structures. */
  async #haveOneBase({ file, from, to }: DeclaredEntity, owner: DeclaredEntity, other: DeclaredEntity) {
    if (!factsOf(file.languageId).overriding.isStructural) return false;
    const { members } = this.#resolver;
    const name = file.text.slice(from, to);
    for (const base of (await members.supertypesOf(owner)).types) {
      const { entities } = await members.ofType(base, name, 0);
      for (const each of entities) {
        const declaring = "from" in each ? await members.ownerOf(each) : undefined;
        if (declaring && (await this.#extends(other, declaring))) return true;
      }
    }
    return false;
  }

  async #extends(type: DeclaredEntity, other: DeclaredEntity): Promise<boolean> {
    const seen = new Set<string>();
    const open = [type];
    for (let each = open.pop(); each && seen.size < MAX_SUPERTYPES; each = open.pop()) {
      if (keyOf(each) === keyOf(other)) return true;
      if (seen.has(keyOf(each))) continue;
      seen.add(keyOf(each));
      appendAll(open, (await this.#resolver.members.supertypesOf(each)).types);
    }
    return false;
  }

  /** Whether the target is a member of a type that none of these types is or extends. */
  async #isOfOtherType(searched: ReadonlySet<string>): Promise<boolean> {
    const owner = await this.#ownerOfTarget();
    if (owner === undefined || searched.has(keyOf(owner))) return false;
    return !interfaceKinds.has(owner.symbol?.kind ?? "class") || factsOf(owner.file.languageId).modules === "folders";
  }

  /**
   * Whether the target is a member of a type that extends the one whose members were searched, or
   * is inherited by one that does.
   */
  async #isOfTypeBelow(searched: ReadonlySet<string>): Promise<boolean> {
    const [receiver] = searched;
    this.#above ??= this.#findTypesAbove();
    return receiver !== undefined && (await this.#above).has(receiver);
  }

  /** Returns the keys of what the type of the target extends, and of what its subtypes do. */
  async #findTypesAbove(): Promise<ReadonlySet<string>> {
    const owner = await this.#ownerOfTarget();
    if (owner === undefined || !isType(owner)) return new Set();
    const implementations = new Implementations(this.#resolver);
    const below = await implementations.of(owner);
    const keys = new Set<string>();
    for (const each of [owner, ...below]) {
      const type = isType(each) ? each : await this.#resolver.members.typeAround(each.file, each.from, 0);
      const { types } = type ? await findSupertypes(type, this.#resolver, {}) : { types: [] };
      for (const above of types) keys.add(keyOf(above));
    }
    keys.delete(keyOf(owner));
    return keys;
  }

  /** Returns the type that declares the target. */
  async #ownerOfTarget(): Promise<DeclaredEntity | undefined> {
    return (await this.#ownedMembers())[0]?.owner;
  }

  /** Returns the first declaration of the target in each type that has one. */
  #ownedMembers(): Promise<readonly OwnedMember[]> {
    this.#owners ??= (async () => {
      const found = new Map<string, OwnedMember>();
      for (const member of this.#target.entities) {
        if (member.kind === "module" || member.kind === "package" || found.size >= MAX_OWNERS) continue;
        const owner = await this.#resolver.members.ownerOf(member);
        if (owner && !found.has(keyOf(owner))) found.set(keyOf(owner), { member, owner });
      }
      return [...found.values()];
    })();
    return this.#owners;
  }
}

/**
 * Whether a use may mean one of several declarations of a symbol, so that none shows that it means
 * another: what is declared again in another file has no one place to compare, and a property may
 * take the place of another type's.
 */
export function mayBeOneOfMany({ use, file }: Candidate): boolean {
  const { hasPrototypes, overriding } = factsOf(file.languageId);
  const isProperty = use.isMember || use.shorthand !== undefined;
  return hasPrototypes || (overriding.isStructural && isProperty);
}

interface OwnedMember {
  readonly member: DeclaredEntity;
  /** The type that declares it. */
  readonly owner: DeclaredEntity;
}

/** The maximum number of types whose members are compared with what a use leads to. */
const MAX_OWNERS = 20;
const MAX_SUPERTYPES = 100;
