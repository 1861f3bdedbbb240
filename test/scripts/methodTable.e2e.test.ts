/** The table of methods says what is so: the servers that are installed here are asked again. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");

test("docs/servers/measured.md has the measured table of methods and servers", async () => {
  const script = join(root, "scripts/methodTable.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--check"], { cwd: root });
  const { compared, differences } = JSON.parse(stdout) as { compared: string[]; differences: string[] };
  // npm brings these; the others are compared where they are.
  expect(compared).toEqual(
    expect.arrayContaining([
      "typescript-language-server",
      "vtsls",
      "pyright",
      "bash-language-server",
      "vscode-json-language-server",
      "vscode-css-language-server",
      "vscode-html-language-server",
      "yaml-language-server",
      "embedded",
    ]),
  );
  expect(differences).toEqual([]);
}, 180_000);
