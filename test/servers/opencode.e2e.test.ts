/** opencode, a harness that speaks plain LSP, with lsp-locate as `setup` configures it. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../peer.js";
import { isOnPath } from "./scenario.js";

const TIMEOUT_MS = 240_000;
/** opencode waits 10 s for diagnostics. A busy machine may need that for the server's start. */
const ATTEMPTS = 3;

/**
 * Files with an error. The servers are those that start fast: tsserver alone may take 10 s on a
 * busy machine. The answers of pyright are pulled; opencode gives up on the first one after 3 s.
 */
const files = [
  ["a.json", '{ "name": }\n', ["Value expected"]],
  [
    "a.py",
    "print(missing)\n",
    // Those of the linter beside it, too, where that is installed.
    ['\\"missing\\" is not defined', ...(isOnPath("ruff") ? ["Undefined name `missing`"] : [])],
  ],
] as const;

if (!isOnPath("opencode")) {
  test.skip("opencode is not installed: see scripts/install-programs.sh", () => {});
} else {
  test.each(files)(
    "opencode shows the diagnostics of %s, from a cold start",
    async (file, text, messages) => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-opencode-")));
      const [home, project, bin] = [join(root, "home"), join(root, "project"), join(root, "bin")];
      for (const folder of [home, bin, join(project, ".git")]) mkdirSync(folder, { recursive: true });
      symlinkSync(join(repository, "dist/command/main.js"), join(bin, "lsp-locate"));
      const path = [bin, join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
      const options = {
        cwd: project,
        env: { ...process.env, HOME: home, PATH: path, XDG_STATE_HOME: join(root, "state") },
        timeout: TIMEOUT_MS,
      };
      try {
        await promisify(execFile)("lsp-locate", ["setup", "opencode", "--project", "--write"], options);
        writeFileSync(join(project, file), text);
        const outputs: string[] = [];
        const hasFound = () => messages.every((message) => outputs.at(-1)?.includes(message));
        while (!hasFound() && outputs.length < ATTEMPTS) {
          const { stdout } = await promisify(execFile)("opencode", ["debug", "lsp", "diagnostics", file], options);
          outputs.push(stdout);
        }
        expect([hasFound(), outputs]).toEqual([true, outputs]);
      } finally {
        // The shared session of the workspace goes on, and writes its compiled code.
        await promisify(execFile)("lsp-locate", ["daemon", "stop", "--all"], options);
        rmSync(root, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );
}
