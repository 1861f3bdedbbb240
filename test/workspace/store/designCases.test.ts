/** The cases of the design documents for the index of declarations. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IndexedDeclaration } from "../../../src/workspace/declaration.js";
import { DeclarationStore } from "../../../src/workspace/store/declarationStore.js";
import { indexedFile } from "./indexedFiles.js";

/** Positions are 1-based. A `variadic` entry takes any number of arguments from `arity` on. */
interface Entry {
  readonly name: string;
  readonly kind: string;
  readonly arity: number;
  readonly variadic?: boolean;
  readonly line: number;
  readonly character: number;
}

interface Place {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

interface NameQuery {
  readonly name: string;
  readonly arity?: number;
}

interface Query extends Partial<NameQuery> {
  readonly replace?: { readonly uri: string; readonly entries: readonly Entry[] };
  /** The query after the replacement. */
  readonly then?: NameQuery;
  readonly callOf?: string;
  readonly asLsp?: boolean;
}

interface Case {
  readonly id: string;
  readonly group: string;
  readonly title?: string;
  readonly input: { readonly entries: readonly (Entry & { readonly uri: string })[]; readonly query: Query };
  readonly expected: { readonly definitions?: readonly Place[]; readonly location?: object };
}

const { cases } = JSON.parse(readFileSync(join(import.meta.dirname, "../../cases/seed-cases.json"), "utf8")) as {
  readonly cases: readonly Case[];
};
const storeCases = cases.filter(({ group }) => group === "global-index");

test("The design documents have eight cases of the index", () => expect(storeCases).toHaveLength(8));

for (const { id, title = "", input, expected } of storeCases) {
  test(`Design case ${id} is answered as expected: ${title}`, () => {
    const { entries, query } = input;
    const store = new DeclarationStore();
    for (const uri of new Set(entries.map((entry) => entry.uri)))
      put(
        store,
        uri,
        entries.filter((entry) => entry.uri === uri),
      );
    if (query.replace) put(store, query.replace.uri, query.replace.entries);
    const { name, arity } = query.callOf === undefined ? (query.then ?? query) : calledIn(query.callOf);
    const found = store.findByName(name ?? "", arity);
    if (query.asLsp) {
      const [only, ...others] = found.map(({ path, line, character }) => ({
        uri: path,
        range: { start: { line, character }, end: { line, character: character + (name ?? "").length } },
      }));
      expect(others).toEqual([]);
      expect(only).toEqual(expected.location);
    } else {
      const places = found.map(({ path, line, character }) => ({
        uri: path,
        line: line + 1,
        character: character + 1,
      }));
      expect(places).toEqual(expected.definitions);
    }
  });
}

function put(store: DeclarationStore, uri: string, entries: readonly Entry[]): void {
  const declarations = entries.map(
    ({ name, kind, arity, variadic, line, character }): IndexedDeclaration => ({
      name,
      kind,
      container: [],
      line: line - 1,
      character: character - 1,
      arity: { least: arity, most: variadic ? Number.POSITIVE_INFINITY : arity },
    }),
  );
  store.put(uri, indexedFile(declarations, { languageId: "rholang" }));
}

/** The name and the arity of a call in Rholang: `@"name"!(a, b)`. */
function calledIn(call: string): NameQuery {
  const [, name = "", inside = ""] = /^@"([^"]*)"!\((.*)\)$/.exec(call) ?? [];
  return { name, arity: inside.trim() === "" ? 0 : inside.split(",").length };
}
