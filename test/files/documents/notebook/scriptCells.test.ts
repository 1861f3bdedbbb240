import { cellsIn } from "../../../../src/files/documents/notebook/scriptCells.js";
import { CELL_KIND, type SymbolNode } from "../../../../src/locate/symbols/symbolNode.js";
import { withCells } from "../../../../src/session/documents/cellSymbols.js";
import { Document } from "../../../../src/text/document.js";

function cells(uri: string, languageId: string, text: string): readonly (readonly [string, string, string])[] {
  const document = Document.of(text);
  return cellsIn(document, { uri, languageId }).map(({ name, title, code }) => [
    name,
    title,
    document.slice(code.from, code.to),
  ]);
}

test("A script has the cells of its own lines", () => {
  const text = "import os\n\n# %% Load 💣\nx = 1\n\n#%%\ny\n# %%% no\n";
  expect(cells("file:///a.py", "python", text)).toEqual([
    ["cell 1", "Load 💣", "x = 1"],
    ["cell 2", "", "y\n# %%% no"],
  ]);
  expect(cells("file:///a.ts", "typescript", text.replaceAll("#", "//"))).toEqual([]);
});

test.each(["\n", "\r\n"])("A page has the chunks that are run as cells, with lines that end in %j", (end) => {
  const lines = ["# T", "```{python}", "#| echo: false", "x", "```", "```python", "y", "```", "````", "```{r}", "````"];
  const more = ["  ~~~ {r, echo=FALSE}", "  z", "  ~~~~", "```{python}", "```", "```{r}", "open"];
  const text = [...lines, ...more].join(end);
  expect(cells("file:///a.qmd", "quarto", text)).toEqual([
    ["cell 1", "{python}", `#| echo: false${end}x`],
    ["cell 2", "{r, echo=FALSE}", "  z"],
    ["cell 3", "{python}", ""],
    ["cell 4", "{r}", "open"],
  ]);
  expect(cells("file:///a.md", "markdown", text)).toEqual([]);
});

test("Cells are in the headings around them, and around what they declare", () => {
  const text = "# A\n\n```{r}\nf <- 1\n```\n\n# B\n\n```{r}\n```\n";
  const symbol = (name: string, found: string, to: string, children: readonly SymbolNode[] = []): SymbolNode => {
    const from = text.indexOf(found);
    return { name, kind: 13, from, to: text.indexOf(to, from) + to.length, nameFrom: from, nameTo: from + 1, children };
  };
  const symbols = [symbol("A", "# A", "```\n\n", [symbol("f", "f <-", "1")]), symbol("B", "# B", "{r}\n```\n")];
  const document = { uri: "file:///a.qmd", languageId: "quarto", text: Document.of(text) };
  const namesOf = (list: readonly SymbolNode[]): unknown =>
    list.map(({ name, kind, children }) => [kind === CELL_KIND ? `[${name}]` : name, namesOf(children)]);
  expect(namesOf(withCells(symbols, document))).toEqual([
    ["A", [["[cell 1]", [["f", []]]]]],
    ["B", [["[cell 2]", []]]],
  ]);
});
