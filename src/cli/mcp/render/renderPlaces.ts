/** Renders places for a model: grouped by file, each as a numbered line of source. */

import type { Range } from "../../../text/position.js";
import { escapeName } from "../../../text/printable.js";
import { formatCount, renderRangeExcerpt, type View } from "../../show/view.js";

interface PlaceLine {
  readonly uri: string;
  readonly range: Range;
  /** Shown after the line. */
  readonly note?: string;
  /** A Locate of the symbol around it, shown before the places in that symbol. */
  readonly enclosing?: string | undefined;
}

/**
 * Renders places below a title, grouped by the symbol around them, else by file. Places on one line
 * are shown once; files keep the order of the answer, lines are sorted.
 */
export function renderPlacesByFile(
  places: readonly PlaceLine[],
  { title, max }: { readonly title: string; readonly max: number },
  view: View,
): string {
  const files = groupBy(places, ({ uri }) => uri);
  const listed = [...files].flatMap(([, inFile]) => inFile.toSorted(byPosition)).slice(0, max);
  const heading = ({ uri, enclosing }: PlaceLine) => enclosing ?? escapeName(view.pathOf(uri));
  const lines = [...groupBy(listed, heading)].flatMap(([name, together]) => [name, ...renderFileLines(together, view)]);
  const left = places.length - listed.length;
  const more =
    left > 0 ? [`… and ${formatCount(left, "more", "more")}; ask with limit: ${places.length} for all of them.`] : [];
  return [files.size > 1 ? `${title} in ${files.size} files:` : `${title}:`, ...lines, ...more].join("\n");
}

/** Renders the places of one file. */
export function renderFileLines(places: readonly PlaceLine[], view: View): readonly string[] {
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

function byPosition(left: PlaceLine, right: PlaceLine): number {
  const [a, b] = [left.range.start, right.range.start];
  return a.line - b.line || a.character - b.character;
}

/** The items of each key, keys in order of their first item. Node 20 has no Map.groupBy. */
function groupBy<Key, Each>(all: readonly Each[], keyOf: (each: Each) => Key): ReadonlyMap<Key, readonly Each[]> {
  const groups = new Map<Key, Each[]>();
  for (const each of all) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}
