/**
 * Compares possible uses of a symbol with what the backend resolves them to: those of another
 * symbol are dropped, those of this one are certain. Syntax alone can't tell `list.forEach()` of an
 * array from that of another type.
 */

import type { Backend } from "../../../ask/backend/backend.js";
import type { Deadline } from "../../../ask/deadline.js";
import type { FilesOpenedForCheck } from "../../../ask/documents/filesOpenedForCheck.js";
import { type Declaration, importsDeclaration } from "../../../code/uses/importRoute.js";
import { factsOf } from "../../../languages/languages.js";
import { type SymbolNode, symbolsAround } from "../../../locate/symbols/symbolNode.js";
import { appendAll, getOrInsert } from "../../../text/list.js";
import { offsetToPosition, positionToOffset } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { keyOfUri, pathOfUri, realKeyOfPath } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { foldersOf } from "../../documents/filePaths.js";
import type { Place } from "../../place/resolvePlace.js";
import { syntaxViewOf, toSyntaxText } from "../../place/syntaxView.js";
import { rangesOfAnswer } from "../answerPlaces.js";
import type { FilePosition } from "../enclosingSymbols.js";
import type { FileTexts } from "../fileTexts.js";
import { noteRevision } from "../kept/revisionCache.js";
import type { PossiblePlace, PossiblePlaces } from "../searchRun.js";
import { createOtherTest } from "./elsewhere.js";
import { findKeptDefinitions } from "./keptDefinitions.js";

interface ComparedSymbol {
  readonly method: string;
  readonly place: Place;
  readonly backend: Backend;
  readonly answer: unknown;
  /** After it the other places are kept. */
  readonly deadline: Deadline;
  readonly texts: FileTexts;
  /** The files that are open for the time of the request. */
  readonly opened: FilesOpenedForCheck;
}

/** The maximum number of requests for definitions; more places are kept. */
const MAX_QUESTIONS = 200;
/** The number of requests that are sent before the first response is awaited. */
const PARALLEL_QUESTIONS = 8;

/** What is left of possible uses. */
interface ComparedUses {
  /** Those that may mean the symbol. */
  readonly places: readonly PossiblePlace[];
  /** Those that do. */
  readonly certain: readonly PossiblePlace[];
  /** The URIs of the files that the backend's answers led to. */
  readonly definitionUris: ReadonlySet<string>;
}

/** Returns which places mean the symbol, and which may. Those that mean others are dropped. */
export async function compareUses(
  found: Pick<PossiblePlaces, "places" | "revision">,
  symbol: ComparedSymbol,
  context: RequestContext,
): Promise<ComparedUses> {
  const { places, revision } = found;
  const { backend } = symbol;
  const definitionUris = new Set<string>();
  noteRevision(backend, revision);
  if (places.length === 0 || !backend.capabilities.definitionProvider) return { places, certain: [], definitionUris };
  const definitionsOf = async (each: Pick<PossiblePlace, "document" | "offset">) => {
    const resolved = findKeptDefinitions(
      each,
      { backend, revision, texts: symbol.texts, opened: symbol.opened },
      context,
    );
    const definitions = (await symbol.deadline.before(resolved)) ?? [];
    for (const { uri } of definitions) definitionUris.add(uri);
    return definitions;
  };
  const comparison: Comparison = {
    symbol,
    context,
    definitionsOf,
    own: await describeOwnSymbol(symbol, definitionsOf, context),
    uses: new Set(places.filter(({ use }) => use?.role === "reference").map((each) => keyOfPlace(each, backend))),
  };
  const isOther = otherTestOf(symbol, context);
  const judged = new Map<string, Promise<Verdict>>();
  let questionCount = 0;
  const judgeOnce = async (place: PossiblePlace): Promise<Verdict> => {
    if ((await symbol.deadline.before(isOther(place))) === true) return "other";
    return questionCount++ < MAX_QUESTIONS ? judge(place, comparison) : "doubtful";
  };
  const verdictOf = (place: PossiblePlace): Promise<Verdict> => {
    const key = bindingKeyOf(place);
    return getOrInsert(judged, key, () => judgeOnce(place));
  };
  const left: PossiblePlace[] = [];
  const certain: PossiblePlace[] = [];
  for (let n = 0; n < places.length; n += PARALLEL_QUESTIONS) {
    const some = places.slice(n, n + PARALLEL_QUESTIONS);
    const verdicts = await Promise.all(some.map((each) => verdictOf(each)));
    const withVerdict = (verdict: Verdict) => some.filter((_, index) => verdicts[index] === verdict);
    appendAll(left, withVerdict("doubtful"));
    appendAll(certain, withVerdict("own"));
  }
  return { places: left, certain, definitionUris };
}

/** Returns the places that the text does not show to mean another symbol; no server is asked. */
export async function withoutOthers(
  places: readonly PossiblePlace[],
  symbol: ComparedSymbol,
  context: RequestContext,
): Promise<readonly PossiblePlace[]> {
  const isOther = otherTestOf(symbol, context);
  const left: PossiblePlace[] = [];
  for (const each of places) if ((await symbol.deadline.before(isOther(each))) !== true) left.push(each);
  return left;
}

function otherTestOf(symbol: ComparedSymbol, context: RequestContext) {
  const { backend, texts } = symbol;
  const places = [placeOfSymbol(symbol), ...startsOf(symbol)];
  return createOtherTest({ places, encoding: backend.encoding, texts }, context);
}

/** Whether a place means the symbol, another one, or may mean either. */
type Verdict = "own" | "other" | "doubtful";

