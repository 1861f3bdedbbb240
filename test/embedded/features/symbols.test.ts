import type { DocumentSymbol, SymbolInformation } from "vscode-languageserver-protocol";
import { draw, openDrawing } from "../drawing.js";
import { type Pair, type PairOptions, pair } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

async function symbolsOf(path: string, text: string, options: PairOptions = {}) {
  session = await pair(options);
  await session.open(path, text);
  return session.ask("textDocument/documentSymbol", { textDocument: { uri: session.uri(path) } });
}

const listed = (symbols: readonly DocumentSymbol[], indentation = ""): string[] =>
  symbols.flatMap(({ name, kind, children }) => [
    `${indentation}${kind} ${name}`,
    ...listed(children ?? [], `${indentation}  `),
  ]);

const source =
  "// Above.\r@d\rclass Größe {\r  // 💣\r  wert = 2;\r  run(a) {\r    const local = 1;\r    function inner() {}\r  }\r}\rconst top = 1;\r";

test("Document symbols are nested, without local variables, with LSP's kinds", async () => {
  expect(listed(await symbolsOf("a.ts", source))).toEqual(["5 Größe", "  7 wert", "  6 run", "    12 inner", "14 top"]);
});

test("The range includes decorators and the selection range is the name, also with lone CRs", async () => {
  const [type] = (await symbolsOf("a.ts", source)) as DocumentSymbol[];
  expect(type).toMatchObject({
    range: { start: { line: 1, character: 0 }, end: { line: 9, character: 1 } },
    selectionRange: { start: { line: 2, character: 6 }, end: { line: 2, character: 11 } },
  });
});

test("Clients without hierarchical symbols receive flat symbols", async () => {
  const symbols = (await symbolsOf("a.ts", source, { capabilities: {} })) as SymbolInformation[];
  expect(symbols.map(({ name, kind, containerName }) => ({ name, kind, containerName }))).toEqual([
    { name: "Größe", kind: 5, containerName: undefined },
    { name: "wert", kind: 7, containerName: "Größe" },
    { name: "run", kind: 6, containerName: "Größe" },
    { name: "inner", kind: 12, containerName: "run" },
    { name: "top", kind: 14, containerName: undefined },
  ]);
  expect(symbols[1]?.location).toEqual({
    uri: session?.uri("a.ts"),
    range: { start: { line: 4, character: 2 }, end: { line: 4, character: 10 } },
  });
});

test("A document without a grammar has no symbols", async () => {
  expect(await symbolsOf("a.txt", "class A {}")).toEqual([]);
});

test("A file that is not open has symbols", async () => {
  session = await pair({ files: { "a.py": "def f(): pass\n" } });
  const answer = await session.ask("textDocument/documentSymbol", { textDocument: { uri: session.uri("a.py") } });
  expect(listed(answer)).toEqual(["12 f"]);
});

describe("workspace symbols", () => {
  test("Workspace symbols match letters and have their containers", async () => {
    const drawn = {
      "a.ts": "class Shop { ⟦openTill⟧() {} }\n┃",
      "b.py": "def ⟦open_till⟧(): pass\ndef other(): pass\n",
    };
    const asked = await openDrawing(drawn);
    session = asked.session;
    const symbols = (await session.ask("workspace/symbol", { query: "optill" })) as SymbolInformation[];
    expect(
      draw(
        drawn,
        asked,
        symbols.map(({ location }) => location),
      ),
    ).toEqual(drawn);
    expect(symbols.map(({ name, kind, containerName }) => ({ name, kind, containerName }))).toEqual([
      { name: "openTill", kind: 6, containerName: "Shop" },
      { name: "open_till", kind: 12, containerName: undefined },
    ]);
  });
  test("Workspace symbols include those of unsaved texts", async () => {
    session = await pair({ files: { "a.py": "def f(): pass\n" } });
    await session.open("a.py", "def g(): pass\n");
    const symbols = (await session.ask("workspace/symbol", { query: "" })) as SymbolInformation[];
    expect(symbols.map(({ name }) => name)).toEqual(["g"]);
  });
  test("Workspace symbols are of all folders", async () => {
    const files = { "one/a.py": "def f(): pass\n", "two/b.py": "def f(): pass\n", "three/c.py": "def f(): pass\n" };
    session = await pair({ files, roots: ["one", "two"] });
    const symbols = (await session.ask("workspace/symbol", { query: "f" })) as SymbolInformation[];
    expect(symbols.map(({ location }) => location.uri)).toEqual([session.uri("one/a.py"), session.uri("two/b.py")]);
  });
});
