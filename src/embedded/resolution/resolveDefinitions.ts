/** Where a name is declared: in its own file if that says so, else by what the index knows, best first. */

import { type Asking, type Named, type Serving, textOf } from "../session/context.js";
import { type Place, symbolAt } from "./definitionTarget.js";
import { definedElsewhere, isOnlyAhead } from "./forwardDeclarations.js";
import { declarationsOf, verified } from "./indexLookup.js";
import { importFit, ranked, surely } from "./rankDeclarations.js";
import { importedPlaces, moduleWithin } from "./resolveImport.js";

/**
 * The places, best first; none where nothing is known. What a file declares itself, is answered from it alone. Only in languages that
 * declare ahead of what they define, and where the file has no more than that, others are asked for: those that define it go first.
 */
export async function placesOf(named: Named, asking: Asking, serving: Serving): Promise<Place[]> {
  const { reach } = named.name;
  if (reach === "import") {
    const imported = await importedPlaces(named, asking, serving);
    return imported.length > 0 ? imported : ownPlaces(named);
  }
  const own = reach === "free" ? await declaredHere(named, serving) : ownPlaces(named);
  if (own.length === 0) return knownPlaces(named, asking, serving);
  if (reach === "local" || !(await isOnlyAhead(own, serving))) return own;
  const defined = await definedElsewhere(own, named, asking, serving);
  return defined.length > 0 ? defined : own;
}

/** Where its file declares it; where it stands itself, if that is all there is. */
function ownPlaces({ name: { from, to, definitions }, source }: Named): Place[] {
  // What is declared in two scopes at once stands there twice.
  const different = definitions.filter((each, at) => each.from !== definitions[at - 1]?.from);
  return (different.length > 0 ? different : [{ from, to }]).map((name) => ({ source, name }));
}

/** Something that no scope holds, as an object's key, is declared all the same where the outline has it. */
async function declaredHere({ name: { from, to }, source }: Named, { syntax }: Serving): Promise<Place[]> {
  const symbol = symbolAt(await syntax.outline(textOf(source)), from);
  return symbol && from <= symbol.nameFrom && symbol.nameTo <= to ? [{ source, name: { from, to } }] : [];
}

/** Declarations of that name anywhere; or the module of that name, in one that was imported. */
async function knownPlaces(named: Named, asking: Asking, serving: Serving): Promise<Place[]> {
  const { name } = named.name;
  const best = ranked(await declarationsOf(name, named, asking, serving), named);
  const within = named.name.receiver?.import;
  const isFound = best.some((declaration) => importFit(declaration, named) >= surely);
  const module = within && !isFound ? await moduleWithin(within, named, serving) : undefined;
  return module ? [module] : verified(best, name, asking, serving);
}
