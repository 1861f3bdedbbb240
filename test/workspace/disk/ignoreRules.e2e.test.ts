/** The rules of `.gitignore` files ignore what git ignores. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IgnoreRules } from "../../../src/workspace/disk/ignoreRules.js";
import { testIf } from "../../jest.js";
import { law, pick, type Random } from "../../text/random.js";
import { folderOf, write } from "../indexHarness.js";
import { walk } from "./walk.js";

/** Git without rules other than those of the repository. */
const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  XDG_CONFIG_HOME: "/nowhere",
};

function git(folder: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", ["-C", folder, ...parameters], {
    env: environment,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const hasGit = spawnSync("git", ["--version"]).status === 0;
if (!hasGit) console.warn("git is not installed: its ignored files are not compared.");
const testWithGit = testIf(hasGit, "git is not installed");

/** Returns the paths of the files that git would add. */
function trackableFiles(folder: string): string[] {
  return git(folder, "ls-files", "-z", "--others", "--exclude-standard")
    .split("\0")
    .filter((path) => path !== "" && !path.endsWith(".gitignore"))
    .sort();
}

const folders = ["a", "b", "d", "x y", "[z]"];
const files = ["a", "b", "ab", "c.log", "a.log", "x y", "#h", "!n", "d", "[z]", "s "];
const words = [
  ...["a", "b", "d", "ab", "c.log", "x y", "\\#h", "\\!n", "!n", "[z]", "\\[z\\]", "s\\ ", "{a,b}", "\\a"],
  ...["*", "**", "a*", "*b", "*.log", "?", "a?", "[ab]", "[!a]", "[[:alpha:]]"],
];

function pattern(random: Random): string {
  const some = (odds: number, text: string) => (random(odds) === 0 ? text : "");
  const path = Array.from({ length: 1 + random(3) }, () => pick(random, words)).join("/");
  return `${some(20, "#")}${some(4, "!")}${some(4, "/")}${path}${some(3, "/")}${some(10, "  ")}`;
}

function writeRandomTree(random: Random, folder: string, depth: number): void {
  const there = new Set<string>();
  for (const name of folders) {
    if (depth === 3 || random(5) > 1) continue;
    there.add(name);
    mkdirSync(join(folder, name));
    writeRandomTree(random, join(folder, name), depth + 1);
  }
  for (const name of files) if (random(2) === 0 && !there.has(name)) writeFileSync(join(folder, name), "");
  if (depth > 0 && random(2) === 0) return;
  const patterns = Array.from({ length: 1 + random(5) }, () => pattern(random));
  writeFileSync(join(folder, ".gitignore"), patterns.join(random(5) === 0 ? "\r\n" : "\n"));
}

if (hasGit) {
  law("Random rules ignore what git ignores", 25, (random) => {
    const root = folderOf();
    git(root, "init", "--quiet");
    writeRandomTree(random, root, 0);
    const found: string[] = [];
    const look = (folder: string, above: IgnoreRules) => {
      const entries = readdirSync(folder, { withFileTypes: true });
      const has = entries.some(({ name }) => name === ".gitignore");
      const rules = has ? above.withRules(folder, readFileSync(join(folder, ".gitignore"), "utf8")) : above;
      const isIgnored = rules.matcherIn(folder);
      for (const entry of entries) {
        if (entry.name === ".git" || entry.name === ".gitignore" || isIgnored(entry.name, entry.isDirectory()))
          continue;
        if (entry.isDirectory()) look(join(folder, entry.name), rules);
        else found.push(join(folder, entry.name).slice(root.length + 1));
      }
    };
    look(root, IgnoreRules.emptyAt(root, false));
    expect(found.sort()).toEqual(trackableFiles(root));
  });
}

testWithGit("The rules above a root and those of the repository count", async () => {
  const top = folderOf({
    ".gitignore": "*.log\n/in/out\n",
    "in/.gitignore": "!keep.log\n",
    "in/deep/.gitignore": "x\n",
  });
  git(top, "init", "--quiet");
  write(top, { ".git/info/exclude": "secret\n" });
  for (const name of ["a.log", "keep.log", "secret", "x", "out/y", "deep/x", "deep/a.log", "deep/keep.log", "deep/z"])
    write(`${top}/in`, { [name]: "" });
  expect(await walk(`${top}/in`)).toEqual(trackableFiles(`${top}/in`));
  expect(await walk(`${top}/in/deep`)).toEqual(["keep.log", "z"]);
});

testWithGit("Another working tree has the exclude rules of the first one", async () => {
  const top = folderOf({ a: "" });
  git(top, "init", "--quiet");
  git(top, "-c", "user.name=a", "-c", "user.email=a", "commit", "--quiet", "--allow-empty", "--message", "first");
  const other = `${folderOf()}/other`;
  git(top, "worktree", "add", "--quiet", other);
  write(top, { ".git/info/exclude": "secret\n" });
  write(other, { secret: "", open: "" });
  expect(await walk(other)).toEqual(["open"]);
  expect(await walk(other)).toEqual(trackableFiles(other));
});
