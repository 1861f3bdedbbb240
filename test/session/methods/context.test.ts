/** `locate/context`: its sections, and how they are cut to a budget. */

import { shareLengths } from "../../../src/session/methods/context/context.js";
import { law } from "../../text/random.js";
import { ErrorReply, type Pair, pair } from "../pair.js";

const files = {
  "src/shop.ts": [
    "/** A cart. */",
    "export class Cart {",
    "  total(rate: Rate): number {",
    "    return tax(rate) + Math.max(1);",
    "  }",
    "}",
    "export function tax(rate: Rate): number {",
    "  return rate.percent;",
    "}",
    "",
  ].join("\n"),
  "src/rate.ts": "export interface Rate {\n  percent: number;\n}\n",
  "src/pay.ts": "import { Cart } from './shop';\nexport function pay(cart: Cart) {\n  return cart.total(rate);\n}\n",
  "test/shop.test.ts": "function check() {\n  new Cart().total(rate);\n  new Cart().total(rate);\n}\n",
  "lib.d.ts": "",
};

const line = (at: number, from: number, to: number) => ({
  start: { line: at, character: from },
  end: { line: at, character: to },
});

const handlersOf = ({ uri }: Pair) => ({
  "textDocument/documentSymbol": () => [],
  "textDocument/hover": () => ({
    contents: { kind: "markdown", value: "```ts\ntotal(rate: Rate): number\n```\nThe sum." },
  }),
  "textDocument/prepareCallHierarchy": () => [
    { name: "total", kind: 6, uri: uri("src/shop.ts"), range: line(2, 2, 4), selectionRange: line(2, 2, 7) },
  ],
  "callHierarchy/incomingCalls": () => [
    { from: { name: "check", uri: uri("test/shop.test.ts") }, fromRanges: [line(1, 13, 18), line(2, 13, 18)] },
    { from: { name: "pay", uri: uri("src/pay.ts") }, fromRanges: [line(2, 14, 19)] },
  ],
  "callHierarchy/outgoingCalls": () => [
    {
      to: { name: "max", uri: "file:///usr/lib/math.d.ts", selectionRange: line(1, 1, 2) },
      fromRanges: [line(3, 29, 32)],
    },
    { to: { name: "tax", uri: uri("src/shop.ts"), selectionRange: line(6, 16, 19) }, fromRanges: [line(3, 11, 14)] },
  ],
  "textDocument/references": () => [
    { uri: uri("src/shop.ts"), range: line(2, 2, 7) },
    { uri: uri("src/pay.ts"), range: line(2, 14, 19) },
    { uri: uri("src/pay.ts"), range: line(0, 9, 13) },
    { uri: uri("test/shop.test.ts"), range: line(1, 13, 18) },
    { uri: uri("test/shop.test.ts"), range: line(2, 13, 18) },
  ],
  "textDocument/definition": ({ position }: { position: { line: number } }) =>
    position.line === 2 ? [{ uri: uri("src/rate.ts"), range: line(0, 17, 21) }] : [],
});

async function contextIn(
  params: object,
  body: (answer: { result: never; error: never }, session: Pair) => unknown,
  change: (self: Pair) => object = () => ({}),
): Promise<void> {
  const session = pair({ files });
  Object.assign(session.handlers, handlersOf(session), change(session));
  try {
    await session.open();
    session.reportLoaded();
    await body((await session.request("locate/context", params)) as never, session);
  } finally {
    await session.close();
  }
}

const whole = [
  "method `src/shop.ts:Cart.total`, lines 3-5",
  "",
  "```ts",
  "total(rate: Rate): number",
  "```",
  "The sum.",
  "",
  "```typescript",
  "  total(rate: Rate): number {",
  "    return tax(rate) + Math.max(1);",
  "  }",
  "```",
  "",
  "Callers, 1 and 1 in tests:",
  "function src/pay.ts:pay 3: return cart.total(rate);",
  "function test/shop.test.ts:check",
  "  2: new Cart().total(rate);",
  "  3: new Cart().total(rate);",
  "",
  "Calls, 1:",
  "function src/shop.ts:tax 7: export function tax(rate: Rate): number {",
  "Of libraries: max",
  "",
  "Other uses, 1:",
  "src/pay.ts 1: import { Cart } from './shop';",
  "",
  "Types used, 1:",
  "interface src/rate.ts:Rate 1: export interface Rate {",
].join("\n");

test("The context of a method has all that is known of it, the most important first", async () => {
  await contextIn({ locate: "src/shop.ts:Cart.total" }, async ({ result }, { request }) => {
    const { markdown, sections, omitted, locate } = result as never as Record<string, never>;
    expect(markdown).toBe(whole);
    expect(result).not.toHaveProperty("unknown");
    expect(omitted).toEqual({});
    expect(locate).toEqual({ file_path: "src/shop.ts", scope: { symbol_path: ["Cart", "total"] } });
    const items = (sections as never as { items?: { locate: { scope?: object } }[] }[]).flatMap(
      (each) => each.items ?? [],
    );
    for (const item of items.filter((each) => each.locate.scope))
      expect((await request("locate/resolve", { locate: item.locate })).error).toBeUndefined();
  });
});

