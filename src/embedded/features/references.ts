/** textDocument/references and textDocument/documentHighlight: the occurrences of a name. */

import type {
  DocumentHighlight,
  DocumentHighlightParams,
  Location,
  ReferenceParams,
} from "vscode-languageserver-protocol";
import type { DeclaredEntity, Entity } from "../../code/entities/entity.js";
import { carriedNameAt, createCarriedSearch } from "../../code/frameworks/carriedUses.js";
import { packageNameAt } from "../../code/modules/packageClauses.js";
import { createOwnWordSearch } from "../../code/uses/otherNames.js";
import type { Use } from "../../code/uses/use.js";
import { createSyntaxSources } from "../../code/uses/usesOf.js";
import { factsOf, familyOf } from "../../languages/languages.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import { kebabOf } from "../../syntax/trees/templates/kebabCase.js";
import { createLinkSearch, tagsOfParameter } from "../resolution/docTags.js";
import { findOwnWordUses } from "../resolution/ownWords.js";
import { findPackageUses } from "../resolution/packageUses.js";
import { fixtureOf, resolveDefinitions } from "../resolution/resolveDefinitions.js";
import { nameOrOwnType, resolverOf } from "../resolution/resolveNames.js";
import { type FileOccurrences, type FoundUse, searchUses, toUseTarget } from "../resolution/searchUses.js";
import type { SourceText } from "../session/documents.js";
import {
  type EmbeddedContext,
  type EmbeddedRequestContext,
  type NameUse,
  nameAtPosition,
  offsetIn,
  rangeIn,
  sourceOf,
  textOf,
} from "../session/embeddedContext.js";

/** LSP's DocumentHighlightKind. */
const HIGHLIGHT_KINDS = { read: 2, write: 3 } as const;
/** The maximum number of uses in a file that are searched. */
const MAX_USES = 2_000;
/** Progress is reported after so many files. */
const REPORTED_FILES = 4;
/** More results than anyone reads. */
const MAX_REFERENCES = 10_000;

/** A place. `byName`, a member of ours: nothing but the name shows that it is a reference. */
interface FoundLocation extends Location {
  readonly byName?: true;
}

/**
 * Searches the file alone for a local name, otherwise all files of the language family that contain
 * the word. Null if there is no name.
 */
export async function references(
  params: ReferenceParams,
  context: EmbeddedRequestContext,
): Promise<FoundLocation[] | null> {
  const collector = createCollector(context, includesDeclaration(params));
  const own = await findOwnWordUses(params, context);
  if (own && own.occurrences.length > 0) {
    collector.add(own);
    return collector.unsent();
  }
  const source = await sourceOf(params, context);
  const { resolver, fileOf } = resolverOf(context);
  const file = source && fileOf(source);
  if (file && (await packageNameAt(file, offsetIn(source, params.position), resolver.files))) {
    for await (const each of findPackageUses(file, resolver.files, context.documents)) if (!collector.add(each)) break;
    return collector.unsent();
  }
  const given = await nameOrOwnType(params, context);
  if (given === undefined) return null;
  const use = (await fixtureOf(given, context)) ?? given;
  const { name } = use;
  // An imported name may be renamable in this file, but it is used in others.
  const isLocal = name.reach === "local" && (await knownParameter(use, context)) === undefined;
  const isFileLocal = isLocal || (name.isRenamable && name.reach !== "import" && name.reach !== "local");
  if (isFileLocal)
    collector.add({ source: use.source, occurrences: [...(await tagsOfParameter(use, context)), ...name.occurrences] });
  else for await (const file of searchFiles(use, context)) if (!collector.add(file)) break;
  return collector.unsent();
}

/** Some clients leave out the context, which LSP requires. */
function includesDeclaration({ context }: { readonly context?: ReferenceParams["context"] | null }): boolean {
  return context?.includeDeclaration ?? true;
}

/** Returns the occurrences in the file, as reads or writes. Null if there is no name. */
export async function documentHighlights(
  params: DocumentHighlightParams,
  context: EmbeddedContext,
): Promise<DocumentHighlight[] | null> {
  const use = await nameAtPosition(params, context);
  if (use === undefined) return null;
  const { name, source } = use;
  return (
    name?.occurrences.map((occurrence) => ({
      range: rangeIn(source, occurrence),
      kind: occurrence.isWrite ? HIGHLIGHT_KINDS.write : HIGHLIGHT_KINDS.read,
    })) ?? null
  );
}

