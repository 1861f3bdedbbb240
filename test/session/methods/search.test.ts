/** `locate/search`, and Locates that name no file. */

import { shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Server } from "../../../src/backend/config/servers.js";
import { type PairOptions, pair } from "../pair.js";

const files = {
  "src/shop.ts": "export class Cart {\n  total(prices: number[]) { return prices.length; }\n}\n",
  "src/bank.ts":
    "export class Account {\n  total() { return 1; }\n}\nexport function open(name: string, ...rest: string[]) {}\n",
  "lib/cart.py": "class Cart:\n    def total(self):\n        return 1\n",
  "src/dollar.js": "export const $el = 1;\n",
  "src/cart.php": "<?php\nclass Trolley {\n  private $items = [];\n}\n",
  ".gitignore": "out/\n",
  "out/shop.js": "class Cart { total() {} }\n",
};

/** A backend without symbols, but with hover. */
const silent: PairOptions = {
  files,
  handlers: { "textDocument/documentSymbol": () => [], "textDocument/hover": () => ({ contents: "hi" }) },
};

async function withSession(
  options: PairOptions,
  body: (session: ReturnType<typeof pair>) => Promise<void>,
): Promise<void> {
  const session = pair(options);
  try {
    await session.open();
    await body(session);
  } finally {
    await session.close();
  }
}

interface Symbol {
  readonly file_path: string;
  readonly symbol_path: readonly string[];
  readonly position: { readonly line: number; readonly character: number };
}

const formatResult = ({ file_path, symbol_path, position }: Symbol) =>
  `${file_path}:${position.line}:${position.character} ${symbol_path.join(".")}`;

test.each<[object, string[]]>([
  [
    { symbol_path: "total" },
    ["lib/cart.py:2:9 Cart.total", "src/bank.ts:2:3 Account.total", "src/shop.ts:2:3 Cart.total"],
  ],
  [{ symbol_path: ["Cart", "total"] }, ["lib/cart.py:2:9 Cart.total", "src/shop.ts:2:3 Cart.total"]],
  [{ symbol_path: "Cart::total" }, ["lib/cart.py:2:9 Cart.total", "src/shop.ts:2:3 Cart.total"]],
  [{ symbol_path: "shop.Cart.total" }, ["src/shop.ts:2:3 Cart.total"]],
  [{ symbol_path: "Cart", kind: "class", limit: 1 }, ["lib/cart.py:1:7 Cart"]],
  [{ symbol_path: "Cart", kind: ["function", "method"] }, []],
  [{ symbol_path: "total", arity: 1 }, ["src/shop.ts:2:3 Cart.total"]],
  [{ symbol_path: "open", arity: 7 }, ["src/bank.ts:4:17 open"]],
  [{ symbol_path: "open", arity: 0 }, []],
  [{ symbol_path: "$el" }, ["src/dollar.js:1:14 $el"]],
  [{ symbol_path: "Trolley.$items" }, ["src/cart.php:3:12 Trolley.items"]],
  [{ symbol_path: "items" }, ["src/cart.php:3:12 Trolley.items"]],
  [{ symbol_path: "Account.nothing" }, []],
])("locate/search with %j finds the declarations", async (params, expected) => {
  await withSession(silent, async ({ request }) => {
    const { result } = await request("locate/search", params);
    expect(result.symbols.map(formatResult)).toEqual(expected);
  });
});

test("Each result has a Locate that resolves to it, and a missing name gets similar ones", async () => {
  await withSession(silent, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "Account.total" });
    const [{ locate }] = result.symbols;
    expect(locate).toEqual({ file_path: "src/bank.ts", scope: { symbol_path: ["Account", "total"] } });
    expect((await request("locate/resolve", { locate })).result.position).toEqual({ line: 2, character: 3 });
    expect(result.markdown).toBe(
      "`Account.total` is declared in 1 place:\n- method `src/bank.ts:Account.total` at 2:3",
    );
    const missed = await request("locate/search", { symbol_path: "Acount" });
    expect(missed.result.near.map(formatResult)).toContain("src/bank.ts:1:14 Account");
    expect(missed.result.markdown).toContain("There is class `Account` in `src/bank.ts`");
  });
});

test.each([
  [{ symbol_path: "Account", kind: "function" }, "There is class `Account` in `src/bank.ts`."],
  [{ symbol_path: "open", arity: 0 }, "There is function `open` in `src/bank.ts`."],
])("locate/search with %j names the declaration of another kind or arity", async (params, advice) => {
  await withSession(silent, async ({ request }) => {
    const { result } = await request("locate/search", params);
    expect(result).toMatchObject({ symbols: [], count: 0, near: [{ file_path: "src/bank.ts" }] });
    expect(result.markdown).toBe(
      `\`${params.symbol_path}\` is declared in the workspace, but not of that kind, or not with so many arguments. ${advice}`,
    );
  });
});

