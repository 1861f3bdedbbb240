/**
 * Numbers for encoded texts, such as names and paths, found by a hash table. The bytes of the texts
 * belong to the caller; the table keeps neither strings nor copies of them. The number of a deleted
 * text is reused.
 */

import { BinaryReader, BinaryWriter, endOfText } from "./binaryEncoding.js";
import { growArray } from "./growArray.js";

/** The greatest share of slots in use. */
const MAX_LOAD = 0.75;
const GROWTH_FACTOR = 1.3;
const { floor, imul } = Math;

/** Shared, since nothing here is reentrant. */
const scratch = new BinaryWriter();

export class NameTable {
  readonly #currentBytes: () => Uint8Array;
  /** The offset of each text, by number; 0 for a free number. */
  #offsets = new Uint32Array(16);
  #limit = 0;
  readonly #freeNumbers: number[] = [];
  /**
   * Numbers plus one, each in the slot of its hash or in the next free one after it (linear
   * probing). 0 is an empty slot.
   */
  #slots = new Uint32Array(16);
  #size = 0;

  /** `bytes` returns the current bytes. No text has the offset 0. */
  constructor(bytes: () => Uint8Array) {
    this.#currentBytes = bytes;
  }

  get size(): number {
    return this.#size;
  }

  /** All numbers are less than this. */
  get limit(): number {
    return this.#limit;
  }

  /** The memory of the table. */
  get byteLength(): number {
    return this.#offsets.byteLength + this.#slots.byteLength + 8 * this.#freeNumbers.length;
  }

  /** Returns the offset of a text; 0 if the number is free. */
  offsetOf(number: number): number {
    return this.#offsets[number] ?? 0;
  }

  textOf(number: number): string {
    return new BinaryReader(this.#currentBytes(), this.offsetOf(number)).readText();
  }

  /** Returns the number of a text, or -1. */
  find(text: string): number {
    scratch.clear();
    scratch.writeText(text);
    return (this.#slots[this.#slotOf(scratch.view(), 0, scratch.length)] as number) - 1;
  }

  /** Returns the number of the text at an offset, or -1. */
  findAt(place: number): number {
    const bytes = this.#currentBytes();
    return (this.#slots[this.#slotOf(bytes, place, endOfText(bytes, place))] as number) - 1;
  }

  /** Returns the number of the text at an offset, a new one if it has none. */
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

  /** Changes the offset of a text to that of an equal one. */
  move(number: number, place: number): void {
    this.#offsets[number] = place;
  }

  /** Deletes a text. Its bytes must still be there. */
  delete(number: number): void {
    const place = this.offsetOf(number);
    const bytes = this.#currentBytes();
    this.#clearSlot(bytes, this.#slotOf(bytes, place, endOfText(bytes, place)));
    this.#offsets[number] = 0;
    this.#freeNumbers.push(number);
    this.#size--;
  }

  /** Returns the slot of a text, or the empty slot for it. */
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

  /** Empties a slot, and moves texts that were displaced by it into the gap. */
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

/**
 * Compares encoded texts. They begin with their lengths, so texts of different lengths differ
 * there.
 */
function equalText(one: Uint8Array, place: number, other: Uint8Array, from: number, to: number): boolean {
  for (let at = from, own = place; at < to; at++, own++) if (one[own] !== other[at]) return false;
  return true;
}
