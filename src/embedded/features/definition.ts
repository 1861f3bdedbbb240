/** textDocument/definition: where the name at a place is declared. */

import type { DefinitionParams, Location, LocationLink } from "vscode-languageserver/node";
import type { Stretch } from "../../text/stretch.js";
import { type Place, symbolAt } from "../resolution/definitionTarget.js";
import { placesOf } from "../resolution/resolveDefinitions.js";
import { type Asking, nameOf, rangeIn, type Serving, textOf } from "../session/context.js";

/** Of so many, the whole declaration is told too, for clients that show it. */
const mostWhole = 3;

/** Null where nothing is known. */
export async function definition(
  params: DefinitionParams,
  asking: Asking,
  serving: Serving,
): Promise<LocationLink[] | Location[] | null> {
  const named = await nameOf(params, serving);
  if (named === undefined) return null;
  const { name, source } = named;
  const places = await placesOf(named, asking, serving);
  if (places.length === 0) return null;
  if (!serving.client.definitionLinks)
    return places.map((place) => ({ uri: place.source.uri, range: rangeIn(place.source, place.name) }));
  const wholes = await Promise.all(places.slice(0, mostWhole).map((place) => wholeOf(place, serving)));
  return places.map((place, at) => ({
    originSelectionRange: rangeIn(source, name),
    targetUri: place.source.uri,
    targetRange: rangeIn(place.source, wholes[at] ?? place.name),
    targetSelectionRange: rangeIn(place.source, place.name),
  }));
}

/** The declaration with the comment above it; just the name where the outline has none of it, as of a parameter. */
async function wholeOf({ source, name }: Place, { syntax }: Serving): Promise<Stretch> {
  if (name.from === name.to || !syntax.hasGrammar(source.languageId)) return name;
  const symbol = symbolAt(await syntax.outline(textOf(source)), name.from);
  return symbol ? { from: Math.min(symbol.from, name.from), to: Math.max(symbol.to, name.to) } : name;
}
