/** The conformance cases of the design documents, through `workspace/symbol`. */

import { readFileSync } from "node:fs";
import type { Locate } from "../../../src/locate/locate.js";
import { writeLocate } from "../../../src/locate/notation/notation.js";
import { agentPair } from "../agent/agentServers.js";
import { closePairs } from "../pair.js";

afterEach(closePairs);

interface DesignCase {
  readonly id: string;
  readonly op: string;
  readonly input: {
    readonly files?: Readonly<Record<string, string>>;
    readonly documentSymbols?: readonly object[];
    readonly locate?: Locate;
    readonly locateString?: string;
  };
  readonly expected: { readonly position?: { readonly line: number; readonly character: number } };
}

const { cases } = JSON.parse(readFileSync("test/cases/seed-cases.json", "utf8")) as { readonly cases: DesignCase[] };

/** Returns the notation of a case's Locate; undefined for one that is no query. */
function queryOf({ locate, locateString, files = {} }: DesignCase["input"]): string | undefined {
  const exists = (path: string) => Object.hasOwn(files, path);
  try {
    const query = locateString ?? (locate && writeLocate(locate, { exists }));
    const isLocate = Object.keys(files).some(
      (path) => query !== undefined && /^[:@]+[^:@]/.test(query.slice(path.length)) && query.startsWith(path),
    );
    return isLocate && !query?.startsWith("{") ? query : undefined;
  } catch {
    return undefined;
  }
}

const queries = cases.flatMap((each) => {
  const query = ["locate", "locateRange", "lspRequest"].includes(each.op) ? queryOf(each.input) : undefined;
  return query === undefined ? [] : [[each.id, query, each] as const];
});

test("The design documents have more than 40 such cases", () => expect(queries.length).toBeGreaterThan(40));

test.each(queries)(
  "Case %s is as right through workspace/symbol as by locate/resolve: %s",
  async (_id, query, each) => {
    const { files = {}, documentSymbols = [] } = each.input;
    const { open, request } = agentPair({ files, handlers: { "textDocument/documentSymbol": () => documentSymbols } });
    await open();
    const { result, error } = await request("workspace/symbol", { query });
    const range = await request("locate/resolveRange", { locate: query });
    const point = await request("locate/resolve", { locate: query });
    expect(error).toEqual(range.error);
    if (error) return;
    expect(result).toHaveLength(1);
    const { textDocument, range: whole } = range.result.target;
    expect(result[0].location.uri).toBe(textDocument.uri);
    // Two markers select a range, which has no point.
    expect(result[0].location.range.start).toEqual(point.error ? whole.start : point.result.target.position);
    if (point.error || point.result.match) expect(result[0].location.range.end).toEqual(whole.end);
    if (point.error) return;
    const { file_path, position, match, symbol } = point.result;
    expect(result[0].containerName.split(",")[0]).toBe(`${file_path}:${position.line}:${position.character}`);
    if (each.op === "locate" && each.expected.position) expect(position).toEqual(each.expected.position);
    if (match) expect(result[0].containerName).toContain(match.count === 1 ? "the only match" : `of ${match.count}`);
    else if (symbol) expect(result[0].name).toBe(symbol.path.at(-1));
  },
);

const text = "def outer():\n    return inner\n\n\nclass Cart:\n    def total(self):\n        return 1\n";
const places: readonly (readonly [string, string])[] = [
  ["a.py@return <|>inner", "inner"],
  ["a.py@<|>return inner", "return inner"],
  ["a.py@return inner", "return inner"],
  ["a.py@<|>return<|> inner", "return"],
  ["a.py:outer", "outer"],
  ["a.py:Cart.total", "total"],
  ["a.py:2", "return inner"],
];

test.each(places)("The range for %s begins at the place: %j", async (query, expected) => {
  const { open, request } = agentPair({
    files: { "a.py": text },
    handlers: { "textDocument/documentSymbol": () => [] },
  });
  await open();
  const { result } = await request("workspace/symbol", { query });
  const lines = text.split("\n");
  const { start, end } = result[0].location.range;
  expect(start.line).toBe(end.line);
  expect(lines[start.line]?.slice(start.character, end.character)).toBe(expected);
});
