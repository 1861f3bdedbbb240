/**
 * The verdict on an edit, by real servers: what it adds in its own file and in files that refer to
 * it, and that the server has the old texts again.
 */

import type { DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import type { ChangeVerdict } from "../../../src/session/verdict/verdict.js";
import { testIf } from "../../jest.js";
import { isOnPath } from "../../servers/scenario.js";
import { closeSharedProjects, openProject, shareProject } from "./openProject.js";

jest.setTimeout(180_000);

interface Case {
  readonly server: string;
  readonly program: string;
  readonly language: string;
  readonly files: Readonly<Record<string, string>>;
  /** The file and the symbol that is changed, and the file that uses it. */
  readonly symbol: string;
  readonly user: string;
  /** Breaks the file itself and the user; words of the added messages. */
  readonly breaking: readonly [newText: string, ...added: readonly (readonly [file: string, words: RegExp])[]];
  readonly harmless: string;
}

const python = {
  language: "python",
  files: {
    "pyrightconfig.json": '{ "typeCheckingMode": "standard" }',
    "items.py":
      "class Item:\n    price: int = 1\n\n    def total(self, count: int) -> int:\n        return self.price * count\n",
    "shop.py": "from items import Item\n\n\ndef pay(item: Item) -> int:\n    return item.total(3)\n",
  },
  symbol: "items.py:Item.total",
  user: "shop.py",
  breaking: [
    "def total(self, count: int, tax: int) -> int:\n    return self.prize * count",
    ["items.py", /prize/],
    ["shop.py", /tax/],
  ],
  harmless: "def total(self, count: int) -> int:\n    return count * self.price",
} as const;

const typescript = {
  language: "typescript",
  files: {
    "tsconfig.json": '{ "compilerOptions": { "strict": true } }',
    "items.ts":
      "export class Item {\n  readonly price = 1 as number;\n  total(count: number): number {\n    return this.price * count;\n  }\n}\n",
    "shop.ts": 'import { Item } from "./items";\n\nexport const pay = (item: Item): number => item.total(3);\n',
  },
  symbol: "items.ts:Item.total",
  user: "shop.ts",
  breaking: [
    "total(count: number, tax: number): number {\n  return this.prize * count;\n}",
    ["items.ts", /prize/],
    ["shop.ts", /2 arguments/],
  ],
  harmless: "total(count: number): number {\n  return count * this.price;\n}",
} as const;

const go = {
  language: "go",
  files: {
    "go.mod": "module example.org/shop\n\ngo 1.21\n",
    "items/items.go":
      "package items\n\ntype Item struct{ Price int }\n\nfunc (i Item) Total(count int) int {\n\treturn i.Price * count\n}\n",
    "main.go":
      'package main\n\nimport "example.org/shop/items"\n\nfunc main() {\n\tprintln(items.Item{Price: 1}.Total(3))\n}\n',
  },
  symbol: "items/items.go:Item.Total",
  user: "main.go",
  breaking: [
    "func (i Item) Total(count int, tax int) int {\n\treturn i.Prize * count\n}",
    ["items/items.go", /Prize/],
    ["main.go", /not enough arguments/],
  ],
  harmless: "func (i Item) Total(count int) int {\n\treturn count * i.Price\n}",
} as const;

const cpp = {
  language: "cpp",
  files: {
    "compile_flags.txt": "-xc++\n-std=c++17\n",
    "items.h": "#ifndef ITEMS\n#define ITEMS\nstruct Item {\n  int price;\n  int total(int count) const;\n};\n#endif\n",
    "items.cc": '#include "items.h"\nint Item::total(int count) const { return price * count; }\n',
    "shop.cc": '#include "items.h"\nint pay(const Item& item) { return item.total(3); }\n',
  },
  symbol: "items.h:Item.total",
  user: "shop.cc",
  breaking: [
    "int total(int count, int tax) const;",
    ["items.cc", /does not match any declaration/],
    ["shop.cc", /Too few arguments/],
  ],
  // As long as it was: clangd compares the sizes of included texts.
  harmless: "int total(int price) const;",
} as const;

const cases: readonly Case[] = [
  { server: "pyright", program: "pyright-langserver", ...python },
  { server: "basedpyright", program: "basedpyright-langserver", ...python },
  { server: "ty", program: "ty", ...python, breaking: [python.breaking[0], ["items.py", /prize/], ["shop.py", /tax/]] },
  { server: "typescript-language-server", program: "typescript-language-server", ...typescript },
  { server: "vtsls", program: "vtsls", ...typescript },
  { server: "gopls", program: "gopls", ...go },
  { server: "clangd", program: "clangd", ...cpp },
];

describe.each(cases)("$server", ({ server, program, language, files, symbol, user, breaking, harmless }) => {
  afterAll(closeSharedProjects);

  testIf(isOnPath(program), `${program} is not installed`)(
    "says what an edit would break, also in files that refer to it, and forgets it",
    async () => {
      const { peer } = await shareProject(files, language, server);
      const judge = async (new_text: string) => {
        const extra = { operation: "replace", new_text, check: true };
        return (await peer.locate<{ diagnostics: ChangeVerdict }>("edit", symbol, extra)).diagnostics;
      };
      const problemsOf = async (file: string) => {
        const report = await peer.locate<DocumentDiagnosticReport>("diagnostic", { file_path: file });
        return report.kind === "full" ? report.items.filter(({ severity = 1 }) => severity <= 2) : undefined;
      };
      const [newText, ...expected] = breaking;
      for (let round = 0; round < 2; round++) {
        const broken = await judge(newText);
        expect(broken).toMatchObject({ removed: [], unchanged: 0, checked: "all", unchecked: 0 });
        expect(broken.added.map(({ file_path }) => file_path)).toEqual(expected.map(([file]) => file));
        for (const [at, [, words]] of expected.entries()) expect(broken.added[at]?.message).toMatch(words);
        expect(await problemsOf(user)).toEqual([]);
        const checked = expect.stringMatching(/^(?:all|touched)$/);
        expect(await judge(harmless)).toMatchObject({ added: [], removed: [], checked });
        expect(await problemsOf(symbol.replace(/:.*/, ""))).toEqual([]);
      }
    },
  );

  testIf(isOnPath(program), `${program} is not installed`)(
    "finds all references at once after the verdict on a rename",
    async () => {
      const { peer } = await shareProject(files, language, server);
      const references = async () => (await peer.locate<unknown[]>("references", symbol)).length;
      // More than at first where the server finds those in open files alone.
      let before = await references();
      for (const newName of ["Amount", "Sum"]) {
        const { diagnostics } = await peer.locate<{ diagnostics: ChangeVerdict }>("rename", symbol, {
          ...{ newName, check: true, place: true },
        });
        expect(diagnostics).toMatchObject({ added: [], checked: "all" });
        const after = await references();
        expect(after).toBeGreaterThanOrEqual(before);
        before = after;
      }
      expect(before).toBeGreaterThan(1);
    },
  );
});

testIf(isOnPath("clangd"), "clangd is not installed")(
  "Of a template in an included file, which clangd does not check, the verdict is not on all files",
  async () => {
    const files = {
      "compile_flags.txt": "-xc++\n-std=c++17\n",
      "items.h":
        "#pragma once\ntemplate <class T> struct Items {\n  T* next(int n);\n  T* first() { return next(0); }\n};\n",
      "shop.cc": '#include "items.h"\nint* next(Items<int>& all) { return all.first(); }\n',
    };
    const { peer } = await openProject(files, "cpp", "clangd");
    const extra = { operation: "replace", new_text: "T* next(int n, int m);", check: true };
    const { diagnostics } = await peer.locate<{ diagnostics: ChangeVerdict }>("edit", "items.h:3", extra);
    expect(diagnostics).toMatchObject({ checked: "some", why: expect.stringMatching(/no templates of included/) });
    await peer.close();
  },
);

test("The verdict on a rename names a type that is the same by its members alone", async () => {
  const files = {
    ...typescript.files,
    "shape.ts":
      'import { Item } from "./items";\n\nexport const shape: { total(count: number): number } = new Item();\n',
  };
  const { peer } = await openProject(files, "typescript", "typescript-language-server");
  const rename = (newName: string) =>
    peer.locate<{ diagnostics: ChangeVerdict }>("rename", typescript.symbol, { newName, check: true, place: true });
  const { diagnostics } = await rename("sum");
  expect(diagnostics).toMatchObject({ checked: "all", removed: [] });
  expect(diagnostics.added.map(({ file_path, message }) => [file_path, /'total' is missing/.test(message)])).toEqual([
    ["shape.ts", true],
  ]);
  await peer.close();
});

/** A type that another file gives for an interface, and does not name the member that changes. */
const fitting = [
  {
    ...{ server: "typescript-language-server", program: "typescript-language-server", language: "typescript" },
    files: {
      "tsconfig.json": typescript.files["tsconfig.json"],
      "items.ts": typescript.files["items.ts"],
      "shape.ts": "export interface Shape {\n  total(count: number): number;\n}\n",
      "use.ts":
        'import { Item } from "./items";\nimport type { Shape } from "./shape";\n\nexport const shape: Shape = new Item();\n',
    },
    symbol: typescript.symbol,
    newText: "sum(count: number): number {\n  return count;\n}",
    user: "use.ts",
    words: /'total' is missing/,
  },
  {
    ...{ server: "gopls", program: "gopls", language: "go" },
    files: {
      "go.mod": go.files["go.mod"],
      "items/names.go":
        "package items\n\ntype names []string\n\nfunc (n names) Len() int { return len(n) }\nfunc (n names) Swap(i, j int) { n[i], n[j] = n[j], n[i] }\nfunc (n names) Less(i, j int) bool { return n[i] < n[j] }\n",
      "items/sorted.go":
        'package items\n\nimport "sort"\n\nfunc Sorted(all []string) []string {\n\tsort.Sort(names(all))\n\treturn all\n}\n',
    },
    symbol: "items/names.go:names.Less",
    newText: "func (n names) Before(i, j int) bool { return n[i] < n[j] }",
    user: "items/sorted.go",
    words: /missing method Less/,
  },
  {
    ...{ server: "pyright", program: "pyright-langserver", language: "python" },
    files: {
      "pyrightconfig.json": python.files["pyrightconfig.json"],
      "items.py": python.files["items.py"],
      "shape.py":
        "from typing import Protocol\n\n\nclass Shape(Protocol):\n    def total(self, count: int) -> int: ...\n",
      "use.py": "from items import Item\nfrom shape import Shape\n\n\ndef use(item: Item) -> Shape:\n    return item\n",
    },
    symbol: python.symbol,
    newText: "def sum(self, count: int) -> int:\n    return count",
    user: "use.py",
    words: /"total" is not present/,
  },
] as const;

describe.each(fitting)("$server", ({ server, program, language, files, symbol, newText, user, words }) => {
  testIf(isOnPath(program), `${program} is not installed`)(
    "says what an edit of a member breaks in files that name its type alone",
    async () => {
      const { peer } = await openProject(files, language, server);
      const extra = { operation: "replace", new_text: newText, check: true };
      const { diagnostics } = await peer.locate<{ diagnostics: ChangeVerdict }>("edit", symbol, extra);
      expect(diagnostics).toMatchObject({ checked: "all", removed: [] });
      expect(diagnostics.added.map(({ file_path }) => file_path)).toEqual([user]);
      expect(diagnostics.added[0]?.message).toMatch(words);
      await peer.close();
    },
  );
});

test("apply: clean applies nothing that adds problems, and what adds none", async () => {
  const { peer } = await openProject(python.files, "python", "pyright");
  const edit = (new_text: string) =>
    peer.locate<object>("edit", python.symbol, { operation: "replace", new_text, apply: "clean" });
  expect(await edit(python.breaking[0])).toMatchObject({
    applied: false,
    failureReason: "The edit adds 2 errors.",
    markdown: expect.stringMatching(/It adds 2 errors:\nitems\.py:5:\d+ {2}error: .*prize/),
  });
  expect(peer.requests.map(({ method }) => method)).not.toContain("workspace/applyEdit");
  expect(await edit(python.harmless)).toMatchObject({ diagnostics: { added: [] } });
  expect(peer.requests.map(({ method }) => method)).toContain("workspace/applyEdit");
  await peer.close();
});

afterAll(closeSharedProjects);

test("Other questions about the same server wait for a verdict, and are about the present text", async () => {
  const { peer } = await shareProject(python.files, "python", "pyright");
  await peer.locate("diagnostic", { file_path: "shop.py" });
  const verdict = peer.locate<{ diagnostics: ChangeVerdict }>("edit", python.symbol, {
    operation: "replace",
    new_text: python.breaking[0],
    check: true,
  });
  const hovers = Array.from({ length: 40 }, () => peer.locate("hover", "shop.py@item.<|>total"));
  for (const hover of await Promise.all(hovers)) expect(JSON.stringify(hover)).toMatch(/\(count: int\) -> int/);
  expect((await verdict).diagnostics.added).toHaveLength(2);
});

test("Of a change that is in no declaration, the files that import its file are checked", async () => {
  const { peer } = await shareProject(python.files, "python", "pyright");
  const answer = await peer.locate<object>("edit", "shop.py@from items import Item", {
    ...{ operation: "replace", new_text: "from items import Item as Item", check: true },
  });
  expect(answer).toMatchObject({ diagnostics: { added: [], checked: "all", unchecked: 0 } });
});

test("While the client has documents open, nothing is checked, and that is said", async () => {
  const { peer, textOf } = await openProject(python.files, "python", "pyright");
  await peer.notify("textDocument/didOpen", {
    textDocument: { uri: peer.uri("shop.py"), languageId: "python", version: 1, text: textOf("shop.py") },
  });
  const answer = await peer.locate<object>("edit", python.symbol, {
    ...{ operation: "replace", new_text: python.harmless, check: true },
  });
  const why = "the client has documents open, whose texts only it may change";
  expect(answer).toMatchObject({
    diagnostics: { checked: "none", unchecked: 1, why },
    markdown: expect.stringContaining(`Not checked: ${why}.`),
  });
  await peer.close();
});
