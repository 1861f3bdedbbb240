/**
 * Checks types, lint and tests. `--unit` runs the unit tests alone, `--soak` the soak tests in
 * full, `--watch` runs the tests again after each change. Other arguments go to jest.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installAndBuild } from "./installAndBuild.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const own = ["--unit", "--soak", "--watch"];
const [unit, soak, watch] = own.map((option) => process.argv.includes(option));
const forJest = process.argv.slice(2).filter((argument) => !own.includes(argument));
const failures = [];

/**
 * Runs a package's script with this Node, without a shim or shell, so that it works the same on
 * every platform.
 */
function run(name, script, args, env = {}) {
  const { status } = spawnSync(process.execPath, [join(root, "node_modules", script), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) failures.push(name);
}

// A failed build counts as one failure: the tests that do not need it still run.
await installAndBuild().catch((error) => {
  console.error(error.message);
  failures.push("build");
});
run("types", "typescript/bin/tsc", ["-p", "."]);
run("lint", "@biomejs/biome/bin/biome", ["check", "."]);

const folder = mkdtempSync(join(tmpdir(), "lsp-locate-test-"));
const resultFile = join(folder, "result.json");
/**
 * The tier of a test is in its file name: `*.test.ts` is pure and in memory, `*.e2e.test.ts` starts
 * processes, threads or real servers, `*.soak.test.ts` takes minutes in full. Without `--soak`,
 * soak tests run a short form.
 */
const ignored = ["/node_modules/", "/test/projects/", ...(unit ? ["\\.(?:e2e|soak)\\.test\\.ts$"] : [])];
const tier = ["--testPathIgnorePatterns", ...ignored, ...(soak ? ["--testPathPatterns", "\\.soak\\.test\\.ts$"] : [])];
const report = watch ? ["--watchAll"] : ["--json", `--outputFile=${resultFile}`];
const beforeTests = failures.length;
// Uses all cores, because the tests wait for servers half of their time.
run("tests", "jest/bin/jest.js", ["--maxWorkers=100%", ...forJest, ...tier, ...report], {
  TEST_SOAK: soak ? "full" : "short",
});

if (!watch) {
  for (const name of failures) console.error(`failed: ${name}`);
  console.log(`\n${totals()}`);
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failures.length === 0 ? 0 : 1;

/**
 * Returns the line of totals. Counts a test file that could not run as a failed test, and so each
 * failed step before the tests: "0 failed" must hide no failure.
 */
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
