/**
 * Room for stretches of any length in one array of 32-bit words, given and taken back. What was taken back is given again to stretches of about the same
 * length; lengths are rounded up a little for that.
 */

import { grown } from "./growArray.js";

/** Lengths of so many leading bits are told apart: rounding adds an eighth at most. */
const significantBits = 4;

export class Arena {
  #words = new Uint32Array(64);
  #bytes = Buffer.from(this.#words.buffer);
  /** At 0 nothing is ever given, so that 0 can mean nothing. */
  #end = 1;
  #idle = 0;
  /** The first stretch that waits, by its length. Each begins with where the next one is. */
  readonly #waiting = new Map<number, number>();

  /** Valid until the next `take`. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** The same memory. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Words given and not taken back. */
  get used(): number {
    return this.#end - 1 - this.#idle;
  }

  /** Words that wait to be given again. */
  get idle(): number {
    return this.#idle;
  }

  /** Memory taken. */
  get byteLength(): number {
    return this.#words.byteLength + 32 * this.#waiting.size;
  }

  /** Where there is room for at least so many words. Its words are anything. */
  take(length: number): number {
    const rounded = roundedUp(length);
    const waiting = this.#waiting.get(rounded);
    if (waiting !== undefined) {
      const next = this.#words[waiting] as number;
      if (next === 0) this.#waiting.delete(rounded);
      else this.#waiting.set(rounded, next);
      this.#idle -= rounded;
      return waiting;
    }
    const at = this.#end;
    this.#end += rounded;
    if (this.#end > this.#words.length) {
      this.#words = grown(this.#words, this.#end);
      this.#bytes = Buffer.from(this.#words.buffer);
    }
    return at;
  }

  /** Takes back what `take` gave for this length. */
  giveBack(at: number, length: number): void {
    const rounded = roundedUp(length);
    this.#words[at] = this.#waiting.get(rounded) ?? 0;
    this.#waiting.set(rounded, at);
    this.#idle += rounded;
  }
}

/** How much room there really is where so many words were asked for. */
export function roundedUp(length: number): number {
  const step = 2 ** Math.max(0, 32 - Math.clz32(length) - significantBits);
  return Math.max(1, Math.ceil(length / step) * step);
}
