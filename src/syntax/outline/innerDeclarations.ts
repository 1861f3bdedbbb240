/** Code in a text of another language, and what each piece of it declares. */

import { factsOf, languageOfGrammar } from "../../languages/languages.js";
import type { Stretch } from "../../text/stretch.js";
import type { EmbeddedText, ParsedText } from "../trees/parsedText.js";
import type { OutlineSymbol } from "./outlineSymbol.js";
import { outlineOf } from "./outlineSymbols.js";

export interface InnerCode extends Stretch {
  readonly languageId: string;
  readonly isExample: boolean;
  /** What is no part of the code: the marks of a quotation. */
  readonly omitted: readonly Stretch[];
  /** Of an example of another language: the names that none beside it may declare again. */
  readonly declares: readonly string[];
  /** Of such an example: whether brackets are left open, or closed that it doesn't open. */
  readonly isUnbalanced: boolean;
}

/** Returns the code in a text that is in other languages, in order. */
export function innerCodeOf({ embedded, examples, grammar }: ParsedText): InnerCode[] {
  const toCode = (isExample: boolean) => (text: EmbeddedText) => {
    const languageId = languageOfGrammar(text.grammar.grammar.name);
    const isBesideOthers = isExample && text.grammar !== grammar;
    const declares = isBesideOthers ? outlineOf(text).flatMap((symbol) => declaredName(symbol, text, languageId)) : [];
    const isUnbalanced = isBesideOthers && text.tree.rootNode.hasError && hasUnbalancedBrackets(text);
    return { ...text.stretch, languageId, isExample, omitted: text.macros, declares, isUnbalanced };
  };
  return [...embedded.map(toCode(false)), ...examples.map(toCode(true))].sort((a, b) => a.from - b.from);
}

/** Kinds of declarations that may be there more than once: each adds to one thing. */
const repeatedKinds: ReadonlySet<string> = new Set(["module", "namespace", "package", "object"]);
const valueKinds: ReadonlySet<string> = new Set(["variable", "constant", "property"]);

/** Returns the name that a symbol declares; none where it only gives a name another value. */
function declaredName(
  { name, kind, codeFrom, nameFrom, arity, isLocal }: OutlineSymbol,
  { document }: ParsedText,
  languageId: string,
): string | readonly [] {
  const { mergesDeclarations, overloads } = factsOf(languageId);
  const head = document.slice(codeFrom, nameFrom);
  const isAssigned = valueKinds.has(kind) && !/^[^\s,=]+\s/.test(head);
  if (isLocal || isAssigned || repeatedKinds.has(kind)) return [];
  if (mergesDeclarations && /\b(?:type|interface)\s+$/.test(head)) return `type ${name}`;
  return overloads === "all" && arity ? `${name} ${JSON.stringify(arity)}` : name;
}

/** Counts brackets outside of quotes, which is enough for code that can't be read. */
function hasUnbalancedBrackets({ document, stretch: { from, to } }: EmbeddedText): boolean {
  const code = document.slice(from, to).replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, "");
  const count = (brackets: RegExp) => code.match(brackets)?.length ?? 0;
  return count(/[([{]/g) !== count(/[)\]}]/g);
}
