/** What is said where a server renames nothing: what is known of it, and what can be renamed. */

import { pair } from "../../../pair.js";

/**
 * Renames `┃name` in `a.ts`. `declared`: the line of `a.ts` (0-based), or the file, that its
 * definition is in.
 */
async function rename(drawn: string, declared?: number | string | null, params: object = { place: true }) {
  const before = drawn.slice(0, drawn.indexOf("┃")).split("\n");
  const [line, character] = [before.length - 1, before.at(-1)?.length ?? 0];
  const range = (at: number) => ({ start: { line: at, character: 6 }, end: { line: at, character: 9 } });
  const session = pair({
    files: { "a.ts": drawn.replace("┃", "") },
    command: ["typescript-language-server", "--stdio"],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/definition": () => {
        if (declared === undefined) return [];
        if (typeof declared === "string") return [{ uri: declared, range: range(0) }];
        return [{ uri: session.uri("a.ts"), range: range(declared ?? line) }];
      },
      "textDocument/rename": () => null,
    },
  });
  await session.open();
  session.reportLoaded();
  const locate = { file_path: "a.ts", scope: { line: line + 1, character: character + 1 } };
  const { result } = await session.request("locate/rename", { locate, newName: "now", ...params });
  await session.close();
  return result;
}

const begin = (name: string, line: number) =>
  `typescript-language-server renames nothing at \`${name}\` (a.ts:${line})`;

test.each<[string, string, number | string | null | undefined, string]>([
  [
    "a comment",
    "const old = 1;\n// the ┃old one\n",
    undefined,
    `${begin("old", 2)}: it is in a comment or plain text. \`old\` is declared here: \`a.ts:1@old\`.`,
  ],
  [
    "a string",
    'const old = 1;\nconst text = "an ┃old one";\n',
    undefined,
    `${begin("old", 2)}: it is in a string. \`old\` is declared here: \`a.ts:1@old\`.`,
  ],
  [
    "a keyword",
    "┃const old = other;\n",
    undefined,
    `${begin("const", 1)}: syntax shows no name there. Names in that line: \`a.ts:1@old\`, \`a.ts:1@other\`.`,
  ],
  [
    "the space between names",
    "const old = 1; ┃ // old\n",
    undefined,
    "There is no name at this place of a.ts:1. Names in that line: `a.ts:1@old`.",
  ],
  [
    "a name of a library",
    "const now = ┃old;\n",
    "file:///lib/old.d.ts",
    `${begin("old", 1)}: it is declared outside of the workspace, in /lib/old.d.ts, and keeps its name.`,
  ],
  [
    "a use of what is declared elsewhere",
    "const old = 1;\nconst now = ┃old;\n",
    0,
    `${begin("old", 2)}, and gives no reason. What it leads to can be renamed there: \`a.ts:1@old\`.`,
  ],
  ["a declaration", "const ┃old = 1;\n", null, `${begin("old", 1)}, and gives no reason.`],
  ["an unknown name", "const now = ┃old;\n", undefined, `${begin("old", 1)}, and finds no declaration of it.`],
])("At %s it is said what is known, and what can be renamed", async (_what, drawn, declared, why) => {
  expect(await rename(drawn, declared)).toMatchObject({ result: null, why });
});

test("What keeps a client from applying it is the same", async () => {
  const result = await rename("const ┃old = 1;\n", null, { apply: true });
  expect(result).toMatchObject({ applied: false, failureReason: result.why });
});

test("Who gets the server's answer alone gets that", async () => {
  expect(await rename("const ┃old = 1;\n", null, {})).toBeNull();
});
