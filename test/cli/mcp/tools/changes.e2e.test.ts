/** Changes of an agent with real servers: what is written, what is refused, and taken back. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createFolder } from "../../../folders.js";
import { describeIf } from "../../../jest.js";
import { isOnPath } from "../../../servers/scenario.js";
import { type Agent, cleanUp, startAgent } from "../agent.js";

jest.setTimeout(180_000);
afterAll(cleanUp);

/** Starts an agent in a new workspace. */
async function start(files: Readonly<Record<string, string>>): Promise<Agent> {
  const folder = createFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return startAgent(folder);
}

describe("TypeScript", () => {
  const files = {
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
    "src/item.ts":
      'import { round } from "./math";\n\nexport class Item {\n  constructor(readonly price: number) {}\n}\n\nfunction old(value: number): number {\n  return round(value);\n}\n',
    "src/math.ts": "export function round(value: number): number {\n  return Math.round(value * 100) / 100;\n}\n",
    "src/shop.ts":
      'import { Item } from "./item";\n\nexport function pay(items: Item[]): number {\n  let sum = 0;\n  for (const item of items) sum += item.price * 2;\n  return sum;\n}\n\nround(1);\n',
  };
  let agent: Agent;
  beforeAll(async () => {
    agent = await start(files);
  });
  afterAll(() => agent.end());

  test("A code action is applied by a part of its title, and taken back", async () => {
    const fixed = await agent.text("refactor", {
      action: "fix",
      locate: "src/shop.ts:9",
      title: "import from",
      apply: true,
    });
    expect(fixed).toContain("src/shop.ts: ");
    expect(agent.file("src/shop.ts")).toContain('import { round } from "./math";');
    expect(await agent.text("refactor", { action: "undo" })).toMatch(
      /^Undone: fix src\/shop\.ts:9\nsrc\/shop\.ts: restored\n/,
    );
    expect(agent.file("src/shop.ts")).toBe(files["src/shop.ts"]);
  });

  test("A refactoring whose edit a command applies is shown, and nothing is written", async () => {
    const title = "Extract to function in module scope";
    const shown = await agent.text("refactor", { action: "fix", locate: "src/shop.ts@item.price * 2", title });
    expect(shown).toContain("+function newFunction(item: Item)");
    expect(agent.file("src/shop.ts")).toBe(files["src/shop.ts"]);
  });

  test("An ambiguous title is answered with the titles there are, and one of them works", async () => {
    const { text, isError } = await agent.call("refactor", {
      action: "fix",
      locate: "src/shop.ts@item.price * 2",
      title: "Extract",
    });
    expect(isError).toBe(true);
    const [, title = ""] = /"(Extract to constant[^"]*)"/.exec(text) ?? [];
    expect(await agent.text("refactor", { action: "fix", locate: "src/shop.ts@item.price * 2", title })).toContain(
      "+  ",
    );
  });

  test("Edits of several files are written together, and checked together", async () => {
    const edits = [
      { locate: "src/item.ts@readonly price", operation: "replace", new_text: "readonly cost" },
      { locate: "src/shop.ts@item.price", operation: "replace", new_text: "item.cost" },
    ];
    const broken = await agent.text("edit", { edits: edits.slice(0, 1), apply: "clean" });
    expect(broken).toContain("Nothing is written. The edit adds 1 error.");
    expect(await agent.text("edit", { edits, apply: "clean" })).toMatch(/Written:\nsrc\/item\.ts: .*\nsrc\/shop\.ts: /);
    expect(await agent.text("refactor", { action: "undo" })).toContain("src/item.ts: restored\nsrc/shop.ts: restored");
  });

  test("One edit at all matches of a find is made by one call, with its lines formatted", async () => {
    const change = {
      locate: "src/shop.ts:pay@sum",
      at: ["all"],
      operation: "replace",
      new_text: "total",
      format: true,
    };
    expect(await agent.text("edit", { ...change, apply: true })).toContain("Edited 3 places in 1 file as text.");
    expect(agent.file("src/shop.ts")).toContain("  for (const item of items) total += item.price * 2;\n");
    await agent.text("refactor", { action: "undo" });
  });

  test("What nothing uses is deleted with its import, and what is used is not", async () => {
    const used = await agent.text("refactor", { action: "delete", locate: "src/item.ts:Item", apply: true });
    expect(used).toContain("Nothing is written. It is used in 2 places.");
    expect(used).toContain('src/shop.ts:1: import { Item } from "./item";');
    const deleted = await agent.text("refactor", { action: "delete", locate: "src/item.ts:old", apply: true });
    expect(deleted).toContain("imports that only it needed are deleted: `round`");
    expect(agent.file("src/item.ts")).toBe("export class Item {\n  constructor(readonly price: number) {}\n}\n");
    await agent.text("refactor", { action: "undo" });
    expect(agent.file("src/item.ts")).toBe(files["src/item.ts"]);
  });

  test("A file and a folder are moved with their imports, and the server knows where they are", async () => {
    expect(
      await agent.text("refactor", { action: "move", locate: "src/item.ts", to: "src/model/thing.ts", apply: true }),
    ).toContain("Written:");
    expect(agent.file("src/shop.ts")).toContain('from "./model/thing"');
    expect(agent.file("src/model/thing.ts")).toContain('from "../math"');
    expect(await agent.text("diagnostics", { file_path: "src/model/thing.ts" })).not.toMatch(/error/i);
    expect(await agent.text("ask", { question: "references", locate: "src/model/thing.ts:Item" })).toContain(
      "src/shop.ts",
    );
    expect(
      await agent.text("refactor", { action: "move", locate: "src/model", to: "src/data", apply: true }),
    ).toContain("becomes");
    expect(agent.file("src/shop.ts")).toContain('from "./data/thing"');
    await agent.text("refactor", { action: "undo" });
    await agent.text("refactor", { action: "undo" });
    expect([agent.file("src/item.ts"), agent.file("src/shop.ts")]).toEqual([
      files["src/item.ts"],
      files["src/shop.ts"],
    ]);
    expect(existsSync(join(agent.folder, "src/model"))).toBe(false);
  });

  test("A write that was changed since is not taken back", async () => {
    await agent.text("edit", {
      locate: "src/math.ts@100",
      at: ["all"],
      operation: "replace",
      new_text: "10",
      apply: true,
    });
    agent.write("src/math.ts", `${agent.file("src/math.ts")}// mine\n`);
    const { text, isError } = await agent.call("refactor", { action: "undo" });
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining("src/math.ts was changed since its text was written"),
    ]);
    expect(agent.file("src/math.ts")).toContain("// mine");
  });
});