test("If too many files declare a symbol, the candidates leave out the find", async () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`src/${n}.ts`, "export function same() {}\n"]));
  await withSession({ ...silent, files: many }, async ({ request }) => {
    const { error } = await request("locate/resolve", { locate: ":same@nowhere" });
    expect(error.data).toMatchObject({ kind: "symbol_ambiguous" });
    expect(error.data.candidates[0].locate).toEqual({ file_path: "src/0.ts", scope: { symbol_path: ["same"] } });
  });
});

test("Symbols that only the backend knows come after those of the workspace", async () => {
  const beyond = { name: "total", kind: 12, location: { uri: "file:///usr/lib/far.ts", range: rangeAt(6, 2) } };
  const capabilities = { workspaceSymbolProvider: true };
  const handlers = { ...silent.handlers, "workspace/symbol": () => [beyond, { ...beyond, name: "subtotal" }] };
  await withSession({ ...silent, serverCapabilities: capabilities, handlers }, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "Account.total" });
    expect(result.symbols.map(formatResult)).toEqual(["src/bank.ts:2:3 Account.total", "/usr/lib/far.ts:7:3 total"]);
  });
});

test.each([
  [{ name: "Line.Span", containerName: "example.org/modfile" }, []],
  [{ name: "Expr.Span", containerName: "example.org/modfile" }, ["Expr.Span"]],
  [{ name: "Span", containerName: "Line" }, []],
  [{ name: "Span", containerName: "Expr" }, ["Span"]],
  [{ name: "Span" }, ["Span"]],
])("Of a backend's symbol %j, search for Expr.Span returns %j", async (symbol, expected) => {
  const reported = { ...symbol, kind: 6, location: { uri: "file:///usr/lib/far.go", range: rangeAt(6, 2) } };
  const handlers = { ...silent.handlers, "workspace/symbol": () => [reported] };
  await withSession(
    { ...silent, serverCapabilities: { workspaceSymbolProvider: true }, handlers },
    async ({ request }) => {
      const { result } = await request("locate/search", { symbol_path: "Expr.Span" });
      expect(result.symbols.map(({ symbol_path }: { symbol_path: string[] }) => symbol_path.at(-1))).toEqual(expected);
    },
  );
});

test("A backend's symbol that includes a decorator or leaves out the class is not listed twice", async () => {
  const files = { "src/a.ts": "class Cart {\n  @cached\n  total() {}\n}\nclass Box {\n  total() {}\n}\n" };
  const named = (line: number, containerName?: string) => ({
    name: "total",
    kind: 6,
    ...(containerName === undefined ? {} : { containerName }),
    location: { uri: "", range: rangeAt(line, 2) },
  });
  const session = pair({
    ...silent,
    files,
    serverCapabilities: { workspaceSymbolProvider: true },
    handlers: {
      ...silent.handlers,
      "workspace/symbol": () =>
        [named(1, "Cart"), named(1), named(5, "Box"), named(6, "Crate")].map((symbol) => ({
          ...symbol,
          location: { ...symbol.location, uri: session.uri("src/a.ts") },
        })),
    },
  });
  await session.open();
  const { result } = await session.request("locate/search", { symbol_path: "total" });
  await session.close();
  expect(result.symbols.map(formatResult)).toEqual([
    "src/a.ts:3:3 Cart.total",
    "src/a.ts:6:3 Box.total",
    "src/a.ts:7:3 Crate.total",
  ]);
});

function rangeAt(line: number, character: number) {
  return { start: { line, character }, end: { line, character: character + 1 } };
}

test("Unsaved text counts while a file is open, and the disk after that", async () => {
  await withSession(silent, async ({ request, didOpen, didClose }) => {
    const found = async (name: string) =>
      (await request("locate/search", { symbol_path: name })).result.symbols.map(formatResult);
    didOpen("src/shop.ts", "export class Basket {}\n", "typescript");
    expect(await found("Basket")).toEqual(["src/shop.ts:1:14 Basket"]);
    expect(await found("Cart")).toEqual(["lib/cart.py:1:7 Cart"]);
    didClose("src/shop.ts");
    expect(await found("Basket")).toEqual([]);
    expect(await found("Cart")).toEqual(["lib/cart.py:1:7 Cart", "src/shop.ts:1:14 Cart"]);
  });
});

