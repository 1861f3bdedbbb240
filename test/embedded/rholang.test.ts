/** Rholang in the embedded server: what its features answer about contracts and channels. */

import type {
  CompletionItem,
  DocumentSymbol,
  Hover,
  Location,
  LocationLink,
  WorkspaceEdit,
} from "vscode-languageserver";
import { Document } from "../../src/text/document.js";
import { rangeToOffsets } from "../../src/text/position.js";
import { draw, type Files, openDrawing, withoutMarks } from "./drawing.js";
import type { Pair } from "./pair.js";

let session: Pair;
afterEach(() => session?.close());

async function ask<Answer>(drawn: Files, method: string, params: object = {}): Promise<Answer> {
  const request = await openDrawing(drawn);
  session = request.session;
  const textDocument = { uri: session.uri(request.path) };
  return (await session.ask(method, { textDocument, position: request.position, ...params })) as Answer;
}

/** Returns the targets of a definition request, best first, as `file:line`, both as written. */
async function definitions(drawn: Files): Promise<string[]> {
  const links = (await ask<LocationLink[] | null>(drawn, "textDocument/definition")) ?? [];
  return links.map(
    ({ targetUri, targetSelectionRange: { start } }) => `${targetUri.split("/").at(-1)}:${start.line + 1}`,
  );
}

const overloaded = {
  "a.rho": "contract foo() = { Nil } |\ncontract foo(@a, ...@more) = { Nil } |\ncontract foo(@a) = { Nil } |\n",
};

test.each([
  ["foo!()", ["a.rho:1", "a.rho:2", "a.rho:3"]],
  ["foo!(1)", ["a.rho:3", "a.rho:2", "a.rho:1"]],
  ["foo!(1, 2)", ["a.rho:2", "a.rho:1", "a.rho:3"]],
  ['@"foo"!(1)', ["a.rho:3", "a.rho:2", "a.rho:1"]],
  ["for (@x <- foo!?()) { Nil }", ["a.rho:3", "a.rho:2", "a.rho:1"]],
])("In the file of the contracts, %s leads to those that take its arguments first.", async (use, expected) => {
  const text = `${overloaded["a.rho"]}${use.replace("foo", "┃foo")}`;
  expect(await definitions({ "a.rho": text })).toEqual(expected);
});

test.each(["foo!(1)", '@"foo"!(1)'])(
  "From another file, %s leads to the contract with that arity first.",
  async (use) => {
    const files = { ...overloaded, "b.rho": use.replace("foo", "┃foo") };
    expect((await definitions({ ...files, "a.rho": `${files["a.rho"]}Nil` }))[0]).toBe("a.rho:3");
  },
);

test.each(['┃@"foo"!(42)', '@┃"foo"!(42)', '@"┃foo"!(42)', '@"foo┃"!(42)', '@"foo"┃!(42)'])(
  "A quoted contract name leads to the contract from %s.",
  async (use) => expect(await definitions({ "a.rho": `contract foo(x) = { Nil } |\n${use}` })).toEqual(["a.rho:1"]),
);

test("A quoted name leads to a contract below `new`, since nothing else has its name.", async () =>
  expect(
    await definitions({
      "a.rho": 'new foo in {\n  contract foo(x) = { Nil } |\n  contract foo(x, y) = { Nil } |\n  @"┃foo"!(1, 2)\n}',
    }),
  ).toEqual(["a.rho:3", "a.rho:2"]));

test("A channel leads to its contract, then to `new`.", async () =>
  expect(await definitions({ "a.rho": "new foo in {\n  contract foo(x) = { Nil } |\n  ┃foo!(1)\n}" })).toEqual([
    "a.rho:2",
    "a.rho:1",
  ]));

test("The name of a contract leads to itself first.", async () =>
  expect(await definitions({ "a.rho": "new foo in {\n  contract ┃foo(x) = { Nil }\n}" })).toEqual([
    "a.rho:2",
    "a.rho:1",
  ]));

test("A channel that `new` declares in another file is no definition.", async () =>
  expect(await definitions({ "a.rho": "new secret in { secret!(1) }", "b.rho": "┃secret!(1)" })).toEqual([]));

