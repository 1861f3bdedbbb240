/** Decodes the bytes of a file, or says why they are not text. */

/**
 * The text of a file. `valid` is false where bytes were not UTF-8 and U+FFFD replaces them: such a
 * text can be read but not written back.
 */
export interface DecodedText {
  readonly text: string;
  readonly bom: boolean;
  readonly valid: boolean;
}

/** The reason why bytes are not text, to be read after "can't be read: ". */
export interface BinaryContent {
  readonly binary: string;
}

/** Decodes UTF-8 and removes one byte order mark. */
export function decode(bytes: Uint8Array): DecodedText | BinaryContent {
  const foreign = foreignByteOrderMarks.find(({ mark }) => startsWith(bytes, mark));
  if (foreign)
    return {
      binary: `it starts with the byte order mark of ${foreign.name}, and only UTF-8 is read: convert it first`,
    };
  if (bytes.includes(0)) return { binary: "it holds NUL bytes" };
  const bom = startsWith(bytes, [0xef, 0xbb, 0xbf]);
  const content = bom ? bytes.subarray(3) : bytes;
  try {
    return { text: decodeWith(content, true), bom, valid: true };
  } catch {
    // Any other problem, such as a text too long for a string, throws here again.
    return { text: decodeWith(content, false), bom, valid: false };
  }
}

/**
 * Returns what keeps a text from being the content of a file that is read again, to be read after
 * "it holds "; `undefined` for nothing. NUL makes a file binary, and half a surrogate pair has no
 * bytes in UTF-8.
 */
export function unstorablePart(text: string): string | undefined {
  if (text.includes("\0")) return "a NUL character (U+0000), which makes a file binary";
  const half = /\p{Surrogate}/u.exec(text)?.[0];
  if (half === undefined) return undefined;
  return `half a surrogate pair (U+${half.charCodeAt(0).toString(16).toUpperCase()}), which UTF-8 can't encode`;
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

// ignoreBOM keeps a mark in the text: the first is removed already, and a second one is text.
function decodeWith(bytes: Uint8Array, fatal: boolean): string {
  return new TextDecoder("utf-8", { fatal, ignoreBOM: true }).decode(bytes);
}
