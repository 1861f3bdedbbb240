/** In agent mode, answers to a client's own requests get what they certainly lack. */

import { closePairs, noReply, type Pair, type PairOptions, pair } from "../pair.js";
import { passTimeUntil, useFakeTimers } from "../passTime.js";
import { agentServers } from "./agentServers.js";

afterEach(closePairs);

const files = {
  "src/cart.ts": "export class Cart {\n  total() { return 0; }\n}\nexport function pay() {}\n",
  "src/use.ts":
    'import { Cart, pay } from "./cart.js";\nexport function shop() { pay(); }\nclass Big extends Cart {}\n',
  "src/far.ts": 'import { pay } from "shop/cart.js";\npay();\n',
};

const at = (line: number, character: number, length: number) => ({
  start: { line, character },
  end: { line, character: character + length },
});

/** A session in agent mode with the file of the declarations open; its server knows only that. */
async function start(options: Partial<PairOptions> = {}) {
  const session = pair({
    agent: true,
    command: ["testls"],
    servers: agentServers({ languages: ["typescript"] }),
    files,
    ...options,
    serverCapabilities: { implementationProvider: true, typeHierarchyProvider: true, ...options.serverCapabilities },
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/definition": () => [],
      "textDocument/references": () => [{ uri: session.uri("src/cart.ts"), range: at(3, 16, 3) }],
      ...options.handlers,
    },
  });
  await session.open();
  session.didOpen("src/cart.ts", files["src/cart.ts"], "typescript");
  return session;
}

const references = (session: Pair, position: object, more: object = {}) =>
  session.request("textDocument/references", {
    textDocument: { uri: session.uri("src/cart.ts") },
    position,
    context: { includeDeclaration: true },
    ...more,
  });
const pay = { line: 3, character: 16 };
const cart = { line: 0, character: 13 };

