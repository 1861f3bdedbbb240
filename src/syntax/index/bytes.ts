/**
 * Reads and writes sequences of numbers and bytes. A number takes 4 bytes, least significant first.
 */

export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  number(value: number): void {
    this.#grow(4);
    for (let shift = 0; shift < 32; shift += 8) this.#bytes[this.#length++] = value >>> shift;
  }

  bytes(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns a copy of everything written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const wider = new Uint8Array(2 * (this.#length + more));
    wider.set(this.#bytes);
    this.#bytes = wider;
  }
}

/** Reads past the end return 0 or no bytes, and set `isShort`. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #isShort = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether a read has gone past the end. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** Whether all bytes have been read. */
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  number(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.bytes(4);
    return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
  }

  /** Returns the next bytes: a view, not a copy. */
  bytes(length: number): Uint8Array {
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    this.#isShort ||= bytes.length < length;
    this.#at += bytes.length;
    return bytes;
  }
}

/** Returns the 32-bit FNV-1a hash. It changes if any single byte changes. */
export function fnv1a(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}
