/** docs/languages.md: its language works with the files that it shows, and prints what it says. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../folders.js";
import { setEnv } from "../jest.js";
import { expectTerminal, pathWithCommand } from "./console.js";
import { type Block, blocksOf, repository } from "./markdown.js";
import { testPage } from "./testPage.js";

const page = "docs/languages.md";
const folder = temporaryFolder();
const config = join(folder, "config");
const workspace = join(folder, "workspace");
let path: string;

beforeAll(async () => {
  mkdirSync(join(workspace, ".git"), { recursive: true });
  path = await pathWithCommand(join(folder, "bin"));
  for (const block of blocksOf(page).filter(({ language }) => language !== "console")) write(block);
  const grammar = "node_modules/tree-sitter-wasm/out/scheme/tree-sitter-scheme.wasm";
  cpSync(join(repository, grammar), join(config, "lsp-locate/scheme.wasm"));
});

/** Writes the file that the first line of a block names. */
function write({ code }: Block): void {
  const [, name = ""] = /^(?:\/\/|;) (\S+)$/m.exec(code) ?? [];
  const file = name.startsWith("~/.config/") ? join(config, name.slice("~/.config/".length)) : join(workspace, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${code}\n`);
}

testPage(page, {
  jsonc: () => {},
  scheme: () => {},
  console: async ({ code }) => {
    setEnv("XDG_CONFIG_HOME", config);
    await expectTerminal(code, workspace, path);
  },
});
