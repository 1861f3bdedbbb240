/**
 * Searches the bytes of files for a word, to find without parsing which of them may declare or use
 * it.
 */

import type { NameCharacters } from "../../languages/facts.js";
import { isWordAt } from "../../locate/find/characters.js";

/**
 * Returns a test of whether UTF-8 bytes contain a word. It ignores adjacent letters outside of
 * ASCII, so it may find parts of words, but never misses a word.
 */
export function createWordFinder(word: string): (bytes: Buffer) => boolean {
  const offsets = createWordOffsets(word);
  return (bytes) => offsets(bytes).next().done !== true;
}

/** Returns a function that yields the offsets of a word, as `createWordFinder` finds it. */
export function createWordOffsets(word: string): (bytes: Buffer) => Generator<number, void> {
  const needle = Buffer.from(word, "utf8");
  const startsAsWord = isWordByte(needle[0]);
  const endsAsWord = isWordByte(needle.at(-1));
  return function* (bytes) {
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
      const cutsBefore = startsAsWord && isWordByte(bytes[at - 1]);
      const cutsAfter = endsAsWord && isWordByte(bytes[at + needle.length]);
      if (!cutsBefore && !cutsAfter) yield at;
    }
  };
}

/**
 * Returns the sorted offsets of a word in a text, where it is a whole word; at most `max`. With the
 * characters of its language's names, it is none where it is a part of a longer name.
 */
export function offsetsOfWord(text: string, word: string, max: number, characters?: NameCharacters): readonly number[] {
  const offsets: number[] = [];
  for (
    let from = text.indexOf(word);
    from >= 0 && offsets.length < max;
    from = text.indexOf(word, from + word.length)
  ) {
    if (isWholeWordAt(text, from, word.length) && !(characters && isPartOfName(text, from, word.length, characters)))
      offsets.push(from);
  }
  return offsets;
}

/** Returns whether the text at an offset neither begins nor ends inside a word. */
export function isWholeWordAt(text: string, from: number, length: number): boolean {
  const to = from + length;
  const cutsBefore = isWordAt(text, from) && isWordAt(text, from - 1);
  const cutsAfter = isWordAt(text, to - 1) && isWordAt(text, to);
  return !cutsBefore && !cutsAfter;
}

/** Whether characters beside a word make it a part of a name: `Get-Item` in `Get-Item-Property`. */
function isPartOfName(text: string, from: number, length: number, { first, inside, last }: NameCharacters): boolean {
  const to = from + length;
  const [before, after] = [text.charAt(from - 1), text.charAt(to)];
  const follows = before !== "" && inside.includes(before) && isWordAt(text, from - 2);
  const begins = before !== "" && before !== "$" && first.includes(before) && !isWordAt(text, from - 2);
  const goesOn = after !== "" && inside.includes(after) && isWordAt(text, to + 1);
  // `run!=` is a comparison.
  const ends = after !== "" && last.includes(after) && text.charAt(to + 1) !== "=";
  return follows || begins || goesOn || ends;
}

/**
 * Returns whether a byte is an ASCII word character. A single byte does not tell about other
 * letters.
 */
function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  return isDigit || isLetter || byte === 0x5f;
}
