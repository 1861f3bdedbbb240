/**
 * Lists of places in few words: a line of source each, below the symbol or the file that they are
 * in. The asked file comes first, then others by path.
 */

import { getOrInsert, groupBy } from "../../text/list.js";
import type { Range } from "../../text/position.js";
import { compareRanges } from "../../text/position.js";
import { escapeName } from "../../text/printable.js";
import { keyOfUri } from "../../uri.js";
import { renderRangeExcerpt, type View } from "./view.js";

export interface ListedPlace {
  readonly uri: string;
  readonly range: Range;
  /** Shown after the line. */
  readonly note?: string;
  /** A Locate of the symbol around it, shown before the places in that symbol. */
  readonly enclosing?: string | undefined;
}

/** Orders places: the file that was asked about, then by path, then by place. */
export function orderPlaces<Place extends Pick<ListedPlace, "uri" | "range">>(
  places: readonly Place[],
  view: Pick<View, "uri" | "pathOf">,
): readonly Place[] {
  const asked = keyOfUri(view.uri);
  const paths = new Map<string, string>();
  const pathOf = (uri: string) => {
    return getOrInsert(paths, uri, () => (keyOfUri(uri) === asked ? "" : view.pathOf(uri)));
  };
  return places.toSorted((one, other) => {
    const [a, b] = [pathOf(one.uri), pathOf(other.uri)];
    return a === b ? compareRanges(one.range, other.range) : a < b ? -1 : 1;
  });
}

/** Renders ordered places. Those on one line are shown once. */
export function renderPlaceList(places: readonly ListedPlace[], view: View): readonly string[] {
  const heading = ({ uri, enclosing }: ListedPlace) => enclosing ?? escapeName(view.pathOf(uri));
  return [...groupBy(places, heading)].flatMap(([name, together]) => [name, ...renderFileLines(together, view)]);
}

/** Renders the places of one file, without its path. */
export function renderFileLines(places: readonly ListedPlace[], view: View): readonly string[] {
  return [...groupBy(places, ({ range }) => range.start.line).values()].flatMap((onLine) => {
    const [first] = onLine;
    if (first === undefined) return [];
    const notes = [...new Set(onLine.flatMap(({ note }) => note ?? []))];
    const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
    return [`  ${renderNumberedLine(first.uri, first.range, view)}${note}`];
  });
}

/**
 * Renders `12: total += price`: the first line of a range, without indentation, cut around the
 * range.
 */
export function renderNumberedLine(uri: string, range: Range, view: View): string {
  const document = view.documentOf(uri);
  const text = document ? `: ${renderRangeExcerpt(document, range, view.encoding, view.width).text}` : "";
  return `${range.start.line + 1}${text}`;
}
