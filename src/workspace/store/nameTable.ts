/**
 * Numbers for texts that lie packed in bytes which somebody else keeps: names, or paths. Each different text has one; a hash table finds it. Neither a string nor an
 * object nor a copy is kept of any. A number that is free again is given to the next.
 */

import { endOfText, PackedReader, Packer } from "./binaryEncoding.js";
import { grown } from "./growArray.js";

/** More of the slots are never taken. */
const fullest = 0.75;
const growth = 1.3;
const { floor, imul } = Math;

export class NameTable {
  readonly #bytesNow: () => Uint8Array;
  /** Where each text lies, by number; 0 for a number that waits to be given. */
  #places = new Uint32Array(16);
  #limit = 0;
  readonly #free: number[] = [];
  /** Numbers plus one in the order of their hashes, each where its hash says or as near behind as there was room. 0 where there is none. */
  #slots = new Uint32Array(16);
  #size = 0;

  /** `bytes` gives the bytes as they are now. At 0 no text lies. */
  constructor(bytes: () => Uint8Array) {
    this.#bytesNow = bytes;
  }

  get size(): number {
    return this.#size;
  }

  /** No number is as high. */
  get limit(): number {
    return this.#limit;
  }

  /** Memory taken. */
  get byteLength(): number {
    return this.#places.byteLength + this.#slots.byteLength + 8 * this.#free.length;
  }

  /** Where a text lies; 0 where the number has none. */
  placeOf(number: number): number {
    return this.#places[number] ?? 0;
  }

  textOf(number: number): string {
    return new PackedReader(this.#bytesNow(), this.placeOf(number)).text();
  }

  /** The number of a text, or -1. */
  find(text: string): number {
    packer.clear();
    packer.text(text);
    return (this.#slots[this.#slotOf(packer.written(), 0, packer.length)] as number) - 1;
  }

  /** The number of the text that lies here, or -1. */
  findAt(place: number): number {
    const bytes = this.#bytesNow();
    return (this.#slots[this.#slotOf(bytes, place, endOfText(bytes, place))] as number) - 1;
  }

  /** The number of the text that lies here, a new one if need be. */
  add(place: number): number {
    const bytes = this.#bytesNow();
    const slot = this.#slotOf(bytes, place, endOfText(bytes, place));
    const found = this.#slots[slot] as number;
    if (found > 0) return found - 1;
    const number = this.#free.pop() ?? this.#limit++;
    this.#places = grown(this.#places, this.#limit);
    this.#places[number] = place;
    this.#slots[slot] = number + 1;
    if (++this.#size > fullest * this.#slots.length) this.#widen();
    return number;
  }

  /** Where the text lies is given up; it lies here as well. */
  move(number: number, place: number): void {
    this.#places[number] = place;
  }

  /** While the text still lies there. */
  delete(number: number): void {
    const place = this.placeOf(number);
    const bytes = this.#bytesNow();
    this.#clear(bytes, this.#slotOf(bytes, place, endOfText(bytes, place)));
    this.#places[number] = 0;
    this.#free.push(number);
    this.#size--;
  }

  /** The slot that a text is in, or the empty one where it belongs. */
  #slotOf(bytes: Uint8Array, from: number, to: number): number {
    const own = this.#bytesNow();
    let slot = this.#homeOf(bytes, from, to);
    for (;;) {
      const number = this.#slots[slot] as number;
      if (number === 0 || isSame(own, this.#places[number - 1] as number, bytes, from, to)) return slot;
      slot = this.#behind(slot);
    }
  }

  #homeOf(bytes: Uint8Array, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = imul(hash ^ (bytes[at] as number), 0x01000193);
    hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = (hash ^ (hash >>> 13)) >>> 0;
    return floor((hash / 2 ** 32) * this.#slots.length);
  }

  #behind(slot: number): number {
    return slot + 1 === this.#slots.length ? 0 : slot + 1;
  }

  /** Empties a slot and moves up what stands behind it only because it was taken. */
  #clear(bytes: Uint8Array, slot: number): void {
    let hole = slot;
    for (let at = this.#behind(slot); this.#slots[at] !== 0; at = this.#behind(at)) {
      const place = this.#places[(this.#slots[at] as number) - 1] as number;
      const home = this.#homeOf(bytes, place, endOfText(bytes, place));
      const isBehindHole = hole <= at ? hole < home && home <= at : hole < home || home <= at;
      if (isBehindHole) continue;
      this.#slots[hole] = this.#slots[at] as number;
      hole = at;
    }
    this.#slots[hole] = 0;
  }

  #widen(): void {
    const bytes = this.#bytesNow();
    this.#slots = new Uint32Array(Math.ceil(this.#slots.length * growth));
    for (let number = 0; number < this.#limit; number++) {
      const place = this.#places[number] as number;
      if (place === 0) continue;
      let slot = this.#homeOf(bytes, place, endOfText(bytes, place));
      while (this.#slots[slot] !== 0) slot = this.#behind(slot);
      this.#slots[slot] = number + 1;
    }
  }
}

/** A text begins with its length: what is longer or shorter differs there. */
function isSame(one: Uint8Array, place: number, other: Uint8Array, from: number, to: number): boolean {
  for (let at = from, own = place; at < to; at++, own++) if (one[own] !== other[at]) return false;
  return true;
}

const packer = new Packer();
