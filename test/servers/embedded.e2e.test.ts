/**
 * The embedded server, tested like any other: it works from syntax and names alone, and refuses
 * what is uncertain.
 */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { temporaryFolder } from "../folders.js";
import { type Peer, type RawPeer, repository, startPeer, startRaw } from "../peer.js";
import { asUtf16 } from "./draw.js";
import { pythonProject } from "./pythonProject.js";
import { drawLocations, hoverText } from "./resultText.js";
import { testServer } from "./scenario.js";
import { typescriptProject } from "./typescriptProject.js";

const scratch = temporaryFolder();
// Indexes of these workspaces don't belong in the user's cache.
process.env["XDG_CACHE_HOME"] = join(scratch, "cache");

const main = join(repository, "dist/command/main.js");
const server = "the embedded server";
const command = ["node", main, "embedded"];

/**
 * Returns the rows of a table shared with another server's tests, except those that begin with one
 * of these.
 */
function without<Row extends readonly [string, ...(readonly unknown[])]>(rows: readonly Row[], ...starts: string[]) {
  return rows.filter(([locate]) => !starts.some((start) => locate.startsWith(start)));
}

testServer({
  ...typescriptProject,
  server,
  command,
  hovers: [
    ["src/shapes.ts:traced", "function traced<", "Writes down each call of what it decorates."],
    ["src/main.ts@toFeet(größe<|>(", "const größe = (text: string): number", "Written long ago", "src/legacy.ts:2"],
    ["src/legacy.ts:total@<|>größe", "const größe = (text: string): number"],
    // Only types could tell which of them a wheel has.
    ["src/main.ts@wheel.<|>area()", "area(): number", "src/shapes.ts:39"],
  ],
  definitions: [
    ...without(typescriptProject.definitions, "src/main.ts@Circle.<|>of"),
    ["src/main.ts:total@sum += <|>shape", "src/main.ts: for (const ┃shape of shapes) sum += shape.area();"],
    ["src/main.ts@new <|>Square", "src/shapes.ts: export class ┃Square implements Shape {"],
    [
      "src/main.ts@Circle.<|>of",
      "src/shapes.ts: static ┃of(radius: number): Circle;",
      "src/shapes.ts: static ┃of(text: string): Circle;",
    ],
  ],
  references: [
    ...typescriptProject.references,
    ["src/legacy.ts:größe.länge", "src/legacy.ts: const ┃länge = text.length;", "src/legacy.ts: return ┃länge;"],
  ],
  renames: [
    ["src/legacy.ts:größe.länge", "n", "src/legacy.ts: const n = text.length;", "src/legacy.ts: return n;"],
    [
      "src/shapes.ts:scale.doubled",
      "twice",
      "src/shapes.ts: const twice = (value: number) => value * factor;",
      'src/shapes.ts: return typeof what === "number" ? twice(what) : new Square(twice(what.side));',
    ],
  ],
  completions: [
    ["src/shapes.ts:Square.area@this.<|>side", "side", "name", "area"],
    ["src/main.ts:total@<|>sum += ", "shape", "sum", "shapes", "größe", "report"],
  ],
  signatures: [],
  actions: [],
  others: [
    ["documentHighlight", "src/legacy.ts:größe", '"kind"'],
    ["foldingRange", "src/shapes.ts", '"startLine"'],
    ["selectionRange", "src/legacy.ts:größe.länge", '"parent"'],
    ["prepareRename", "src/shapes.ts:scale.doubled", '"placeholder":"doubled"'],
  ],
  unsupported: [["typeDefinition", "src/shapes.ts:Shape.area"]],
  poor: {},
});

testServer({
  ...pythonProject,
  server,
  command,
  points: [...pythonProject.points, [":Shelf.Full.hint", "store/items.py: def ┃hint(self) -> str:"]],
  hovers: [...pythonProject.hovers, ["store/items.py:Shelf.add", "def add(self, item: Item) -> None:", "Puts an item"]],
  definitions: [
    ...pythonProject.definitions,
    ["store/items.py:Shelf.add@self.<|>items", "store/items.py: self.┃items: list[Item] = []"],
    ["store/shop.py:total@result += <|>item", "store/shop.py: for ┃item in shelf.items:"],
  ],
  renames: [
    [
      "store/shop.py:total@<|>result = ",
      "amount",
      "store/shop.py: amount = 0.0",
      "store/shop.py: amount += item.price",
      "store/shop.py: return amount",
    ],
  ],
  completions: [
    ["store/items.py:Shelf.add@self.<|>items", "_size", "items", "add", "find"],
    ["store/shop.py:check@<|>tea =", "tea", "shelf", "größe", "Item"],
  ],
  signatures: [],
});

