/** The marker in a find, `<|>`: reading it, describing it in errors, and inserting it. */
import type { PointOrRange } from "../locate.js";

interface MarkedFind {
  /** The find without its markers: the text to search for. */
  readonly text: string;
  /** The offsets of the markers in `text`: none, one, or two for a range. */
  readonly markers: readonly number[];
  /** `text` before the first marker; all of it where there is none. */
  readonly before: string;
  /** `text` after the last marker; empty where there is none. */
  readonly after: string;
  /** The marker as written, `<<|>>`, or null where there is none and the whole find is literal. */
  readonly marker: string | null;
  /** The number of its brackets on each side, 1 to 10; 0 without a marker. */
  readonly level: number;
}

/** Brackets beyond this number are literal. */
const MAX_LEVEL = 10;

/**
 * Reads the marker of a find: the deepest level that occurs exactly once, or for a range once or
 * twice. All other runs are literal.
 */
export function readMarker(find: string, marks: PointOrRange = "point"): MarkedFind {
  const runs = markerRuns(find);
  const level = markerLevel(runs, marks);
  const chosen = runs.filter((run) => run.level === level);
  const markers: number[] = [];
  let text = "";
  let from = 0;
  for (const { bar } of chosen) {
    text += find.slice(from, bar - level);
    markers.push(text.length);
    from = bar + level + 1;
  }
  text += find.slice(from);
  const before = text.slice(0, markers[0] ?? text.length);
  const after = text.slice(markers.at(-1) ?? text.length);
  return { text, markers, before, after, marker: level === 0 ? null : markerText(level), level };
}

/** Describes, for an error, what was read as the marker of a find, or why nothing was. */
export function describeMarker(find: string, marks: PointOrRange = "point"): string {
  const { before, markers, marker } = readMarker(find, marks);
  if (marker !== null && markers.length === 2) return `read the two \`${marker}\` as the ends of the range`;
  if (marker !== null) {
    const place = before === "" ? "at the start of the find" : `after ${JSON.stringify(tail(before))}`;
    return `read \`${marker}\` ${place} as the marker`;
  }
  const levels = markerRuns(find).map((run) => run.level);
  if (levels.length > 0) return `no marker was read: ${explainNoMarker(levels, marks)}`;
  const lookalike = /<\s{0,3}\|\s{0,3}>|<(?:HERE|CURSOR|MARKER)>/i.exec(find);
  return lookalike === null
    ? "no marker was read"
    : `no marker was read: \`${lookalike[0]}\` is literal text, the marker is \`${markerText(1)}\``;
}

interface MarkerRun {
  /** The offset of its `|`. */
  readonly bar: number;
  readonly level: number;
}

/** Returns every run that could be a marker, in order. */
function markerRuns(find: string): MarkerRun[] {
  const runs: MarkerRun[] = [];
  for (let bar = find.indexOf("|"); bar >= 0; bar = find.indexOf("|", bar + 1)) {
    let level = 0;
    while (level < MAX_LEVEL && find[bar - level - 1] === "<" && find[bar + level + 1] === ">") level++;
    if (level > 0) runs.push({ bar, level });
  }
  return runs;
}

function markerLevel(runs: readonly MarkerRun[], marks: PointOrRange): number {
  for (let level = MAX_LEVEL; level > 0; level--) {
    const count = runs.filter((run) => run.level === level).length;
    if (count === 1 || (count === 2 && marks === "range")) return level;
  }
  return 0;
}

function explainNoMarker(levels: readonly number[], marks: PointOrRange): string {
  const level = levels.reduce((most, each) => Math.max(most, each), 0);
  const count = levels.filter((each) => each === level).length;
  const times = count === 2 ? "twice" : `${count} times`;
  const literal = `\`${markerText(level)}\` occurs ${times} and so is literal text`;
  // Two markers have a hint of their own in findErrors.ts.
  if (marks === "point" && count === 2) return literal;
  const deeper = level < MAX_LEVEL ? `, or write the one that counts as \`${markerText(level + 1)}\`` : "";
  return `${literal}; a place has one marker: leave the others out${deeper}`;
}

function markerText(level: number): string {
  return `${"<".repeat(level)}|${">".repeat(level)}`;
}

/** Returns the last characters of a text, never half a surrogate pair. */
function tail(text: string): string {
  return text.length <= 20 ? text : `…${text.slice(-20).replace(/^[\uDC00-\uDFFF]/, "")}`;
}

/**
 * Returns the find that is read as `text` with markers at these offsets (none, one, or two for a
 * range), with the shallowest marker possible. Null where no find is: between `<` and `>` a marker
 * would absorb both.
 */
export function insertMarkers(text: string, offsets: readonly number[], marks: PointOrRange): string | null {
  if (offsets.length === 0 && isReadAs(text, text, offsets, marks)) return text;
  // Text that contains a literal marker needs a deeper one, at its start or around it.
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
