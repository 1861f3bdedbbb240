/** Diffs, applied by git. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderPatch } from "../../../src/cli/show/patch.js";

test("git apply accepts a diff with a byte order mark, CRLF line ends and no newline at the end", () => {
  const folder = mkdtempSync(join(tmpdir(), "patch-"));
  try {
    const before = "eins\r\nzwei\r\ndrei 💣";
    const after = "eins\r\n2\r\ndrei 💣!";
    writeFileSync(join(folder, "a.ts"), `\ufeff${before}`);
    const change = { path: "/w/a.ts", oldPath: "/w/a.ts", before, after, bom: true };
    const patch = renderPatch({ changes: [change] }, (path) => path.replace("/w/", ""));
    const { status, error } = spawnSync("git", ["apply", "-"], { cwd: folder, input: patch });
    if (error) return console.warn("git is not installed: not tested");
    expect(status).toBe(0);
    expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe(`\ufeff${after}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
