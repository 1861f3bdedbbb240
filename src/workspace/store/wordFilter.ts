/**
 * Which words a text may hold, in about ten bits a word: a Bloom filter. It may say yes of a word that is not there, one time in a hundred, and never
 * no of one that is. A word is a run of ID_Continue and `$` that does not begin with a digit.
 */

/** A text with more different words may hold anything: so long a filter would not pay. */
const MAX_WORDS = 20_000;
const BITS_PER_WORD = 10;
const PROBES = 7;
const { imul } = Math;

/** Returns the bits of a filter of all words in a text, or undefined where it may hold any word. Makes no strings. */
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

/** What filters know the words of a text by, to ask many filters about it. */
export function hashWords(text: string): readonly number[] {
  return hashSetOf(text).values();
}

/** Whether a word may be in the filter whose bits lie in this stretch. */
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

/** Every bit of the result hangs on every bit given (MurmurHash3's finalizer). */
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

/** Numbers of 32 bits, each once: a text has too many words to make an object of each. */
class HashSet {
  /** Each where its lowest bits say or as near behind as there was room. 0 where there is none. */
  #slots = new Int32Array(1024);
  size = 0;

  /** Returns how many there are then. */
  add(hash: number): number {
    // 0 goes in as another, here and wherever it is asked for.
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

const DIGIT = 1;
const LETTER = 2;
const asciiClasses = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) return DIGIT;
  return /[\w$]/.test(character) ? LETTER : 0;
});
const continuesWord = /^\p{ID_Continue}$/u;
/** Of what is not ASCII and in the first plane, asked once each: 1 for no, 2 for yes. */
const continuesWordCache = new Uint8Array(0x10000);

/** Calls `visit` with the hash of every word until it returns false. */
function forEachWord(text: string, visit: (hash: number) => boolean): void {
  const { length } = text;
  for (let at = 0; at < length; at++) {
    const first = text.charCodeAt(at);
    if (first < 0x80 && asciiClasses[first] === 0) continue;
    const from = at;
    let hash = 0x811c9dc5;
    while (at < length) {
      const code = text.charCodeAt(at);
      const width = code < 0x80 ? (asciiClasses[code] as number) && 1 : widthAt(text, at);
      if (width === 0) break;
      hash = imul(hash ^ code, 0x01000193);
      if (width === 2) hash = imul(hash ^ text.charCodeAt(at + 1), 0x01000193);
      at += width;
    }
    const isWord = at > from && (first >= 0x80 || asciiClasses[first] === LETTER);
    if (isWord && !visit(mixBits(hash))) return;
  }
}

/** How many code units the character of a word takes that stands here and is not ASCII: 0 where none does. */
function widthAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const point = text.codePointAt(at) as number;
  if (point > 0xffff) return continuesWord.test(String.fromCodePoint(point)) ? 2 : 0;
  continuesWordCache[code] ||= continuesWord.test(String.fromCharCode(code)) ? 2 : 1;
  return continuesWordCache[code] === 2 ? 1 : 0;
}
