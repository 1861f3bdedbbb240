/** Uses that a server leaves out: the second request with their files open, and the rest. */

import { pair } from "../pair.js";

const files = {
  "src/change.ts": "export class Desc {\n  mapPos() {}\n}\n",
  "src/use.ts": 'import { Desc } from "./change.js";\nnew Desc().mapPos();\n// mapPos\nconst s = "mapPos";\n',
  "src/other.ts": "class Other {\n  mapPos() { this.mapPos(); }\n}\n",
  "lib/any.ts": "export const f = (d) => d.mapPos;\n",
  ".gitignore": "out/\n",
  "out/use.ts": "new Desc().mapPos();\n",
};
const servers = { command: ["typescript-language-server", "--stdio"] };
const locate = { file_path: "src/change.ts", scope: { symbol_path: ["Desc", "mapPos"] } };
const at = (line: number, character: number) => ({
  start: { line, character },
  end: { line, character: character + 6 },
});

/** Opens a session with a loaded backend that has a use only while its file is open. */
async function sessionWith(method: string, known: readonly string[]) {
  const open = new Set<string>();
  let requests = 0;
  const session = pair({
    files,
    ...servers,
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/prepareCallHierarchy": ({ textDocument: { uri } }: { textDocument: { uri: string } }) => [
        { name: "mapPos", kind: 6, uri, range: at(1, 2), selectionRange: at(1, 2) },
      ],
      [method]: () => {
        requests++;
        for (const { method: sent, params } of session.backend.messages)
          if (sent === "textDocument/didOpen") open.add(params.textDocument.uri);
        const places = [
          ...(method === "textDocument/references" ? [{ path: "src/change.ts", range: at(1, 2) }] : []),
          { path: "src/use.ts", range: at(1, 11) },
        ];
        return places
          .map(({ path, range }) => ({ path, uri: session.uri(path), range }))
          .filter(({ path, uri }) => path === "src/change.ts" || (known.includes(path) && open.has(uri)))
          .map(({ uri, range }) =>
            method === "textDocument/references"
              ? { uri, range }
              : { from: { name: "use", kind: 2, uri, range, selectionRange: range }, fromRanges: [range] },
          );
      },
    },
  });
  await session.open();
  session.reportLoaded();
  return { session, requestCount: () => requests };
}

const placesOf = ({ places }: { places: readonly { file_path: string; line: number }[] }) =>
  places.map(({ file_path, line }) => `${file_path}:${line}`);

test("Files with left-out uses are opened, and the second answer counts", async () => {
  const { session, requestCount } = await sessionWith("textDocument/references", ["src/use.ts"]);
  const { result } = await session.request("locate/references", { locate, place: true });
  expect(requestCount()).toBe(2);
  expect(result.result).toEqual([
    { uri: session.uri("src/change.ts"), range: at(1, 2) },
    { uri: session.uri("src/use.ts"), range: at(1, 11) },
  ]);
  expect(result.unconfirmed).toMatchObject({ count: 1 });
  expect(placesOf(result.unconfirmed)).toEqual(["lib/any.ts:1"]);
  await session.close();
});

test.each(["new places", "no places"])(
  "What the second answer has forgotten, with %s, is kept from the first one",
  async (second) => {
    const change = { path: "src/change.ts", range: at(1, 2) };
    const use = { path: "src/use.ts", range: at(1, 11) };
    const far = { path: "src/far.ts", range: at(0, 11) };
    const answers = [[change, far], second === "no places" ? [change] : [change, use]];
    const session = pair({
      files: { ...files, "src/far.ts": "new Desc().mapPos();\n" },
      ...servers,
      handlers: {
        "textDocument/documentSymbol": () => [],
        "textDocument/references": () =>
          (answers.shift() ?? []).map(({ path, range }) => ({ uri: session.uri(path), range })),
      },
    });
    await session.open();
    session.reportLoaded();
    const { result } = await session.request("locate/references", { locate, place: true });
    const found = second === "no places" ? [change, far] : [change, use, far];
    expect(result.result).toEqual(found.map(({ path, range }) => ({ uri: session.uri(path), range })));
    expect(answers).toEqual([]);
    await session.close();
  },
);

