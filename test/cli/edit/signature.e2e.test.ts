/** Parameters that are changed at the shell and over MCP, as real servers check them. */

import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "../../../src/backend/installation/findProgram.js";
import { buildCommand } from "../../buildCommand.js";
import { createFolder } from "../../folders.js";
import { cleanUp, createEnvironment, startAgent } from "../mcp/agent.js";

jest.setTimeout(240_000);
afterAll(cleanUp);

const run = promisify(execFile);
const environment = {
  ...createEnvironment({ languages: { python: { servers: ["pyright"], companions: [] } } }),
  LSP_LOCATE_DAEMON: "off",
};

function createProject(files: Readonly<Record<string, string>>): string {
  const folder = createFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const typescript = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022" } }\n',
  "pay.ts": [
    "export interface Pay { charge(amount: number, note?: string): void }",
    "export class Card implements Pay {",
    "  constructor(readonly id: string, readonly limit = 3) {}",
    "  charge(amount: number, note?: string): void { console.log(this.id, this.limit, amount, note); }",
    "}",
    "export class Gold extends Card { constructor() { super('g', 4); } }",
    "",
  ].join("\n"),
  "use.ts":
    'import { Card, type Pay } from "./pay.js";\nconst pay: Pay = new Card("x");\npay.charge(1);\nnew Card("y", 2).charge(\n  2,\n  "n",\n);\n',
};
const python = {
  "shop.py": [
    "class Shop:",
    "    def book(self, seats: int, name: str) -> int:",
    "        return seats + len(name)",
    "",
    "",
    "class Big(Shop):",
    "    def book(self, seats: int, name: str) -> int:",
    "        return super().book(seats, name) * 2",
    "",
  ].join("\n"),
  "use.py": 'from shop import Big, Shop\n\nBig().book(1, name="a")\nShop.book(Shop(), 2, "b")\n',
};
const go = {
  "go.mod": "module example.org/store\n\ngo 1.21\n",
  "store.go":
    'package store\n\ntype Store interface{ Put(key, val string, n int) error }\n\ntype Mem struct{}\n\nfunc (m *Mem) Put(key, val string, n int) error { return nil }\n\nvar store Store = &Mem{}\n\nfunc Use() {\n\t_ = store.Put("a", "b", 1)\n}\n',
};

const cases = [
  [
    "typescript-language-server",
    typescript,
    ["pay.ts:Pay.charge", "--add=when: Date", "--at=1", "--argument=new Date()"],
    { "use.ts": "charge(\n  2,\n  new Date(),\n" },
  ],
  [
    "typescript-language-server",
    typescript,
    ["pay.ts:Card", "--add=tag = 1", "--at=1", "--argument=5", "--rename=id:name"],
    { "pay.ts": "super('g', 5, 4)", "use.ts": 'new Card("y", 5, 2)' },
  ],
  [
    "pyright-langserver",
    python,
    ["shop.py:Shop.book", "--remove=name"],
    { "use.py": "Big().book(1)\nShop.book(Shop(), 2)\n" },
  ],
  [
    "pyright-langserver",
    python,
    ["shop.py:Shop.book", "--move=name:0", "--rename=seats:count"],
    { "use.py": 'Big().book(count=1, name="a")\nShop.book(Shop(), "b", 2)\n' },
  ],
  [
    "gopls",
    go,
    ["store.go:Store.Put", "--move=n:0"],
    { "store.go": "Put(n int, key, val string) error { return nil }" },
  ],
] as const;

for (const [server, files, words, expected] of cases) {
  const isInstalled = findProgram(server, { env: environment }).kind === "installed";
  (isInstalled ? test : test.skip)(`${server}: signature ${words.join(" ")} leaves no error.`, async () => {
    const folder = createProject(files);
    const command = [await buildCommand(), "signature", ...words, "--write=anyway", "--check"];
    const { stderr } = await run(process.execPath, command, { cwd: folder, env: environment });
    for (const [name, text] of Object.entries(expected))
      expect(readFileSync(join(folder, name), "utf8")).toContain(text);
    const isWhole = words.every((each) => each !== "--remove=name");
    if (isWhole) expect(stderr).toContain("it adds no problems");
  });
}

test("Over MCP, the changes are an argument, and what is left keeps it from being written.", async () => {
  const folder = createProject({ ...python, "map.py": "from shop import Shop\n\nall = map(Shop.book, [])\n" });
  const agent = await startAgent(folder, { environment });
  const asked = { action: "signature", locate: "shop.py:Shop.book", changes: [{ add: "day: str", argument: '""' }] };
  const { text } = await agent.call("refactor", { ...asked, apply: "true" });
  expect(text).toContain("map.py:3: all = map(Shop.book, [])  (it is no call with arguments in brackets)");
  expect(agent.file("shop.py")).toBe(python["shop.py"]);
  await agent.text("refactor", { ...asked, apply: "anyway" });
  expect(agent.file("shop.py")).toContain("def book(self, seats: int, name: str, day: str) -> int:");
  expect(agent.file("use.py")).toContain('Big().book(1, name="a", day="")');
  await agent.end();
});
