/** scripts/release.mjs, run in a clone of a small repository. */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { manifests } from "../../scripts/release/manifests.mjs";

const scripts = resolve(import.meta.dirname, "../../scripts");
const changelog = "# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.1.0\n\nThe first version.\n";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lsp-locate-release-"));
  mkdirSync(join(folder, "editors/vscode"), { recursive: true });
  cpSync(join(scripts, "release.mjs"), join(folder, "scripts/release.mjs"), { recursive: true });
  cpSync(join(scripts, "release"), join(folder, "scripts/release"), { recursive: true });
  for (const parent of ["", "editors/vscode/"]) {
    writeFileSync(join(folder, `${parent}package.json`), '{ "name": "x", "version": "0.1.0" }\n');
    writeFileSync(
      join(folder, `${parent}package-lock.json`),
      '{ "version": "0.1.0", "packages": { "": { "version": "0.1.0" } } }\n',
    );
  }
  for (const file of Object.keys(manifests)) cpSync(join(scripts, "..", file), join(folder, file));
  writeFileSync(join(folder, "CHANGELOG.md"), changelog);
  git("init", "--quiet");
  git("config", "user.name", "A");
  git("config", "user.email", "a@example.com");
  git("remote", "add", "origin", "git@example.com:ann/lsp-locate.git");
  git("add", ".");
  git("commit", "--quiet", "--message", "Begin");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
const release = (...args: string[]) =>
  spawnSync(process.execPath, ["scripts/release.mjs", ...args], { cwd: folder, encoding: "utf8" });
const json = (path: string) => JSON.parse(readFileSync(join(folder, path), "utf8")) as Record<string, unknown>;

test("A release sets the version everywhere, dates the changelog, and tags its commit", () => {
  const { status, stderr } = release("0.2.0");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(json("package.json")).toEqual({
    name: "x",
    version: "0.2.0",
    repository: { type: "git", url: "git+https://example.com/ann/lsp-locate.git" },
    homepage: "https://example.com/ann/lsp-locate#readme",
    bugs: { url: "https://example.com/ann/lsp-locate/issues" },
    mcpName: "com.example/lsp-locate",
  });
  expect(json("editors/vscode/package-lock.json")).toEqual({
    version: "0.2.0",
    packages: { "": { version: "0.2.0" } },
  });
  expect(readFileSync(join(folder, "CHANGELOG.md"), "utf8")).toMatch(
    /## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Something new\.\n\n## 0\.1\.0\n/,
  );
  expect(git("log", "-1", "--format=%s")).toBe("Release 0.2.0");
  expect(git("describe", "--tags")).toBe("v0.2.0");
  expect(git("status", "--porcelain")).toBe("");
});

test("A second release without anything new is refused and changes nothing", () => {
  release("0.2.0");
  const { status, stderr } = release("0.3.0");
  expect({ status, stderr }).toEqual({ status: 2, stderr: 'Nothing is listed below "Unreleased" in CHANGELOG.md.\n' });
  expect(git("status", "--porcelain")).toBe("");
});

test("A release with uncommitted changes is refused", () => {
  writeFileSync(join(folder, "CHANGELOG.md"), `${changelog}\n`);
  expect(release("0.2.0").stderr).toBe("There are uncommitted changes. Commit or stash them first.\n");
});

test("A version that is not one is refused", () => {
  expect(release("two").stderr).toBe("two is not a version such as 1.2.3.\n");
});

test("A dry run lists the files and changes nothing", () => {
  expect(release("0.2.0", "--dry-run").stdout).toContain("would change CHANGELOG.md\n");
  expect(git("status", "--porcelain")).toBe("");
  expect(git("tag")).toBe("");
});
