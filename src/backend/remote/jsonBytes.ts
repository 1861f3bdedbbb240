/**
 * The bytes of a JSON message, and what is to be replaced in them, without parsing it.
 *
 * What is searched for is ASCII, or the bytes of UTF-8 as Latin-1.
 */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const SLASH = 0x2f;
const COLON = 0x3a;
const COMMA = 0x2c;

/** How much is made a string at a time: V8 searches one much faster than bytes. */
const WINDOW_BYTES = 32 * 1024;
/** Below this length, bytes are compared and copied one by one: a native call takes longer. */
const SHORT_BYTES = 64;
/** Room for a header before a changed body, and for what grows in it. */
const HEADER_BYTES = 40;
const SPARE_BYTES = 4 * 1024;

/** A text to search for, and what to do where it is found. */
export interface Search {
  readonly needle: string;
  /** Called in the order of offsets. Returns the offset to go on from, after `at`. */
  take(at: number): number;
}

export class JsonBytes {
  readonly bytes: Buffer;
  /** The changed message, up to the offset `#done` of this one; undefined while nothing changes. */
  #changed: Buffer | undefined;
  #length = HEADER_BYTES;
  #done = 0;
  /** The walk through the message: its place, and the keys of the objects around it. */
  #at = 0;
  #keys: (string | undefined)[] = [];
  #key: string | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Takes each occurrence of the searches. */
  scan(all: readonly Search[]): void {
    const { bytes } = this;
    const searches = all.filter(({ needle }) => isIn(bytes, needle));
    if (searches.length === 0) return;
    const overlap = searches.reduce((longest, { needle }) => Math.max(longest, needle.length), 0) - 1;
    const found = searches.map(() => -1);
    for (let from = 0, to = 0; to < bytes.length; from = Math.max(from, to - overlap)) {
      to = Math.min(bytes.length, from + WINDOW_BYTES + overlap);
      const window = bytes.toString("latin1", from, to);
      let at = from;
      found.fill(-1);
      while (at < to) {
        let first = -1;
        for (let n = 0; n < searches.length; n++) {
          if (found[n]! < at) {
            const next = window.indexOf(searches[n]!.needle, at - from);
            found[n] = next < 0 ? to : from + next;
          }
          if (first < 0 || found[n]! < found[first]!) first = n;
        }
        if (first < 0 || found[first]! >= to) break;
        at = searches[first]!.take(found[first]!);
      }
      from = at;
    }
  }

  /** Whether a text is at an offset. */
  has(text: string, at: number): boolean {
    const { bytes } = this;
    for (let n = 0; n < text.length; n++) if (bytes[at + n] !== text.charCodeAt(n)) return false;
    return true;
  }

  /** Whether the character at an offset is escaped by a backslash. */
  isEscaped(at: number): boolean {
    let before = at;
    while (this.bytes[before - 1] === BACKSLASH) before--;
    return (at - before) % 2 === 1;
  }

  /** Returns the offset of the quote that ends the string around an offset; the length for none. */
  stringEnd(from: number): number {
    let at = this.#findQuote(from);
    while (at < this.bytes.length && this.isEscaped(at)) at = this.#findQuote(at + 1);
    return at;
  }

  /** Returns the offsets of the content of the string around an offset. */
  stringAround(at: number): readonly [begin: number, end: number] {
    let begin = this.bytes.lastIndexOf(QUOTE, at);
    while (begin > 0 && this.isEscaped(begin)) begin = this.bytes.lastIndexOf(QUOTE, begin - 1);
    return [begin + 1, this.stringEnd(at)];
  }

  /** Returns the offset of the content of the string that is the value of the key before `at`. */
  stringValueAt(at: number): number | undefined {
    const { bytes } = this;
    let from = skipSpace(bytes, at);
    if (bytes[from] !== COLON) return undefined;
    from = skipSpace(bytes, from + 1);
    return bytes[from] === QUOTE ? from + 1 : undefined;
  }

  /** Replaces bytes by ASCII text. Must be called in the order of offsets. */
  replace(from: number, to: number, ascii: string): void {
    const changed = this.#ensureRoom(from - this.#done + ascii.length);
    this.#length += this.bytes.copy(changed, this.#length, this.#done, from);
    this.#length = writeText(changed, this.#length, ascii);
    this.#done = to;
  }

  /** Replaces the content of a string, if `change` changes it. One that is no JSON stays. */
  edit(from: number, end: number, change: (content: string) => string): void {
    const content = decodeString(this.bytes.toString("utf8", from, end));
    if (content === undefined) return;
    const changed = change(content);
    if (changed !== content) this.replace(from, end, latin1Of(JSON.stringify(changed).slice(1, -1)));
  }

