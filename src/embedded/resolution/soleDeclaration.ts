/** A declaration whose name is written once in its text, of which scopes would say no more. */

import { isForwardDeclaration } from "../../code/entities/entity.js";
import { factsOf } from "../../languages/languages.js";
import { isReserved } from "../../syntax/names.js";
import type { Syntax } from "../../syntax/syntax.js";
import type { Position } from "../../text/position.js";
import { offsetIn, textOf } from "../session/context.js";
import type { SourceText } from "../session/documents.js";
import { type DefinitionTarget, outlineSymbolAt } from "./definitionTarget.js";

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
