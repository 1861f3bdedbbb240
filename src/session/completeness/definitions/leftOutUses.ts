/** Tells which of the uses that an answer leaves out mean the symbol, and which mean another. */

import { type Backend, hasIndex } from "../../../ask/backend/backend.js";
import type { Deadline } from "../../../ask/deadline.js";
import type { FilesOpenedForCheck } from "../../../ask/documents/filesOpenedForCheck.js";
import { type Declaration, importsDeclaration } from "../../../code/uses/importRoute.js";
import { createIndexedEvidence } from "../../../code/uses/indexed.js";
import { factsOf } from "../../../languages/languages.js";
import { type SymbolNode, symbolsAround } from "../../../locate/symbols/symbolNode.js";
import { offsetToPosition, positionToOffset } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { fileKeyOf, pathOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { foldersOf } from "../../documents/filePaths.js";
import type { Place } from "../../place/resolvePlace.js";
import { syntaxViewOf } from "../../place/syntaxView.js";
import { rangesOfAnswer } from "../answerPlaces.js";
import type { FilePosition } from "../enclosingSymbols.js";
import type { FileTexts } from "../fileTexts.js";
import { noteRevision } from "../kept/revisionCache.js";
import type { PossiblePlace, PossiblePlaces } from "../searchRun.js";
import {
  createDefinitionSource,
  examinePlaces,
  type FindDefinitions,
  limitQuestions,
  type PlaceCandidate,
  type PlaceSource,
  type Relation,
} from "./examinePlaces.js";
import { readIndexedUses } from "./indexState.js";
import { findKeptDefinitions } from "./keptDefinitions.js";
import { createTextSources } from "./textSources.js";

interface AnsweredSymbol {
  readonly method: string;
  readonly place: Place;
  readonly backend: Backend;
  readonly answer: unknown;
  /** After it the server is not asked. */
  readonly deadline: Deadline;
  readonly texts: FileTexts;
  /** The files that are open for the time of the request. */
  readonly opened: FilesOpenedForCheck;
}

/** What is left of possible uses. */
interface ExaminedUses {
  /** Those that may mean the symbol. */
  readonly places: readonly PossiblePlace[];
  /** Those that do. */
  readonly certain: readonly PossiblePlace[];
  /** The URIs of the files that the backend's answers led to. */
  readonly definitionUris: ReadonlySet<string>;
}

/**
 * Returns which places mean the symbol, and which may. Those that mean others are dropped. The
 * server is not asked where it `isBySyntax`, as it has read the same texts.
 */
export async function examineLeftOut(
  { places, revision }: Pick<PossiblePlaces, "places" | "revision">,
  symbol: AnsweredSymbol & { readonly isBySyntax: boolean },
  context: RequestContext,
): Promise<ExaminedUses> {
  const { backend, texts, deadline, opened, isBySyntax } = symbol;
  const definitionUris = new Set<string>();
  noteRevision(backend, revision);
  const isAsked = !isBySyntax && backend.capabilities.definitionProvider !== undefined;
  if (places.length === 0 || !(isAsked || isBySyntax)) return { places, certain: [], definitionUris };
  const own = [placeOfSymbol(symbol), ...startsOf(symbol)];
  const textSources = createTextSources({ places: own, encoding: backend.encoding, texts, deadline }, context);
  // An index may leave out what the text shows, which an answer by syntax does not.
  const isIndexed = isBySyntax && hasIndex(backend);
  const sources: PlaceSource[] = [isIndexed ? textSources.resolved : textSources.elsewhere];
  if (isBySyntax) {
    const uris = [...new Set(places.map(({ document }) => document.uri))];
    const indexed = await readIndexedUses(backend, symbol.place, context, uris);
    if (indexed) sources.unshift(createIndexedEvidence(indexed).source);
  }
  if (isAsked) {
    const find: FindDefinitions = async (place) => {
      const found = await findKeptDefinitions(place, { backend, revision, texts, opened }, context);
      for (const { uri } of found ?? []) definitionUris.add(uri);
      return found;
    };
    const definitionsOf = limitQuestions(find, deadline, context);
    const described = await describeOwnSymbol(symbol, definitionsOf, context);
    const uses = new Set(
      places.filter(({ use }) => use?.role === "reference").map((each) => keyOfPlace(each, backend)),
    );
    const compared = { symbol, context, definitionsOf, own: described, uses };
    const relationOf = (definition: FilePosition, candidate: PlaceCandidate) =>
      relationToOwn(definition, candidate, compared);
    sources.push(createDefinitionSource({ definitionsOf, encoding: backend.encoding, relationOf }));
    sources.push(createImportSource(described.declarations, context));
  }
  const examined = await examinePlaces(places, sources, context);
  const left = examined.filter(({ ruling }) => ruling.class !== "shown" && ruling.class !== "excluded");
  const certain = examined.filter(({ ruling }) => ruling.class === "shown");
  return { places: left.map(({ place }) => place), certain: certain.map(({ place }) => place), definitionUris };
}

/** Makes the source for imports that lead to a declaration, with nothing left to guess. */
function createImportSource(declarations: readonly Declaration[], { client }: RequestContext): PlaceSource {
  const roots = foldersOf(client.roots);
  return {
    isStrong: true,
    async find({ file, use }) {
      const named = { name: use, path: file.path, languageId: file.languageId };
      for (const each of declarations) if (await importsDeclaration(named, each, roots)) return ["imported"];
      return [];
    },
  };
}

interface Comparison {
  readonly symbol: AnsweredSymbol;
  readonly context: RequestContext;
  readonly definitionsOf: FindDefinitions;
  readonly own: OwnSymbol;
  /** The keys of the places that are references. clangd finds another one for an unknown name. */
  readonly uses: ReadonlySet<string>;
}

/** The symbol at the place, as other definitions are compared with it. */
interface OwnSymbol {
  /** The positions and names of its declarations. */
  readonly keys: ReadonlySet<string>;
  /** The declarations that have a name. */
  readonly declarations: readonly Declaration[];
  /** The keys of the URIs of their files. */
  readonly files: ReadonlySet<string>;
}

async function describeOwnSymbol(
  symbol: AnsweredSymbol,
  definitionsOf: FindDefinitions,
  context: RequestContext,
): Promise<OwnSymbol> {
  const { place, backend, texts } = symbol;
  const { uri, languageId, text } = place.document();
  const found = (await definitionsOf({ document: { uri, languageId, text }, offset: place.now().from })) ?? [];
  const here = placeOfSymbol(symbol);
  const keys = new Set(startsOf(symbol).map(keyOfPosition));
  const isKnown = keys.has(keyOfPosition(here)) && !found.some((each) => keys.has(keyOfPosition(each)));
  const isDeclaredHere =
    isKnown &&
    !factsOf(languageId).hasPrototypes &&
    (await describeDefinition(here, backend, texts, context)).symbol !== undefined;
  // The definition of an embedded field is that of its type, which is another symbol.
  const declarations = isDeclaredHere ? [here] : [here, ...found];
  const named: Declaration[] = [];
  for (const each of declarations) {
    const { key, name, symbol: declared, owner } = await describeDefinition(each, backend, texts, context);
    keys.add(key);
    if (name !== undefined) keys.add(name);
    const path = pathOfUri(each.uri);
    if (declared && path !== undefined) named.push({ path, name: declared.name, owner: owner?.name });
  }
  return { keys, declarations: named, files: new Set(declarations.map((each) => fileKeyOf(each.uri))) };
}

/** Compares what the server finds declared with the symbol. */
async function relationToOwn(
  definition: FilePosition,
  { document, file, use }: PlaceCandidate,
  comparison: Comparison,
): Promise<Relation> {
  const { symbol, context, own, uses } = comparison;
  const { key, name, symbol: found } = await describeDefinition(definition, symbol.backend, symbol.texts, context);
  const isDeclaredOften = factsOf(file.languageId).hasPrototypes;
  const isOtherUse = isDeclaredOften && uses.has(key);
  // What is no symbol's name may be the module that exports the symbol: `module.exports =`.
  const isOwn = name === undefined ? own.files.has(fileKeyOf(definition.uri)) : own.keys.has(name);
  if (!isOtherUse && own.keys.has(key)) return "own";
  if (!isOtherUse && isOwn && isDeclaredOften && (await leadsToOwn(definition, comparison))) return "own";
  if (isOwn || isOtherUse) return "perhaps";
  // Of a name that clangd can't resolve, it returns the namespace around it.
  const isAround = fileKeyOf(definition.uri) === fileKeyOf(document.uri) && found && isInside(use.from, found);
  const isNamed = found && file.text.slice(use.from, use.from + found.name.length) === found.name;
  return isAround && !isNamed ? "unclear" : "other";
}

/** Whether another definition leads to a declaration of the symbol: an overload of it does not. */
async function leadsToOwn(
  { uri, position }: FilePosition,
  { symbol: { texts, backend }, definitionsOf, own }: Comparison,
): Promise<boolean> {
  const document = await texts.read(uri);
  if (document === undefined) return false;
  const offset = positionToOffset(document.text, position, backend.encoding);
  const declarations = (await definitionsOf({ document, offset })) ?? [];
  return declarations.some((each) => own.keys.has(keyOfPosition(each)));
}

function placeOfSymbol({ place, backend }: AnsweredSymbol): FilePosition {
  const { uri, text } = place.document();
  return { uri, position: offsetToPosition(text, place.now().from, backend.encoding) };
}

/** Returns the places of references, among which are the declarations. */
function startsOf({ method, answer }: AnsweredSymbol): readonly FilePosition[] {
  if (method !== "references") return [];
  return rangesOfAnswer(method, answer).map(({ uri, range }) => ({ uri, position: range.start }));
}

interface DescribedDefinition {
  /** Its position. */
  readonly key: string;
  /** Only of a symbol's name: the file, and the names of the symbols that it is in. */
  readonly name?: string;
  readonly symbol?: SymbolNode;
  /** The symbol around that. */
  readonly owner?: SymbolNode | undefined;
}

/** Returns what a definition is compared by. Overloads are one symbol at several positions. */
export async function describeDefinition(
  { uri, position }: FilePosition,
  { encoding }: Backend,
  texts: FileTexts,
  context: RequestContext,
): Promise<DescribedDefinition> {
  const key = keyOfPosition({ uri, position });
  const document = await texts.read(uri);
  const symbols = document && (await syntaxViewOf(document, context))?.symbols;
  if (document === undefined || symbols === undefined) return { key };
  const offset = positionToOffset(document.text, position, encoding);
  const around = symbolsAround(symbols, offset);
  const symbol = around.at(-1);
  if (symbol?.nameFrom !== offset) return { key };
  const path = around.map(({ name }) => name).join(".");
  // In C++, what has the same qualified name in two files is one symbol, declared twice.
  const found = { key, symbol, owner: around.at(-2) };
  if (factsOf(document.languageId).hasPrototypes) return { ...found, name: path.replaceAll("::", ".") };
  return { ...found, name: `${fileKeyOf(uri)} ${path}` };
}

function isInside(offset: number, { from, to }: Stretch): boolean {
  return from <= offset && offset < to;
}

function keyOfPosition({ uri, position: { line, character } }: FilePosition): string {
  return `${fileKeyOf(uri)}:${line}:${character}`;
}

function keyOfPlace({ document: { uri, text }, offset }: PossiblePlace, { encoding }: Backend): string {
  return keyOfPosition({ uri, position: offsetToPosition(text, offset, encoding) });
}
