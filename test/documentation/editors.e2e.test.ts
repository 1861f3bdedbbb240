/** Runs the examples of docs/editors.md: `setup` writes the recipes of editors/. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expectCommands } from "./commands.js";
import { expectExchange } from "./exchange.js";
import { textOf } from "./markdown.js";
import { shopWithCommand } from "./shopWithCommand.js";
import { testPage } from "./testPage.js";

// Each shell command starts a server.
jest.setTimeout(180_000);

const shop = shopWithCommand();

testPage("docs/editors.md", {
  sh: ({ code }) => expectCommands(code, { cwd: shop.root, path: shop.path, home: shop.home }),
  jsonc: ({ code }) => expectExchange(code, shop.root),
});

test.each([
  ["editors/neovim/lsp-locate.lua", ".config/nvim/plugin/lsp-locate.lua"],
  ["editors/emacs/lsp-locate.el", ".emacs.d/lsp-locate.el"],
])("The commands of docs/editors.md have written %s to ~/%s", (recipe, written) => {
  expect(readFileSync(join(shop.home, written), "utf8")).toBe(textOf(recipe));
});

test("The commands of docs/editors.md have written the languages of editors/helix/languages.toml", () => {
  const written = readFileSync(join(shop.home, ".config/helix/languages.toml"), "utf8");
  expect(textOf("editors/helix/languages.toml").replace(/^#.*\n/gm, "")).toBe(written);
});
