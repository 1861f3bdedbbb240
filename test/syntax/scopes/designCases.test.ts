/**
 * The cases of the design documents about scopes: group scope, and the definitions in group unwrap.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BoundNames, bindNames } from "../../../src/syntax/scopes/bind.js";
import type { LexicalScope } from "../../../src/syntax/scopes/lexicalScope.js";
import { lookUp } from "../../../src/syntax/scopes/lookUp.js";
import { type NameItem, namespaces, type ScopeItem, type ScopeItems } from "../../../src/syntax/scopes/scopeItems.js";
import { Document } from "../../../src/text/document.js";
import { offsetToPosition } from "../../../src/text/position.js";
import { outlineOfSource } from "../packagedGrammars.js";
import { nameInfoAt } from "./check.js";

interface Place {
  readonly line: number;
  readonly character: number;
}

interface Case {
  readonly id: string;
  readonly group: string;
  readonly op: string;
  readonly title?: string;
  readonly input: {
    readonly language: string;
    readonly source?: string;
    readonly files?: { readonly a: string };
    readonly offset: number;
    readonly tables: readonly { id: string; parent: string | null; symbols: readonly string[] }[];
    readonly from: string;
    readonly name: string;
  };
  readonly expected: {
    readonly found: boolean;
    readonly scope?: string;
    readonly visited?: readonly string[];
    readonly definition?: { readonly start: Place; readonly end?: Place } | null;
    readonly references: readonly Place[];
    readonly outline: readonly Named[];
  };
}

const design = JSON.parse(readFileSync(join(import.meta.dirname, "../../cases/seed-cases.json"), "utf8")) as {
  cases: Case[];
};
const cases = design.cases.filter(({ group }) => group === "scope" || group === "unwrap");
const run = new Set<string>();

function each(op: string, body: (one: Case) => Promise<void> | void): void {
  for (const one of cases.filter((candidate) => candidate.op === op)) {
    run.add(one.id);
    test(`${one.id} ${op} ${one.title ?? ""}`, async () => body(one));
  }
}

each("scopeLookup", ({ input: { tables, from, name }, expected }) => {
  const { bound, scopes } = boundTables(tables);
  const start = scopes.get(from) as LexicalScope;
  const nameOf = (scope: LexicalScope) => [...scopes].find(([, each]) => each === scope)?.[0] ?? "";
  const found = lookUp({ name, namespaces: namespaces.value, isOfSelf: false, from: bound.file.to }, start);
  expect(found !== undefined).toBe(expected.found);
  if (expected.scope) expect(found && nameOf(found.scope)).toBe(expected.scope);
  const visited: string[] = [];
  for (let scope: LexicalScope | undefined = start; scope; scope = scope.parent) {
    visited.push(nameOf(scope));
    if (scope === found?.scope) break;
  }
  if (expected.visited) expect(visited).toEqual(expected.visited);
});

each("definition", async ({ input, expected }) => {
  const source = input.files?.a ?? "";
  const found = await definitionAt(input.language, source, input.offset);
  expect(found).toEqual(expected.definition);
});

// Symbols and wrappers are tested with the index.
each("symbolAt", async ({ input, expected }) => {
  if (expected.definition === undefined) return;
  const found = await definitionAt(input.language, input.source ?? "", input.offset);
  expect(found?.start).toEqual(expected.definition?.start);
});

each("references", async ({ input, expected }) => {
  const source = input.files?.a ?? "";
  const found = await nameInfoAt(input.language, source, input.offset);
  const document = Document.of(source);
  expect(found?.occurrences.map(({ from }) => oneBased(document, from))).toEqual(expected.references);
});

each("documentSymbol", async ({ input, expected }) => {
  expect(kept(await outlineOfSource(input.language, input.files?.a ?? ""), expected.outline)).toEqual(expected.outline);
});

interface Named {
  readonly name: string;
  readonly children?: readonly Named[];
}

/**
 * Returns the part of an outline that the case expects, in its order. A field that a method makes
 * is a sibling of the method.
 */
function kept(found: readonly Named[], expected: readonly Named[]): Named[] {
  return found.flatMap(({ name, children = [] }) => {
    const wanted = expected.find((each) => each.name === name);
    if (wanted === undefined) return [];
    return [{ name, ...(wanted.children ? { children: kept(children, wanted.children) } : {}) }];
  });
}

test("every case of these groups is run", () => {
  expect(cases.map(({ id }) => id).filter((id) => !run.has(id))).toEqual([]);
  expect(run.size).toBe(17);
});

async function definitionAt(language: string, source: string, offset: number) {
  const document = Document.of(source);
  const range = ({ from, to }: { from: number; to: number }) => ({
    start: oneBased(document, from),
    end: oneBased(document, to),
  });
  const found = await nameInfoAt(language, source, offset);
  return found?.definitions[0] ? range(found.definitions[0]) : null;
}

function oneBased(document: Document, offset: number): Place {
  const { line, character } = offsetToPosition(document, offset, "utf-16");
  return { line: line + 1, character: character + 1 };
}

/** Makes nested stretches of the tables; each begins with its names. */
function boundTables(tables: Case["input"]["tables"]): { bound: BoundNames; scopes: Map<string, LexicalScope> } {
  const scopes: ScopeItem[] = [];
  const names: NameItem[] = [];
  const starts = new Map<string, number>();
  let offset = 0;
  const place = (parent: string | null): void => {
    for (const { id, symbols } of tables.filter((table) => table.parent === parent)) {
      const from = offset++;
      starts.set(id, from);
      for (const name of symbols) names.push(definition(name, offset++));
      place(id);
      const to = ++offset;
      if (parent !== null) scopes.push(scope(from, to));
    }
  };
  place(null);
  const bound = bindNames({ ...nothing, scopes, names: names.sort((a, b) => a.from - b.from) }, offset);
  return { bound, scopes: new Map([...starts].map(([id, from]) => [id, bound.scopeAt(from)])) };
}

const nothing: Omit<ScopeItems, "scopes" | "names"> = {
  redirects: [],
  exported: [],
  isModule: false,
  isShared: false,
  unparsedWords: new Set(),
};

function scope(from: number, to: number): ScopeItem {
  return only<ScopeItem>({ item: "scope", from, to, kind: "block", hides: new Set<string>() });
}

function definition(name: string, from: number): NameItem {
  const where = { from, to: from + name.length, in: "scope" } as const;
  return only<NameItem>({ item: "definition", name, ...where, namespaces: namespaces.value, again: "merge" });
}

/** Fills in the properties that a case leaves out. */
function only<Item extends ScopeItem | NameItem>(said: Partial<Item>): Item {
  return said as Item;
}
