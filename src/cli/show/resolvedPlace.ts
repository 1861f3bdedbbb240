/** Where a Locate landed, and what else it could have meant. */

import type { Range } from "../../text/position.js";
import { formatLocation, locationParts, renderLocation, type View } from "./view.js";

/** What `locate/resolve` and `resolveRange` say; see section 7 of the protocol. */
export interface ResolvedPlace {
  readonly file_path: string;
  readonly target: {
    readonly textDocument: { readonly uri: string };
    readonly position?: Range["start"];
    readonly range?: Range;
  };
  readonly match?: { readonly reading: string; readonly count: number; readonly index: number };
  readonly symbol?: { readonly path: readonly string[]; readonly source: string; readonly count: number };
  /** The first few of the other places that the find stands in, where they were asked for. */
  readonly others?: readonly ResolvedPlace[];
}

/** LSP's range of a place; a point is an empty one. */
export function rangeOf({ target: { position, range } }: ResolvedPlace): Range | undefined {
  return range ?? (position && { start: position, end: position });
}

/** One dim line in front of an answer, and a note where the Locate could have meant more than one place. */
export function renderPlaceHeading(place: ResolvedPlace, view: View): string {
  const range = rangeOf(place);
  if (!range) return "";
  const { path, position } = locationParts(place.target.textDocument.uri, range, view);
  const to = place.target.range === undefined ? "" : `-${range.end.line + 1}:${range.end.character + 1}`;
  return [view.colours.dim(`at ${path}${position}${to}`), ...matchNotes(place, view)].join("\n");
}

/** The place itself as the answer: with its line, and for a range with its end. */
export function renderPlace(place: ResolvedPlace, view: View): string {
  const range = rangeOf(place);
  if (!range) return "";
  const { end } = range;
  const to = place.target.range ? view.colours.dim(`to ${end.line + 1}:${end.character + 1}`) : "";
  const symbol = place.symbol ? [view.colours.dim(`symbol ${place.symbol.path.join(" › ")}`)] : [];
  return [renderLocation(place.target.textDocument.uri, range, view, to), ...symbol, ...matchNotes(place, view)].join(
    "\n",
  );
}

/** Readings in which the text found is not quite the text asked for, in words. */
export const looseReadings: Readonly<Record<string, string>> = {
  partial: "inside longer words",
  partial_spacing: "inside longer words, whitespace aside",
  fuzzy: "text that is only similar",
};

function matchNotes({ match, symbol, others = [] }: ResolvedPlace, view: View): readonly string[] {
  const { colours } = view;
  const found: string[] = [];
  const loose = match && looseReadings[match.reading];
  if (loose) found.push(colours.yellow(`found ${loose}`));
  if (match && match.count > 1) {
    const places = others.flatMap((other) => {
      const range = rangeOf(other);
      return range ? [formatLocation(other.target.textDocument.uri, range, view)] : [];
    });
    const more = match.count - 1 - places.length;
    const list = [...places, ...(more > 0 ? [`${more} more`] : [])].join(", ");
    found.push(`${colours.yellow(`match ${match.index + 1} of ${match.count}`)}; the others: ${list}`);
  }
  if (symbol && symbol.count > 1) {
    found.push(
      colours.yellow(`one of ${symbol.count} symbols of that path; [n] behind it takes another, counted from 0`),
    );
  }
  return found;
}
