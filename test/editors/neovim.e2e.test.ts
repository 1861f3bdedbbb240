/** The recipe for Neovim, tested in Neovim. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { testIf } from "../jest.js";
import { repository } from "../peer.js";
import { canRun } from "./editor.js";
import { neovim, neovimRecipe, neovimStart } from "./recipes.js";
import { testEditor } from "./testEditor.js";

testEditor(neovim);

const testWithNeovim = testIf(
  canRun({ program: "nvim", args: ["--version"] }),
  "nvim is not installed: see scripts/install-programs.sh",
);

testWithNeovim("where lsp-locate is not installed, that is all that is said", () => {
  // Neovim's PATH is empty, but Neovim itself has been found.
  const file = join(repository, "test/projects/polyglot/tools/stock.py");
  const noPath = "+let $PATH = '/nowhere'";
  const { stdout, stderr, status } = spawnSync(
    "nvim",
    [...neovimStart, noPath, "+filetype on", "-S", neovimRecipe, `+edit ${file}`, "+LocateCopy", "+qa!"],
    { encoding: "utf8" },
  );
  expect(status).toBe(0);
  expect(stdout + stderr).toContain("lsp-locate does not serve this buffer");
  expect(stdout + stderr).not.toContain("traceback");
});
