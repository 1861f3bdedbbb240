/**
 * Checks types, lint and tests. `--unit` runs the unit tests alone, `--soak` the soak tests in
 * full, `--watch` runs the tests again after each change. Other arguments go to jest.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { installAndBuild } from "./installAndBuild.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const own = ["--unit", "--soak", "--watch"];
const [unit, soak, watch] = own.map((option) => process.argv.includes(option));
const forJest = process.argv.slice(2).filter((argument) => !own.includes(argument));
const failures = [];

// A failed build counts as one failure: the tests that do not need it still run.
await installAndBuild().catch((error) => {
  console.error(error.message);
  failures.push("build");
});
if (!run("typescript-native/bin/tsc", ["-p", "."])) failures.push("types");
if (!run("@biomejs/biome/bin/biome", ["check", "."])) failures.push("lint");

/** The tiers are projects of jest.config.mjs. Without `--soak`, soak tests run a short form. */
const tier = unit ? ["--selectProjects", "unit"] : soak ? ["--selectProjects", "soak"] : [];
if (watch) runJest(["--watch", ...forJest, ...tier]);
else checkTests();
process.exitCode = failures.length === 0 ? 0 : 1;

/**
 * Runs a package's script with this Node, without a shim or shell, so that it works the same on
 * every platform. Returns whether it succeeded.
 */
function run(script, args, env = {}) {
  const { status } = spawnSync(process.execPath, [join(root, "node_modules", script), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

function runJest(args) {
  return run("jest/bin/jest.js", args, { TEST_SOAK: soak ? "full" : "short" });
}

/** Runs the tests, and once more the files that may have failed because the machine was busy. */
function checkTests() {
  const first = runTests([...forJest, ...tier]);
  const again = filesToRunAgain(first);
  const second = again.length > 0 ? runTests(["--runTestsByPath", ...again, "--maxWorkers=1"]) : undefined;
  const failedSteps = failures.length;
  if (!(second ?? first).succeeded) failures.push("tests");
  for (const name of failures) console.error(`failed: ${name}`);
  if (second) console.log(`\nRun a second time, one by one: ${again.join(", ")}`);
  const failed = failedSteps + (second ?? first).failed;
  const passed = first.passed + (second ? first.failed - second.failed : 0);
  console.log(`\n${passed} passed, ${failed} failed${first.skipped > 0 ? `, ${first.skipped} skipped` : ""}`);
}

/**
 * Runs tests and counts them. Counts as a failed test: a file that failed without a failed test,
 * and a run that failed without either, such as by an error outside of any test. "0 failed" must
 * hide no failure.
 */
function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-test-"));
  const resultFile = join(folder, "result.json");
  const succeeded = runJest([...args, "--json", `--outputFile=${resultFile}`]);
  try {
    const result = JSON.parse(readFileSync(resultFile, "utf8"));
    const failedFiles = result.testResults.filter(({ status }) => status === "failed");
    const withoutTest = failedFiles.filter(
      ({ assertionResults }) => !assertionResults.some((assertion) => assertion.status === "failed"),
    );
    const counted = result.numFailedTests + withoutTest.length;
    return {
      succeeded,
      passed: result.numPassedTests,
      failed: succeeded ? counted : Math.max(1, counted),
      skipped: result.numPendingTests + result.numTodoTests,
      failedFiles: failedFiles.map(({ name }) => relative(root, name)),
    };
  } catch {
    return { succeeded: false, passed: 0, failed: 1, skipped: 0, failedFiles: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the files of failed tests if they are few: more are not due to a busy machine. */
function filesToRunAgain({ failedFiles }) {
  return failedFiles.length <= 5 ? failedFiles : [];
}
