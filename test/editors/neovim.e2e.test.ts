/** The recipe for Neovim, tested in Neovim. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { skip, testIf } from "../jest.js";
import { repository } from "../peer.js";
import { isOnPath } from "../servers/scenario.js";
import { canRun, startEditor } from "./editor.js";
import { neovim, neovimRecipe, neovimStart } from "./recipes.js";
import { testEditor } from "./testEditor.js";
import { makeWorkspace } from "./workspace.js";

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

testWithNeovim(
  "A buffer has the diagnostics and the hover of a type checker, and those of the linter beside it, which formats it",
  async () => {
    if (!isOnPath("ruff")) skip("ruff is not installed: see scripts/install-programs.sh");
    const workspace = await makeWorkspace();
    const editor = startEditor({ program: neovim.program, args: neovim.args }, workspace.project, workspace.env);
    try {
      writeFileSync(join(workspace.project, "both.py"), "import os\n\n\ndef area(n: int) -> str:\n    return   n\n");
      await editor.call("open", "both.py");
      await editor.call("diagnosticsWith", "is not assignable to return type");
      const found = (await editor.call("diagnosticsWith", "`os` imported but unused")) as readonly string[];
      expect(new Set(found.map((each) => each.split(":", 1)[0]))).toEqual(new Set(["Pyright", "Ruff"]));
      await editor.call("at", "def ┃area");
      expect(await editor.call("hover")).toContain("def area(n: int) -> str");
      expect(await editor.call("format")).toContain("    return n");
    } finally {
      editor.kill();
      workspace.remove();
    }
  },
  100_000,
);
