/** Resolves a name to its declarations: by what leads to them, in its own file, else by ranking. */

import { reachingDefinitions } from "../../code/entities/assignments.js";
import { ownerNameOf } from "../../code/entities/builds.js";
import { type DeclaredEntity, isForwardDeclaration, isSymbol } from "../../code/entities/entity.js";
import { fixtureAt } from "../../code/frameworks/fixtures.js";
import { constructorsAt } from "../../code/resolve/constructions.js";
import { signaturesFor } from "../../code/resolve/narrow.js";
import { factsOf } from "../../languages/languages.js";
import type { Syntax } from "../../syntax/syntax.js";
import type { Stretch } from "../../text/stretch.js";
import { distanceBetween } from "../../uri.js";
import { type EmbeddedRequestContext, type NameUse, textOf } from "../session/embeddedContext.js";
import { type Definitions, type DefinitionTarget, outlineSymbolAt } from "./definitionTarget.js";
import { arityFit, rankedDefinitions } from "./rankedDeclarations.js";
import { resolverOf } from "./resolveNames.js";

/**
 * Returns what a name means. A declaration in the same file is the answer, unless it is only a
 * forward declaration: then definitions in other files take precedence.
 */
export async function resolveDefinitions(use: NameUse, context: EmbeddedRequestContext): Promise<Definitions> {
  const { reach } = use.name;
  const resolved = await definitionsByResolution(use, context);
  if (resolved && (resolved.targets.length > 0 || resolved.isNone)) return resolved;
  if (reach === "import") {
    // What is no module of the workspace is shown where it is imported.
    const imported = resolved?.isOutside ? undefined : await importedDefinitions(use, context);
    return imported && imported.targets.length > 0 ? imported : certain(ownDefinitions(use));
  }
  const isDeclared = use.name.definitions.some(({ from }) => from === use.name.from);
  const fixture = isDeclared ? await fixtureTargets(use, context) : [];
  if (fixture.length > 0) return certain(fixture);
  const { syntax } = context;
  const own =
    reach === "free"
      ? await outlineDefinitions(use, syntax)
      : await rankOwnDefinitions(await reachingTargets(use, context), use, syntax);
  // What is assigned later does not reach a use at the top of a module.
  if (own.length === 0) return reach === "free" ? rankedDefinitions(use, context) : certain([]);
  // The key of a literal may be declared by the type that its place wants.
  if (reach === "free" && resolved?.isByName) return { targets: own, isByName: true };
  const definitions = await withoutAnnouncements(own, syntax);
  if (definitions.length > 0 || reach === "local") return certain(definitions.length > 0 ? definitions : own);
  const elsewhere = await definitionsElsewhere(own, use, context);
  return certain(elsewhere.length > 0 ? elsewhere : own);
}

function certain(targets: readonly DefinitionTarget[]): Definitions {
  return { targets, isByName: false };
}

/**
 * Returns what imports, packages and the types of receivers lead to. `isOutside`: nothing that the
 * workspace declares; `isNone`: and no place shows it.
 */
async function definitionsByResolution(
  use: NameUse,
  context: EmbeddedRequestContext,
): Promise<(Definitions & { readonly isNone: boolean; readonly isOutside?: boolean }) | undefined> {
  const { name, source } = use;
  const { builtinTypes, mergesDeclarations } = factsOf(source.languageId);
  const mayMerge = mergesDeclarations && name.reach === "file";
  const isFound = name.reach !== "import" && name.reach !== "free" && name.shorthand === undefined && !mayMerge;
  const mayBeBuiltin = builtinTypes.has(name.name);
  const { resolver, fileOf, targetsOf } = resolverOf(context);
  const file = fileOf(source);
  const mayBeOneOfMany = name.argumentCount !== undefined && name.reach !== "local";
  if (file === undefined) return undefined;
  const isBound = isFound && (await resolver.valueAt(file, name.from)).compared === undefined;
  if (isBound && !mayBeBuiltin && !mayBeOneOfMany) return undefined;
  const { entities: all, certainty } = await resolver.resolveAt(file, name.from);
  if (mayBeBuiltin && certainty === "shown" && all.length === 0) return { ...certain([]), isNone: true };
  const called = await constructorsAt(name, file, all, resolver);
  if (called.length > 0) return { targets: targetsOf(called), isByName: called.length > 1, isNone: false };
  const signatures = name.argumentCount === undefined ? undefined : signaturesFor(all, name.argumentCount);
  if (signatures)
    return {
      targets: targetsOf(signatures),
      isByName: certainty === "unknown" || signatures.length > 1,
      isNone: false,
    };
  if (isBound && (certainty === "shown" || all.length < 2)) return undefined;
  const defined = all.filter(
    (each) => each.kind !== "symbol" || !each.symbol || !isForwardDeclaration(each.symbol, each.file),
  );
  const { hasPrototypes } = factsOf(file.languageId);
  const entities = hasPrototypes && defined.length > 0 ? defined : all;
  const isPackage = entities.some(({ kind }) => kind === "package");
  // A package is declared where it is imported.
  if (isPackage && name.reach === "import" && !name.definitions.some(({ from }) => from === name.from))
    return { targets: ownDefinitions(use), isByName: false, isNone: false };
  const isOutside = certainty === "shown" && entities.length === 0;
  const isApart = name.isMember || name.callee !== undefined || (await resolver.valueAt(file, name.from)).isMacro;
  const isNone = isOutside && isApart === true;
  return { targets: targetsOf(entities), isByName: certainty === "unknown", isNone, isOutside };
}

