/** opencode, a harness that speaks plain LSP, with lsp-locate in agent mode as its one server. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../peer.js";
import { isOnPath } from "./scenario.js";

const TIMEOUT_MS = 120_000;

if (!isOnPath("opencode")) {
  test.skip("opencode is not installed: see scripts/install-programs.sh", () => {});
} else {
  test(
    "opencode shows the diagnostics of a file, from a cold start",
    async () => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-opencode-")));
      try {
        const [home, project] = [join(root, "home"), join(root, "project")];
        for (const folder of [home, join(project, ".git")]) mkdirSync(folder, { recursive: true });
        const command = [process.execPath, join(repository, "dist/command/main.js"), "--agent"];
        const lsp = { "lsp-locate": { command, extensions: [".ts"] }, typescript: { disabled: true } };
        writeFileSync(join(project, "opencode.json"), JSON.stringify({ lsp }));
        writeFileSync(join(project, "tsconfig.json"), "{}");
        writeFileSync(join(project, "a.ts"), 'export const n: number = "x";\n');
        const path = [join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
        const { stdout } = await promisify(execFile)("opencode", ["debug", "lsp", "diagnostics", "a.ts"], {
          cwd: project,
          env: { ...process.env, HOME: home, PATH: path },
          timeout: TIMEOUT_MS,
        });
        expect(stdout).toContain("Type 'string' is not assignable to type 'number'.");
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );
}
