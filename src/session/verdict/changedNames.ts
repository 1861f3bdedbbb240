/** The names whose meaning a change of a text may change: what other files may refer to it by. */

import { factsOf } from "../../languages/languages.js";
import { callableSymbolKinds, type SymbolNode } from "../../locate/symbols/symbolNode.js";
import { diffTexts } from "../../text/diff/difference.js";
import { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import type { SyntaxContext } from "../client/requestContext.js";
import { type DocumentVersion, parsedSymbolsOf } from "../place/syntaxView.js";
import { changedTypes, type DeclaringText } from "./changedTypes.js";

/** What other files may see of a change of a text. */
export interface ChangedNames {
  /**
   * The innermost declarations around what differs, before and after, and those in it, then the
   * types that get other members. The body of a function that declares its result shows nothing.
   */
  readonly names: readonly string[];
  /** Whether some of it is in no declaration, and seen: an import that is passed on. */
  readonly isOfFile: boolean;
}

/** Returns what a change is about. Errors: `file_unreadable` where the parser fails. */
export async function changedNames(
  before: DocumentVersion,
  after: string,
  context: SyntaxContext,
): Promise<ChangedNames> {
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
  let isOfFile = false;
  for (const { version, stretches } of texts) {
    const symbols = await parsedSymbolsOf(version, context);
    declaring.push({ ...version, symbols });
    for (const [n, each] of stretches.entries()) {
      if (isBlank[n]) continue;
      const stretch = withWords(version.text, each);
      // What one text has and the other lacks is judged by the other.
      if (version.text.slice(stretch.from, stretch.to).trim() === "") continue;
      if (collectNames({ ...version, symbols }, stretch, names)) continue;
      const { passedImports } = factsOf(version.languageId);
      isOfFile ||= passedImports === undefined || passedImports.test(linesOf(version.text, stretch));
    }
  }
  const [declared, redeclared] = declaring as [DeclaringText, DeclaringText];
  for (const type of changedTypes(declared, redeclared)) names.add(type);
  return { names: [...names], isOfFile };
}

/** Returns the lines that a stretch is in. */
function linesOf(text: Document, { from, to }: Stretch): string {
  return text.slice(text.lineFrom(text.lineAt(from)), text.lineTo(text.lineAt(to)));
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
 * Adds the names in a stretch, or else of the innermost declaration around it. Returns whether it
 * is in any.
 */
export function collectNames(text: DeclaringText, stretch: Stretch, names: Set<string>): boolean {
  return collect(text.symbols, stretch);

  function collect(symbols: readonly SymbolNode[], stretch: Stretch): boolean {
    let isFound = false;
    for (const symbol of symbols) {
      const { name, from, to, isLocal, children } = symbol;
      if (isLocal || to < stretch.from || from > stretch.to) continue;
      isFound = true;
      if (isInClosedBody(symbol, stretch, text)) continue;
      const isInner = children.some((child) => !child.isLocal && child.from <= stretch.from && stretch.to <= child.to);
      if (!isInner) names.add(lastWord(name));
      collect(children, stretch);
    }
    return isFound;
  }
}

/** How far the head of a function is read, in UTF-16 units. */
const MAX_HEAD_LENGTH = 4_000;

/**
 * Whether a stretch is in the body of a function that declares its result: nothing outside of it
 * may have another type. Python's methods declare members where they assign to attributes.
 */
function isInClosedBody({ kind, nameTo, to }: SymbolNode, stretch: Stretch, { languageId, text }: DeclaringText) {
  const { declaredResult, receiverParameter } = factsOf(languageId);
  if (declaredResult === undefined || !callableSymbolKinds.has(kind) || stretch.to > to) return false;
  const rest = text.slice(nameTo, Math.min(to, nameTo + MAX_HEAD_LENGTH));
  const end = endOfParameters(rest);
  const [head] = (end === undefined ? undefined : declaredResult.exec(rest.slice(end))) ?? [];
  if (end === undefined || head === undefined || stretch.from < nameTo + end + head.length) return false;
  return receiverParameter === undefined || !/\.\s*\w+\s*[:=]/.test(linesOf(text, stretch));
}

/** Returns the offset after the first list in round brackets; undefined where it has no end. */
function endOfParameters(text: string): number | undefined {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[()]/g)) {
    depth += bracket === "(" ? 1 : -1;
    if (depth === 0) return index + 1;
    if (depth < 0) return undefined;
  }
  return undefined;
}

/** Returns the word by which a symbol is written in code: `Ptr` of `(*T).Ptr`. */
function lastWord(name: string): string {
  return name.match(/[\p{L}\p{M}\p{N}_$]+/gu)?.at(-1) ?? name;
}
