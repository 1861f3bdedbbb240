/** `locate/outline` of folders, patterns and symbols. */

import { pair } from "../pair.js";

const files = {
  "src/shop.ts":
    "export class Cart {\n  total() {\n    const rate = 2;\n    return () => rate;\n  }\n}\nfunction pay() {}\nconst LIMIT = 1;\n",
  "src/lib/bank.py": "class Account:\n    pass\n\ndef open():\n    pass\n",
  "src/lib/deep/a.ts": "export const a = 1;\n",
  "src/lib/deep/b.ts": "export const b = 1;\n",
  "package.json": '{ "name": "shop" }\n',
  "logo.png": "\u0000",
  ".gitignore": "out/\n",
  "out/shop.ts": "class Built {}\n",
};

async function withSession(body: (session: ReturnType<typeof pair>) => Promise<void>): Promise<void> {
  const session = pair({ files, handlers: { "textDocument/documentSymbol": () => [] } });
  try {
    await session.open();
    await body(session);
  } finally {
    await session.close();
  }
}

const inLib = [
  "src/lib/bank.py: class Account 1-2, function open 4-5",
  "src/lib/deep/a.ts: constant a 1",
  "src/lib/deep/b.ts: constant b 1",
];
const shop = "src/shop.ts: class Cart 1-6, function pay 7, constant LIMIT 8";

test.each<[string, readonly string[]]>([
  ["src", [...inLib, shop]],
  ["src/", [...inLib, shop]],
  [".", ["package.json", ...inLib, shop]],
  ["src/lib", inLib],
  ["src/*.ts", [shop]],
  ["src/**/*.py", inLib.slice(0, 1)],
  ["**/{a,b}.ts", inLib.slice(1)],
  ["{package.json,src/shop.ts}", ["package.json", shop]],
])("The outline of %s lists its files with their top-level symbols", async (file_path, expected) => {
  await withSession(async ({ request }) => {
    const { result } = await request("locate/outline", { file_path });
    const count = `${expected.length} ${expected.length === 1 ? "file" : "files"}`;
    const heading = `${count} of \`${file_path}\`, with top-level symbols and their lines:`;
    expect(result.markdown.split("\n")).toEqual([heading, ...expected]);
    expect(result.count).toBe(expected.length);
  });
});

test("Within a budget, deeper folders are counted, then symbols are left out, then entries", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`lib/deep${n % 3}/file${n}.ts`, "class A {}\nclass B {}\n"]),
  );
  const wide = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`wide/file${10 + n}.ts`, "class A {}\n"]));
  const tall = { "tall/a.ts": Array.from({ length: 100 }, (_, n) => `function f${n}() {}\n`).join("") };
  const session = pair({ files: { ...many, ...wide, ...tall } });
  try {
    await session.open();
    const outline = async (file_path: string, params: object) => {
      const { result } = await session.request("locate/outline", { file_path, ...params });
      const entries = result.files.map((each: { file_path: string; count?: number; omitted?: number }) =>
        [each.file_path, each.count ?? "", each.omitted ?? ""].join(" ").trim(),
      );
      return { ...result, entries };
    };
    const folded = await outline("lib", { budget: 200 });
    expect(folded.entries).toEqual(["lib/deep0 20", "lib/deep1 20", "lib/deep2 20"]);
    expect(folded.markdown).toContain("\nlib/deep0/ (20 files)\n");
    expect((await outline("tall", { budget: 100 })).entries).toEqual(["tall/a.ts  88"]);
    const cut = await outline("wide", { budget: 100 });
    expect(cut.after).toBe(cut.entries.length);
    expect(cut.omitted + cut.after).toBe(30);
    expect(cut.markdown.length).toBeLessThanOrEqual(400 + 80);
    expect(cut.markdown).toContain(`… and ${cut.omitted} more; the same with after: ${cut.after} goes on.`);
    const next = await outline("wide", { budget: 100, after: cut.after });
    expect(next.entries[0]).toBe(`wide/file${10 + cut.after}.ts`);
    const last = await outline("wide", { after: 29 });
    expect(last.entries).toEqual(["wide/file39.ts"]);
    expect(last).not.toHaveProperty("after");
  } finally {
    await session.close();
  }
});

test.each([
  [{ file_path: "src/shop.ts:Cart" }, "Symbols in `src/shop.ts:Cart`:\n- method `Cart.total` 2-5 ()"],
  [{ locate: "src/shop.ts:Cart" }, "Symbols in `src/shop.ts:Cart`:\n- method `Cart.total` 2-5 ()"],
  [{ locate: ":Cart.total" }, "Symbols in `src/shop.ts:Cart.total`:\n- constant `Cart.total.rate` 3"],
  [{ file_path: "src/shop.ts:pay" }, "`src/shop.ts:pay` has no symbols in it."],
])("The outline of the symbol %j lists what is in it", async (params, markdown) => {
  await withSession(async ({ request }) => {
    const { result } = await request("locate/outline", params);
    expect(result.markdown).toBe(markdown);
  });
});

test.each([
  [{ file_path: "src/*.rs" }, "file_not_found"],
  [{ file_path: "nowhere" }, "file_not_found"],
  [{ file_path: "src/shop.ts@return" }, "invalid_locate"],
  [{ locate: "src/shop.ts:3" }, "invalid_locate"],
  [{ file_path: "src", budget: 5 }, "invalid_locate"],
  [{ file_path: "src", after: -1 }, "invalid_locate"],
  [{ file_path: "src", after: 100 }, "invalid_locate"],
  [{}, "invalid_locate"],
])("The outline of %j is refused", async (params, kind) => {
  await withSession(async ({ request }) => {
    const { error } = await request("locate/outline", params);
    expect(error.data.kind).toBe(kind);
  });
});
