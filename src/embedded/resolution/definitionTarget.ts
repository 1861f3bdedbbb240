/** The targets of a definition request, and their symbols in the outline. */

import { isForwardDeclaration } from "../../code/entities/entity.js";
import { factsOf } from "../../languages/languages.js";
import { isReserved } from "../../syntax/names.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { Syntax } from "../../syntax/syntax.js";
import type { Position } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import type { SourceText } from "../session/documents.js";
import { offsetIn, textOf } from "../session/embeddedContext.js";

/** A name in a text. An empty stretch at 0 means the whole module. */
export interface DefinitionTarget {
  readonly source: SourceText;
  readonly name: Stretch;
}

/** The declarations of a name. */
export interface Definitions {
  /** The best first. */
  readonly targets: readonly DefinitionTarget[];
  /** Whether they are only all declarations of that name: nothing shows which one is meant. */
  readonly isByName: boolean;
}

/** Returns the symbol whose name is at an offset, or undefined. */
export function outlineSymbolAt(symbols: readonly OutlineSymbol[], offset: number): OutlineSymbol | undefined {
  for (const symbol of symbols) {
    if (symbol.nameFrom <= offset && offset < symbol.nameTo) return symbol;
    const inner = symbol.from <= offset && offset < symbol.to ? outlineSymbolAt(symbol.children, offset) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/** Kinds of symbols that their own name declares; a method may be the key of an object. */
const kinds: ReadonlySet<string> = new Set(["function", "class", "interface", "enum", "struct"]);

/** Not an operator, nor a name of several words. */
const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/**
 * Returns the declaration whose name is at a position, if nothing else in its text has that name
 * and it is not declared elsewhere, too. Undefined says nothing. The outline is there in a third of
 * the time of the first scopes.
 */
export async function soleDeclarationAt(
  source: SourceText,
  position: Position,
  syntax: Syntax,
): Promise<DefinitionTarget | undefined> {
  const symbol = outlineSymbolAt(await syntax.outline(textOf(source)), offsetIn(source, position));
  if (symbol === undefined || !kinds.has(symbol.kind)) return undefined;
  const { nameFrom, nameTo } = symbol;
  const { text } = source.document;
  const name = text.slice(nameFrom, nameTo);
  const isWrittenOnce = text.indexOf(name) === nameFrom && text.indexOf(name, nameTo) < 0;
  if (name !== symbol.name || !identifier.test(name) || !isWrittenOnce) return undefined;
  // `export default class {}` is declared by a word that is no name.
  if (isReserved(name, source.languageId)) return undefined;
  if (factsOf(source.languageId).hasPrototypes && isForwardDeclaration(symbol, { text })) return undefined;
  return { source, name: { from: nameFrom, to: nameTo } };
}
