/** Everything that must hold: types, lint, tests. `--unit` leaves out what starts processes, `--watch` goes on watching; other arguments go to jest. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensure } from "./installAndBuild.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const own = ["--unit", "--watch"];
const unit = process.argv.includes("--unit");
const watch = process.argv.includes("--watch");
const forJest = process.argv.slice(2).filter((argument) => !own.includes(argument));
const failures = [];

/** Runs a package's own script with this Node: no shim, no shell, the same on every platform. */
function run(name, script, args) {
  const { status } = spawnSync(process.execPath, [join(root, "node_modules", script), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) failures.push(name);
}

// A build that fails is one failure among others: the tests that don't need it still tell something.
await ensure().catch((error) => {
  console.error(error.message);
  failures.push("build");
});
run("types", "typescript/bin/tsc", ["-p", "."]);
run("lint", "@biomejs/biome/bin/biome", ["check", "."]);

const folder = mkdtempSync(join(tmpdir(), "lsp-locate-test-"));
const resultFile = join(folder, "result.json");
/** Tests that start processes or threads, real servers, the built command; and those that fill the disk. */
const endToEnd = [
  "/test/servers/",
  "/test/process.test",
  "/test/documentation",
  "/test/cli/(?:endToEnd.test|mcp/|complete.test|shellDocs.test)",
  "/test/editors/",
  "/test/(?:matrix|package|picture).test",
  "/test/backend/(?:doctor|process|realReadiness)",
  "/test/workspace/index/(?:early|threads)",
  "/test/workspace/store/cacheFile",
  "/test/replay.test",
  "/test/routing/(?:chaos|misbehaving|watchedFiles)",
];
const unitOnly = unit ? ["--testPathIgnorePatterns", "/node_modules/", "/test/projects/", ...endToEnd] : [];
const report = watch ? ["--watchAll"] : ["--json", `--outputFile=${resultFile}`];
const beforeTests = failures.length;
// All cores: the tests wait for servers half of their time.
run("tests", "jest/bin/jest.js", ["--maxWorkers=100%", ...forJest, ...unitOnly, ...report]);

if (!watch) {
  for (const name of failures) console.error(`failed: ${name}`);
  console.log(`\n${totals()}`);
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failures.length === 0 ? 0 : 1;

/** A test file that could not run counts as a failed test, and so does each step before the tests: no failure hides behind "0 failed". */
function totals() {
  let result;
  try {
    result = JSON.parse(readFileSync(resultFile, "utf8"));
  } catch {
    return `0 passed, ${beforeTests + 1} failed`;
  }
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites + beforeTests;
  const skipped = result.numPendingTests + result.numTodoTests;
  return `${result.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