  /** Returns the key of the string that begins at a quote; undefined for an element or a key. */
  keyBefore(quote: number): string | undefined {
    const { bytes } = this;
    let at = skipSpaceBack(bytes, quote - 1);
    if (bytes[at] !== COLON) return undefined;
    at = skipSpaceBack(bytes, at - 1);
    if (bytes[at] !== QUOTE) return undefined;
    const begin = bytes.lastIndexOf(QUOTE, at - 1);
    return bytes.toString("latin1", begin + 1, at);
  }

  /** Whether a string is Markdown: that of MarkupContent, or a part of a hover's contents. */
  isMarkdown(begin: number, end: number): boolean {
    const key = this.keyBefore(begin - 1);
    if (key === "contents") return true;
    if (key === undefined)
      return this.keysAt(begin - 1).at(-1) === undefined && this.keysAt(begin - 1).at(-2) === "contents";
    if (key !== "value") return false;
    const before = this.bytes.toString("latin1", Math.max(0, begin - 80), begin - 1);
    const after = this.bytes.toString("latin1", end + 1, end + 80);
    return (
      /"kind"\s*:\s*"markdown"\s*,\s*"value"\s*:\s*$/.test(before) || /^\s*,\s*"kind"\s*:\s*"markdown"/.test(after)
    );
  }

  /** Returns the keys around a place, from the outermost; undefined for an array's element. */
  keysAt(place: number): readonly (string | undefined)[] {
    const { bytes } = this;
    // Places are asked for in any order, mostly forwards.
    if (place < this.#at) {
      this.#at = 0;
      this.#keys = [];
      this.#key = undefined;
    }
    while (this.#at < place) {
      const unit = bytes[this.#at];
      if (unit === QUOTE) {
        const end = this.stringEnd(this.#at + 1);
        if (end >= place) break;
        const after = skipSpace(bytes, end + 1);
        if (bytes[after] === COLON) this.#key = bytes.toString("latin1", this.#at + 1, end);
        this.#at = end + 1;
        continue;
      }
      if (unit === 0x7b || unit === 0x5b) {
        this.#keys.push(this.#key);
        this.#key = undefined;
      } else if (unit === 0x7d || unit === 0x5d) {
        this.#keys.pop();
        this.#key = undefined;
      } else if (unit === COMMA) this.#key = undefined;
      this.#at++;
    }
    return [...this.#keys, this.#key];
  }

  /** Returns the message with all replacements, as a frame; undefined where there are none. */
  frame(): Buffer | undefined {
    if (this.#changed === undefined) return undefined;
    const changed = this.#ensureRoom(this.bytes.length - this.#done);
    const end = this.#length + this.bytes.copy(changed, this.#length, this.#done);
    const header = `Content-Length: ${end - HEADER_BYTES}\r\n\r\n`;
    const from = HEADER_BYTES - header.length;
    changed.write(header, from, "latin1");
    return changed.subarray(from, end);
  }

  #ensureRoom(bytes: number): Buffer {
    const needed = this.#length + bytes;
    if (this.#changed && needed <= this.#changed.length) return this.#changed;
    const rest = this.bytes.length - this.#done;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#length + rest + (this.#length >> 2)) + SPARE_BYTES);
    this.#changed?.copy(larger, 0, 0, this.#length);
    this.#changed = larger;
    return larger;
  }

  #findQuote(from: number): number {
    const { bytes } = this;
    const near = Math.min(bytes.length, from + SHORT_BYTES);
    for (let at = from; at < near; at++) if (bytes[at] === QUOTE) return at;
    const at = near < bytes.length ? bytes.indexOf(QUOTE, near) : -1;
    return at < 0 ? bytes.length : at;
  }
}

function isIn(bytes: Buffer, needle: string): boolean {
  // A search for a text that begins with a quote stops at each string.
  if (needle.startsWith('"') && !bytes.includes(needle.slice(1), 0, "latin1")) return false;
  return bytes.includes(needle, 0, "latin1");
}

/** Returns the bytes of UTF-8 as Latin-1. */
export function latin1Of(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Returns the offset after the text. */
function writeText(bytes: Buffer, from: number, latin1: string): number {
  if (latin1.length > SHORT_BYTES) return from + bytes.write(latin1, from, "latin1");
  for (let n = 0; n < latin1.length; n++) bytes[from + n] = latin1.charCodeAt(n);
  return from + latin1.length;
}

function decodeString(written: string): string | undefined {
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return undefined;
  }
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  return at;
}

function skipSpaceBack(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at--;
  return at;
}

function isSpace(unit: number | undefined): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
