/**
 * Room for stretches of any length in one array of 32-bit words, given and taken back. What was taken back is given again to stretches of about the same
 * length; lengths are rounded up a little for that.
 */

import { growArray } from "./growArray.js";

/** Lengths of so many leading bits are told apart: rounding adds an eighth at most. */
const SIGNIFICANT_BITS = 4;

export class Arena {
  #words = new Uint32Array(64);
  #bytes = Buffer.from(this.#words.buffer);
  /** At 0 nothing is ever given, so that 0 can mean nothing. */
  #end = 1;
  #freeWords = 0;
  /** The first stretch that waits, by its length. Each begins with where the next one is. */
  readonly #freeLists = new Map<number, number>();

  /** Valid until the next `take`. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** The same memory. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Words given and not taken back. */
  get usedWords(): number {
    return this.#end - 1 - this.#freeWords;
  }

  /** Words that wait to be given again. */
  get freeWords(): number {
    return this.#freeWords;
  }

  /** Memory taken. */
  get byteLength(): number {
    return this.#words.byteLength + 32 * this.#freeLists.size;
  }

  /** Where there is room for at least so many words. Its words are anything. */
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

  /** Takes back what `take` gave for this length. */
  release(at: number, length: number): void {
    const rounded = roundUp(length);
    this.#words[at] = this.#freeLists.get(rounded) ?? 0;
    this.#freeLists.set(rounded, at);
    this.#freeWords += rounded;
  }
}

/** How much room there really is where so many words were asked for. */
function roundUp(length: number): number {
  const step = 2 ** Math.max(0, 32 - Math.clz32(length) - SIGNIFICANT_BITS);
  return Math.max(1, Math.ceil(length / step) * step);
}
