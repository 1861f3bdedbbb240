/** `locate/describe`: the conformance cases of the design documents from a position to a Locate. */

import { readFileSync } from "node:fs";
import { pair } from "../pair.js";

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
