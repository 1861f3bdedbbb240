/** In agent mode, a client that speaks plain LSP to a real server gets complete answers. */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  Location,
  Range,
  SymbolInformation,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { afterTest, testIf } from "../jest.js";
import { type CapabilitiesName, type Peer, repository, startPeer } from "../peer.js";
import { isOnPath } from "./scenario.js";

jest.setTimeout(120_000);

const bin = (name: string) => join(repository, "node_modules", ".bin", name);

/** Whether a program is more than a link to a toolchain manager that has not installed it. */
const startsServer = (name: string) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0;

/** Starts a server in agent mode in a folder with these files, of which the first is open. */
async function open(
  command: readonly string[],
  files: Readonly<Record<string, string>>,
  { languageId, capabilities = "poor" }: { readonly languageId: string; readonly capabilities?: CapabilitiesName },
) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-plain-")));
  afterTest(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const peer = await startPeer(command, { root, options: ["--agent"], capabilities });
  const [[path, text]] = Object.entries(files) as [[string, string]];
  await peer.notify("textDocument/didOpen", {
    textDocument: { uri: peer.uri(path), languageId, version: 1, text },
  });
  const placesOf = (locations: readonly Location[] | null) =>
    (locations ?? []).map(
      ({ uri, range: { start } }) => `${fileURLToPath(uri).slice(root.length + 1)}:${start.line + 1}`,
    );
  return { peer, root, placesOf, about: (word: string) => aboutWord(peer, path, text, word) };
}

function aboutWord({ uri }: Peer, path: string, text: string, word: string) {
  const before = text.slice(0, text.indexOf(word)).split("\n");
  const position = { line: before.length - 1, character: (before.at(-1) as string).length };
  return { textDocument: { uri: uri(path) }, position, context: { includeDeclaration: true } };
}

test("References of TypeScript without a tsconfig.json have the files that are not loaded", async () => {
  const { peer, placesOf, about } = await open(
    [bin("typescript-language-server"), "--stdio"],
    {
      "src/pay.ts": "export function pay() {}\n",
      "src/one.ts": 'import { pay } from "./pay";\npay();\n',
      "lib/two.ts": 'import { pay as settle } from "../src/pay";\nsettle();\n',
      "src/not.ts": "function pay() {}\npay();\n",
    },
    { languageId: "typescript" },
  );
  const found = await peer.request<Location[]>("textDocument/references", about("pay"));
  expect(placesOf(found).sort()).toEqual([
    "lib/two.ts:1",
    "lib/two.ts:1",
    "lib/two.ts:2",
    "src/one.ts:1",
    "src/one.ts:2",
    "src/pay.ts:1",
  ]);
  const symbols = await peer.request<SymbolInformation[]>("workspace/symbol", { query: "pay" });
  expect(placesOf(symbols.map(({ location }) => location)).sort()).toEqual(["src/not.ts:1", "src/pay.ts:1"]);
  expect(symbols.map(({ location }) => location.range.start.character).sort()).toEqual([16, 9]);
  await peer.close();
});

test("Implementations and subtypes of Python come from pyright's references", async () => {
  const { peer, placesOf, about } = await open(
    [bin("pyright-langserver"), "--stdio"],
    {
      "shop/item.py": "class Item:\n    def price(self) -> int:\n        return 1\n",
      "shop/book.py":
        "from shop.item import Item\n\n\nclass Book(Item):\n    def price(self) -> int:\n        return 2\n",
      "pyrightconfig.json": "{}\n",
    },
    { languageId: "python" },
  );
  expect(peer.initialized.capabilities).toMatchObject({ implementationProvider: true, typeHierarchyProvider: true });
  expect(placesOf(await peer.request<Location[]>("textDocument/implementation", about("Item")))).toEqual([
    "shop/book.py:4",
  ]);
  expect(placesOf(await peer.request<Location[]>("textDocument/implementation", about("price")))).toEqual([
    "shop/book.py:5",
  ]);
  await peer.close();
});