test.each([
  ["foo!(1)", "contract foo(@amount, return)"],
  ['@"foo"!(1, *x)', "contract foo(@amount, return)"],
])("Hovering %s shows the head of the contract with its comment.", async (use, head) => {
  const text = `// Adds an amount.\n// Answers with the sum.\ncontract foo(@amount, return) = {\n  return!(amount)\n} |\n${use.replace("foo", "┃foo")}`;
  const hover = await ask<Hover>({ "a.rho": text }, "textDocument/hover");
  expect(hover.contents).toEqual({
    kind: "markdown",
    value: `\`\`\`rholang\n${head}\n\`\`\`\n\nAdds an amount.\nAnswers with the sum.`,
  });
});

test("Hovering a name that `for` binds shows where.", async () => {
  const hover = await ask<Hover>({ "a.rho": "for (@x <- c) {\n  d!(┃x)\n}" }, "textDocument/hover");
  expect(JSON.stringify(hover.contents)).toContain("@x <- c");
});

test("References of a contract are found in all files, quoted or not, and private channels are not among them.", async () => {
  const files = {
    "a.rho": "contract ⟦┃foo⟧(x) = { Nil } |\n⟦foo⟧!(1)",
    "b.rho": '@"⟦foo⟧"!(2) | ⟦foo⟧!(3)',
    "c.rho": "new foo in { foo!(4) }",
    "d.rho": 'x!("foo")',
  };
  const request = await openDrawing(files);
  session = request.session;
  const params = {
    textDocument: { uri: session.uri(request.path) },
    position: request.position,
    context: { includeDeclaration: true },
  };
  const found = (await session.ask("textDocument/references", params)) as Location[];
  expect(draw(files, request, found)).toEqual(files);
});

test("Highlights are the occurrences of the channel, written where they are declared.", async () => {
  const found = await ask<{ kind: number; range: Location["range"] }[]>(
    { "a.rho": "new ┃x in { x!(*x) | new x in { x!(1) } }" },
    "textDocument/documentHighlight",
  );
  expect(found.map(({ kind, range }) => [kind, range.start.character])).toEqual([
    [3, 4],
    [2, 11],
    [2, 15],
  ]);
});

async function renamed(text: string, newName: string): Promise<string> {
  const edit = await ask<WorkspaceEdit>({ "a.rho": text }, "textDocument/rename", { newName });
  const [change] = edit.documentChanges ?? [];
  const source = withoutMarks(text);
  const edits = change && "edits" in change ? [...change.edits] : [];
  const document = Document.of(source);
  return edits
    .map((each) => ({ ...rangeToOffsets(document, each.range, "utf-16"), text: "newText" in each ? each.newText : "" }))
    .sort((a, b) => b.from - a.from)
    .reduce((done, { from, to, text: inserted }) => done.slice(0, from) + inserted + done.slice(to), source);
}

test.each([
  ["new ┃x in { x!(*x) | x!(1) }", "y", "new y in { y!(*y) | y!(1) }"],
  ['for (@{"x": ┃x, ...r} <- c) { c!(x, r) }', "y", 'for (@{"x": y, ...r} <- c) { c!(y, r) }'],
  [
    'new foo in { contract foo(x) = { Nil } | ┃foo!(1) | @"foo"!(2) }',
    "bar",
    'new bar in { contract bar(x) = { Nil } | bar!(1) | @"foo"!(2) }',
  ],
  ["contract ┃foo(x) = { Nil }", "bar", "contract bar(x) = { Nil }"],
  ["match x { [a, ...b] => c!(┃a, b) a => c!(a) }", "z'", "match x { [z', ...b] => c!(z', b) a => c!(a) }"],
])("In %s, renaming to %s makes %s.", async (text, newName, expected) =>
  expect(await renamed(text, newName)).toBe(expected),
);

test.each([
  ["┃x!(1)", "y", /No scope of this file declares `x`/],
  ["new ┃x in { new y in { x!(1) } }", "y", /means something else already/],
  ["new ┃x in { x!(1) }", "match", /can't be a name/],
  ["new ┃x in { x!(1) }", "a-b", /is not a name/],
  ["new ┃x in { x!(1) }", "_", /is not a name/],
])("In %s, renaming to %s is refused: %s", async (text, newName, message) => {
  await expect(ask({ "a.rho": text }, "textDocument/rename", { newName })).rejects.toThrow(message);
});

test("Completion offers the names in scope and the contracts of the workspace.", async () => {
  const answer = await ask<{ items: CompletionItem[] }>(
    {
      "a.rho": "new chanOne in { for (@chanTwo <- c) { ┃chan } | new chanThree in { Nil } }",
      "b.rho": "contract chanFour() = { Nil }",
    },
    "textDocument/completion",
    { position: { line: 0, character: 43 } },
  );
  const labels = answer.items.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(["chanOne", "chanTwo", "chanFour"]));
  expect(labels).not.toContain("chanThree");
});

