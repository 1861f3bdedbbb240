/** Bytes of a file to text, or the reason why they are none. */

/** `valid` is false where bytes were not UTF-8 and U+FFFD stands in for them: such a text can be read but not written back. */
export interface DecodedText {
  readonly text: string;
  readonly bom: boolean;
  readonly valid: boolean;
}

/** Why the bytes are no text, in words that go behind "can't be read: ". */
export interface BinaryContent {
  readonly binary: string;
}

/** Decodes UTF-8 and takes one byte order mark off. */
export function decode(bytes: Uint8Array): DecodedText | BinaryContent {
  const foreign = foreignByteOrderMarks.find(({ mark }) => startsWith(bytes, mark));
  if (foreign) return { binary: `it starts with the byte order mark of ${foreign.name}, and only UTF-8 is read` };
  if (bytes.includes(0)) return { binary: "it holds NUL bytes" };
  const bom = startsWith(bytes, [0xef, 0xbb, 0xbf]);
  const content = bom ? bytes.subarray(3) : bytes;
  try {
    return { text: decodeWith(content, true), bom, valid: true };
  } catch {
    // Whatever else was wrong, such as a text too long for a string, throws here again.
    return { text: decodeWith(content, false), bom, valid: false };
  }
}

// UTF-32 first: its little-endian mark begins with that of UTF-16.
const foreignByteOrderMarks = [
  { name: "UTF-32", mark: [0xff, 0xfe, 0, 0] },
  { name: "UTF-32", mark: [0, 0, 0xfe, 0xff] },
  { name: "UTF-16", mark: [0xff, 0xfe] },
  { name: "UTF-16", mark: [0xfe, 0xff] },
] as const;

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

// ignoreBOM keeps the mark in the text: ours is off already, and a second one is text.
function decodeWith(bytes: Uint8Array, fatal: boolean): string {
  return new TextDecoder("utf-8", { fatal, ignoreBOM: true }).decode(bytes);
}
