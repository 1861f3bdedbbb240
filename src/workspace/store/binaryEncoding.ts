/** A binary encoding of numbers and texts that can be read from any offset. */

/**
 * Writes numbers of 32 bits as variable-length integers (LEB128): seven bits per byte, lowest
 * first; all bytes but the last have the eighth bit set.
 *
 * A text is a number, twice its length in UTF-16 code units, plus one if it is wide, followed by
 * the units: one byte each, or in a wide text two, the lower first. A text is wide only if it has
 * to be, so that equal texts have equal bytes. Lone surrogates are preserved.
 */
export class BinaryWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  /** The number of bytes written, which is the offset of the next value. */
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

  /** Writes a little-endian double. */
  writeDouble(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.writeBytes(bytes);
  }

  /** Returns a copy of all bytes written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Starts again. Bytes that `view` returned are overwritten. */
  clear(): void {
    this.#length = 0;
  }

  /** Returns all bytes written without copying them; valid until the next write. */
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

/** Reads values from the offset `at`, which may be set. Bytes after the end are zeros. */
export class BinaryReader {
  readonly #bytes: Uint8Array;
  #view: DataView | undefined;
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

  /** Returns the next bytes without copying them. */
  readBytes(length: number): Uint8Array {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  readDouble(): number {
    const { buffer, byteOffset, length } = this.#bytes;
    this.#view ??= new DataView(buffer, byteOffset, length);
    this.at += 8;
    return this.at > length ? 0 : this.#view.getFloat64(this.at - 8, true);
  }
}

/** Returns the end of the text at `offset`. */
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

/** Returns the number of bytes of a text's units, given the number before them. */
function unitBytes(head: number): number {
  return (head >>> 1) << (head & 1);
}

function decodeText(bytes: Uint8Array, from: number, to: number, wide: boolean): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString(wide ? "utf16le" : "latin1", from, to);
}
