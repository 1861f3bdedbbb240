/**
 * An allocator of blocks in one array of 32-bit words. Released blocks are reused for blocks of
 * about the same length; lengths are rounded up a little for that.
 */

import { growArray } from "./growArray.js";

/** Lengths are rounded up to this number of leading bits, which adds an eighth at most. */
const SIGNIFICANT_BITS = 4;

export class Arena {
  #words = new Uint32Array(64);
  #bytes = Buffer.from(this.#words.buffer);
  /** No block begins at 0, so that 0 can mean "none". */
  #end = 1;
  #freeWords = 0;
  /**
   * The first free block of each length. A free block begins with the offset of the next one, or 0.
   */
  readonly #freeLists = new Map<number, number>();

  /** The memory, valid until the next `allocate`. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** The same memory as bytes. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** The number of words allocated and not released. */
  get usedWords(): number {
    return this.#end - 1 - this.#freeWords;
  }

  /** The number of words released and not allocated again. */
  get freeWords(): number {
    return this.#freeWords;
  }

  /** The memory of the arena itself. */
  get byteLength(): number {
    return this.#words.byteLength + 32 * this.#freeLists.size;
  }

  /** Returns the offset of a block of at least `length` words, with undefined contents. */
  allocate(length: number): number {
    const rounded = roundUp(length);
    const reused = this.#freeLists.get(rounded);
    if (reused !== undefined) {
      const next = this.#words[reused] as number;
      if (next === 0) this.#freeLists.delete(rounded);
      else this.#freeLists.set(rounded, next);
      this.#freeWords -= rounded;
      return reused;
    }
    const at = this.#end;
    this.#end += rounded;
    if (this.#end > this.#words.length) {
      this.#words = growArray(this.#words, this.#end);
      this.#bytes = Buffer.from(this.#words.buffer);
    }
    return at;
  }

  /** Releases a block that `allocate` returned for this length. */
  release(at: number, length: number): void {
    const rounded = roundUp(length);
    this.#words[at] = this.#freeLists.get(rounded) ?? 0;
    this.#freeLists.set(rounded, at);
    this.#freeWords += rounded;
  }
}

/** Returns the actual length of a block that is allocated for `length` words. */
function roundUp(length: number): number {
  const step = 2 ** Math.max(0, 32 - Math.clz32(length) - SIGNIFICANT_BITS);
  return Math.max(1, Math.ceil(length / step) * step);
}
