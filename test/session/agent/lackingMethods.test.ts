/** In agent mode, methods that a server lacks are announced, and answered from syntax. */

import { closePairs, type Pair, type PairOptions, pair } from "../pair.js";
import { agentServers } from "./agentServers.js";

afterEach(closePairs);

const files = {
  "shop/item.py": "class Item:\n    def price(self):\n        return 1\n",
  "shop/book.py":
    "from shop.item import Item\n\nclass Book(Item):\n    def price(self):\n        return Item().price()\n",
};
const at = (line: number, character: number, length: number) => ({
  start: { line, character },
  end: { line, character: character + length },
});

/** A session in front of a server of Python that has references and definitions. */
async function start(options: Partial<PairOptions> = {}) {
  const session: Pair = pair({
    agent: true,
    command: ["testls"],
    servers: agentServers({ languages: ["python"] }),
    files,
    ...options,
    serverCapabilities: { callHierarchyProvider: false, ...options.serverCapabilities },
    handlers: {
      "textDocument/definition": () => ({ uri: session.uri("shop/item.py"), range: at(0, 6, 4) }),
      "textDocument/references": () => [
        { uri: session.uri("shop/book.py"), range: at(2, 11, 4) },
        { uri: session.uri("shop/book.py"), range: at(4, 15, 4) },
      ],
      ...options.handlers,
    },
  });
  const { result } = await session.request("initialize", {
    processId: null,
    rootUri: null,
    workspaceFolders: [{ uri: session.uri(""), name: "root" }],
    capabilities: options.capabilities ?? {},
  });
  session.fromClient({ method: "initialized", params: {} });
  session.didOpen("shop/item.py", files["shop/item.py"], "python");
  return { session, capabilities: result.capabilities };
}

const providers = ["implementationProvider", "callHierarchyProvider", "typeHierarchyProvider"] as const;
const announced = (capabilities: Readonly<Record<string, unknown>>) => providers.map((each) => capabilities[each]);

test.each<[string, Partial<PairOptions>, readonly unknown[]]>([
  ["In agent mode, what the server lacks is announced", {}, [true, true, true]],
  ["Outside agent mode, nothing is", { agent: false }, [undefined, false, undefined]],
  [
    "A server without references has nothing to answer from",
    { serverCapabilities: { referencesProvider: false } },
    [undefined, false, undefined],
  ],
  [
    "What the server has stays as it is",
    { serverCapabilities: { implementationProvider: { id: "i" } } },
    [{ id: "i" }, true, true],
  ],
  [
    "A language without heads has calls alone",
    { servers: agentServers({ languages: ["shellscript"] }) },
    [undefined, true, undefined],
  ],
  [
    "What the server registers later is left to it",
    { servers: agentServers({ languages: ["python"], methods: ["textDocument/implementation"] }) },
    [undefined, true, true],
  ],
  [
    "A language without a grammar has none",
    { servers: agentServers({ languages: ["cobol"] }) },
    [undefined, false, undefined],
  ],
])("%s", async (_title, options, expected) => {
  expect(announced((await start(options)).capabilities)).toEqual(expected);
});

test("Implementations are the types whose heads name the type among the references", async () => {
  const { session } = await start();
  const params = { textDocument: { uri: session.uri("shop/item.py") }, position: { line: 0, character: 6 } };
  const { result } = await session.request("textDocument/implementation", params);
  expect(result).toEqual([{ uri: session.uri("shop/book.py"), range: at(2, 6, 4) }]);
  expect(session.backend.messages.map(({ method }) => method)).not.toContain("textDocument/implementation");
});

test("Calls are asked for in two steps, as of a server that has them", async () => {
  const { session } = await start();
  const params = { textDocument: { uri: session.uri("shop/item.py") }, position: { line: 1, character: 8 } };
  const prepared = await session.request("textDocument/prepareCallHierarchy", params);
  expect(prepared.result).toMatchObject([{ name: "price", kind: 6, selectionRange: at(1, 8, 5) }]);
  const [item] = prepared.result;
  const { result } = await session.request("callHierarchy/incomingCalls", { item });
  expect(result).toMatchObject([{ from: { name: "price", uri: session.uri("shop/book.py") } }]);
  const outgoing = await session.request("callHierarchy/outgoingCalls", { item });
  expect(outgoing.error.data).toMatchObject({ kind: "unsupported" });
  expect(outgoing.error.message).toContain("Ask for definition instead");
});

test("A type is prepared by its name, and has its subtypes", async () => {
  const { session } = await start();
  const params = { textDocument: { uri: session.uri("shop/item.py") }, position: { line: 0, character: 7 } };
  const { result: items } = await session.request("textDocument/prepareTypeHierarchy", params);
  expect(items).toMatchObject([{ name: "Item", kind: 5, uri: session.uri("shop/item.py") }]);
  const { result } = await session.request("typeHierarchy/subtypes", { item: items[0] });
  expect(result).toMatchObject([{ name: "Book", uri: session.uri("shop/book.py") }]);
});

test("A server that announces a method and answers that it lacks it is answered for", async () => {
  const { session } = await start({ serverCapabilities: { implementationProvider: true } });
  const params = { textDocument: { uri: session.uri("shop/item.py") }, position: { line: 0, character: 6 } };
  const { result } = await session.request("textDocument/implementation", params);
  expect(session.backend.messages.map(({ method }) => method)).toContain("textDocument/implementation");
  expect(result).toEqual([{ uri: session.uri("shop/book.py"), range: at(2, 6, 4) }]);
});

test("Where there is nothing to prepare, the answer is null", async () => {
  const { session } = await start({ handlers: { "textDocument/definition": () => null } });
  const params = { textDocument: { uri: session.uri("shop/item.py") }, position: { line: 2, character: 8 } };
  expect((await session.request("textDocument/prepareCallHierarchy", params)).result).toBeNull();
});
