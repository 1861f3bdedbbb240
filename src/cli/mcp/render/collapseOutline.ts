/** An outline for somebody who wants to see what a file is made of: without what is inside of its functions, unless a depth was asked for. */

import { isDataLanguage, languageOfPath } from "../../../locate/languageRules.js";

/** Of what `locate/outline` answers, what is read here. */
export interface Outline {
  readonly symbols: readonly Outlined[];
  /** A line of heading, then one for each symbol, each before what it holds. */
  readonly markdown: string;
}

interface Outlined {
  readonly kind: string;
  readonly children?: readonly Outlined[];
}

const functions = new Set(["function", "method", "constructor"]);
const values = new Set(["constant", "variable"]);
/** What a value may hold that is worth a line: it is written like that where a module or an object takes a class's place. */
const declared = new Set([...functions, "class", "struct", "interface", "enum", "module", "namespace"]);

export function withoutInsides({ symbols, markdown }: Outline, path: string): string {
  const [heading = "", ...lines] = markdown.split("\n");
  const isListed = isDataLanguage(languageOfPath(path)) ? [] : [...listed(symbols, () => true)];
  // A name with a line break in it takes more than one line: then nothing is left out.
  if (isListed.length !== lines.length || isListed.every((each) => each)) return markdown;
  const left = lines.filter((_, index) => isListed[index]);
  return [heading, ...left, "Insides of functions and values are left out; depth: 9 shows them."].join("\n");
}

/** For each symbol in the order of the lines: whether it is listed. */
function* listed(symbols: readonly Outlined[], holds: (kind: string) => boolean): Generator<boolean> {
  for (const { kind, children = [] } of symbols) {
    const isListed = holds(kind);
    yield isListed;
    yield* listed(children, isListed ? insideOf(kind) : () => false);
  }
}

function insideOf(kind: string): (kind: string) => boolean {
  if (functions.has(kind)) return () => false;
  return values.has(kind) ? (inside) => declared.has(inside) : () => true;
}