test.each([
  ["signature,body", /^method.*\n\n```ts[\s\S]*```typescript[\s\S]*```$/],
  [["callers"], /^method.*\n\nCallers, 1 and 1 in tests:[\s\S]*check[\s\S]*2: [\s\S]*3: [^\n]*$/],
  ["types", /Types used, 1:\n.*Rate \{$/],
])("include %j asks for these sections only", async (include, markdown) => {
  await contextIn({ locate: "src/shop.ts:Cart.total", include }, ({ result }) => {
    expect((result as { markdown: string }).markdown).toMatch(markdown);
  });
});

test("A place where a symbol is used means that symbol, and any other place the one around it", async () => {
  const locate = "src/shop.ts:Cart.total@return <|>tax";
  await contextIn(
    { locate, include: "body" },
    ({ result }) =>
      expect((result as { markdown: string }).markdown).toContain("function `src/shop.ts:tax`, lines 7-9"),
    ({ uri }) => ({ "textDocument/definition": () => [{ uri: uri("src/shop.ts"), range: line(6, 16, 19) }] }),
  );
  await contextIn({ locate, include: "body" }, ({ result }) => {
    expect((result as { markdown: string }).markdown).toContain("method `src/shop.ts:Cart.total`");
  });
});

test("What fails is named with its reason, and the rest is answered", async () => {
  await contextIn(
    { locate: "src/shop.ts:Cart.total", include: ["callers", "body", "signature"] },
    ({ result }) => {
      const { markdown, unknown } = result as { markdown: string; unknown: object };
      expect(unknown).toEqual({ callers: "no project" });
      expect(markdown).toContain("Not known: callers. no project");
      expect(markdown).toContain("The sum.");
    },
    () => ({ "callHierarchy/incomingCalls": () => new ErrorReply({ code: -32603, message: "no project" }) }),
  );
});

test.each([100, 150, 200, 400, 1_000])("Within %d tokens, what is left out is counted", async (budget) => {
  const count = 60;
  // The server leaves out those of src/pay.ts and test/shop.test.ts.
  const added = 2;
  const calls = ({ uri }: Pair) => ({
    "callHierarchy/incomingCalls": () =>
      Array.from({ length: count }, (_, n) => ({
        from: { name: "pay", uri: uri(`src/pay${n}.ts`) },
        fromRanges: [line(0, 14, 19)],
      })),
    "textDocument/hover": () => ({ contents: "word ".repeat(20).concat("\n").repeat(20) }),
  });
  await contextIn(
    { locate: "src/shop.ts:Cart.total", budget, include: ["signature", "body", "callers", "callees"] },
    ({ result }) => {
      const { markdown, sections, omitted } = result as {
        markdown: string;
        sections: { kind: string; items?: object[]; content?: string; omitted?: number }[];
        omitted: Record<string, number>;
      };
      expect(markdown.length).toBeLessThanOrEqual(4 * budget);
      const callers = sections.find(({ kind }) => kind === "callers");
      expect((callers?.items?.length ?? 0) + (omitted["callers"] ?? 0)).toBe(count + added);
      if (callers?.omitted) expect(markdown).toContain(`… and ${callers.omitted} more; incomingCalls lists all.`);
      for (const { kind, omitted: left } of sections) expect(left ?? 0).toBe(omitted[kind] ?? 0);
    },
    calls,
  );
});

test("Of a long type, its members are listed in place of its text", async () => {
  const methods = Array.from({ length: 40 }, (_, n) => `  method${n}() {\n    return ${n};\n  }\n`).join("");
  const session = pair({ files: { "a.ts": `class Big {\n${methods}}\n` } });
  try {
    await session.open();
    const { result } = await session.request("locate/context", { locate: "a.ts:Big", include: "body", budget: 300 });
    expect(result.markdown).toContain("Members; the text has 82 more lines: a.ts:1-122\n  2: method0() {\n");
    expect(result.omitted).toEqual({ body: 82 });
  } finally {
    await session.close();
  }
});

test.each([
  [{ locate: "src/shop.ts:Nothing" }, "symbol_not_found"],
  [{ locate: "lib.d.ts:1" }, "symbol_not_found"],
  [{ locate: "src/shop.ts:Cart", include: ["uses"] }, "invalid_locate"],
  [{ locate: "src/shop.ts:Cart", include: [] }, "invalid_locate"],
  [{ locate: "src/shop.ts:Cart", budget: 1 }, "invalid_locate"],
  [{}, "invalid_locate"],
])("The context of %j is refused", async (params, kind) => {
  await contextIn(params, ({ error }) => expect((error as { data: object }).data).toMatchObject({ kind }));
});

law("Shares add up to the total at most, and give each section what it needs if all fits", 100, async (random) => {
  const sections = Array.from({ length: 1 + random(7) }, () => ({ weight: 1 + random(40), length: random(3_000) }));
  const total = random(6_000);
  const shares = shareLengths(sections, total);
  const needed = sections.reduce((sum, { length }) => sum + length, 0);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(Math.max(total, 0));
  for (const [n, share] of shares.entries()) expect(share).toBeLessThanOrEqual(sections[n]?.length ?? 0);
  if (needed <= total) expect(shares).toEqual(sections.map(({ length }) => length));
});
