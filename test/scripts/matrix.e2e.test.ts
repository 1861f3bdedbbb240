/** The servers that npm brings are asked the questions of the matrix again. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");

test("The servers in node_modules answer as the record of the matrix says", async () => {
  const names = ["bash-language-server", "vscode-css-language-server", "vscode-json-language-server"];
  const args = [join(root, "scripts/matrix.mjs"), "--here", "--check", "--delay", "1", "--only", names.join(",")];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  const { compared, differences } = JSON.parse(stdout) as { compared: string[]; differences: string[] };
  expect(compared.toSorted()).toEqual(names.toSorted());
  expect(differences).toEqual([]);
}, 180_000);
