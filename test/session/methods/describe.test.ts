/** The conformance cases drawn from the seed documents that lead from a position back to a Locate. */

import { readFileSync } from "node:fs";
import { pair } from "../pair.js";

interface Place {
  readonly line: number;
  readonly character: number;
}

interface SeedCase {
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

const { cases } = JSON.parse(readFileSync("test/cases/seed-cases.json", "utf8")) as { readonly cases: SeedCase[] };
const described = cases.filter(({ op }) => op === "describePosition");

test("there are some", () => expect(described.length).toBeGreaterThan(1));

test.each(described.map((seed) => [seed.id, seed.title, seed] as const))("%s: %s", async (_id, _title, seed) => {
  const { files, documentSymbols, file, position } = seed.input;
  const { expected } = seed;
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
});
