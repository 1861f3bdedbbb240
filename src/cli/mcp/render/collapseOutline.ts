/** An outline for somebody who wants to see what a file is made of: without what is inside of its functions, unless a depth was asked for. */

import { isDataLanguage, languageOfPath } from "../../../locate/languageRules.js";

/** Of what `locate/outline` answers, what is read here. */
export interface OutlineAnswer {
  readonly symbols: readonly AnsweredSymbol[];
  /** A line of heading, then one for each symbol, each before what it holds. */
  readonly markdown: string;
}

interface AnsweredSymbol {
  readonly kind: string;
  readonly children?: readonly AnsweredSymbol[];
}

const functionKinds = new Set(["function", "method", "constructor"]);
const valueKinds = new Set(["constant", "variable"]);
/** What a value may hold that is worth a line: it is written like that where a module or an object takes a class's place. */
const kindsListedInValues = new Set([...functionKinds, "class", "struct", "interface", "enum", "module", "namespace"]);

export function collapseOutline({ symbols, markdown }: OutlineAnswer, path: string): string {
  const [heading = "", ...lines] = markdown.split("\n");
  const isListed = isDataLanguage(languageOfPath(path)) ? [] : [...listedFlags(symbols, () => true)];
  // A name with a line break in it takes more than one line: then nothing is left out.
  if (isListed.length !== lines.length || isListed.every((each) => each)) return markdown;
  const left = lines.filter((_, index) => isListed[index]);
  return [heading, ...left, "Insides of functions and values are left out; depth: 9 shows them."].join("\n");
}

/** For each symbol in the order of the lines: whether it is listed. */
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
