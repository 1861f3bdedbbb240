/** The recipe for Neovim, tested in Neovim. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { testIf } from "../jest.js";
import { repository } from "../peer.js";
import { canRun } from "./editor.js";
import { testEditor } from "./testEditor.js";

const recipe = join(repository, "editors/neovim/lsp-locate.lua");
const start = ["--headless", "-u", "NONE", "-i", "NONE", "-n"];

testEditor({
  editor: "Neovim",
  program: "nvim",
  check: ["--version"],
  args: [...start, "-S", recipe, "-S", join(import.meta.dirname, "neovim.lua")],
});

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
    [...start, noPath, "+filetype on", "-S", recipe, `+edit ${file}`, "+LocateCopy", "+qa!"],
    { encoding: "utf8" },
  );
  expect(status).toBe(0);
  expect(stdout + stderr).toContain("lsp-locate does not serve this buffer");
  expect(stdout + stderr).not.toContain("traceback");
});