describe("Python", () => {
  test("Where the server moves no imports, those that syntax shows are rewritten, and that is said", async () => {
    const agent = await start({
      "shop/__init__.py": "from .prices import total\n",
      "shop/prices.py": "from . import tax\n\n\ndef total() -> int:\n    return tax.rate\n",
      "shop/tax.py": "rate = 1\n",
      "main.py": "import shop.prices\nfrom shop import prices\n\nprint(prices.total(), shop.prices.total())\n",
    });
    const moved = await agent.text("refactor", {
      action: "move",
      locate: "shop/prices.py",
      to: "shop/core/prices.py",
      apply: true,
    });
    expect(moved).toContain("3 imports were rewritten as syntax shows them");
    expect(moved).toContain("have to be rewritten by hand:\nmain.py:1: import shop.prices");
    expect(agent.file("shop/__init__.py")).toBe("from .core.prices import total\n");
    expect(agent.file("shop/core/prices.py")).toContain("from .. import tax\n");
    expect(agent.file("main.py")).toContain("from shop.core import prices\n");
    await agent.end();
  });
});

describeIf(isOnPath("gopls"), "gopls is not installed")("Go", () => {
  test("A method that an interface requires is not unused, and a package is moved", async () => {
    const agent = await start({
      "go.mod": "module example.com/m\n\ngo 1.21\n",
      "util/u.go":
        'package util\n\nimport "strings"\n\ntype T struct{}\n\nfunc (T) String() string { return "" }\n\nfunc unused() string { return strings.ToUpper("") }\n',
      "main.go":
        'package main\n\nimport (\n\t"fmt"\n\n\t"example.com/m/util"\n)\n\nfunc main() { fmt.Println(util.T{}) }\n',
    });
    expect(await agent.text("refactor", { action: "delete", locate: "util/u.go:T.String", apply: true })).toContain(
      "Nothing is written.",
    );
    expect(await agent.text("refactor", { action: "delete", locate: "util/u.go:unused", apply: "clean" })).toContain(
      "`strings`",
    );
    expect(agent.file("util/u.go")).not.toContain("strings");
    await agent.text("refactor", { action: "move", locate: "util", to: "internal/util", apply: true });
    expect(agent.file("main.go")).toContain('"example.com/m/internal/util"');
    const edit = { locate: "main.go:main", operation: "replace", new_text: "func main(){fmt.Println( util.T{} )}" };
    await agent.text("edit", { ...edit, format: true, apply: true });
    expect(agent.file("main.go")).toContain("func main() { fmt.Println(util.T{}) }\n");
    await agent.end();
  });
});
