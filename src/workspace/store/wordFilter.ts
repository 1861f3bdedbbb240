/**
 * A Bloom filter of the words of a text, with about ten bits per word. It accepts one in a hundred
 * words that the text does not contain, and every word that it does. A word is a run of ID_Continue
 * and `$`; of a run with a `$`, each part between them is another word. None begins with a digit.
 */

/** A text with more different words has no filter, as it would be too long. */
const MAX_WORDS = 20_000;
const BITS_PER_WORD = 10;
const PROBES = 7;
const { imul } = Math;

/**
 * Returns the bits of the filter for a text; undefined if it has too many words. Makes no strings.
 */
export function createWordFilter(text: string): Uint8Array | undefined {
  const hashes = hashSetOf(text);
  if (hashes.size > MAX_WORDS) return undefined;
  const bits = new Uint8Array(Math.ceil((hashes.size * BITS_PER_WORD) / 8));
  const size = 8 * bits.length;
  for (const hash of hashes.values()) {
    const step = stepOf(hash);
    for (let probe = 0, place = hash >>> 0; probe < PROBES; probe++, place = (place + step) >>> 0) {
      const bit = place % size;
      bits[bit >>> 3] = (bits[bit >>> 3] as number) | (1 << (bit & 7));
    }
  }
  return bits;
}

/** Returns the hashes of the words of a text, to look them up in many filters. */
export function hashWords(text: string): readonly number[] {
  return hashSetOf(text).values();
}

/**
 * Does the same without the words that contain a `$`. A text that contains this one, with no
 * ID_Continue next to it, has all of these words.
 */
export function hashWordParts(text: string): readonly number[] {
  return hashSetOf(text.replaceAll("$", " ")).values();
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

function hashSetOf(text: string): HashSet {
  const hashes = new HashSet();
  forEachWord(text, (hash) => hashes.add(hash) <= MAX_WORDS);
  return hashes;
}

/** A set of 32-bit numbers with open addressing; a Set would make an object of each word. */
class HashSet {
  /**
   * Each hash in the slot of its lowest bits or in the next free one after it. 0 is an empty slot.
   */
  #slots = new Int32Array(1024);
  size = 0;

  /** Adds a hash. Returns the new size. */
  add(hash: number): number {
    // 0 is replaced by 1, both here and in look-ups.
    this.#insert(hash === 0 ? 1 : hash);
    if (2 * this.size > this.#slots.length) this.#grow();
    return this.size;
  }

  values(): number[] {
    return [...this.#slots.filter((hash) => hash !== 0)];
  }

  #insert(hash: number): void {
    const last = this.#slots.length - 1;
    let slot = hash & last;
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== hash) slot = (slot + 1) & last;
    if (this.#slots[slot] === 0) this.size++;
    this.#slots[slot] = hash;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    this.size = 0;
    for (const hash of before) if (hash !== 0) this.#insert(hash);
  }
}

const HASH_OF_NOTHING = 0x811c9dc5;
const DOLLAR = 0x24;
const DIGIT = 1;
const LETTER = 2;
const asciiClasses = Uint8Array.from({ length: 128 }, (_, code) => {
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

/** Calls `visit` with the hash of every word until it returns false. */
function forEachWord(text: string, visit: (hash: number) => boolean): void {
  const { length } = text;
  for (let at = 0; at < length; at++) {
    const first = text.charCodeAt(at);
    if (first < 0x80 && asciiClasses[first] === 0) continue;
    const from = at;
    let hash = HASH_OF_NOTHING;
    let hasParts = false;
    while (at < length) {
      const code = text.charCodeAt(at);
      const width = code < 0x80 ? (asciiClasses[code] as number) && 1 : widthAt(text, at);
      if (width === 0) break;
      hash = addToHash(hash, code);
      if (width === 2) hash = addToHash(hash, text.charCodeAt(at + 1));
      if (code === DOLLAR) hasParts = true;
      at += width;
    }
    if (at > from && !isDigit(first) && !visit(mixBits(hash))) return;
    if (hasParts && !visitParts(text, from, at, visit)) return;
  }
}

/** Visits the parts between the `$` of a run. Returns false if `visit` does. */
function visitParts(text: string, from: number, to: number, visit: (hash: number) => boolean): boolean {
  let hash = HASH_OF_NOTHING;
  for (let start = from, at = from; at <= to; at++) {
    const code = at < to ? text.charCodeAt(at) : DOLLAR;
    if (code !== DOLLAR) {
      hash = addToHash(hash, code);
      continue;
    }
    if (at > start && !isDigit(text.charCodeAt(start)) && !visit(mixBits(hash))) return false;
    start = at + 1;
    hash = HASH_OF_NOTHING;
  }
  return true;
}

/** Adds a code unit (FNV-1a). */
function addToHash(hash: number, code: number): number {
  return imul(hash ^ code, 0x01000193);
}

function isDigit(code: number): boolean {
  return asciiClasses[code] === DIGIT;
}

/**
 * Returns the number of code units of the word character at `at`, which is not ASCII; 0 if it is
 * not a word character.
 */
function widthAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const point = text.codePointAt(at) as number;
  if (point > 0xffff) return continuesWord.test(String.fromCodePoint(point)) ? 2 : 0;
  continuesWordCache[code] ||= continuesWord.test(String.fromCharCode(code)) ? 2 : 1;
  return continuesWordCache[code] === 2 ? 1 : 0;
}
