/**
 * The addresses of the declarations of each name, grouped by arity. Most names have one address,
 * which is stored directly; the others have a linked list of groups, one for each arity.
 */

import type { Arity } from "../../syntax/outline/arity.js";
import { Arena } from "./arena.js";
import { growArray } from "./growArray.js";

/** The addresses of a name with one arity: a view, valid until the next change. */
export interface PostingGroup {
  readonly arity: Arity | undefined;
  readonly addresses: Uint32Array;
}

/** Added to a head that is an address instead of the offset of a group. Addresses are below it. */
const SINGLE = 2 ** 31;

/** The words of a group. `next` is the offset of the next group, or 0. */
const fields = { arity: 0, next: 1, count: 2, list: 3 } as const;
const GROUP_WORDS = 4;

/** An arity is encoded as 16 bits for `least` and 16 for `most`. */
const MAX_ARITY = 0xfffe;
const ANY_NUMBER = 0xffff;
const UNKNOWN_ARITY = 0xffffffff;

export class Postings {
  readonly #arityAt: (address: number) => Arity | undefined;
  /** By the name's number; 0 if it has no addresses. */
  #heads = new Uint32Array(16);
  readonly #arena = new Arena();
  #count = 0;

  /** `arityAt` returns the arity that an address was added with. */
  constructor(arityAt: (address: number) => Arity | undefined) {
    this.#arityAt = arityAt;
  }

  /** The number of addresses. */
  get count(): number {
    return this.#count;
  }

  get byteLength(): number {
    return this.#heads.byteLength + this.#arena.byteLength;
  }

  /** Adds an address. Those of one record must be added one after the other. */
  add(name: number, arity: Arity | undefined, address: number): void {
    this.#heads = growArray(this.#heads, name + 1);
    this.#count++;
    const head = this.#heads[name] as number;
    if (head === 0) {
      this.#heads[name] = SINGLE + address;
      return;
    }
    const code = encodeArity(arity);
    if (head >= SINGLE) this.#heads[name] = this.#newGroup(encodeArity(this.#arityAt(head - SINGLE)), 0, head - SINGLE);
    const group = this.#groupOf(name, code);
    if (group === 0) this.#heads[name] = this.#newGroup(code, this.#heads[name] as number, address);
    else this.#append(group, address);
  }

  /**
   * Removes the addresses of a name from `from` up to `to`. Returns one of the remaining addresses.
   */
  remove(name: number, from: number, to: number): number | undefined {
    const head = this.#heads[name] ?? 0;
    if (head >= SINGLE) {
      const address = head - SINGLE;
      if (address < from || address >= to) return address;
      this.#heads[name] = 0;
      this.#count--;
      return undefined;
    }
    let before = 0;
    for (let group = head; group !== 0; ) {
      const next = this.#field(group, fields.next);
      this.#removeRange(group, from, to);
      if (this.#field(group, fields.count) > 0) before = group;
      else {
        if (before === 0) this.#heads[name] = next;
        else this.#arena.words[before + fields.next] = next;
        this.#arena.release(group, GROUP_WORDS);
      }
      group = next;
    }
    return this.#collapse(name);
  }

  /** Returns the groups of a name, in no order. */
  groupsOf(name: number): PostingGroup[] {
    const head = this.#heads[name] ?? 0;
    if (head === 0) return [];
    if (head >= SINGLE) {
      const address = head - SINGLE;
      return [{ arity: this.#arityAt(address), addresses: Uint32Array.of(address) }];
    }
    const groups: PostingGroup[] = [];
    for (let group = head; group !== 0; group = this.#field(group, fields.next)) {
      const list = this.#listOf(group);
      const addresses = this.#arena.words.subarray(list, list + this.#field(group, fields.count));
      groups.push({ arity: decodeArity(this.#field(group, fields.arity)), addresses });
    }
    return groups;
  }

  #field(group: number, field: number): number {
    return this.#arena.words[group + field] as number;
  }

  /** Returns the offset of the addresses of a group. A single address is in the group itself. */
  #listOf(group: number): number {
    return this.#field(group, fields.count) === 1 ? group + fields.list : this.#field(group, fields.list);
  }

  #newGroup(arity: number, next: number, address: number): number {
    const group = this.#arena.allocate(GROUP_WORDS);
    const { words } = this.#arena;
    words[group + fields.arity] = arity;
    words[group + fields.next] = next;
    words[group + fields.count] = 1;
    words[group + fields.list] = address;
    return group;
  }

  #groupOf(name: number, arity: number): number {
    let group = this.#heads[name] as number;
    while (group !== 0 && this.#field(group, fields.arity) !== arity) group = this.#field(group, fields.next);
    return group;
  }

  #append(group: number, address: number): void {
    const count = this.#field(group, fields.count);
    this.#resize(group, count, count + 1, count);
    this.#arena.words[this.#listOf(group) + count] = address;
  }

  /** Removes a range of addresses. They are adjacent, as they were added one after the other. */
  #removeRange(group: number, from: number, to: number): void {
    const { words } = this.#arena;
    const list = this.#listOf(group);
    const end = list + this.#field(group, fields.count);
    let first = list;
    while (first < end && ((words[first] as number) < from || (words[first] as number) >= to)) first++;
    let after = first;
    while (after < end && (words[after] as number) >= from && (words[after] as number) < to) after++;
    if (after === first) return;
    words.copyWithin(first, after, end);
    this.#count -= after - first;
    this.#resize(group, end - list, end - list - (after - first), end - list - (after - first));
  }

  /** Changes the number of addresses of a group, and keeps the first `kept` of them. */
  #resize(group: number, before: number, after: number, kept: number): void {
    const [had, has] = [capacityFor(before), capacityFor(after)];
    const old = this.#listOf(group);
    this.#arena.words[group + fields.count] = after;
    if (had === has) return;
    const list = has > 1 ? this.#arena.allocate(has) : group + fields.list;
    // Copied first, since releasing a block overwrites its first word.
    this.#arena.words.copyWithin(list, old, old + kept);
    if (had > 1) this.#arena.release(old, had);
    if (has > 1) this.#arena.words[group + fields.list] = list;
  }

  /** Returns any address of a name. If only one is left, it replaces the group. */
  #collapse(name: number): number | undefined {
    const head = this.#heads[name] as number;
    if (head === 0) return undefined;
    const address = this.#arena.words[this.#listOf(head)] as number;
    if (this.#field(head, fields.next) === 0 && this.#field(head, fields.count) === 1) {
      this.#heads[name] = SINGLE + address;
      this.#arena.release(head, GROUP_WORDS);
    }
    return address;
  }
}

/** Returns the capacity for a number of addresses: a power of two. */
function capacityFor(count: number): number {
  return count <= 1 ? count : 2 ** (32 - Math.clz32(count - 1));
}

function encodeArity(arity: Arity | undefined): number {
  if (arity === undefined) return UNKNOWN_ARITY;
  const most = arity.most === Number.POSITIVE_INFINITY ? ANY_NUMBER : Math.min(arity.most, MAX_ARITY);
  return Math.min(arity.least, MAX_ARITY) * 2 ** 16 + most;
}

function decodeArity(code: number): Arity | undefined {
  if (code === UNKNOWN_ARITY) return undefined;
  const most = code % 2 ** 16;
  return { least: Math.floor(code / 2 ** 16), most: most === ANY_NUMBER ? Number.POSITIVE_INFINITY : most };
}
