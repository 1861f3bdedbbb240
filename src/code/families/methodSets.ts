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
    return (await this.#isInterface(type)) ? this.subtypesOf(type) : this.supertypesOf(type);
  }

  /** Returns the types that satisfy an interface; none for a type that is no interface. */
  async subtypesOf(type: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    if (!(await this.#isInterface(type))) return [];
    const own = await this.#setOf(type);
    return this.#others(type, [...own.values()].slice(0, 1), async (_each, set) => this.#covers(set, own));
  }

  /** Returns the interfaces that a type, or another interface, satisfies. */
  async supertypesOf(type: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    const own = await this.#setOf(type);
    const methods = [...own.values()].slice(0, MAX_METHODS);
    return this.#others(type, methods, async (each, set) => (await this.#isInterface(each)) && this.#covers(own, set));
  }

  /** Returns the other types that have one of the methods, and fit with their own sets. */
  async #others(
    type: DeclaredEntity,
    methods: readonly DeclaredEntity[],
    fits: (each: DeclaredEntity, set: MethodSet) => Promise<boolean>,
  ): Promise<readonly DeclaredEntity[]> {
    const found: DeclaredEntity[] = [];
    for (const each of await this.#candidates(methods))
      if (keyOf(each) !== keyOf(type) && (await fits(each, await this.#setOf(each)))) found.push(each);
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

  /** Returns the types with a method of the name of one of these, and those that embed them. */
  async #candidates(methods: readonly DeclaredEntity[]): Promise<readonly DeclaredEntity[]> {
    const found = new Map<string, DeclaredEntity>();
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
