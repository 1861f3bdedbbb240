/** What an answer may leave out, by the channel of the client's row in servers.json. */

import type { ClientEntry, Server } from "../../../src/backend/config/servers.js";
import { tree, venv } from "../../backend/environment/projects.js";
import { removeFolders } from "../../folders.js";
import { closePairs, type Pair, pair } from "../pair.js";
import { agentServers } from "./agentServers.js";

afterEach(closePairs);
afterAll(removeFolders);

const files = {
  "src/cart.ts": "export function pay() {}\n",
  "src/far.ts": 'import { pay } from "shop/cart.js";\npay();\n',
};
const at = (line: number, character: number, length: number) => ({
  start: { line, character },
  end: { line, character: character + length },
});
const place = { line: 0, character: 16 };
const own = { range: at(0, 16, 3) };

/** Opens a session of a client with this row, whose server leaves out a use. */
async function start(
  entry: ClientEntry,
  answer: (uri: string) => unknown = (uri) => [{ uri, ...own }],
  server: Partial<Server> = {},
) {
  const servers = agentServers({ languages: ["typescript"], diagnostics: { quiet: 0.03 }, ...server });
  const session: Pair = pair({
    clientInfo: { name: "shop agent" },
    command: ["testls"],
    servers: { ...servers, clients: new Map([["shop agent", { agent: true, ...entry }]]) },
    files,
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/definition": () => [],
      "textDocument/references": () => answer(session.uri("src/cart.ts")),
    },
  });
  await session.open();
  session.didOpen("src/cart.ts", files["src/cart.ts"], "typescript");
  return session;
}

async function askReferences(session: Pair) {
  const textDocument = { uri: session.uri("src/cart.ts") };
  const params = { textDocument, position: place, context: { includeDeclaration: true } };
  return (await session.request("textDocument/references", params)).result;
}

const doubt = /references at src\/cart\.ts:1: also in the text, not in the answer.*src\/far\.ts:1/;

/** Resolves with the diagnostics that the client gets for the file, once they are as wanted. */
async function published(session: Pair, isWanted: (diagnostics: readonly { message: string }[]) => boolean) {
  const { params } = await session.client.until(
    ({ method, params }) => method === "textDocument/publishDiagnostics" && isWanted(params.diagnostics),
    "diagnostics",
  );
  return params.diagnostics;
}

test("Where the model sees diagnostics, a doubt is a note at the place that was asked about", async () => {
  const session = await start({ doubts: "diagnostics" });
  const uri = session.uri("src/cart.ts");
  const problem = { range: at(0, 0, 6), severity: 1, message: "a problem" };
  session.fromBackend({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics: [problem] } });
  await published(session, ({ length }) => length === 1);
  expect(await askReferences(session)).toEqual([{ uri, ...own }]);
  expect(await published(session, ({ length }) => length === 2)).toEqual([
    problem,
    { range: { start: place, end: place }, severity: 3, source: "lsp-locate", message: expect.stringMatching(doubt) },
  ]);
});

test.each<[NonNullable<ClientEntry["doubts"]>, number]>([
  ["diagnostics", 1],
  ["items", 0],
])(
  "Which environment has what an import does not find is a note at it for a model that sees them: %s",
  async (doubts, count) => {
    const top = tree({ ...venv("other"), "other/lib/python3.12/site-packages/pay.py": "" });
    const session = await start({ doubts }, undefined, {
      detect: [{ find: "python" }],
      environment: { from: top, top, uses: [], refused: [], configuration: "" },
      diagnostics: { quiet: 0.03, unresolved: "^missing$" },
    });
    const uri = session.uri("src/cart.ts");
    const problems = [
      { range: at(0, 0, 6), severity: 1, message: "another" },
      { range: at(0, 16, 3), severity: 1, message: "missing", code: "missing" },
    ];
    session.fromBackend({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics: problems } });
    const message = expect.stringMatching(
      /^testls does not find "pay"\. other has "pay", and is not used for this file\./,
    );
    const note = { range: { start: place, end: place }, severity: 3, source: "lsp-locate", message };
    const shown = await published(session, ({ length }) => length > 1);
    expect(shown).toEqual([...problems, ...Array.from({ length: count }, () => note)]);
  },
);

test("The note goes with the text that it is about", async () => {
  const session = await start({ doubts: "diagnostics" });
  const uri = session.uri("src/cart.ts");
  session.fromBackend({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics: [] } });
  await published(session, ({ length }) => length === 0);
  await askReferences(session);
  await published(session, ({ length }) => length === 1);
  session.didChange("src/cart.ts", [{ range: at(0, 24, 0), text: " // pays" }]);
  session.fromBackend({
    method: "textDocument/publishDiagnostics",
    params: { uri, diagnostics: [{ range: at(0, 0, 6), message: "new" }] },
  });
  const now = await published(session, (diagnostics) => diagnostics.some(({ message }) => message === "new"));
  expect(now).toHaveLength(1);
});

test("The note goes where the same question has no doubt left", async () => {
  let isWhole = false;
  const far = { range: at(1, 0, 3) };
  const session: Pair = await start({ doubts: "diagnostics" }, (uri) => {
    const uses = [far, { range: at(0, 9, 3) }].map((each) => ({ uri: session.uri("src/far.ts"), ...each }));
    return [{ uri, ...own }, ...(isWhole ? uses : [])];
  });
  session.fromBackend({
    method: "textDocument/publishDiagnostics",
    params: { uri: session.uri("src/cart.ts"), diagnostics: [] },
  });
  await published(session, ({ length }) => length === 0);
  await askReferences(session);
  await published(session, ({ length }) => length === 1);
  isWhole = true;
  const before = session.client.messages.length;
  expect(await askReferences(session)).toHaveLength(3);
  const last = session.client.messages.slice(before).find(({ method }) => method === "textDocument/publishDiagnostics");
  expect(last?.params.diagnostics).toEqual([]);
});

test("Where the model sees items whole, a doubt is a member of the first one", async () => {
  const session = await start({ doubts: "items" });
  const result = await askReferences(session);
  expect(result).toEqual([{ uri: session.uri("src/cart.ts"), ...own, note: expect.stringMatching(doubt) }]);
});

test.each([
  ["items", null],
  ["items", []],
  [undefined, undefined],
] as const)("With %p, an answer %j keeps its items, and the log says the doubt once", async (doubts, empty) => {
  const session = await start({ ...(doubts && { doubts }) }, (uri) =>
    empty === undefined ? [{ uri, ...own }] : empty,
  );
  const first = await askReferences(session);
  expect(await askReferences(session)).toEqual(first);
  expect(JSON.stringify(first)).not.toContain("note");
  expect(session.logged.filter((line) => doubt.test(line))).toHaveLength(1);
  expect(session.client.messages.filter(({ method }) => method === "textDocument/publishDiagnostics")).toEqual([]);
});
