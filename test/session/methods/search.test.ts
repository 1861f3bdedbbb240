/** `locate/search`, and Locates that name no file. */

import { shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Server } from "../../../src/backend/config/servers.js";
import { type PairOptions, pair } from "../pair.js";

const files = {
  "src/shop.ts": "export class Cart {\n  total(prices: number[]) { return prices.length; }\n}\n",
  "src/bank.ts":
    "export class Account {\n  total() { return 1; }\n}\nexport function open(name: string, ...rest: string[]) {}\n",
  "lib/cart.py": "class Cart:\n    def total(self):\n        return 1\n",
  "src/dollar.js": "export const $el = 1;\nexport const el = 2;\nexport const $row = 3;\n",
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
  [{ symbol_path: "el" }, ["src/dollar.js:2:14 el"]],
  [{ symbol_path: "dollar.$el" }, ["src/dollar.js:1:14 $el"]],
  [{ symbol_path: "row" }, ["src/dollar.js:3:14 $row"]],
  [{ symbol_path: "items" }, ["src/cart.php:3:12 Trolley.items"]],
  [{ symbol_path: "Trolley.$items" }, ["src/cart.php:3:12 Trolley.items"]],
  [{ symbol_path: "$items" }, ["src/cart.php:3:12 Trolley.items"]],
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

test("Of several declarations with one path in a file each has a Locate of its own", async () => {
  const point =
    "struct P { x: i32 }\nimpl Display for P {\n  fn fmt(&self) {}\n}\nimpl Debug for P {\n  fn fmt(&self) {}\n}\n";
  const box = "class Box {\n  get size() { return 1; }\n  set size(v) {}\n}\n";
  await withSession({ ...silent, files: { "point.rs": point, "box.ts": box } }, async ({ request }) => {
    for (const [symbol_path, lines] of [
      ["fmt", [3, 6]],
      ["Box.size", [2, 3]],
    ] as const) {
      const { result } = await request("locate/search", { symbol_path });
      const found = [];
      for (const { locate } of result.symbols) {
        const place = (await request("locate/resolve", { locate })).result;
        found.push(place.position.line);
      }
      expect(found).toEqual(lines);
      const shown = result.markdown.split("\n").slice(1);
      expect(new Set(shown.map((line: string) => line.replace(/ at .*/, ""))).size).toBe(2);
    }
  });
});

test("A misspelt container is named as it is", async () => {
  await withSession(silent, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "Acount.total" });
    expect(result.near.map(formatResult)[0]).toBe("src/bank.ts:2:3 Account.total");
    expect(new Set(result.near.map(formatResult)).size).toBe(result.near.length);
    expect(result.markdown).toContain("There is method `Account.total` in `src/bank.ts`");
  });
});

test("Files with odd names are found like others, by Locates that lead back to them", async () => {
  const names = [
    "a@b.py",
    "x:1.py",
    "icon@2x.py",
    "sp ace.py",
    "new\nline.py",
    'q"uote.py',
    "back`tick.py",
    "{brace}.py",
    "-dash.py",
    "#hash.py",
    "esc\x1b]0;x\x07.py",
    "rlo\u202e.py",
  ];
  const odd = Object.fromEntries(names.map((name) => [name, "def total(): pass\n"]));
  await withSession({ ...silent, files: { "plain.py": "def total(): pass\n", ...odd } }, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "total" });
    expect(result.symbols.map(({ file_path }: Symbol) => file_path).sort()).toEqual(["plain.py", ...names].sort());
    const lines = (result.markdown as string).split("\n").slice(1);
    const written = lines.map((line) => /^- function (?:`` (.*) ``|`([^`]*)`) at 1:5$/.exec(line));
    const found = await Promise.all(
      written.map(async (match) => {
        const { result: place } = await request("locate/resolve", { locate: match?.[1] ?? match?.[2] });
        return place?.file_path;
      }),
    );
    expect(found.sort()).toEqual(["plain.py", ...names].sort());
    const { error } = await request("locate/resolve", { locate: ":total" });
    expect(error.data).toMatchObject({ kind: "symbol_ambiguous" });
    expect(error.message).not.toMatch(/[\n\x1b\u202e]/);
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
      `\`${params.symbol_path}\` is declared in the workspace, but not of that kind, or not with that number of arguments. ${advice}`,
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
  const location = { uri: "file:///usr/lib/far.ts", range: rangeAt(6, 2) };
  const beyond = { name: "total", containerName: "Account", kind: 12, location };
  const capabilities = { workspaceSymbolProvider: true };
  const handlers = { ...silent.handlers, "workspace/symbol": () => [beyond, { ...beyond, name: "subtotal" }] };
  await withSession({ ...silent, serverCapabilities: capabilities, handlers }, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "Account.total" });
    expect(result.symbols.map(formatResult)).toEqual([
      "src/bank.ts:2:3 Account.total",
      "/usr/lib/far.ts:7:3 Account.total",
    ]);
  });
});

