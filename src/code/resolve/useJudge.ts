/**
 * Judges whether uses of a name mean a declaration: by what they are resolved to, and where that is
 * not known, by the spelling of imports and receivers.
 */

import { factsOf } from "../../languages/languages.js";
import type { WordUse } from "../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../text/list.js";
import { realKeyOfPath } from "../../uri.js";
import { containersOf } from "../containers.js";
import {
  areOneSymbol,
  type CodeFile,
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
import { isMember, isSameBinding, judgeUse, type TargetName, type UseVerdict } from "../sameSymbol.js";
import { isOfLibrary } from "../types/typeValue.js";
import { constructorsAt } from "./constructions.js";
import { isStatic } from "./narrow.js";
import type { Resolver } from "./resolver.js";

/** What uses are compared with. */
export interface JudgedTarget extends TargetName {
  readonly file: CodeFile;
  /** The offset of its name there. */
  readonly from: number;
  /** Its declarations, as far as they are known: twins, overloads, a module. */
  readonly entities: readonly Entity[];
}

const interfaceKinds = new Set(["interface", "class", "object"]);

/** `named`: only the name, and how it is written, say that it is the declaration. */
export type JudgedUse = UseVerdict | "named";

export class UseJudge {
  readonly #resolver: Resolver;
  readonly #target: JudgedTarget;
  readonly #keys: ReadonlySet<string>;
  #counterparts: Promise<ReadonlySet<string>> | undefined;
  #owner: Promise<DeclaredEntity | undefined> | undefined;
  #above: Promise<ReadonlySet<string>> | undefined;

  constructor(resolver: Resolver, target: JudgedTarget) {
    this.#resolver = resolver;
    this.#target = target;
    this.#keys = new Set(target.entities.map(keyOf));
  }

  /** Returns what a use means. */
  async verdictOf(use: WordUse, file: CodeFile): Promise<JudgedUse> {
    const resolution = await this.#resolver.resolveAt(file, use.from);
    // A package may be a guess.
    const isGuess = resolution.certainty === "unknown";
    const entities = isGuess ? resolution.entities.filter(({ kind }) => kind !== "package") : resolution.entities;
    const found = { ...resolution, entities };
    const isItself = use.from === this.#target.from && file.path === this.#target.path;
    if (isItself) return "shown";
    const [target] = this.#target.entities;
    const isConstructor = target?.kind === "symbol" && target.symbol?.kind === "constructor";
    // A type has the name of its constructors.
    const isDeclaration = use.role === "definition" && use.reach !== "import";
    const isOfType = isConstructor && use.argumentCount === undefined && !isDeclaration;
    if (isOfType && found.entities.some(isType)) return "excluded";
    if (isOfType && found.entities.length === 0 && factsOf(file.languageId).hasConstructorPaths) return "possible";
    // One of several, by its name and the number of its parameters.
    if (found.entities.some((each) => this.#keys.has(keyOf(each)))) return isGuess ? "named" : "shown";
    if (use.role !== "definition" && factsOf(file.languageId).hasMethodSets) {
      const counterparts = await this.#findCounterparts();
      if (found.entities.some((each) => counterparts.has(keyOf(each)))) return "shown";
    }
    const called = await constructorsAt(use, file, found.entities, this.#resolver);
    // Types of arguments, which say which one of several is called, are not compared.
    if (called.some((each) => this.#keys.has(keyOf(each)))) return called.length === 1 ? "shown" : "named";
    const isTwin = factsOf(file.languageId).hasPrototypes && (await this.#mayBeTwin(found.entities));
    if (await this.#namesTarget(found.entities)) return "shown";
    if (await this.#implementsTarget(found.entities)) return "shown";
    if (this.#keys.size > 0 && !isTwin) {
      const verdict =
        found.entities.length > 0
          ? await this.#judgeOther(found.entities, use, file)
          : await this.#judgeAbsent(found, use, file);
      if (verdict) return verdict;
    }
    return this.#byName(use, file);
  }

  /** Returns what a use means that leads to another declaration. */
  async #judgeOther(entities: readonly Entity[], use: WordUse, file: CodeFile): Promise<UseVerdict> {
    const relation = await this.#relationOf(entities);
    if (relation === undefined) return "excluded";
    // Where types are compared by their members, a member of a type above or below is the same.
    const { isStructural, isOfMethods, isMarked } = factsOf(file.languageId).overriding;
    // A call of what a method overrides may run it; what overrides it declares it again.
    const isDeclared = entities.some(
      (each) => "from" in each && each.from === use.from && each.file.path === file.path,
    );
    const isOverriding = (isOfMethods || isMarked) && (relation === "above" || isDeclared);
    return isStructural || isOverriding ? "shown" : "possible";
  }

  /** Judges a use that leads to no declaration; undefined where only its name says anything. */
  async #judgeAbsent(
    { certainty, searched }: Resolution,
    use: WordUse,
    file: CodeFile,
  ): Promise<"named" | "excluded" | undefined> {
    // An object may be of a type below: it is one of a mixin's, or a condition says so.
    if (searched && (await this.#isOfTypeBelow(searched))) return "named";
    const isOfAll = factsOf(file.languageId).overriding.calledName?.test(use.name) === true;
    // A type that has no such member is not the one of the object: a condition says so.
    if (certainty === "shown" && searched && !isOfAll) return undefined;
    if (certainty === "shown" && !(await this.#mayOverrideLibrary())) return "excluded";
    return searched && (await this.#isOfOtherType(searched)) ? "excluded" : undefined;
  }

  /**
   * Whether nothing but the name of a possible use can say what it means, as it is accessed in a
   * value of which no type is known.
   */
  async isByNameAlone(use: WordUse, file: CodeFile): Promise<boolean> {
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

  /** Whether a use is shown to mean declarations that are not the target's, nor related to them. */
  async isOther(use: WordUse, file: CodeFile): Promise<boolean> {
    const { hasPrototypes, overriding } = factsOf(file.languageId);
    // What is declared again in another file has no one place to compare, and a property may take
    // the place of another type's.
    const isProperty = use.isMember || use.shorthand !== undefined;
    const isOneOfMany = hasPrototypes || (overriding.isStructural && isProperty);
    if (this.#keys.size === 0 || isOneOfMany) return false;
    const { entities, certainty } = await this.#resolver.resolveAt(file, use.from);
    const paths = entities.flatMap((each) => (each.kind === "symbol" ? [each.file.path] : []));
    if (certainty !== "shown" || paths.length === 0) return false;
    const own = this.#target.file.path;
    // A symbolic link leads to the same file by another path.
    const isLinked = paths.some((path) => path !== own && realKeyOfPath(path) === realKeyOfPath(own));
    return !isLinked && (await this.verdictOf(use, file)) === "excluded";
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

  async #byName(use: WordUse, file: CodeFile): Promise<JudgedUse> {
    const { languageId, path } = file;
    const isMember = use.reach === "member" && this.#target.name.reach === "member";
    const containers = isMember ? await containersOf(use, file, this.#resolver.files.sources.syntax) : [];
    const verdict = judgeUse({ name: use, path, languageId }, this.#target, containers);
    const isFree = use.reach === "free" && !use.isMember;
    const needsImport = isFree && this.#keys.size > 0 && factsOf(languageId).modules !== undefined;
    if (verdict !== "shown") return verdict;
    if (needsImport && path !== this.#target.path) return "possible";
    return (await this.#isShownByName(use, file)) ? "shown" : "named";
  }

  /** Whether a name alone shows what is meant: no other declaration has it, or an import does. */
  async #isShownByName(use: WordUse, { languageId, path }: CodeFile): Promise<boolean> {
    const { name: target } = this.#target;
    if (isSameBinding({ name: use, path, languageId }, this.#target)) return true;
    const imported = use.import ?? use.receiver?.import;
    if (this.#keys.size === 0) return imported !== undefined && imported.source === target.import?.source;
    if (imported) return true;
    if (factsOf(languageId).modules !== undefined) return false;
    const declared = await this.#resolver.files.declared(use.name, languageId);
    return declared.length < 2 || areOneSymbol(declared);
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
    const [target] = this.#target.entities;
    const owner = await this.#ownerOfTarget();
    if (owner === undefined || target === undefined || !("from" in target)) return undefined;
    const hasOverloads = factsOf(owner.file.languageId).overloads !== "none";
    for (const each of entities) {
      if (each.kind === "module" || each.kind === "package") continue;
      const other = await this.#resolver.members.ownerOf(each);
      if (other === undefined || (hasOverloads && keyOf(other) === keyOf(owner))) continue;
      if (isStatic(target) !== isStatic(each) || !mayOverride(target, each)) continue;
      if (await this.#extends(owner, other)) return "above";
      if ((await this.#extends(other, owner)) || (await this.#haveOneBase(each, owner, other))) return "other";
    }
    return undefined;
  }

  /** Whether the target may override a method of a library, by which it is called then. */
  async #mayOverrideLibrary(): Promise<boolean> {
    const [target] = this.#target.entities;
    const owner = await this.#ownerOfTarget();
    if (owner === undefined || target?.kind !== "symbol" || !isCallable(target)) return false;
    const { calledName, isOfMethods, isMarked } = factsOf(owner.file.languageId).overriding;
    if (!(isOfMethods || isMarked) || extentOf(target, true) === "itself") return false;
    if (calledName?.test(target.file.text.slice(target.from, target.to))) return true;
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

  #ownerOfTarget(): Promise<DeclaredEntity | undefined> {
    const [entity] = this.#target.entities;
    this.#owner ??=
      entity && entity.kind !== "module" && entity.kind !== "package"
        ? this.#resolver.members.ownerOf(entity)
        : Promise.resolve(undefined);
    return this.#owner;
  }
}

const MAX_SUPERTYPES = 100;
