/** What the index knows of a name, and which of that still stands in the texts. */

import type { Stretch } from "../../text/stretch.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import { type Asking, type Named, offsetIn, type Serving } from "../session/context.js";
import type { Source } from "../session/documents.js";
import type { Place } from "./definitionTarget.js";
import { familyOf } from "./languageFamilies.js";

/** So many are read and told: who gets more has to ask for something else. */
const mostPlaces = 100;
/** So many files are read at a time. */
const atOnce = 8;

/** Declarations of a name in the languages of the family. */
export async function declarationsOf(
  name: string,
  { source: { languageId } }: Named,
  { signal }: Asking,
  { indexing }: Serving,
): Promise<readonly WorkspaceDeclaration[]> {
  const known = await indexing.ask((index, until) => index.findByName({ name }, until), signal);
  const family = familyOf(languageId);
  return known?.answer.filter((declaration) => family.includes(declaration.languageId)) ?? [];
}

/** Those whose text still says the name: a file may have changed since it was indexed. */
export async function verified(
  declarations: readonly WorkspaceDeclaration[],
  name: string,
  { signal }: Asking,
  { documents }: Serving,
): Promise<Place[]> {
  const sources = new Map<string, Promise<Source | undefined>>();
  const read = ({ path, languageId }: WorkspaceDeclaration) => {
    const source = sources.get(path) ?? documents.read(path, languageId);
    sources.set(path, source);
    return source;
  };
  const places: Place[] = [];
  for (let at = 0; at < declarations.length && places.length < mostPlaces; at += atOnce) {
    if (signal.aborted) throw signal.reason;
    const group = declarations.slice(at, at + atOnce);
    const texts = await Promise.all(group.map(read));
    group.forEach((declaration, n) => {
      const source = texts[n];
      const stretch = source && nameIn(source, declaration, name);
      if (stretch) places.push({ source, name: stretch });
    });
  }
  return places.slice(0, mostPlaces);
}

function nameIn(source: Source, { line, character }: WorkspaceDeclaration, name: string): Stretch | undefined {
  const from = offsetIn(source, { line, character });
  // Some languages write a sign before a name that does not count into it.
  for (const start of [from, from + 1]) {
    const to = start + name.length;
    if (source.document.slice(start, to) === name) return { from: start, to };
  }
  return undefined;
}