test("Calls of a shell function come from the references of bash-language-server", async () => {
  const { peer, about } = await open(
    [bin("bash-language-server"), "start"],
    { "run.sh": "#!/bin/bash\ngreet() {\n  echo hi\n}\nmain() {\n  greet\n}\nmain\n" },
    { languageId: "shellscript" },
  );
  expect(peer.initialized.capabilities).toMatchObject({ callHierarchyProvider: true });
  const [item] = await peer.request<CallHierarchyItem[]>("textDocument/prepareCallHierarchy", about("greet"));
  expect(item).toMatchObject({ name: "greet", selectionRange: { start: { line: 1, character: 0 } } });
  const calls = await peer.request<CallHierarchyIncomingCall[]>("callHierarchy/incomingCalls", { item });
  expect(calls.map(({ from, fromRanges }) => [from.name, fromRanges.length])).toEqual([["main", 1]]);
  const symbols = await peer.request<SymbolInformation[]>("textDocument/documentSymbol", about("greet"));
  expect(symbols.map(({ name, location }) => [name, location.range.start])).toEqual([
    ["greet", { line: 1, character: 0 }],
    ["main", { line: 4, character: 0 }],
  ]);
  await peer.close();
});

testIf(isOnPath("gopls"), "gopls is not installed")(
  "References of Go have files of the package that other build tags leave out",
  async () => {
    const { peer, placesOf, about } = await open(
      ["gopls"],
      {
        "pay.go": "package shop\n\nfunc Pay() {}\n",
        "extra.go": "//go:build extra\n\npackage shop\n\nfunc extra() { Pay() }\n",
        "cmd/main.go": '//go:build extra\n\npackage main\n\nimport "example.com/shop"\n\nfunc main() { shop.Pay() }\n',
        "go.mod": "module example.com/shop\n\ngo 1.21\n",
      },
      { languageId: "go" },
    );
    const found = await peer.request<Location[]>("textDocument/references", about("Pay"));
    expect(placesOf(found).sort()).toEqual(["cmd/main.go:7", "extra.go:5", "pay.go:3"]);
    await peer.close();
  },
);

testIf(isOnPath("clangd"), "clangd is not installed")(
  "References of C++ without a compile_commands.json have the files that are not open",
  async () => {
    const { peer, placesOf, about } = await open(
      ["clangd"],
      {
        "src/pay.h": "#pragma once\nnamespace shop {\nint pay(int amount);\n}\n",
        "src/pay.cc": '#include "pay.h"\nnamespace shop {\nint pay(int amount) { return amount; }\n}\n',
        "src/one.cc": '#include "pay.h"\nint one() { return shop::pay(1); }\n',
        "src/two.cc": '#include "pay.h"\nusing shop::pay;\nint two() { return pay(2); }\n',
        "src/three.cc": '#include "pay.h"\nusing namespace shop;\nint three() { return pay(3); }\n',
        "src/not.cc": "static int pay(int amount) { return -amount; }\nint four() { return pay(4); }\n",
      },
      { languageId: "cpp" },
    );
    const found = await peer.request<Location[]>("textDocument/references", about("pay"));
    expect(placesOf(found).sort()).toEqual([
      "src/one.cc:2",
      "src/pay.cc:3",
      "src/pay.h:3",
      "src/three.cc:3",
      "src/two.cc:2",
      "src/two.cc:3",
    ]);
    await peer.close();
  },
);

