/** Exchanges with real servers that were answered wrongly once, with their shipped entries. */

import { type Pair, type PairOptions, pair } from "./pair.js";

let session: Pair;
afterEach(() => session?.close());

const range = (line: number, from: number, toLine: number, to: number) => ({
  start: { line, character: from },
  end: { line: toLine, character: to },
});

async function begin(options: PairOptions) {
  session = pair(options);
  await session.open();
}

test("jedi-language-server announces utf-16, and gets and gives positions in code points", async () => {
  const text = 'print("💣", cart.total())\n';
  await begin({
    files: { "main.py": text },
    command: ["jedi-language-server"],
    handlers: {
      "textDocument/references": ({ position }: { position: object }) => [
        { uri: session.uri("main.py"), range: { start: position, end: { line: 0, character: 21 } } },
      ],
    },
  });
  const { result } = await session.request("locate/references", { locate: "main.py@cart.<|>total" });
  // As UTF-16 it would be 17.
  expect(result[0].range.start).toEqual({ line: 0, character: 16 });
});

test("prisma-language-server asks for its settings with the first document, and gets an object", async () => {
  await begin({
    files: { "schema.prisma": "model Cart {\n  id Int @id\n}\n" },
    command: ["prisma-language-server", "--stdio"],
    capabilities: {},
    handlers: { "textDocument/hover": () => ({ contents: "x" }) },
  });
  session.fromBackend({
    id: "settings",
    method: "workspace/configuration",
    params: { items: [{ scopeUri: session.uri("schema.prisma"), section: "prisma" }] },
  });
  const { result } = await session.backend.until(({ id, method }) => id === "settings" && !method, "the settings");
  expect(result).toEqual([{}]);
});

test("ty leaves out the containers of symbols: a search by path has only what the path leads to, at its name", async () => {
  const text =
    "class Cart:\n    def total(self):\n        return 1\n\n\nclass Big:\n    def total(self):\n        return 2\n";
  const method = (line: number) => ({
    name: "total",
    kind: 6,
    range: range(line, 4, line + 1, 16),
    selectionRange: range(line, 8, line, 13),
  });
  await begin({
    // No file that the index reads: what is found comes from the server.
    files: { "shop.pyx-": text },
    command: ["ty", "server"],
    serverCapabilities: { workspaceSymbolProvider: true },
    handlers: {
      "workspace/symbol": () =>
        [1, 6].map((line) => ({
          name: "total",
          kind: 6,
          location: { uri: session.uri("shop.pyx-"), range: range(line, 4, line + 1, 16) },
        })),
      "textDocument/documentSymbol": () => [
        { name: "Cart", kind: 5, range: range(0, 0, 2, 16), selectionRange: range(0, 6, 0, 10), children: [method(1)] },
        { name: "Big", kind: 5, range: range(5, 0, 7, 16), selectionRange: range(5, 6, 5, 9), children: [method(6)] },
      ],
    },
  });
  for (const time of ["first", "second"]) {
    const { result } = await session.request("locate/search", { symbol_path: "Cart.total" });
    const places = result.symbols.map(({ position }: { position: object }) => position);
    expect({ [time]: places }).toEqual({ [time]: [{ line: 2, character: 9 }] });
  }
});
