/**
 * The rules by which a use that a rename leaves out would break, or may mean something else. `┃` is
 * before a name that the backend renames, `⟦…⟧` around one that would break, `⟪…⟫` around one that
 * is possible. Any other `old` means something else.
 */

import { closePairs, pair } from "../../pair.js";

afterEach(closePairs);

type Files = Readonly<Record<string, string>>;

interface Place {
  readonly path: string;
  readonly line: number;
  readonly character: number;
}

const plain = (text: string) => text.replace(/[┃⟦⟧⟪⟫]/g, "");

/** Returns the places of a glyph, 0-based. */
function placesOf(glyph: string, files: Files): readonly Place[] {
  return Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(new RegExp(glyph, "g"))].map(({ index }) => {
      const before = plain(text.slice(0, index)).split("\n");
      return { path, line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    }),
  );
}

/** Renames at the first `┃`, and returns the places that are left out, as `path:line`. */
async function leftOut(drawn: Files, command: string, definitions: Readonly<Record<string, string>>) {
  const places = placesOf("┃", drawn);
  const at = ({ path, line, character }: Place) => {
    const range = { start: { line, character }, end: { line, character: character + 3 } };
    return { uri: session.uri(path), range };
  };
  const session = pair({
    files: Object.fromEntries(Object.entries(drawn).map(([path, text]) => [path, plain(text)])),
    command: [command],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/definition": ({ textDocument: { uri }, position: { line } }: PositionParams) => {
        const [, path, target] =
          Object.entries(definitions)
            .map(([from, to]) => [session.uri(from.split(":")[0] ?? ""), from, to] as const)
            .find(([file, from]) => file === uri && from.endsWith(`:${line}`)) ?? [];
        if (path === undefined || target === undefined) return [];
        const [file = "", targetLine, character] = target.split(":");
        return [at({ path: file, line: Number(targetLine), character: Number(character) })];
      },
      "textDocument/rename": () => ({
        documentChanges: places.map((place) => {
          const { uri, range } = at(place);
          return { textDocument: { uri, version: null }, edits: [{ range, newText: "now" }] };
        }),
      }),
    },
  });
  await session.open();
  const [first] = places as [Place];
  const scope = { line: first.line + 1, character: first.character + 1 };
  const params = { locate: { file_path: first.path, scope }, newName: "now", place: true };
  const { result, error } = await session.request("locate/rename", params);
  expect(error).toBeUndefined();
  const { places: found, certain = 0 } = result.unconfirmed;
  const named = found.map(({ file_path, line }: { file_path: string; line: number }) => `${file_path}:${line - 1}`);
  return { certain: named.slice(0, certain).sort(), possible: named.slice(certain).sort() };
}

interface PositionParams {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number };
}

async function check(files: Files, command: string, definitions: Readonly<Record<string, string>> = {}): Promise<void> {
  const expected = (glyph: string) =>
    placesOf(glyph, files)
      .map(({ path, line }) => `${path}:${line}`)
      .sort();
  expect(await leftOut(files, command, definitions)).toEqual({ certain: expected("⟦"), possible: expected("⟪") });
}

/** The files with the renamed declaration, by the extension of the one that uses it. */
const declarations: Readonly<Record<string, Files>> = {
  ts: { "lib/util.ts": "export function ┃old() {}\n" },
  mts: { "lib/util.ts": "export function ┃old() {}\n" },
  py: { "lib/util.py": "def ┃old(): pass\n", "lib/__init__.py": "" },
  go: { "lib/util.go": "package lib\n\nfunc ┃old() {}\n" },
};

test.each<[string, string]>([
  ["lib/a.ts", 'import { ⟦old⟧ } from "./util";'],
  ["lib/a.ts", 'import { ⟦old⟧ } from "./util.js";'],
  ["lib/a.mts", 'import { ⟦old⟧ } from "./util.mjs";'],
  ["lib/deep/a.ts", 'import { ⟦old⟧ } from "../util";'],
  ["lib/deep/a.ts", 'import * as util from "..//util";\nutil.⟦old⟧();'],
  ["lib/a.ts", 'import { ⟦old⟧ as own } from "./util";'],
  ["lib/a.ts", 'import { ⟪old⟫ } from "./other/util";'],
  ["lib/a.ts", 'import { ⟪old⟫ } from "util";'],
  ["lib/deep/a.ts", 'import { ⟪old⟫ } from "./util";'],
  ["lib/a.ts", "const x = old;"],
  ["lib/a.ts", "x.old();"],
  ["lib/a.py", "from .util import ⟦old⟧"],
  ["lib/a.py", "from .util import ⟦old⟧ as own"],
  ["lib/a.py", "from lib.util import ⟦old⟧"],
  ["lib/a.py", "from . import util\nutil.⟦old⟧()"],
  ["lib/a.py", "from lib import util\nutil.⟦old⟧()"],
  ["lib/a.py", "import lib.util\nlib.util.⟪old⟫()"],
  ["lib/deep/a.py", "from .. import util as own\nown.⟦old⟧()"],
  ["lib/deep/a.py", "from . import util\nutil.⟪old⟫()"],
  ["lib/deep/a.py", "from ..util import ⟦old⟧"],
  ["lib/deep/a.py", "from ...lib.util import ⟦old⟧"],
  ["lib/deep/a.py", "from .util import ⟪old⟫"],
  ["a.py", "from lib.util import ⟦old⟧"],
  ["a.py", "from util import ⟦old⟧"],
  ["a.py", "from other.util import ⟪old⟫"],
  ["lib/a.go", "package lib\n\nvar x = ⟦old⟧()"],
  ["other/a.go", "package other\n\nvar x = old()"],
])("Of a name in lib/util, %s: %s", (path, text) =>
  check({ ...declarations[path.split(".").at(-1) as string], [path]: `${text}\n` }, "my-server"),
);

test.each<[string, Files, Readonly<Record<string, string>>]>([
  [
    "its own file has it without an import",
    { "a.ts": "export function ┃old() {}\nfunction f() {\n  return ⟦old⟧;\n}\n" },
    {},
  ],
  [
    "the server says that it is another one",
    {
      "a.ts": "export function ┃old() {}\n",
      "b.ts": 'import { old } from "./a";\n',
      "c.ts": "export const old = 1;\n",
    },
    { "b.ts:0": "c.ts:0:13" },
  ],
  [
    "the server says that it is the renamed one",
    { "a.ts": "export class A { ┃old() {} }\n", "b.ts": "x.⟦old⟧();\n", "c.ts": "x.⟪old⟫();\n" },
    { "b.ts:0": "a.ts:0:17" },
  ],
  [
    "a parameter of that name hides it",
    { "a.ts": "export function ┃old() {}\nfunction f(old) {\n  return old;\n}\n" },
    {},
  ],
])("A use of a name where %s", (_title, files, definitions) => check(files, "my-server", definitions));
