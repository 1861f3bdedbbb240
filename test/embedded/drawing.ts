/** Requests and results drawn in files: `┃` is the position of a request, `⟦…⟧` is a result. */

import { Document } from "../../src/text/document.js";
import { offsetToPosition, type Position, type Range, rangeToOffsets } from "../../src/text/position.js";
import { type Pair, type PairOptions, pair } from "./pair.js";

export type Files = Readonly<Record<string, string>>;

export interface DrawnRequest {
  readonly session: Pair;
  readonly path: string;
  readonly position: Position;
}

/**
 * Opens a session with these files on disk and the file with the `┃` open. `disk` overrides files.
 */
export async function openDrawing(drawn: Files, options: PairOptions = {}, disk: Files = {}): Promise<DrawnRequest> {
  const files = Object.fromEntries(Object.entries(drawn).map(([path, text]) => [path, withoutMarks(text)]));
  const session = await pair({ files: { ...files, ...disk }, ...options });
  const path = Object.keys(drawn).find((each) => drawn[each]?.includes("┃"));
  if (path === undefined) throw new Error("no file has a ┃");
  const text = drawn[path] as string;
  await session.open(path, withoutMarks(text));
  const before = withoutMarks(text.slice(0, text.indexOf("┃")));
  return { session, path, position: offsetToPosition(Document.of(withoutMarks(text)), before.length, "utf-16") };
}

export function withoutMarks(drawn: string): string {
  return drawn.replace(/[┃⟦⟧]/g, "");
}

export interface DrawnLocation {
  readonly uri: string;
  readonly range: Range;
}

/** Draws the position of the request and the places into the files. */
export function draw(drawn: Files, { session, path, position }: DrawnRequest, places: readonly DrawnLocation[]): Files {
  const result: Record<string, string> = {};
  for (const [each, text] of Object.entries(drawn)) {
    const document = Document.of(withoutMarks(text));
    const marks: (readonly [number, string])[] = [];
    for (const { uri, range } of places) {
      if (uri !== session.uri(each)) continue;
      const { from, to } = rangeToOffsets(document, range, "utf-16");
      if (from === to) marks.push([from, "⟦⟧"]);
      else marks.push([from, "⟦"], [to, "⟧"]);
    }
    if (each === path) marks.push([rangeToOffsets(document, { start: position, end: position }, "utf-16").from, "┃"]);
    let answer = document.text;
    // From the end, so that offsets stay valid; at one offset, the last mark is inserted first.
    const lastFirst = ["┃", "⟦", "⟦⟧", "⟧"];
    for (const [offset, mark] of marks.sort((a, b) => b[0] - a[0] || lastFirst.indexOf(a[1]) - lastFirst.indexOf(b[1])))
      answer = answer.slice(0, offset) + mark + answer.slice(offset);
    result[each] = answer;
  }
  const outside = places.filter(({ uri }) => !Object.keys(drawn).some((each) => uri === session.uri(each)));
  for (const { uri } of outside) result[uri] = "outside of all files";
  return result;
}
