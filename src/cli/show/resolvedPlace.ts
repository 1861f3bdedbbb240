/** The place that a Locate resolved to, and its other matches. */

import type { Range } from "../../text/position.js";
import { escapeName } from "../../text/printable.js";
import { formatLocation, locationParts, renderLocation, type View } from "./view.js";

/** The answer to `locate/resolve` and `locate/resolveRange`; see docs/protocol/places.md. */
export interface ResolvedPlace {
  readonly file_path: string;
  readonly target: {
    readonly textDocument: { readonly uri: string };
    readonly position?: Range["start"];
    readonly range?: Range;
  };
  readonly match?: { readonly reading: string; readonly count: number; readonly index: number };
  readonly symbol?: { readonly path: readonly string[]; readonly source: string; readonly count: number };
  /** The SHA-256 of the text that an edit is about. */
  readonly text_sha256?: string;
  /** The first few of the find's other matches, if they were requested. */
  readonly others?: readonly ResolvedPlace[];
}

/** Returns the LSP range of a place; empty for a point. */
export function rangeOf({ target: { position, range } }: ResolvedPlace): Range | undefined {
  return range ?? (position && { start: position, end: position });
}

/** Renders the line before an answer, with notes if the Locate has other matches. */
export function renderPlaceHeading(place: ResolvedPlace, view: View): string {
  const range = rangeOf(place);
  if (!range) return "";
  const { path, position } = locationParts(place.target.textDocument.uri, range, view);
  const to = place.target.range === undefined ? "" : `-${range.end.line + 1}:${range.end.character + 1}`;
  return [view.colours.dim(`at ${path}${position}${to}`), ...matchNotes(place, view)].join("\n");
}

/** Renders a place as the answer, with its line and, for a range, its end. */
export function renderPlace(place: ResolvedPlace, view: View): string {
  const range = rangeOf(place);
  if (!range) return "";
  const { end } = range;
  const to = place.target.range ? view.colours.dim(`to ${end.line + 1}:${end.character + 1}`) : "";
  const symbol = place.symbol ? [view.colours.dim(`symbol ${place.symbol.path.map(escapeName).join(" › ")}`)] : [];
  return [renderLocation(place.target.textDocument.uri, range, view, to), ...symbol, ...matchNotes(place, view)].join(
    "\n",
  );
}

/** The readings whose text is not exactly that of the find, as phrases after "found". */
export const looseReadings: Readonly<Record<string, string>> = {
  partial: "inside longer words",
  partial_spacing: "inside longer words, whitespace aside",
  fuzzy: "text that is only similar",
};

function matchNotes({ match, symbol, others = [] }: ResolvedPlace, view: View): readonly string[] {
  const { colours } = view;
  const notes: string[] = [];
  const loose = match && looseReadings[match.reading];
  if (loose) notes.push(colours.yellow(`found ${loose}`));
  if (match && match.count > 1) {
    const places = others.flatMap((other) => {
      const range = rangeOf(other);
      return range ? [formatLocation(other.target.textDocument.uri, range, view)] : [];
    });
    const more = match.count - 1 - places.length;
    const list = [...places, ...(more > 0 ? [`${more} more`] : [])].join(", ");
    notes.push(`${colours.yellow(`match ${match.index + 1} of ${match.count}`)}; the others: ${list}`);
  }
  if (symbol && symbol.count > 1) {
    notes.push(
      colours.yellow(
        `one of ${symbol.count} symbols with that path; [n] after the path selects another, counted from 0`,
      ),
    );
  }
  return notes;
}

/** Returns the documents of places and the digests of their texts, if the answer names these. */
export function locatedTexts(places: readonly ResolvedPlace[]): readonly { uri: string; sha256: string }[] {
  return places.flatMap(({ target, text_sha256 }) =>
    text_sha256 === undefined ? [] : [{ uri: target.textDocument.uri, sha256: text_sha256 }],
  );
}
