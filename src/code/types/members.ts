/**
 * The members of types: their own, those that parts elsewhere add, and those of their supertypes.
 */

import { dirname } from "node:path";
import { factsOf, familyOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { isWholeWordAt } from "../../workspace/parse/wordSearch.js";
import {
  type CodeFile,
  type DeclaredEntity,
  type Entity,
  isBlock,
  isCallable,
  isType,
  keyOf,
  type Resolution,
  shown,
  type TypeEntity,
  unknown,
} from "../entities/entity.js";
import { MAX_DEPTH } from "../entities/resolving.js";
import { findForwarding } from "./forwarding.js";
import { haveSameLabels } from "./labels.js";
import type { MemberLookup, TypeResolving } from "./typeResolving.js";
import {
  blocksIn,
  extendedBefore,
  isCompanion,
  isUnnamed,
  lastWordOf,
  membersIn,
  nameOffsetIn,
  qualifierBefore,
  symbolEntity,
  withoutArguments,
} from "./typeSymbols.js";
import { isAlias, type TypeValue } from "./typeValue.js";

/** A type's supertypes. */
export interface Supertypes {
  readonly types: readonly DeclaredEntity[];
  /** Whether all of them are known. */
  readonly isComplete: boolean;
  /** The names in its head that lead to none. */
  readonly unresolved: readonly UnresolvedHead[];
}

/** A name in the head of a type, by its offset, of a type that the workspace does not declare. */
export interface UnresolvedHead {
  readonly file: CodeFile;
  readonly from: number;
}

/** What families of members need of the resolver. */
export interface MemberResolving extends TypeResolving {
  readonly members: Members;
}

const MAX_UNLISTED = 200;
/** The files whose `impl` blocks of a type are read. */
const MAX_IMPL_FILES = 60;

export class Members implements MemberLookup {
  readonly #resolving: TypeResolving;

  constructor(resolving: TypeResolving) {
    this.#resolving = resolving;
  }

  /**
   * Returns the members of a type with a name: those of the nearest type that has any. `isSuper`
   * leaves out its own.
   */
  async ofType(type: DeclaredEntity, name: string, depth: number, isSuper = false): Promise<Resolution> {
    const seen = new Set<string>();
    let isComplete = true;
    const whole = await this.#wholeType(type);
    let level: readonly DeclaredEntity[] = [whole ?? type];
    for (let at = depth; level.length > 0 && at <= MAX_DEPTH; at++) {
      const found: Entity[] = [];
      const above: DeclaredEntity[] = [];
      for (const each of level) {
        if (seen.has(keyOf(each))) continue;
        seen.add(keyOf(each));
        if (!(isSuper && keyOf(each) === keyOf(whole ?? type))) appendAll(found, await this.#own(each, name, at));
        const supertypes = await this.supertypesOf(each, at);
        isComplete &&= supertypes.isComplete;
        appendAll(above, supertypes.types);
      }
      if (found.length > 0) return { ...shown(found), ...ambiguityOf(found), searched: seen };
      level = above;
    }
    const forwarding = await findForwarding(type, name, depth, this.#resolving);
    if (forwarding?.target && !seen.has(keyOf(forwarding.target))) {
      const { searched = [], ...found } = await this.ofType(forwarding.target, name, depth + 1);
      return { ...found, searched: new Set([...seen, ...searched]) };
    }
    if (forwarding) return unknown;
    const isClosed = isComplete && !factsOf(type.file.languageId).hasForeignMembers;
    return { entities: [], certainty: isClosed ? "shown" : "unknown", searched: seen };
  }

  /** Returns the members of a type, without those of its supertypes, and without defaults. */
  async #own(type: DeclaredEntity, name: string, depth: number): Promise<readonly Entity[]> {
    return withoutDefaults(await this.declaredBy(type, name, depth));
  }

  /** Returns what a type declares under a name, in all its parts. */
  async declaredBy(type: DeclaredEntity, name: string, depth = 0): Promise<readonly Entity[]> {
    const { files } = this.#resolving;
    const { file, symbol } = type;
    const { sigil, isSigilDropped, hasMembersElsewhere } = factsOf(file.languageId);
    const sigilOf = (word: string) => (isSigilDropped ? (sigil?.exec(word)?.[0].length ?? 0) : 0);
    const plain = (word: string) => lastWordOf(word).slice(sigilOf(lastWordOf(word)));
    const inside = (symbol ? membersIn(symbol, file) : []).filter(
      (each) => (each.name === name || plain(each.name) === name) && each.nameFrom !== type.from,
    );
    const companions = (symbol?.children ?? []).filter((each) => isCompanion(each, file));
    for (const each of companions)
      appendAll(
        inside,
        each.children.filter((inner) => plain(inner.name) === name),
      );
    const found: Entity[] = await Promise.all(
      inside.map(({ nameFrom, nameTo }) =>
        files.entityAt(file, nameFrom + sigilOf(file.text.slice(nameFrom, nameTo)), nameTo),
      ),
    );
    if (!hasMembersElsewhere) return found;
    const typeName = lastWordOf(file.text.slice(type.from, type.to));
    for (const each of await files.declared(name, file.languageId)) {
      if (each.kind !== "symbol" || !mayBelong(each, typeName)) continue;
      if (found.some((other) => keyOf(other) === keyOf(each))) continue;
      const owner = await this.ownerOf(each, depth + 1);
      if (owner && keyOf(owner) === keyOf(type)) found.push(each);
    }
    return found;
  }

  /** Returns what blocks and methods of the workspace add to a type declared elsewhere. */
  async addedTo(typeName: string, name: string, languageId: string, depth: number): Promise<readonly Entity[]> {
    if (!factsOf(languageId).hasMembersElsewhere) return [];
    const found: Entity[] = [];
    for (const each of await this.#resolving.files.declared(name, languageId)) {
      if (each.kind !== "symbol" || each.symbol === undefined) continue;
      const { file, symbol, from } = each;
      const block = each.owners.at(-1);
      const at = block && isBlock(block, file) ? nameOffsetIn(block, file) : qualifierBefore(symbol, from, file);
      const end = block && isBlock(block, file) ? block.nameTo : (at ?? 0) + typeName.length;
      if (at === undefined || withoutArguments(file.text.slice(at, end)).trim() !== typeName) continue;
      if (!isWholeWordAt(file.text, at, typeName.length)) continue;
      // A type of that name in the workspace is another one.
      if ((await this.#resolving.resolveAt(file, at, depth + 1)).entities.length === 0) found.push(each);
    }
    return found;
  }

  /** Returns the members of a type without a name. */
  async inStructure(
    { file, from, to }: Extract<TypeValue, { readonly kind: "structure" }>,
    name: string,
  ): Promise<readonly Entity[]> {
    const { files } = this.#resolving;
    const within: OutlineSymbol[] = [];
    const walk = (symbols: readonly OutlineSymbol[]) => {
      for (const each of symbols) {
        if (from <= each.nameFrom && each.nameTo <= to && !isUnnamed(each)) within.push(each);
        else if (each.from < to && from < each.to) walk(each.children);
      }
    };
    walk(await files.outline(file));
    const found = within.filter((each) => each.name === name);
    if (found.length === 0) return this.#unlistedIn(file, { from, to }, name);
    return Promise.all(found.map(({ nameFrom, nameTo }) => files.entityAt(file, nameFrom, nameTo)));
  }

  /** Returns the members with a name of a type without one that outlines leave out. */
  async #unlistedIn(file: CodeFile, { from, to }: Stretch, name: string): Promise<readonly Entity[]> {
    const { syntax } = this.#resolving.files.sources;
    const uses = await syntax.usesOf(file, name, MAX_UNLISTED).catch(() => []);
    const found: Entity[] = [];
    for (const use of uses) {
      if (use.from < from || to < use.to) continue;
      const { isMemberOfType } = await syntax.valueAt(file, use.from);
      if (isMemberOfType) found.push(await this.#resolving.files.entityAt(file, use.from, use.to));
    }
    return found.slice(0, 1);
  }

  /** Returns the type that declares a member; undefined if it is no member. */
  ownerOf(member: DeclaredEntity, depth = 0): Promise<DeclaredEntity | undefined> {
    const find = async () => this.#wholeType(await this.#ownerOf(member, depth));
    return this.#resolving.memo.get<DeclaredEntity | undefined>(`owner ${keyOf(member)}`, undefined, find);
  }

  /** Returns the part of a type that stands for all of them. */
  async #wholeType(type: DeclaredEntity | undefined): Promise<DeclaredEntity | undefined> {
    if (type === undefined || !factsOf(type.file.languageId).hasPartialTypes) return type;
    return (await this.#resolving.systemOf(type.file.languageId)?.partsOf?.(type))?.[0] ?? type;
  }

  async #ownerOf({ file, from, symbol, owners }: DeclaredEntity, depth: number): Promise<DeclaredEntity | undefined> {
    if (depth > MAX_DEPTH) return undefined;
    const qualifier = symbol ? qualifierBefore(symbol, from, file) : undefined;
    if (qualifier !== undefined) return this.#typeNamedAt(file, qualifier, depth);
    for (let at = owners.length - 1; at >= 0; at--) {
      const owner = owners[at] as OutlineSymbol;
      const entity = symbolEntity(file, owner, owners.slice(0, at));
      if (isBlock(owner, file)) return this.#typeNamedAt(file, nameOffsetIn(owner, file), depth);
      if (isType(entity)) return entity;
      // What is in the type of a property, without a name, is no member of the type around that.
      if (factsOf(file.languageId).overriding.isStructural && /^(?:field|property)$/.test(owner.kind)) return undefined;
      // A companion object or a block without a name belongs to what is around it.
      if (!/^(?:object|namespace|module|field|property)$/.test(owner.kind)) return undefined;
      if (owner.kind === "namespace" || owner.kind === "module") return undefined;
    }
    return undefined;
  }

  /** Returns the type around an offset: a class, or what an `impl` or a method's receiver names. */
  async typeAround(file: CodeFile, offset: number, depth: number): Promise<DeclaredEntity | undefined> {
    return this.#wholeType(await this.#typeAround(file, offset, depth));
  }

  async #typeAround(file: CodeFile, offset: number, depth: number): Promise<DeclaredEntity | undefined> {
    const around = await this.#resolving.files.around(file, offset);
    for (let at = around.length - 1; at >= 0; at--) {
      const symbol = around[at] as OutlineSymbol;
      if (isBlock(symbol, file)) return this.#typeNamedAt(file, nameOffsetIn(symbol, file), depth);
      const entity = symbolEntity(file, symbol, around.slice(0, at));
      // In `type Item = Self`, it is the type around the alias.
      if (isType(entity) && symbol.kind !== "type_parameter") return entity;
      const qualifier = qualifierBefore(symbol, symbol.nameFrom, file) ?? extendedBefore(symbol, file);
      if (qualifier !== undefined) return this.#typeNamedAt(file, qualifier, depth);
    }
    return undefined;
  }

  async #typeNamedAt(file: CodeFile, offset: number, depth: number): Promise<DeclaredEntity | undefined> {
    const { entities } = await this.#resolving.resolveAt(file, offset, depth + 1);
    const type = entities.find(isType);
    return (type && (await this.aliased(type, depth))) ?? type;
  }

  /** Returns the type that an alias stands for; undefined for any other type. */
  async aliased(type: DeclaredEntity, depth = 0): Promise<TypeEntity | undefined> {
    if (!isAlias(type)) return undefined;
    const value = await this.#resolving.types.valueOf({ kind: "name", from: type.from }, type.file, depth + 1);
    return value?.kind === "itself" && isType(value.entity) ? value.entity : undefined;
  }

  /** Returns the types that a type extends, implements or embeds. */
  supertypesOf(type: DeclaredEntity, depth = 0): Promise<Supertypes> {
    const find = () => this.#supertypesOf(type, depth);
    return this.#resolving.memo.get(`above ${keyOf(type)}`, { types: [], isComplete: false, unresolved: [] }, find);
  }

  async #supertypesOf(type: DeclaredEntity, depth: number): Promise<Supertypes> {
    const { file, from } = type;
    const offsets = [{ file, from, symbol: undefined }, ...(await this.implBlocksOf(type, depth))];
    const types: DeclaredEntity[] = [];
    const { plainTypes } = factsOf(file.languageId).overriding;
    const unresolved: UnresolvedHead[] = [];
    for (const each of offsets) {
      const heads = await (each.symbol
        ? this.#namesInHeadOf(each.symbol, each.file)
        : this.#resolving.files.sources.syntax.namesInHead(each.file, each.from).catch(() => []));
      for (const head of heads) {
        const { entities } = await this.#resolving.resolveAt(each.file, head.from, depth + 1);
        const found = entities.filter(isType);
        if (found.length === 0 && !plainTypes.has(head.name)) unresolved.push({ file: each.file, from: head.from });
        appendAll(types, found);
      }
    }
    const { type: underlying, value } = await this.#resolving.types.declared(type);
    const base = underlying ?? value;
    const named =
      base && base.kind !== "structure" ? await this.#resolving.types.valueOf(base, file, depth + 1) : undefined;
    if (named?.kind === "itself" && isType(named.entity)) types.push(named.entity);
    return { types, isComplete: unresolved.length === 0, unresolved };
  }

  /** Whether what a type declares are keys of its objects: `TypedDict`. */
  async isKeyed(type: DeclaredEntity, depth: number): Promise<boolean> {
    const { keyedTypes } = factsOf(type.file.languageId);
    if (keyedTypes.size === 0 || depth > MAX_DEPTH) return false;
    const heads = await this.#resolving.files.sources.syntax.namesInHead(type.file, type.from).catch(() => []);
    if (heads.some(({ name }) => keyedTypes.has(name))) return true;
    for (const each of (await this.supertypesOf(type, depth)).types)
      if (await this.isKeyed(each, depth + 1)) return true;
    return false;
  }

  /** Returns the constructors of a type, or of the first type that it extends. */
  async constructorsOf(type: DeclaredEntity, depth: number): Promise<readonly DeclaredEntity[]> {
    const { constructorName } = factsOf(type.file.languageId);
    const isConstructor = ({ name, kind }: OutlineSymbol) =>
      kind === "constructor" || constructorName?.test(name) === true;
    const own = (type.symbol?.children ?? []).filter(isConstructor);
    const around = type.symbol ? [...type.owners, type.symbol] : [];
    if (own.length > 0) return own.map((each) => symbolEntity(type.file, each, around));
    const [above] = (await this.supertypesOf(type, depth)).types;
    return above && depth < MAX_DEPTH ? this.constructorsOf(above, depth + 1) : [];
  }

  /** Returns the methods that a type declares. */
  async methodsOf(type: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    const { files } = this.#resolving;
    const { file, symbol } = type;
    const inside = (symbol?.children ?? []).filter(({ kind }) => kind === "method");
    const found: DeclaredEntity[] = inside.map((each) =>
      symbolEntity(file, each, [...type.owners, symbol as OutlineSymbol]),
    );
    const word = file.text.slice(type.from, type.to);
    for (const path of await files.sources.filesWith(word, familyOf(file.languageId))) {
      const other = path === file.path ? file : await files.read(path);
      if (other === undefined || dirname(other.path) !== dirname(file.path)) continue;
      for (const each of await files.outline(other)) {
        if (each.kind !== "method" || !each.name.includes(word)) continue;
        const method = symbolEntity(other, each, []);
        const owner = await this.ownerOf(method);
        if (owner && keyOf(owner) === keyOf(type)) found.push(method);
      }
    }
    return found;
  }

  /** Returns the traits that the block around a member implements. */
  async traitsOfBlock(
    { file, owners }: DeclaredEntity,
    depth: number,
  ): Promise<Pick<Supertypes, "types" | "isComplete">> {
    const block = owners.at(-1);
    const types: DeclaredEntity[] = [];
    if (block === undefined || !isBlock(block, file)) return { types, isComplete: true };
    const heads = await this.#namesInHeadOf(block, file);
    for (const { from } of heads)
      appendAll(types, (await this.#resolving.resolveAt(file, from, depth + 1)).entities.filter(isType));
    return { types, isComplete: types.length > 0 || heads.length === 0 };
  }

  /** Returns the traits in the head of a block. */
  async #namesInHeadOf(block: OutlineSymbol, file: CodeFile): Promise<readonly NameInfo[]> {
    const { syntax } = this.#resolving.files.sources;
    for (const at of new Set([nameOffsetIn(block, file), block.nameFrom])) {
      const heads = await syntax.namesInHead(file, at).catch(() => []);
      if (heads.length > 0) return heads;
    }
    return [];
  }

  /**
   * Returns the names, in their heads, of the blocks that add to a type, under its name or that of
   * an alias: Rust's `impl`.
   */
  async implBlocksOf(
    type: DeclaredEntity,
    depth: number,
    alias?: DeclaredEntity,
  ): Promise<readonly { file: CodeFile; from: number; symbol: OutlineSymbol }[]> {
    const { file } = type;
    if (factsOf(file.languageId).blockKind === undefined) return [];
    const { files } = this.#resolving;
    const words = [type, ...(alias ? [alias] : [])].map((each) => each.file.text.slice(each.from, each.to));
    const paths: string[] = [file.path];
    for (const word of words) appendAll(paths, await files.sources.filesWith(word, familyOf(file.languageId)));
    const found: { file: CodeFile; from: number; symbol: OutlineSymbol }[] = [];
    for (const path of [...new Set(paths)].slice(0, MAX_IMPL_FILES)) {
      const each = path === file.path ? file : await files.read(path);
      if (each === undefined) continue;
      for (const symbol of blocksIn(await files.outline(each), each)) {
        const at = nameOffsetIn(symbol, each);
        if (!words.some((word) => each.text.startsWith(word, at))) continue;
        const named = await this.#typeNamedAt(each, at, depth + 1);
        if (named && keyOf(named) === keyOf(type)) found.push({ file: each, from: symbol.nameFrom, symbol });
      }
    }
    return found;
  }
}

/**
 * Leaves out what blocks that extend an interface have for the types that don't declare what it
 * requires.
 */
export function withoutDefaults(found: readonly Entity[]): readonly Entity[] {
  const required = found.filter((each) => each.kind === "symbol" && each.owners.at(-1)?.kind === "interface");
  if (required.length === 0 || required.length === found.length) return found;
  return found.filter((each) => !isInBlock(each) || !required.some((other) => haveSameLabels(each, other)));
}

function isInBlock(entity: Entity): boolean {
  const block = entity.kind === "symbol" ? entity.owners.at(-1) : undefined;
  return block !== undefined && entity.kind === "symbol" && isBlock(block, entity.file);
}

/** Of functions in several blocks, bounds say which one is meant: syntax does not know. */
export function ambiguityOf(found: readonly Entity[]): { readonly certainty?: "unknown" } {
  const [first] = found;
  if (found.length < 2 || first?.kind !== "symbol" || !factsOf(first.file.languageId).hasImplBlocks) return {};
  return found.every(isCallable) ? { certainty: "unknown" } : {};
}

/** Whether the words around a declaration allow that a type of this name declares it. */
function mayBelong({ symbol, owners, file }: DeclaredEntity, typeName: string): boolean {
  const words = [symbol?.name ?? "", owners.at(-1)?.name ?? "", owners.at(-2)?.name ?? ""].join(" ");
  return words.includes(typeName) || factsOf(file.languageId).hasImplBlocks;
}
