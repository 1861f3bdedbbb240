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

/** A backend that says nothing of symbols, but hovers. */
const silent: PairOptions = {
  files,
  handlers: { "textDocument/documentSymbol": () => [], "textDocument/hover": () => ({ contents: "hi" }) },
};

async function asking(options: PairOptions, body: (session: ReturnType<typeof pair>) => Promise<void>): Promise<void> {
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

const drawn = ({ file_path, symbol_path, position }: Symbol) =>
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
])("%j", async (params, expected) => {
  await asking(silent, async ({ request }) => {
    const { result } = await request("locate/search", params);
    expect(result.symbols.map(drawn)).toEqual(expected);
  });
});

test("each comes with a Locate that leads there, and what is not there with what is like it", async () => {
  await asking(silent, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "Account.total" });
    const [{ locate }] = result.symbols;
    expect(locate).toEqual({ file_path: "src/bank.ts", scope: { symbol_path: ["Account", "total"] } });
    expect((await request("locate/resolve", { locate })).result.position).toEqual({ line: 2, character: 3 });
    expect(result.markdown).toBe(
      "`Account.total` is declared in 1 place:\n- method `src/bank.ts:Account.total` at 2:3",
    );
    const missed = await request("locate/search", { symbol_path: "Acount" });
    expect(missed.result.near.map(drawn)).toContain("src/bank.ts:1:14 Account");
    expect(missed.result.markdown).toContain("There is class `Account` in `src/bank.ts`");
  });
});

test.each([
  [{ symbol_path: "Account", kind: "function" }, "There is class `Account` in `src/bank.ts`."],
  [{ symbol_path: "open", arity: 0 }, "There is function `open` in `src/bank.ts`."],
])("%j: there, but not so", async (params, advice) => {
  await asking(silent, async ({ request }) => {
    const { result } = await request("locate/search", params);
    expect(result).toMatchObject({ symbols: [], count: 0, near: [{ file_path: "src/bank.ts" }] });
    expect(result.markdown).toBe(
      `\`${params.symbol_path}\` is declared in the workspace, but not of that kind, or not with so many arguments. ${advice}`,
    );
  });
});

test("more files declare it than are looked into: what is proposed promises nothing", async () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`src/${n}.ts`, "export function same() {}\n"]));
  await asking({ ...silent, files: many }, async ({ request }) => {
    const { error } = await request("locate/resolve", { locate: ":same@nowhere" });
    expect(error.data).toMatchObject({ kind: "symbol_ambiguous" });
    expect(error.data.candidates[0].locate).toEqual({ file_path: "src/0.ts", scope: { symbol_path: ["same"] } });
  });
});

test("what the backend knows beyond the workspace comes behind", async () => {
  const beyond = { name: "total", kind: 12, location: { uri: "file:///usr/lib/far.ts", range: rangeAt(6, 2) } };
  const capabilities = { workspaceSymbolProvider: true };
  const handlers = { ...silent.handlers, "workspace/symbol": () => [beyond, { ...beyond, name: "subtotal" }] };
  await asking({ ...silent, serverCapabilities: capabilities, handlers }, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "Account.total" });
    expect(result.symbols.map(drawn)).toEqual(["src/bank.ts:2:3 Account.total", "/usr/lib/far.ts:7:3 total"]);
  });
});

test.each([
  [{ name: "Line.Span", containerName: "example.org/modfile" }, []],
  [{ name: "Expr.Span", containerName: "example.org/modfile" }, ["Expr.Span"]],
  [{ name: "Span", containerName: "Line" }, []],
  [{ name: "Span", containerName: "Expr" }, ["Span"]],
  [{ name: "Span" }, ["Span"]],
])("of what the backend says, %j is Expr.Span: %j", async (symbol, expected) => {
  const said = { ...symbol, kind: 6, location: { uri: "file:///usr/lib/far.go", range: rangeAt(6, 2) } };
  const handlers = { ...silent.handlers, "workspace/symbol": () => [said] };
  await asking({ ...silent, serverCapabilities: { workspaceSymbolProvider: true }, handlers }, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "Expr.Span" });
    expect(result.symbols.map(({ symbol_path }: { symbol_path: string[] }) => symbol_path.at(-1))).toEqual(expected);
  });
});

test("a backend that counts from a decorator on, or leaves out the class, adds no second one", async () => {
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
  expect(result.symbols.map(drawn)).toEqual([
    "src/a.ts:3:3 Cart.total",
    "src/a.ts:6:3 Box.total",
    "src/a.ts:7:3 Crate.total",
  ]);
});