/** Returns the function that a parameter of a test is filled by. */
async function fixtureTargets(
  { name, source }: NameUse,
  context: EmbeddedRequestContext,
): Promise<readonly DefinitionTarget[]> {
  const { resolver, fileOf, targetsOf } = resolverOf(context);
  const file = fileOf(source);
  const [definition] = name.kind === "parameter" ? name.definitions : [];
  const found = definition && file ? await fixtureAt(file, definition.from, name.name, resolver) : undefined;
  return found ? targetsOf([found.fixture]) : [];
}

/** Returns the declared name of the function that a parameter of a test is filled by. */
export async function fixtureOf(use: NameUse, context: EmbeddedRequestContext): Promise<NameUse | undefined> {
  const [target] = await fixtureTargets(use, context);
  const name = target && (await context.syntax.nameAt(textOf(target.source), target.name.from));
  return name && { name, source: target.source };
}

/** Returns the definitions in the same file that a use may read. */
async function reachingTargets(use: NameUse, context: EmbeddedRequestContext): Promise<readonly DefinitionTarget[]> {
  const { resolver, fileOf, targetsOf } = resolverOf(context);
  const file = fileOf(use.source);
  const own = ownDefinitions(use);
  if (file === undefined) return own;
  const places = own.map(({ name }) => name);
  const reaching = await meantDefinitions(
    await reachingDefinitions(places, use.name.from, file, resolver.files),
    use,
    context,
  );
  const { imports } = use.name.import ? await resolver.files.facts(file) : { imports: [] };
  const taken = reaching.filter(({ from }) => imports.some((each) => each.from === from));
  if (taken.length === 0) return reaching.map((name) => ({ source: use.source, name }));
  const { entities } = await resolver.resolveAt(file, use.name.from);
  const isReaching = ({ source, name }: DefinitionTarget) =>
    source.uri !== use.source.uri || reaching.some(({ from }) => from === name.from);
  return targetsOf(entities).filter(isReaching);
}

/** Returns those of several definitions that are possible at a use: types, values, overloads. */
async function meantDefinitions(
  definitions: readonly Stretch[],
  { name, source }: NameUse,
  context: EmbeddedRequestContext,
): Promise<readonly Stretch[]> {
  const { resolver, fileOf } = resolverOf(context);
  const file = fileOf(source);
  if (definitions.length < 2 || file === undefined) return definitions;
  const { hasImplBlocks, overloads } = factsOf(file.languageId);
  if (!hasImplBlocks && overloads === "none") return definitions;
  const { entities } = await resolver.resolveAt(file, name.from);
  const meant = new Set(
    entities.map((each) => ("from" in each && each.file.path === file.path ? each.from : undefined)),
  );
  const kept = definitions.filter(({ from }) => meant.has(from));
  return kept.length > 0 ? kept : definitions;
}

