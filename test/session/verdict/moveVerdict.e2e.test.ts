/** The verdict on an edit that moves, creates or deletes files, by real servers. */

import type { DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import type { ChangeVerdict } from "../../../src/session/verdict/verdict.js";
import { testIf } from "../../jest.js";
import { isOnPath } from "../../servers/scenario.js";
import { openProject } from "./openProject.js";

jest.setTimeout(180_000);

interface Case {
  readonly server: string;
  readonly program: string;
  readonly language: string;
  readonly files: Readonly<Record<string, string>>;
  readonly harmless: readonly [from: string, to: string];
  /** A move that breaks a file, with words of the message. */
  readonly breaking: readonly [from: string, to: string, file: string, message: RegExp];
}

const typescript = {
  language: "typescript",
  files: {
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
    "items.ts": "export class Item {\n  total(count: number): number {\n    return count;\n  }\n}\n",
    "shop.ts": 'import { Item } from "./items";\n\nexport const pay = (item: Item): number => item.total(3);\n',
    "old/tax.ts": "export const tax = 1;\n",
    // tsserver does not rewrite the name of an augmented module.
    "old/rate.ts": 'export const rate = 2;\ndeclare module "./tax" {\n  interface Rate {}\n}\n',
  },
  harmless: ["items.ts", "old/goods.ts"],
  breaking: ["old/tax.ts", "old/rates.ts", "old/rate.ts", /tax/],
} as const;

const go = {
  language: "go",
  files: {
    "go.mod": "module example.org/shop\n\ngo 1.21\n",
    "items/items.go":
      "package items\n\ntype Item struct{ Price int }\n\nfunc (i Item) Total() int { return i.Price }\n",
    "items/more.go": "package items\n\nvar One = Item{Price: 1}\n",
    "main.go": 'package main\n\nimport "example.org/shop/items"\n\nfunc main() {\n\tprintln(items.One.Total())\n}\n',
  },
  harmless: ["items", "stock/items"],
  breaking: ["items", "bank/internal/items", "main.go", /internal/],
} as const;

const cases: readonly Case[] = [
  { server: "typescript-language-server", program: "typescript-language-server", ...typescript },
  { server: "vtsls", program: "vtsls", ...typescript },
  { server: "gopls", program: "gopls", ...go },
];

describe.each(cases)("$server", ({ server, program, language, files, harmless, breaking }) => {
  testIf(isOnPath(program), `${program} is not installed`)(
    "says what a move would break, of which nothing is on disk, and forgets it",
    async () => {
      const { peer } = await openProject(files, language, server);
      const judge = async (from: string, to: string) =>
        (await peer.request<{ diagnostics: ChangeVerdict }>("locate/move", { from, to, check: true })).diagnostics;
      const [from, to, file, message] = breaking;
      for (let round = 0; round < 2; round++) {
        expect(await judge(...harmless)).toMatchObject({ added: [], removed: [], checked: "all", unchecked: 0 });
        const broken = await judge(from, to);
        expect(broken.checked).toBe("all");
        expect(broken.added.map(({ file_path }) => file_path)).toContain(file);
        expect(broken.added.find((each) => each.file_path === file)?.message).toMatch(message);
        const report = await peer.locate<DocumentDiagnosticReport>("diagnostic", { file_path: file });
        expect(report).toMatchObject({ items: [] });
      }
      await peer.close();
    },
  );
});

// gopls publishes no problems for a new file while it does not know its package.
testIf(isOnPath("gopls"), "gopls is not installed")(
  "gopls says what a file lacks in a folder that is not on disk",
  async () => {
    const { peer } = await openProject(go.files, go.language, "gopls");
    const params = { from: "items/more.go", to: "more/more.go", check: true };
    const { diagnostics } = await peer.request<{ diagnostics: ChangeVerdict }>("locate/move", params);
    expect(diagnostics).toMatchObject({ checked: "all", removed: [] });
    const found = diagnostics.added.map(({ file_path, message }) => `${file_path} ${message}`);
    expect(found).toContain("more/more.go undefined: Item");
    expect(found).toContain("main.go undefined: items.One");
    await peer.close();
  },
);

describe.each([
  ...(["pyright", "basedpyright"] as const).map((server) => ({ server, program: `${server}-langserver` })),
  { server: "ty", program: "ty" },
  {
    server: "typescript-language-server",
    program: "typescript-language-server",
    language: "typescript",
    move: ["items.ts", "stock/goods.ts"] as const,
    why: "typescript-language-server imports no files from folders that are not on disk",
  },
])(
  "$server",
  ({
    server,
    program,
    language = "python",
    move: [from, to] = ["items.py", "goods.py"] as const,
    why = `${server} imports no files that are not on disk`,
  }) => {
    testIf(isOnPath(program), `${program} is not installed`)(
      "is not asked where it would not find what is moved, and what to do instead is said",
      async () => {
        const { peer } = await openProject({ [from]: "" }, language, server);
        const answer = await peer.request<object>("locate/move", { from, to, check: true });
        expect(answer).toMatchObject({
          diagnostics: { checked: "none", unchecked: 1, why },
          markdown: expect.stringContaining(`Not checked: ${why}.`),
          notes: expect.arrayContaining([expect.stringMatching(/diagnostics of what changed .* say what it broke\.$/)]),
        });
        await peer.close();
      },
    );
  },
);