test.each([
  [{ name: "Line.Span", containerName: "example.org/modfile" }, []],
  [{ name: "Expr.Span", containerName: "example.org/modfile" }, ["Expr.Span"]],
  [{ name: "Span", containerName: "Line" }, []],
  [{ name: "Span", containerName: "Expr" }, ["Span"]],
  // A file that can't be looked into.
  [{ name: "Span" }, []],
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

test.each([
  ["$open", "far.ts", ["$open"]],
  ["open", "far.ts", ["open"]],
  ["$open", "far.php", ["$open", "open"]],
  ["open", "far.php", ["$open", "open"]],
])("Of a backend's symbols $open and open, search for %s in %s returns %j", async (path, file, expected) => {
  const location = { uri: `file:///usr/lib/${file}`, range: rangeAt(6, 2) };
  const reported = ["$open", "open", "reopen"].map((name) => ({ name, kind: 12, location }));
  const queries: string[] = [];
  const handlers = {
    ...silent.handlers,
    "workspace/symbol": ({ query }: { query: string }) => {
      queries.push(query);
      return reported;
    },
  };
  const options = { handlers, files: {}, serverCapabilities: { workspaceSymbolProvider: true } };
  await withSession(options, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: path });
    expect(result.symbols.map(({ symbol_path }: { symbol_path: string[] }) => symbol_path.at(-1))).toEqual(expected);
    expect(queries).toEqual(["open"]);
  });
});

test("The path asked holds for symbols that a backend names without a container", async () => {
  const types = {
    "src/annotation.ts": "export class AnnotationType {\n  static of() {}\n}\n",
    "src/text.ts": "export class Text {\n  static of() {}\n}\n",
    "src/facet.ts": "export class Facet {\n  static of() {}\n}\n",
    // Ignored files are not in the index.
    ".gitignore": "out/\n",
    "out/a.ts": "class AnnotationType {\n  static of() {}\n}\n",
    "out/b.ts": "class Text {\n  static of() {}\n}\n",
  };
  const files = Object.keys(types).filter((name) => name.endsWith(".ts"));
  const session = pair({
    ...silent,
    files: types,
    serverCapabilities: { workspaceSymbolProvider: true },
    handlers: {
      ...silent.handlers,
      "workspace/symbol": () =>
        files.map((file) => ({ name: "of", kind: 6, location: { uri: session.uri(file), range: rangeAt(1, 2) } })),
    },
  });
  await session.open();
  const found = async (symbol_path: string) =>
    (await session.request("locate/search", { symbol_path })).result.symbols.map(formatResult);
  expect(await found("AnnotationType.of")).toEqual([
    "src/annotation.ts:2:10 AnnotationType.of",
    "out/a.ts:2:10 AnnotationType.of",
  ]);
  expect((await found("of")).length).toBe(5);
  await session.close();
});

