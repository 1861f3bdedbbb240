/** Locates as queries of `workspace/symbol`: what is one, and what passes byte for byte. */

import { isLocate } from "../../../src/session/client/locateQueries.js";
import { afterTest } from "../../jest.js";
import { routedSession } from "../../routing/routedSession.js";
import { testRounds } from "../../text/random.js";
import { agentPair } from "../agent/agentServers.js";
import { closePairs, ErrorReply, type Message, noReply, type PairOptions, pair } from "../pair.js";
import { ordinaryQueries } from "./ordinaryQueries.js";

afterEach(closePairs);

const files = ["shop.py", "src/cart.ts", "Makefile", "foo", "a@b.py", "node_modules/@types/fs.d.ts", "a b.md"];
const isFile = (path: string) => files.includes(path);

test.each([
  ["shop.py:Cart"],
  ["shop.py:Cart.total"],
  ["shop.py@return"],
  ["shop.py:Cart.total@<|>return"],
  ["shop.py:3"],
  ["shop.py:L3-L5"],
  ["shop.py::Cart"],
  ["shop.py:@return"],
  ["src/cart.ts@a: b"],
  ["Makefile:all"],
  ["Makefile@all"],
  ["foo:3"],
  ["a@b.py:Cart"],
  ["a@b.py@x"],
  ["node_modules/@types/fs.d.ts:Stats"],
  ['a b.md:"1. Intro".Setup'],
  [":Cart.total"],
  [":Cart.total@return"],
  [":Outer::Cart.total"],
  [':"a b".total'],
])("%s is a Locate", (query) => expect(isLocate(query, isFile)).toBe(true));

test.each([
  [""],
  ["Cart"],
  ["shop.py"],
  ["shop.py:"],
  ["shop.py@"],
  ["shop.py:@"],
  ["src/cart.ts"],
  ["other.py:Cart"],
  ["other.py@x"],
  ["src:Cart"],
  ["foo::bar"],
  ["Makefile::all"],
  ["std::vector"],
  ["::std::x"],
  ["::a.b"],
  ["a.b"],
  ["#x"],
  ["@y"],
  ["@types/node"],
  [":"],
  [":Cart"],
  [":Cart."],
  [":.btn"],
  [":a..b"],
  [":A::b"],
  [":@x.y"],
  [":1.2"],
  ["https://example.org:80"],
  ["x".repeat(40_000)],
  [`:${"x.".repeat(20_000)}`],
])("%s is no Locate", (query) => expect(isLocate(query, isFile)).toBe(false));

const project = {
  "shop.py": "class Cart:\n    def total(self):\n        return self.tax + self.tax\n",
  foo: "bar\n",
  "src/cart.ts": "export class Cart {}\n",
};
const cart = {
  name: "Cart",
  kind: 5,
  range: { start: { line: 0, character: 0 }, end: { line: 2, character: 34 } },
  selectionRange: { start: { line: 0, character: 6 }, end: { line: 0, character: 10 } },
  children: [
    {
      name: "total",
      kind: 6,
      range: { start: { line: 1, character: 4 }, end: { line: 2, character: 34 } },
      selectionRange: { start: { line: 1, character: 8 }, end: { line: 1, character: 13 } },
      children: [],
    },
  ],
};
const shop = (options: PairOptions = {}) => ({
  files: project,
  ...options,
  handlers: {
    "textDocument/documentSymbol": ({ textDocument }: { textDocument: { uri: string } }) =>
      textDocument.uri.endsWith(".py") ? [cart] : [],
    "workspace/symbol": () => [{ name: "of the server" }],
    ...options.handlers,
  },
});
const hasId =
  (id: number | string) =>
  (message: Message): boolean =>
    message.method === undefined && message.id === id;

const queries = ordinaryQueries(1, 2000 * testRounds, Object.keys(project));
/** The last one is sent after all others, and alone is answered. */
const bodies = [...queries, "the last"].map((query, n) =>
  JSON.stringify({ jsonrpc: "2.0", id: `q${n}`, method: "workspace/symbol", params: { query, extra: "é\u2028" } }),
);
const answerLast = ({ query }: { readonly query: string }) => (query === "the last" ? [] : noReply);

test("Thousands of ordinary queries reach a single server byte for byte (seed 1)", async () => {
  const { open, fromClient, backend, client } = pair(shop({ handlers: { "workspace/symbol": answerLast } }));
  await open();
  for (const body of bodies) fromClient(body);
  await client.until(hasId(`q${queries.length}`), "the last answer");
  expect(backend.bodies.slice(-bodies.length)).toEqual(bodies);
});

test("Thousands of ordinary queries reach the server of a routed session byte for byte (seed 1)", async () => {
  const session = routedSession({
    files: project,
    handlers: { redls: { "workspace/symbol": answerLast } },
    can: { redls: { workspaceSymbolProvider: true } },
  });
  afterTest(session.close);
  await session.open();
  session.didOpen("a.red");
  const red = await session.backend("redls");
  await session.hover("a.red");
  for (const body of bodies) session.fromClient(body);
  await session.answerTo(`q${queries.length}`);
  expect(red.bodies.slice(-bodies.length)).toEqual(bodies);
});

test("In agent mode, ordinary queries reach the server byte for byte (seed 1)", async () => {
  const { open, fromClient, backend, client } = agentPair(shop());
  await open();
  const some = bodies.slice(-500);
  for (const body of some) fromClient(body);
  await client.until(hasId(`q${queries.length}`), "the last answer");
  expect(backend.bodies.filter((body) => body.includes('"workspace/symbol"'))).toEqual(some);
});

