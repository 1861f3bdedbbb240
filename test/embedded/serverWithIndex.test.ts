/** The server with a real index, in this thread. */

import type { Location, LocationLink, SymbolInformation } from "vscode-languageserver-protocol";
import { indexOf } from "../workspace/indexHarness.js";
import { draw, type Files, openDrawing } from "./drawing.js";
import { type Pair, sharedSyntax } from "./pair.js";

// Normally the server and its index parse in threads. Here they share one tree-sitter, which can't
// be loaded twice at a time.
beforeAll(() => sharedSyntax().outline({ uri: "first", languageId: "typescript", text: "" }));

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

const startIndex = async (roots: readonly string[]) => indexOf(roots).index;

/** Checks that the results for the name at `┃` are the stretches between `⟦…⟧`. */
async function answers(method: "definition" | "references", drawn: Files, params: object = {}) {
  const asked = await openDrawing(drawn, { startIndex });
  session = asked.session;
  const { path, position } = asked;
  const textDocument = { uri: session.uri(path) };
  const answer = await session.ask(`textDocument/${method}`, { textDocument, position, ...params });
  const places = (answer as (Location & LocationLink)[]).map(({ uri, range, targetUri, targetSelectionRange }) => {
    return { uri: uri ?? targetUri, range: range ?? targetSelectionRange };
  });
  expect(draw(drawn, asked, places)).toEqual(drawn);
}

test("The best definition is returned", () =>
  answers("definition", {
    "src/a.ts": 'import { till } from "./lib";\ntill.┃open(1);\n',
    "src/lib/index.ts": "export class Bank { open(a: number) {} }\n",
    "src/lib/till.ts": "export const till = { ⟦open⟧(a: number) {} };\n",
  }));

test("A name written inside another symbol of its language is found", () =>
  answers("definition", {
    "a.go": "package p\n\nfunc f() { Till.┃Open() }\n",
    "b.go": "package p\n\nfunc (t *Till) ⟦Open⟧() {}\n",
    "c.go": "package p\n\nfunc (b *Bank) Open() {}\n",
  }));

test("In C++ a member leads from the class to its definition", () =>
  answers("definition", {
    "a.h": "class A {\n  void ┃run();\n};\nclass B {\n  void run();\n};\n",
    "a.cpp": "void A::⟦run⟧() {}\nvoid B::run() {}\n",
  }));

test("References are found in all files", () =>
  answers(
    "references",
    {
      "a.py": "def ⟦┃f⟧(): pass\n⟦f⟧()\n",
      "b.py": "from a import ⟦f⟧\n⟦f⟧()\n",
      "c.py": "def f(): pass\nf()\n",
    },
    { context: { includeDeclaration: true } },
  ));

test("Unsaved texts and new files on disk are indexed", async () => {
  const asked = await openDrawing({ "a.ts": "┃before();\n" }, { startIndex });
  const here = asked.session;
  session = here;
  const find = (name: string) => here.ask("lsp-locate/declarations", { name });
  await here.change("a.ts", [{ text: "function typed() {}\n" }]);
  expect((await find("typed")).declarations).toHaveLength(1);
  here.write("b.ts", "export function written() {}\n");
  await here.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: here.uri("b.ts"), type: 1 }] });
  expect((await find("written")).declarations).toHaveLength(1);
  const symbols = (await here.ask("workspace/symbol", { query: "typ" })) as SymbolInformation[];
  expect(symbols.map(({ name }) => name)).toEqual(["typed"]);
});
