/**
 * Drops possible uses of a symbol that the backend resolves to another one. Syntax alone can't tell
 * `list.forEach()` of an array from that of another type.
 */

import { hasForwardDeclarations } from "../../../locate/languageRules.js";
import { type SymbolNode, symbolsAround } from "../../../locate/symbols/symbolNode.js";
import { offsetToPosition, positionToOffset } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { keyOfUri } from "../../../uri.js";
import type { Backend } from "../../backend/backend.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { Place } from "../../place/resolvePlace.js";
import { syntaxViewOf } from "../../place/syntaxView.js";
import { rangesOfAnswer } from "../answerPlaces.js";
import type { FilePosition } from "../enclosingSymbols.js";
import type { FileTexts } from "../fileTexts.js";
import { beforeDeadline, type PossiblePlace, type PossiblePlaces } from "../searchRun.js";
import { findKeptDefinitions, noteRevision } from "./keptDefinitions.js";

interface ComparedSymbol {
  readonly method: string;
  readonly place: Place;
  readonly backend: Backend;
  readonly answer: unknown;
  /** A time of `performance.now()`, after which the other places are kept. */
  readonly deadline: number;
  readonly texts: FileTexts;
}

/** The maximum number of requests for definitions; more places are kept. */
const MAX_QUESTIONS = 200;
/** The number of requests that are sent before the first response is awaited. */
const PARALLEL_QUESTIONS = 8;

/** Returns the places but those whose definitions are other symbols than the one at the place. */
export async function dropUsesOfOthers(
  { places, revision }: Pick<PossiblePlaces, "places" | "revision">,
  symbol: ComparedSymbol,
  context: RequestContext,
): Promise<readonly PossiblePlace[]> {
  const { place, backend, deadline, texts } = symbol;
  noteRevision(backend, revision);
  if (places.length === 0 || !backend.capabilities.definitionProvider) return places;
  const { uri, languageId, text } = place.document();
  const offset = place.now().from;
  const position = offsetToPosition(text, offset, backend.encoding);
  const definitionsOf = (each: Pick<PossiblePlace, "document" | "offset">) =>
    beforeDeadline(findKeptDefinitions(each, { backend, revision, texts }, context), deadline);
  const found = await definitionsOf({ document: { uri, languageId, text }, offset });
  const own = new Set(startsOf(symbol).map(keyOfPosition));
  const ownFiles = new Set([uri, ...(found ?? []).map((each) => each.uri)].map(keyOfUri));
  for (const each of [{ uri, position }, ...(found ?? [])]) {
    const { key, name } = await describeDefinition(each, backend, texts, context);
    own.add(key);
    if (name !== undefined) own.add(name);
  }

  // clangd looks up a name that it can't resolve in the text, and finds another use of it.
  const uses = new Set(
    places
      .filter(({ use }) => use?.role === "reference")
      .map(({ document: { uri, text }, offset }) =>
        keyOfPosition({ uri, position: offsetToPosition(text, offset, backend.encoding) }),
      ),
  );

  const isOfOther = async ({ document: file, offset, use }: PossiblePlace): Promise<boolean> => {
    if (performance.now() > deadline || context.token.isCancellationRequested) return false;
    const definitions = (await definitionsOf({ document: file, offset })) ?? [];
    // An import that leads to itself is one whose module the backend has not found, and in C a name
    // may be declared again. Elsewhere, what leads to itself is declared there.
    const isItself = (each: FilePosition) =>
      keyOfUri(each.uri) === keyOfUri(file.uri) &&
      (use?.reach === "import" ||
        (hasForwardDeclarations(file.languageId) &&
          positionToOffset(file.text, each.position, backend.encoding) === offset));
    const others = definitions.filter((each) => !isItself(each));
    let isResolved = false;
    for (const each of others) {
      const { key, name, symbol } = await describeDefinition(each, backend, texts, context);
      // What is no symbol's name may be the module that exports the symbol: `module.exports =`.
      const isOwn = name === undefined ? ownFiles.has(keyOfUri(each.uri)) : own.has(name);
      if (isOwn || own.has(key) || (hasForwardDeclarations(file.languageId) && uses.has(key))) return false;
      // Of a name that clangd can't resolve, it returns the namespace around it.
      const isAround = keyOfUri(each.uri) === keyOfUri(file.uri) && symbol && isInside(offset, symbol);
      const isNamed = symbol && file.text.slice(offset, offset + symbol.name.length) === symbol.name;
      isResolved ||= !isAround || isNamed === true;
    }
    return isResolved;
  };

  const left: PossiblePlace[] = [];
  for (let n = 0; n < places.length; n += PARALLEL_QUESTIONS) {
    const some = places.slice(n, n + PARALLEL_QUESTIONS);
    const verdicts = await Promise.all(some.map((each) => n < MAX_QUESTIONS && isOfOther(each)));
    left.push(...some.filter((_, index) => !verdicts[index]));
  }
  return left;
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
}

/** Returns what a definition is compared by. Overloads are one symbol at several positions. */
async function describeDefinition(
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
  if (hasForwardDeclarations(document.languageId)) return { key, name: path.replaceAll("::", "."), symbol };
  return { key, name: `${keyOfUri(uri)} ${path}`, symbol };
}

function isInside(offset: number, { from, to }: Stretch): boolean {
  return from <= offset && offset < to;
}

function keyOfPosition({ uri, position: { line, character } }: FilePosition): string {
  return `${keyOfUri(uri)}:${line}:${character}`;
}
