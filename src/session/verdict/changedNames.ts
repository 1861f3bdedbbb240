/** The names whose meaning a change of a text may change: what other files may refer to it by. */

import type { SymbolNode } from "../../locate/symbols/symbolNode.js";
import { diffTexts } from "../../text/diff/difference.js";
import { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import type { SyntaxContext } from "../client/requestContext.js";
import { type DocumentVersion, parsedSymbolsOf } from "../place/syntaxView.js";
import { changedTypes, type DeclaringText } from "./changedTypes.js";

/**
 * Returns the names of the innermost declarations around what differs, before and after, and of
 * those in it, then of the types that get other members; undefined if some of it is in no
 * declaration: an import may be used by others, too.
 * Errors: `file_unreadable` where the parser fails.
 */
export async function changedNames(
  before: DocumentVersion,
  after: string,
  context: SyntaxContext,
): Promise<readonly string[] | undefined> {
  const changed = diffTexts(before.text, after);
  // Of the text after: each change begins where the ones before it have left the new text.
  const stretchesAfter = changed.map(({ from, length }) => ({ from, to: from + length }));
  let shift = 0;
  const stretchesBefore = changed.map(({ from, to, length }) => {
    const stretch = { from: from - shift, to: to - shift };
    shift += length - (to - from);
    return stretch;
  });
  const names = new Set<string>();
  const texts = [
    { version: before, stretches: stretchesBefore },
    { version: { ...before, text: Document.of(after) }, stretches: stretchesAfter },
  ] as const;
  const isBlank = changed.map((_, n) =>
    texts.every(({ version: { text }, stretches }) => {
      const { from, to } = stretches[n] as Stretch;
      return text.slice(from, to).trim() === "";
    }),
  );
  const declaring: DeclaringText[] = [];
  for (const { version, stretches } of texts) {
    const symbols = await parsedSymbolsOf(version, context);
    declaring.push({ ...version, symbols });
    for (const [n, each] of stretches.entries()) {
      if (isBlank[n]) continue;
      const stretch = withWords(version.text, each);
      // What one text has and the other lacks is judged by the other.
      if (version.text.slice(stretch.from, stretch.to).trim() === "") continue;
      if (!collectNames(symbols, stretch, names)) return undefined;
    }
  }
  const [declared, redeclared] = declaring as [DeclaringText, DeclaringText];
  for (const type of changedTypes(declared, redeclared)) names.add(type);
  return [...names];
}

/**
 * Returns a stretch with the words that it begins or ends in: a name with another end is another.
 */
function withWords(text: Document, { from, to }: Stretch): Stretch {
  const isWord = (at: number) => /[\p{L}\p{M}\p{N}_$]/u.test(text.slice(at, at + 1));
  let [first, last] = [from, to];
  while (first > 0 && isWord(first - 1)) first--;
  while (last < text.length && isWord(last)) last++;
  return { from: first, to: last };
}

/**
 * Adds the names in a stretch, or else of the innermost declaration around it. Returns whether
 * there are any.
 */
function collectNames(symbols: readonly SymbolNode[], stretch: Stretch, names: Set<string>): boolean {
  let isFound = false;
  for (const { name, from, to, isLocal, children } of symbols) {
    if (isLocal || to < stretch.from || from > stretch.to) continue;
    const isInner = children.some((child) => !child.isLocal && child.from <= stretch.from && stretch.to <= child.to);
    if (!isInner) names.add(lastWord(name));
    collectNames(children, stretch, names);
    isFound = true;
  }
  return isFound;
}

/** Returns the word by which a symbol is written in code: `Ptr` of `(*T).Ptr`. */
function lastWord(name: string): string {
  return name.match(/[\p{L}\p{M}\p{N}_$]+/gu)?.at(-1) ?? name;
}