function rangeAt(line: number, character: number) {
  return { start: { line, character }, end: { line, character: character + 1 } };
}

test("unsaved text counts, and the disk again when it is closed", async () => {
  await asking(silent, async ({ request, didOpen, didClose }) => {
    const found = async (name: string) =>
      (await request("locate/search", { symbol_path: name })).result.symbols.map(drawn);
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
  // Two files declare it, and the find stands in one.
  [":Cart.total@prices.<|>length", "src/shop.ts 2:43"],
  [{ scope: { symbol_path: ["Account"] } }, "src/bank.ts 1:14"],
])("%j lies in a file that is found", async (locate, expected) => {
  await asking(silent, async ({ request }) => {
    const { result } = await request("locate/resolve", { locate });
    expect(`${result.file_path} ${result.position.line}:${result.position.character}`).toBe(expected);
    const hovered = await request("locate/hover", { locate, place: true });
    expect(hovered.result.place.file_path).toBe(result.file_path);
  });
});

test("several files declare it: a ready Locate for each", async () => {
  await asking(silent, async ({ request }) => {
    const { error } = await request("locate/resolve", { locate: ":Cart.total" });
    expect(error.data.kind).toBe("symbol_ambiguous");
    expect(error.message).toContain("Write one of: `lib/cart.py:Cart.total`, `src/shop.ts:Cart.total`.");
    for (const { locate } of error.data.candidates)
      expect((await request("locate/resolve", { locate })).result.position.line).toBe(2);
  });
});

test("a header announces what one source file defines", async () => {
  const headers = {
    "a.h": "int run(int);\nstruct Box { int size; };\n",
    "a.c": "int run(int a) { return a; }\n",
    "b.h": "struct Box { int size; };\n",
  };
  await asking({ ...silent, files: headers }, async ({ request }) => {
    expect((await request("locate/resolve", { locate: ":run" })).result.file_path).toBe("a.c");
    expect((await request("locate/resolve", { locate: ":Box" })).error.data.kind).toBe("symbol_ambiguous");
  });
});

test("a backend's own languages go first", async () => {
  const shipped = shippedServers();
  const pythons = { ...(shipped.servers.get("pyright") as Server), ready: "at once" } as const;
  const servers = { ...shipped, servers: new Map([["pyright", pythons]]) };
  await asking({ ...silent, servers, command: ["pyright-langserver"] }, async ({ request }) => {
    expect((await request("locate/resolve", { locate: ":Cart.total" })).result.file_path).toBe("lib/cart.py");
  });
});

test("no file declares it: names that are like it", async () => {
  await asking(silent, async ({ request }) => {
    const { error } = await request("locate/resolve", { locate: ":Acount" });
    expect(error.data).toMatchObject({ kind: "symbol_not_found", likely: [{ file_path: "src/bank.ts" }] });
    expect(error.message).toContain("There is `src/bank.ts:Account`");
    const other = await request("locate/resolve", { locate: ":Account.open" });
    expect(other.error.message).toContain("There is `src/bank.ts:open`");
  });
});

test("what makes no sense says what would", async () => {
  await asking(silent, async ({ request }) => {
    for (const params of [{}, { symbol_path: [] }, { symbol_path: "" }, { symbol_path: ["a", 1] }]) {
      const { error } = await request("locate/search", params);
      expect(error.message).toContain('"symbol_path": "MyClass.my_method"');
    }
    const { error } = await request("locate/search", { symbol_path: "a", arity: -1 });
    expect(error.data).toMatchObject({ kind: "invalid_locate", field: "arity" });
  });
});

test("a backend that keeps an index of its own is asked instead", async () => {
  const declaration = { name: "far", kind: "function", container: ["Outer"], line: 1, character: 2 };
  const found = { ...declaration, path: "/somewhere/far.ts", languageId: "typescript" };
  const state = { isComplete: true, indexed: 1, files: 1 };
  const handlers = { ...silent.handlers, "lsp-locate/declarations": () => ({ declarations: [found], state }) };
  const serverCapabilities = { experimental: { declarations: true } };
  await asking({ ...silent, handlers, serverCapabilities }, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "far" });
    expect(result.symbols.map(drawn)).toEqual(["/somewhere/far.ts:2:3 Outer.far"]);
  });
});

test("a word about the choice of the server is said once, when the session has begun", async () => {
  await asking({ ...silent, notice: "No server for it." }, async ({ request, client }) => {
    await request("locate/resolve", { locate: ":Account" });
    const said = client.messages.filter(({ method }) => method === "window/logMessage");
    expect(said.map(({ params }) => params)).toEqual([{ type: 3, message: "No server for it." }]);
  });
});
