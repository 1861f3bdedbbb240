/** Whole numbers and texts packed into bytes one after the other, and read back from any place. */

/**
 * A number takes seven bits a byte, the lowest first; all but its last byte have the eighth bit set. Numbers have 32 bits.
 *
 * A text is twice its length in UTF-16 code units, plus one if it is wide, and the units: a byte each, or in a wide text two, the lower first. Only a text that
 * has to be is wide, so that equal texts are equal bytes. Lone surrogates come back as they were.
 */
export class BinaryWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  /** How much is written by now: where the next thing will stand. */
  get length(): number {
    return this.#length;
  }

  writeNumber(value: number): void {
    this.#reserve(5);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  writeText(text: string): void {
    const { length } = text;
    const wide = isWide(text) ? 1 : 0;
    this.writeNumber(2 * length + wide);
    this.#reserve(length << wide);
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at);
      this.#bytes[this.#length++] = unit;
      if (wide) this.#bytes[this.#length++] = unit >>> 8;
    }
  }

  writeBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A double, as it lies in memory on most machines. */
  writeDouble(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.writeBytes(bytes);
  }

  /** All that was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Begins anew. What `written` gave is overwritten then. */
  clear(): void {
    this.#length = 0;
  }

  /** All that was written, as it lies here: to be read before the next writing. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const wider = new Uint8Array(2 * (this.#length + more));
    wider.set(this.#bytes);
    this.#bytes = wider;
  }
}

function isWide(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return true;
  return false;
}

/** Reads on from `at`, which may be set. Behind the end there are only zeros. */
export class BinaryReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  readNumber(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  readText(): string {
    const head = this.readNumber();
    const from = this.at;
    this.at = from + unitBytes(head);
    return decodeText(this.#bytes, from, this.at, (head & 1) === 1);
  }

  skipText(): void {
    const head = this.readNumber();
    this.at += unitBytes(head);
  }

  /** The next bytes: a view, no copy. */
  readBytes(length: number): Uint8Array {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  readDouble(): number {
    const { buffer, byteOffset, byteLength } = this.readBytes(8);
    return byteLength < 8 ? 0 : new DataView(buffer, byteOffset).getFloat64(0, true);
  }
}

/** Where the text ends that begins here. */
export function endOfText(bytes: Uint8Array, offset: number): number {
  const short = bytes[offset] ?? 0;
  if (short < 0x80) return offset + 1 + unitBytes(short);
  const reader = new BinaryReader(bytes, offset);
  reader.skipText();
  return reader.at;
}

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** How many bytes the units of a text take, by the number before them. */
function unitBytes(head: number): number {
  return (head >>> 1) << (head & 1);
}

function decodeText(bytes: Uint8Array, from: number, to: number, wide: boolean): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString(wide ? "utf16le" : "latin1", from, to);
}