testIf(startsServer("rust-analyzer"), "rust-analyzer is not installed")(
  "References of Rust have both crates of a workspace",
  async () => {
    const { peer, placesOf, about } = await open(
      ["rust-analyzer"],
      {
        "till/src/lib.rs": "pub fn pay(amount: u32) -> u32 {\n    amount\n}\n",
        "shop/src/main.rs": "use till::pay;\n\nmod one;\n\nfn main() {\n    pay(1);\n    one::one();\n}\n",
        "shop/src/one.rs": "pub fn one() -> u32 {\n    till::pay(2)\n}\n",
        "shop/src/not.rs": "fn pay(amount: u32) {}\n\nfn two() {\n    pay(3);\n}\n",
        "Cargo.toml": '[workspace]\nmembers = ["till", "shop"]\nresolver = "2"\n',
        "till/Cargo.toml": '[package]\nname = "till"\nversion = "0.1.0"\nedition = "2021"\n',
        "shop/Cargo.toml":
          '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\ntill = { path = "../till" }\n',
      },
      { languageId: "rust" },
    );
    const found = await peer.request<Location[]>("textDocument/references", about("pay"));
    expect(placesOf(found).sort()).toEqual([
      "shop/src/main.rs:1",
      "shop/src/main.rs:6",
      "shop/src/one.rs:2",
      "till/src/lib.rs:1",
    ]);
    await peer.close();
  },
);

test("A plain rename of a method has the overrides that locate/rename has", async () => {
  const files = {
    "shapes.py": "class Shape:\n    def area(self) -> int:\n        return 0\n",
    "square.py": "from shapes import Shape\n\n\nclass Square(Shape):\n    def area(self) -> int:\n        return 4\n",
    "use.py": "from square import Square\n\nprint(Square().area())\n",
    "other.py": "class Field:\n    def area(self) -> int:\n        return 1\n",
  };
  const { peer, about } = await open([bin("pyright-langserver"), "--stdio"], files, { languageId: "python" });
  const located = await peer.locate<WorkspaceEdit>("rename", "shapes.py:Shape.area", { newName: "size" });
  const plain = await peer.request<WorkspaceEdit>("textDocument/rename", { ...about("area"), newName: "size" });
  expect(renamedLines(plain)).toEqual(["shapes.py:2", "square.py:5", "use.py:3"]);
  expect(renamedLines(located)).toEqual(renamedLines(plain));
  await peer.close();
});

testIf(isOnPath("clangd"), "clangd is not installed")(
  "A plain rename of a virtual function, which clangd 14 refuses, has the overrides that locate/rename has",
  async () => {
    const files = {
      "base.h": "struct Base {\n  virtual ~Base() {}\n  virtual int area(int) = 0;\n};\n",
      "main.cc":
        '#include "base.h"\nstruct Leaf : Base {\n  int area(int n) override { return n; }\n};\nint run(Base &base) { return base.area(1) + Leaf().area(2); }\n',
      "other.cc": "struct Other {\n  int area(int n) { return n; }\n};\nint run() { return Other().area(3); }\n",
      "compile_flags.txt": "-std=c++17\n",
    };
    const { peer, about } = await open(["clangd"], files, { languageId: "cpp", capabilities: "full" });
    const { range } = await peer.request<{ range: Range }>("textDocument/prepareRename", about("area"));
    expect(range).toEqual({ start: { line: 2, character: 14 }, end: { line: 2, character: 18 } });
    const plain = await peer.request<WorkspaceEdit>("textDocument/rename", { ...about("area"), newName: "size" });
    const located = await peer.locate<WorkspaceEdit>("rename", "base.h:Base.area", { newName: "size", apply: false });
    expect(renamedLines(plain)).toEqual(["base.h:3", "main.cc:3", "main.cc:5", "main.cc:5"]);
    expect(renamedLines(located)).toEqual(renamedLines(plain));
    await peer.close();
  },
);

/** Returns the edits of a rename as `file:line`. */
function renamedLines({ changes = {}, documentChanges = [] }: WorkspaceEdit): readonly string[] {
  const parts = documentChanges.flatMap((part) =>
    "edits" in part ? [[part.textDocument.uri, part.edits] as const] : [],
  );
  return [...Object.entries(changes), ...parts]
    .flatMap(([uri, edits]) => edits.map((edit) => `${basename(uri)}:${(edit as TextEdit).range.start.line + 1}`))
    .sort();
}
