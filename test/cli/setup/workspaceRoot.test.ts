/** The workspace root of a file. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findWorkspaceRoot } from "../../../src/cli/setup/workspaceRoot.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "root-")));
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes files in a new folder; names that end in `/` are folders. */
let count = 0;
function tree(...names: string[]): string {
  const top = join(folder, String(count++));
  for (const name of names) {
    const path = join(top, name);
    mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
    // A file `.git` makes its folder a further worktree, or in `sub` a submodule.
    const git = `gitdir: ${top}/repo/.git/${name.includes("sub/") ? "modules" : "worktrees"}/x`;
    if (!name.endsWith("/")) writeFileSync(path, name.endsWith("/.git") ? git : "");
  }
  return top;
}

/** files, file, markers, working directory, expected root */
test.each<[string[], string, string[], string, string]>([
  [["repo/.git/", "repo/tsconfig.json", "repo/a/tsconfig.json"], "repo/a/x.ts", ["tsconfig.json"], "", "repo"],
  [["repo/.git/", "repo/a/go.mod", "repo/go.work"], "repo/a/x.go", ["go.work", "go.mod"], "", "repo"],
  [["repo/.git/", "repo/go.mod", "repo/a/go.work"], "repo/a/x.go", ["go.work", "go.mod"], "", "repo/a"],
  [["package.json", "repo/.git/", "repo/a/package.json"], "repo/a/x.js", ["package.json"], "", "repo/a"],
  [["repo/.git/", "repo/a/"], "repo/a/x.js", ["package.json"], "repo/a", "repo/a"],
  [["repo/.git/", "repo/a/", "other/"], "repo/a/x.js", ["package.json"], "other", "repo"],
  [["w/package.json", "w/a/package.json"], "w/a/x.js", ["package.json"], "w", "w"],
  [["package.json", "w/a/"], "w/a/x.js", ["package.json"], "w", "w"],
  [["p/package.json", "p/a/package.json", "w/"], "p/a/x.js", ["package.json"], "w", "p/a"],
  [["p/a/", "w/"], "p/a/x.js", ["no-such-marker"], "w", "p/a"],
  [["repo/.git/", "repo/go.mod", "repo/x/.git", "repo/x/a/"], "repo/x/a/x.go", ["go.mod"], "repo", "repo/x"],
  [["repo/.git/", "repo/go.mod", "repo/x/.git", "repo/x/a/go.mod"], "repo/x/a/x.go", ["go.mod"], "repo", "repo/x/a"],
  [["repo/.git/", "repo/x/.git", "repo/x/a/"], "repo/x/a/x.go", ["go.mod"], "repo/x/a", "repo/x/a"],
  [["repo/.git/", "repo/go.mod", "repo/sub/.git", "repo/sub/a/"], "repo/sub/a/x.go", ["go.mod"], "", "repo"],
  [["repo/.git/", "repo/App.sln", "repo/a/"], "repo/a/x.cs", ["*.sln"], "", "repo"],
])("Among the files %j, the root of %s is found by its markers", (names, file, markers, workingDirectory, root) => {
  const top = tree(...names);
  expect(findWorkspaceRoot(join(top, file), markers, join(top, workingDirectory))).toBe(join(top, root));
});
