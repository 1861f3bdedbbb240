/** docs/editors.md contains the recipes of editors/, which are tested, unchanged. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./markdown.js";

const textOf = (file: string) => readFileSync(join(repository, file), "utf8");
const blocks = [...textOf("docs/editors.md").matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code]) => code);

test.each([
  "editors/neovim/lsp-locate.lua",
  "editors/emacs/lsp-locate.el",
  "editors/helix/languages.toml",
  "editors/helix/config.toml",
])("docs/editors.md contains %s unchanged", (file) => {
  expect(blocks).toContain(textOf(file));
});