/**
 * Returns a key that is equal for the uses of one import or declaration in a file. They share a
 * verdict, so the backend is asked once.
 */
function bindingKeyOf({ document: { uri, languageId }, offset, use }: PossiblePlace): string {
  const isBound = use && !use.isMember && use.shorthand === undefined && use.subtype === undefined;
  const [definition] = isBound && !factsOf(languageId).hasPrototypes ? use.definitions : [];
  return definition ? `${keyOfFile(uri)} ${definition.from}` : `${keyOfFile(uri)}:${offset}`;
}

/** Asks where the name at a place is declared; returns nothing after the deadline. */
type FindDefinitions = (place: Pick<PossiblePlace, "document" | "offset">) => Promise<readonly FilePosition[]>;

interface Comparison {
  readonly symbol: ComparedSymbol;
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
  symbol: ComparedSymbol,
  definitionsOf: FindDefinitions,
  context: RequestContext,
): Promise<OwnSymbol> {
  const { place, backend, texts } = symbol;
  const { uri, languageId, text } = place.document();
  const found = await definitionsOf({ document: { uri, languageId, text }, offset: place.now().from });
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
  return { keys, declarations: named, files: new Set(declarations.map((each) => keyOfFile(each.uri))) };
}

/** Compares what the backend resolves a place to with the symbol. */
async function judge(place: PossiblePlace, comparison: Comparison): Promise<Verdict> {
  const { document: file, use } = place;
  const { symbol, context, own, uses } = comparison;
  const { backend, deadline, texts } = symbol;
  if (context.token.isCancellationRequested) return "doubtful";
  if (deadline.isOver) return (await isShown(place, comparison)) ? "own" : "doubtful";
  // Of a subtype, its head names the symbol.
  const offset = use?.from ?? place.offset;
  const definitions = await comparison.definitionsOf({ document: file, offset });
  const isDeclaredOften = factsOf(file.languageId).hasPrototypes;
  // An import that leads to itself is one whose module the backend has not found, and in C a name
  // may be declared again. Elsewhere, what leads to itself is declared there.
  const isItself = (each: FilePosition) =>
    keyOfFile(each.uri) === keyOfFile(file.uri) &&
    (use?.reach === "import" ||
      (isDeclaredOften && positionToOffset(file.text, each.position, backend.encoding) === offset));
  const others = definitions.filter((each) => !isItself(each));
  let ownCount = 0;
  let isResolved = false;
  for (const each of others) {
    const { key, name, symbol: found } = await describeDefinition(each, backend, texts, context);
    const isOtherUse = isDeclaredOften && uses.has(key);
    // What is no symbol's name may be the module that exports the symbol: `module.exports =`.
    const isOwn = name === undefined ? own.files.has(keyOfFile(each.uri)) : own.keys.has(name);
    if (!isOtherUse && (own.keys.has(key) || (isOwn && isDeclaredOften && (await leadsToOwn(each, comparison))))) {
      ownCount++;
      continue;
    }
    if (isOwn || isOtherUse) return "doubtful";
    // Of a name that clangd can't resolve, it returns the namespace around it.
    const isAround = keyOfFile(each.uri) === keyOfFile(file.uri) && found && isInside(offset, found);
    const isNamed = found && file.text.slice(offset, offset + found.name.length) === found.name;
    isResolved ||= !isAround || isNamed === true;
  }
  if (ownCount > 0) return ownCount === others.length ? "own" : "doubtful";
  if (isResolved) return "other";
  return others.length === 0 && (await isShown(place, comparison)) ? "own" : "doubtful";
}

/** Whether another definition leads to a declaration of the symbol: an overload of it does not. */
async function leadsToOwn(
  { uri, position }: FilePosition,
  { symbol: { texts, backend }, definitionsOf, own }: Comparison,
): Promise<boolean> {
  const document = await texts.read(uri);
  if (document === undefined) return false;
  const declarations = await definitionsOf({
    document,
    offset: positionToOffset(document.text, position, backend.encoding),
  });
  return declarations.some((each) => own.keys.has(keyOfPosition(each)));
}

/** Whether imports show what the backend does not find: that a use means the symbol. */
async function isShown({ document, use }: PossiblePlace, { own, context }: Comparison): Promise<boolean> {
  if (use === undefined) return false;
  const { languageId } = toSyntaxText(document, await context.syntax(), context.servers);
  const name = { name: use, path: pathOfUri(document.uri), languageId };
  const roots = foldersOf(context.client.roots);
  for (const each of own.declarations) if (await importsDeclaration(name, each, roots)) return true;
  return false;
}

function placeOfSymbol({ place, backend }: ComparedSymbol): FilePosition {
  const { uri, text } = place.document();
  return { uri, position: offsetToPosition(text, place.now().from, backend.encoding) };
}

/** Returns the places of references, among which are the declarations. */
function startsOf({ method, answer }: ComparedSymbol): readonly FilePosition[] {
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
  return { ...found, name: `${keyOfFile(uri)} ${path}` };
}

function isInside(offset: number, { from, to }: Stretch): boolean {
  return from <= offset && offset < to;
}

/** Returns the key of a document, or of the file that symbolic links to it lead to. */
function keyOfFile(uri: string): string {
  const path = pathOfUri(uri);
  return path === undefined ? keyOfUri(uri) : realKeyOfPath(path);
}

function keyOfPosition({ uri, position: { line, character } }: FilePosition): string {
  return `${keyOfFile(uri)}:${line}:${character}`;
}

function keyOfPlace({ document: { uri, text }, offset }: PossiblePlace, { encoding }: Backend): string {
  return keyOfPosition({ uri, position: offsetToPosition(text, offset, encoding) });
}
