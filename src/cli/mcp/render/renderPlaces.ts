/** Places in an answer as a model reads them: by file, a line each with its number and its text. */

import type { Range } from "../../../text/position.js";
import { formatCount, renderRangeExcerpt, type View } from "../../show/view.js";

interface PlaceLine {
  readonly uri: string;
  readonly range: Range;
  /** Said behind the line. */
  readonly note?: string;
}

/** `title` says what they are, and how many. Several on a line are one line; the files come as in the answer, their lines in order. */
export function renderPlacesByFile(
  places: readonly PlaceLine[],
  { title, most }: { readonly title: string; readonly most: number },
  view: View,
): string {
  const files = groupBy(places, ({ uri }) => uri);
  const listed = [...files].flatMap(([, inFile]) => inFile.toSorted(byPosition)).slice(0, most);
  const lines = [...groupBy(listed, ({ uri }) => uri)].flatMap(([uri, inFile]) => [
    view.pathOf(uri),
    ...renderFileLines(inFile, view),
  ]);
  const left = places.length - listed.length;
  const more =
    left > 0 ? [`… and ${formatCount(left, "more", "more")}; ask with limit: ${places.length} for all of them.`] : [];
  return [files.size > 1 ? `${title} in ${files.size} files:` : `${title}:`, ...lines, ...more].join("\n");
}

/** Of places in one file. */
export function renderFileLines(places: readonly PlaceLine[], view: View): readonly string[] {
  return [...groupBy(places, ({ range }) => range.start.line).values()].flatMap((onLine) => {
    const [first] = onLine;
    if (first === undefined) return [];
    const notes = [...new Set(onLine.flatMap(({ note }) => note ?? []))];
    const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
    return [`  ${renderNumberedLine(first.uri, first.range, view)}${note}`];
  });
}

/** `12: total += price`: the line that a range begins in, without its indentation, cut around the range where it is long. */
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
