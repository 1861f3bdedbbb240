/**
 * Types that name another in their heads, and their methods of a name. Syntax trees show both;
 * where the parser fails, its failure is thrown.
 */

import { type SymbolNode, symbolKindsNamed, symbolsAround } from "../../../locate/symbols/symbolNode.js";
import type { NameInfo } from "../../../syntax/scopes/nameInfo.js";
import type { SyntaxContext } from "../../client/requestContext.js";
import { type DocumentVersion, parsedSymbolsOf } from "../../place/syntaxView.js";

const typeKinds = symbolKindsNamed("class", "interface", "struct", "enum");

/** Returns the name of the type that declares a member; undefined for anything else. */
export async function findOwnerType(
  document: DocumentVersion,
  { reach, definitions }: Pick<NameInfo, "reach" | "definitions">,
  context: SyntaxContext,
): Promise<string | undefined> {
  const [definition] = definitions;
  if (reach !== "member" || definition === undefined) return undefined;
  const around = symbolsAround(await parsedSymbolsOf(document, context), definition.from);
  return around.findLast(({ kind, nameFrom }) => typeKinds.has(kind) && nameFrom !== definition.from)?.name;
}

/**
 * Returns the offset of the name of a type's method; undefined where the type declares none of that
 * name.
 */
export async function findMethodIn(
  document: DocumentVersion,
  { from, to }: Pick<NameInfo, "from" | "to">,
  name: string,
  context: SyntaxContext,
): Promise<number | undefined> {
  return findNamed(await parsedSymbolsOf(document, context), from, to, name)?.nameFrom;
}

/** Returns the outermost symbol of a name in a stretch. */
function findNamed(symbols: readonly SymbolNode[], from: number, to: number, name: string): SymbolNode | undefined {
  for (const symbol of symbols) {
    if (symbol.to <= from || symbol.from >= to) continue;
    if (symbol.name === name && symbol.nameFrom >= from && symbol.isLocal !== true) return symbol;
    const inner = findNamed(symbol.children, from, to, name);
    if (inner) return inner;
  }
  return undefined;
}
