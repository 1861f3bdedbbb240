/** The workspace of a command. Layouts of repositories are in test/workspace/roots. */

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { findCommandWorkspace } from "../../../src/cli/setup/commandWorkspace.js";
import { createFolder, removeFolders } from "../../folders.js";
import { writeFiles } from "../../workspace/roots/writeFiles.js";

afterAll(removeFolders);

const top = createFolder();
writeFiles(top, { "repo/.git/HEAD": "", "repo/a/x.py": "", "plain/go.mod": "", "plain/a/x.go": "", "bare/x.py": "" });
symlinkSync(join(top, "repo"), join(top, "link"));

/** What the command names, its working directory, the workspace, and whether it is certain. */
test.each<[{ root?: string; file?: string }, string, string, boolean]>([
  [{ file: "repo/a/x.py" }, "plain", "repo", true],
  [{ file: "repo/a" }, "plain", "repo", true],
  [{ file: "repo" }, "plain", "repo", true],
  [{ file: "repo/a/new.py" }, "plain", "repo", true],
  [{ file: "link/a/x.py" }, "plain", "link", true],
  [{}, "repo/a", "repo", true],
  [{}, "plain/a", "plain", false],
  [{ file: "plain/a/x.go" }, "repo", "plain", false],
  [{ file: "bare/x.py" }, "", "bare", false],
  [{ root: "repo/a", file: "repo/a/x.py" }, "plain", "repo/a", true],
  [{ root: "plain", file: "repo/a/x.py" }, "repo", "plain", true],
])("The workspace of a command with %j in %j is %s, certainly: %s", async (named, at, folder, isCertain) => {
  const query = Object.fromEntries(Object.entries(named).map(([name, path]) => [name, join(top, path)]));
  const found = await findCommandWorkspace({ ...query, workingDirectory: join(top, at) }, async () => shippedServers());
  expect(found).toEqual({ folder: join(top, folder), isCertain });
});

test("In a repository servers.json is not loaded", async () => {
  const load = () => Promise.reject(new Error("loaded"));
  await expect(findCommandWorkspace({ workingDirectory: join(top, "repo") }, load)).resolves.toBeDefined();
  await expect(findCommandWorkspace({ workingDirectory: join(top, "bare") }, load)).rejects.toThrow("loaded");
});
