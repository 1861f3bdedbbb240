/** CRC-32 of bytes: one byte that is another, or missing, always gives another sum. */

import * as zlib from "node:zlib";

/** The sum of these bytes behind others whose sum is `before`. */
export const checksum: (bytes: Uint8Array, before: number) => number = zlib.crc32 ?? crc32;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** What Node has itself from 20.15 on. */
export function crc32(bytes: Uint8Array, before: number): number {
  let sum = ~before;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] as number);
  return ~sum >>> 0;
}
