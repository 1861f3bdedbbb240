/**
 * Makes a release from the CHANGELOG: `node scripts/release.mjs 0.2.0`. Sets the version in
 * package.json, the lockfile, the extension and the manifests for other package managers; renames
 * the section "Unreleased" to the version and day; takes the addresses of the project from the git
 * remote; commits and tags. Pushes and publishes nothing: the last line of output says how.
 * `--dry-run` prints the files that would change.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { manifests } from "./release/manifests.mjs";
import { registryFields, releaseChangelog, repositoryFields, setVersion, UsageError } from "./release/release.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const versioned = [
  "package.json",
  "package-lock.json",
  "editors/vscode/package.json",
  "editors/vscode/package-lock.json",
];

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}

function main(args) {
  const isDryRun = args.includes("--dry-run");
  const [version, ...others] = args.filter((arg) => arg !== "--dry-run");
  if (version === undefined || others.length > 0)
    throw new UsageError("Usage: node scripts/release.mjs <version> [--dry-run]");
  if (!isDryRun && git("status", "--porcelain") !== "")
    throw new UsageError("There are uncommitted changes. Commit or stash them first.");
  if (git("tag", "--list", `v${version}`) !== "") throw new UsageError(`The tag v${version} already exists.`);

  const today = new Date().toISOString().slice(0, 10);
  const remote = git("config", "--default", "", "--get", "remote.origin.url");
  const changes = versioned.map((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const fields = file.endsWith("package.json") ? repositoryFields(remote) : {};
    const names = file === "package.json" ? registryFields(remote) : {};
    return { file, text: setVersion(text, version, { ...fields, ...names }) };
  });
  for (const [file, fill] of Object.entries(manifests))
    changes.push({ file, text: fill(readFileSync(join(root, file), "utf8"), version, remote) });
  changes.push({
    file: "CHANGELOG.md",
    text: releaseChangelog(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version, today),
  });
  if (isDryRun) {
    for (const { file } of changes) console.log(`would change ${file}`);
    return;
  }
  for (const { file, text } of changes) writeFileSync(join(root, file), text);
  git("add", ...changes.map(({ file }) => file));
  git("commit", "--message", `Release ${version}`);
  git("tag", "--annotate", `v${version}`, "--message", `Version ${version}`);
  console.log(`Tagged v${version}. To publish it: npm test && git push --follow-tags && npm publish`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error.stack);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