describe("Many languages in one workspace", () => {
  const root = join(scratch, "polyglot");
  let peer: Peer;
  beforeAll(async () => {
    for (const project of ["typescript", "python", "go", "cpp", "bash"])
      cpSync(join(repository, "test/projects", project), join(root, project), { recursive: true });
    mkdirSync(join(root, "swift"));
    writeFileSync(join(root, "swift/Band.swift"), "struct Band {\n  let players: Int\n}\n");
    writeFileSync(join(root, "swift/Band+Size.swift"), "extension Band {\n  var isDuo: Bool { players == 2 }\n}\n");
    peer = await startPeer(command, { root });
  });
  afterAll(() => peer.close());

  test.each([
    [":Units.Metric.toFeet", "typescript/src/shapes.ts"],
    [":Shelf.add", "python/store/items.py"],
    [":Account.Deposit", "go/bank/account.go"],
    [":Ledger.Balance@len(<|>l.entries)", "go/bank/ledger.go"],
    [":geo.Length", "cpp/src/shapes.hpp"],
    // The header declares it.
    [":detail.square", "cpp/src/shapes.cpp"],
    [":copy_files.inner_step", "bash/deploy.sh"],
    // An extension adds to the type.
    [":Band", "swift/Band.swift"],
    [":Band@isDuo", "swift/Band+Size.swift"],
    // Two files declare it; the text searched in it decides.
    [":check@tea = ", "python/store/shop.py"],
  ])("The symbol %s is found in %s.", async (locate, file) => {
    expect(await peer.locate("resolve", locate)).toMatchObject({ file_path: file });
  });

  test.each([
    [":Shelf.ad", "symbol_not_found"],
    [":total", "symbol_ambiguous"],
  ])("The Locate %s fails with %s.", async (locate, kind) => {
    await expect(peer.locate("resolve", locate)).rejects.toMatchObject({ data: { kind } });
  });

  test.each<[object, string[]]>([
    [{ symbol_path: "größe" }, ["python/store/prices.py", "typescript/src/legacy.ts"]],
    [{ symbol_path: "Circle.area" }, ["cpp/src/shapes.cpp", "cpp/src/shapes.hpp", "typescript/src/shapes.ts"]],
    [{ symbol_path: "add", arity: 1 }, ["python/store/items.py"]],
    [{ symbol_path: "Circle", kind: "function" }, []],
  ])("The search for %j finds its files.", async (params, files) => {
    const { symbols } = await peer.request<{ symbols: { file_path: string }[] }>("locate/search", params);
    expect([...new Set(symbols.map(({ file_path }) => file_path))].sort()).toEqual(files);
  });

  test("In Go, definitions are found across packages.", async () => {
    const definition = await peer.locate("definition", "go/main.go:main@bank.<|>Open");
    expect(drawLocations(definition, root, asUtf16)).toEqual([
      "go/bank/account.go: func ┃Open(owner string) *Account {",
    ]);
    expect(hoverText(await peer.locate("hover", "go/main.go:main@bank.<|>Open"))).toContain("Open makes an account.");
  });

  test.each([
    ["python/store/shop.py:total@<|>result = ", "while", /`while` can't be a name/],
    ["python/store/shop.py:total@<|>result = ", "shelf", /`shelf` in line 8 means something else already/],
    ["bash/deploy.sh:copy_files.source_dir", "x", /not all places that mean it are certain/],
  ])("Renaming %s to %s is refused.", async (locate, newName, message) => {
    await expect(peer.locate("rename", locate, { newName })).rejects.toThrow(message);
  });

  test.each<[string, string, readonly string[]]>([
    ["typescript/src/shapes.ts:Square", "Box", ["typescript/src/main.ts", "typescript/src/shapes.ts"]],
    ["python/store/items.py:Shelf.add", "put", ["python/store/items.py", "python/store/shop.py"]],
  ])("Renaming %s to %s changes all files that use it.", async (locate, newName, files) => {
    const { documentChanges } = await peer.locate<WorkspaceEdit>("rename", locate, { newName });
    const uris = documentChanges?.flatMap((each) => ("textDocument" in each ? [each.textDocument.uri] : []));
    expect(uris?.sort()).toEqual(files.map((file) => peer.uri(file)));
  });

  test("Unsaved text and files just written count.", async () => {
    const uri = peer.uri("typescript/src/unsaved.ts");
    const item = { uri, languageId: "typescript", version: 1, text: "export function unsavedYet() {}\n" };
    await peer.notify("textDocument/didOpen", { textDocument: item });
    expect(await peer.locate("resolve", ":unsavedYet")).toMatchObject({ position: { line: 1, character: 17 } });
    const contentChanges = [{ text: "\nexport function renamedSince() {}\n" }];
    await peer.notify("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges });
    expect(await peer.locate("resolve", ":renamedSince")).toMatchObject({ position: { line: 2, character: 17 } });
    await expect(peer.locate("resolve", ":unsavedYet")).rejects.toMatchObject({ data: { kind: "symbol_not_found" } });
    await peer.notify("textDocument/didClose", { textDocument: { uri } });
    await expect(peer.locate("resolve", ":renamedSince")).rejects.toMatchObject({ data: { kind: "symbol_not_found" } });
    writeFileSync(join(root, "python/store/prices.py"), "\n\ndef onDiskNow(): pass\n");
    expect(await peer.locate("resolve", ":onDiskNow")).toMatchObject({ position: { line: 3, character: 5 } });
  });
});

describe("Lines that a grammar can't read", () => {
  const root = join(scratch, "unreadable");
  let peer: Peer;
  beforeAll(async () => {
    mkdirSync(root);
    const shapes = "protocol Shape {\n  func area() -> Int\n}\nstruct Square: Shape {\n  func area() -> Int { 1 }\n}\n";
    writeFileSync(join(root, "Shapes.swift"), shapes);
    // The second branch is no whole code by itself.
    const maker =
      "class Maker {\n  #if DEBUG\n  let one = make(\n  #else\n  let one = Shape.make(\n  #endif\n    1)\n  func use() {}\n}\n";
    writeFileSync(join(root, "Maker.swift"), maker);
    peer = await startPeer(command, { root });
  });
  afterAll(() => peer.close());

  test.each(["references", "implementation"])("The place of the name in one is listed with the %s.", async (method) => {
    const { unconfirmed } = (await peer.request(`locate/${method}`, {
      locate: "Shapes.swift:Shape",
      place: true,
    })) as { unconfirmed: { places: readonly { line: number }[]; why: string } };
    expect(unconfirmed).toMatchObject({ count: 1, why: expect.stringContaining("line 5 of Maker.swift") });
  });

  test("An outline names them, and has what is declared there.", async () => {
    const { unreadable, symbols } = (await peer.request("locate/outline", { file_path: "Maker.swift" })) as {
      unreadable: readonly string[];
      symbols: readonly { children: readonly { name: string }[] }[];
    };
    expect(unreadable).toEqual(["line 5"]);
    expect(symbols[0]?.children.map(({ name }) => name)).toEqual(["one", "one", "use"]);
  });
});

describe("Without an installed server", () => {
  const root = join(scratch, "bare");
  const bin = join(scratch, "bin");
  let raw: RawPeer;
  beforeAll(() => {
    cpSync(join(repository, "test/projects/python"), root, { recursive: true });
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, "node"));
  });
  afterAll(() => raw?.kill());

  test("The embedded server serves the language, and says so once.", async () => {
    // The proxy by its own command line, which decides what to start.
    raw = startRaw(["env", `PATH=${bin}`, process.execPath, main, "--language", "python"], { root, direct: true });
    const said: unknown[] = [];
    const answerTo = (id: number) =>
      raw.messageThat((message) => {
        const { method, params, id: answered } = message as { method?: string; params?: object; id?: number };
        if (method === "window/logMessage") said.push(params);
        return answered === id && method === undefined;
      });
    const rootUri = `file://${root}`;
    raw.send({ jsonrpc: "2.0", id: 1, method: "initialize", params: { processId: null, rootUri, capabilities: {} } });
    await answerTo(1);
    raw.send({ jsonrpc: "2.0", method: "initialized", params: {} });
    for (const id of [2, 3]) {
      raw.send({ jsonrpc: "2.0", id, method: "locate/hover", params: { locate: ":Shelf.add" } });
      expect(await answerTo(id)).toMatchObject({ result: { contents: expect.anything() } });
    }
    raw.send({ jsonrpc: "2.0", id: 4, method: "shutdown" });
    await answerTo(4);
    raw.send({ jsonrpc: "2.0", method: "exit" });
    expect(await raw.exit()).toBe(0);
    expect(said).toEqual([
      {
        type: 3,
        message: expect.stringMatching(/^No language server for python is installed; the embedded one answers/),
      },
    ]);
  });
});
