/** The worktree of git that a file belongs to. */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { areRootsOfDifferentWorktrees, otherWorktreeOf, Worktrees } from "../../../src/workspace/disk/worktrees.js";
import { temporaryFolder } from "../../folders.js";
import { afterTest } from "../../jest.js";
import { walk } from "./walk.js";

/** The files of git for a worktree `name`, in the repository at `repository` (relative). */
const linked = (repository: string, name: string, git = ".git") => ({
  [`${repository}/${git}/worktrees/${name}/commondir`]: "../..\n",
});

/** A repository with nested and sibling worktrees, a submodule, and nested repositories. */
const top = temporaryFolder();

const files: Readonly<Record<string, string>> = {
  "main/.git/HEAD": "",
  "main/.gitignore": "/ignored/\n",
  "main/a": "",
  "main/sub/.git": "gitdir: ../.git/modules/sub\n",
  "main/sub/a": "",
  "main/nested/.git/HEAD": "",
  "main/nested/a": "",
  "main/ignored/deep/repo/.git/HEAD": "",
  "main/ignored/deep/repo/a": "",
  "main/ignored/a": "",
  "main/.claude/worktrees/x/.git": "gitdir: ../../../.git/worktrees/x\n",
  "main/.claude/worktrees/x/a": "",
  "main/.claude/worktrees/x/sub/.git": "gitdir: ../../../../.git/worktrees/x/modules/sub\n",
  "main/.claude/worktrees/x/sub/a": "",
  "main/trees/y/.git": "gitdir: ../../.git/worktrees/y\n",
  "main/trees/y/a": "",
  ...linked("main", "x"),
  ...linked("main", "y"),
  ...linked("main", "z"),
  "z/.git": "gitdir: ../main/.git/worktrees/z\r\n",
  "z/a": "",
  "other/.git/HEAD": "",
  "other/a": "",
  "subtree/.git": "gitdir: ../main/.git/modules/sub/worktrees/subtree\n",
  "subtree/a": "",
  ...linked("main", "subtree", ".git/modules/sub"),
  "pruned/.git": "gitdir: ../gone/.git/worktrees/pruned\n",
  "pruned/a": "",
  "odd/.git": "not a git file",
  "odd/a": "",
  "none/a": "",
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
}

const pathOf = (path: string) => join(top, path);

test.each([
  ["main/a", "main"],
  ["main/new/file", "main"],
  ["main/sub/a", "main"],
  ["main/nested/a", "main"],
  ["main/ignored/a", "main"],
  ["main/ignored/deep/repo/a", "main/ignored/deep/repo"],
  ["main/.claude/worktrees/x/a", "main/.claude/worktrees/x"],
  ["main/.claude/worktrees/x/sub/a", "main/.claude/worktrees/x"],
  ["main/.claude/worktrees/a", "main"],
  ["main/trees/y/a", "main/trees/y"],
  ["z/a", "z"],
  ["other/a", "other"],
  ["subtree/a", "subtree"],
  ["pruned/a", "pruned"],
  ["odd/a", undefined],
  ["none/a", undefined],
])("%s belongs to the worktree %s", (path, worktree) =>
  expect(new Worktrees().of(pathOf(path))?.top).toBe(worktree && pathOf(worktree)),
);

const trees = ["main", "main/.claude/worktrees/x", "main/trees/y", "z"];

test.each(trees.flatMap((one) => trees.map((other) => [one, other] as const)))(
  "%s and %s are different worktrees unless they are one",
  (one, other) => expect(new Worktrees().areDifferent(pathOf(`${one}/a`), pathOf(`${other}/a`))).toBe(one !== other),
);

test.each([
  ["main", "main/ignored/deep/repo", true],
  ["main", "main/nested", false],
  ["main", "main/sub", false],
  ["main", "other", false],
  ["main", "none", false],
  ["main/trees/y", "other", false],
  ["main", "subtree", false],
])("%s and %s count as different worktrees: %s", (one, other, expected) => {
  expect(new Worktrees().areDifferent(pathOf(one), pathOf(other))).toBe(expected);
  expect(new Worktrees().areDifferent(pathOf(other), pathOf(one))).toBe(expected);
});

test("A path through a link is in the same worktree as one without", () => {
  symlinkSync(pathOf("z"), pathOf("link"));
  afterTest(() => rmSync(pathOf("link")));
  expect(new Worktrees().areDifferent(pathOf("link/a"), pathOf("z/a"))).toBe(false);
  expect(new Worktrees().areDifferent(pathOf("link/a"), pathOf("main/a"))).toBe(true);
});

test.each([
  ["main/a", ["main"], undefined],
  ["main/sub/a", ["main"], undefined],
  ["main/nested/a", ["main"], undefined],
  ["main/trees/y/a", ["main"], "main/trees/y"],
  ["main/trees/y/a", ["main", "main/trees/y"], undefined],
  ["main/trees/y/a", ["main/trees/y"], undefined],
  ["main/ignored/deep/repo/a", ["main"], "main/ignored/deep/repo"],
  ["z/a", ["main"], "z"],
  ["z/a", ["main/nested"], "z"],
  ["main/a", ["z"], "main"],
  ["z/a", [""], "z"],
  ["main/a", [""], undefined],
  ["other/a", ["main"], undefined],
  ["none/a", ["main"], undefined],
  ["z/a", [], undefined],
])("Seen from other folders, %s in %j has the worktree %s", (file, folders, expected) =>
  expect(otherWorktreeOf(pathOf(file), folders.map(pathOf))).toBe(expected && pathOf(expected)),
);

test.each([
  ["main", "main/trees/y", true],
  ["main", "z", true],
  ["", "z", true],
  ["", "main", false],
  ["main", "main/sub", false],
  ["main", "other", false],
  ["z", "z", false],
])("Servers at %s and %s have roots of different worktrees: %s", (one, other, expected) => {
  expect(areRootsOfDifferentWorktrees(pathOf(one), pathOf(other))).toBe(expected);
  expect(areRootsOfDifferentWorktrees(pathOf(other), pathOf(one))).toBe(expected);
});

test("The files of other worktrees are no sources of a workspace, but those of submodules are", async () => {
  const found = await walk(pathOf("main"));
  expect(found).toContain("sub/a");
  expect(found.filter((path) => /trees|ignored/.test(path))).toEqual([]);
  expect(await walk(pathOf("main/trees/y"))).toEqual(["a"]);
  expect((await walk(pathOf("main"), pathOf("main/trees/y"))).filter((path) => path.includes("trees"))).toEqual([
    "trees/y/a",
  ]);
});
