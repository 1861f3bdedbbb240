/** The part of the end-to-end tests that `npm test` runs: see jest.config.mjs. */

import { existsSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const { gate } = (await import(new URL("../../jest.config.mjs", import.meta.url).href)) as {
  readonly gate: Readonly<Record<string, string>>;
};

test("The gate has an end-to-end test of each kind of thing", () => {
  const kinds = ["relay", "routing", "shell", "session", "mcp", "agentMode", "writes", "editor", "readiness"];
  expect(Object.keys(gate).sort()).toEqual(kinds.sort());
  for (const file of Object.values(gate)) {
    expect(file).toMatch(/\.e2e\.test\.ts$/);
    expect([file, existsSync(join(root, file))]).toEqual([file, true]);
  }
});
