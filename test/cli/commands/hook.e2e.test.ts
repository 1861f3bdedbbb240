/** `lsp-locate hook`, beside a session and without one. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterTest } from "../../jest.js";
import { repository } from "../../peer.js";
import { removeFolder } from "../../removeFolder.js";
import { folderOf } from "../../workspace/indexHarness.js";

const program = join(repository, "dist/command/main.js");

function workspace() {
  const root = realpathSync(
    folderOf({
      ".git/HEAD": "ref: refs/heads/main\n",
      "a.py": "class Cart:\n    def total_price(self):\n        pass\n",
    }),
  );
  const runtime = mkdtempSync("/tmp/llt-hook-");
  const env = { ...process.env, XDG_RUNTIME_DIR: runtime, CI: "", LSP_LOCATE_HOOKS: "30000", LSP_LOCATE_DAEMON: "on" };
  const run = (args: readonly string[], input = "", more: object = {}) =>
    spawnSync(process.execPath, [program, ...args], { cwd: root, env: { ...env, ...more }, input, encoding: "utf8" });
  afterTest(() => {
    run(["daemon", "stop"]);
    removeFolder(runtime);
  });
  const event = (pattern: string) =>
    JSON.stringify({ hook_event_name: "PostToolUse", cwd: root, tool_name: "Grep", tool_input: { pattern } });
  return { run, event };
}

test("A search for a symbol gets its Locate from the session that runs, and others get nothing", () => {
  const { run, event } = workspace();
  const before = run(["hook"], event("total_price"));
  expect(JSON.parse(before.stdout).hookSpecificOutput).toMatchObject({
    hookEventName: "PostToolUse",
    additionalContext: expect.stringContaining("total_price looks like a symbol: lsp-locate search total_price"),
  });
  // Without a session nothing is known of a plain word.
  expect(run(["hook"], event("total")).stdout).toBe("");
  run(["search", "Cart"]);
  const known = run(["hook"], event("def total_price"));
  expect(JSON.parse(known.stdout).hookSpecificOutput.additionalContext).toBe(
    "total_price is the method a.py:Cart.total_price. Its uses, by meaning and not by text: lsp-locate references a.py:Cart.total_price (over MCP: ask, context).",
  );
  // Harnesses start hooks with other variables than their shells.
  const elsewhere = { PATH: `${process.env["PATH"]}:/nowhere`, LANG: "C", LSP_LOCATE_LOG: "off" };
  expect(run(["hook"], event("def total_price"), elsewhere).stdout).toBe(known.stdout);
  for (const input of [event("nothing_like_it"), event("TODO.*"), "garbage", ""]) {
    const { stdout, stderr, status } = run(["hook"], input);
    expect([stdout, stderr, status]).toEqual(["", "", 0]);
  }
  expect(run(["hook"], event("total_price"), { LSP_LOCATE_HOOKS: "off" }).stdout).toBe("");
}, 120_000);
