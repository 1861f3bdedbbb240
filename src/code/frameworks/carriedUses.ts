/**
 * Uses of a declaration that a framework, or the standard library, takes by its name: parameters
 * and strings that no import or scope leads to it.
 */

import { factsOf } from "../../languages/languages.js";
import type { Stretch } from "../../text/stretch.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import { type CodeFile, type DeclaredEntity, type Entity, keyOf } from "../entities/entity.js";
import type { Resolver } from "../resolve/resolver.js";
import type { FindOtherNames } from "../uses/usesOf.js";
import { carriedAt, carriersOf } from "./carriedMembers.js";
import { bracketAround, quotesAround } from "./carriedText.js";
import { type ConventionalName, conventionalName } from "./conventions.js";
import { fixtureAt, fixturesOf, isFixture, overriddenFixture } from "./fixtures.js";

/** A place at which a framework takes the declaration. */
export interface CarriedUse extends Stretch {
  readonly framework: string;
  /** Whether it may take another one. */
  readonly isPossible: boolean;
}

/** A declaration that a framework takes by its name. */
export interface CarriedName {
  /** The word that files with its places have, of the declaration's family of languages. */
  readonly word: string | undefined;
  /** Texts, one of which is in further files with its places, and the languages of these. */
  readonly texts: readonly string[];
  readonly languages: readonly string[];
  /** All declarations that have to have one name: a fixture, and those that override it. */
  readonly declarations: readonly DeclaredEntity[];
  /** Returns the places in a file, in source order. */
  usesIn(file: CodeFile): Promise<readonly CarriedUse[]>;
}

/** The maximum number of occurrences in a file. */
const MAX_OCCURRENCES = 2_000;

/** Returns undefined for what no framework that is known takes by its name. */
export async function carriedNameAt(
  file: CodeFile,
  offset: number,
  resolver: Resolver,
): Promise<CarriedName | undefined> {
  const { fixtures, memberCarriers, conventions } = factsOf(file.languageId);
  if (fixtures === undefined && memberCarriers.length + conventions.length === 0) return undefined;
  const name = await resolver.files.nameAt(file, offset);
  const requested = await requestedAt(file, offset, resolver);
  if (requested) return carriedFixture(requested.fixture, requested.word, resolver);
  const declared = (await resolver.resolveAt(file, offset)).entities.find(isDeclared);
  if (declared === undefined) return undefined;
  if (isFixture(declared))
    return carriedFixture(declared, declared.file.text.slice(declared.from, declared.to), resolver);
  const isParameter = declared.kind === "local" || name?.kind === "parameter";
  const carried = await (isParameter ? carriedParameter(declared, resolver) : carriedMember(declared, resolver));
  const conventional = await conventionalName(declared, resolver);
  return conventional ? joinNames(carried ?? noPlaces, conventional) : carried;
}

const noPlaces: CarriedName = {
  ...{ word: undefined, texts: [], languages: [], declarations: [] },
  usesIn: async () => [],
};

/** Adds the places of conventions, which show nothing for certain. */
function joinNames(carried: CarriedName, { texts, languages, usesIn }: ConventionalName): CarriedName {
  return {
    ...{ ...carried, texts, languages },
    async usesIn(file) {
      const found = await carried.usesIn(file);
      const known = new Set(found.map(({ from }) => from));
      const further = usesIn(file).filter(({ from }) => !known.has(from));
      return [...found, ...further.map((each) => ({ ...each, isPossible: true }))].sort((a, b) => a.from - b.from);
    },
  };
}

function isDeclared(entity: Entity): entity is DeclaredEntity {
  return entity.kind === "symbol" || entity.kind === "local";
}

/** Returns the fixture that a place asks for: a parameter, wherever it is used, or a string. */
async function requestedAt(file: CodeFile, offset: number, resolver: Resolver) {
  const { name, definitions: [definition] = [] } = (await resolver.files.nameAt(file, offset)) ?? {};
  const word = name ?? /^\w+/.exec(file.text.slice(offset, offset + MAX_NAME))?.[0] ?? "";
  const requested = await fixtureAt(file, definition?.from ?? offset, word, resolver);
  return requested && { ...requested, word };
}

const MAX_NAME = 200;

