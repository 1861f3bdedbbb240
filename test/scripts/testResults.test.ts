/** What `npm test` counts and reports at its end. */

import { existsSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

interface Results {
  readonly files: ReadonlyMap<string, object>;
  readonly hasOtherFailure: boolean;
}
interface Combined extends Results {
  readonly unstable: readonly object[];
}
interface Module {
  countResults(json: object, hasSucceeded: boolean, toRelative: (path: string) => string): Results;
  readonly noResults: Results;
  filesToRunAgain(results: Results): readonly string[];
  combineRuns(first: Results, second?: Results): Combined;
  reportRun(
    results: Combined,
    failedSteps: readonly string[],
    causes: Readonly<Record<string, string>>,
  ): { readonly lines: readonly string[]; readonly failures: number };
}

const module = new URL("../../scripts/test/results.mjs", import.meta.url).href;
const { countResults, noResults, filesToRunAgain, combineRuns, reportRun } = (await import(module)) as Module;

/** The results of a run as jest writes them: the tests of each file, as status and title. */
function run(files: Readonly<Record<string, readonly string[]>>, message = ""): Results {
  const testResults = Object.entries(files).map(([name, tests]) => {
    const assertionResults = tests.map((test) => {
      const [status = "", title = ""] = test.split(/: (.*)/s);
      return { status, title, fullName: title };
    });
    const isFailed = message !== "" || tests.some((test) => test.startsWith("failed"));
    return { name: `/root/${name}`, status: isFailed ? "failed" : "passed", message, assertionResults };
  });
  const hasSucceeded = testResults.every(({ status }) => status === "passed");
  return countResults({ testResults }, hasSucceeded, (path) => path.replace("/root/", ""));
}

function report(first: Results, { second, steps = [] }: { second?: Results; steps?: readonly string[] } = {}) {
  return reportRun(combineRuns(first, second), steps, { "a.test.ts": "the clock" }).lines;
}

test("The last line has the numbers, after the reasons of skipped tests", () => {
  const first = run({
    "a.test.ts": ["passed: one", "pending: two (skipped: no gopls)", "pending: three (skipped: no gopls)"],
    "b.test.ts": ["passed: four", "todo: five"],
  });
  expect(report(first)).toEqual(["skipped: five", "skipped: no gopls (2 tests)", "2 passed, 0 failed, 3 skipped"]);
});

test("A file that passes the second time is named with its failures and cause, and counted", () => {
  const first = run({
    "a.test.ts": ["failed: one", "passed: two"],
    "b.test.ts": ["failed: three", "failed: four"],
    "c.test.ts": ["failed: five"],
    "d.test.ts": ["passed: six"],
  });
  expect(filesToRunAgain(first)).toEqual(["a.test.ts", "b.test.ts", "c.test.ts"]);
  const second = run({
    "a.test.ts": ["passed: one", "passed: two"],
    "b.test.ts": ["passed: three", "passed: four"],
    "c.test.ts": ["failed: five"],
  });
  expect(report(first, { second })).toEqual([
    "passed the second time: a.test.ts: one (the clock)",
    "passed the second time: b.test.ts: three; four (cause unknown)",
    "2 of the files passed only the second time",
    "5 passed, 1 failed, 0 skipped",
  ]);
});

test("Files do not run a second time if many fail", () => {
  expect(filesToRunAgain(run(Object.fromEntries(Array.from("abcdef", (name) => [name, ["failed: one"]]))))).toEqual([]);
});

test("No failure is hidden: of a file without a failed test, of a run without results, of a step", () => {
  const broken = run({ "a.test.ts": [] }, "\nTest suite failed to run\nError: it is broken");
  expect(filesToRunAgain(broken)).toEqual(["a.test.ts"]);
  expect(report(broken)).toEqual(["0 passed, 1 failed, 0 skipped"]);
  expect(report(noResults)).toEqual(["0 passed, 1 failed, 0 skipped"]);
  expect(report(countResults({ testResults: [] }, false, String))).toEqual(["0 passed, 1 failed, 0 skipped"]);
  expect(report(run({ "a.test.ts": ["passed: one"] }), { steps: ["lint"] })).toEqual([
    "failed: lint",
    "1 passed, 1 failed, 0 skipped",
  ]);
});

test("The files with known causes exist", async () => {
  const { default: causes } = await import("../unstable.json", { with: { type: "json" } });
  for (const file of Object.keys(causes)) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
});
