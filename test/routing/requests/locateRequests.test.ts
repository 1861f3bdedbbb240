/** Tests of Locates with many backends: each goes to its own one and is not held up by others. */

import { noReply } from "../../session/pair.js";
import { useFakeTimers } from "../fakeTimers.js";
import { minimalClient, type RoutedSession, type RoutedSessionOptions, routedSession } from "../routedSession.js";

let session: RoutedSession;
afterEach(() => session.close());

const open = async (options: RoutedSessionOptions) => {
  session = routedSession(options);
  await session.open();
};

const position = (character: number) => ({ line: 0, character });
const range = (from: number, to: number) => ({ start: position(from), end: position(to) });

describe("a Locate in a file that is not open", () => {
  const files = { "a.red": "one two", "b.green": "three four" };

  test("It starts the backend of its language, and no other", async () => {
    await open({ files });
    const { result } = await session.request("locate/hover", { locate: "b.green@four" });
    expect(result.contents).toBe("greenls b.green");
    const green = await session.backend("greenls");
    expect(session.started).toEqual(["greenls"]);
    expect(green.heard).toEqual(["didOpen b.green v1", "hover b.green"]);
    expect(green.all("textDocument/hover")[0]?.params.position).toEqual(position(6));
  });

  test("It is answered while the backend of another language is busy", async () => {
    await open({ files, handlers: { redls: { "textDocument/hover": () => noReply } } });
    session.didOpen("a.red", "one two");
    session.asking("textDocument/hover", session.about("a.red"));
    session.asking("locate/hover", { locate: "a.red@one" });
    await (await session.backend("redls")).got("textDocument/hover", 2);
    expect((await session.request("locate/hover", { locate: "b.green@four" })).result.contents).toBe("greenls b.green");
  });

  test("It is answered while the backend of another language is starting", async () => {
    await open({ files, handlers: { redls: { initialize: () => noReply } } });
    session.didOpen("a.red", "one two");
    session.asking("locate/hover", { locate: "a.red@one" });
    expect((await session.request("locate/hover", { locate: "b.green@four" })).result.contents).toBe("greenls b.green");
  });

  test("Diagnostics of that file are not sent on, those of an open one are", async () => {
    await open({ files });
    session.didOpen("a.red", "one two");
    await session.hover("a.red");
    await session.request("locate/hover", { locate: "b.green@four" });
    const [red, green] = await Promise.all([session.backend("redls"), session.backend("greenls")]);
    for (const [backend, path] of [
      [green, "b.green"],
      [red, "a.red"],
    ] as const) {
      const params = { uri: session.uri(path), diagnostics: [{ range: range(0, 1), message: path }] };
      backend.send({ method: "textDocument/publishDiagnostics", params });
      await session.heardFrom(backend);
    }
    expect(session.told).toEqual(["publishDiagnostics a.red"]);
  });
});

test.each([
  ["that has published nothing", 1],
  ["twice", 2],
])("Diagnostics of a file that only we have open outlive the death of its server: %s", async (_, deaths) => {
  await open({ files: { "a.red": "one" } });
  const { answer } = session.asking("locate/diagnostic", { locate: "a.red" });
  for (let nth = 0; nth < deaths; nth++) {
    const red = await session.backend("redls", nth + 1);
    await red.got("textDocument/didOpen");
    red.die();
  }
  const last = await session.backend("redls", deaths + 1);
  await last.got("textDocument/didOpen");
  const diagnostics = [{ range: range(0, 3), message: "wrong" }];
  last.send({ method: "textDocument/publishDiagnostics", params: { uri: session.uri("a.red"), diagnostics } });
  expect((await answer).result.items).toMatchObject([{ message: "wrong" }]);
});

test("A Locate cancelled while its backend starts is answered at once", async () => {
  await open({ handlers: { redls: { initialize: () => noReply } } });
  session.didOpen("a.red", "one two");
  const { id, answer } = session.asking("locate/hover", { locate: "a.red@one" });
  await session.backend("redls");
  session.notify("$/cancelRequest", { id });
  expect((await answer).error.code).toBe(-32800);
});

test("A position is valid in the backend's text, whatever came during its start", async () => {
  await open({ handlers: { redls: { initialize: () => noReply } } });
  session.didOpen("a.red", "one two");
  const { answer } = session.asking("locate/hover", { locate: "a.red@two" });
  const red = await session.backend("redls");
  session.didChange("a.red", { range: range(0, 0), text: "zero " });
  red.answer(await red.got("initialize"), { capabilities: { textDocumentSync: 2, hoverProvider: true } });
  await answer;
  expect(red.heard).toEqual(["didOpen a.red v1", "didChange a.red v2", "hover a.red"]);
  expect(red.all("textDocument/hover")[0]?.params.position).toEqual(position(9));
});