const textFiles = {
  "cli.py": '# é 💣\r\n@option("--tool-timeout", help="tool-timeout in seconds")\ndef main(tool_timeout): pass\n',
  "README.md": "Set `tool-timeout`.\nNot tool-timeouts.\n",
  "data.bin": "tool-timeout\0",
  ".gitignore": "out/\n*.log\n",
  "out/cli.py": '"tool-timeout"\n',
  "run.log": "tool-timeout\n",
  "node_modules/a/index.js": '"tool-timeout"\n',
};

test("A name that is no symbol but text is found in files and lines, sources first", async () => {
  await withSession({ ...silent, files: textFiles }, async ({ request, didOpen }) => {
    const { result } = await request("locate/search", { symbol_path: "tool-timeout" });
    expect(result.symbols).toEqual([]);
    expect(result.text).toMatchObject([
      { file_path: "cli.py", position: { line: 2, character: 12 } },
      { file_path: "README.md", position: { line: 1, character: 6 } },
    ]);
    expect(result.markdown).toContain(
      '`tool-timeout` is text in 2 lines:\n- `cli.py:2@tool-timeout`: `@option("--tool-timeout", help="tool-timeout in seconds")`\n- ',
    );
    for (const { locate, position } of result.text)
      expect((await request("locate/resolve", { locate })).result.position).toEqual(position);
    didOpen("cli.py", "unsaved_option = 'tool-timeout'\n", "python");
    const again = await request("locate/search", { symbol_path: "tool-timeout" });
    expect(again.result.text[0].text).toBe("unsaved_option = 'tool-timeout'");
  });
});

test.each([
  ["tool<|>-timeout", "tool<|>-timeout", 16],
  ["@tool-timeout", "tool-timeout", 12],
  ["@--<|>tool-timeout", "--<|>tool-timeout", 12],
  [":tool-timeout", "tool-timeout", 12],
])("The query %s, which is written as a Locate, finds its text", async (symbol_path, find, character) => {
  await withSession({ ...silent, files: textFiles }, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path });
    const [first] = result.text;
    expect(first).toMatchObject({ file_path: "cli.py", position: { line: 2, character }, locate: { find } });
    expect((await request("locate/resolve", { locate: first.locate })).result.position).toEqual(first.position);
  });
});

test("The first ten lines with a text are listed", async () => {
  const many = { "a.py": "# far-away\n".repeat(12), "b.py": "# so-near\n".repeat(10) };
  await withSession({ ...silent, files: many }, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "far-away" });
    expect(result.text.length).toBe(10);
    expect(result.markdown).toContain("`far-away` is text in the first 10 lines:");
    const near = await request("locate/search", { symbol_path: "so-near" });
    expect(near.result.markdown).toContain("`so-near` is text in 10 lines:");
    const none = await request("locate/search", { symbol_path: "nowhere" });
    expect(none.result).not.toHaveProperty("text");
  });
});

test("Of similar names, one in another case goes first, whether the index is complete or not", async () => {
  const others = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`a${n}.go`, `package a\n\ntype marker${n} struct{}\n`]),
  );
  const files = { ...others, "z.go": "package a\n\ntype parser struct{}\ntype ParserOptions struct{}\n" };
  await withSession({ ...silent, files }, async ({ request }) => {
    for (const _state of ["cold", "warm"]) {
      const { result } = await request("locate/search", { symbol_path: "Parser" });
      expect(result.symbols.slice(0, 2).map(formatResult)).toEqual(["z.go:3:6 parser", "z.go:4:6 ParserOptions"]);
    }
  });
});

