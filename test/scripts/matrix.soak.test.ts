/** All servers of the matrix, installed where they are not yet, are asked its questions again. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { testIf } from "../jest.js";

const root = join(import.meta.dirname, "../..");
const isFull = process.env["TEST_SOAK"] === "full";

testIf(isFull, "only in the full form")(
  "Every server that can be installed answers as the record of the matrix says",
  async () => {
    const options = { cwd: root, maxBuffer: 16 << 20 };
    const args = [join(root, "scripts/matrix.mjs"), "--check"];
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    const { compared, differences } = JSON.parse(stdout) as { compared: string[]; differences: string[] };
    expect(compared.length).toBeGreaterThanOrEqual(40);
    expect(differences).toEqual([]);
  },
  7_200_000,
);