/** Returns the name at its declaration, if it is known, otherwise `use`, and what it may be. */
export async function resolveOrigin(
  use: NameUse,
  context: EmbeddedRequestContext,
): Promise<{ readonly origin: NameUse; readonly entities: readonly Entity[] }> {
  const { resolver, fileOf, targetsOf } = resolverOf(context);
  const file = fileOf(use.source);
  // An embedded field, or a member of a trait's implementation, is declared where it names another.
  const { from, to, definitions } = use.name;
  const isBoundHere = definitions.some((each) => each.from === from);
  const isKey = file !== undefined && (await resolver.valueAt(file, from)).isKeyOfLiteral === true;
  const declared = file && !isBoundHere && !isKey ? await resolver.files.entityAt(file, from, to) : undefined;
  if (declared?.symbol && declared.symbol.kind !== "type_parameter")
    return { origin: { ...use, name: { ...use.name, occurrences: [] } }, entities: [declared] };
  const entities = file ? (await resolver.resolveAt(file, use.name.from)).entities : [];
  const known = targetsOf(entities);
  const targets = known.length > 0 ? known : (await resolveDefinitions(use, context)).targets;
  const [target] = targets;
  // A module has no name of its own in its file.
  if (target && target.name.from === target.name.to)
    return { origin: { ...use, name: { ...use.name, occurrences: [] } }, entities };
  const isOwn = target?.source.uri === use.source.uri && target.name.from === use.name.from;
  if (target === undefined || isOwn || (known.length === 0 && targets.length > 1)) return { origin: use, entities };
  const origin = await context.syntax.nameAt(textOf(target.source), target.name.from);
  const isDeclaration =
    origin?.from === target.name.from && origin.definitions.some(({ from: each }) => each === origin.from);
  if (origin && !isDeclaration && known.length > 0)
    return { origin: { name: { ...origin, occurrences: [] }, source: target.source }, entities };
  return { origin: isDeclaration ? { name: origin, source: target.source } : use, entities };
}

/**
 * Searches for references to `origin`, file by file. `use` is the name at the requested position,
 * which may be an alias of `origin`.
 */
async function* searchFiles(use: NameUse, context: EmbeddedRequestContext): AsyncGenerator<FileOccurrences> {
  const { indexClient, syntax, signal, progress } = context;
  const parameter = await knownParameter(use, context);
  const { origin, entities } = parameter ? { origin: use, entities: [parameter] } : await resolveOrigin(use, context);
  const { name, source } = origin;
  const { resolver, fileOf } = resolverOf(context);
  const file = fileOf(source);
  const carried = file && (await carriedNameAt(file, name.from, resolver));
  // A fixture and what overrides it are asked for by one name.
  const all = carried && carried.declarations.length > 1 ? carried.declarations : entities;
  const target = await toUseTarget(origin, all, context);
  // Other files use the original name, not the alias of this import.
  const word = name.import?.original ?? name.name;
  // The occurrences of a binding may be those of several overloads.
  const isBound = target === undefined || entities.length === 0 || parameter !== undefined;
  const bound = isBound ? boundOccurrences(name) : [];
  // The name that was asked about may be an alias, which has uses of its own.
  const ofImport = use.name.reach === "import" ? use.name.occurrences : [];
  const knownIn = ({ uri }: SourceText): readonly FoundUse[] => [
    ...(uri === use.source.uri ? ofImport : []),
    ...(uri === source.uri ? bound : []),
  ];
  for (const file of moduleFiles(entities, context)) yield file;
  if (target === undefined) {
    // No other file can name what a text declares that is in no file.
    const uses = await syntax.usesOf(textOf(source), word, MAX_USES);
    const occurrences = uses.map(({ from, to, role }) => ({ from, to, role, isWrite: false }));
    yield { source, occurrences: mergeOccurrences(bound, occurrences) };
    return;
  }
  const result = await indexClient.query(
    (index, own) => index.findFilesWith(word, familyOf(source.languageId), own),
    signal,
  );
  const callers = parameter ? await pathsOfCallers(parameter, context) : undefined;
  const found = [...(result?.answer ?? []), ...(await pathsOfMarkup(word, source, context))];
  const others = [...new Set(found)].filter((path) => path !== source.path && callers?.has(path) !== false);
  const search = {
    ...{ word, own: source, paths: [target.file.path, ...others], maxUses: MAX_USES },
    sources: createSyntaxSources(target, resolver),
    otherNames: [
      createOwnWordSearch(target, resolver),
      createLinkSearch(target, word, resolver),
      ...(carried ? [createCarriedSearch(carried)] : []),
    ],
  };
  progress.begin(`References to ${word}`);
  let searched = 0;
  for await (const { source: file, uses = [] } of searchUses(target, search, context)) {
    if (file) yield { source: file, occurrences: mergeOccurrences(knownIn(file), uses.flatMap(toFoundUse)) };
    if (searched > 0 && (searched % REPORTED_FILES === 0 || searched === others.length))
      progress.report(searched / others.length, `${searched} of ${others.length} files`);
    searched++;
  }
}