/** Returns the definitions in the same file, or the name itself if there are none. */
function ownDefinitions({ name: { from, to, definitions }, source }: NameUse): DefinitionTarget[] {
  // A declaration in two scopes is listed twice.
  const distinct = definitions.filter((each, at) => each.from !== definitions[at - 1]?.from);
  return (distinct.length > 0 ? distinct : [{ from, to }]).map((name) => ({ source, name }));
}

/**
 * Sorts definitions of one name: first the one that the name itself is, then those that take the
 * arguments of the call.
 */
async function rankOwnDefinitions(
  targets: readonly DefinitionTarget[],
  { name, source }: NameUse,
  syntax: Syntax,
): Promise<DefinitionTarget[]> {
  const isItself = ({ name: { from } }: DefinitionTarget) => from === name.from;
  const hasOrder = targets.length > 1 && (name.argumentCount !== undefined || targets.some(isItself));
  if (!hasOrder || !syntax.hasGrammar(source.languageId)) return [...targets];
  const symbols = await syntax.outline(textOf(source));
  const scoreOf = (target: DefinitionTarget): number => {
    if (isItself(target)) return Number.POSITIVE_INFINITY;
    return arityFit(outlineSymbolAt(symbols, target.name.from)?.arity, name);
  };
  return targets
    .map((target) => ({ target, score: scoreOf(target) }))
    .sort((a, b) => (a.score === b.score ? 0 : b.score - a.score))
    .map(({ target }) => target);
}

/** Returns the name itself if the outline declares it, as an object's key, which is in no scope. */
async function outlineDefinitions(
  { name: { from, to }, source }: NameUse,
  syntax: Syntax,
): Promise<DefinitionTarget[]> {
  const symbol = outlineSymbolAt(await syntax.outline(textOf(source)), from);
  return symbol && from <= symbol.nameFrom && symbol.nameTo <= to ? [{ source, name: { from, to } }] : [];
}

/** Returns what an import takes: a module that exports one value, or what its spelling fits. */
async function importedDefinitions(use: NameUse, context: EmbeddedRequestContext): Promise<Definitions> {
  const { name, source } = use;
  const { resolver, fileOf, targetsOf } = resolverOf(context);
  const file = fileOf(source);
  if (name.import === undefined || file === undefined) return certain([]);
  if (name.import.original !== undefined) return rankedDefinitions(use, context);
  const { source: module } = name.import;
  const found = await resolver.systemOf(file.languageId)?.importOf({ source: module }, file, name.from, 0);
  return certain(targetsOf(found?.entities ?? []));
}

/** Returns those of several targets in one file that don't only announce a definition. */
async function withoutAnnouncements(
  own: readonly DefinitionTarget[],
  syntax: Syntax,
): Promise<readonly DefinitionTarget[]> {
  const source = own[0]?.source;
  if (source === undefined || !factsOf(source.languageId).hasPrototypes) return own;
  const symbols = await syntax.outline(textOf(source));
  return own.filter(({ name }) => {
    const symbol = outlineSymbolAt(symbols, name.from);
    return symbol === undefined || !isForwardDeclaration(symbol, source.document);
  });
}

/** Returns the definitions in other files of what is announced, within the same type. */
async function definitionsElsewhere(
  own: readonly DefinitionTarget[],
  { name: { name }, source }: NameUse,
  context: EmbeddedRequestContext,
): Promise<readonly DefinitionTarget[]> {
  const { resolver, targetsOf } = resolverOf(context);
  const declared = (await resolver.files.declared(name, source.languageId)).filter(isSymbol);
  const isAnnounced = ({ file, from }: DeclaredEntity) =>
    file.path === source.path && own.some((target) => target.name.from === from);
  const owners = new Set(declared.filter(isAnnounced).map(ownerNameOf));
  // What is static belongs to its own file.
  const isStatic = ({ file, symbol }: DeclaredEntity) =>
    symbol !== undefined && /\bstatic\b/.test(file.text.slice(symbol.codeFrom, symbol.nameFrom));
  const definitions = declared.filter(
    (each) =>
      each.file.path !== source.path &&
      owners.has(ownerNameOf(each)) &&
      each.symbol !== undefined &&
      !isForwardDeclaration(each.symbol, each.file) &&
      !isStatic(each),
  );
  const distanceOf = ({ file }: DeclaredEntity) => distanceBetween(file.path, source.path ?? file.path);
  return targetsOf(definitions.toSorted((one, other) => distanceOf(one) - distanceOf(other)));
}
