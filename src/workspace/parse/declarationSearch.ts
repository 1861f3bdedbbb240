/**
 * Searches the bytes of files for a name where it may be declared, as the languages say. It may
 * take a use for a declaration, but never misses a declaration.
 */

import type { LanguageFacts } from "../../languages/facts.js";
import { factsOf } from "../../languages/languages.js";
import { createWordOffsets } from "./wordSearch.js";

/** A name after more bytes of its line may be declared. */
const MAX_BYTES_BEFORE = 400;
const MAX_BYTES_AFTER = 120;

/** Returns a test of whether the UTF-8 bytes of a file in a language may declare a name. */
export function createDeclarationFinder(name: string): (bytes: Buffer, languageId: string) => boolean {
  const offsets = createWordOffsets(name);
  const length = Buffer.byteLength(name);
  return (bytes, languageId) => {
    const facts = factsOf(languageId);
    const comments = new CommentRanges(bytes, facts);
    for (const at of offsets(bytes)) {
      if (!isOnlyUsed(bytes, { at, length }, facts) && !comments.include(at)) return true;
    }
    return false;
  };
}

/** Whether what is around the name in its line shows that it is not declared there. */
function isOnlyUsed(
  bytes: Buffer,
  { at, length }: { readonly at: number; readonly length: number },
  { uses, comments }: LanguageFacts,
): boolean {
  if (uses === undefined) return false;
  const preceding = bytes.toString("latin1", Math.max(0, at - MAX_BYTES_BEFORE), at);
  const lineFrom = Math.max(preceding.lastIndexOf("\n"), preceding.lastIndexOf("\r")) + 1;
  if (lineFrom === 0 && at > MAX_BYTES_BEFORE) return false;
  const before = preceding.slice(lineFrom).trimEnd();
  const [line = ""] = bytes.toString("latin1", at + length, at + length + MAX_BYTES_AFTER).split(/[\r\n]/, 1);
  const after = line.trimStart();
  return (
    uses.some((use) => (use.before?.test(before) ?? true) && (use.after?.test(after) ?? true)) ||
    comments.line.some((opener) => isInLineComment(before, opener))
  );
}

/**
 * Whether a line comment has begun before the end of a text. With quotes in the text it may be a
 * string.
 */
function isInLineComment(before: string, opener: string): boolean {
  const at = before.indexOf(opener);
  if (at < 0 || /["'`]/.test(before) || before.includes("*/", at)) return false;
  // `http://`, `$#`, and attributes: `#[test]`.
  const isApart = at === 0 || /[\s;{},)]/.test(before[at - 1] as string);
  return isApart && !/^[[!]/.test(before.slice(at + opener.length));
}

/** The block comments that begin a line. Elsewhere the opener may be in a string. */
class CommentRanges {
  readonly #bytes: Buffer;
  readonly #marks: readonly (readonly [string, string])[];
  #ranges: readonly (readonly [number, number])[] | undefined;

  constructor(bytes: Buffer, { uses, comments }: LanguageFacts) {
    this.#bytes = bytes;
    this.#marks = uses === undefined ? [] : comments.block;
  }

  include(at: number): boolean {
    if (this.#marks.length === 0) return false;
    this.#ranges ??= this.#marks.flatMap(([opener, closer]) => this.#find(opener, closer));
    return this.#ranges.some(([from, to]) => from < at && at < to);
  }

  #find(opener: string, closer: string): (readonly [number, number])[] {
    const ranges: (readonly [number, number])[] = [];
    for (let from = this.#bytes.indexOf(opener); from >= 0; ) {
      const to = this.#bytes.indexOf(closer, from + opener.length);
      if (to < 0) break;
      const beginsLine = isAtLineStart(this.#bytes, from);
      if (beginsLine) ranges.push([from, to]);
      from = this.#bytes.indexOf(opener, beginsLine ? to + closer.length : from + opener.length);
    }
    return ranges;
  }
}

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

function isAtLineStart(bytes: Buffer, from: number): boolean {
  let at = from - 1;
  while (bytes[at] === SPACE || bytes[at] === TAB) at--;
  return at < 0 || bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN;
}