test("The outline of a file nests contracts and shows their parameters.", async () => {
  const text =
    "new a in {\n  // Doc.\n  contract f(x, ...@rest) = {\n    contract g() = { Nil } | new b in { Nil }\n  }\n}┃";
  const symbols = await ask<DocumentSymbol[]>({ "a.rho": text }, "textDocument/documentSymbol");
  const drawn = (list: readonly DocumentSymbol[]): unknown[] =>
    list.map(({ name, detail, range, children = [] }) => [name, detail, range.start.line, drawn(children)]);
  expect(drawn(symbols)).toEqual([
    ["a", undefined, 0, []],
    ["f", "(x, ...@rest)", 2, [["g", "()", 3, []]]],
  ]);
});

test("Workspace symbols are the contracts.", async () => {
  const found = await ask<{ name: string }[]>(
    { "a.rho": '┃new total in { contract total(x) = { Nil } | contract @"totals"() = { Nil } }' },
    "workspace/symbol",
    { query: "total" },
  );
  expect(found.map(({ name }) => name).sort()).toEqual(["total", "totals"]);
});

test("Blocks, cases, lists and comments of several lines fold.", async () => {
  const text = "┃// one\n// two\nnew x in {\n  match x {\n    1 => {\n      Nil\n    }\n  } |\n  x!([\n    1\n  ])\n}";
  const found = await ask<{ startLine: number; endLine: number; kind?: string }[]>(
    { "a.rho": text },
    "textDocument/foldingRange",
  );
  expect(found.map(({ startLine, endLine, kind }) => [startLine, endLine, kind])).toEqual([
    [0, 1, "comment"],
    [2, 11, undefined],
    [3, 7, undefined],
    [4, 6, undefined],
    [8, 10, undefined],
  ]);
});

test("A wrong token is a diagnostic on its line.", async () => {
  const report = await ask<{ items: { range: Location["range"] }[] }>(
    { "a.rho": "new x in {\n  x!(1) |\n  for (y c) { Nil }\n}┃" },
    "textDocument/diagnostic",
  );
  expect(report.items.map(({ range }) => range.start.line)).toContain(2);
});

describe("Lookup patterns of the design document", () => {
  /** Returns the ranges of the definitions as `line:from-to`. */
  async function ranges(drawn: Files): Promise<string[]> {
    const links = (await ask<LocationLink[] | null>(drawn, "textDocument/definition")) ?? [];
    return links.map(({ targetSelectionRange: { start, end } }) => `${start.line}:${start.character}-${end.character}`);
  }

  test("Local variable reference: a channel in a send leads to `new`.", async () =>
    expect(await ranges({ "a.rho": "new x in { ┃x!(42) }" })).toEqual(["0:4-5"]));

  test("Contract name in declaration: it leads to itself.", async () =>
    expect(await ranges({ "a.rho": "contract ┃foo(x) = { x!(42) }" })).toEqual(["0:9-12"]));

  test("Contract call by a quoted name: it leads to the contract in another file.", async () =>
    expect(await ranges({ "a.rho": '@"┃foo"!(42)', "b.rho": "contract foo(x) = { Nil }" })).toEqual(["0:9-12"]));

  test("Word boundary: the end of a word counts as the word.", async () =>
    expect(await ranges({ "a.rho": "new x in { x┃!(42) }" })).toEqual(["0:4-5"]));

  test("Wrappers: parentheses around a send don't matter.", async () =>
    expect(await ranges({ "a.rho": "new x in { (┃x!(42)) }" })).toEqual(["0:4-5"]));

  test("Symbol tables: a name is looked up from the inner scope outward.", async () => {
    const text = "new x in {\n  new y in {\n    x!(y)\n  }\n}";
    expect(await ranges({ "a.rho": text.replace("x!", "┃x!") })).toEqual(["0:4-5"]);
    session.close();
    expect(await ranges({ "a.rho": text.replace("(y", "(┃y") })).toEqual(["1:6-7"]);
  });

  test("Symbol tables: names of a parallel scope are not visible.", async () =>
    expect(await ranges({ "a.rho": "for (z <- c) { Nil } | for (y <- d) { ┃z!(1) }" })).toEqual([]));

  test("Positions of definitions count UTF-16 code units.", async () =>
    expect(await ranges({ "a.rho": '/* 💣 */ new é in { ┃é!("💣") }' })).toEqual(["0:13-14"]));
});
