/** The Python clients pygls, pytest-lsp and multilspy, in front of lsp-locate in agent mode. */

import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../peer.js";

const TIMEOUT_MS = 120_000;
const program = join(repository, "test/servers/pythonClient.py");

describe.each([
  ["pygls", "import pygls.lsp.client"],
  ["pytest-lsp", "import pytest_lsp"],
  ["multilspy", "import multilspy, psutil, requests"],
])("%s", (library, check) => {
  if (spawnSync("python3", ["-c", check]).status !== 0) {
    test.skip(`${library} is not installed: see scripts/install-programs.sh`, () => {});
    return;
  }

  test(
    "The first references are complete and the first diagnostics are those of the file",
    async () => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-python-")));
      try {
        writeFileSync(join(root, "tsconfig.json"), "{}");
        const total = "export function total(n: number) {\n  return n;\n}\n";
        writeFileSync(join(root, "a.ts"), `${total}export const text: string = total(1);\n`);
        writeFileSync(join(root, "b.ts"), 'import { total } from "./a";\ntotal(1);\n');
        const server = [process.execPath, join(repository, "dist/command/main.js"), "--agent"];
        const path = [join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
        const { stdout } = await promisify(execFile)("python3", [program, library, root, ...server], {
          env: { ...process.env, PATH: path },
          timeout: TIMEOUT_MS,
        });
        expect(JSON.parse(stdout)).toEqual({
          // multilspy does not ask for the declaration.
          references: [...(library === "multilspy" ? [] : ["a.ts:1"]), "a.ts:4", "b.ts:1", "b.ts:2"],
          diagnostics: ["Type 'number' is not assignable to type 'string'."],
        });
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );
});
