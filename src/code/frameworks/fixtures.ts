/** Functions that a test framework calls by their names, to fill parameters: pytest's fixtures. */

import { basename, dirname, join } from "node:path";
import { isInside } from "../../files/isInside.js";
import type { FixtureFacts } from "../../languages/frameworkFacts.js";
import { factsOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import { type CodeFile, type DeclaredEntity, type Entity, isSymbol, keyOf } from "../entities/entity.js";
import { moduleFit, parseModuleName } from "../imports/moduleName.js";
import type { Resolver } from "../resolve/resolver.js";
import { bracketAround, quotesAround } from "./carriedText.js";

/** What a test, or another fixture, gets under a name. */
export interface RequestedFixture {
  readonly fixture: DeclaredEntity;
  /** Whether its file is one that shares fixtures with the place. */
  readonly isShown: boolean;
}

/** Whether a declaration is a fixture that has its own name. */
export function isFixture({ kind, symbol, file }: DeclaredEntity): boolean {
  return kind === "symbol" && symbol !== undefined && isMarked(symbol, file);
}

function isMarked(symbol: OutlineSymbol, { text, languageId }: CodeFile): boolean {
  const { fixtures } = factsOf(languageId);
  const head = text.slice(Math.min(symbol.from, symbol.codeFrom), symbol.nameFrom);
  return fixtures?.decorator.test(head) === true && !fixtures.otherName.test(head);
}

/**
 * Returns what the parameter of a test or a fixture, or a string that names a fixture, gets its
 * value from; undefined for any other place.
 */
export async function fixtureAt(
  file: CodeFile,
  offset: number,
  name: string,
  resolver: Resolver,
): Promise<RequestedFixture | undefined> {
  const { fixtures } = factsOf(file.languageId);
  if (fixtures === undefined) return undefined;
  const around = (await resolver.files.around(file, offset)).filter(({ kind }) => !/^(?:field|variable)$/.test(kind));
  const named = await namedFixture(file, offset, name, resolver);
  if (named) return { fixture: named, isShown: true };
  if (isNamedInString(file, offset, name, fixtures)) return nearestFixture(name, { file, around }, resolver);
  const owner = around.findLast(({ kind }) => /^(?:function|method)$/.test(kind));
  if (owner === undefined || offset < owner.nameTo) return undefined;
  if (!fixtures.tests.test(owner.name) && !isMarked(owner, file)) return undefined;
  const declared = await resolver.files.nameAt(file, offset);
  if (declared?.kind !== "parameter" || declared.definitions[0]?.from !== offset) return undefined;
  const hasDefault = /^\s*(?::[^,()=]*)?=(?!=)/.test(file.text.slice(offset + name.length, offset + MAX_PARAMETER));
  if (hasDefault) return undefined;
  return nearestFixture(name, { file, around, except: owner.nameFrom }, resolver);
}

/** Returns the fixture that one overrides, of its name. */
export async function overriddenFixture({ file, from, owners }: DeclaredEntity, name: string, resolver: Resolver) {
  return nearestFixture(name, { file, around: owners, except: from }, resolver);
}

const MAX_PARAMETER = 300;

function isNamedInString({ text }: CodeFile, offset: number, name: string, facts: FixtureFacts): boolean {
  const quotes = quotesAround(text, offset);
  if (quotes === undefined) return false;
  const bracket = bracketAround(text, quotes.from);
  if (bracket === undefined || !facts.requests.test(bracket.before)) return false;
  const isWhole = text.slice(quotes.from + 1, quotes.to - 1) === name;
  if (!facts.namesBefore.test(bracket.before)) return isWhole;
  // The first argument lists all names.
  const isFirst =
    text
      .slice(bracket.at + 1, quotes.from)
      .trim()
      .replace(/^argnames\s*=\s*/, "") === "";
  return isFirst && /^[\w\s,]+$/.test(text.slice(quotes.from + 1, quotes.to - 1));
}

/** Returns the fixture whose decorator gives it the name in the string at an offset. */
async function namedFixture(
  file: CodeFile,
  offset: number,
  name: string,
  { files }: Resolver,
): Promise<DeclaredEntity | undefined> {
  const { text, languageId } = file;
  const { fixtures } = factsOf(languageId);
  const quotes = quotesAround(text, offset);
  if (fixtures === undefined || quotes === undefined) return undefined;
  if (text.slice(quotes.from + 1, quotes.to - 1) !== name) return undefined;
  if (!fixtures.otherNameBefore.test(text.slice(Math.max(0, quotes.from - MAX_PARAMETER), quotes.from)))
    return undefined;
  if (!fixtures.otherNameCall.test(bracketAround(text, quotes.from)?.before ?? "")) return undefined;
  const functions: OutlineSymbol[] = [];
  const walk = (symbols: readonly OutlineSymbol[]) => {
    for (const each of symbols) {
      if (/^(?:function|method)$/.test(each.kind) && each.nameFrom > offset) functions.push(each);
      walk(each.children);
    }
  };
  walk(await files.outline(file));
  const [next] = functions.sort((a, b) => a.nameFrom - b.nameFrom);
  return next && files.entityAt(file, next.nameFrom, next.nameTo);
}

/** Returns the fixtures that have a name, by their own or by their decorators. */
export async function fixturesOf(
  name: string,
  languageId: string,
  resolver: Resolver,
): Promise<readonly DeclaredEntity[]> {
  const { files, memo } = resolver;
  const own = (await files.declared(name, languageId)).filter(isSymbol).filter(isFixture);
  const named = await memo.get<readonly DeclaredEntity[]>(`fixtures ${languageId} ${name}`, [], async () => {
    const found: DeclaredEntity[] = [];
    for (const path of await files.sources.filesWith(name, [languageId])) {
      const file = await files.read(path);
      if (file === undefined || factsOf(languageId).fixtures?.otherName.test(file.text) !== true) continue;
      for (const offset of offsetsOfWord(file.text, name, MAX_NAMES)) {
        const each = await namedFixture(file, offset, name, resolver);
        if (each) found.push(each);
      }
    }
    return found;
  });
  return [...own, ...named];
}

const MAX_NAMES = 500;

interface FixturePlace {
  readonly file: CodeFile;
  readonly around: readonly OutlineSymbol[];
  /** The offset of the name of a fixture in the file that does not count: it asks for another. */
  readonly except?: number;
}

/** Returns the fixture of a name that is nearest to a place. */
async function nearestFixture(
  name: string,
  place: FixturePlace,
  resolver: Resolver,
): Promise<RequestedFixture | undefined> {
  const found: { readonly fixture: DeclaredEntity; readonly nearness: number }[] = [];
  for (const each of await fixturesOf(name, place.file.languageId, resolver)) {
    if (each.file.path === place.file.path && each.from === place.except) continue;
    const nearness = await nearnessOf(each, place, resolver);
    if (nearness !== undefined) found.push({ fixture: each, nearness });
  }
  const [nearest] = found.sort((a, b) => b.nearness - a.nearness || b.fixture.from - a.fixture.from);
  return nearest && { fixture: nearest.fixture, isShown: nearest.nearness > UNKNOWN_PLUGIN };
}

/** That of a fixture of a module which nothing shows to be loaded. */
const UNKNOWN_PLUGIN = -1;
const SHARED_BY_LIST = 0;

/** Returns how near a fixture is to a place; undefined where it can't be seen there. */
async function nearnessOf(
  fixture: DeclaredEntity,
  { file, around }: FixturePlace,
  resolver: Resolver,
): Promise<number | undefined> {
  const { fixtures } = factsOf(file.languageId);
  if (fixtures === undefined) return undefined;
  const type = fixture.owners.at(-1);
  // Those of a class are for its own tests.
  const isOfClass = type !== undefined;
  if (fixture.file.path === file.path) {
    if (isOfClass && !around.some(({ nameFrom }) => nameFrom === type.nameFrom)) return undefined;
    return Number.MAX_SAFE_INTEGER - (isOfClass ? 0 : 1);
  }
  if (isOfClass) return undefined;
  const folder = dirname(file.path);
  if (basename(fixture.file.path) === fixtures.sharedFile && isInside(folder, dirname(fixture.file.path)))
    return dirname(fixture.file.path).length;
  const own = fixture.file.text.slice(fixture.from, fixture.to);
  if (await imports(file, own, fixture, resolver)) return Number.MAX_SAFE_INTEGER - 1;
  for (const shared of await sharingFiles(file, fixtures, resolver)) {
    if (await imports(shared, own, fixture, resolver)) return dirname(shared.path).length;
    const [, listed = ""] = fixtures.sharedModules.exec(shared.text) ?? [];
    const list =
      listed.trim() === "" || /[[(]\s*$/.test(listed) ? shared.text.slice(shared.text.indexOf(listed)) : listed;
    for (const [, source = ""] of list.slice(0, MAX_LIST).matchAll(/["']([\w.]+)["']/g))
      if (moduleFit(parseModuleName(source, shared.path, file.languageId), fixture.file.path) > 0.5)
        return SHARED_BY_LIST;
  }
  const isOfTests = fixtures.tests.test(basename(fixture.file.path));
  return isOfTests || basename(fixture.file.path) === fixtures.sharedFile ? undefined : UNKNOWN_PLUGIN;
}

const MAX_LIST = 2_000;

async function imports(file: CodeFile, name: string, fixture: Entity, resolver: Resolver): Promise<boolean> {
  if (!/\bimport\b/.test(file.text)) return false;
  const found = await resolver.memberOf({ kind: "module", file }, name, 0);
  return found.some((each) => keyOf(each) === keyOf(fixture));
}

/** Returns the files that share their fixtures with another one, the nearest first. */
async function sharingFiles(
  { path }: CodeFile,
  { sharedFile }: FixtureFacts,
  { files }: Resolver,
): Promise<readonly CodeFile[]> {
  const root = files.sources.roots.find((each) => isInside(path, each));
  const found: CodeFile[] = [];
  for (let folder = dirname(path); root !== undefined && isInside(folder, root); folder = dirname(folder)) {
    const entries = await files.entriesOf(folder);
    const file = entries.some(({ name }) => name === sharedFile)
      ? await files.read(join(folder, sharedFile))
      : undefined;
    if (file) found.push(file);
    if (folder === dirname(folder)) break;
  }
  return found;
}
