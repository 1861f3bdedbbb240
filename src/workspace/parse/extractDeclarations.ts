/** The declarations of a parsed text as the index keeps them: flat, without what is local, by the names that other files use. */

import { callableKinds } from "../../syntax/outline/callableKinds.js";
import { type OutlineSymbol, outlineOf } from "../../syntax/outline/outline.js";
import type { ParsedText } from "../../syntax/trees/parsedText.js";
import type { Document } from "../../text/document.js";
import { offsetToPosition } from "../../text/position.js";
import type { Declaration } from "../declaration.js";
import { type PlainName, plainNameOf } from "../plainName.js";
import { arityOf } from "./arity.js";
import { dataGrammars, frameGrammars } from "./indexedGrammars.js";

/** In source order, each behind what it stands in. */
export function declarationsOf(parsed: ParsedText, languageId: string): Declaration[] {
  const found: Declaration[] = [];
  const walk = (symbols: readonly OutlineSymbol[], container: readonly string[]) => {
    for (const symbol of symbols) {
      const { name, children } = symbol;
      const written = parsed.document.slice(symbol.nameFrom, symbol.nameTo);
      const plain = asUsed(plainNameOf(name, written), languageId);
      const inside = plain ? inContainer(container, plain.qualifiers) : container;
      if (plain && !symbol.isLocal) {
        found.push(declaration(symbol, { name: plain.name, container: inside, document: parsed.document, languageId }));
      }
      if (children.length > 0) walk(children, [...inside, plain?.name ?? blockName(name, written)].filter(isNamed));
    }
  };
  for (const text of textsOfCode(parsed)) walk(outlineOf(text), []);
  return found;
}

/** Without the quotes around it. PHP writes `$items` where it declares a property, and `->items` where it asks for it; elsewhere `$` is a letter. */
function asUsed(plain: PlainName | undefined, languageId: string): PlainName | undefined {
  if (plain === undefined) return undefined;
  const name = plain.name.replace(/^(["'`])(.+)\1$/s, "$2");
  return { ...plain, name: languageId === "php" ? name.replace(/^\$(?=.)/, "") : name };
}

/** A page's or a component's scripts; all of a text that is code itself. */
function textsOfCode(parsed: ParsedText): ParsedText[] {
  const embedded = parsed.embedded.filter(({ grammar }) => !dataGrammars.has(grammar.grammar.name));
  return frameGrammars.has(parsed.grammar.grammar.name) ? embedded : [{ ...parsed, embedded }];
}

interface Making {
  readonly name: string;
  readonly container: readonly string[];
  readonly document: Document;
  readonly languageId: string;
}

function declaration(symbol: OutlineSymbol, { name, container, document, languageId }: Making): Declaration {
  const written = document.slice(symbol.nameFrom, symbol.nameTo);
  const from = symbol.nameFrom + Math.max(0, written.indexOf(name));
  const { line, character } = offsetToPosition(document, from, "utf-16");
  const isCallable = callableKinds.has(symbol.kind) && symbol.detail !== undefined;
  const arity = isCallable ? arityOf(symbol.detail ?? "", languageId) : undefined;
  return { name, kind: symbol.kind, container, line, character, ...(arity && { arity }) };
}

/** Qualifiers that say what the place says already are not said twice: a constructor `Shape.square` stands in `Shape`. */
function inContainer(container: readonly string[], qualifiers: readonly string[]): readonly string[] {
  const isSaid = qualifiers.every((name, at) => container[container.length - qualifiers.length + at] === name);
  return isSaid ? container : [...container, ...qualifiers];
}

/** What is inside a block belongs to whom the block is for: `impl Display for Foo`. */
function blockName(name: string, written: string): string {
  return /^[\p{ID_Continue}$]+/u.exec(name.endsWith(written) ? written : "")?.[0] ?? "";
}

function isNamed(name: string): boolean {
  return name !== "";
}
