/**
 * Runs what must hold before a commit: types, lint, the unit tests, and of each kind of thing one
 * end-to-end test. `--all` runs all other tests, `--unit` the unit tests alone, `--soak` the soak
 * tests in full, `--watch` runs tests again after each change. Other arguments go to jest.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { installAndBuild } from "./installAndBuild.mjs";
import {
  combineRuns,
  countResults,
  filesToRunAgain,
  MAX_UNSTABLE_FILES,
  noResults,
  reportRun,
} from "./test/results.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The tiers that each option runs: projects of jest.config.mjs. */
const tiers = {
  "--all": ["e2e", "soak"],
  "--unit": ["unit"],
  "--soak": ["soak"],
  "--watch": ["unit", "gate", "e2e", "soak"],
};
const option = process.argv.slice(2).find((argument) => argument in tiers);
const forJest = process.argv.slice(2).filter((argument) => !(argument in tiers));
const projects = ["--selectProjects", ...(tiers[option] ?? ["unit", "gate"])];
const failedSteps = [];
const times = [];

await step("build", async () => {
  try {
    await installAndBuild();
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
});
if (option === undefined) {
  await step("types", () => run("typescript-native/bin/tsc", ["-p", "."]));
  await step("lint", () => run("@biomejs/biome/bin/biome", ["check", "."]));
}
if (option === "--watch") runJest([...forJest, "--watch", ...projects]);
else await checkTests();

/** Runs a step. If one fails, the next ones still run. */
async function step(name, perform) {
  const start = performance.now();
  if (!(await perform())) failedSteps.push(name);
  times.push(`${name} ${Math.round((performance.now() - start) / 1000)} s`);
}

/** Runs the tests, and once more the files that may have failed because the machine was busy. */
async function checkTests() {
  let results;
  await step("tests", () => {
    const first = runTests([...forJest, ...projects]);
    const again = filesToRunAgain(first);
    const second = again.length > 0 ? runTests(["--runTestsByPath", ...again, "--maxWorkers=1"]) : undefined;
    results = combineRuns(first, second);
    return true;
  });
  if (process.env.CI && results.unstable.length > MAX_UNSTABLE_FILES)
    failedSteps.push(`more than ${MAX_UNSTABLE_FILES} files passed only the second time`);
  const { lines, failures } = reportRun(results, failedSteps, knownCauses());
  console.log(["", times.join(", "), ...lines].join("\n"));
  process.exitCode = failures === 0 ? 0 : 1;
}

/** Returns the known causes by the files that sometimes pass only the second time. */
function knownCauses() {
  return JSON.parse(readFileSync(join(root, "test/unstable.json"), "utf8"));
}

function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-test-"));
  const resultFile = join(folder, "result.json");
  try {
    const hasSucceeded = runJest(["--json", `--outputFile=${resultFile}`, ...args]);
    const json = JSON.parse(readFileSync(resultFile, "utf8"));
    return countResults(json, hasSucceeded, (path) => relative(root, path).replaceAll("\\", "/"));
  } catch (error) {
    console.error(error.message);
    return noResults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without `--soak`, soak tests run a short form. Tests don't build what was built before them. */
function runJest(args) {
  const isBuilt = option !== "--watch" && failedSteps.length === 0;
  const env = { TEST_SOAK: option === "--soak" ? "full" : "short", TEST_BUILT: String(isBuilt) };
  return run("jest/bin/jest.js", args, env);
}

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