test("Locates of a client that declares nothing use hierarchical symbols", async () => {
  const symbols = [
    {
      name: "a",
      kind: 5,
      range: range(0, 7),
      selectionRange: range(0, 1),
      children: [{ name: "b", kind: 6, range: range(2, 7), selectionRange: range(2, 3) }],
    },
  ];
  await open({
    capabilities: minimalClient,
    handlers: { redls: { "textDocument/documentSymbol": () => symbols } },
    files: { "a.red": "a b one" },
  });
  const { result } = await session.request("locate/resolve", { locate: "a.red:a.b" });
  expect(result.position).toEqual({ line: 1, character: 3 });
  const { params } = await (await session.backend("redls")).got("initialize");
  expect(params.capabilities.textDocument.documentSymbol.hierarchicalDocumentSymbolSupport).toBe(true);
});

describe("across files", () => {
  const files = { "a.red": "one two", "b.green": "two", "m.py": "class Cart:\n    pass\n" };
  const symbol = (name: string, path: string) => ({
    name,
    kind: 5,
    location: { uri: session.uri(path), range: range(0, 1) },
  });
  const knowing = (name: string, path: string) => ({ "workspace/symbol": () => [symbol(name, path)] });
  const can = { redls: { workspaceSymbolProvider: true }, greenls: { workspaceSymbolProvider: true } };
  const found = (result: { symbols: readonly { file_path: string }[] }) =>
    result.symbols.map(({ file_path }) => file_path).sort();

  const both = async (options: RoutedSessionOptions) => {
    await open({ files, can, ...options });
    for (const path of ["a.red", "b.green"]) {
      session.didOpen(path);
      await session.hover(path);
    }
    return Promise.all([session.backend("redls"), session.backend("greenls")]);
  };

  test("locate/search returns the results of the index and all backends", async () => {
    await both({ handlers: { redls: knowing("Cart", "a.red"), greenls: knowing("Cart", "b.green") } });
    const { result } = await session.request("locate/search", { symbol_path: "Cart" });
    expect(found(result)).toEqual(["a.red", "b.green", "m.py"]);
  });

  test("locate/search leaves out a backend that exits at every attempt", async () => {
    const [, green] = await both({
      handlers: {
        redls: { "workspace/symbol": (_params, backend) => (backend.die(), noReply) },
        greenls: knowing("Cart", "b.green"),
      },
    });
    // The thread of the index has no fake timers.
    await session.request("locate/search", { symbol_path: "Cart", servers: false });
    useFakeTimers();
    const { id, answer } = session.asking("locate/search", { symbol_path: "Cart" });
    // Else it runs into the timeout of a search on a busy machine, where turns take longer.
    await green.got("workspace/symbol");
    const isAnswered = () => session.client.messages.some((message) => message.id === id && !message.method);
    for (let n = 0; n < 1000 && !isAnswered(); n++) {
      if (n % 20 === 0) await jest.advanceTimersByTimeAsync(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(found((await answer).result)).toEqual(["b.green", "m.py"]);
  });

  test("A Locate without a file is resolved by any backend that knows the symbol", async () => {
    const symbols = [{ name: "Basket", kind: 5, range: range(0, 3), selectionRange: range(0, 3) }];
    await both({
      handlers: { greenls: { ...knowing("Basket", "b.green"), "textDocument/documentSymbol": () => symbols } },
    });
    session.didChange("b.green", "Basket");
    const { result } = await session.request("locate/hover", { locate: ":Basket" });
    expect(result.contents).toBe("greenls b.green");
  });

  test("locate/rename goes to its backend, and files opened only by the proxy have no version", async () => {
    const edit = () => ({
      documentChanges: ["a.red", "c.red"].map((path) => ({
        textDocument: { uri: session.uri(path), version: path === "a.red" ? 1 : 0 },
        edits: [{ range: range(0, 3), newText: "x" }],
      })),
    });
    const [red, green] = await both({
      files: { ...files, "c.red": "one" },
      handlers: { redls: { "textDocument/rename": edit } },
    });
    await session.request("locate/hover", { locate: "c.red@one" });
    const { result } = await session.request("locate/rename", { locate: "a.red@one", newName: "x" });
    const versions = result.documentChanges.map(
      ({ textDocument }: { textDocument: { version: unknown } }) => textDocument.version,
    );
    expect(versions).toEqual([1, null]);
    expect(red.all("textDocument/rename")).toHaveLength(1);
    expect(green.all("textDocument/rename")).toEqual([]);
  });

  test("All backends get changes on disk before the request", async () => {
    const [red, green] = await both({
      can: { redls: { referencesProvider: true } },
      handlers: { redls: { "textDocument/references": () => [] } },
    });
    await session.request("locate/hover", { locate: "b.green@two" });
    session.write("b.green", "two, changed");
    await session.request("locate/references", { locate: "a.red@one" });
    for (const backend of [red, green]) {
      const { params } = await backend.got("workspace/didChangeWatchedFiles");
      expect(params.changes.map(({ uri }: { uri: string }) => uri)).toEqual([session.uri("b.green")]);
    }
    expect(red.heard.slice(-2)).toEqual(["workspace/didChangeWatchedFiles", "references a.red"]);
  });
});
