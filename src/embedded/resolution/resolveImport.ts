/** Where what a file imports is declared: found by how its language writes modules, as nothing is run or resolved. */

import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { ImportOrigin } from "../../syntax/scopes/nameInfo.js";
import type { Stretch } from "../../text/stretch.js";
import { type Asking, type Named, type Serving, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";
import type { Place } from "./definitionTarget.js";
import { moduleFile } from "./findModuleFile.js";
import { declarationsOf, verified } from "./indexLookup.js";
import { familyOf } from "./languageFamilies.js";
import { importFit, ranked, surely, withinModule } from "./rankDeclarations.js";

/**
 * What was taken from another file: its declaration there; else where a module passes it on, what that holds at the top; else, for a
 * module, its file. None where no file fits.
 */
export async function importedPlaces(named: Named, asking: Asking, serving: Serving): Promise<Place[]> {
  const { source } = named;
  const taken = named.name.import;
  if (taken === undefined) return [];
  const { original } = taken;
  if (original === undefined) return placesOfModule(await moduleAt(taken.source, source, serving));
  if (original === "default") return defaultOf(taken, source, serving);
  const found = ranked(await declarationsOf(original, named, asking, serving), named);
  const there = found.filter((each) => importFit(each, named) >= surely);
  const passedOn = found.filter((each) => each.container.length === 0 && importFit(each, named) > 0);
  for (const fitting of [there, passedOn]) {
    const places = await verified(fitting, original, asking, serving);
    if (places.length > 0) return places;
  }
  return placesOfModule(await moduleAt(withinModule(taken.source, original), source, serving));
}

function placesOfModule(file: Source | undefined): Place[] {
  return file ? [{ source: file, name: { from: 0, to: 0 } }] : [];
}

async function defaultOf({ source: module }: ImportOrigin, source: Source, serving: Serving): Promise<Place[]> {
  const file = await moduleAt(module, source, serving);
  if (file === undefined) return [];
  const exported = defaultIn(file, await serving.syntax.outline(textOf(file)));
  return exported ? [{ source: file, name: exported }] : placesOfModule(file);
}

/** The module of that name in one that was imported as a whole: `request` of `urllib`, where that or `urllib.request` was. */
export async function moduleWithin(
  { source: module, original }: ImportOrigin,
  { name: { name }, source }: Named,
  serving: Serving,
): Promise<Place | undefined> {
  const around = original === undefined ? module : withinModule(module, original);
  const isItself = around.endsWith(`.${name}`);
  const file = await moduleAt(isItself ? around : withinModule(around, name), source, serving);
  return placesOfModule(file)[0];
}

/** The file of a module, as it is named in another. */
async function moduleAt(module: string, { path, languageId }: Source, serving: Serving): Promise<Source | undefined> {
  if (path === undefined) return undefined;
  const family = familyOf(languageId);
  const isReadable = (each: string) => family.includes(serving.documents.languageOf(each) ?? "");
  const found = await moduleFile(module, { from: path, roots: serving.roots(), isReadable });
  return found === undefined ? undefined : serving.documents.read(found);
}

/** The name of what a file exports as its default. */
function defaultIn({ document }: Source, symbols: readonly OutlineSymbol[]): Stretch | undefined {
  const [, named] = /^export\s+default\s+([\w$]+)\s*;?\s*$/m.exec(document.text) ?? [];
  const symbol = symbols.find(({ name, codeFrom, to }) => {
    return (
      name === "default" ||
      name === named ||
      /^export\s+default\b/.test(document.slice(codeFrom, Math.min(to, codeFrom + 40)))
    );
  });
  return symbol && { from: symbol.nameFrom, to: symbol.nameTo };
}
