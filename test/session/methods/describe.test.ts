/** `locate/describe`: the conformance cases of the design documents from a position to a Locate. */

import { readFileSync } from "node:fs";
import { readToolLocates } from "../../../src/cli/mcp/tools/toolCall.js";
import { readLocates } from "../../../src/cli/methods/readLocates.js";
import { Document } from "../../../src/text/document.js";
import { offsetsToRange } from "../../../src/text/position.js";
import { closePairs, pair } from "../pair.js";

afterEach(closePairs);

interface Place {
  readonly line: number;
  readonly character: number;
}

interface DesignCase {
  readonly id: string;
  readonly op: string;
  readonly title: string;
  readonly input: {
    readonly files: Readonly<Record<string, string>>;
    readonly documentSymbols: readonly object[];
    readonly file: string;
    readonly position: Place;
  };
  readonly expected: {
    readonly locateResolvesBackTo: Place;
    readonly preferred?: object;
    readonly scopeIsOneOf?: readonly object[];
    readonly locateStringRoundTrips?: boolean;
  };
}

const { cases } = JSON.parse(readFileSync("test/cases/seed-cases.json", "utf8")) as { readonly cases: DesignCase[] };
const described = cases.filter(({ op }) => op === "describePosition");

test("The design documents have such cases", () => expect(described.length).toBeGreaterThan(1));

test.each(described.map((each) => [each.id, each.title, each] as const))(
  "Case %s of the design documents holds: %s",
  async (_id, _title, each) => {
    const { files, documentSymbols, file, position } = each.input;
    const { expected } = each;
    const { open, request, uri } = pair({
      files,
      handlers: { "textDocument/documentSymbol": () => documentSymbols },
    });
    await open();
    const lsp = { line: position.line - 1, character: position.character - 1 };
    const { result } = await request("locate/describe", { textDocument: { uri: uri(file) }, position: lsp });
    const { locate, notation } = result;
    const ways = expected.locateStringRoundTrips === false ? [locate] : [locate, notation];
    for (const way of ways)
      expect((await request("locate/resolve", { locate: way })).result.position).toEqual(expected.locateResolvesBackTo);
    if (expected.preferred) expect(locate).toEqual(expected.preferred);
    if (expected.scopeIsOneOf) expect(expected.scopeIsOneOf).toContainEqual(locate.scope);
  },
);

describe("The notation is a string that leads back", () => {
  const same = "fuse(1);\n".repeat(40);
  test.each([
    ["text in the notation", "a.js", "fuse(⟦1⟧);\n", /^a\.js@/],
    ["text of several lines", "b.js", `${"f();\n".repeat(4)}⟦f⟧();\n${"f();\n".repeat(4)}`, /^b\.js@[^{]*\n/],
    ["JSON text for an index", "c.js", `${same}fuse(⟦1⟧);\n${same}`, /^\{"file_path":"c\.js".*"find_index":40\}$/],
    ["a path that begins with a brace", "{{name}}.js", "fuse(⟦1⟧);\n", /^\{\{name\}\}\.js@/],
    ["JSON text for a path that begins like JSON", '{"a.js', "fuse(⟦1⟧);\n", /^\{"file_path":/],
  ])("through LSP, MCP and the shell: %s.", async (_title, file, drawn, form) => {
    const text = drawn.replace(/[⟦⟧]/g, "");
    const [from, to] = [drawn.indexOf("⟦"), drawn.indexOf("⟧") - 1];
    const { open, request, uri, root } = pair({
      files: { [file]: text },
      handlers: { "textDocument/documentSymbol": () => [] },
    });
    await open();
    const document = Document.of(text);
    const target = { textDocument: { uri: uri(file) }, range: offsetsToRange(document, { from, to }, "utf-16") };
    const { notation, locate } = (await request("locate/describe", target)).result;
    expect(notation).toMatch(form);
    const [inMcp] = readToolLocates(notation, (path) => path === file);
    const [atShell] = readLocates(notation, "place", { workingDirectory: root, root: undefined });
    for (const way of [notation, locate, inMcp, atShell])
      expect((await request("locate/resolveRange", { locate: way })).result?.target).toEqual(target);
  });
});
