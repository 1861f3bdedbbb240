/**
 * Collects the content of one file in chunks. The size that a file reports is a hint: files of
 * /proc report 0, and others grow while they are read.
 */

/** The largest read at once, so that the clock and the limit are checked in between. */
const MAX_CHUNK_BYTES = 1024 * 1024;
/** The first chunk of a file that reports no size; some of these refuse a chunk of odd length. */
const MIN_CHUNK_BYTES = 8 * 1024;

export class ByteCollector {
  /** Where the next chunk is read to: at `length`, at most `room` bytes. */
  buffer: Buffer;
  /** The number of bytes so far; above the limit if the file is too long. */
  length = 0;
  wantsMore = true;
  readonly #size: number;
  readonly #maxBytes: number;

  /** `size` is the size that the file reports. */
  constructor(size: number, maxBytes: number) {
    this.#size = size;
    this.#maxBytes = maxBytes;
    // One more than expected, so that the end is noticed with the first chunk.
    this.buffer = Buffer.allocUnsafe(size > 0 ? Math.min(size, maxBytes) + 1 : MIN_CHUNK_BYTES);
  }

  get room(): number {
    return Math.min(this.buffer.length - this.length, MAX_CHUNK_BYTES);
  }

  /** Takes in a chunk of this many bytes; 0 is the end of the file. */
  add(count: number): void {
    const isShort = count < this.room;
    this.length += count;
    // A short chunk alone is not the end: files of /proc return one record at a time.
    const isAtEnd = count === 0 || (isShort && this.length === this.#size);
    this.wantsMore = !isAtEnd && this.length <= this.#maxBytes;
    if (this.wantsMore && this.length === this.buffer.length) this.#grow();
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  #grow(): void {
    const larger = Buffer.allocUnsafe(Math.min(this.buffer.length * 2, this.buffer.length + MAX_CHUNK_BYTES));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
