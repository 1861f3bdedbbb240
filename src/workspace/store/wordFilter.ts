/**
 * A Bloom filter of the words of a text, with about ten bits per word. It accepts one in a hundred
 * words that the text does not contain, and every word that it does. A word is a run of ID_Continue
 * and `$`; of a run with a `$`, each part between them is another word. None begins with a digit.
 */

import { isUtf8 } from "node:buffer";

/** A text with more different words has no filter, as it would be too long. */
const MAX_WORDS = 20_000;
const BITS_PER_WORD = 10;
const PROBES = 7;
const { imul } = Math;

/**
 * Returns the bits of the filter for a text, also given as its bytes in UTF-8; undefined if it has
 * too many words. Makes no strings of the words.
 */
export function createWordFilter(text: string | Uint8Array): Uint8Array | undefined {
  const hashes = hashesOf(text);
  if (hashes.length > MAX_WORDS) return undefined;
  const bits = new Uint8Array(Math.ceil((hashes.length * BITS_PER_WORD) / 8));
  const size = 8 * bits.length;
  for (const hash of hashes) {
    const step = stepOf(hash);
    for (let probe = 0, place = hash >>> 0; probe < PROBES; probe++, place = (place + step) >>> 0) {
      const bit = place % size;
      bits[bit >>> 3] = (bits[bit >>> 3] as number) | (1 << (bit & 7));
    }
  }
  return bits;
}

/**
 * Returns the word to search for in place of a name: its longest run of letters, digits and
 * underscores, since a name may consist of several words. A name without any is returned as it is.
 */
export function searchWordOf(name: string): string {
  let longest = "";
  for (const [run] of name.matchAll(/[\p{ID_Continue}]+/gu)) if (run.length > longest.length) longest = run;
  return longest || name;
}

/** Returns the hashes of the words of a text, to look them up in many filters. */
export function hashWords(text: string): readonly number[] {
  return [...hashesOf(text)];
}

/**
 * Does the same without the words that contain a `$`. A text that contains this one, with no
 * ID_Continue next to it, has all of these words.
 */
export function hashWordParts(text: string): readonly number[] {
  return hashWords(text.replaceAll("$", " "));
}

