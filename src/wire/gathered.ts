/** Bytes of a known number that come in pieces, made one as they come: by the end there is nothing left to be copied. */

/** What is announced to be longer is believed only as it comes: a number costs nothing to write. */
const MAX_PREALLOCATED_BYTES = 64 * 1024 * 1024;

export interface ByteCollector {
  add(piece: Buffer): void;
  /** All that has come. */
  bytes(): Buffer;
}

/** For `length` bytes. */
export function createByteCollector(length: number): ByteCollector {
  if (length > MAX_PREALLOCATED_BYTES) {
    const pieces: Buffer[] = [];
    return { add: (piece) => void pieces.push(piece), bytes: () => Buffer.concat(pieces) };
  }
  const all = Buffer.allocUnsafe(length);
  let at = 0;
  return {
    add(piece) {
      at += piece.copy(all, at);
    },
    bytes: () => all.subarray(0, at),
  };
}
