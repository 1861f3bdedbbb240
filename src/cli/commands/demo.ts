/**
 * `lsp-locate demo`: runs some commands in a small project of its own, with the embedded server, so
 * that nothing but Node is needed. Nothing outside of a temporary folder is written.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTemporaryFolder, removeTemporaryFolder } from "../../files/write/temporaryFolder.js";
import { bundledPath } from "../setup/program.js";
import { quoteForShell } from "../show/locateText.js";
import { print } from "../terminal.js";

const files: Readonly<Record<string, string>> = {
  "items.py": `"""What is sold."""


class Item:
    """Something with a price."""

    def __init__(self, name, price):
        self.name = name
        self.price = price
`,
  "shop.py": `from items import Item


class Cart:
    """Items that are bought together."""

    def __init__(self):
        self.items = [Item("tea", 2.5)]

    def total(self):
        """Adds the prices of all items."""
        return sum(item.price for item in self.items)


print(Cart().total())
`,
};

interface Step {
  readonly why: string;
  readonly args: readonly string[];
  readonly fails?: true;
}

const steps: readonly Step[] = [
  { why: "What a file declares:", args: ["outline", "shop.py"] },
  { why: "A symbol by its path, in any file:", args: ["hover", ":Cart.total"] },
  { why: "A place by its text; the marker <|> points at the word:", args: ["definition", "shop.py:Cart@[<|>Item("] },
  {
    why: "A Locate that matches nothing is an error that says what to write:",
    args: ["hover", "shop.py:Cart.totl"],
    fails: true,
  },
  { why: "All uses of a symbol:", args: ["references", "items.py:Item"] },
  {
    why: "An edit is first a diff; --write writes it:",
    args: ["edit", "shop.py:Cart.total@item.price", "--replace=1.2 * item.price"],
  },
];

/** Resolves with the exit code: 1 if a command ended otherwise than it should. */
export async function run(): Promise<number> {
  const temporary = makeTemporaryFolder();
  const folder = join(temporary, "demo");
  let isRight = true;
  try {
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    for (const [at, { why, args, fails = false }] of steps.entries()) {
      await print(`${at === 0 ? "" : "\n"}# ${why}\n$ lsp-locate ${args.map(quoteForShell).join(" ")}`);
      isRight = (await runStep(args, folder)) === (fails ? 1 : 0) && isRight;
    }
  } finally {
    removeTemporaryFolder(temporary);
  }
  await print("\n# In your own project: lsp-locate doctor lists its servers, lsp-locate --help all commands.");
  return isRight ? 0 : 1;
}

/** Returns the exit code of a command, which prints to this terminal. */
async function runStep(args: readonly string[], cwd: string): Promise<number> {
  const program = bundledPath("./main.js");
  const words = [program, ...args, "--root=.", "--", process.execPath, program, "embedded"];
  const child = spawn(process.execPath, words, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
