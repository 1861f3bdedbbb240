/** The answer to a `workspace/symbol` whose query is a Locate: its place, as the one symbol. */

import type { Range, SymbolInformation, SymbolKind } from "vscode-languageserver-protocol";
import { LocateError } from "../../../error.js";
import { isWordAt } from "../../../locate/find/characters.js";
import type { MatchFacts, SymbolFacts } from "../../../locate/resolve/resolve.js";
import { symbolKindOfName } from "../../../locate/symbols/symbolNode.js";
import { escapeName } from "../../../text/printable.js";
import type { Stretch } from "../../../text/stretch.js";
import type { RequestContext } from "../../client/requestContext.js";
import { toPlaceResult } from "../../place/placeResult.js";
import { type Place, resolvePlace } from "../../place/resolvePlace.js";
import type { RequestParams } from "../params.js";

/** The maximum length of a symbol's name that is a line of text, in UTF-16 code units. */
const MAX_NAME_LENGTH = 200;

/**
 * Params: `query`, a Locate in the notation. The symbol's `location` begins at the place, where
 * clients go and ask on: it is the name of a symbol, and else the rest of the resolved range. Its
 * `containerName` has the point and the number of matches. Errors: those of `locate/resolveRange`.
 */
export async function locateSymbol({ query }: RequestParams, context: RequestContext): Promise<SymbolInformation[]> {
  const stretch = await resolvePlace(query, { as: "range", purpose: "read" }, context);
  try {
    const point = await resolvePoint(query, context);
    try {
      return [symbolAt(stretch, point, context)];
    } finally {
      point?.release();
    }
  } finally {
    stretch.release();
  }
}

/** Returns undefined for a Locate that is only a range, by two markers. */
async function resolvePoint(query: unknown, context: RequestContext): Promise<Place | undefined> {
  try {
    return await resolvePlace(query, { as: "point", purpose: "read" }, context);
  } catch (error) {
    if (error instanceof LocateError) return undefined;
    throw error;
  }
}

function symbolAt(stretch: Place, point: Place | undefined, context: RequestContext): SymbolInformation {
  const { symbol, match } = stretch.resolution ?? {};
  const isSymbol = symbol !== undefined && match === undefined;
  const place = point ? { ...stretch, now: () => stretchFrom(point, stretch, isSymbol) } : stretch;
  const { file_path, target, range: oneBased } = toPlaceResult(place, "range", context);
  const at = oneBased?.start;
  const range = target.range as Range;
  const landed = `${escapeName(file_path)}:${at?.line}:${at?.character}`;
  const count = isSymbol ? describeSymbols(symbol) : match ? describeMatches(match) : undefined;
  return {
    name: (isSymbol ? symbol.path.at(-1) : firstLineOf(stretch)) || landed,
    kind: (isSymbol ? symbol.kind : symbolKindOfName("string")) as SymbolKind,
    location: { uri: target.textDocument.uri, range },
    containerName: count === undefined ? landed : `${landed}, ${count}`,
  };
}

/** Returns the stretch from the point on: a symbol's name, else the rest of the resolved one. */
function stretchFrom(point: Place, whole: Place, isSymbol: boolean): Stretch {
  const { from } = point.now();
  if (!isSymbol) return { from, to: Math.max(from, whole.now().to) };
  const { text } = whole.document().text;
  let to = from;
  while (to < text.length && isWordAt(text, to)) to++;
  return { from, to };
}

function describeSymbols({ count }: SymbolFacts): string {
  return count === 1 ? "the only symbol of that path" : `one of ${count} symbols of that path`;
}

/** Names the reading where the match is not one of whole words. */
function describeMatches({ count, index, reading }: MatchFacts): string {
  const isLoose = reading === "fuzzy" || reading.startsWith("partial");
  const which = count === 1 ? "the only match" : `match ${index + 1} of ${count}`;
  return isLoose ? `${which} (${reading})` : which;
}

/** Returns the first line of a place's text, without the spaces around it. */
function firstLineOf(place: Place): string {
  const { from, to } = place.now();
  const text = place.document().text.slice(from, to);
  const [line = ""] = text.trim().split(/\r\n|\r|\n/, 1);
  return line.slice(0, MAX_NAME_LENGTH).trimEnd();
}
