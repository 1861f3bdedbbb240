/** The symbols around the places of an answer, each with a Locate that leads there. */

import { pair } from "../pair.js";

const files = {
  "src/cart.ts": "export class Cart {\n  total() { return 1; }\n}\n",
  "src/pay.ts": [
    'import { Cart } from "./cart.js";',
    "class Checkout {",
    "  pay(cart: Cart) {",
    "    const sum = cart.total();",
    "    return () => cart.total() + sum;",
    "  }",
    "}",
    "class Refund { pay(cart: Cart) { return -cart.total(); } }",
    "new Cart().total();",
  ].join("\n"),
  "notes.txt": "total\n",
};

const at = (line: number, character: number) => ({
  start: { line, character },
  end: { line, character: character + 5 },
});

async function ask(method: string, handlers: Record<string, (params: never) => unknown>) {
  const session = pair({ files, handlers: { "textDocument/documentSymbol": () => [], ...handlers } });
  await session.open();
  const locate = { file_path: "src/cart.ts", scope: { symbol_path: ["Cart", "total"] } };
  return { session, locate, answer: await session.request(`locate/${method}`, { locate, place: true }) };
}

const notations = (enclosing: readonly ({ notation: string } | null)[]) =>
  enclosing.map((symbol) => symbol?.notation ?? null);

test("References name the method that each is in, and nothing at the top level", async () => {
  const uses = (uri: string, ...places: readonly (readonly [number, number])[]) =>
    places.map(([line, character]) => ({ uri, range: at(line, character) }));
  let folder = "";
  const { session, answer } = await ask("references", {
    "textDocument/references": ({ textDocument: { uri } }: { textDocument: { uri: string } }) => {
      folder = uri.replace("src/cart.ts", "");
      return [
        ...uses(uri, [1, 2]),
        ...uses(`${folder}src/pay.ts`, [3, 21], [4, 22], [7, 46], [8, 11]),
        ...uses(`${folder}notes.txt`, [0, 0]),
        ...uses(`${folder}gone.ts`, [0, 0]),
        ...uses("jdt://x/Cart.class", [0, 0]),
      ];
    },
  });
  const { enclosing, result } = answer.result;
  expect(enclosing).toHaveLength(result.length);
  expect(notations(enclosing)).toEqual([
    "src/cart.ts:Cart.total",
    "src/pay.ts:Checkout.pay",
    "src/pay.ts:Checkout.pay",
    "src/pay.ts:Refund.pay",
    null,
    null,
    null,
    null,
  ]);
  expect(enclosing[1]).toMatchObject({ kind: "method", locate: { scope: { symbol_path: ["Checkout", "pay"] } } });
  const { result: resolved } = await session.request("locate/resolve", { locate: enclosing[3].locate });
  expect(resolved.position).toEqual({ line: 8, character: 16 });
  await session.close();
});

test("Callers are named by the symbol around their first call", async () => {
  const item = (uri: string, name: string) => ({ name, kind: 6, uri, range: at(2, 2), selectionRange: at(2, 2) });
  const { session, answer } = await ask("incomingCalls", {
    "textDocument/prepareCallHierarchy": ({ textDocument: { uri } }: { textDocument: { uri: string } }) => [
      item(uri, "total"),
    ],
    "callHierarchy/incomingCalls": ({ item: { uri } }: { item: { uri: string } }) => [
      { from: item(uri.replace("cart", "pay"), "pay"), fromRanges: [at(7, 46)] },
    ],
  });
  expect(notations(answer.result.enclosing)).toEqual(["src/pay.ts:Refund.pay"]);
  await session.close();
});

test.each([
  ["null", null],
  ["an object", { no: "list" }],
  ["items without places", [{ uri: 7 }, null]],
])("An answer that is %s comes back as it is, without symbols", async (_what, result) => {
  const { session, answer } = await ask("references", { "textDocument/references": () => result });
  expect(answer.result.result).toEqual(result);
  expect(answer.result.enclosing).toBeUndefined();
  await session.close();
});
