/** The server over the index that it has in life, in this thread: that the two understand each other. */

import type { Location, LocationLink, SymbolInformation } from "vscode-languageserver-protocol";
import { indexOf } from "../workspace/indexHarness.js";
import { draw, type Files, openDrawing } from "./drawing.js";
import { type Pair, sharedSyntax } from "./pair.js";

// In life the server and its index parse in threads of their own. Here they share tree-sitter, which does not bear being loaded twice at a time.
beforeAll(() => sharedSyntax().outline({ uri: "first", languageId: "typescript", text: "" }));

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

const startIndex = async (roots: readonly string[]) => indexOf(roots).index;

/** What is answered for the name at `┃` has to be between `⟦…⟧`. */
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

test("definitions, the best of them", () =>
  answers("definition", {
    "src/a.ts": 'import { till } from "./lib";\ntill.┃open(1);\n',
    "src/lib/index.ts": "export class Bank { open(a: number) {} }\n",
    "src/lib/till.ts": "export const till = { ⟦open⟧(a: number) {} };\n",
  }));

test("names that stand in something else in their language", () =>
  answers("definition", {
    "a.go": "package p\n\nfunc f() { Till.┃Open() }\n",
    "b.go": "package p\n\nfunc (t *Till) ⟦Open⟧() {}\n",
    "c.go": "package p\n\nfunc (b *Bank) Open() {}\n",
  }));

test("C++: from the class to where its member is defined", () =>
  answers("definition", {
    "a.h": "class A {\n  void ┃run();\n};\nclass B {\n  void run();\n};\n",
    "a.cpp": "void A::⟦run⟧() {}\nvoid B::run() {}\n",
  }));

test("references", () =>
  answers(
    "references",
    {
      "a.py": "def ⟦┃f⟧(): pass\n⟦f⟧()\n",
      "b.py": "from a import ⟦f⟧\n⟦f⟧()\n",
      "c.py": "def f(): pass\nf()\n",
    },
    { context: { includeDeclaration: true } },
  ));

test("what is typed and what appears on disk", async () => {
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