async function carriedFixture(fixture: DeclaredEntity, word: string, resolver: Resolver): Promise<CarriedName> {
  const family = await familyOfFixture(fixture, word, resolver);
  const keys = new Set(family.map(keyOf));
  // One that its decorator names keeps its own name.
  const declarations = family.filter(({ file, from, to }) => file.text.slice(from, to) === word);
  const framework = factsOf(fixture.file.languageId).fixtures?.framework ?? "";
  return {
    ...{ word, texts: [], languages: [] },
    declarations,
    async usesIn(each) {
      const found = new Map<number, CarriedUse>();
      for (const offset of offsetsOfWord(each.text, word, MAX_OCCURRENCES)) {
        const requested = await fixtureAt(each, offset, word, resolver);
        if (requested === undefined || !keys.has(keyOf(requested.fixture))) continue;
        const isString = quotesAround(each.text, offset) !== undefined;
        const occurrences = isString ? [] : ((await resolver.files.nameAt(each, offset))?.occurrences ?? []);
        const place = { framework, isPossible: !requested.isShown };
        for (const at of [{ from: offset, to: offset + word.length }, ...occurrences])
          found.set(at.from, { from: at.from, to: at.to, ...place });
      }
      return [...found.values()].sort((a, b) => a.from - b.from);
    },
  };
}

/** Returns the fixtures that override one, or that it overrides, and itself. */
async function familyOfFixture(
  fixture: DeclaredEntity,
  word: string,
  resolver: Resolver,
): Promise<readonly DeclaredEntity[]> {
  const all = await fixturesOf(word, fixture.file.languageId, resolver);
  const links: [string, string][] = [];
  for (const each of all) {
    const above = await overriddenFixture(each, word, resolver);
    if (above) links.push([keyOf(each), keyOf(above.fixture)]);
  }
  const family = new Set([keyOf(fixture)]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const [one, other] of links) if (family.has(one) || family.has(other)) family.add(one).add(other);
  }
  return all.filter((each) => family.has(keyOf(each)));
}

async function carriedMember(member: DeclaredEntity, resolver: Resolver): Promise<CarriedName | undefined> {
  const owner = await resolver.members.ownerOf(member);
  const carriers = owner ? await carriersOf(owner, resolver) : [];
  if (carriers.length === 0) return undefined;
  const word = member.file.text.slice(member.from, member.to);
  const target = new Set([keyOf(member)]);
  return {
    ...{ word, texts: [], languages: [] },
    declarations: [member],
    async usesIn(file) {
      const found: CarriedUse[] = [];
      for (const offset of offsetsOfWord(file.text, word, MAX_OCCURRENCES))
        for (const carrier of carriers) {
          const place = await carriedAt({ file, offset, word }, carrier, target, resolver);
          if (place === undefined) continue;
          const { framework } = carrier;
          found.push({ from: offset, to: offset + word.length, framework, isPossible: place === "possible" });
          break;
        }
      return found;
    },
  };
}

/** A parameter that the decorators of its function name: `@get("/{id}")`, `@option("--id")`. */
async function carriedParameter(parameter: DeclaredEntity, resolver: Resolver): Promise<CarriedName | undefined> {
  const { file, from, to } = parameter;
  const { kind } = (await resolver.files.nameAt(file, from)) ?? {};
  const callable = (await resolver.files.around(file, from)).findLast(
    (each) => /^(?:function|method|constructor)$/.test(each.kind) && each.nameTo <= from,
  );
  if (kind !== "parameter" || callable === undefined) return undefined;
  const word = file.text.slice(from, to);
  const head = { from: Math.min(callable.from, callable.codeFrom), to: callable.nameFrom };
  const uses: CarriedUse[] = [];
  for (const offset of offsetsOfWord(file.text.slice(head.from, head.to), word, MAX_OCCURRENCES)) {
    const at = head.from + offset;
    const quotes = quotesAround(file.text, at);
    if (quotes === undefined || quotes.from < head.from) continue;
    const { fixtures } = factsOf(file.languageId);
    const callee = bracketAround(file.text, quotes.from)?.before ?? "";
    const isNamed = fixtures?.requests.test(callee) === true;
    const framework = /@\s*([\w.]+)\s*\($/.exec(callee)?.[1] ?? "the decorator";
    uses.push({ from: at, to: at + word.length, framework, isPossible: !isNamed });
  }
  return uses.length === 0
    ? undefined
    : {
        ...{ word: undefined, texts: [], languages: [], declarations: [] },
        usesIn: async ({ path }) => (path === file.path ? uses : []),
      };
}

/** Makes the search for the places in the files of a search for uses. */
export function createCarriedSearch(carried: CarriedName): FindOtherNames {
  return async (file) =>
    (await carried.usesIn(file)).map(({ from, to, isPossible }) => ({
      ...{ from, to, role: quotesAround(file.text, from) ? "string" : "read" },
      signs: [isPossible ? "carried, perhaps" : "carried"],
    }));
}