test("References get the uses whose import leads to the declaration; doubtful ones go to the log", async () => {
  const session = await start();
  const { result } = await references(session, pay);
  expect(result).toEqual([
    { uri: session.uri("src/cart.ts"), range: at(3, 16, 3) },
    { uri: session.uri("src/use.ts"), range: at(0, 15, 3) },
    { uri: session.uri("src/use.ts"), range: at(1, 25, 3) },
  ]);
  const log = session.logged.join("\n");
  expect(log).toMatch(/references at src\/cart\.ts:4: added to the server's answer.*src\/use\.ts:1, src\/use\.ts:2/);
  expect(log).toMatch(/references at src\/cart\.ts:4: also in the text, not in the answer.*src\/far\.ts:1/);
});

test("The files of such uses are opened at the server, and its second answer counts", async () => {
  const session: Pair = await start({
    handlers: {
      "textDocument/references": () => {
        const isOpen = session.backend.bodies.some((body) => body.includes("didOpen") && body.includes("use.ts"));
        return isOpen ? [{ uri: session.uri("src/use.ts"), range: at(0, 15, 3), note: "the server's own" }] : null;
      },
    },
  });
  const { result } = await references(session, pay);
  expect(result[0]).toEqual({ uri: session.uri("src/use.ts"), range: at(0, 15, 3), note: "the server's own" });
  expect(session.backend.messages.filter(({ method }) => method === "textDocument/references")).toHaveLength(2);
});

test("A busy server's second answer is waited for longer than that to locate/*, and counts", async () => {
  useFakeTimers();
  const session: Pair = await passTimeUntil(
    start({
      handlers: {
        "textDocument/references": async () => {
          const isOpen = session.backend.bodies.some((body) => body.includes("didOpen") && body.includes("far.ts"));
          if (isOpen) await new Promise((resolve) => setTimeout(resolve, 15_000));
          return isOpen ? [{ uri: session.uri("src/far.ts"), range: at(1, 0, 3) }] : null;
        },
      },
    }),
  );
  const { result } = await passTimeUntil(references(session, pay));
  expect(result[0]).toEqual({ uri: session.uri("src/far.ts"), range: at(1, 0, 3) });
  expect(session.logged.join("\n")).not.toContain("could not be asked again");
});

test("An answer to which nothing is added has the server's own bytes", async () => {
  const session: Pair = await start({
    files: { "src/cart.ts": files["src/cart.ts"] },
    handlers: { "textDocument/references": () => noReply },
  });
  const asked = references(session, pay);
  const { id } = await session.backend.until(({ method }) => method === "textDocument/references", "the request");
  // In a file that has not just changed, for which the server would be asked again.
  const own = `{ "id" :${id},"result": [ {"range":${JSON.stringify(at(0, 0, 3))} , "uri":"${import.meta.url}"} ],"jsonrpc":"2.0" }`;
  session.fromBackend(own);
  await asked;
  expect(session.client.bodies).toContain(own);
});

test("A request with a token for partial results is sent without it, and its result as one", async () => {
  const session = await start();
  const { result } = await references(session, pay, { partialResultToken: "p" });
  expect(result).toHaveLength(3);
  expect(session.backend.bodies.filter((body) => body.includes("partialResultToken"))).toEqual([]);
});

test("Positions are those of the text that the server has, also after a change amid the request", async () => {
  const session: Pair = await start({
    handlers: {
      "textDocument/references": () => {
        session.didChange("src/cart.ts", [{ range: at(0, 0, 0), text: "// x\n" }]);
        return null;
      },
    },
  });
  const { result } = await references(session, pay);
  expect(result.map(({ uri }: { uri: string }) => uri)).toContain(session.uri("src/use.ts"));
  const sent = session.backend.messages.filter(({ method }) => method === "textDocument/references");
  expect(sent.map(({ params }) => params.position)).toEqual([pay, { line: 4, character: 16 }]);
});

test("Implementations and subtypes get the types whose heads lead to the type", async () => {
  const item = { name: "Cart", kind: 5, uri: "", range: at(0, 13, 4), selectionRange: at(0, 13, 4) };
  const session = await start({
    handlers: { "textDocument/implementation": () => null, "typeHierarchy/subtypes": () => [] },
  });
  const textDocument = { uri: session.uri("src/cart.ts") };
  const implementations = await session.request("textDocument/implementation", { textDocument, position: cart });
  expect(implementations.result).toEqual([{ uri: session.uri("src/use.ts"), range: at(2, 6, 3) }]);
  const own = { ...item, uri: textDocument.uri };
  const subtypes = await session.request("typeHierarchy/subtypes", { item: own });
  expect(subtypes.result).toMatchObject([
    { name: "Big", kind: 5, uri: session.uri("src/use.ts"), selectionRange: at(2, 6, 3) },
  ]);
});

test("A link among implementations is joined by a link", async () => {
  const link = { targetUri: "file:///lib.ts", targetRange: at(0, 0, 3), targetSelectionRange: at(0, 0, 3) };
  const session = await start({ handlers: { "textDocument/implementation": () => [link] } });
  const textDocument = { uri: session.uri("src/cart.ts") };
  const { result } = await session.request("textDocument/implementation", { textDocument, position: cart });
  const range = at(2, 6, 3);
  expect(result).toEqual([
    link,
    { targetUri: session.uri("src/use.ts"), targetRange: range, targetSelectionRange: range },
  ]);
});

test("Incoming calls get the functions around certain calls, as the server's own items", async () => {
  const itemOf = (uri: string) => ({
    name: "shop",
    kind: 12,
    uri,
    range: at(1, 7, 28),
    selectionRange: at(1, 16, 4),
    data: "the server's",
  });
  const session: Pair = await start({
    handlers: {
      "callHierarchy/incomingCalls": () => [],
      "textDocument/prepareCallHierarchy": ({ textDocument }: { textDocument: { uri: string } }) =>
        textDocument.uri.endsWith("use.ts") ? [itemOf(textDocument.uri)] : null,
    },
  });
  const item = {
    name: "pay",
    kind: 12,
    uri: session.uri("src/cart.ts"),
    range: at(3, 0, 24),
    selectionRange: at(3, 16, 3),
  };
  const { result } = await session.request("callHierarchy/incomingCalls", { item });
  expect(result).toEqual([{ from: itemOf(session.uri("src/use.ts")), fromRanges: [at(1, 25, 3)] }]);
});

test("A call in a function that the answer has is added to its ranges, also where the item is not found again", async () => {
  const from = { name: "shop", kind: 12, uri: "", range: at(1, 7, 28), selectionRange: at(1, 16, 4) };
  const session: Pair = await start({
    handlers: {
      "callHierarchy/incomingCalls": () => [{ from: { ...from, uri: session.uri("src/use.ts") }, fromRanges: [] }],
      "textDocument/prepareCallHierarchy": () => null,
    },
  });
  const item = {
    name: "pay",
    kind: 12,
    uri: session.uri("src/cart.ts"),
    range: at(3, 0, 24),
    selectionRange: at(3, 16, 3),
  };
  const { result } = await session.request("callHierarchy/incomingCalls", { item });
  expect(result).toEqual([{ from: { ...from, uri: session.uri("src/use.ts") }, fromRanges: [at(1, 25, 3)] }]);
});

async function renamePay(newName: string) {
  const session: Pair = await start({
    handlers: {
      "textDocument/rename": () => ({
        changes: { [session.uri("src/cart.ts")]: [{ range: at(3, 16, 3), newText: newName }] },
      }),
    },
  });
  const textDocument = { uri: session.uri("src/cart.ts") };
  return { session, ...(await session.request("textDocument/rename", { textDocument, position: pay, newName })) };
}

test("A rename gets the uses whose import leads to the renamed file", async () => {
  const { session, result } = await renamePay("settle");
  expect(result.changes[session.uri("src/use.ts")]).toEqual([
    { range: at(0, 15, 3), newText: "settle" },
    { range: at(1, 25, 3), newText: "settle" },
  ]);
});

test("A rename to a name that is taken is the error rename_incomplete", async () => {
  const { error } = await renamePay("Cart");
  expect(error.data).toMatchObject({ kind: "rename_incomplete" });
  expect(error.data.places.map(({ file_path }: { file_path: string }) => file_path)).toContain("src/use.ts");
});

test("A request that is cancelled while its answer is completed gets that as its answer", async () => {
  const session: Pair = await start({
    handlers: {
      "textDocument/references": () => {
        const count = session.backend.messages.filter(({ method }) => method === "textDocument/references").length;
        if (count > 1) session.fromClient({ method: "$/cancelRequest", params: { id: "r" } });
        return count > 1 ? noReply : null;
      },
    },
  });
  const params = { textDocument: { uri: session.uri("src/cart.ts") }, position: pay, context: {} };
  session.fromClient({ id: "r", method: "textDocument/references", params });
  const { error } = await session.client.until(({ id }) => id === "r", "the answer");
  expect(error.code).toBe(-32800);
});

test("workspace/symbol gets the declarations of that name which the server has not loaded", async () => {
  const session: Pair = await start({
    files: {
      ...files,
      "src/other.ts": "namespace shops {\n  export function pay() {}\n}\n",
      "a.py": "def pay(): pass\n",
    },
    serverCapabilities: { workspaceSymbolProvider: true },
    handlers: {
      "workspace/symbol": () => [
        { name: "pay()", kind: 12, location: { uri: session.uri("src/cart.ts"), range: at(3, 0, 24) } },
        { name: "payAll", kind: 12, location: { uri: "file:///lib.ts", range: at(0, 0, 6) } },
      ],
    },
  });
  const { result } = await session.request("workspace/symbol", { query: "pay" });
  expect(result).toEqual([
    // The range begins at the name, where clients ask on.
    { name: "pay()", kind: 12, location: { uri: session.uri("src/cart.ts"), range: { ...at(3, 0, 24), start: pay } } },
    { name: "payAll", kind: 12, location: { uri: "file:///lib.ts", range: at(0, 0, 6) } },
    {
      name: "pay",
      kind: 12,
      location: { uri: session.uri("src/other.ts"), range: at(1, 18, 3) },
      containerName: "shops",
    },
  ]);
});

test("A server without workspace/symbol is answered for from the index", async () => {
  const session = await start();
  const { result } = await session.request("workspace/symbol", { query: "Big" });
  expect(result).toEqual([{ name: "Big", kind: 5, location: { uri: session.uri("src/use.ts"), range: at(2, 6, 3) } }]);
});

test("Flat symbols of a server begin at the names", async () => {
  const symbolOf = (name: string, uri: string, range: object) => ({ name, kind: 12, location: { uri, range } });
  const uris: string[] = [];
  const session = await start({
    handlers: {
      "textDocument/documentSymbol": () => [
        symbolOf("Cart", uris[0] as string, { start: { line: 0, character: 0 }, end: { line: 2, character: 1 } }),
        symbolOf("pay", uris[0] as string, at(3, 0, 24)),
        symbolOf("pay", uris[0] as string, at(3, 16, 3)),
      ],
    },
  });
  const uri = session.uri("src/cart.ts");
  uris.push(uri);
  const { result } = await session.request("textDocument/documentSymbol", { textDocument: { uri } });
  expect(result).toEqual([
    symbolOf("Cart", uri, { start: cart, end: { line: 2, character: 1 } }),
    symbolOf("pay", uri, { start: pay, end: at(3, 0, 24).end }),
    symbolOf("pay", uri, at(3, 16, 3)),
  ]);
});

test("Symbols made flat for a client without hierarchy begin at the names in agent mode alone", async () => {
  const tree = [{ name: "pay", kind: 12, range: at(3, 0, 24), selectionRange: at(3, 16, 3) }];
  const handlers = { "textDocument/documentSymbol": () => tree };
  const session = await start({ capabilities: {}, handlers });
  const editor = pair({ files, handlers, capabilities: {} });
  await editor.open();
  editor.didOpen("src/cart.ts", files["src/cart.ts"], "typescript");
  const startIn = async (each: Pair) => {
    const textDocument = { uri: each.uri("src/cart.ts") };
    const { result } = await each.request("textDocument/documentSymbol", { textDocument });
    return result[0].location.range.start;
  };
  expect(await startIn(session)).toEqual(pay);
  expect(await startIn(editor)).toEqual({ line: 3, character: 0 });
});

test("An editor gets each of these answers as the server gives it", async () => {
  const own = "[ ]";
  const session = await start({ agent: false });
  const textDocument = { uri: session.uri("src/cart.ts") };
  const item = { name: "pay", kind: 12, ...textDocument, range: at(3, 0, 24), selectionRange: at(3, 16, 3) };
  for (const [method, params] of [
    ["textDocument/references", { textDocument, position: pay, context: {}, partialResultToken: "p" }],
    ["textDocument/implementation", { textDocument, position: cart }],
    ["textDocument/rename", { textDocument, position: pay, newName: "settle" }],
    ["callHierarchy/incomingCalls", { item }],
    ["typeHierarchy/subtypes", { item }],
    ["workspace/symbol", { query: "pay" }],
  ] as const) {
    const sent = JSON.stringify({ jsonrpc: "2.0", id: method, method, params });
    session.fromClient(sent);
    await session.backend.until((message) => message.method === method && message.id === method, method);
    const response = `{"result":${own},"jsonrpc":"2.0", "id":"${method}"}`;
    session.fromBackend(response);
    await session.client.until(({ id, result }) => id === method && Array.isArray(result), "the answer");
    expect(session.backend.bodies).toContain(sent);
    expect(session.client.bodies).toContain(response);
  }
});
