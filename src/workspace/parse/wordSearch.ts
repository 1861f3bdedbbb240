/** Looking for a word in the bytes of files, to know without parsing which of them may declare or use it. */

/**
 * What is looked for in place of a name: its longest run of letters, digits and underscores, since a name may be put together of several words.
 * A name without any is looked for as it stands.
 */
export function searchWordOf(name: string): string {
  let longest = "";
  for (const [run] of name.matchAll(/[\p{ID_Continue}]+/gu)) if (run.length > longest.length) longest = run;
  return longest || name;
}

/** Whether a word stands somewhere in bytes of UTF-8. It may say yes where a letter outside of ASCII is beside it, never no of a word that is there. */
export function createWordFinder(word: string): (bytes: Buffer) => boolean {
  const needle = Buffer.from(word, "utf8");
  const startsAsWord = isWordByte(needle[0]);
  const endsAsWord = isWordByte(needle.at(-1));
  return (bytes) => {
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
      const cutsBefore = startsAsWord && isWordByte(bytes[at - 1]);
      const cutsAfter = endsAsWord && isWordByte(bytes[at + needle.length]);
      if (!cutsBefore && !cutsAfter) return true;
    }
    return false;
  };
}

/** Only of ASCII: what else may be a letter is not told by one byte. */
function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  return isDigit || isLetter || byte === 0x5f;
}
