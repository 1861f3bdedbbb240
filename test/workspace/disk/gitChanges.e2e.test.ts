/** What git says has changed, and the diagnostics of that. */

import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCommittedText, readDifferingPaths, readGitChanges } from "../../../src/workspace/disk/gitChanges.js";
import { pair } from "../../session/pair.js";
import { folderOf, relativePaths, write } from "../indexHarness.js";

function commit(folder: string): void {
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
}

const never = new AbortController().signal;

test("Changed, staged and new files are found with their committed texts, and deleted ones are named", async () => {
  const root = folderOf({
    "a.ts": "old\n",
    "kept.ts": "same\n",
    "staged é.ts": "old\n",
    "gone.ts": "x\n",
    "bin.dat": "\0a",
    ".gitignore": "out/\n",
    "src/in.ts": "old\n",
  });
  commit(root);
  write(root, { "a.ts": "new\n", "staged é.ts": "new\n", "bin.dat": "\0b", "src/in.ts": "new\n" });
  write(root, { "src/added.ts": "added\n", "out/x.ts": "ignored\n" });
  execFileSync("git", ["add", "staged é.ts"], { cwd: root });
  execFileSync("git", ["rm", "-q", "gone.ts"], { cwd: root });
  const { changes, deleted } = await readGitChanges(root, never);
  const named = Object.fromEntries(changes.map(({ path, before }) => [relativePaths(root, [path])[0], before]));
  expect(named).toEqual({
    "a.ts": "old\n",
    "staged é.ts": "old\n",
    "bin.dat": undefined,
    "src/in.ts": "old\n",
    "src/added.ts": undefined,
  });
  expect(relativePaths(root, deleted)).toEqual(["gone.ts"]);
  const below = await readGitChanges(join(root, "src"), never);
  expect(
    relativePaths(
      root,
      below.changes.map(({ path }) => path),
    ).sort(),
  ).toEqual(["src/added.ts", "src/in.ts"]);
});

test("A monitor that the repository's configuration names is not run", async () => {
  const root = folderOf({ "a.ts": "old\n" });
  commit(root);
  execFileSync("git", ["config", "core.fsmonitor", "touch ran; false"], { cwd: root });
  write(root, { "a.ts": "new\n" });
  const { changes } = await readGitChanges(root, never);
  expect(
    relativePaths(
      root,
      changes.map(({ path }) => path),
    ),
  ).toEqual(["a.ts"]);
});

test("The files that differ from a commit are found without the filters of the configuration", async () => {
  const root = folderOf({ "in/a.ts": "old\n", "in/b.ts": "", "c.ts": "", ".gitignore": "ignored.ts\n" });
  commit(root);
  write(root, { ".git/info/attributes": "*.ts filter=own\n" });
  execFileSync("git", ["config", "filter.own.clean", "touch ran; cat"], { cwd: root });
  execFileSync("git", ["config", "filter.own.process", "touch ran"], { cwd: root });
  execFileSync("git", ["config", "filter.own.required", "true"], { cwd: root });
  write(root, { "in/a.ts": "new\n", "in/new.ts": "", "in/ignored.ts": "", "c.ts": "new\n" });
  expect([...(await readDifferingPaths("HEAD", join(root, "in"), never))].sort()).toEqual(["a.ts", "new.ts"]);
  expect(existsSync(join(root, "ran")) || existsSync(join(root, "in/ran"))).toBe(false);
});

test("A folder in no repository is refused with git's words", async () => {
  await expect(readGitChanges(folderOf({ "a.ts": "" }), never)).rejects.toThrow(/not a git repository/);
});

test("The diagnostics of what changed are those of the changed files and of the files that refer to them", async () => {
  const session = pair({
    files: {
      "shop.ts": "export function total() { return 1; }\nexport function other() {}\n",
      "pay.ts": "import { total } from './shop';\ntotal();\n",
      "far.ts": "import { other } from './shop';\nother();\n",
    },
    serverCapabilities: { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } },
    handlers: {
      "textDocument/diagnostic": ({ textDocument }: { textDocument: { uri: string } }) => {
        const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 5 } };
        return {
          kind: "full",
          items: textDocument.uri.endsWith("pay.ts") ? [{ range, message: "Missing argument." }] : [],
        };
      },
    },
  });
  try {
    commit(session.root);
    await session.open();
    session.reportLoaded();
    expect((await session.request("locate/diagnostic", { changed: true })).result.markdown).toBe(
      "Nothing has changed since the last commit.",
    );
    const text = "export function total(rate: number) { return rate; }\nexport function other() {}\n";
    writeFileSync(join(session.root, "shop.ts"), text);
    const { result } = await session.request("locate/diagnostic", { changed: true });
    expect(result.markdown).toBe(
      "1 error; 2 files checked (1 changed, 1 that refers to them).\npay.ts\n  2:1 error: Missing argument.",
    );
    expect(result).toMatchObject({ count: 2, changed: 1 });
  } finally {
    await session.close();
  }
});

test("Outside of a repository, changed is refused with the reason", async () => {
  const session = pair({ files: { "a.ts": "" } });
  try {
    await session.open();
    const { error } = await session.request("locate/diagnostic", { changed: true });
    expect(error.data.kind).toBe("unsupported");
    expect(error.message).toContain("not a git repository");
  } finally {
    await session.close();
  }
});

test("What a repository lacks is fetched from no remote that its configuration names", async () => {
  const root = folderOf({ "a.ts": "old\n" });
  commit(root);
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  const blob = git("rev-parse", "HEAD:a.ts");
  rmSync(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  git("config", "core.repositoryFormatVersion", "1");
  git("config", "extensions.partialClone", "origin");
  git("config", "remote.origin.promisor", "true");
  git("config", "remote.origin.url", "ext::sh -c touch% ran");
  git("config", "protocol.ext.allow", "always");
  expect(await readCommittedText(join(root, "a.ts"), never)).toBeUndefined();
  expect(existsSync(join(root, "ran"))).toBe(false);
});
