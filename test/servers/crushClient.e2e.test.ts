/** The LSP client of Crush, in front of lsp-locate in agent mode, which knows it by its name. */

import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../peer.js";

const TIMEOUT_MS = 240_000;
const folder = join(repository, "test/servers/crushClient");
/** Only what has been downloaded is used. */
const env = { ...process.env, GOPROXY: "off", GOTOOLCHAIN: "local", GOFLAGS: "-mod=readonly", GOWORK: "off" };

if (spawnSync("go", ["list", "-deps", "."], { cwd: folder, env }).status !== 0) {
  test.skip("Go or the LSP client of Crush is not installed: see scripts/install-programs.sh", () => {});
} else {
  test(
    "From a cold start, the answers and diagnostics of all that Crush asks are complete",
    async () => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-crush-")));
      try {
        writeFileSync(join(root, "tsconfig.json"), "{}");
        const total = "export function total(n: number) {\n  return n;\n}\n";
        writeFileSync(join(root, "a.ts"), `${total}export const text: string = total(1);\n`);
        const twice = "export function twice() {\n  return total(1) + total(2);\n}\n";
        writeFileSync(join(root, "b.ts"), `import { total } from "./a";\n${twice}`);
        const program = join(root, "crushClient");
        await promisify(execFile)("go", ["build", "-o", program, "."], { cwd: folder, env });
        const path = [join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
        const server = [process.execPath, join(repository, "dist/command/main.js")];
        const options = { env: { ...process.env, PATH: path }, timeout: TIMEOUT_MS };
        const { stdout } = await promisify(execFile)(program, [root, ...server], options);
        expect(JSON.parse(stdout)).toEqual({
          references: ["a.ts:1", "a.ts:4", "b.ts:1", "b.ts:3", "b.ts:3"],
          definition: ["a.ts:1"],
          callers: ["a.ts:4", "b.ts:3", "b.ts:3"],
          renamed: ["a.ts", "b.ts"],
          symbols: 2,
          diagnostics: ["Type 'number' is not assignable to type 'string'."],
          afterEdit: ["Cannot find name 'missing'."],
        });
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );
}
