/**
 * The types that extend or implement a type, and the members that override or implement a member.
 */

import { factsOf, familyOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { Subtype } from "../../syntax/trees/heritage.js";
import { appendAll } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { type CodeFile, type DeclaredEntity, type Entity, isType, keyOf, type TypeEntity } from "../entities/entity.js";
import { haveSameLabels } from "../types/labels.js";
import type { MemberResolving, UnresolvedHead } from "../types/members.js";
import { wordAt } from "../types/typeSymbols.js";
import { MethodSets } from "./methodSets.js";
import type { TypesElsewhere } from "./supertypes.js";

/** A type without a name of its own, or a block, is shown by a name in its head. */
export interface TypeImplementation {
  readonly file: CodeFile;
  readonly name: Stretch;
  /** The type; undefined for a class without a name. */
  readonly type: DeclaredEntity | undefined;
  /** The extent of the type or block. */
  readonly extent: Stretch;
}

/** The files with the name of a type in which the types are searched that extend it. */
export const MAX_FILES = 500;
const MAX_TYPES = 500;
const MAX_USES = 2_000;

export class Implementations {
  readonly #resolver: MemberResolving;
  readonly #typesElsewhere: TypesElsewhere | undefined;
  readonly #methodSets: MethodSets;

  constructor(resolver: MemberResolving, typesElsewhere?: TypesElsewhere) {
    this.#resolver = resolver;
    this.#typesElsewhere = typesElsewhere;
    this.#methodSets = new MethodSets(resolver, (type) => this.#subtypes(type));
  }

  /** Returns what extends or implements a type, or overrides or implements a member. */
  async of(entity: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    if (isType(entity)) return this.#ofType(entity);
    const owner = await this.#resolver.members.ownerOf(entity);
    if (owner === undefined) return [];
    if (isByMethods(entity)) {
      return this.#methodSets.methodsFor(entity, owner);
    }
    return this.#overriding(entity, owner);
  }

  /**
   * Returns the members that a use of a member may mean instead: of the interfaces that its type
   * satisfies, or of the types that satisfy its interface.
   */
  async counterpartsOf(entity: Entity): Promise<readonly DeclaredEntity[]> {
    if (entity.kind !== "symbol" || !isByMethods(entity)) return [];
    const owner = await this.#resolver.members.ownerOf(entity);
    return owner ? this.#methodSets.methodsFor(entity, owner) : [];
  }

  /**
   * Returns the types of the next level below a type: those whose heads name it, or that satisfy it
   * by their methods.
   */
  async subtypesOf(type: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    if (isByMethods(type)) return this.#methodSets.subtypesOf(type);
    const found: DeclaredEntity[] = [];
    for (const { file, name, type: own } of await this.direct(type)) {
      const isDeclaredThere = own?.file.path === file.path && own.from === name.from;
      // An extension is a place of its own; Rust's blocks are of the type that they are for.
      const isOfBlock = factsOf(file.languageId).hasImplBlocks;
      const named = isOfBlock ? (await this.#resolver.resolveAt(file, name.from)).entities.filter(isType) : [];
      appendAll(found, isDeclaredThere ? [own] : named.length > 0 ? named : [local(file, name)]);
    }
    return found;
  }

  /**
   * Returns the types of the next level above a type: those that its heads name, or the interfaces
   * that it satisfies; and the names in heads that lead to nothing in the workspace.
   */
  async supertypesOf(type: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    if (isByMethods(type)) return this.#methodSets.supertypesOf(type);
    const { types, unresolved } = await this.#resolver.members.supertypesOf(type);
    const heads = unresolved.map(({ file, from }) =>
      local(file, { from, to: from + (wordAt(file, from)?.length ?? 0) }),
    );
    return [...types, ...heads];
  }

  /** Returns the types whose heads name a type. */
  async direct(type: DeclaredEntity): Promise<readonly TypeImplementation[]> {
    const where = this.#typesElsewhere ? "below, also elsewhere," : "below";
    return this.#resolver.memo.get(`${where} ${keyOf(type)}`, [], () => this.#findDirect(type));
  }

  async #ofType(type: TypeEntity): Promise<readonly DeclaredEntity[]> {
    if (isByMethods(type)) return this.#methodSets.typesFor(type);
    const { hasImplBlocks } = factsOf(type.file.languageId);
    if (hasImplBlocks && type.symbol.kind !== "interface") {
      const target = (await this.#resolver.members.aliased(type)) ?? type;
      const blocks = await this.#resolver.members.implBlocksOf(target, 0, target === type ? undefined : type);
      // An `impl` for a reference is another type's.
      const own = blocks.filter(({ file, symbol }) => !/^\s*&/.test(file.text.slice(symbol.nameFrom, symbol.nameTo)));
      const derived = derivedIn(target).map((name) => local(target.file, name));
      return [...derived, ...own.map(({ file, symbol }) => local(file, { from: symbol.nameFrom, to: symbol.nameTo }))];
    }
    const found: DeclaredEntity[] = [];
    for (const each of await this.#transitive(type)) found.push(local(each.file, each.name));
    return found;
  }

  async #overriding(member: DeclaredEntity, owner: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    const { files } = this.#resolver;
    const word = member.file.text.slice(member.from, member.to);
    const found: DeclaredEntity[] = [];
    // Blocks elsewhere may have the members of a type, and the defaults of an interface.
    if (factsOf(member.file.languageId).blockKind !== undefined && !factsOf(member.file.languageId).hasImplBlocks) {
      const types = new Map([[keyOf(owner), owner]]);
      for (const { type } of await this.#transitive(owner)) if (type) types.set(keyOf(type), type);
      for (const type of types.values())
        for (const each of await this.#resolver.members.declaredBy(type, word))
          if (each.kind === "symbol" && keyOf(each) !== keyOf(member) && haveSameLabels(each, member)) found.push(each);
      return found;
    }
    for (const { file, extent } of await this.#transitive(owner)) {
      const outline = await files.outline(file);
      const inside = symbolsIn(outline, extent).filter((each) => each.name === word && !isOtherOverload(each, member));
      for (const each of inside) found.push(await files.entityAt(file, each.nameFrom, each.nameTo));
    }
    return found.filter((each) => keyOf(each) !== keyOf(member));
  }

  async #transitive(type: DeclaredEntity): Promise<readonly TypeImplementation[]> {
    const found: TypeImplementation[] = [];
    const seen = new Set([keyOf(type)]);
    const open = [type];
    for (let each = open.shift(); each && found.length < MAX_TYPES; each = open.shift()) {
      for (const subtype of await this.direct(each)) {
        found.push(subtype);
        if (subtype.type === undefined || seen.has(keyOf(subtype.type))) continue;
        seen.add(keyOf(subtype.type));
        // A trait that needs another is no implementation of it, and a block is of its type alone.
        if (!factsOf(type.file.languageId).hasImplBlocks) open.push(subtype.type);
      }
    }
    return found;
  }

  async #subtypes(type: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    return (await this.direct(type)).flatMap((each) => each.type ?? []);
  }

  /** Returns the types whose heads have a name that leads to nothing in the workspace. */
  async namedInHeads(name: string, file: CodeFile): Promise<readonly DeclaredEntity[]> {
    const found = await this.#inHeads(name, file, async (entities) => entities.length === 0);
    return found.map(({ file, name, type }) => type ?? local(file, name));
  }

  #findDirect(type: DeclaredEntity): Promise<readonly TypeImplementation[]> {
    const word = type.file.text.slice(type.from, type.to);
    const isType = (each: Entity) => keyOf(each) === keyOf(type);
    return this.#inHeads(word, type.file, async (entities, head) =>
      (entities.length > 0 ? entities : ((await this.#typesElsewhere?.(head)) ?? [])).some(isType),
    );
  }

  async #inHeads(
    word: string,
    from: CodeFile,
    isMeant: (entities: readonly Entity[], head: UnresolvedHead) => Promise<boolean>,
  ): Promise<readonly TypeImplementation[]> {
    const { files } = this.#resolver;
    const { syntax } = files.sources;
    const paths = await files.sources.filesWith(word, familyOf(from.languageId));
    const found: TypeImplementation[] = [];
    for (const path of [...new Set([from.path, ...paths])].slice(0, MAX_FILES)) {
      const file = path === from.path ? from : await files.read(path);
      if (file === undefined || !syntax.hasGrammar(file.languageId)) continue;
      const { imports } = await files.facts(file);
      const aliases = imports.filter(({ import: { original } }) => original === word).map(({ name }) => name);
      for (const name of new Set([word, ...aliases])) {
        const uses = await syntax.usesOf(file, name, MAX_USES, { withSubtypes: true }).catch(() => []);
        for (const { from: at, subtype } of uses) {
          if (subtype === undefined) continue;
          const { entities } = await this.#resolver.resolveAt(file, at);
          if (await isMeant(entities, { file, from: at })) found.push(await this.#implementationOf(file, subtype));
        }
      }
    }
    return found;
  }

  async #implementationOf(file: CodeFile, { from, to, nameFrom, nameTo }: Subtype): Promise<TypeImplementation> {
    const declared = await this.#resolver.files.entityAt(file, nameFrom, nameTo);
    const name = { from: nameFrom, to: nameTo };
    const { blockKind, hasImplBlocks } = factsOf(file.languageId);
    const extended =
      blockKind && !hasImplBlocks ? await this.#resolver.members.typeAround(file, nameFrom, 0) : undefined;
    const type = declared.kind === "symbol" && isType(declared) ? declared : extended;
    return { file, name, type, extent: { from, to } };
  }
}

/** Returns the traits that attributes before a type derive. */
function derivedIn({ file, symbol }: TypeEntity): readonly Stretch[] {
  const from = Math.min(symbol.from, symbol.codeFrom);
  const head = file.text.slice(from, symbol.nameFrom);
  return [...head.matchAll(/#\[\s*derive\s*\(([^)]*)\)/g)].flatMap(({ index, 0: whole, 1: list = "" }) => {
    const start = from + index + whole.indexOf("(") + 1;
    return [...list.matchAll(/\w+/g)].flatMap(({ index: at, 0: { length } }) => {
      // The last name of a path.
      const isLast = ["", ","].includes(
        list
          .slice(at + length)
          .trimStart()
          .charAt(0),
      );
      return isLast ? [{ from: start + at, to: start + at + length }] : [];
    });
  });
}

/** Whether a method takes another number of parameters, where that makes it another method. */
function isOtherOverload({ arity }: OutlineSymbol, { file, symbol }: DeclaredEntity): boolean {
  const { overloads, overriding } = factsOf(file.languageId);
  if (overloads === "none" || overriding.isByNameAlone || overriding.isStructural) return false;
  return arity !== undefined && symbol?.arity !== undefined && arity.most !== symbol.arity.most;
}

/** Whether types satisfy an interface by their methods alone: Go's. */
function isByMethods({ file }: DeclaredEntity): boolean {
  return factsOf(file.languageId).hasMethodSets;
}

function local(file: CodeFile, { from, to }: Stretch): DeclaredEntity {
  return { kind: "local", file, from, to, owners: [] };
}

/** Returns the symbols directly in a type: not those of types in it. */
function symbolsIn(symbols: readonly OutlineSymbol[], { from, to }: Stretch): readonly OutlineSymbol[] {
  for (const each of symbols) {
    if (each.codeFrom >= from && each.to <= to && each.nameFrom >= from) {
      // The outermost symbols in the extent: the type itself, or what a class without a name
      // declares.
      const inside = symbols.filter(({ codeFrom, to: end }) => codeFrom >= from && end <= to);
      const [first] = inside;
      return inside.length === 1 && first && first.children.length > 0 && first.from <= from + 200 && isTypeKind(first)
        ? first.children
        : inside;
    }
    if (each.from <= from && to <= each.to) return symbolsIn(each.children, { from, to });
  }
  return [];
}

function isTypeKind({ kind }: OutlineSymbol): boolean {
  return /^(?:class|struct|interface|enum|object)$/.test(kind);
}
