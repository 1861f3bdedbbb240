/**
 * Shortens an outline to the structure of a file, without the symbols inside functions and values.
 */

import { factsOf, languageOfPath } from "../../../languages/languages.js";

/** The part of the answer to `locate/outline` that is read here. */
export interface OutlineAnswer {
  /** Absent of files. */
  readonly symbols?: readonly AnsweredSymbol[];
  /** A heading, then a line for each symbol, parents before children. */
  readonly markdown: string;
}

interface AnsweredSymbol {
  readonly kind: string;
  readonly children?: readonly AnsweredSymbol[];
}

const functionKinds = new Set(["function", "method", "constructor"]);
const valueKinds = new Set(["constant", "variable"]);
/** The kinds listed inside a value, for code that uses an object or a module like a class. */
const kindsListedInValues = new Set([...functionKinds, "class", "struct", "interface", "enum", "module", "namespace"]);

/** Returns the Markdown with the listed symbols only; all of it for data languages. */
export function collapseOutline({ symbols = [], markdown }: OutlineAnswer, path: string): string {
  const [heading = "", ...lines] = markdown.split("\n");
  const isListed = factsOf(languageOfPath(path)).nameRule === "data" ? [] : [...listedFlags(symbols, () => true)];
  // If a name has a line break, lines and symbols don't correspond: nothing is left out.
  if (isListed.length !== lines.length || isListed.every((each) => each)) return markdown;
  const left = lines.filter((_, index) => isListed[index]);
  return [heading, ...left, "Symbols inside functions and values are left out; depth: 9 shows them."].join("\n");
}

/** Yields for each symbol, in the order of the lines, whether it is listed. */
function* listedFlags(symbols: readonly AnsweredSymbol[], holds: (kind: string) => boolean): Generator<boolean> {
  for (const { kind, children = [] } of symbols) {
    const isListed = holds(kind);
    yield isListed;
    yield* listedFlags(children, isListed ? listsInside(kind) : () => false);
  }
}

function listsInside(kind: string): (kind: string) => boolean {
  if (functionKinds.has(kind)) return () => false;
  return valueKinds.has(kind) ? (inside) => kindsListedInValues.has(inside) : () => true;
}
