/** A rename at the shell, as it is typed, with a real server. */

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildCommand } from "../../buildCommand.js";
import { removeFolder } from "../../removeFolder.js";

const modules = join(import.meta.dirname, "../../../node_modules");
const server = [process.execPath, join(modules, "pyright/langserver.index.js"), "--stdio"];
const files = {
  "shop.py": "class Cart:\n    def total(self) -> int: return 1\n",
  "main.py": "from shop import Cart\n\nprint('💣', Cart().total())\n",
};
const renamed = {
  "shop.py": files["shop.py"].replace("total", "amount"),
  "main.py": files["main.py"].replace("total", "amount"),
};

test("A rename is shown as a diff, and written to all files when the user says so", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "locate-rename-")));
  const command = await buildCommand();
  const rename = async (...options: readonly string[]) => {
    const words = [command, "rename", "shop.py:Cart.total", "amount", ...options, "--", ...server];
    return (await promisify(execFile)(process.execPath, words, { cwd: folder })).stdout;
  };
  const contents = () =>
    Object.fromEntries(Object.keys(files).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const diff = await rename();
    expect(diff).toContain("-    def total(self) -> int: return 1");
    expect(diff).toContain("+print('💣', Cart().amount())");
    expect(contents()).toEqual(files);
    expect(await rename("--write")).toContain("main.py");
    expect(contents()).toEqual(renamed);
  } finally {
    removeFolder(folder);
  }
});