test("A backend's symbol that includes a decorator or leaves out the class is not listed twice", async () => {
  const files = {
    "src/a.ts":
      "class Cart {\n  @cached\n  total() {}\n}\nclass Box {\n  total() {}\n}\nclass Crate {\n  total() {}\n}\n",
  };
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
        [named(1, "Cart"), named(1), named(5, "Box"), named(8, "Crate")].map((symbol) => ({
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
    "src/a.ts:9:3 Crate.total",
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

test("A path without a file that goes wrong in its last name is explained by the file of its container", async () => {
  const files = {
    "src/shop.ts": "export class Shop {\n  sell(item: string) { const price = item.length; return price; }\n}\n",
    "src/bank.ts": "export class Bank {\n  sole() {}\n  item = 1;\n}\n",
    "src/two.ts": "export class Two {}\n",
    "lib/two.ts": "export class Two {}\n",
  };
  await withSession({ ...silent, files }, async ({ request }) => {
    const errorOf = async (locate: string) => (await request("locate/resolve", { locate })).error;
    const near = await errorOf(":Shop.sel");
    expect(near.message).toBe(
      "No symbol `Shop.sel` in `src/shop.ts`; `Shop` holds `sell`. Write `src/shop.ts:Shop.sell`.",
    );
    expect(near.data).toMatchObject({ kind: "symbol_not_found", existing_path: ["Shop"], likely: [] });
    const parameter = await errorOf(":Shop.sell.item");
    expect(parameter.message).toMatch(/ Write `src\/shop\.ts:Shop\.sell@item` for the text `item` in `Shop\.sell`\.$/);
    expect((await errorOf(":Shop.sole")).message).toContain("There is `src/bank.ts:Bank.sole`.");
    expect((await errorOf(":Shop.bnk")).message).toContain("There is `src/bank.ts:Bank`");
    expect((await errorOf(":Two.sel")).message).toContain("is declared in the workspace");
    // A local variable is in no index.
    const { result } = await request("locate/resolve", { locate: ":Shop.sell.price" });
    expect([result.file_path, result.position]).toEqual(["src/shop.ts", { line: 2, character: 30 }]);
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

test("Files that could not be parsed are named, and never taken for files without the symbol", async () => {
  const found = { name: "far", kind: "function", container: [], line: 0, character: 0, languageId: "python" };
  const unparsed = { count: 7, paths: ["/src/a@b.py", "/src/new\nline.py"], reason: "no memory" };
  const declarationsOf: Record<string, object[]> = { far: [{ ...found, path: "/src/far.py" }] };
  const handlers = {
    ...silent.handlers,
    "lsp-locate/declarations": ({ name }: { name: string }) => ({
      declarations: declarationsOf[name] ?? [],
      ...(name === "other" ? {} : { unparsed }),
    }),
    "lsp-locate/near": () => ({ declarations: [] }),
    "lsp-locate/pattern": () => ({ declarations: [], isCut: false }),
    "lsp-locate/text": () => ({
      lines: [{ path: "/src/a.py", line: 3, character: 0, text: "other" }],
      isPartial: false,
    }),
  };
  const serverCapabilities = { experimental: { declarations: true } };
  await withSession({ ...silent, handlers, serverCapabilities }, async ({ request }) => {
    const what =
      '7 files that contain the name could not be parsed: /src/a@b.py, "/src/new\\nline.py" and 5 more (no memory)';
    const partial = await request("locate/search", { symbol_path: "far" });
    expect(partial.result).toMatchObject({ count: 1, unparsed: { count: 7, files: unparsed.paths, why: "no memory" } });
    expect(partial.result.markdown).toContain(`There may be more: ${what}.`);
    const facts = { kind: "file_unreadable", path: "/src/a@b.py", why: "no memory", count: 7 };
    for (const [method, params] of [
      ["locate/search", { symbol_path: "Box.near" }],
      ["locate/search", { symbol_path: "far", kind: "class" }],
      ["locate/resolve", { locate: ":Box.near" }],
    ] as const) {
      const { error } = await request(method, params);
      expect(error.data).toMatchObject(facts);
      expect(error.message).toContain(what);
    }
    const { result } = await request("locate/search", { symbol_path: "other" });
    expect(result.markdown).toContain("Nothing in the workspace is declared as `other`");
    expect(result.markdown).toContain("- `/src/a.py:4@other`: `other`");
  });
});

test("The notice is sent once, when the session has begun", async () => {
  await withSession({ ...silent, notice: "No server for it." }, async ({ request, client }) => {
    await request("locate/resolve", { locate: ":Account" });
    const reported = client.messages.filter(({ method }) => method === "window/logMessage");
    expect(reported.map(({ params }) => params)).toEqual([{ type: 3, message: "No server for it." }]);
  });
});

test("Near names from an incomplete index say that there may be nearer ones", async () => {
  const declaration = { path: "/w/a.ts", name: "total", kind: "function", container: [], line: 0, character: 0 };
  const near = (isComplete: boolean) => ({ declarations: [declaration], state: { isComplete, indexed: 1, files: 2 } });
  let isComplete = false;
  const handlers = {
    ...silent.handlers,
    "lsp-locate/declarations": () => ({ declarations: [] }),
    "lsp-locate/near": () => near(isComplete),
    "lsp-locate/pattern": () => ({ declarations: [], isCut: false, state: { isComplete } }),
    "lsp-locate/text": () => ({ lines: [], isPartial: false }),
  };
  const serverCapabilities = { experimental: { declarations: true } };
  await withSession({ ...silent, serverCapabilities, handlers }, async ({ request }) => {
    const note = "The workspace is still being indexed, so there may be nearer names.";
    const { result } = await request("locate/search", { symbol_path: "totale" });
    expect(result).toMatchObject({ near: [{ symbol_path: ["total"] }], near_partial: true });
    expect(result.markdown).toContain(note);
    const { error } = await request("locate/resolve", { locate: ":totale" });
    expect(error.message).toContain(note);
    isComplete = true;
    const complete = await request("locate/search", { symbol_path: "totale" });
    expect(complete.result).not.toHaveProperty("near_partial");
    expect(complete.result.markdown).not.toContain(note);
  });
});

test.each<[object]>([
  [{ symbol_path: "x".repeat(1_001) }],
  [{ symbol_path: ["Cart", "x".repeat(1_000)] }],
  [{ symbol_path: Array.from({ length: 600 }, () => "x") }],
])("A symbol path of more than 1,000 characters is refused, and not repeated", async (params) => {
  await withSession(silent, async ({ request }) => {
    const { error } = await request("locate/search", params);
    expect(error.message).toMatch(/^Invalid Locate: symbol_path has 1\d{3} characters; expected at most 1000\.$/);
  });
});

test("An answer repeats 200 characters of a name", async () => {
  await withSession(silent, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "x".repeat(900) });
    const { markdown } = result;
    expect(markdown).toContain(`declared as \`${"x".repeat(200)}…\``);
    expect(markdown).not.toContain("x".repeat(201));
  });
});

const namedFiles = {
  "lib/util.ts":
    "export function getUser() {}\nexport function getUserName() {}\nexport class UserStore { forget() {} }\n",
  "src/user.ts": "export class user { name = 1; }\nexport function useGetUserId() {}\n",
};

test("Of several names, those that nothing has are named", async () => {
  await withSession({ ...silent, files: namedFiles }, async ({ request }) => {
    const undeclaredOf = async (symbol_path: string) =>
      (await request("locate/search", { symbol_path })).result.undeclared;
    expect(await undeclaredOf("getUser|nothingLikeIt|userstore")).toEqual(["nothingLikeIt", "userstore"]);
    expect(await undeclaredOf("getUser|get*")).toBeUndefined();
    expect(await undeclaredOf("nothingLikeIt")).toBeUndefined();
  });
});

test.each<[object, string[], string]>([
  [{ symbol_path: "getUser|UserStore" }, ["getUser", "UserStore"], "`UserStore` is declared in 1 place:"],
  [{ symbol_path: String.raw`getUser\|user.name` }, ["getUser", "user.name"], "`user.name` is declared in 1 place:"],
  [
    { symbol_path: "getUser|getUser|nothingLikeIt" },
    ["getUser"],
    "Nothing in the workspace is declared as `nothingLikeIt`.",
  ],
  [
    { symbol_path: "getuser" },
    ["getUser", "getUserName", "useGetUserId"],
    "Nothing in the workspace is declared as `getuser`; 3 declarations with such a name:",
  ],
  [{ symbol_path: "GetUser" }, ["getUser", "getUserName", "useGetUserId"], "3 declarations"],
  [{ symbol_path: "gUN" }, ["getUserName"], "1 declaration with such a name:"],
  [{ symbol_path: "get*" }, ["getUser", "getUserName"], "`get*` fits 2 declarations:"],
  [
    { symbol_path: "*User*" },
    ["getUser", "UserStore", "getUserName", "useGetUserId", "user"],
    "`*User*` fits 5 declarations:",
  ],
  [{ symbol_path: "UserStore.*" }, ["UserStore.forget"], "fits 1 declaration:"],
  [{ symbol_path: "user*.put" }, [], "Nothing in the workspace is declared as `user*.put`."],
  [{ symbol_path: "*", kind: "class" }, ["user", "UserStore"], "`*` fits 2 declarations:"],
  [{ symbol_path: "*User*", limit: 2 }, ["getUser", "UserStore"], "… and 3 more; the same with after: 2 goes on."],
  [{ symbol_path: "*User*", limit: 2, after: 4 }, ["user"], "- class `src/user.ts:user`"],
  [{ symbol_path: "getUser|UserStore", after: 1 }, ["UserStore"], "`getUser` is declared in 1 place, 0 of them:"],
])("locate/search with %j finds names by pattern", async (params, expected, markdown) => {
  await withSession({ ...silent, files: namedFiles }, async ({ request }) => {
    const { result } = await request("locate/search", params);
    expect(result.symbols.map(({ symbol_path }: Symbol) => symbol_path.join("."))).toEqual(expected);
    expect(result.markdown).toContain(markdown);
    for (const { locate, position } of result.symbols)
      expect((await request("locate/resolve", { locate })).result.position).toEqual(position);
  });
});

test("Text is found with the symbol around each line, and goes on after a number of lines", async () => {
  const files = {
    "a.ts":
      "import { x } from './env';\nclass Box {\n  open() {\n    return process.env.HOME;\n  }\n}\nprocess.env.A;\n",
    "notes.md": "Set process.environment.\n",
  };
  await withSession({ ...silent, files }, async ({ request }) => {
    const { result } = await request("locate/search", { symbol_path: "text: process.env" });
    expect(result.markdown).toBe(
      [
        "`process.env` is in 3 lines:",
        "a.ts:Box.open",
        "  4: return process.env.HOME;",
        "a.ts",
        "  7: process.env.A;",
        "notes.md",
        "  1: Set process.environment.",
      ].join("\n"),
    );
    expect(result).toMatchObject({ count: 3, symbols: [], text: [{ enclosing: { kind: "method" } }, {}, {}] });
    for (const { locate, position } of result.text)
      expect((await request("locate/resolve", { locate })).result.position).toEqual(position);
    const cut = await request("locate/search", { symbol_path: "text:process.env", limit: 1, after: 1 });
    expect(cut.result).toMatchObject({ after: 2, text: [{ position: { line: 7 } }] });
    expect(cut.result.markdown).toContain("… and 1 more; the same with after: 2 goes on.");
    for (const symbol_path of ["text:process.env", "Box|open"]) {
      const past = await request("locate/search", { symbol_path, after: 100 });
      expect(past.error?.message).toMatch(/^after: 100 is past the end: the list has \d+, and nothing is left\./);
    }
    const none = await request("locate/search", { symbol_path: "text: process . env" });
    expect(none.result.markdown).toBe("`process . env` is nowhere in the workspace's files that git does not ignore.");
    for (const symbol_path of ["text:", "text: \n", Array(21).fill("a").join("|")])
      expect((await request("locate/search", { symbol_path })).error.data.field).toBe("symbol_path");
  });
});

test("unused is true or nothing", async () => {
  await withSession(silent, async ({ request }) => {
    const { error } = await request("locate/search", { symbol_path: "*", unused: "yes" });
    expect(error).toMatchObject({ data: { kind: "invalid_locate", field: "unused" } });
  });
});