test.each<[unknown, string]>([
  [":Account.total", "src/bank.ts 2:3"],
  [":open@...<|>rest", "src/bank.ts 4:39"],
  // Two files declare it, and one of them contains the find.
  [":Cart.total@prices.<|>length", "src/shop.ts 2:43"],
  [{ scope: { symbol_path: ["Account"] } }, "src/bank.ts 1:14"],
])("The file of %j is found", async (locate, expected) => {
  await withSession(silent, async ({ request }) => {
    const { result } = await request("locate/resolve", { locate });
    expect(`${result.file_path} ${result.position.line}:${result.position.character}`).toBe(expected);
    const hovered = await request("locate/hover", { locate, place: true });
    expect(hovered.result.place.file_path).toBe(result.file_path);
  });
});

test("A symbol in several files is ambiguous, with a ready Locate for each", async () => {
  await withSession(silent, async ({ request }) => {
    const { error } = await request("locate/resolve", { locate: ":Cart.total" });
    expect(error.data.kind).toBe("symbol_ambiguous");
    expect(error.message).toContain("Write one of: `lib/cart.py:Cart.total`, `src/shop.ts:Cart.total`.");
    for (const { locate } of error.data.candidates)
      expect((await request("locate/resolve", { locate })).result.position.line).toBe(2);
  });
});

test("A source file that defines a function goes before the header that declares it", async () => {
  const headers = {
    "a.h": "int run(int);\nstruct Box { int size; };\n",
    "a.c": "int run(int a) { return a; }\n",
    "b.h": "struct Box { int size; };\n",
  };
  await withSession({ ...silent, files: headers }, async ({ request }) => {
    expect((await request("locate/resolve", { locate: ":run" })).result.file_path).toBe("a.c");
    expect((await request("locate/resolve", { locate: ":Box" })).error.data.kind).toBe("symbol_ambiguous");
  });
});

test("Files in the languages of the backend go first", async () => {
  const shipped = shippedServers();
  const pythons = { ...(shipped.servers.get("pyright") as Server), ready: "at once" } as const;
  const servers = { ...shipped, servers: new Map([["pyright", pythons]]) };
  await withSession({ ...silent, servers, command: ["pyright-langserver"] }, async ({ request }) => {
    expect((await request("locate/resolve", { locate: ":Cart.total" })).result.file_path).toBe("lib/cart.py");
  });
});

test("A symbol that no file declares is not found, with similar names", async () => {
  await withSession(silent, async ({ request }) => {
    const { error } = await request("locate/resolve", { locate: ":Acount" });
    expect(error.data).toMatchObject({ kind: "symbol_not_found", likely: [{ file_path: "src/bank.ts" }] });
    expect(error.message).toContain("There is `src/bank.ts:Account`");
    const other = await request("locate/resolve", { locate: ":Account.open" });
    expect(other.error.message).toContain("There is `src/bank.ts:open`");
  });
});

test("Invalid params are refused, and the error says what to write", async () => {
  await withSession(silent, async ({ request }) => {
    for (const params of [{}, { symbol_path: [] }, { symbol_path: "" }, { symbol_path: ["a", 1] }]) {
      const { error } = await request("locate/search", params);
      expect(error.message).toContain('"symbol_path": "MyClass.my_method"');
    }
    const { error } = await request("locate/search", { symbol_path: "a", arity: -1 });
    expect(error.data).toMatchObject({ kind: "invalid_locate", field: "arity" });
  });
});

test("A backend with an index of its own is asked instead of the global index", async () => {
  const declaration = { name: "far", kind: "function", container: ["Outer"], line: 1, character: 2 };
  const found = { ...declaration, path: "/somewhere/far.ts", languageId: "typescript" };
  const state = { isComplete: true, indexed: 1, files: 1 };
  const handlers = { ...silent.handlers, "lsp-locate/declarations": () => ({ declarations: [found], state }) };
  const serverCapabilities = { experimental: { declarations: true } };
  await withSession({ ...silent, handlers, serverCapabilities }, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "far" });
    expect(result.symbols.map(formatResult)).toEqual(["/somewhere/far.ts:2:3 Outer.far"]);
  });
});

test("The notice is sent once, when the session has begun", async () => {
  await withSession({ ...silent, notice: "No server for it." }, async ({ request, client }) => {
    await request("locate/resolve", { locate: ":Account" });
    const reported = client.messages.filter(({ method }) => method === "window/logMessage");
    expect(reported.map(({ params }) => params)).toEqual([{ type: 3, message: "No server for it." }]);
  });
});
