/**
 * The heads of types, `class A extends B implements C`: which types they name. Some indexers write
 * what a name means, and not which member overrides which.
 */

import type { SourceText } from "../embedded/session/documents.js";
import type { Stretch } from "../text/stretch.js";
import { roles } from "./file/scipMessages.js";
import { nameOfSymbol } from "./file/symbols.js";
import type { PlacedDocument } from "./placeOccurrences.js";

/** A type that a file declares, and the types that its head names, as symbols. */
interface TypeHead {
  readonly symbol: string;
  readonly supertypes: readonly string[];
}

/** A text with the occurrences that an index has in it. */
interface PlacedText {
  readonly placed: PlacedDocument;
  readonly source: Pick<SourceText, "document">;
}

/** Of the same text and index, heads are read once. */
const known = new WeakMap<PlacedDocument, readonly TypeHead[]>();

/** Returns the heads of the types that a file declares. `after`: the words before supertypes. */
export function typeHeadsIn(file: PlacedText, after: RegExp): readonly TypeHead[] {
  const found = known.get(file.placed) ?? readHeads(file, after);
  known.set(file.placed, found);
  return found;
}

function readHeads({ placed, source: { document } }: PlacedText, after: RegExp): readonly TypeHead[] {
  const types = placed.occurrences.filter(({ occurrence: { symbol } }) => nameOfSymbol(symbol)?.kind === "type");
  const heads: TypeHead[] = [];
  for (const { occurrence, stretch } of types) {
    if ((occurrence.roles & roles.definition) === 0) continue;
    const from = stretch.to;
    const head = `${document.slice(from, from + MAX_HEAD_LENGTH)};`;
    const offsets = supertypeOffsets(head, after);
    if (offsets.length === 0) continue;
    const isNamed = (at: number) => offsets.some((each) => each.from <= at - from && at - from < each.to);
    const named = types.filter((each) => isNamed(each.stretch.from)).map((each) => each.occurrence.symbol);
    if (named.length > 0) heads.push({ symbol: occurrence.symbol, supertypes: named });
  }
  return heads;
}

/** A longer head is hardly one. */
const MAX_HEAD_LENGTH = 4_000;
const opening = "<([{";
const closing = ">)]}";

/**
 * Returns the parts of a head, from after the type's name to its body, that name supertypes: what
 * follows a word of `after`, or the `=` of an alias, without what is in brackets. An alias of one
 * of several types has none.
 */
function supertypeOffsets(head: string, after: RegExp): readonly Stretch[] {
  const parts: Stretch[] = [];
  let depth = 0;
  let start = 0;
  let state: "before" | "after" | "alias" = "before";
  const close = (to: number) => {
    const words = head.slice(start, to);
    const word = state === "before" ? after.exec(words) : undefined;
    if (word) state = "after";
    if (state !== "before") parts.push({ from: start + (word ? word.index + word[0].length : 0), to });
  };
  const isOneOfSeveral = () => parts.some(({ from, to }) => head.slice(from, to).includes("|"));
  for (let at = 0; at < head.length; at++) {
    const char = head[at] as string;
    const isEnd = state === "alias" ? aliasEnd.test(head.slice(at, at + 2)) : char === "{" || char === ";";
    if (depth === 0 && isEnd) {
      close(at);
      return isOneOfSeveral() ? [] : parts;
    }
    if (depth === 0 && char === "=" && state === "before") {
      state = "alias";
      start = at + 1;
    } else if (opening.includes(char)) {
      if (depth === 0) close(at);
      depth++;
    } else if (closing.includes(char) && !(char === ">" && head[at - 1] === "=")) {
      depth--;
      if (depth < 0) return [];
      if (depth === 0) start = at + 1;
    }
  }
  return [];
}

/** The end of an alias: without a semicolon, the next line that is not indented. */
const aliasEnd = /^(?:;|\n\S)/;
