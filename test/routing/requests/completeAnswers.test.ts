/** Completed answers, and methods that a server lacks, in a session with many servers. */

import { fullClient, minimalClient, type RoutedSession, routedSession } from "../routedSession.js";

let session: RoutedSession;
afterEach(() => session.close());

const files = {
  "shop.py": "def pay():\n    pass\n\nclass Item:\n    pass\n",
  "use.py": "from shop import pay, Item\n\ndef run():\n    pay()\n\nclass Book(Item):\n    pass\n",
  "a.red": "one",
};
const at = (line: number, character: number, length: number) => ({
  start: { line, character },
  end: { line, character: character + length },
});
const callable = { referencesProvider: true, callHierarchyProvider: true };

/** Opens a session whose server of Python knows the declarations alone. */
async function open(
  options: { readonly capabilities?: object; readonly can?: object; readonly handlers?: object } = {},
) {
  session = routedSession({
    agent: true,
    files,
    ...(options.capabilities && { capabilities: options.capabilities }),
    languages: { python: { extensions: [".py"], servers: ["pyls"] } },
    servers: {
      pyls: { languages: ["python"], methods: ["textDocument/references"] },
      redls: { methods: ["textDocument/prepareCallHierarchy"] },
    },
    can: { pyls: { referencesProvider: true, ...options.can }, redls: callable },
    handlers: {
      pyls: {
        "textDocument/definition": () => null,
        "textDocument/references": () => [{ uri: session.uri("shop.py"), range: at(0, 4, 3) }],
        ...options.handlers,
      },
      redls: {
        "textDocument/prepareCallHierarchy": ({ textDocument: { uri } }: { textDocument: { uri: string } }) => [
          { name: "red", kind: 12, uri, range: at(0, 0, 3), selectionRange: at(0, 0, 3) },
        ],
      },
    },
  });
  const { result } = await session.open();
  session.didOpen("shop.py", files["shop.py"]);
  session.didOpen("a.red", "one");
  return result;
}

const about = (path: string, line: number, character: number) => ({
  textDocument: { uri: session.uri(path) },
  position: { line, character },
});

test("References of one server get what they certainly lack", async () => {
  await open();
  const context = { includeDeclaration: true };
  const { result } = await session.request("textDocument/references", { ...about("shop.py", 0, 4), context });
  expect(result).toEqual([
    { uri: session.uri("shop.py"), range: at(0, 4, 3) },
    { uri: session.uri("use.py"), range: at(0, 17, 3) },
    { uri: session.uri("use.py"), range: at(3, 4, 3) },
  ]);
});

test("Callers that are added find their server again, although another one had such items first", async () => {
  const asked: unknown[] = [];
  const itemOf = (uri: string) => ({
    name: uri.endsWith("use.py") ? "run" : "pay",
    kind: 12,
    uri,
    range: at(2, 0, 10),
    selectionRange: uri.endsWith("use.py") ? at(2, 4, 3) : at(0, 4, 3),
    data: { own: uri.endsWith("use.py") },
  });
  await open({
    can: callable,
    handlers: {
      "textDocument/prepareCallHierarchy": ({ textDocument: { uri } }: { textDocument: { uri: string } }) => [
        itemOf(uri),
      ],
      "callHierarchy/incomingCalls": ({ item }: { item: unknown }) => {
        asked.push(item);
        return [];
      },
    },
  });
  await session.request("textDocument/prepareCallHierarchy", about("a.red", 0, 0));
  const { result: items } = await session.request("textDocument/prepareCallHierarchy", about("shop.py", 0, 4));
  const { result } = await session.request("callHierarchy/incomingCalls", { item: items[0] });
  expect(result).toMatchObject([{ from: { name: "run" }, fromRanges: [at(3, 4, 3)] }]);
  // The server has been asked again with its own item, and is asked on with the one that it gave.
  expect(asked).toEqual([itemOf(session.uri("shop.py")), itemOf(session.uri("shop.py"))]);
  await session.request("callHierarchy/incomingCalls", { item: result[0].from });
  expect(asked[2]).toEqual(itemOf(session.uri("use.py")));
});

test("What a server lacks is announced to a client without registrations", async () => {
  const { capabilities } = (await open({ capabilities: minimalClient })) as { capabilities: object };
  expect(capabilities).toMatchObject({ implementationProvider: true, typeHierarchyProvider: true });
});

test("What a server lacks is registered for its language, and answered from syntax", async () => {
  await open({
    capabilities: fullClient,
    handlers: {
      "textDocument/references": () => [{ uri: session.uri("use.py"), range: at(5, 11, 4) }],
    },
  });
  const { result } = await session.request("textDocument/implementation", about("shop.py", 3, 6));
  expect(result).toEqual([{ uri: session.uri("use.py"), range: at(5, 6, 4) }]);
  const registered = session.client.messages
    .filter(({ method }) => method === "client/registerCapability")
    .flatMap(
      ({ params }) => params.registrations as { method: string; registerOptions: { documentSelector: object } }[],
    )
    .filter(({ method }) => method === "textDocument/implementation");
  // The client calls the language of its documents by their extension.
  const selectors = registered.map(({ registerOptions }) => registerOptions.documentSelector);
  expect(selectors).toEqual([[{ language: "python" }, { language: "py" }]]);
});
