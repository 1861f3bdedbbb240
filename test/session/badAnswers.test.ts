/** Servers whose answers do not keep to what they announce, or to the specification. */

import { testServers } from "../routing/testServers.js";
import { type Pair, type PairOptions, pair } from "./pair.js";

let session: Pair;
afterEach(() => session?.close());

const range = (line: number, from: number, toLine: number, to: number) => ({
  start: { line, character: from },
  end: { line: toLine, character: to },
});

async function begin(options: PairOptions) {
  session = pair(options);
  await session.open();
}

/**
 * Returns where a Locate leads, as the text in the file from there. In front of one server,
 * positions are in its encoding: the one test with characters beyond the BMP counts code points.
 */
async function placeOf(locate: string, text: string): Promise<string> {
  const { result, error } = await session.request("locate/resolve", { locate });
  if (error) return error.message;
  const { line, character } = result.target.position;
  return [...(text.split("\n")[line] ?? "")].slice(character).join("");
}

test("A server that announces utf-16 and counts code points is read by the encoding of its entry", async () => {
  const text = 'x = "💣"; total()\n';
  const servers = testServers([{ servers: { redls: { encoding: "utf-32" } } }], "servers.json");
  await begin({
    files: { "a.red": text },
    command: ["redls"],
    servers,
    handlers: {
      "textDocument/documentSymbol": () => [
        { name: "total", kind: 12, range: range(0, 9, 0, 16), selectionRange: range(0, 9, 0, 14) },
      ],
      "textDocument/hover": ({ position }: { position: object }) => ({ contents: JSON.stringify(position) }),
    },
  });
  expect(await placeOf("a.red:total", text)).toBe("total()");
  const { result } = await session.request("locate/hover", { locate: "a.red@<|>total" });
  expect(result.contents).toBe('{"line":0,"character":9}');
});

test("A symbol with an empty or a reversed range is found by its name", async () => {
  const text = "module shop\n  real :: price, total\nend module\n";
  await begin({
    files: { "a.f90": text },
    handlers: {
      "textDocument/documentSymbol": () => [
        { name: "price", kind: 13, range: range(1, 0, 1, 0), selectionRange: range(1, 0, 1, 0) },
        { name: "total", kind: 13, range: range(1, 22, 1, 17), selectionRange: range(1, 22, 1, 17) },
      ],
    },
  });
  expect(await placeOf("a.f90:price", text)).toBe("price, total");
  expect(await placeOf("a.f90:total", text)).toBe("total");
});

test("A range far outside the text leads to a place in it, and no request fails", async () => {
  const text = "one\ntwo\n";
  const far = range(5, 0, 4_294_967_295, 9999);
  await begin({
    files: { "a.txt": text },
    handlers: {
      "textDocument/documentSymbol": () => [
        { name: "two", kind: 13, range: far, selectionRange: far },
        { name: "one", kind: 13, range: range(0, 0, 99_999, 0), selectionRange: range(0, 0, 0, 3) },
      ],
    },
  });
  expect(await placeOf("a.txt:one", text)).toBe("one");
  const { result, error } = await session.request("locate/outline", { file_path: "a.txt" });
  expect(error).toBeUndefined();
  expect(result.symbols.map(({ symbol_path }: { symbol_path: string[] }) => symbol_path.join("."))).toContain("one");
});

test("A name that repeats its containers is reached with and without them", async () => {
  const text = "message Item {\n  string name = 1;\n}\n";
  await begin({
    files: { "a.proto": text },
    handlers: {
      "textDocument/documentSymbol": () => [
        {
          name: "shop.v1.Item",
          kind: 5,
          range: range(0, 0, 2, 1),
          selectionRange: range(0, 8, 0, 12),
          children: [
            { name: "shop.v1.Item.name", kind: 8, range: range(1, 2, 1, 18), selectionRange: range(1, 9, 1, 13) },
          ],
        },
      ],
    },
  });
  for (const path of ["Item.name", "shop.v1.Item.name", "name"])
    expect({ [path]: await placeOf(`a.proto:${path}`, text) }).toEqual({ [path]: "name = 1;" });
});
