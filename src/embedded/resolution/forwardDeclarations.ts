/** Languages that declare in one file what they define in another: prototypes, and what they are of. */

import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import { type Asking, type Named, positionIn, type Serving, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";
import { type Place, symbolAt } from "./definitionTarget.js";
import { declarationsOf, verified } from "./indexLookup.js";
import { declaresAhead } from "./languageFamilies.js";
import { ownersOf, ranked } from "./rankDeclarations.js";
import { isCalled, isType } from "./symbolKinds.js";

/** So many are looked into, for whether they define it. */
const mostLookedInto = 20;

/** Whether a file says of all of these that they are somewhere, and defines none. */
export async function isOnlyAhead(own: readonly Place[], { syntax }: Serving): Promise<boolean> {
  const source = own[0]?.source;
  if (source === undefined || !declaresAhead(source.languageId)) return false;
  const symbols = await syntax.outline(textOf(source));
  return own.every(({ name }) => isAhead(symbolAt(symbols, name.from), source));
}

/** Where other files define it: in the same type, if it is declared in one. */
export async function definedElsewhere(
  own: readonly Place[],
  named: Named,
  asking: Asking,
  serving: Serving,
): Promise<Place[]> {
  const { name, source } = named;
  const found = await declarationsOf(name.name, named, asking, serving);
  const owners = new Set(found.filter((each) => own.some((place) => isAt(each, place))).map(ownerOf));
  const others = found.filter((each) => each.path !== source.path);
  const related = others.filter((each) => owners.has(ownerOf(each)));
  const places = await verified(ranked(related, named), name.name, asking, serving);
  const defining: Place[] = [];
  for (const place of places.slice(0, mostLookedInto)) {
    const symbol = symbolAt(await serving.syntax.outline(textOf(place.source)), place.name.from);
    if (symbol && !isAhead(symbol, place.source)) defining.push(place);
  }
  return defining;
}

function isAt({ path, line, character }: WorkspaceDeclaration, { source, name }: Place): boolean {
  const position = positionIn(source, name.from);
  return path === source.path && line === position.line && character === position.character;
}

function ownerOf(declaration: WorkspaceDeclaration): string | undefined {
  return ownersOf(declaration).at(-1);
}

/** A prototype, a class that is only said to be somewhere, an `extern` variable. */
function isAhead(symbol: OutlineSymbol | undefined, { document }: Source): boolean {
  if (symbol === undefined) return false;
  const text = document.slice(symbol.codeFrom, symbol.to);
  if (isCalled(symbol.kind) || isType(symbol.kind))
    return !text.includes("{") && !/=\s*(?:default|delete)\b/.test(text);
  return /^extern\b/.test(text) && !text.includes("=");
}
