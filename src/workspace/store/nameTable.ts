/**
 * Numbers for texts that lie packed in bytes which somebody else keeps: names, or paths. Each different text has one; a hash table finds it. Neither a string nor an
 * object nor a copy is kept of any. A number that is free again is given to the next.
 */

import { BinaryReader, BinaryWriter, endOfText } from "./binaryEncoding.js";
import { growArray } from "./growArray.js";

/** More of the slots are never taken. */
const MAX_LOAD = 0.75;
const GROWTH_FACTOR = 1.3;
const { floor, imul } = Math;

/** Shared, since nothing here is reentrant. */
const scratch = new BinaryWriter();

export class NameTable {
  readonly #currentBytes: () => Uint8Array;
  /** Where each text lies, by number; 0 for a number that waits to be given. */
  #offsets = new Uint32Array(16);
  #limit = 0;
  readonly #freeNumbers: number[] = [];
  /** Numbers plus one in the order of their hashes, each where its hash says or as near behind as there was room. 0 where there is none. */
  #slots = new Uint32Array(16);
  #size = 0;

  /** `bytes` gives the bytes as they are now. At 0 no text lies. */
  constructor(bytes: () => Uint8Array) {
    this.#currentBytes = bytes;
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
    return this.#offsets.byteLength + this.#slots.byteLength + 8 * this.#freeNumbers.length;
  }

  /** Where a text lies; 0 where the number has none. */
  offsetOf(number: number): number {
    return this.#offsets[number] ?? 0;
  }

  textOf(number: number): string {
    return new BinaryReader(this.#currentBytes(), this.offsetOf(number)).readText();
  }

  /** The number of a text, or -1. */
  find(text: string): number {
    scratch.clear();
    scratch.writeText(text);
    return (this.#slots[this.#slotOf(scratch.view(), 0, scratch.length)] as number) - 1;
  }

  /** The number of the text that lies here, or -1. */
  findAt(place: number): number {
    const bytes = this.#currentBytes();
    return (this.#slots[this.#slotOf(bytes, place, endOfText(bytes, place))] as number) - 1;
  }

  /** The number of the text that lies here, a new one if need be. */
  add(place: number): number {
    const bytes = this.#currentBytes();
    const slot = this.#slotOf(bytes, place, endOfText(bytes, place));
    const found = this.#slots[slot] as number;
    if (found > 0) return found - 1;
    const number = this.#freeNumbers.pop() ?? this.#limit++;
    this.#offsets = growArray(this.#offsets, this.#limit);
    this.#offsets[number] = place;
    this.#slots[slot] = number + 1;
    if (++this.#size > MAX_LOAD * this.#slots.length) this.#grow();
    return number;
  }

  /** Where the text lies is given up; it lies here as well. */
  move(number: number, place: number): void {
    this.#offsets[number] = place;
  }

  /** While the text still lies there. */
  delete(number: number): void {
    const place = this.offsetOf(number);
    const bytes = this.#currentBytes();
    this.#clearSlot(bytes, this.#slotOf(bytes, place, endOfText(bytes, place)));
    this.#offsets[number] = 0;
    this.#freeNumbers.push(number);
    this.#size--;
  }

  /** The slot that a text is in, or the empty one where it belongs. */
  #slotOf(bytes: Uint8Array, from: number, to: number): number {
    const own = this.#currentBytes();
    let slot = this.#homeSlotOf(bytes, from, to);
    for (;;) {
      const number = this.#slots[slot] as number;
      if (number === 0 || equalText(own, this.#offsets[number - 1] as number, bytes, from, to)) return slot;
      slot = this.#nextSlot(slot);
    }
  }

  #homeSlotOf(bytes: Uint8Array, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = imul(hash ^ (bytes[at] as number), 0x01000193);
    hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = (hash ^ (hash >>> 13)) >>> 0;
    return floor((hash / 2 ** 32) * this.#slots.length);
  }

  #nextSlot(slot: number): number {
    return slot + 1 === this.#slots.length ? 0 : slot + 1;
  }

  /** Empties a slot and moves up what stands behind it only because it was taken. */
  #clearSlot(bytes: Uint8Array, slot: number): void {
    let hole = slot;
    for (let at = this.#nextSlot(slot); this.#slots[at] !== 0; at = this.#nextSlot(at)) {
      const place = this.#offsets[(this.#slots[at] as number) - 1] as number;
      const home = this.#homeSlotOf(bytes, place, endOfText(bytes, place));
      const isBehindHole = hole <= at ? hole < home && home <= at : hole < home || home <= at;
      if (isBehindHole) continue;
      this.#slots[hole] = this.#slots[at] as number;
      hole = at;
    }
    this.#slots[hole] = 0;
  }

  #grow(): void {
    const bytes = this.#currentBytes();
    this.#slots = new Uint32Array(Math.ceil(this.#slots.length * GROWTH_FACTOR));
    for (let number = 0; number < this.#limit; number++) {
      const place = this.#offsets[number] as number;
      if (place === 0) continue;
      let slot = this.#homeSlotOf(bytes, place, endOfText(bytes, place));
      while (this.#slots[slot] !== 0) slot = this.#nextSlot(slot);
      this.#slots[slot] = number + 1;
    }
  }
}

/** A text begins with its length: what is longer or shorter differs there. */
function equalText(one: Uint8Array, place: number, other: Uint8Array, from: number, to: number): boolean {
  for (let at = from, own = place; at < to; at++, own++) if (one[own] !== other[at]) return false;
  return true;
}