test("A symbol is answered with its name, kind and place", async () => {
  const { open, request, backend, uri } = pair(shop());
  await open();
  expect((await request("workspace/symbol", { query: "shop.py:Cart.total" })).result).toEqual([
    {
      name: "total",
      kind: 6,
      location: {
        uri: uri("shop.py"),
        range: { start: { line: 1, character: 8 }, end: { line: 1, character: 13 } },
      },
      containerName: "shop.py:2:9, the only symbol of that path",
    },
  ]);
  expect(backend.messages.some(({ method }) => method === "workspace/symbol")).toBe(false);
});

test("A find is answered with its text as a string, and with the number of matches", async () => {
  const { open, request, uri } = pair(shop());
  await open();
  const located = async (query: string) => (await request("workspace/symbol", { query })).result;
  const range = { start: { line: 2, character: 20 }, end: { line: 2, character: 23 } };
  expect(await located("shop.py:Cart@self.<|>tax")).toEqual([
    {
      name: "self.tax",
      kind: 15,
      location: { uri: uri("shop.py"), range },
      containerName: "shop.py:3:21, match 1 of 2",
    },
  ]);
  const twoMarkers = await located("shop.py@<|>self<|>.tax +");
  expect(twoMarkers).toMatchObject([{ name: "self", containerName: "shop.py:3:16, the only match" }]);
  expect(await located("shop.py@ retu")).toMatchObject([
    { name: "retu", containerName: "shop.py:3:9, the only match (partial)" },
  ]);
  expect(await located("shop.py:2-3")).toMatchObject([
    { name: "def total(self):", kind: 15, containerName: "shop.py:2:5" },
  ]);
});

test("A symbol path without a file is looked up in the workspace", async () => {
  const { open, request, uri } = pair(shop());
  await open();
  expect((await request("workspace/symbol", { query: ":Cart.total" })).result).toMatchObject([
    { name: "total", location: { uri: uri("shop.py") } },
  ]);
});

test("In agent mode, a Locate that fails is the error of locate/resolve", async () => {
  const { open, request, backend } = agentPair(shop());
  await open();
  for (const locate of ["shop.py:Cart.missing", "shop.py@missing", "shop.py:99", ":Cart.missing", "shop.py:a..b"]) {
    const { error } = await request("workspace/symbol", { query: locate });
    expect(error).toEqual((await request("locate/resolve", { locate })).error);
    expect(error).toBeDefined();
  }
  expect(backend.messages.some(({ method }) => method === "workspace/symbol")).toBe(false);
});

test("In an editor, a Locate that fails passes to the server unchanged", async () => {
  const { open, fromClient, backend, client } = pair(shop());
  await open();
  const body =
    '{"id":"a\\/b" ,"method":"workspace\\/symbol","params":{"query":"shop.py:Cart.missing"},"jsonrpc":"2.0"}';
  fromClient(body);
  expect((await client.until(hasId("a/b"), "the answer")).result).toEqual([{ name: "of the server" }]);
  expect(backend.bodies).toContain(body);
});

test("In a routed session of an editor, a Locate that fails passes to the servers", async () => {
  const session = routedSession({
    files: { ...project, "a.red": "one two" },
    handlers: { redls: { "workspace/symbol": () => [{ name: "red" }] } },
    can: { redls: { workspaceSymbolProvider: true } },
  });
  afterTest(session.close);
  await session.open();
  session.didOpen("a.red");
  await session.hover("a.red");
  expect((await session.request("workspace/symbol", { query: "a.red@three" })).result).toEqual([{ name: "red" }]);
  expect((await session.request("workspace/symbol", { query: "a.red@two" })).result).toMatchObject([
    { name: "two", containerName: "a.red:1:5, the only match" },
  ]);
});

test("A cancelled Locate is answered with the cancellation, and never passes", async () => {
  const { open, fromClient, backend, client } = pair(
    shop({ handlers: { "textDocument/documentSymbol": () => noReply } }),
  );
  await open();
  fromClient({ id: "c", method: "workspace/symbol", params: { query: "shop.py:Cart.missing" } });
  await backend.until(({ method }) => method === "textDocument/documentSymbol", "the request for symbols");
  fromClient({ method: "$/cancelRequest", params: { id: "c" } });
  expect((await client.until(hasId("c"), "the answer")).error).toMatchObject({ code: -32800 });
  expect(backend.messages.some(({ method }) => method === "workspace/symbol")).toBe(false);
});

test("A failed Locate can be cancelled at the server after it has passed", async () => {
  const { open, fromClient, backend } = pair(shop({ handlers: { "workspace/symbol": () => noReply } }));
  await open();
  fromClient({ id: "c", method: "workspace/symbol", params: { query: "shop.py@missing" } });
  await backend.until(({ method }) => method === "workspace/symbol", "the query");
  fromClient({ method: "$/cancelRequest", params: { id: "c" } });
  await backend.until(({ method }) => method === "$/cancelRequest", "the cancellation");
});

test("Workspace symbols are announced in agent mode; an editor gets what the server announced", async () => {
  const announcedBy = async (options: PairOptions) => {
    const { open } = pair(options);
    return (await open()).result.capabilities.workspaceSymbolProvider;
  };
  expect(await announcedBy({ agent: true })).toBe(true);
  expect(await announcedBy({})).toBeUndefined();
  const serverCapabilities = { workspaceSymbolProvider: { resolveProvider: true } };
  expect(await announcedBy({ agent: true, serverCapabilities })).toEqual({ resolveProvider: true });
  expect(await announcedBy({ serverCapabilities })).toEqual({ resolveProvider: true });
});

test("A server's error to a query that passed reaches the client unchanged", async () => {
  const error = { code: -32601, message: "no symbols here" };
  const { open, request } = pair(shop({ handlers: { "workspace/symbol": () => new ErrorReply(error) } }));
  await open();
  expect((await request("workspace/symbol", { query: "shop.py@missing" })).error).toEqual(error);
});
