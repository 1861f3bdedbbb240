/** The way back from marker.ts: a text to find with its markers put in, so that it is read as just that. */

import { readMarker } from "./find/marker.js";
import type { PointOrRange } from "./locate.js";

const MAX_LEVEL = 10;

/**
 * The find that is read as `text` with markers at these offsets, none, one, or for a range two: with the shallowest marker that
 * does it. Null where none does: between `<` and `>` a marker would swallow both.
 */
export function insertMarkers(text: string, offsets: readonly number[], marks: PointOrRange): string | null {
  if (offsets.length === 0 && isReadAs(text, text, offsets, marks)) return text;
  // Text that holds what looks like a marker needs a deeper one, at its start, or around it.
  const places = offsets.length > 0 ? offsets : marks === "point" ? [0] : [0, text.length];
  for (let level = 1; level <= MAX_LEVEL; level++) {
    const find = insertAt(text, places, `${"<".repeat(level)}|${">".repeat(level)}`);
    if (isReadAs(find, text, places, marks)) return find;
  }
  return null;
}

function insertAt(text: string, places: readonly number[], marker: string): string {
  let find = "";
  let from = 0;
  for (const place of places) {
    find += text.slice(from, place) + marker;
    from = place;
  }
  return find + text.slice(from);
}

function isReadAs(find: string, text: string, places: readonly number[], marks: PointOrRange): boolean {
  const read = readMarker(find, marks);
  return read.text === text && read.markers.length === places.length && read.markers.every((at, n) => at === places[n]);
}
