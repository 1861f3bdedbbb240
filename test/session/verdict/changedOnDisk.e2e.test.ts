/**
 * The verdict on an edit after other files have changed on disk, by real servers: it is about the
 * texts as they are by then.
 */

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ChangeVerdict } from "../../../src/session/verdict/verdict.js";
import { testIf } from "../../jest.js";
import { isOnPath } from "../../servers/scenario.js";
import { closeSharedProjects, shareProject } from "./openProject.js";

jest.setTimeout(180_000);

interface Case {
  readonly server: string;
  readonly program: string;
  readonly language: string;
  readonly files: Readonly<Record<string, string>>;
  /** The file that changes on disk: the text of its head before and after. */
  readonly declaring: readonly [file: string, before: string, after: string];
  /** Another file, a call in it that fits before, and one that fits after. */
  readonly call: readonly [file: string, before: string, after: string];
  /** What the server says of the latter before. */
  readonly words: RegExp;
}

const python = {
  language: "python",
  files: {
    "pyrightconfig.json": '{ "typeCheckingMode": "standard" }',
    "items.py": "def pay(count: int) -> int:\n    return count\n",
    "shop.py": "from items import pay\n\n\ndef total() -> int:\n    return pay(1)\n",
  },
  declaring: ["items.py", "pay(count: int)", "pay(fast: bool, count: int)"],
  call: ["shop.py", "pay(1)", "pay(True, 1)"],
  words: /positional|[Tt]oo many/,
} as const;

const typescript = {
  language: "typescript",
  files: {
    "tsconfig.json": '{ "compilerOptions": { "strict": true } }',
    "items.ts": "export function pay(count: number): number {\n  return count;\n}\n",
    "shop.ts": 'import { pay } from "./items";\n\nexport function total(): number {\n  return pay(1);\n}\n',
  },
  declaring: ["items.ts", "pay(count: number)", "pay(fast: boolean, count: number)"],
  call: ["shop.ts", "pay(1)", "pay(true, 1)"],
  words: /Expected 1 arguments/,
} as const;

const cases: readonly Case[] = [
  { server: "pyright", program: "pyright-langserver", ...python },
  { server: "basedpyright", program: "basedpyright-langserver", ...python },
  { server: "ty", program: "ty", ...python },
  { server: "typescript-language-server", program: "typescript-language-server", ...typescript },
  { server: "vtsls", program: "vtsls", ...typescript },
  {
    ...{ server: "gopls", program: "gopls", language: "go" },
    files: {
      "go.mod": "module example.org/shop\n\ngo 1.21\n",
      "items/items.go": "package items\n\nfunc Pay(count int) int {\n\treturn count\n}\n",
      "main.go": 'package main\n\nimport "example.org/shop/items"\n\nfunc main() {\n\tprintln(items.Pay(1))\n}\n',
    },
    declaring: ["items/items.go", "Pay(count int)", "Pay(fast bool, count int)"],
    call: ["main.go", "items.Pay(1)", "items.Pay(true, 1)"],
    words: /too many arguments/,
  },
  {
    ...{ server: "clangd", program: "clangd", language: "cpp" },
    files: {
      "compile_flags.txt": "-xc++\n-std=c++17\n",
      "items.h": "#pragma once\nint pay(int count);\n",
      "shop.cc": '#include "items.h"\nint total() { return pay(1); }\n',
    },
    declaring: ["items.h", "pay(int count)", "pay(bool fast, int count)"],
    call: ["shop.cc", "pay(1)", "pay(true, 1)"],
    words: /[Tt]oo many arguments|No matching function/,
  },
];

describe.each(cases)("$server", ({ server, program, language, files, declaring, call, words }) => {
  const [declaringFile, before, after] = declaring;
  const [user, fitting, fittingAfter] = call;
  const isThere = isOnPath(program);
  afterAll(closeSharedProjects);
  const start = async () => {
    const { peer, textOf } = await shareProject(files, language, server);
    const judge = async (locate: string, new_text: string) => {
      const extra = { operation: "replace", unit: "text", new_text, check: true };
      return (await peer.locate<{ diagnostics: ChangeVerdict }>("edit", locate, extra)).diagnostics;
    };
    const write = (head: string) =>
      writeFileSync(fileURLToPath(peer.uri(declaringFile)), textOf(declaringFile).replace(before, head));
    return { judge, write };
  };

  testIf(isThere, `${program} is not installed`).each([
    ["that only the server has read", false],
    ["that was open at the server", true],
  ])("Judges an edit by the present text of a file %s", async (_which, isOpen) => {
    const { judge, write } = await start();
    const judgeCall = () => judge(`${user}@${fitting}`, fittingAfter);
    if (isOpen) expect((await judge(`${declaringFile}@${before}`, after)).added).not.toEqual([]);
    for (let round = 0; round < 2; round++) {
      const wrong = await judgeCall();
      expect(wrong).toMatchObject({ added: [{ file_path: user, message: expect.stringMatching(words) }], removed: [] });
      write(after);
      // ty finds two errors in the call.
      const { added, removed } = await judgeCall();
      expect(added).toEqual([]);
      expect([...new Set(removed.map(({ file_path }) => file_path))]).toEqual([user]);
      write(before);
    }
  });
});