/** Returns whether the filter with the bits from `from` to `to` accepts a word. */
export function mayHoldHash(bytes: Uint8Array, from: number, to: number, hash: number): boolean {
  const size = 8 * (to - from);
  if (size === 0) return false;
  const step = stepOf(hash);
  for (let probe = 0, place = hash >>> 0; probe < PROBES; probe++, place = (place + step) >>> 0) {
    const bit = place % size;
    if (((bytes[from + (bit >>> 3)] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

function stepOf(hash: number): number {
  return mixBits(hash ^ 0x9e3779b9) | 1;
}

/** Makes every bit of the result depend on every bit of the value (finalizer of MurmurHash3). */
function mixBits(value: number): number {
  let hash = value;
  hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Returns the hashes of the different words of a text, one more than `MAX_WORDS` at most. They are
 * valid until the next call.
 */
function hashesOf(text: string | Uint8Array): Int32Array {
  wordHashes.clear();
  addWords(utf8Of(text), wordHashes);
  return wordHashes.values();
}

/** Returns valid UTF-8. What it can't encode is replaced by a character that is in no word. */
function utf8Of(text: string | Uint8Array): Uint8Array {
  if (typeof text !== "string" && isUtf8(text)) return text;
  return Buffer.from(typeof text === "string" ? text : Buffer.from(text).toString(), "utf8");
}

/** A set of 32-bit numbers with open addressing; a Set would make an object of each word. */
class HashSet {
  /**
   * Each hash in the slot of its lowest bits or in the next free one after it. 0 is an empty slot.
   */
  readonly #slots = new Int32Array(2 ** 16);
  readonly #hashes = new Int32Array(MAX_WORDS + 1);
  #size = 0;

  /** Adds a hash. Returns whether there is room for another one. */
  add(hash: number): boolean {
    // 0 is replaced by 1, both here and in look-ups.
    const value = hash === 0 ? 1 : hash;
    const slot = this.#slotOf(value);
    if (this.#slots[slot] === 0) {
      this.#slots[slot] = value;
      this.#hashes[this.#size++] = value;
    }
    return this.#size <= MAX_WORDS;
  }

  /** Returns the hashes without copying them. */
  values(): Int32Array {
    return this.#hashes.subarray(0, this.#size);
  }

  clear(): void {
    // In reverse: each hash is then in the first slot that holds it.
    while (this.#size > 0) this.#slots[this.#slotOf(this.#hashes[--this.#size] as number)] = 0;
  }

  #slotOf(hash: number): number {
    const last = this.#slots.length - 1;
    let slot = hash & last;
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== hash) slot = (slot + 1) & last;
    return slot;
  }
}

/** Shared, since nothing here is reentrant. */
const wordHashes = new HashSet();

const HASH_OF_NOTHING = 0x811c9dc5;
const DOLLAR = 0x24;
const [DIGIT, LETTER, OTHER] = [1, 2, 3];
/** By byte: whether it may continue a word, as a digit, a letter or part of another character. */
const byteClasses = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 0x80) return OTHER;
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) return DIGIT;
  return /[\w$]/.test(character) ? LETTER : 0;
});
const continuesWord = /^\p{ID_Continue}$/u;
/**
 * By code unit outside of ASCII: 1 if it does not continue a word, 2 if it does, 0 if not known
 * yet.
 */
const continuesWordCache = new Uint8Array(0x10000);

/** Adds the hash of every word of valid UTF-8, as far as there is room. */
function addWords(bytes: Uint8Array, hashes: HashSet): void {
  const { length } = bytes;
  for (let at = 0; at < length; ) {
    const first = bytes[at] as number;
    if (byteClasses[first] === 0) {
      at++;
      continue;
    }
    const from = at;
    let hash = HASH_OF_NOTHING;
    let hasParts = false;
    for (; at < length; at++) {
      const byte = bytes[at] as number;
      const kind = byteClasses[byte] as number;
      if (kind === 0) break;
      if (kind === OTHER) {
        const point = codePointAt(bytes, at);
        if (!isWordCharacter(point)) break;
        hash = addPointToHash(hash, point);
        at += widthOf(byte) - 1;
        continue;
      }
      hash = imul(hash ^ byte, 0x01000193);
      if (byte === DOLLAR) hasParts = true;
    }
    if (at === from) {
      at += widthOf(first);
      continue;
    }
    if (byteClasses[first] !== DIGIT && !hashes.add(mixBits(hash))) return;
    if (hasParts && !addParts(bytes, from, at, hashes)) return;
  }
}

/** Adds the parts between the `$` of a run. Returns whether there is room for more. */
function addParts(bytes: Uint8Array, from: number, to: number, hashes: HashSet): boolean {
  for (let start = from; start < to; ) {
    let end = bytes.indexOf(DOLLAR, start);
    if (end < 0 || end > to) end = to;
    let hash = HASH_OF_NOTHING;
    for (let at = start; at < end; at += widthOf(bytes[at] as number))
      hash = addPointToHash(hash, codePointAt(bytes, at));
    if (end > start && byteClasses[bytes[start] as number] !== DIGIT && !hashes.add(mixBits(hash))) return false;
    start = end + 1;
  }
  return true;
}

/** Adds the UTF-16 code units of a code point (FNV-1a). */
function addPointToHash(hash: number, point: number): number {
  if (point <= 0xffff) return imul(hash ^ point, 0x01000193);
  const high = 0xd800 + ((point - 0x10000) >>> 10);
  const low = 0xdc00 + (point & 0x3ff);
  return imul(imul(hash ^ high, 0x01000193) ^ low, 0x01000193);
}

/** Returns the number of bytes of the character that begins with a byte. */
function widthOf(byte: number): number {
  if (byte < 0x80) return 1;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** Returns the code point at an offset of valid UTF-8. */
function codePointAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  const width = widthOf(first);
  if (width === 1) return first;
  let point = first & (0x7f >>> width);
  for (let next = at + 1; next < at + width; next++) point = (point << 6) | ((bytes[next] as number) & 0x3f);
  return point;
}

/** Whether a character outside of ASCII continues a word. */
function isWordCharacter(point: number): boolean {
  if (point > 0xffff) return continuesWord.test(String.fromCodePoint(point));
  continuesWordCache[point] ||= continuesWord.test(String.fromCharCode(point)) ? 2 : 1;
  return continuesWordCache[point] === 2;
}
