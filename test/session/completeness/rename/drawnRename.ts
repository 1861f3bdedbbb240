/**
 * A session whose backend renames `old` at each `┃` of drawn files, and inserts the new name at
 * each `╎`: `now: ` before a shorthand, `: now` after it.
 */

import { pair } from "../../pair.js";

export type Files = Readonly<Record<string, string>>;

interface Place {
  readonly path: string;
  readonly line: number;
  readonly character: number;
}

interface PositionParams {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number };
}

interface Backend {
  readonly command?: readonly string[];
  /** By `path:line` (0-based): where the name there is declared, as `path:line:character`. */
  readonly definitions?: Readonly<Record<string, string>>;
  /** What it writes for `old`; by default `now`. */
  readonly newName?: string;
}

const plain = (text: string) => text.replace(/[┃╎⟦⟧⟪⟫]/g, "");

/** Returns the places of a glyph, 0-based, in the files without glyphs. */
export function placesOf(glyph: string, files: Files): readonly Place[] {
  return Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(new RegExp(glyph, "g"))].map(({ index }) => {
      const before = plain(text.slice(0, index)).split("\n");
      return { path, line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    }),
  );
}

/** Returns a function that renames the first `┃` to `now`. */
export async function startRename(
  drawn: Files,
  { command = ["my-server"], definitions = {}, newName = "now" }: Backend = {},
) {
  const places = placesOf("┃", drawn);
  const [first] = places;
  if (first === undefined) throw new Error("nothing is marked");
  const at = ({ path, line, character }: Place) => {
    const range = { start: { line, character }, end: { line, character: character + 3 } };
    return { uri: session.uri(path), range };
  };
  const insertionAt = (place: Place) => {
    const { uri, range } = at(place);
    const line = plain(drawn[place.path] ?? "").split("\n")[place.line] ?? "";
    const newText = line.startsWith("old", place.character) ? "now: " : ": now";
    return { uri, range: { start: range.start, end: range.start }, newText };
  };
  const session = pair({
    files: Object.fromEntries(Object.entries(drawn).map(([path, text]) => [path, plain(text)])),
    command,
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/definition": ({ textDocument: { uri }, position }: PositionParams) => {
        const path = Object.keys(drawn).find((each) => session.uri(each) === uri);
        const [file = "", line, character] = definitions[`${path}:${position.line}`]?.split(":") ?? [];
        return file === "" ? [] : [at({ path: file, line: Number(line), character: Number(character) })];
      },
      "textDocument/rename": () => ({
        documentChanges: [
          ...places.map((place) => ({ ...at(place), newText: newName })),
          ...placesOf("╎", drawn).map((place) => insertionAt(place)),
        ].map(({ uri, range, newText }) => ({ textDocument: { uri, version: null }, edits: [{ range, newText }] })),
      }),
    },
  });
  await session.open();
  if (command[0] === "typescript-language-server") session.reportLoaded();
  const scope = { line: first.line + 1, character: first.character + 1 };
  return (params: object) =>
    session.request("locate/rename", { locate: { file_path: first.path, scope }, newName: "now", ...params });
}
