import { type Pair, type PairOptions, pair } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

const pulling = { capabilities: { textDocument: { diagnostic: {} } } };

async function pulled(path: string, text: string, options: PairOptions = pulling) {
  session = await pair(options);
  await session.open(path, text);
  return session.ask("textDocument/diagnostic", { textDocument: { uri: session.uri(path) } });
}

describe("syntax errors", () => {
  test.each([
    ["a.js", "let a = (1;\n", "Syntax error: `)` is missing here.", [0, 10, 0, 10]],
    ["a.js", "let a = 1;\rlet b = '💣' 2;\r", "Syntax error: `2` is unexpected here.", [1, 13, 1, 14]],
    ["a.py", "x = 1\r\ndef f(:\r\n    pass\r\n", "Syntax error: `)` is missing here.", [1, 6, 1, 6]],
  ])(
    "A syntax error is reported in %s: %j",
    async (path, text, message, [startLine, startCharacter, endLine, endCharacter]) => {
      const { items } = await pulled(path, text);
      expect(items[0]).toEqual({
        range: {
          start: { line: startLine, character: startCharacter },
          end: { line: endLine, character: endCharacter },
        },
        severity: 1,
        source: "lsp-locate",
        message,
      });
    },
  );
  test("An error where the grammar may be at fault is a warning with the lines", async () => {
    const { items } = await pulled("a.kt", "class A {\n    fun a() = )) ((\n}\n");
    expect(items).toEqual([
      expect.objectContaining({
        severity: 2,
        code: "unreadable",
        message: expect.stringMatching(/^Line 2 could not be read \(the grammar may be at fault\)\./),
      }),
    ]);
  });
  test("An error over many lines is reported on its first line", async () => {
    const { items } = await pulled("a.ts", `class A { ${"((((\n".repeat(5)}`);
    for (const { range } of items) expect(range.end.line).toBe(range.start.line);
  });
  test("A text without errors, or without a grammar, has no diagnostics", async () => {
    expect((await pulled("a.ts", "let a = 1;\n")).items).toEqual([]);
    session?.close();
    expect(await pulled("a.txt", "let a = (")).toEqual({ kind: "full", items: [] });
  });
});

describe("pulled diagnostics", () => {
  test("A client that pulls gets the capability and no pushed diagnostics", async () => {
    await pulled("a.ts", "let a = (");
    expect(session?.capabilities.diagnosticProvider).toEqual({
      interFileDependencies: false,
      workspaceDiagnostics: false,
    });
    expect(session?.said).toEqual([]);
  });
  test("The report is unchanged while the text is the same", async () => {
    const { resultId } = await pulled("a.ts", "let a = (");
    const params = { textDocument: { uri: session?.uri("a.ts") }, previousResultId: resultId };
    expect(await session?.ask("textDocument/diagnostic", params)).toEqual({ kind: "unchanged", resultId });
    await session?.change("a.ts", [{ text: "let a = 1" }]);
    expect(await session?.ask("textDocument/diagnostic", params)).toMatchObject({ kind: "full", items: [] });
  });
});

describe("pushed diagnostics", () => {
  const published = (version?: number) => (said: { method: string; params: { version?: number } }) =>
    said.method === "textDocument/publishDiagnostics" && (version === undefined || said.params.version === version);

  test("Diagnostics with the version are pushed when a document is opened or changed", async () => {
    session = await pair();
    expect(session.capabilities.diagnosticProvider).toBeUndefined();
    await session.open("a.js", "let a = (1;\n");
    const first = await session.until(published(2));
    expect(first.params).toMatchObject({ uri: session.uri("a.js"), diagnostics: [{ severity: 1 }] });
    await session.change("a.js", [{ text: "let a = 1;\n" }]);
    expect((await session.until(published(3))).params.diagnostics).toEqual([]);
  });
  test("Clients without versionSupport get no version", async () => {
    session = await pair({ capabilities: {} });
    await session.open("a.js", "let a = 1;\n");
    expect((await session.until(published())).params).toEqual({ uri: session.uri("a.js"), diagnostics: [] });
  });
  test("Of several quick changes only the last is published", async () => {
    session = await pair();
    await session.open("a.js", "let a = 1;\n");
    const end = { line: 0, character: 10 };
    for (const text of ["(", "(", ")", ")"]) await session.change("a.js", [{ range: { start: end, end }, text }]);
    const { params } = await session.until(published(6));
    expect(params.diagnostics).toHaveLength(1);
    const versions = session.said.map((said) => said.params.version);
    expect(versions).toEqual([...versions].sort());
  });
  test("An empty list is published when a document is closed", async () => {
    session = await pair();
    await session.open("a.js", "let a = (1;\n");
    await session.until(published(2));
    await session.closeDocument("a.js");
    const { params } = await session.until((said) => published()(said) && said.params.version === undefined);
    expect(params).toEqual({ uri: session.uri("a.js"), diagnostics: [] });
  });
});
