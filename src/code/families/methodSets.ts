/** Interfaces that are satisfied by methods alone (https://go.dev/ref/spec#Method_sets). */

import { type DeclaredEntity, isType, keyOf } from "../entities/entity.js";
import type { MemberResolving } from "../types/members.js";

/** A method in the set of a type. */
type MethodSet = ReadonlyMap<string, DeclaredEntity>;

const MAX_METHODS = 200;

export class MethodSets {
  readonly #resolver: MemberResolving;
  readonly #embeddingTypes: (type: DeclaredEntity) => Promise<readonly DeclaredEntity[]>;

  /** `embeddingTypes` returns the types that embed a type. */
  constructor(resolver: MemberResolving, embeddingTypes: (type: DeclaredEntity) => Promise<readonly DeclaredEntity[]>) {
    this.#resolver = resolver;
    this.#embeddingTypes = embeddingTypes;
  }

  /** Returns the types that satisfy an interface, or the interfaces that a type satisfies. */
  async typesFor(type: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    const own = await this.#setOf(type);
    if (own.size === 0) return [];
    const isInterface = await this.#isInterface(type);
    const found: DeclaredEntity[] = [];
    for (const each of await this.#candidates(own, isInterface)) {
      if (keyOf(each) === keyOf(type)) continue;
      const other = await this.#setOf(each);
      const isOtherInterface = await this.#isInterface(each);
      if (isInterface ? this.#covers(other, own) : isOtherInterface && this.#covers(own, other)) found.push(each);
    }
    return found;
  }

  /** Returns the methods of `typesFor` that correspond to a method. */
  async methodsFor(method: DeclaredEntity, owner: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    const word = nameOf(method);
    const found = new Map<string, DeclaredEntity>();
    for (const each of await this.typesFor(owner)) {
      const other = (await this.#setOf(each)).get(word);
      if (other && keyOf(other) !== keyOf(method)) found.set(keyOf(other), other);
    }
    return [...found.values()];
  }

  /**
   * Returns the types that have one of the methods; for an interface, all that have its first one.
   */
  async #candidates(own: MethodSet, isInterface: boolean): Promise<readonly DeclaredEntity[]> {
    const found = new Map<string, DeclaredEntity>();
    const methods = [...own.values()].slice(0, isInterface ? 1 : MAX_METHODS);
    for (const method of methods) {
      for (const each of await this.#resolver.files.declared(nameOf(method), method.file.languageId)) {
        if (each.kind !== "symbol") continue;
        const owner = await this.#resolver.members.ownerOf(each);
        if (owner) await this.#addWithEmbedding(owner, found);
      }
    }
    return [...found.values()];
  }

  async #addWithEmbedding(type: DeclaredEntity, found: Map<string, DeclaredEntity>): Promise<void> {
    if (found.has(keyOf(type))) return;
    found.set(keyOf(type), type);
    for (const each of await this.#embeddingTypes(type)) await this.#addWithEmbedding(each, found);
  }

  #covers(large: MethodSet, small: MethodSet): boolean {
    return (
      small.size > 0 &&
      [...small].every(([name, method]) => {
        const other = large.get(name);
        return other !== undefined && (keyOf(other) === keyOf(method) || sameSignature(other, method));
      })
    );
  }

  #setOf(type: DeclaredEntity): Promise<MethodSet> {
    const find = () => this.#findSet(type, new Set());
    return this.#resolver.memo.get<MethodSet>(`methods ${keyOf(type)}`, new Map(), find);
  }

  async #findSet(type: DeclaredEntity, seen: Set<string>): Promise<MethodSet> {
    const set = new Map<string, DeclaredEntity>();
    if (seen.has(keyOf(type))) return set;
    seen.add(keyOf(type));
    for (const each of await this.#resolver.members.methodsOf(type)) set.set(nameOf(each), each);
    for (const each of (await this.#resolver.members.supertypesOf(type)).types) {
      for (const [name, method] of await this.#findSet(each, seen)) if (!set.has(name)) set.set(name, method);
    }
    return set;
  }

  async #isInterface(type: DeclaredEntity): Promise<boolean> {
    if (type.symbol?.kind === "interface") return true;
    const { types } = await this.#resolver.members.supertypesOf(type);
    // `type Names Namer`, where Namer is an interface.
    return isType(type) && type.symbol.kind === "class" && types.some((each) => each.symbol?.kind === "interface");
  }
}

/** Whether two methods may have the same signature: type parameters fit any type. */
function sameSignature({ symbol: one }: DeclaredEntity, { symbol: other }: DeclaredEntity): boolean {
  const [left, right] = [one?.signature, other?.signature];
  if (left === undefined || right === undefined) return true;
  const isParameter = (type: string) => /^[*[\]]*[A-Z]$/.test(type);
  const fits = (type: string, declared: string) => type === declared || isParameter(type) || isParameter(declared);
  return left.length === right.length && left.every((type, at) => fits(type, right[at] as string));
}

function nameOf({ file, from, to }: DeclaredEntity): string {
  return file.text.slice(from, to);
}