/** Returns a use that means the target, or of which only the name says that it may. */
function toFoundUse({ class: found, from, to, role }: Use): readonly FoundUse[] {
  const place = { from, to, role: role === "declaration" ? "definition" : "reference", isWrite: false } as const;
  if (found === "shown") return [place];
  return found === "named" || found === "unknown" ? [{ ...place, isByName: true }] : [];
}

/**
 * Returns what other files may know of the parameter that a name is: the property that it declares,
 * too, or the parameter itself, where calls may name it.
 */
async function knownParameter(
  { name, source }: NameUse,
  context: EmbeddedRequestContext,
): Promise<DeclaredEntity | undefined> {
  const [definition] = name.definitions;
  const { resolver, fileOf } = resolverOf(context);
  const file = fileOf(source);
  if (name.kind !== "parameter" || name.reach !== "local" || !definition || !file) return undefined;
  const declared = await resolver.files.entityAt(file, definition.from, definition.to);
  const isProperty = /^(?:field|property)$/.test(declared.symbol?.kind ?? "");
  const mayBeNamed = !name.isRenamable && factsOf(file.languageId).hasNamedArguments && declared.owners.length > 0;
  return isProperty || mayBeNamed ? declared : undefined;
}

/**
 * Returns the files that may call what takes a parameter; undefined for a property, which is used
 * by its own name.
 */
async function pathsOfCallers(
  { symbol, owners, file: { languageId } }: DeclaredEntity,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<ReadonlySet<string> | undefined> {
  const callable = owners.at(-1);
  if (symbol || callable === undefined) return undefined;
  const isConstructor = callable.kind === "constructor" || factsOf(languageId).constructorName?.test(callable.name);
  // A type that extends this one is made under its own name.
  if (isConstructor) return undefined;
  const family = familyOf(languageId);
  const result = await indexClient.query((index, own) => index.findFilesWith(callable.name, family, own), signal);
  return new Set(result?.answer ?? []);
}

/** Returns the files whose markup may have a name of a component in kebab-case: `my-prop`. */
async function pathsOfMarkup(
  word: string,
  { languageId }: SourceText,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<readonly string[]> {
  const last = kebabOf(word).split("-").at(-1) ?? word;
  if (last === word || factsOf(languageId).grammar?.template === undefined) return [];
  return (await indexClient.query((index, own) => index.findFilesWith(last, [languageId], own), signal))?.answer ?? [];
}

/** Returns the beginnings of the files that modules are: their declarations. */
function moduleFiles(entities: readonly Entity[], context: EmbeddedRequestContext): readonly FileOccurrences[] {
  const modules = entities.filter(
    (each) => each.kind === "module" && !each.inner && factsOf(each.file.languageId).hasNamedModules,
  );
  return resolverOf(context)
    .targetsOf(modules)
    .map(({ source, name }) => ({ source, occurrences: [{ ...name, role: "definition", isWrite: false }] }));
}

/** Returns the occurrences in a name's file: members of unknown receivers share only their name. */
function boundOccurrences({ occurrences, reach, isMember, isUnscoped, from }: NameInfo): readonly FoundUse[] {
  if (reach !== "free" || !(isMember || isUnscoped)) return occurrences;
  return occurrences.map((each) => (each.from === from ? each : { ...each, isByName: true }));
}

/** Of a place in both, the first is taken. */
function mergeOccurrences(some: readonly FoundUse[], others: readonly FoundUse[]): FoundUse[] {
  const byPlace = new Map([...others, ...some].map((occurrence) => [occurrence.from, occurrence]));
  return [...byPlace.values()].sort((a, b) => a.from - b.from);
}

interface ReferenceCollector {
  /** Adds the occurrences of a file. Returns false when the maximum is reached. */
  add(file: FileOccurrences): boolean;
  /** Returns the locations that have not been sent as partial results. */
  unsent(): FoundLocation[];
}

/** Sends partial results if the client requested them, otherwise collects. */
function createCollector(
  { partial }: Pick<EmbeddedRequestContext, "partial">,
  includeDeclarations: boolean,
): ReferenceCollector {
  let count = 0;
  const collected: FoundLocation[] = [];
  return {
    add({ source, occurrences }) {
      const locations = occurrences
        .filter(({ role }) => includeDeclarations || role !== "definition")
        .slice(0, MAX_REFERENCES - count)
        .map((use) => ({
          uri: source.uri,
          range: rangeIn(source, use),
          ...(use.isByName ? { byName: true as const } : {}),
        }));
      count += locations.length;
      if (partial === undefined) for (const location of locations) collected.push(location);
      else if (locations.length > 0) partial(locations);
      return count < MAX_REFERENCES;
    },
    unsent: () => collected,
  };
}