test("A rename keeps the edits that the second answer has forgotten", async () => {
  const text = "export class Desc {\n  mapPos() {}\n}\n";
  const edit = (line: number, character: number) => ({ range: at(line, character), newText: "toPos" });
  const answers = [
    ["src/change.ts", "src/far.ts"],
    ["src/change.ts", "src/use.ts"],
  ];
  const edits: Readonly<Record<string, object>> = {
    "src/change.ts": edit(1, 2),
    "src/use.ts": edit(1, 11),
    "src/far.ts": edit(1, 11),
  };
  const use = 'import { Desc } from "./change.js";\nnew Desc().mapPos();\n';
  const session = pair({
    files: { "src/change.ts": text, "src/use.ts": use, "src/far.ts": use },
    ...servers,
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/rename": () => ({
        changes: Object.fromEntries((answers.shift() ?? []).map((path) => [session.uri(path), [edits[path]]])),
      }),
    },
  });
  await session.open();
  session.reportLoaded();
  const { result } = await session.request("locate/rename", { locate, newName: "toPos", apply: false, check: false });
  expect(answers).toEqual([]);
  expect(
    Object.keys(result.changes)
      .map((uri) => uri.split("/").at(-1))
      .sort(),
  ).toEqual(["change.ts", "far.ts", "use.ts"]);
  await session.close();
});

test("Uses that the second answer does not have either come with it, with their text", async () => {
  const { session } = await sessionWith("textDocument/references", []);
  const { result } = await session.request("locate/references", { locate, place: true });
  expect(result.result).toHaveLength(1);
  expect(result.unconfirmed.count).toBe(2);
  expect(result.unconfirmed.places).toEqual([
    { file_path: "src/use.ts", line: 2, text: "new Desc().mapPos();" },
    { file_path: "lib/any.ts", line: 1, text: "export const f = (d) => d.mapPos;" },
  ]);
  await session.close();
});

test("A single use that the answer does not have comes with the reason", async () => {
  const session = pair({
    files: { "src/change.ts": files["src/change.ts"], "lib/any.ts": files["lib/any.ts"] },
    ...servers,
    handlers: { "textDocument/documentSymbol": () => [], "textDocument/references": () => [] },
  });
  await session.open();
  session.reportLoaded();
  const { result } = await session.request("locate/references", { locate, place: true });
  expect(result.unconfirmed).toMatchObject({ count: 1, why: expect.stringContaining("there is no tsconfig.json") });
  await session.close();
});

test("Of incoming calls, only occurrences that are called count", async () => {
  const { session } = await sessionWith("callHierarchy/incomingCalls", []);
  const { result } = await session.request("locate/incomingCalls", { locate, place: true });
  expect(result.result).toEqual([]);
  expect(placesOf(result.unconfirmed)).toEqual(["src/use.ts:2"]);
  await session.close();
});

test("A request with a token for partial results is sent without it, and its result as one", async () => {
  const { session, requestCount } = await sessionWith("textDocument/references", ["src/use.ts"]);
  const { result } = await session.request("locate/references", { locate, partialResultToken: 7 });
  expect(requestCount()).toBe(2);
  expect(result).toHaveLength(2);
  const sent = session.backend.messages.filter(({ method }) => method === "textDocument/references");
  expect(sent.filter(({ params }) => "partialResultToken" in params)).toEqual([]);
  await session.close();
});

test("The only value of a module is searched for in files that require or import it", async () => {
  const session = pair({
    files: {
      "src/late-cursor.js": "module.exports = class Late {};\n",
      "src/all.js": 'const Late = require("./late-cursor");\nnew Late();\n',
      "src/es.js": 'import Other from "./late-cursor.js";\nnew Other();\n',
      "src/part.js": 'const { Other } = require("./late-cursor");\nnew Other();\n',
      "src/all-of-it.js": 'import * as Other from "./late-cursor.js";\nnew Other();\n',
      "src/own.js": "const kept = class Late {};\nnew Late();\n",
    },
    ...servers,
    handlers: { "textDocument/documentSymbol": () => [], "textDocument/references": () => [] },
  });
  await session.open();
  session.reportLoaded();
  const { result } = await session.request("locate/references", { locate: "src/late-cursor.js@Late", place: true });
  expect(placesOf(result.unconfirmed)).toEqual(expect.arrayContaining(["src/all.js:1", "src/all.js:2", "src/es.js:1"]));
  expect(placesOf(result.unconfirmed).filter((place) => /part|all-of-it/.test(place))).toEqual([]);
  const own = await session.request("locate/references", { locate: "src/own.js:1@Late", place: true });
  expect(placesOf(own.result.unconfirmed)).not.toContain("src/all.js:1");
  await session.close();
});
